"""Where something is in a JSON object, as error messages say it."""

from __future__ import annotations

from collections.abc import Iterable


def place_of(steps: Iterable[str | int]) -> str:
    """`moves[23].text`: names with points, entries of lists counted from 1."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{step}" if text else step
    return text
