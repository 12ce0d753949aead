"""Random games: the engine of Lutetia, other engines with their games, and C++."""

from __future__ import annotations

from collections.abc import Sequence

from bench.environment import peer_python
from bench.lutetia import lutetia
from bench.measure import Command, Contestant, Outcome, Sample, Settings, Spread, Worker, compete
from bench.native import COMPILER, native_program
from bench.report import spread, table

TITLE = "Engine: full random games"

LA_CITE = "Lutetia: La Cité"
BELLE_EPOQUE = "Lutetia: Belle Époque"
BOUND = "C++: La Cité"

OPEN_SPIEL_GAMES = ("connect_four", "othello", "amazons", "backgammon")
PGX_GAMES = ("connect_four", "othello", "backgammon")


def run(settings: Settings) -> str:
    outcomes = compete(contestants(), settings)
    return "\n\n".join(filter(None, [_speeds(outcomes), _ratios(outcomes), _notes(outcomes)]))


def contestants() -> Sequence[Contestant]:
    ours = [_ours(LA_CITE, "lumiere"), _ours(BELLE_EPOQUE, "belle-epoque")]
    bound = Command(
        BOUND,
        lambda: [str(native_program("lumiere"))],
        f"the same hot loop in bench/cpp, a lower bound on time; {' '.join(COMPILER)}",
    )
    peers = [
        *(_peer(f"OpenSpiel: {game}", "open_spiel", game, "python") for game in OPEN_SPIEL_GAMES),
        *(
            _peer(f"OpenSpiel, in C++: {game}", "open_spiel", game, "rollouts")
            for game in OPEN_SPIEL_GAMES
        ),
        *(_peer(f"Pgx: {game}", "pgx", game) for game in PGX_GAMES),
        _peer("Catanatron: Catan, 2 players", "catanatron", "2"),
        _peer("Catanatron: Catan, 4 players", "catanatron", "4"),
    ]
    return [*ours, bound, *peers]


def _ours(name: str, game: str) -> Command:
    return Command(name, lambda: lutetia("bench", game, "--json"), f"`lutetia bench {game}`")


def _peer(name: str, module: str, *words: str) -> Worker:
    return Worker(name, lambda: [peer_python(), "-m", f"bench.peers.{module}", *words])


def _speeds(outcomes: Sequence[Outcome]) -> str:
    rows = []
    for each in outcomes:
        if each.missing:
            rows.append([each.name, "missing", "", ""])
            continue
        games = Spread.of([sample.games_per_second for sample in each.samples])
        plies = Spread.of([sample.plies_per_second for sample in each.samples])
        length = sum(s.plies for s in each.samples) / sum(s.games for s in each.samples)
        rows.append([each.name, spread(games), spread(plies), f"{length:.1f}"])
    return table(["engine: game", "games a second", "plies a second", "plies a game"], rows)


def _ratios(outcomes: Sequence[Outcome]) -> str:
    """How many times as fast Lutetia is as each other engine, within the same rounds."""
    ours = [each for each in outcomes if each.name in {LA_CITE, BELLE_EPOQUE} and not each.missing]
    if not ours:
        return ""
    head = ["times as fast as", *(f"{o.name[9:]}: {what}" for o in ours for what in WHAT)]
    rows = [
        [other.name, *(_ratio(mine, other, what) for mine in ours for what in WHAT)]
        for other in outcomes
        if other not in ours and not other.missing
    ]
    return table(head, rows)


WHAT = ("games", "plies")


def _ratio(mine: Outcome, other: Outcome, what: str) -> str:
    if other.name == BOUND and mine.name != LA_CITE:
        return ""  # the C++ program plays only La Cité
    pairs = zip(mine.samples, other.samples, strict=True)
    return spread(Spread.of([_rate(one, what) / _rate(two, what) for one, two in pairs]))


def _rate(sample: Sample, what: str) -> float:
    return sample.games_per_second if what == "games" else sample.plies_per_second


def _notes(outcomes: Sequence[Outcome]) -> str:
    names: dict[str, list[str]] = {}
    for each in outcomes:
        note = f"**missing**: {each.missing}" if each.missing else each.note
        names.setdefault(note, []).append(each.name)
    lines = [f"- {', '.join(those)}: {note}" for note, those in names.items()]
    return "\n".join(["A ply is one decision of a player; dice and deals are none.", "", *lines])
