"""The terminal: one console for results, with colours if the terminal has them."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def console() -> Console:
    """Standard output; if it is no terminal, it is plain and wide enough for the boards."""
    found = Console(file=sys.stdout, highlight=False, emoji=False)
    return (
        found
        if found.is_terminal
        else Console(file=sys.stdout, highlight=False, emoji=False, width=100)
    )


def progress() -> Progress:
    """A progress bar on standard error for long work; it is invisible if that is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
