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
def _session(game: str, threads: int, small: bool = True) -> Session:
    subject = subject_of(game)
    if not subject.model.exists():
        raise NoNetwork(f"{game}: it has no network yet; `lutetia train {game}` makes one")
    path = subject.small if small and subject.small.exists() else subject.model
    return Session(path, subject, threads)


def session_of(game: Game, threads: int = 1, small: bool = True) -> Session:
    """The shipped network of a game. It is loaded once in a process.

    `small`: the file of 8 bits, if there is one. It is the faster one and judges as well.

    `NoNetwork` says so if the network does not know the pieces or the options of the game.
    """
    session = _session(game.id, threads, small)
    reason = _strange(game, session)
    if reason is not None:
        raise NoNetwork(f"{game.id}: {reason}")
    return session


def _strange(game: Game, session: Session) -> str | None:
    """Why the network of a game does not know an opened game; None if it does.

    A network learnt with the pieces of the game. It does not know pieces of the players' own.
    """
    if game.own_components is not None:
        return "the network does not know components of your own"
    if session.components not in (None, game.components_digest):
        return "the network learnt with other components"
    return session.subject.refusal(game)


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
    """Whether a network of this game is shipped."""
    return bool(entry_points(group=GROUP, name=game)) and subject_of(game).model.exists()


@cache
def _said(game: str, reason: str) -> None:
    """Write the reason into the log, once in a process."""
    logging.getLogger(__name__).warning("%s plays without its network: %s", game, reason)


def can_judge(game: Game) -> bool:
    """Whether a network can judge this game here. A network that is missing is logged."""
    if not has_network(game.id):
        return False
    reason = why_not(game.id)
    if reason is not None:
        _said(game.id, reason)
        return False
    return _strange(game, _session(game.id, 1)) is None
