"""The games that have a network. The entry points of the group `lutetia.networks` name them."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points

from lutetia.ai.network.session import NoNetwork, Session
from lutetia.ai.network.subject import Subject
from lutetia.kernel.contract import Game

GROUP = "lutetia.networks"


@cache
def subject_of(game: str) -> Subject:
    """The subject of a game's network; `NoNetwork` for a game that has none."""
    for point in entry_points(group=GROUP, name=game):
        subject: Subject = point.load()()
        return subject
    raise NoNetwork(f"{game}: no network knows this game")


@cache
def _session(game: str, threads: int, small: bool = False) -> Session:
    subject = subject_of(game)
    return Session(subject.small if small else subject.model, subject, threads)


def session_of(game: Game, threads: int = 1, small: bool = False) -> Session:
    """The shipped network of a game. It is loaded once in a process."""
    return _session(game.id, threads, small)


@cache
def why_not(game: str) -> str | None:
    """Why the network of a game cannot be used here; None if it can be used."""
    try:
        _session(game, 1)
    except NoNetwork as reason:
        return str(reason)
    return None


@cache
def has_network(game: str) -> bool:
    """Whether a network knows this game."""
    return bool(entry_points(group=GROUP, name=game))


@cache
def _said(game: str, reason: str) -> None:
    """Write the reason into the log, once in a process."""
    logging.getLogger(__name__).warning("%s plays without its network: %s", game, reason)


def can_judge(game: Game) -> bool:
    """Whether a network can judge this game here. A network that is missing is logged.

    A network learnt with the pieces of the game. It does not know pieces of the players' own.
    """
    if not has_network(game.id) or game.own_components is not None:
        return False
    reason = why_not(game.id)
    if reason is not None:
        _said(game.id, reason)
        return False
    return game.move_space == subject_of(game.id).moves
