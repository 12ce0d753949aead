"""The programs that tune: they find again what made their data."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lutetia.ai.heuristic import guided
from lutetia.ai.tuning.imitation import Choice, fit, quality
from lutetia.ai.tuning.selfplay import self_play
from lutetia.ai.tuning.workers import Job, Workers
from lutetia.ai.weights import dump_weights, parse_weights
from lutetia.games.belle_epoque.evaluation import features as belle
from lutetia.games.belle_epoque.evaluation.estimate import (
    DISTRICTS_NOW,
    PLAY_NOW,
    REFLECTION,
    SHARPNESS,
)
from lutetia.games.belle_epoque.evaluation.weights import SECTIONS as BELLE_SECTIONS
from lutetia.games.belle_epoque.evaluation.weights import tuned_weights as belle_weights
from lutetia.games.belle_epoque.tuning import first_sight as contests
from lutetia.games.belle_epoque.tuning import reflection as planners
from lutetia.games.belle_epoque.tuning.first_sight import changeable, contest, fitted, noted_games
from lutetia.games.lumiere.evaluation.heuristic import SECTIONS, knowledge
from lutetia.games.lumiere.tuning.moves import choice_of
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.types import Floats
from tests.ai.positions import opened

FIRST_REFLECTION = REFLECTION * belle.FEATURES
LUMIERE_WEIGHTS = Path(contests.WEIGHTS).parents[2] / "lumiere/evaluation/weights.toml"


class Here(Workers):
    """Does the work in this process; the jobs given last may be the first done."""

    def __init__(self, last_first: bool = False) -> None:
        self._step = -1 if last_first else 1

    def do(self, work: Callable[..., Any], jobs: Sequence[Job]) -> Iterator[Any]:
        for job in jobs[:: self._step]:
            yield work(opened("belle_epoque", 2), *job)


def read(file: Path) -> Floats:
    return parse_weights(file.read_text(encoding="utf-8"), file.name, BELLE_SECTIONS)


def test_imitation_finds_the_weights_that_chose() -> None:
    numbers = np.random.default_rng(1)
    weights = np.array([1.0, -2.0, 0.5])
    choices = []
    for _ in range(400):
        features = numbers.normal(size=(int(numbers.integers(2, 30)), 3))
        likely = np.exp(features @ weights)
        choices.append(Choice(features, likely / likely.sum()))
    found = fit(choices, np.zeros(3), decay=1e-6)
    assert np.abs(found.weights - weights).max() < 0.05
    assert found.surprise < 0.01
    assert found.hits > 0.95
    assert quality(choices, np.zeros(3))[0] > found.surprise


def test_a_tuned_file_says_what_it_was_written_from() -> None:
    text = dump_weights(knowledge(), SECTIONS, "a comment\nof two lines")
    assert text.startswith("# a comment\n# of two lines\n")
    assert text.count(" = ") == len(knowledge())


def test_self_play_gives_rows_for_each_legal_move() -> None:
    game = opened("lumiere", 2)
    played = self_play(game, guided(game), 16, derived_seed("tuning"))
    assert len(played.points) == 2
    kinds = set()
    for thought in played.thoughts:
        phase_one, choice = choice_of(game, thought)
        kinds.add(phase_one)
        assert len(choice.features) == len(choice.shares) == len(game.legal_moves(thought.view))
        assert abs(choice.shares.sum() - 1.0) < 1e-9
    assert kinds == {True, False}


def test_noted_games_are_repeatable_and_reflection_fits_them() -> None:
    game = opened("belle_epoque", 3)
    weights = belle_weights()
    sizes = changeable(np.ones(belle.FEATURES))
    rows, times, targets = noted_games(game, 12, "test", weights, sizes)
    assert len(rows) == len(times) == len(targets) > 200
    assert ((times > 0) & (times <= 1)).all()
    again, _, _ = noted_games(game, 3, "test", weights, sizes)
    assert (rows[: len(again)] == again).all()
    found = fitted(weights, rows, times, targets)
    first = FIRST_REFLECTION
    assert (found[:first] == weights[:first]).all()
    assert found[SHARPNESS] == weights[SHARPNESS]
    for column, block in ((0, PLAY_NOW), (1, DISTRICTS_NOW)):
        start = first + block * belle.FEATURES
        said = rows @ found[start : start + belle.FEATURES]
        said += times * (rows @ found[start + belle.FEATURES : start + 2 * belle.FEATURES])
        # The constants are free, so the mean is right; and what is said explains something.
        assert abs((said - targets[:, column]).mean()) < 1e-3
        assert np.corrcoef(said, targets[:, column])[0, 1] > 0.5


def test_a_contest_is_fair_and_finds_the_better_weights() -> None:
    game = opened("belle_epoque", 2)
    weights = belle_weights()
    assert contest(game, 0, "test", weights, weights, 4) == (0, 0.0)
    blind = np.zeros_like(weights)
    number, margin = contest(game, 7, "test", weights, blind, 10)
    assert number == 7
    assert margin > 0


def test_changes_leave_constants_and_sharpness_alone() -> None:
    sizes = changeable(np.ones(belle.FEATURES))
    assert (sizes[belle.ALWAYS :: belle.FEATURES][:4] == 0).all()
    assert sizes[-1] == 0
    assert (sizes[: belle.FEATURES] > 0).sum() + (
        sizes[2 * belle.FEATURES : 3 * belle.FEATURES] > 0
    ).sum() == belle.FEATURES - 1


def test_games_of_planners_are_noted_and_the_shipped_weights_explain_them() -> None:
    game = opened("belle_epoque", 2)
    games = [planners.planned_game(game, one, "test", 2, belle_weights()) for one in range(8)]
    assert [number for number, _ in games] == list(range(8))
    noted = planners.pooled([each for _, each in games])
    assert len(noted.rows) == len(noted.times) == len(noted.targets) > 800
    assert ((noted.times > 0) & (noted.times <= 1)).all()
    spread = float(noted.targets.sum(axis=1).std())
    assert planners.missed_by(belle_weights(), noted) < 0.9 * spread


def test_planners_weights_are_varied_but_for_the_sharpness() -> None:
    weights = np.ones_like(belle_weights())
    one = planners.varied(weights, np.random.default_rng(1))
    assert one[SHARPNESS] == 1.0
    dropped = one == 0.0
    assert 0 < dropped.sum() < 0.1 * len(one)
    assert 0.1 < np.log(one[~dropped]).std() < 0.2


def test_reflection_is_fitted_to_planners_and_nothing_else_changes(tmp_path: Path) -> None:
    weights = belle_weights().copy()
    asked = Namespace(games=4, rounds=2, width=1, seed="test")
    planners.tune(Here(), asked, weights, tmp_path / "one.toml")
    planners.tune(Here(last_first=True), asked, weights, tmp_path / "again.toml")
    assert (tmp_path / "one.toml").read_bytes() == (tmp_path / "again.toml").read_bytes()
    found = read(tmp_path / "one.toml")
    assert (found[:FIRST_REFLECTION] == weights[:FIRST_REFLECTION]).all()
    assert found[SHARPNESS] == weights[SHARPNESS]
    assert (found != weights)[FIRST_REFLECTION:SHARPNESS].mean() > 0.5
    assert (weights == belle_weights()).all()
    asked.seed = "other"
    planners.tune(Here(), asked, weights, tmp_path / "other.toml")
    assert (read(tmp_path / "other.toml") != found).any()


@pytest.mark.parametrize("reflect", [False, True])
def test_contests_leave_reflection_alone_unless_asked(tmp_path: Path, reflect: bool) -> None:
    weights = belle_weights()
    asked = Namespace(
        rounds=1, changes=2, pairs=1, games=32, pace=0.15, seed="test", reflect=reflect
    )
    contests.tune(Here(), asked, weights, tmp_path / "found.toml")
    changed = read(tmp_path / "found.toml") != weights
    assert changed[:FIRST_REFLECTION].any()
    assert changed[FIRST_REFLECTION:SHARPNESS].any() == reflect


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--games", "0"], "0 is less than 1"),
        (["--width", "wide"], "invalid"),
        (["--start", "nowhere.toml"], "--start: "),
        (["--out", "nowhere/found.toml"], "--out: "),
        (["--start", str(LUMIERE_WEIGHTS)], "the features differ"),
    ],
)
def test_bad_words_to_a_tuning_program_are_told_in_a_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        planners.main(words)
    assert stop.value.code == 2
    assert complaint in capsys.readouterr().err
