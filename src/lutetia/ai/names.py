"""Players by name: `random`, `greedy`, `mcts:PLAYOUTS`, `net:SIMULATIONS`, `level:N` and others."""

from __future__ import annotations

from typing import ClassVar

from lutetia.ai.external import ExternalPlayer
from lutetia.ai.greedy import GreedyPlayer
from lutetia.ai.levels import LevelPlayer
from lutetia.ai.network.loops import MOST_SIMULATIONS
from lutetia.ai.network.player import NetworkPlayer
from lutetia.ai.player import PlanningPlayer, Player, RandomPlayer, SearchPlayer
from lutetia.ai.search.evaluator import random_playouts
from lutetia.ai.search.parameters import PLAIN
from lutetia.ai.search.search import TREES
from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.strength import FORESIGHT, INSIGHT, MOST_LEVELS, Effort

MOST_PLAYOUTS = 10_000_000
MOST_WIDTH = 1_000
MOST_WORLDS = 1_000_000
KINDS = (
    ("random", "any legal move"),
    ("greedy", "the move that looks best at first sight"),
    ("mcts:PLAYOUTS", "plain tree search with random playouts"),
    ("guided:PLAYOUTS", "tree search with what is known about the game"),
    ("planned:WIDTH", "plans its own turn to the end, in a beam of this width"),
    ("foreseen:WORLDS", "plans likewise, and follows its best moves further in imagined worlds"),
    ("insight:WORLDS", "the same with a network that learnt by playing itself"),
    ("net:SIMULATIONS", "tree search with a network that learnt by playing itself"),
    ("int8:SIMULATIONS", "the same with the quicker network of 8 bits"),
    ("level:N", "one of the levels of the game"),
    ("classic:N", "the same level without a network"),
    ("exec:COMMAND", "a program of your own that speaks the engine protocol"),
)
"""The kinds of names, and what they mean."""


class UnknownPlayer(LutetiaError):
    """No computer player has this name."""

    code: ClassVar[str] = "unknown-player"


def player_named(name: str, seed: bytes, threads: int = TREES) -> Player:
    """A player for one table. Its choices depend only on the name, the seed and what it sees."""
    kind, colon, argument = name.strip().lower().partition(":")
    if kind == "random" and not colon:
        return RandomPlayer(seed)
    if kind == "greedy" and not colon:
        return GreedyPlayer("greedy", seed)
    if kind == "mcts":
        playouts = _number(name, argument, MOST_PLAYOUTS)
        return SearchPlayer(name, playouts, seed, threads, random_playouts, PLAIN)
    if kind == "guided":
        playouts = _number(name, argument, MOST_PLAYOUTS)
        return SearchPlayer(name, playouts, seed, threads)
    if kind == "planned":
        effort = Effort(width=_number(name, argument, MOST_WIDTH), looks=1)
        return PlanningPlayer(name, effort, seed, threads)
    if kind in ("foreseen", "insight"):
        worlds = _number(name, argument, MOST_WORLDS)
        insight = INSIGHT._replace(worlds=worlds) if kind == "insight" else None
        return PlanningPlayer(
            name, FORESIGHT._replace(worlds=worlds), seed, threads, insight=insight
        )
    if kind in ("net", "int8"):
        simulations = _number(name, argument, MOST_SIMULATIONS)
        return NetworkPlayer(name, simulations, seed, threads, small=kind == "int8")
    if kind == "exec":
        return ExternalPlayer(name.strip().partition(":")[2])
    if kind in ("level", "classic"):
        number = _number(name, argument, MOST_LEVELS)
        return LevelPlayer(number, seed, threads, network=kind == "level")
    raise UnknownPlayer(
        f"no player is called {name!r}; there are {', '.join(kind for kind, _ in KINDS)}"
    )


def _number(name: str, text: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise UnknownPlayer(f"{name!r}: after the colon comes a whole number from 1 to {most}")
    return int(text)
