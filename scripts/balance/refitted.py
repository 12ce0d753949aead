"""Refits players to sets of figures that were tried before, and measures them again.

`python -m scripts.balance.refitted --out FILE` takes sets that the search has tried. Each of them
was played by the players of its nearest set; only the best was given players of its own. First come
the sets that were the best at something, then others in a random order. With `--change` it takes
the present set with one other figure instead, for example
`--change 'points for buildings=[4, 4, 5, 5, 6]'`; the option may be repeated. Each set is a line of
FILE; run the same command again to go on after a stop. `python -m scripts.balance FILE` puts the
lines into the tables.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lutetia.games.belle_epoque.calibration import search as s
from lutetia.games.belle_epoque.calibration.candidates import (
    Candidate,
    all_figures,
    described,
    is_allowed,
    with_values,
)
from lutetia.games.belle_epoque.calibration.run import LAST_STEPS, PLAYS_ALONE, last_refit
from lutetia.games.belle_epoque.calibration.trials import PLAYERS, SETUPS, Trials
from lutetia.games.belle_epoque.tuning.first_sight import random_numbers
from lutetia.kernel.errors import BadOption, LutetiaError
from scripts.balance.results import RESULTS

BEST_AT: dict[str, Callable[[Sequence[float]], float]] = {
    "tiles": max,
    "districts": max,
    "medals_spent": max,
    "largest_line": min,
}
"""What is kept of every set that was tried, and which value of it is the best."""


@dataclass(frozen=True)
class Effort:
    """How much is played for each set and number of players."""

    players: tuple[int, ...]
    refit_games: int
    """Of each of the steps of a refit."""
    games: int
    """Of each set-up, on fresh shuffles."""


def promising(rows: Sequence[dict[str, Any]], players: Sequence[int]) -> list[Candidate]:
    """The sets that were the best at something in a set-up with these numbers of players."""
    found: dict[Candidate, None] = {}
    for name, best in BEST_AT.items():
        for place, setup in enumerate((n, setup) for n in PLAYERS for setup in SETUPS):
            if setup[0] in players:
                wanted = best([row[name][place] for row in rows])
                found[next(tuple(r["candidate"]) for r in rows if r[name][place] == wanted)] = None
    return list(found)


def tried_sets(
    rows: Sequence[dict[str, Any]], players: Sequence[int], seed: str
) -> list[Candidate]:
    """Every set that was tried: the promising ones first, then the others in a random order.

    The present set has players of its own already."""
    rows = [row for row in rows if tuple(row["candidate"]) != s.present_result().candidate]
    first = promising(rows, players)
    others = sorted({tuple(row["candidate"]) for row in rows} - set(first))
    order = random_numbers("refitted", seed).permutation(len(others))
    return [*first, *(others[int(place)] for place in order)]


def changed(text: str) -> Candidate:
    """The present set with one other figure, from `FIGURE=CHOICE`."""
    name, _, choice = text.partition("=")
    figure = next((one for one in all_figures() if one.name == name), None)
    if figure is None:
        names = ", ".join(one.name for one in all_figures())
        raise BadOption(f"{name}: no figure of the ranges; they are {names}")
    try:
        value = json.loads(choice)
    except ValueError:
        value = None
    if value not in figure.choices:
        raise BadOption(f"{name}: {choice} is no choice; they are {json.dumps(figure.choices)}")
    candidate = with_values(s.present_result().candidate, {name: value})
    if not is_allowed(candidate):
        raise BadOption(f"{text}: the checks of a component file refuse this set")
    return candidate


def differences(candidate: Candidate) -> dict[str, Any]:
    """The figures in which a set differs from the present one."""
    usual = described(s.present_result().candidate)
    return {name: value for name, value in described(candidate).items() if value != usual[name]}


def looked_at(trials: Trials, candidate: Candidate, effort: Effort, seed: str) -> dict[str, Any]:
    """Refit players to a set, and measure it with them."""
    present = s.present_result().weights
    weights = {players: present[players] for players in effort.players}
    if effort.refit_games:
        weights = last_refit(trials, candidate, weights, effort.refit_games, seed, lambda _: None)
    fresh = f"{seed}.fresh"
    found = s.played(trials, candidate, weights, effort.games, fresh)
    alone = -(-effort.games // PLAYS_ALONE)
    duels = s.single_minded(trials, candidate, weights, SETUPS, alone, fresh)
    return {
        "candidate": candidate,
        "differences": differences(candidate),
        "refitted": LAST_STEPS * effort.refit_games,
        "seed": seed,
        "found": {
            name: {**measured, "alone": duels[name], "games_alone": alone}
            for name, measured in found.items()
        },
    }


def main() -> int:
    """Refit, play and tell."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.balance.refitted",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--change", action="append", default=[], metavar="FIGURE=CHOICE")
    parser.add_argument("--sets", type=int, default=70, metavar="N", help="at most so many sets")
    parser.add_argument(
        "--players", type=int, nargs="+", choices=PLAYERS, default=PLAYERS, metavar="N"
    )
    parser.add_argument(
        "--refit-games", type=int, default=600, metavar="N", help="of each step of a refit"
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="of each set-up")
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")
    parser.add_argument("--cores", type=int, default=1, metavar="N")
    given = parser.parse_args()
    effort = Effort(tuple(given.players), given.refit_games, given.games)
    try:
        tried = json.loads(RESULTS.read_text(encoding="utf-8"))["tried"]
        sets = [changed(text) for text in given.change]
    except LutetiaError as error:
        print(error, file=sys.stderr)
        return 2
    sets = (sets or tried_sets(tried, effort.players, given.seed))[: given.sets]
    kept: set[Candidate] = set()
    if given.out.exists():
        lines = given.out.read_text(encoding="utf-8").splitlines()
        kept = {tuple(json.loads(line)["candidate"]) for line in lines}
    trials = Trials(given.cores)
    for candidate in (one for one in sets if one not in kept):
        row = looked_at(trials, candidate, effort, given.seed)
        with given.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(row["differences"], flush=True)
    trials.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
