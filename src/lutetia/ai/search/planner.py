"""Plans a turn: first every move to the end of the turn, then the best moves beyond it.

Every imagined world has a number. It depends only on the seed, the view and this number. So all
moves are followed in the same worlds, and the number of threads changes only the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np

from lutetia.ai.search.beam_buffers import LONGEST_TURN, BeamBuffers, new_beam_buffers
from lutetia.ai.search.view_key import digest, field_masks
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.strength import Effort
from lutetia.kernel.types import Floats, Record, Words

FRESH = 1 << 32
"""Worlds from this number on are used to compare moves afterwards, never to choose them."""


@dataclass
class Prospect:
    """The results for one move."""

    move: int
    values: Floats
    """The sum of values over worlds, for each seat. In one world a value is between 0 and 1."""
    lines: Floats
    """The sum over worlds of the points at the end, for each seat and scoring line."""
    worlds: int = 0
    leads: list[float] = field(default_factory=list)
    """For each world: the lead of the planning seat over the best of the others."""
    path: list[int] = field(default_factory=list)
    """The rest of the turn by its first plan; empty before that."""
    end: int = 0
    """The hash of the position at the end of the turn in the first world."""

    def value(self, seat: int) -> float:
        """The mean value for a seat."""
        return float(self.values[seat]) / max(1, self.worlds)

    def expected(self) -> Floats:
        """The mean scoring lines of all seats."""
        return self.lines / max(1, self.worlds)


class Planner:
    """Plans the turns of one game."""

    def __init__(
        self,
        game: Game,
        loops: ModuleType,
        knowledge: Floats,
        effort: Effort,
        seed: bytes,
        threads: int,
    ) -> None:
        self.game = game
        self.effort = effort
        self._loops = loops
        self.knowledge = knowledge
        self._seed = seed
        self._masks = field_masks(game.state_type)
        width = max(effort.width, effort.replies)
        self._beams = [new_beam_buffers(game, width) for _ in range(threads)]

    def whole_turn(self, view: Record, seat: int, knowledge: Floats) -> list[int]:
        """The rest of the turn, planned once; only one move if that move reveals something."""
        beam, chance = self._beams[0], self._chance(self._name(view), 0)
        first = self._loops.whole_turn(
            self.game.box, knowledge, chance, beam, view, seat, self.effort.width
        )
        return [int(first), *(int(move) for move in beam.path[1:] if move >= 0)]

    def consider(self, view: Record, seat: int) -> list[Prospect]:
        """All legal moves, the best first. Moves followed beyond the turn come before others."""
        effort = self.effort
        found = [self._prospect(int(move)) for move in self.game.legal_moves(view)]
        self.follow(view, seat, found, range(max(1, effort.looks // len(found))), 0)
        found = _best_first(found, seat)
        if effort.worlds == 0 or len(found) == 1:
            return found
        chosen = [self._prospect(one.move, one.path) for one in self._candidates(found)]
        if len(chosen) == 1:
            return found
        followed = self._halve(view, seat, chosen)
        moves = {one.move for one in followed}
        return followed + [one for one in found if one.move not in moves]

    def weigh(self, view: Record, seat: int, moves: Sequence[int], worlds: int) -> list[Prospect]:
        """The given moves, in the same order, followed beyond the turn in the same worlds."""
        found = [self._prospect(move) for move in moves]
        # Other worlds than those that chose the best move: there it would look better than it is.
        self.follow(view, seat, found, range(FRESH, FRESH + worlds), self.effort.turns)
        return found

    def follow(
        self, view: Record, seat: int, prospects: Sequence[Prospect], worlds: range, turns: int
    ) -> None:
        """Follow each move in each world to the end of the turn, then `turns` more turns."""
        name = self._name(view)
        settled = self._is_settled(view)
        threads = min(len(self._beams), len(prospects))
        chances = np.stack([self._chance(name, world) for world in worlds])
        shares = [prospects[number::threads] for number in range(threads)]

        def work(number: int) -> None:
            for prospect in shares[number]:
                # The first plan that a move gets is kept to in the other worlds.
                first = 1 if prospect.worlds == 0 else len(chances)
                for part in (chances[:first], chances[first:]):
                    if len(part):
                        plan = prospect.path if settled else []
                        self._follow_one(view, seat, prospect, plan, part, turns, number)

        if threads == 1:
            work(0)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, range(threads)))

    def _halve(self, view: Record, seat: int, left: list[Prospect]) -> list[Prospect]:
        """Follow the moves beyond the turn. After each round the worse half is dropped."""
        effort, beaten, done = self.effort, list[Prospect](), 0
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds):
            more = max(1, effort.worlds // (rounds * len(left)))
            self.follow(view, seat, left, range(done, done + more), effort.turns)
            done += more
            left = _best_first(left, seat)
            half = (len(left) + 1) // 2
            left, beaten = left[:half], left[half:] + beaten
        return left + beaten

    def _candidates(self, ranked: Sequence[Prospect]) -> Iterator[Prospect]:
        """The best moves; of moves that end the turn in the same position only the first."""
        ends: set[int] = set()
        for one in ranked:
            if one.end not in ends and len(ends) < self.effort.candidates:
                ends.add(one.end)
                yield one

    def _follow_one(
        self,
        view: Record,
        seat: int,
        prospect: Prospect,
        plan: Sequence[int],
        chances: Words,
        turns: int,
        number: int,
    ) -> None:
        beam: BeamBuffers = self._beams[number]
        effort = self.effort
        rest = np.full(LONGEST_TURN, self._loops.NONE, dtype=np.int32)
        rest[: len(plan)] = plan
        values = np.zeros((len(chances), self.game.seats))
        lines = np.zeros((len(chances), self.game.seats, len(self.game.score_lines)))
        end = self._loops.follow_worlds(
            self.game.box,
            self.knowledge,
            chances,
            beam,
            view,
            seat,
            prospect.move,
            rest,
            effort.width,
            turns,
            effort.replies,
            values,
            lines,
        )
        if prospect.worlds == 0:
            prospect.end = int(end)
            prospect.path = prospect.path or [int(move) for move in beam.path if move >= 0]
        prospect.worlds += len(chances)
        for world in range(len(chances)):
            prospect.values += values[world]
            prospect.lines += lines[world]
        totals = lines.sum(axis=2)
        prospect.leads += (totals[:, seat] - np.delete(totals, seat, axis=1).max(axis=1)).tolist()

    def _prospect(self, move: int, path: Sequence[int] = ()) -> Prospect:
        seats, lines = self.game.seats, len(self.game.score_lines)
        return Prospect(move, np.zeros(seats), np.zeros((seats, lines)), path=list(path))

    def _is_settled(self, view: Record) -> bool:
        """Whether nothing more is revealed in this turn, so that a plan fits every world."""
        moves = self.game.legal_moves(view)
        return int(self._loops.blind_moves(self.game.box, view, moves, len(moves))) == 0

    def _name(self, view: Record) -> str:
        """The seed and the hash of the view. The worlds depend on them."""
        key = digest(view, self._masks, self.game.state_type.itemsize)
        return f"{self._seed.hex()} {int(key)}"

    @staticmethod
    def _chance(name: str, world: int) -> Words:
        return generator(derived_seed("world", name, world))


def _best_first(prospects: Sequence[Prospect], seat: int) -> list[Prospect]:
    return sorted(prospects, key=lambda one: (-one.value(seat), one.move))
