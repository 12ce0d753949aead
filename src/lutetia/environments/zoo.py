"""PettingZoo: every seat is an agent, and agents act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from lutetia.environments.single import Encoder, opened
from lutetia.kernel.contract import seat_names


class LutetiaAEC(AECEnv):  # type: ignore[misc]  # it has no types
    """One game. Agents have the names of the seats.

    An observation is a dictionary with `observation` and `action_mask`. A move that is not legal is
    refused with `IllegalMove`, which says why; `env` wraps this class so that such an agent loses.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: str | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoder: Encoder = opened(game, seats, options, components)
        self.game = self.encoder.game
        self.metadata = {
            "name": f"lutetia_{self.game.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(seat_names(self.game))
        low, high = self.encoder.lowest, self.encoder.highest
        space = Dict(
            {
                "observation": Box(low, high, (self.encoder.length,), np.float32),
                "action_mask": Box(0, 1, (self.game.move_space,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: Discrete(self.game.move_space) for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's moves."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 (the library asks for it)
    ) -> None:
        """Deal a new game. The options of a game are given when it is made, not here."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._state = self.game.deal(self._random.bytes(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and its legal moves."""
        seat = self.possible_agents.index(agent)
        mask = self.encoder.mask(self._state, seat)
        return {"observation": self.encoder.observe(self._state, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play the move of the agent that is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._state = self.game.play(self._state, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over(self._state):
            found = self.encoder.rewards(self._state)
            self.rewards = dict(zip(self.possible_agents, found, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The whole position as text."""
        if self.render_mode != "ansi":
            return None
        position = self.game.position(self._state)
        return "\n".join(f"{name}: {value}" for name, value in position.items())

    def _to_move(self) -> str:
        return self.possible_agents[int(self._state.to_move)]


def env(game: str, **more: Any) -> Any:
    """One game with the usual wrappers: an agent whose move is not legal loses."""
    from pettingzoo.utils import wrappers

    found: Any = wrappers.TerminateIllegalWrapper(LutetiaAEC(game, **more), illegal_reward=-1)
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


def raw_env(game: str, **more: Any) -> LutetiaAEC:
    """One game without wrappers."""
    return LutetiaAEC(game, **more)
