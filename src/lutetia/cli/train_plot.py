"""A picture of a training: losses and Elo over the minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LOSSES = ("policy", "win", "margin", "ownership")

AGAINST_SHIPPED = "elo against shipped"


def write_curve(log: Sequence[Mapping[str, float]], path: Path) -> None:
    """Draw the log of a training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True)
    steps = [line for line in log if "policy" in line and line["steps"] > 0]
    for name in LOSSES:
        _draw(upper, steps, name)
    upper.set_ylabel("loss")
    upper.legend()
    _draw(lower, [line for line in log if "match" in line], "elo")
    fixed = [line for line in log if AGAINST_SHIPPED in line]
    if fixed:
        _draw(lower, fixed, AGAINST_SHIPPED)
        lower.legend()
    lower.set_ylabel("Elo of the matches")
    lower.set_xlabel("minutes")
    figure.savefig(path)


def _draw(axes: Any, lines: Sequence[Mapping[str, float]], name: str) -> None:
    axes.plot(
        [line["seconds"] / 60.0 for line in lines], [line[name] for line in lines], label=name
    )
