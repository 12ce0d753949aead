"""Gymnasium: one learner against computers, and thousands of games at once.

`env` is an ordinary environment; `vector_env` steps many games in compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from lutetia.ai.names import player_named
from lutetia.environments.batch import Batch, unpacked_planes
from lutetia.environments.single import Encoder, Mask, Vector, opened
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.errors import BadOption, IllegalMove
from lutetia.kernel.types import Record

LOST = -1.0


class LutetiaEnv(gymnasium.Env[Vector, np.int64]):
    """One seat for the learner, computers at the others.

    `info["action_mask"]` marks the legal moves, and `action_masks()` gives the same for maskable
    algorithms. A move that is not legal ends the game as lost; `info["refusal"]` says why.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] = "random",
        *,
        seat: int | None = None,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: str | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoder: Encoder = opened(game, seats, options, components)
        self.game = self.encoder.game
        rivals = self.game.seats - 1
        self.opponents = [opponents] * rivals if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != rivals:
            raise BadOption(f"opponents: {len(self.opponents)} names for {rivals} rivals")
        for name in self.opponents:
            player_named(name, b"")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise BadOption(f"seat: {seat} is no seat; seats are 0 to {rivals}")
        self._fixed_seat = seat
        self.render_mode = render_mode
        low, high = self.encoder.lowest, self.encoder.highest
        self.observation_space = Box(low, high, (self.encoder.length,), np.float32)
        self.action_space = Discrete(self.game.move_space)
        self.seat = seat or 0
        self._state: Record | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Deal a new game, and let the others play until it is the learner's turn."""
        super().reset(seed=seed, options=options)
        shuffle = self.np_random.bytes(32)
        drawn = int(self.np_random.integers(self.game.seats))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._players = [
            player_named(name, derived_seed("gym", shuffle, rival), threads=1)
            for rival, name in enumerate(self.opponents)
        ]
        self._state = self._replied(self.game.deal(shuffle))
        return self._seen(self._state), self._info(self._state)

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Play the learner's move and the others' replies."""
        state = self._playing()
        try:
            after = self._replied(self.game.play(state, int(action)))
        except IllegalMove as error:
            return (
                self._seen(state),
                LOST,
                True,
                False,
                {
                    **self._info(state),
                    "refusal": str(error),
                },
            )
        self._state = after
        over = self.game.is_over(after)
        reward = self.encoder.rewards(after)[self.seat] if over else 0.0
        return self._seen(after), reward, over, False, self._info(after)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as maskable algorithms ask for them."""
        return self.encoder.mask(self._playing(), self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The position as text."""
        if self.render_mode != "ansi":
            return None
        view = self.game.view(self._playing(), self.seat)
        return "\n".join(f"{name}: {value}" for name, value in self.game.position(view).items())

    def _playing(self) -> Record:
        if self._state is None:
            raise BadOption("reset: call reset() before the first step")
        return self._state

    def _replied(self, state: Record) -> Record:
        """The state after the others have played until it is the learner's turn or the end."""
        while not self.game.is_over(state) and int(state.to_move) != self.seat:
            seat = int(state.to_move)
            player = self._players[(seat - self.seat - 1) % self.game.seats]
            move = player.choose(self.game, self.game.view(state, seat), seat)
            state = self.game.play(state, move)
        return state

    def _seen(self, state: Record) -> Vector:
        return self.encoder.observe(state, self.seat)

    def _info(self, state: Record) -> dict[str, Any]:
        mask: Mask = self.encoder.mask(state, self.seat)
        return {
            "action_mask": mask,
            "seat": self.seat,
            "points": self.game.totals(state) if self.game.is_over(state) else None,
        }


class LutetiaVectorEnv(VectorEnv[Vector, NDArray[np.int32], NDArray[Any]]):
    """Many games against random players, stepped in compiled code.

    The learner has seat 0 in the first game, seat 1 in the second, and so on. A game that ends is
    dealt anew in the same step. `infos["action_mask"]` marks the legal moves. A move that is not
    legal is refused, and no game changes.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: str | Path | None = None,
        workers: int = 1,
    ) -> None:
        self.batch = Batch(
            game, num_envs, seats=seats, options=options, components=components, workers=workers
        )
        self.num_envs = num_envs
        encoder = Encoder(self.batch.game)
        low, high = encoder.lowest, encoder.highest
        self.single_observation_space = Box(low, high, (encoder.length,), np.float32)
        self.single_action_space = Discrete(self.batch.game.move_space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learners = (np.arange(num_envs) % self.batch.game.seats).astype(np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Deal all games anew, and let the others play until it is the learner's turn."""
        super().reset(seed=seed, options=options)
        self.batch.reset(str(seed) if seed is not None else self.np_random.bytes(16).hex())
        self.batch.wait_for(self.learners)
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int32]
    ) -> tuple[Vector, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play the learner's moves and the others' replies."""
        rewards, done = self.batch.step(actions, self.learners)
        mine = rewards[np.arange(self.num_envs), self.learners].astype(np.float64)
        ended = done.copy()
        infos = self._infos()
        if ended.any():
            # The last position of a game has no move; what a learner bootstraps from it is 0.
            infos["final_obs"] = np.zeros((self.num_envs, self._length()), dtype=np.float32)
            infos["_final_obs"] = ended
        return self._observations(), mine, ended, np.zeros_like(ended), infos

    def _length(self) -> int:
        shape = self.single_observation_space.shape
        assert shape is not None
        return shape[0]

    def _observations(self) -> Vector:
        numbers = self.batch.numbers.astype(np.float32)
        found = self.batch.observation
        if found is None:
            return numbers
        boards = unpacked_planes(self.batch.planes).reshape(self.num_envs, -1)
        return np.concatenate([boards.astype(np.float32), numbers / found.scales], axis=1)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask}

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self.batch.close()


def env(game: str, opponents: str | Sequence[str] = "random", **more: Any) -> LutetiaEnv:
    """An environment for one learner (`LutetiaEnv`)."""
    return LutetiaEnv(game, opponents, **more)


def vector_env(game: str, num_envs: int, **more: Any) -> LutetiaVectorEnv:
    """Many environments in one (`LutetiaVectorEnv`)."""
    return LutetiaVectorEnv(game, num_envs, **more)
