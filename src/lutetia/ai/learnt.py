"""Which networks and weights the players of a game use, as one short text."""

from __future__ import annotations

import hashlib

from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.network.catalogue import has_network, subject_of
from lutetia.kernel.contract import Game

LENGTH = 16


def learnt(game: Game) -> str:
    """A digest of everything that the players of this game have learnt.

    Results of other networks are results of other players, so files of results keep it.
    """
    digest = hashlib.sha256()
    if has_network(game.id):
        subject = subject_of(game.id)
        for path in (subject.model, subject.small):
            if path.exists():
                digest.update(path.read_bytes())
    heuristic = heuristic_of(game)
    for weights in (heuristic.knowledge(game), heuristic.insight(game)):
        if weights is not None:
            digest.update(weights.tobytes())
    return digest.hexdigest()[:LENGTH]
