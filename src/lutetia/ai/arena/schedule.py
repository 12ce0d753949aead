"""The schedule: each player plays every shuffle from every seat, so that luck cancels out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations


@dataclass(frozen=True)
class Meeting:
    """One game to be played. Its rotations have the same `table` and `shuffle`."""

    table: int
    shuffle: int
    rotation: int
    seating: tuple[int, ...]
    """For each seat: the number of its player."""

    @property
    def key(self) -> str:
        """The name of this game in a results file."""
        return f"{self.table}.{self.shuffle}.{self.rotation}"


def tables(players: int, seats: int, ladder: bool = False) -> list[tuple[int, ...]]:
    """The groups of players that play together: every group with one player for each seat. With
    fewer players than seats: one player against copies of another, both ways. On a ladder only
    neighbours play each other."""
    if ladder:
        return [tuple(range(first, first + seats)) for first in range(players - seats + 1)]
    if players >= seats:
        return list(combinations(range(players), seats))
    return [(one, *[other] * (seats - 1)) for one, other in permutations(range(players), 2)]


def schedule(players: int, seats: int, shuffles: int, ladder: bool = False) -> Iterator[Meeting]:
    """All meetings, shuffle by shuffle: after an early stop all players have played equally."""
    sitting = tables(players, seats, ladder)
    for shuffle in range(shuffles):
        for number, table in enumerate(sitting):
            for rotation in range(seats):
                yield Meeting(
                    number, shuffle, rotation, table[seats - rotation :] + table[: seats - rotation]
                )


def seated(names: Sequence[str], meeting: Meeting) -> list[str]:
    """The names of the players in the order of their seats."""
    return [names[player] for player in meeting.seating]
