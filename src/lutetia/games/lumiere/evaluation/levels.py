"""The nine levels of La Cité. The last three rest on the network where it can be used."""

from __future__ import annotations

from lutetia.kernel.strength import Flaws, Strength

STRENGTHS = (
    Strength(Flaws(overlooked=0.5, misjudged=0.7, hasty=0.8)),
    Strength(Flaws(overlooked=0.28, misjudged=0.45, hasty=0.45)),
    Strength(Flaws(overlooked=0.13, misjudged=0.25, hasty=0.2)),
    Strength(playouts=8),
    Strength(playouts=30),
    Strength(playouts=120, proof=7_000),
    Strength(playouts=700, proof=40_000, simulations=24),
    Strength(playouts=5_000, proof=150_000, simulations=128),
    Strength(playouts=20_000, proof=150_000, simulations=4_096),
)
