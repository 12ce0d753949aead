"""OpenSpiel: every installed game as a registered Python game, `lutetia_GAME`.

Import this module, then call `pyspiel.load_game("lutetia_lumiere")`. The parameters `players` and
`options` (JSON) choose the box. Chance nodes at the beginning draw the seed of the shuffle, byte by
byte, so that a state is its history and can be stored, cloned and replayed.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from lutetia.environments.single import Encoder, opened
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import derived_seed, fresh_seed, generator
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.types import Record

SEED_NODES = 8
"""Chance nodes at the beginning; each draws one byte of the seed."""
BYTES = 256
LONGEST = 1024
"""More moves than any game has."""
REMEMBERED = 512
"""The moves that the tensor of an information state holds, the newest first."""


def game_type(name: str, title: str, seat_counts: tuple[int, ...]) -> Any:
    """What OpenSpiel must know about a game before it is opened."""
    return pyspiel.GameType(
        short_name=f"lutetia_{name}",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seat_counts),
        min_num_players=min(seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(seat_counts), "options": "{}"},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """One opened game."""

    def __init__(self, name: str, kind: Any, params: dict[str, Any]) -> None:
        players = int(params.get("players", kind.min_num_players))
        options = str(params.get("options", "{}"))
        self.encoder = _encoder(name, players, options)
        self.rules: Game = self.encoder.game
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.move_space,
            max_chance_outcomes=BYTES,
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, {"players": players, "options": options})

    def new_initial_state(self) -> SpielState:
        """A state before the shuffle."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What a player sees, as OpenSpiel asks for it."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.encoder, recall=kind.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """The shuffle."""
        return SEED_NODES


@cache
def _encoder(name: str, players: int, options: str) -> Encoder:
    return opened(name, players, json.loads(options), None)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies every attribute, so the opened game stays with `SpielGame`."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.seed: tuple[int, ...] = ()
        self.record: Record | None = None
        self.told: list[list[str]] = [[] for _ in range(game.rules.seats)]
        """For each seat the moves so far, as it may know them."""

    @property
    def rules(self) -> Game:
        """The opened game."""
        found: Game = self.get_game().rules
        return found

    def whole(self) -> Record:
        """The state of the kernel; only after the shuffle."""
        assert self.record is not None
        return self.record

    def current_player(self) -> int:
        """The seat to move, chance, or the end."""
        if self.record is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.rules.is_over(self.record):
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.record.to_move)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every value of the next byte of the seed."""
        return [(outcome, 1.0 / BYTES) for outcome in range(BYTES)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.record is None or player != self.current_player():
            return []
        return [int(move) for move in self.rules.legal_moves(self.record)]

    def _apply_action(self, action: int) -> None:
        if self.record is None:
            self.seed = (*self.seed, int(action))
            if len(self.seed) == SEED_NODES:
                self.record = self.rules.deal(derived_seed("openspiel", bytes(self.seed)))
            return
        for seat, told in enumerate(self.told):
            told.append(self.rules.told(self.record, int(action), seat))
        self.record = self.rules.play(self.record, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed:{action}"
        return self.rules.notation(int(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.record is not None and self.rules.is_over(self.record)

    def returns(self) -> list[float]:
        """For each player from 1 for the first to −1 for the last; 0 during the game."""
        if not self.is_terminal():
            return [0.0] * self.rules.seats
        encoder: Encoder = self.get_game().encoder
        return encoder.rewards(self.whole())

    def resample_from_infostate(self, player_id: int, _sampler: Any) -> SpielState:
        """A state that is possible for what a player knows."""
        found: SpielState = self.clone()
        if self.record is not None:
            view = self.rules.view(self.record, player_id)
            found.record = self.rules.imagine(view, player_id, generator(fresh_seed()))
        return found

    def __str__(self) -> str:
        if self.record is None:
            return f"shuffling: {len(self.seed)} of {SEED_NODES} bytes"
        return json.dumps(self.rules.position(self.record), ensure_ascii=False)


class SpielObserver:
    """What a player knows: as a tensor and as a text, with the moves so far or without."""

    def __init__(self, encoder: Encoder, *, recall: bool) -> None:
        self._encoder = encoder
        self._recall = recall
        seats = encoder.game.seats
        parts = {"player": seats, "to_move": seats, "observation": encoder.length}
        if recall:
            parts["moves"] = REMEMBERED
        self.tensor = np.zeros(sum(parts.values()), dtype=np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, length in parts.items():
            self.dict[name] = self.tensor[start : start + length]
            start += length

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.record is None:
            return
        if state.record.to_move >= 0:
            self.dict["to_move"][int(state.record.to_move)] = 1
        self.dict["observation"][:] = self._encoder.observe(state.record, player)
        if self._recall:
            self._remember(state.told[player])

    def _remember(self, told: list[str]) -> None:
        """Each move as a number from 0 to 1; −1 for a move whose secret part is unknown."""
        game = self._encoder.game
        for place, text in enumerate(reversed(told[-REMEMBERED:])):
            move = game.parse_exact(text)
            self.dict["moves"][place] = -1.0 if move is None else (move + 1) / game.move_space

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        name = seat_names(self._encoder.game)[player]
        if state.record is None:
            return f"{name}, before the shuffle"
        view = self._encoder.game.view(state.record, player)
        shown = json.dumps(self._encoder.game.position(view), ensure_ascii=False)
        moves = " ".join(state.told[player]) + "\n" if self._recall else ""
        return f"{name}\n{moves}{shown}"


def register() -> None:
    """Register all installed games with OpenSpiel; again is harmless."""
    known = set(pyspiel.registered_names())
    for name, package in GAMES.items():
        rules = package.game()
        kind = game_type(name, rules.title, rules.seat_counts)
        if kind.short_name not in known:
            pyspiel.register_game(kind, _maker(name, kind))


def _maker(name: str, kind: Any) -> Any:
    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, params or {})

    return Registered


register()
