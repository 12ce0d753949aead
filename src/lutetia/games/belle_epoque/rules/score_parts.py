"""The parts of a score of the Belle Époque: points in play, tile 27, each district (B9)."""

from __future__ import annotations

from collections.abc import Iterator

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT, SCORE_LINES, worth
from lutetia.kernel.contract import Game
from lutetia.kernel.score_parts import PartValue, ScorePart
from lutetia.kernel.types import Record

PLACES = ("first", "second", "third")


def score_parts(game: Game, state: Record) -> Iterator[ScorePart]:
    """All parts of the scores of all seats."""
    for seat, lines in enumerate(game.score(state)):
        won, tile_27 = lines["points"], lines["tile-27"]
        yield ScorePart(seat, "points", "", won, {}, "won in play")
        if tile_27:
            francs = int(state.francs[seat])
            text = f"bonus tile 27: {francs} francs"
            yield ScorePart(seat, "tile-27", "", tile_27, {"francs": francs}, text)
        for district, line in enumerate(SCORE_LINES[FIRST_DISTRICT:]):
            if state.scoring_tile[district] >= 0:
                yield _majority(game, state, seat, district, lines[line])


def tie_breaks(game: Game, state: Record) -> list[tuple[str, list[int]]]:
    """B9.3: francs, then the value of all properties."""
    seats = range(game.seats)
    districts = range(len(terms.DISTRICTS))
    value = [sum(int(worth(game.box, state, seat, d)[0]) for d in districts) for seat in seats]
    return [
        ("francs", [int(state.francs[seat]) for seat in seats]),
        ("summed value of all properties", value),
    ]


def _majority(game: Game, state: Record, seat: int, district: int, points: int) -> ScorePart:
    """B9.2: the place in a district with a scoring tile."""
    sums = [int(worth(game.box, state, one, district)[0]) for one in range(game.seats)]
    tile = [int(value) for value in game.box.scoring[int(state.scoring_tile[district])]]
    place = 1 + tile.index(points) if points else 0
    values: dict[str, PartValue] = {
        "district": terms.DISTRICTS[district],
        "place": place,
        "sum": sums[seat],
        "rival": max(sums[:seat] + sums[seat + 1 :]),
    }
    word = PLACES[place - 1] if place else "nothing"
    text = f"sum {sums[seat]}: {word} of {'/'.join(map(str, tile))}"
    return ScorePart(seat, terms.DISTRICTS[district], "", points, values, text)
