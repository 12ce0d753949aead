"""The environments pass the test suites of the libraries that they are made for."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from lutetia.environments import gym, spiel, zoo
from lutetia.kernel.errors import BadOption

TABLES = [("lumiere", 2), ("belle_epoque", 2), ("belle_epoque", 3), ("belle_epoque", 4)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_the_games(name: str, seats: int, capsys: Any) -> None:
    api_test(zoo.env(name, seats=seats), num_cycles=60, verbose_progress=False)
    assert "Passed" in capsys.readouterr().out
    seed_test(lambda: zoo.env(name, seats=seats), num_cycles=20)


def test_an_agent_that_breaks_a_rule_loses() -> None:
    env = zoo.env("lumiere")
    env.reset(seed=1)
    first = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(first)["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.terminations[first]
    assert env.rewards[first] == -1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_gymnasium_accepts_the_games(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(gym.env(name, "random", seats=seats), skip_render_check=True)


def test_a_learner_plays_a_game_to_its_end() -> None:
    env = gym.env("lumiere", "greedy", seat=1)
    _, info = env.reset(seed=3)
    over, reward, moves = False, 0.0, 0
    while not over:
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        move = np.random.default_rng(moves).choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(move)
        moves += 1
    assert info["points"] is not None
    assert reward in {-1.0, 0.0, 1.0}
    _, info = env.reset(seed=4)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "(L" in info["refusal"], "a refusal names its rule"


def test_many_environments_step_as_one() -> None:
    env = gym.vector_env("lumiere", 16)
    seen, info = env.reset(seed=5)
    assert seen in env.observation_space
    ended = 0
    for _ in range(40):
        moves = np.array([np.flatnonzero(row)[0] for row in info["action_mask"]])
        seen, rewards, done, _, info = env.step(moves)
        ended += int(done.sum())
        assert (rewards[~done] == 0).all()
    assert ended > 0
    assert seen in env.observation_space
    env.close()


@pytest.mark.parametrize("name", ["lutetia_lumiere", "lutetia_belle_epoque(players=3)"])
def test_openspiel_accepts_the_games(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_stores_and_resamples_states() -> None:
    spiel.register()
    game = pyspiel.load_game("lutetia_lumiere")
    state = game.new_initial_state()
    for step in range(12):
        choices = state.legal_actions()
        state.apply_action(choices[step % len(choices)])
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    for player in range(2):
        other = state.resample_from_infostate(player, lambda: 0.5)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)


def test_openspiel_writes_a_playthrough() -> None:
    from open_spiel.python.algorithms import generate_playthrough  # it loads SciPy, for seconds

    text = generate_playthrough.playthrough("lutetia_lumiere", action_sequence=None, seed=7)
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in text
    assert "# Apply action" in text


def test_wrong_words_get_a_sentence() -> None:
    with pytest.raises(BadOption, match="opponents"):
        gym.env("belle_epoque", ["random", "random"])
    with pytest.raises(BadOption, match="seat"):
        gym.env("lumiere", seat=2)
    with pytest.raises(BadOption, match="reset"):
        gym.env("lumiere").step(0)
