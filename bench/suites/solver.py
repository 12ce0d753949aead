"""The exact solver: how many positions it proves in time, and what the moves of players lose."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from bench.measure import Settings, progress
from bench.report import figure, table
from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.solver import solve
from lutetia.games.lumiere.solver.positions import positions, tokens_left
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.package import Solution
from lutetia.kernel.types import Record

TITLE = "Solver: La Cité's second phase"
ONE_CORE = False
OPTIONS = {
    "positions": (20, "positions for each of two to four tokens left"),
    "deep": (4, "positions for each of five and six tokens left"),
    "judged": (12, "positions on which the moves of players are judged"),
}

SEED = "bench"
CORES = 2
TOKENS = (2, 3, 4, 5, 6)
DEEP = 5
LIMITS = (1, 10, 60)
"""Limits in seconds. After the last one the solver stops."""
BUILDINGS = ((0, 2), (3, 5), (6, 8), (9, 24))
"""Buildings left in both reserves, in groups."""

JUDGED_TOKENS = (1, 2, 3, 4)
PLAYERS = ("random", "greedy", "mcts:1000", *(f"level:{number}" for number in range(1, 10)))

ABOUT = f"""\
Positions from sensible play with eight postcards drawn from all twelve, one a game, by the action
tokens that both players have left together; solved on {CORES} cores, the best line included. The
first shares go by the clock, so other work on the machine lowers them; those of processor seconds,
of all cores together, hardly depend on it."""

LOST = """\
Points of the proved margin that a player's move gives away, in the mean over positions with one to
four tokens left, the same ones for every player."""


@dataclass(frozen=True)
class Attempt:
    """A position and the result of the solver."""

    tokens: int
    buildings: int
    found: Solution
    processor: float

    def within(self, seconds: float) -> bool:
        return self.found.proved and self.found.seconds <= seconds

    def within_processor(self, seconds: float) -> bool:
        return self.found.proved and self.processor <= seconds


def run(settings: Settings) -> str:
    game = Lumiere.open(options={"postcards": "random"})
    attempts: list[Attempt] = []
    for tokens in TOKENS:
        number = settings.options["deep" if tokens >= DEEP else "positions"]
        progress(f"{tokens} tokens left: {number} positions")
        attempts += [attempt(game, state) for state in positions(game, tokens, number, SEED)]
    progress("what players lose")
    losses = points_lost(game, judged_positions(game, settings.options["judged"]), PLAYERS)
    return "\n\n".join([ABOUT, _by_tokens(attempts), _by_buildings(attempts), LOST, lost(losses)])


def attempt(game: Lumiere, state: Record, seconds: float = LIMITS[-1]) -> Attempt:
    """Solve a position, or stop at the limit."""
    before = time.process_time()
    found = solve(game, state, seconds=seconds, cores=CORES)
    buildings = sum(int(reserve).bit_count() for reserve in state.reserve)
    return Attempt(tokens_left(state), buildings, found, time.process_time() - before)


def judged_positions(game: Lumiere, number: int, sample: int = 1) -> list[Record]:
    """Positions, spread evenly over the numbers of tokens. Another sample has other ones."""
    seed = f"{SEED}, judged" if sample == 1 else f"{SEED}, judged, {sample - 1}"
    each, more = divmod(number, len(JUDGED_TOKENS))
    found = []
    for index, tokens in enumerate(JUDGED_TOKENS):
        found += positions(game, tokens, each + (index < more), seed)
    return found


def named(name: str, seed: bytes) -> Player:
    """The player of a name."""
    return player_named(name, seed, threads=CORES)


def points_lost(
    game: Lumiere,
    states: Iterable[Record],
    players: Sequence[str],
    make: Callable[[str, bytes], Player] = named,
) -> dict[str, list[int]]:
    """For each player, the loss of its move in every position that can be judged."""
    losses: dict[str, list[int]] = {name: [] for name in players}
    for index, state in enumerate(states):
        best = _margin(game, state, int(state.to_move))
        moves = {
            name: _move(game, state, make(name, derived_seed(SEED, name, index)))
            for name in players
        }
        after = {
            move: _margin(game, game.play(state, move), int(state.to_move))
            for move in set(moves.values())
        }
        if best is None or None in after.values():
            continue  # every player must have the same positions
        for name, move in moves.items():
            losses[name].append(best - (after[move] or 0))
    return losses


def _move(game: Lumiere, state: Record, player: Player) -> int:
    seat = int(state.to_move)
    return player.choose(game, game.view(state, seat), seat)


def _margin(game: Lumiere, state: Record, seat: int) -> int | None:
    """The proved margin of a seat; None if it is not proved."""
    if game.is_over(state):
        totals = game.totals(state)
        return totals[seat] - totals[1 - seat]
    found = solve(game, state, seconds=LIMITS[1], cores=CORES)
    if not found.proved:
        return None
    return found.margin if int(state.to_move) == seat else -found.margin


def _by_tokens(attempts: Sequence[Attempt]) -> str:
    groups: dict[int, list[Attempt]] = defaultdict(list)
    for each in attempts:
        groups[each.tokens].append(each)
    head = [
        "tokens left",
        "positions",
        *(f"proved in {limit} s" for limit in LIMITS),
        *(f"in {CORES * limit} processor s" for limit in LIMITS),
        "median nodes",
        "nodes a second",
        "processor seconds: median",
        "at most",
    ]
    rows = []
    for tokens, group in sorted(groups.items()):
        nodes = [each.found.nodes for each in group]
        processor = [each.processor for each in group]
        rows.append(
            [
                str(tokens),
                str(len(group)),
                *(_share([each.within(limit) for each in group]) for limit in LIMITS),
                *(
                    _share([each.within_processor(CORES * limit) for each in group])
                    for limit in LIMITS
                ),
                figure(median(nodes)),
                figure(sum(nodes) / max(sum(processor), 1e-9) * CORES),
                figure(median(processor)),
                figure(max(processor)),
            ]
        )
    return table(head, rows)


def _by_buildings(attempts: Sequence[Attempt]) -> str:
    """The share proved within the first limit, by tokens and by buildings left."""
    head = [f"proved in {LIMITS[0]} s, buildings left:"]
    head += [f"{low}–{high}" if high < 24 else f"{low} or more" for low, high in BUILDINGS]
    rows = []
    for tokens in sorted({each.tokens for each in attempts}):
        row = [f"{tokens} tokens"]
        for low, high in BUILDINGS:
            group = [a for a in attempts if a.tokens == tokens and low <= a.buildings <= high]
            share = _share([each.within(LIMITS[0]) for each in group]) if group else ""
            row.append(f"{share} of {len(group)}" if group else "")
        rows.append(row)
    return table(head, rows)


def _share(answers: Sequence[bool]) -> str:
    return f"{sum(answers) / len(answers):.0%}"


def lost(losses: dict[str, list[int]]) -> str:
    """The losses as a table."""
    rows = [
        [
            name,
            str(len(found)),
            figure(mean(found)),
            f"{sum(loss == 0 for loss in found) / len(found):.0%}",
        ]
        for name, found in losses.items()
        if found
    ]
    return table(["player", "positions", "points lost a move", "best moves"], rows)
