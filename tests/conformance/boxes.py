"""The games of the catalogue as the suite opens them, and sample games of each.

A new game in the catalogue is tested from here without another line of code.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.compiled import JIT
from lutetia.kernel.contract import WATCHER, Game
from lutetia.kernel.types import Record, Words

GAMES_A_BOX = 2 if JIT else 1
"""With the default options; other options get one game."""
LONGEST = 3_000
"""In plies; a longer game counts as a game that does not end."""


@dataclass(frozen=True)
class Box:
    """One way to open a game; it is hashable, so that its sample games are made once."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name}-{self.seats}" + (f"-{chosen}" if chosen else "")

    def open(self) -> Game:
        return open_game(self.name, self.seats, dict(self.options))


@dataclass(frozen=True)
class Sample:
    """One whole random game; it has one state more than moves."""

    game: Game
    seed: bytes
    states: list[Record]
    moves: list[int]
    hashes: list[str]
    """The hash of each state when it was new."""

    def some(self, most: int) -> list[Record]:
        """States from all parts of the game, with the first and the last."""
        most = most if JIT else max(4, most // 4)
        count = len(self.states)
        chosen = sorted({round(i * (count - 1) / (most - 1)) for i in range(most)})
        return [self.states[index] for index in chosen]

    @property
    def seats(self) -> list[int]:
        """All that may see a view: the players and the watcher."""
        return [*range(self.game.seats), WATCHER]


def option_sets(name: str) -> list[tuple[tuple[str, Any], ...]]:
    """The defaults, every other choice alone, and the last choices all together."""
    offered = find_game(name).options_offered
    single = [
        ((option.name, choice),)
        for option in offered
        for choice in option.choices
        if choice != option.default
    ]
    together = tuple((option.name, option.choices[-1]) for option in offered)
    sets = [(), *single]
    return sets if together in sets else [*sets, together]


def boxes() -> list[Any]:
    """Every number of players with the defaults, also as plain Python; and every other set of
    options with one number of players, in turn."""
    found = []
    for name in GAMES:
        game = find_game(name)
        defaults, *others = option_sets(name)
        counts = game.seat_counts
        chosen = [Box(name, seats, defaults) for seats in counts]
        chosen += [Box(name, counts[n % len(counts)], each) for n, each in enumerate(others)]
        for box in chosen:
            marks = () if box.options else pytest.mark.plain
            found.append(pytest.param(box, id=str(box), marks=marks))
    return found


def fingerprint(record: Record) -> str:
    """A hash of every byte of a state or box."""
    return hashlib.sha256(record.tobytes()).hexdigest()


def pick(game: Game, state: Record, chance: Words) -> int:
    """A legal move: sometimes any move, sometimes a random kind and then a move of that kind.
    So the tests also see kinds with few moves."""
    moves = [int(move) for move in game.legal_moves(state)]
    if below(chance, 2):
        return moves[below(chance, len(moves))]
    kinds: dict[str, list[int]] = defaultdict(list)
    for move in moves:
        kinds[game.notation(move).split(":")[0]].append(move)
    kind = list(kinds.values())[below(chance, len(kinds))]
    return kind[below(chance, len(kind))]


def play_sample(game: Game, seed: bytes) -> Sample:
    """Play one game to its end."""
    chance = generator(derived_seed("choices", seed.hex()))
    states: list[Record] = [game.deal(seed)]
    moves: list[int] = []
    hashes = [fingerprint(states[0])]
    while not game.is_over(states[-1]):
        assert len(moves) < LONGEST, "the game does not end"
        moves.append(pick(game, states[-1], chance))
        states.append(game.play(states[-1], moves[-1]))
        hashes.append(fingerprint(states[-1]))
    return Sample(game, seed, states, moves, hashes)


@cache
def samples(box: Box) -> list[Sample]:
    """The random games of a box."""
    game = box.open()
    count = 1 if box.options else GAMES_A_BOX
    return [play_sample(game, derived_seed(str(box), number)) for number in range(count)]
