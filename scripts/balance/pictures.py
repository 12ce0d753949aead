"""The pictures of docs/balance.md. The same results give the same files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from scripts.balance.missed import (
    SHOWN,
    best_alone,
    best_owner,
    figures,
    house_named,
    owner_excess,
    rarest_landmark,
    strongest_house,
    strongest_usual,
)
from scripts.balance.results import ROOT, SETUPS
from scripts.balance.sets import rising_sets
from scripts.balance.verdicts import Found, largest_line, medals_spent, tiles_taken

IMAGES = ROOT / "docs/images"
SETS = {"before": "#a02673", "calibrated": "#2878bd", "house": "#17603a"}
BY_PLAYERS = {2: "#a02673", 3: "#2878bd", 4: "#17603a"}
SHORT = ("2b", "2a", "3b", "3a", "4b", "4a")


def draw(results: dict[str, Any]) -> None:
    """All pictures."""
    save("balance-seats.svg", seats(results))
    save("balance-tiles.svg", tiles(results))
    save("balance-trade-off.svg", trade_off(results))
    save("balance-house-rules.svg", house_rules(results))
    save("balance-tried.svg", tried(results))
    save("balance-missed.svg", missed(results))
    save("balance-strongest.svg", strongest(results))
    save("balance-rising.svg", rising(results))


def save(name: str, figure: Figure) -> None:
    """Write a picture without a date, so that it changes only with its results."""
    with mpl.rc_context({"svg.hashsalt": "lutetia"}):
        figure.savefig(IMAGES / name, format="svg", metadata={"Date": None})


def seats(results: dict[str, Any]) -> Figure:
    """The share of wins of the first player, minus the fair share."""
    figure = Figure(figsize=(7.5, 3.2), layout="constrained")
    axes = figure.subplots()
    for number, (name, colour) in enumerate(SETS.items()):
        found = [results[name]["found"][setup] for setup in SETUPS]
        excess = [100 * (one["wins_by_place"][0] - 1 / one["players"]) for one in found]
        places = [index + 0.27 * (number - 1) for index in range(len(SETUPS))]
        axes.bar(places, excess, 0.25, color=colour, label=name)
    axes.axhspan(-3, 3, color="#d8d2dc", zorder=0)
    axes.set_xticks(range(len(SETUPS)), SETUPS)
    axes.set_ylabel("first player: points\nabove the fair share")
    axes.legend(frameon=False)
    return figure


def tiles(results: dict[str, Any]) -> Figure:
    """In how many games each tile is taken, for two players in the basic set-up."""
    figure = Figure(figsize=(7.5, 3.2), layout="constrained")
    axes = figure.subplots()
    for number, (name, colour) in enumerate(SETS.items()):
        taken = results[name]["found"]["2 basic"]["taken"]
        places = [tile + 1 + 0.28 * (number - 1) for tile in range(len(taken))]
        axes.bar(places, [100 * share for share in taken], 0.27, color=colour, label=name)
    axes.set_xlabel("bonus tile")
    axes.set_ylabel("% of games in which it is taken\n(2 players, basic)")
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.18))
    return figure


def trade_off(results: dict[str, Any]) -> Figure:
    """How far each aim is missed, without and with the house rules."""
    figure = Figure(figsize=(7.5, 3.2), layout="constrained")
    axes = figure.subplots()
    rows = results["trade_off"]
    aims = list(next(iter(rows.values())))
    for number, (name, parts) in enumerate(rows.items()):
        shade = str(0.15 + 0.7 * number / max(1, len(rows) - 1))
        places = [index + 0.09 * (number - 4) for index in range(len(aims))]
        axes.bar(places, [parts[aim] for aim in aims], 0.085, color=shade, label=name)
    axes.set_xticks(range(len(aims)), aims)
    axes.set_ylabel("distance from the aim; 0: met")
    axes.legend(frameon=False, fontsize=7, ncols=3)
    return figure


def tried(results: dict[str, Any]) -> Figure:
    """What all tried sets of figures reach of the aims that none of them meets."""
    figure = Figure(figsize=(7.5, 3.4), layout="constrained")
    rows, best = results["tried"], results["calibrated"]["found"]
    panels: tuple[tuple[str, str, float, tuple[int, ...], Callable[[dict[str, Any]], float]], ...]
    panels = (
        ("tiles in one\ngame of twenty", "tiles", 1.0, (25,), tiles_taken),
        ("districts scored", "districts", 1.0, (4, 5), lambda one: one["districts"]),
        ("medals spent, %", "medals_spent", 100.0, (50,), medals_spent),
        ("largest line, %", "largest_line", 100.0, (40,), largest_line),
    )
    for axes, (title, name, scale, aims, measure) in zip(
        figure.subplots(1, len(panels)), panels, strict=True
    ):
        for place, setup in enumerate(SETUPS):
            values = [scale * row[name][place] for row in rows]
            apart = [place + 0.5 * (number / len(rows) - 0.5) for number in range(len(rows))]
            axes.scatter(apart, values, s=5, color="#9a93a3")
            axes.scatter([place], [scale * measure(best[setup])], s=28, color=SETS["calibrated"])
        for aim in aims:
            axes.axhline(aim, color=SETS["before"], linewidth=1)
        axes.set_title(title, fontsize=9)
        axes.set_xticks(range(len(SETUPS)), SHORT, fontsize=7)
        axes.tick_params(axis="y", labelsize=7)
        axes.set_ylim(bottom=0)
    return figure


def missed(results: dict[str, Any]) -> Figure:
    """What each missed aim costs: how much the most winning owner wins with it."""
    figure = Figure(figsize=(7.5, 5.6), layout="constrained")
    panels = figure.subplots(2, 4, sharey=True).flat
    for axes, aim in zip(panels, SHOWN, strict=True):
        for setup in SETUPS:
            colour = BY_PLAYERS[int(setup[0])]
            plain = [*figures(results, setup), *strongest_usual(results, setup)]
            house = [*house_named(results, setup), *strongest_house(results, setup)]
            for named, filled in ((plain, True), (house, False)):
                found = [one for _, one in named if aim.needs in one]
                axes.scatter(
                    [aim.scale * aim.measure(one) for one in found],
                    [owner_excess(one) for one in found],
                    s=16,
                    color=colour,
                    facecolors=colour if filled else "none",
                    label=f"{setup[0]} players" if filled and "basic" in setup else None,
                )
        for line in aim.lines:
            axes.axvline(line, color="#655c6c", linewidth=1, linestyle="--")
        axes.axhspan(0, 10, color="#d8d2dc", zorder=0)
        axes.set_xlabel(aim.axis, fontsize=8)
        axes.set_xlim(left=0)
        axes.tick_params(labelsize=7)
    for axes in (figure.axes[0], figure.axes[4]):
        axes.set_ylabel("most winning owner: points of\nper cent above the fair share", fontsize=8)
    figure.axes[0].legend(frameon=False, fontsize=7)
    return figure


def rising(results: dict[str, Any]) -> Figure:
    """Points for buildings that rise, beside the equal ones, with two players."""
    figure = Figure(figsize=(7.5, 3.4), layout="constrained")
    panels: tuple[tuple[str, float | None, Callable[[Found], float]], ...] = (
        ("first player wins, %", None, lambda one: 100 * one["wins_by_place"][0]),
        ("most winning owner, %", 60.0, lambda one: 100 * best_owner(one)),
        ("rarest landmark, %", 5.0, lambda one: 100 * rarest_landmark(one)),
        ("best single-minded, %", 35.0, lambda one: 100 * best_alone(one)),
    )
    sets = rising_sets(results)
    for axes, (title, most, measure) in zip(figure.subplots(1, len(panels)), panels, strict=True):
        for number, setup in enumerate(("2 basic", "2 advanced")):
            axes.bar(
                [place + 0.4 * (number - 0.5) for place in range(len(sets))],
                [measure(one["found"][setup]) for _, one in sets],
                0.38,
                color=(SETS["calibrated"], SETS["house"])[number],
                label=setup,
            )
        if most is None:
            axes.axhspan(47, 53, color="#d8d2dc", zorder=0)
        else:
            axes.axhline(most, color=SETS["before"], linewidth=1)
        axes.set_title(title, fontsize=9)
        axes.set_xticks(range(len(sets)), [words for words, _ in sets], fontsize=6.5, rotation=90)
        axes.tick_params(axis="y", labelsize=7)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, frameon=False, fontsize=8, ncols=2, loc="outside upper center")
    return figure


def strongest(results: dict[str, Any]) -> Figure:
    """What the owner of tile 27 wins with refitted players and with the strongest one."""
    figure = Figure(figsize=(7.5, 3.2), layout="constrained")
    axes = figure.subplots()
    names = list(results["strongest"])
    players = {
        "first figures, refitted": (results["before"]["found"], SETS["before"]),
        "calibrated, refitted": (results["calibrated"]["found"], SETS["calibrated"]),
        "calibrated, strongest": (results["strongest"], SETS["house"]),
    }
    for number, (label, (found, colour)) in enumerate(players.items()):
        rows = [(place, found[name]) for place, name in enumerate(names) if name in found]
        axes.bar(
            [place + 0.27 * (number - 1) for place, _ in rows],
            [100 * (one["owner_wins"][26] - 1 / one["players"]) for _, one in rows],
            0.25,
            color=colour,
            label=label,
        )
    axes.axhspan(-10, 10, color="#d8d2dc", zorder=0)
    axes.set_xticks(range(len(names)), [name.replace(", ", ",\n") for name in names], fontsize=8)
    axes.set_ylabel("owner of tile 27: points of\nper cent above the fair share")
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.18))
    return figure


def house_rules(results: dict[str, Any]) -> Figure:
    """Each measured set of house rules: how unequal the seats are, and how strong tile 27 is."""
    figure = Figure(figsize=(7.5, 4.2), layout="constrained")
    axes = figure.subplots()
    for players, colour in BY_PLAYERS.items():
        rows = [row for row in results["house_options"] if row["players"] == players]
        unequal = [100 * max(abs(w - 1 / players) for w in row["wins_by_place"]) for row in rows]
        strong = [100 * (row["owner_wins"][26] - 1 / players) for row in rows]
        axes.scatter(unequal, strong, color=colour, label=f"{players} players")
        for row, x, y in zip(rows, unequal, strong, strict=True):
            francs = "+".join(map(str, row["later_francs"]))
            name = f"{francs}{' ×2' if row['tiles_27'] == 2 else ''}"
            name += " six" if row["steps"] == "six" else ""
            axes.annotate(name, (x, y), xytext=(3, 3), textcoords="offset points", fontsize=6.5)
    axes.axvspan(0, 3, color="#d8d2dc", zorder=0)
    axes.axhspan(-10, 10, color="#d8d2dc", zorder=0, alpha=0.5)
    axes.set_xlabel("largest difference of a seat from its fair share, in points of per cent")
    axes.set_ylabel("owner of tile 27: points of per cent\nabove the fair share")
    axes.legend(frameon=False)
    return figure
