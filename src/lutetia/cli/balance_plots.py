"""The balance report as pictures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from lutetia.cli.endings import Endings
from lutetia.cli.files import write
from lutetia.kernel.contract import Game, seat_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#cf5d12", "#2878bd", "#17603a", "#a02673")
"""The players' colours on paper; every bar also carries its name."""
QUIET = "#655c6c"


def write_plots(folder: Path, game: Game, endings: Endings, report: dict[str, Any]) -> None:
    """One SVG for the wins, one for the points, and one for each group of things used."""
    title = f"{game.title}, {report['games']:,} games, {report['player']} players"
    _save(folder / "wins.svg", _wins(title, game, report))
    _save(folder / "points.svg", _points(title, game, endings))
    for group, things in report["uses"].items():
        _save(folder / f"{group}.svg", _uses(f"{title}: {group}", things, 1 / game.seats))


def _save(path: Path, figure: Figure) -> None:
    text = io.StringIO()
    # The same report gives the same file.
    with mpl.rc_context({"svg.hashsalt": "lutetia"}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    write(path, text.getvalue())


def _figure(title: str, width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _wins(title: str, game: Game, report: dict[str, Any]) -> Figure:
    figure, axes = _figure(title, 7, 3.5)
    shares = [*report["wins_by_seat"].items()]
    shares += [(f"{name} to move", share) for name, share in report["wins_by_turn"].items()]
    colours = [*COLOURS[: game.seats], *[QUIET] * game.seats]
    for place, (name, share) in enumerate(shares):
        axes.bar(name, share["share"], color=colours[place])
        middle = share["share"]
        axes.errorbar(
            place,
            middle,
            [[middle - share["low"]], [share["high"] - middle]],
            color="black",
            capsize=4,
        )
    axes.axhline(1 / game.seats, color=QUIET, linewidth=0.8, linestyle="--")
    axes.set_ylabel("share of wins, 95% interval")
    return figure


def _points(title: str, game: Game, endings: Endings) -> Figure:
    figure, axes = _figure(title, 7, 3.5)
    totals = endings.totals
    low, high = int(totals.min()), int(totals.max())
    step = max(1, (high - low) // 60)
    edges = np.arange(low, high + step + 1, step)
    for seat, name in enumerate(seat_names(game)):
        axes.hist(
            totals[:, seat],
            bins=edges.tolist(),
            histtype="step",
            linewidth=1.5,
            linestyle=("-", "--", ":", "-.")[seat],
            color=COLOURS[seat],
            label=name,
        )
    axes.set_xlabel("points")
    axes.set_ylabel("games")
    axes.legend(frameon=False)
    return figure


def _uses(title: str, things: dict[str, Any], fair: float) -> Figure:
    names = list(things)
    figure, axes = _figure(title, 7.5, 1.2 + 0.28 * len(names))
    for place, name in enumerate(names):
        won = things[name]["wins_when_used"]
        middle = won["share"]
        label = f"{name} ({things[name]['used']['share']:.0%})"
        axes.barh(label, middle, color=QUIET, alpha=0.6)
        axes.errorbar(
            middle,
            place,
            xerr=[[middle - won["low"]], [won["high"] - middle]],
            color="black",
            capsize=3,
        )
    axes.axvline(fair, color=QUIET, linewidth=0.8, linestyle="--")
    axes.invert_yaxis()
    axes.set_xlabel(
        "share of wins of players that had it, 95% interval; in brackets: how many players had it"
    )
    return figure
