"""Environments for reinforcement learning: steps with observations, masks and rewards."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bench.environment import peer_python
from bench.measure import Contestant, Outcome, Settings, Spread, Worker, compete
from bench.report import spread, table

TITLE = "Environments: steps of many games"
ONE_CORE = False
OPTIONS = {"batch": (4096, "games that step together")}

LA_CITE = "Lutetia: La Cité"
BELLE_EPOQUE = "Lutetia: Belle Époque"
OPEN_SPIEL_GAMES = ("connect_four", "tic_tac_toe")
OPEN_SPIEL_BATCH = "256"
"""It steps its games one by one in Python, so more of them are not faster."""
PGX_GAMES = ("connect_four", "othello", "backgammon")


def run(settings: Settings) -> str:
    outcomes = compete(contestants(str(settings.options["batch"])), settings)
    return "\n\n".join(filter(None, [_speeds(outcomes), _ratios(outcomes), _notes(outcomes)]))


def contestants(size: str) -> Sequence[Contestant]:
    def ours(name: str, game: str) -> Worker:
        return Worker(name, lambda: [sys.executable, "-m", "bench.peers.batch", game, size])

    def peer(name: str, module: str, *words: str) -> Worker:
        return Worker(name, lambda: [peer_python(), "-m", f"bench.peers.{module}", *words])

    return [
        ours(LA_CITE, "lumiere"),
        ours(BELLE_EPOQUE, "belle_epoque"),
        *(peer(f"Pgx: {game}", "pgx", game, size) for game in PGX_GAMES),
        *(
            peer(f"OpenSpiel: {game}", "open_spiel_vector", game, OPEN_SPIEL_BATCH)
            for game in OPEN_SPIEL_GAMES
        ),
    ]


def _speeds(outcomes: Sequence[Outcome]) -> str:
    rows = [[each.name, "missing" if each.missing else spread(_steps(each))] for each in outcomes]
    return table(["environment: game", "steps a second"], rows)


def _steps(outcome: Outcome) -> Spread:
    return Spread.of([sample.plies_per_second for sample in outcome.samples])


def _ratios(outcomes: Sequence[Outcome]) -> str:
    """How many times as many steps Lutetia makes, within the same rounds."""
    ours = [each for each in outcomes if each.name in {LA_CITE, BELLE_EPOQUE} and not each.missing]
    rows = [
        [other.name, *(_ratio(mine, other) for mine in ours)]
        for other in outcomes
        if other not in ours and not other.missing
    ]
    return table(["times as many as", *(each.name[9:] for each in ours)], rows) if ours else ""


def _ratio(mine: Outcome, other: Outcome) -> str:
    pairs = zip(mine.samples, other.samples, strict=True)
    return spread(Spread.of([a.plies_per_second / b.plies_per_second for a, b in pairs]))


def _notes(outcomes: Sequence[Outcome]) -> str:
    lines = [
        f"- {each.name}: {f'**missing**: {each.missing}' if each.missing else each.note}"
        for each in outcomes
    ]
    told = "A step is one decision of a player, with the next observation, the mask and the reward."
    return "\n".join([told, "", *lines])
