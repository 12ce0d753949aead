"""The games that have a network. The entry points of the group `lutetia.networks` name them."""

from __future__ import annotations

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
def _session(game: str, threads: int) -> Session:
    subject = subject_of(game)
    return Session(subject.model, subject, threads)


def session_of(game: Game, threads: int = 1) -> Session:
    """The shipped network of a game. It is loaded once in a process."""
    return _session(game.id, threads)
