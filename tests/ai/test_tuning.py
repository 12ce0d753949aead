"""The programs that tune: they find again what made their data."""

from __future__ import annotations

import numpy as np

from lutetia.ai.judgement.lumiere.knowledge import SECTIONS, guided, knowledge
from lutetia.ai.judgement.weights import dump_weights
from lutetia.ai.tuning.belle_epoque import games, regression
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


def test_regression_finds_the_weights_that_made_points() -> None:
    numbers = np.random.default_rng(2)
    inputs = numbers.normal(size=(3000, 5)) * np.array([1.0, 10.0, 0.1, 1.0, 3.0])
    weights = numbers.normal(size=(5, 2))
    found = regression(inputs, inputs @ weights + 0.1 * numbers.normal(size=(3000, 2)), 1e-6)
    assert np.abs(found - weights).max() < 0.05


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


def test_rehearsed_games_predict_what_they_won() -> None:
    game = opened("belle_epoque", 3)
    from lutetia.ai.judgement.belle_epoque.knowledge import knowledge as weights

    inputs, targets, mean = games(game, 0, 3, "test", 1.0, weights())
    assert len(inputs) == len(targets) > 50
    assert np.isfinite(inputs).all()
    assert mean > 0
    again, _, _ = games(game, 0, 3, "test", 1.0, weights())
    assert (inputs == again).all()
