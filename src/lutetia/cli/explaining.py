"""Explanations of moves as English sentences."""

from __future__ import annotations

from lutetia.ai.analysis.explanation import Explanation, LineChange, PartChange, PlaceChange

MOST_LINES = 4
MOST_PARTS = 3
EQUAL = 0.05
"""A smaller gain is said to be none. A negative gain is chance: the search prefers the move."""


def sentences(why: Explanation, seat: str, seats: list[str]) -> list[str]:
    """What the best move brings at once, what it gains at the end, and the places behind it."""
    found = []
    own = [part for part in why.at_once if part.seat == seat]
    if why.at_once:
        total = sum(part.points for part in own)
        found.append(f"{total:+d} at once: {_parts(why.at_once)}.")
    if why.other is not None and why.gain is not None:
        begin = f"The margin at the end is {'proved' if why.proved else 'expected'} to be"
        if why.gain < EQUAL:
            found.append(f"{begin} about the same as with {why.other}.")
        else:
            lines = f": {_lines(why.lines)}" if why.lines else ""
            points = "1 point" if why.gain == 1 else f"{why.gain:g} points"
            found.append(f"{begin} {points} larger than with {why.other}{lines}.")
    if why.at_end:
        found.append(f"The two ends differ in {_parts(why.at_end)}.")
    if why.places and why.other is not None:
        found.append(_place(why.places[0], why.other, seat, seats))
    return found


def _parts(parts: list[PartChange]) -> str:
    return ", ".join(
        f"{part.seat} {part.line} {part.points:+d} ({part.text})" for part in parts[:MOST_PARTS]
    )


def _lines(lines: list[LineChange]) -> str:
    return ", ".join(f"{one.seat} {one.line} {one.points:+g}" for one in lines[:MOST_LINES])


def _place(change: PlaceChange, other: str, mover: str, seats: list[str]) -> str:
    """The place that speaks most for the move, and the seat that holds it more or less often."""
    gains = [a - b for a, b in zip(change.best, change.other, strict=True)]
    gains = [gain if name == mover else -gain for gain, name in zip(gains, seats, strict=True)]
    seat = gains.index(max(gains))
    return (
        f"{seats[seat].capitalize()} holds {change.place} at the end in {change.best[seat]:.0%} "
        f"of the games after this move, in {change.other[seat]:.0%} after {other}."
    )
