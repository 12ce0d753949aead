"""The nine levels of Belle Époque."""

from __future__ import annotations

from lutetia.kernel.strength import FORESIGHT, INSIGHT, Effort, Flaws, Strength

PLAN = Effort(width=4)
ANEW = PLAN._replace(looks=1)
"""The turn is planned after every legal move, and planned anew after each move that is made."""
MASTERY = FORESIGHT._replace(width=6, candidates=12, worlds=1200, replies=2)
"""The effort of the strongest level without the network: more worlds, and wider beams."""

STRENGTHS = (
    Strength(Flaws(overlooked=0.6, misjudged=0.85, hasty=1.05)),
    Strength(Flaws(overlooked=0.44, misjudged=0.65, hasty=0.73)),
    Strength(Flaws(overlooked=0.26, misjudged=0.42, hasty=0.4)),
    Strength(Flaws(overlooked=0.1, misjudged=0.2, hasty=0.16)),
    Strength(Flaws(overlooked=0.1, misjudged=0.3), effort=Effort(width=1)),
    Strength(Flaws(overlooked=0.03, misjudged=0.1), effort=Effort(width=2)),
    Strength(effort=PLAN, insight=PLAN, proof=20_000),
    Strength(effort=FORESIGHT, insight=ANEW, proof=20_000),
    Strength(effort=MASTERY, insight=INSIGHT, proof=20_000),
)
