"""How strong a computer player is, in plain numbers. A game lists them for its levels.

Effort is counted in playouts, simulations, nodes and imagined worlds, never in seconds. So a level
is equally strong on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Flaws:
    """How a player makes mistakes. All values are drawn again for every decision."""

    overlooked: float = 0.0
    """The probability that the player ignores one feature (a streetlight beside a space, the points
    of a postcard, what the rival wants)."""

    misjudged: float = 0.0
    """The spread of the factor by which a feature is valued too high or too low."""

    hasty: float = 0.0
    """How much worse than the best a move may look and still be played sometimes."""


FLAWLESS = Flaws()


class Effort(NamedTuple):
    """How much a planner of whole turns searches."""

    width: int
    """The width of the beam for its own turn."""
    looks: int = 0
    """Planned turns for all moves together, at least one for each move; 0: one plan for all."""
    candidates: int = 0
    """How many moves are followed beyond the turn."""
    worlds: int = 0
    """The number of imagined worlds for all these moves together."""
    turns: int = 0
    """For how many turns of all seats they are followed."""
    replies: int = 1
    """The width of the beam for those turns."""


FORESIGHT = Effort(width=4, looks=1, candidates=8, worlds=300, turns=4, replies=1)
"""The effort of a planner that looks beyond its own turn, without a network."""

INSIGHT = Effort(width=4, looks=1, candidates=8, worlds=60, turns=2, replies=4)
"""The effort of such a planner with a network. The network judges positions better, so the planner
looks less far, and plans the turns that it looks at with the care of its own."""


@dataclass(frozen=True)
class Strength:
    """The strength of one level of one game."""

    flaws: Flaws = FLAWLESS
    """For a player that moves at first sight or plans its turn as a whole."""
    playouts: int = 0
    """For a player that searches."""
    effort: Effort | None = None
    """For a player that plans its own turn."""
    insight: Effort | None = None
    """The effort of its planner with the network of the game's heuristic (`Heuristic.insight`);
    None: it uses none. Where the network cannot be used, it plans with `effort`."""
    proof: int = 0
    """The number of nodes that it may use to play the end of the game exactly."""
    simulations: int = 0
    """For a player that searches with the game's network; 0: it uses none. Where the network cannot
    be used, the level plays as the other values say."""


MOST_LEVELS = 9
"""The largest number of levels of a game. Every level has a name (`ai.levels`)."""

BY_PLAYOUTS = tuple(
    Strength(playouts=playouts) for playouts in (4, 8, 20, 50, 120, 300, 900, 2_500)
)
"""The eight levels of a game without a heuristic: searches of rising effort."""
