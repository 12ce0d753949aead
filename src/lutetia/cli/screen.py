"""The terminal: one console for results, with colours where it has them."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def console() -> Console:
    """Standard output; plain and never narrower than the boards where it is no terminal."""
    found = Console(file=sys.stdout, highlight=False)
    return found if found.is_terminal else Console(file=sys.stdout, highlight=False, width=100)


def progress() -> Progress:
    """A bar on standard error while something long runs; invisible where it is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
