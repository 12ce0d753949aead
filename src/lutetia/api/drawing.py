"""Drawings of positions, made by the web client's own code.

The build of the client also makes `drawing.js`: its boards as a script that needs no browser. A
small JavaScript engine runs it here. The player of a record runs the same script in its page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from lutetia.kernel.errors import BadFile, NotOffered

Look = Literal["light", "dark"]
"""The two looks of the client."""


@cache
def drawing_script() -> str:
    """The script that draws; `NotOffered` if the client is not built."""
    place = resources.files("lutetia.server").joinpath("static", "drawing.js")
    if not place.is_file():
        raise NotOffered("drawing: the web client is not built; run make web, or install a wheel")
    return place.read_text(encoding="utf-8")


@cache
def _engine() -> Any:
    try:
        import quickjs
    except ModuleNotFoundError:
        raise NotOffered(
            "drawing: this needs a JavaScript engine: pip install lutetia[notebooks]"
        ) from None
    context = quickjs.Context()
    context.eval(drawing_script())
    context.eval("globalThis.call = (name, text) => "
                 "JSON.stringify(lutetiaDrawing[name](...JSON.parse(text)))")  # fmt: skip
    return context


def _call(name: str, *arguments: object) -> Any:
    return json.loads(_engine().get("call")(name, json.dumps(arguments)))


def can_draw(game: str) -> bool:
    """Whether positions of a game can be drawn here."""
    try:
        return game in _call("games")
    except NotOffered:
        return False


def drawn(
    game: str,
    position: Mapping[str, Any],
    scores: Sequence[Mapping[str, int]],
    look: Look = "light",
) -> str:
    """A position as an SVG file. `NotOffered` says what is missing."""
    if game not in _call("games"):
        raise NotOffered(f"drawing: the client has no drawing of {game}")
    svg = _call("draw", game, position, client_scores(scores), look)
    return str(svg)


class Picture:
    """One drawn position."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        """The text of an SVG file."""

    def save(self, path: str | Path) -> None:
        """Write the SVG file; a file that is there is replaced."""
        try:
            Path(path).write_text(self.svg, encoding="utf-8")
        except OSError as error:
            raise BadFile(f"{path}: cannot be written ({error.strerror})") from None

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg


def client_scores(scores: Sequence[Mapping[str, int]]) -> list[dict[str, Any]]:
    """Scores in the shape that the client's components take."""
    return [{"lines": dict(lines), "total": sum(lines.values())} for lines in scores]
