"""Draws the pictures of docs/balance.md from docs/balance/results.json, and prints its table.

`python scripts/balance_pictures.py` needs the extra `plots`. The same results give the same files.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs/balance/results.json"
IMAGES = ROOT / "docs/images"
SETS = {"before": "#a02673", "calibrated": "#2878bd", "house": "#17603a"}
SETUPS = ("2 basic", "2 advanced", "3 basic", "3 advanced", "4 basic", "4 advanced")
FEW_OWNERS = 20


def main() -> None:
    """Draw and print."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    save("balance-seats.svg", seats(results))
    save("balance-tiles.svg", tiles(results))
    save("balance-trade-off.svg", trade_off(results))
    save("balance-house-rules.svg", house_rules(results))
    save("balance-tried.svg", tried(results))
    save("balance-strongest.svg", strongest(results))
    for name in SETS:
        print(f"\n{name}\n")
        print(table(results[name]))
    print("\nthe strongest player, calibrated figures\n")
    print(table({"found": results["strongest"]}))


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
        ("largest line, %", "largest_line", 100.0, (40,), lambda one: max(one["lines"].values())),
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
        axes.set_xticks(range(len(SETUPS)), ["2b", "2a", "3b", "3a", "4b", "4a"], fontsize=7)
        axes.tick_params(axis="y", labelsize=7)
        axes.set_ylim(bottom=0)
    return figure


def tiles_taken(found: dict[str, Any]) -> int:
    """How many tiles are taken in at least one game of twenty."""
    return sum(share >= 0.05 for share in found["taken"])


def medals_spent(found: dict[str, Any]) -> float:
    """The share of medals that are spent on landmarks, of all spent and sold ones."""
    spent, sold = found["medals_spent"], found["medals_sold"]
    return float(spent / max(0.01, spent + sold))


def strongest(results: dict[str, Any]) -> Figure:
    """What the owner of tile 27 wins with refitted players and with the strongest one."""
    figure = Figure(figsize=(7.5, 3.2), layout="constrained")
    axes = figure.subplots()
    names = [*SETUPS, "2 basic, two tiles 27"]
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
    axes.legend(frameon=False)
    return figure


def house_rules(results: dict[str, Any]) -> Figure:
    """Each measured set of house rules: how unequal the seats are, and how strong tile 27 is."""
    figure = Figure(figsize=(7.5, 4.2), layout="constrained")
    axes = figure.subplots()
    colours = {2: "#a02673", 3: "#2878bd", 4: "#17603a"}
    for players, colour in colours.items():
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


def table(result: dict[str, Any]) -> str:
    """One row for each aim, one column for each set-up."""
    found = [result["found"][setup] for setup in SETUPS]
    rows = [
        ("players, set-up", *(setup.replace(" ", ", ") for setup in SETUPS)),
        ("---", *("---" for _ in SETUPS)),
        (
            "wins by place",
            *(" / ".join(f"{100 * x:.0f}" for x in m["wins_by_place"]) for m in found),
        ),
        ("owner of tile 27 wins", *(f"{m['owner_wins'][26]:.0%}" for m in found)),
        ("the most winning tile", *(worst_owner(m) for m in found)),
        ("tiles in one game of twenty", *(str(tiles_taken(m)) for m in found)),
        ("rarest landmark", *(f"{min(m['landmarks']):.0%}" for m in found)),
        (
            "medals spent / sold",
            *(f"{m['medals_spent']:.1f} / {m['medals_sold']:.1f}" for m in found),
        ),
        ("districts scored", *(f"{m['districts']:.1f}" for m in found)),
        ("largest line", *(largest_line(m) for m in found)),
        ("margin", *(f"{m['margin']:.0%}" for m in found)),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def worst_owner(found: dict[str, Any]) -> str:
    """The tile whose owner wins most, and how often."""
    pairs = zip(found["owner_wins"], found["owners"], strict=True)
    wins = [(share, tile) for tile, (share, n) in enumerate(pairs, 1) if n >= FEW_OWNERS]
    share, tile = max(wins)
    return f"{tile}: {share:.0%}"


def largest_line(found: dict[str, Any]) -> str:
    """The line of the score with the most points."""
    name, share = max(found["lines"].items(), key=lambda pair: pair[1])
    return f"{name} {share:.0%}"


if __name__ == "__main__":
    main()
