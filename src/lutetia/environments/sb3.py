"""Stable-Baselines3: many games at once in compiled code, for MaskablePPO of sb3-contrib.

It needs the extra `sb3`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from lutetia.environments.gym import vector_env


class LutetiaVecEnv(VecEnv):
    """The vectorised environment of Gymnasium as Stable-Baselines3 asks for it."""

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        workers: int = 1,
    ) -> None:
        self.games = vector_env(game, num_envs, seats=seats, options=options, workers=workers)
        self._seed: int | None = None
        self._moves = np.zeros(num_envs, dtype=np.int32)
        self._masks: NDArray[np.bool_] = np.zeros((num_envs, 0), dtype=np.bool_)
        self._length = np.zeros(num_envs, dtype=np.int64)
        super().__init__(
            num_envs, self.games.single_observation_space, self.games.single_action_space
        )

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next reset."""
        self._seed = seed
        return [seed] * self.num_envs

    def reset(self) -> Any:
        """Deal all games anew."""
        seen, infos = self.games.reset(seed=self._seed)
        self._masks = infos["action_mask"].astype(np.bool_)
        self._length[:] = 0
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        """Note the moves."""
        self._moves = actions.astype(np.int32)

    def step_wait(self) -> Any:
        """Play the moves and the replies. A game that ends is dealt anew."""
        seen, rewards, ended, _, infos = self.games.step(self._moves)
        self._masks = infos["action_mask"].astype(np.bool_)
        self._length += 1
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(ended):
            ending = {"r": float(rewards[index]), "l": int(self._length[index])}
            told[index] = {"terminal_observation": infos["final_obs"][index], "episode": ending}
            self._length[index] = 0
        return seen, rewards.astype(np.float32), ended, told

    def close(self) -> None:
        """Stop the workers."""
        self.games.close()

    def env_method(
        self, method_name: str, *_args: Any, indices: Any = None, **_more: Any
    ) -> list[Any]:
        """`action_masks` for maskable algorithms."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name} is no method of these games")
        return [self._masks[index] for index in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether maskable algorithms find `action_masks`."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The games have one common attribute: that they are not drawn."""
        if attr_name != "render_mode":
            raise AttributeError(f"{attr_name} is no attribute of these games")
        return [None for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""
        raise AttributeError(f"{attr_name} cannot be set to {value!r} for {indices}")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """The games count their own moves, so no wrapper is needed."""
        del wrapper_class
        return [False for _ in self._get_indices(indices)]


def vec_env(game: str, num_envs: int, **settings: Any) -> LutetiaVecEnv:
    """Many games of one learner against random players."""
    return LutetiaVecEnv(game, num_envs, **settings)
