"""How strong a computer player is, as plain figures: what a game writes down for its levels.

Effort is counted in playouts, nodes and imagined worlds, never in seconds, so a level is equally
strong on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Flaws:
    """How a player errs. All of it is drawn anew for every decision."""

    overlooked: float = 0.0
    """The chance that one thing that matters (a streetlight beside a space, the points of a
    postcard, what the rival wants) is not thought of at all."""

    misjudged: float = 0.0
    """The spread of the factor by which what is thought of is taken too high or too low."""

    hasty: float = 0.0
    """How far a move may look worse than the best one and still be played now and then."""


FLAWLESS = Flaws()


class Effort(NamedTuple):
    """How much a planner of whole turns looks at."""

    width: int
    """Of the beam of its own turn."""
    looks: int = 0
    """Turns planned over all moves, each move's at least once; 0: the turn as a whole, once."""
    candidates: int = 0
    """How many moves are followed beyond the turn."""
    worlds: int = 0
    """Imagined worlds in which they are followed, over all of them."""
    turns: int = 0
    """How many turns of all seats they are followed."""
    replies: int = 1
    """Width of the beam of those turns."""


FORESIGHT = Effort(width=4, looks=1, candidates=8, worlds=300, turns=4, replies=1)
"""Of a planner that looks beyond its own turn."""


@dataclass(frozen=True)
class Strength:
    """What makes a level of one game."""

    flaws: Flaws = FLAWLESS
    """Of a player that moves at first sight, or plans its turn as a whole."""
    playouts: int = 0
    """Of one that searches."""
    effort: Effort | None = None
    """Of one that plans its own turn."""
    proof: int = 0
    """Nodes that it may use to finish the game exactly."""


LEVELS = 8
"""Every game has so many levels."""

BY_PLAYOUTS = tuple(
    Strength(playouts=playouts) for playouts in (4, 8, 20, 50, 120, 300, 900, 2_500)
)
"""The levels of a game that says nothing about playing well: searches of rising effort."""
