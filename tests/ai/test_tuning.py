"""The programs that tune: they find again what made their data."""

from __future__ import annotations

import numpy as np

from lutetia.ai.judgement.belle_epoque import features as belle
from lutetia.ai.judgement.belle_epoque.estimate import (
    DISTRICTS_NOW,
    PLAY_NOW,
    REFLECTION,
    SHARPNESS,
)
from lutetia.ai.judgement.belle_epoque.knowledge import knowledge as belle_weights
from lutetia.ai.judgement.lumiere.knowledge import SECTIONS, guided, knowledge
from lutetia.ai.judgement.weights import dump_weights
from lutetia.ai.tuning.belle_epoque import changeable, contest, fitted, noted_games
from lutetia.ai.tuning.imitation import Choice, fit, quality
from lutetia.ai.tuning.lumiere import choice_of
from lutetia.ai.tuning.selfplay import self_play
from lutetia.kernel.chance import derived_seed
from tests.ai.positions import opened


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
    again, _, _ = noted_games(game, 12, "test", weights, sizes)
    assert (rows == again).all()
    found = fitted(weights, rows, times, targets)
    first = REFLECTION * belle.FEATURES
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
