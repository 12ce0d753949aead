"""Many games at once: they follow the rules of single games."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.environments import Batch
from lutetia.environments.single import Encoder
from lutetia.kernel.errors import BadOption, IllegalMove, UnparsableMove
from lutetia.kernel.types import copy_record

GAMES = [("lumiere", 2), ("belle_epoque", 2), ("belle_epoque", 3), ("belle_epoque", 4)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_batch_plays_as_single_games_do(name: str, seats: int) -> None:
    batch = Batch(name, 3, seats=seats, seed="same", workers=2)
    game = batch.game
    encoder = Encoder(game)
    assert encoder.observation is not None
    for _ in range(60):
        before = [copy_record(state) for state in batch.states]
        moves = batch.random_moves().copy()
        for index, state in enumerate(before):
            assert set(np.flatnonzero(batch.mask[index])) == set(game.legal_moves(state).tolist())
            seen = encoder.observe(state, int(state.to_move))
            boards = batch.boards()[index].reshape(-1)
            numbers = batch.numbers[index] / encoder.observation.scales
            assert np.array_equal(seen, np.concatenate([boards, numbers]).astype(np.float32))
        rewards, done = batch.step(moves)
        for index, state in enumerate(before):
            after = game.play(state, int(moves[index]))
            assert bool(done[index]) == game.is_over(after)
            wanted = encoder.rewards(after) if game.is_over(after) else [0.0] * seats
            assert rewards[index].tolist() == pytest.approx(wanted)
            if not done[index]:
                assert game.position(batch.states[index]) == game.position(after)
    batch.close()


def test_a_batch_does_not_depend_on_its_threads() -> None:
    finished = []
    for workers in (1, 2):
        with Batch("lumiere", 64, seed="threads", workers=workers) as batch:
            total = np.zeros(2)
            for _ in range(100):
                total += batch.step(batch.random_moves()).rewards.sum(axis=0)
            finished.append((total.tolist(), batch.states.tobytes()))
    assert finished[0] == finished[1]
    assert sum(finished[0][0]) == 0


def test_learners_only_see_their_own_turns() -> None:
    with Batch("belle_epoque", 8, seats=4, seed="learners") as batch:
        learners = (np.arange(8) % 4).astype(np.int8)
        batch.wait_for(learners)
        ended = 0
        for _ in range(400):
            assert batch.to_move.tolist() == learners.tolist()
            ended += int(batch.step(batch.random_moves(), learners).done.sum())
        assert ended > 0


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    with Batch("lumiere", 4, seed="refused") as batch:
        before = batch.states.tobytes()
        moves = batch.random_moves().copy()
        moves[2] = next(move for move in range(batch.game.move_space) if not batch.mask[2, move])
        with pytest.raises(IllegalMove, match="game 2"):
            batch.step(moves)
        moves[2] = 10**6
        with pytest.raises(UnparsableMove, match="game 2"):
            batch.step(moves)
        with pytest.raises(BadOption, match="each of 4 games"):
            batch.step(moves[:3])
        assert batch.states.tobytes() == before


@pytest.mark.parametrize(("wrong", "said"), [({"size": 0}, "size"), ({"workers": 0}, "workers")])
def test_wrong_sizes_get_a_sentence(wrong: dict[str, int], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Batch("lumiere", **{"size": 2, **wrong})  # type: ignore[arg-type]
