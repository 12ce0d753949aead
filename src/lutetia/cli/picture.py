"""A picture of a terminal as an SVG file that needs no other file."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme

from lutetia.cli.files import write

WIDTH = 98
NIGHT = TerminalTheme(
    (12, 20, 48),
    (246, 238, 221),
    [(12, 20, 48), (255, 138, 143), (134, 220, 182), (255, 217, 140),
     (102, 187, 255), (224, 71, 159), (148, 160, 196), (246, 238, 221)],
)  # fmt: skip
"""Our own colours (the blue hour) in place of the terminal's."""


def write_picture(path: Path, content: RenderableType, title: str) -> None:
    """Draw something as in a terminal, and write the file; an older picture is replaced."""
    write(path, picture(content, title))


def picture(content: RenderableType, title: str) -> str:
    """The SVG of a terminal; the same content gives the same text."""
    screen = Console(
        width=WIDTH,
        file=io.StringIO(),
        record=True,
        highlight=False,
        force_terminal=True,
        color_system="truecolor",
    )
    screen.print(content)
    text = screen.export_svg(title=title, theme=NIGHT, unique_id="lutetia")
    # Rich asks for a font from the web; any font of fixed width is enough.
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", text, flags=re.DOTALL).replace(
        "Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace"
    )
