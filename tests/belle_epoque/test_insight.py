"""The network of insight: its sums, its file, and how it learns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.player import planner_of
from lutetia.games.belle_epoque.evaluation import insight as net
from lutetia.games.belle_epoque.evaluation import insight_file
from lutetia.games.belle_epoque.evaluation import insight_inputs as inputs
from lutetia.games.belle_epoque.evaluation.estimate import INSIGHT, LINES, REFLECTION, estimate
from lutetia.games.belle_epoque.evaluation.features import (
    FEATURES,
    all_worth,
    seat_features,
    turns_left,
)
from lutetia.games.belle_epoque.evaluation.insight_file import Insight, read_insight
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT
from lutetia.kernel import strength
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile
from lutetia.kernel.strength import FORESIGHT
from lutetia.kernel.types import Floats, Record
from tests.belle_epoque.boards import opened
from tests.belle_epoque.playing import pick

NETWORK = 0.2 * np.random.default_rng(7).normal(size=net.WEIGHTS)
LINEAR = np.random.default_rng(8).normal(size=INSIGHT)


def some_position(game: Game) -> Record:
    """A position in the middle of a game."""
    chance = generator(derived_seed("insight", game.seats))
    state = game.deal_with(chance)
    while state.turns < 12 * game.seats:
        state = game.play(state, pick(game, state, chance))  # type: ignore[arg-type]
    return state


def matrices() -> dict[str, Floats]:
    """The weights of `NETWORK` by name."""
    found, place = {}, 0
    for name, (rows, columns) in net.SHAPES.items():
        found[name] = NETWORK[place : place + rows * columns].reshape(rows, columns)
        place += rows * columns
    assert place == net.WEIGHTS
    return found


def expected(game: Game, state: Record) -> Floats:
    """The corrections of all seats, by whole matrices."""
    m = matrices()
    sums, best = np.zeros((s.DISTRICTS, s.SEATS)), np.zeros((s.DISTRICTS, s.SEATS))
    all_worth(game.box, state, sums, best)
    seats = np.zeros((game.seats, inputs.SEAT_INPUTS))
    table = np.zeros(inputs.TABLE_INPUTS)
    inputs.table_inputs(game.box, state, table)
    pooled = np.zeros((game.seats, net.PLACES))
    taken = inputs.taken_by_anybody(game.box, state)
    for seat in range(game.seats):
        features, left = np.zeros(FEATURES), turns_left(game.box, state, seat)
        seat_features(game.box, state, seat, sums, best, features)
        inputs.seat_inputs(game.box, state, seat, features, left, seats[seat])
        for district in range(s.DISTRICTS):
            board, owner = np.zeros(inputs.BOARD_INPUTS), np.zeros(inputs.OWNER_INPUTS)
            inputs.board_inputs(game.box, state, district, taken, board)
            inputs.owner_inputs(game.box, state, seat, district, sums, best, left, owner)
            here = board @ m["board"] + owner @ m["owner"] + m["place_bias"][0]
            pooled[seat] += np.maximum(0.0, here)
    sides = seats @ m["seat"]
    own, other = sides[:, : net.FIRST], sides[:, net.FIRST :]
    hidden = own + (other.sum(axis=0) - other) / (game.seats - 1)
    hidden += table @ m["table"] + m["first_bias"] + pooled @ m["places"]
    second = np.maximum(0.0, hidden) @ m["second"] + m["second_bias"]
    found: Floats = net.POINTS * (np.maximum(0.0, second) @ m["answer"] + m["answer_bias"])
    return found


@pytest.mark.plain
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_network_corrects_the_estimate_by_what_its_matrices_say(players: int) -> None:
    game = opened(players)
    state = some_position(game)
    plain, corrected = np.zeros((players, LINES)), np.zeros((players, LINES))
    estimate(game.box, LINEAR, state, REFLECTION, plain)
    estimate(game.box, np.concatenate([LINEAR, NETWORK]), state, REFLECTION, corrected)
    more = corrected - plain
    play, districts = more[:, :FIRST_DISTRICT].sum(axis=1), more[:, FIRST_DISTRICT:].sum(axis=1)
    assert np.stack([play, districts], axis=1) == pytest.approx(expected(game, state))


def test_a_file_keeps_all_weights(tmp_path: Path) -> None:
    path = tmp_path / "insight.npz"
    Insight("digest", {2: LINEAR, 3: 2 * LINEAR}, NETWORK).write(path)
    found = read_insight(path)
    assert found.components == "digest"
    assert found.knowledge(3)[:INSIGHT] == pytest.approx(2 * LINEAR)
    assert found.knowledge(2)[INSIGHT:] == pytest.approx(NETWORK, rel=1e-6)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("VERSION", 99, "made for belle_epoque, inputs 99; this program needs"),
        ("GAME", "lumiere", "made for lumiere"),
    ],
)
def test_a_file_for_something_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object, sentence: str
) -> None:
    path = tmp_path / "insight.npz"
    with monkeypatch.context() as patch:
        patch.setattr(insight_file, name, value)
        Insight("digest", {2: LINEAR}, NETWORK).write(path)
    with pytest.raises(BadFile, match=sentence):
        read_insight(path)


def test_a_file_of_another_size_or_of_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "insight.npz"
    Insight("digest", {2: LINEAR}, NETWORK[:-1]).write(path)
    with pytest.raises(BadFile, match="another size"):
        read_insight(path)
    path.write_text("no network", encoding="utf-8")
    with pytest.raises(BadFile, match="no network of insight can be read"):
        read_insight(path)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_planners_use_the_shipped_network_with_the_components_that_it_knows(players: int) -> None:
    game = BelleEpoque.open(players)
    seed = derived_seed("insight")
    without = planner_of(game, FORESIGHT, seed, 1).knowledge
    assert np.array_equal(without, heuristic_of(game).knowledge(game))
    with_network = planner_of(game, FORESIGHT, seed, 1, strength.INSIGHT)
    found = with_network.knowledge
    assert with_network.effort == strength.INSIGHT
    assert len(found) == INSIGHT + net.WEIGHTS
    assert found[:INSIGHT] == pytest.approx(without, rel=1e-3, abs=1e-3)
    # The first figures are other components.
    earlier = opened(players)
    unknown = planner_of(earlier, FORESIGHT, seed, 1, strength.INSIGHT)
    assert unknown.effort == FORESIGHT
    assert np.array_equal(unknown.knowledge, heuristic_of(earlier).knowledge(earlier))
