"""The tables of docs/balance.md, between marks in its text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lutetia.kernel.errors import BadFile
from lutetia.kernel.statistics import share_of
from scripts.balance.cells import (
    ROW,
    columns,
    line_words,
    medals_words,
    places,
    row,
    rows,
    worst_owner,
)
from scripts.balance.missed import best, best_strongest
from scripts.balance.results import SETUPS
from scripts.balance.sets import MORE, TWO, differences, refitted_sets, rising, sets_by_aim
from scripts.balance.verdicts import AIMS, Found, tiles_taken

BEST_HOUSE = "scoring-key=second, medals=kept, second-tiles=all"
"""The house rules that meet the most aims together."""
END = "<!-- balance: end -->"


def written(page: str, results: dict[str, Any]) -> str:
    """The page with all its tables made again."""

    def again(mark: re.Match[str]) -> str:
        name = mark[1]
        if name not in TABLES:
            raise BadFile(f"docs: there is no table {name!r}")
        return f"<!-- balance: {name} -->\n\n{TABLES[name](results)}\n\n{END}"

    return re.sub(rf"<!-- balance: (?!end)(\S+) -->.*?{END}", again, page, flags=re.DOTALL)


def state(results: dict[str, Any]) -> str:
    """Each aim: whether it is met, with refitted and with the strongest players."""
    refitted, strongest = results["calibrated"]["found"], results["strongest"]
    return verdicts({name: (refitted[name], strongest[name]) for name in SETUPS})


def state_house(results: dict[str, Any]) -> str:
    """The same with the house rules that meet the most aims."""
    found = {}
    for setup in SETUPS:
        refitted = results["house_refitted"].get(BEST_HOUSE, {}).get("found", {})
        found[setup] = (refitted.get(setup), results["strongest"].get(f"{setup}, {BEST_HOUSE}"))
    return verdicts(found)


def verdicts(found: dict[str, tuple[Found | None, Found | None]]) -> str:
    """Each aim in each set-up, for two kinds of players."""
    body = []
    for aim, met in AIMS.items():
        cells = []
        for both in found.values():
            told = [bold(met(one)) if one else "–" for one in both]
            cells.append(" · ".join(told if told[1] != "–" else told[:1]))
        body.append([aim, *cells])
    return rows(["aim", *columns(found)], body)


def alone(results: dict[str, Any]) -> str:
    """How many mixed players each single-minded one is ahead of, without and with house rules."""
    usual = [results["calibrated"]["found"][name] for name in SETUPS]
    refitted = results["house_refitted"].get(BEST_HOUSE, {}).get("found", {})
    house = [refitted.get(name, {}) for name in SETUPS]
    body = []
    for wish in usual[0]["alone"]:
        cells = []
        for pair in zip(usual, house, strict=True):
            told = [f"{one['alone'][wish]:.0%}" if "alone" in one else "–" for one in pair]
            cells.append(" · ".join(told))
        body.append([wish, *cells])
    return rows(["wants only", *columns(SETUPS)], body)


def bold(verdict: str) -> str:
    """What is missed catches the eye."""
    return "**no**" if verdict == "no" else verdict


def measured(found: dict[str, Found]) -> str:
    """One row for each measure, one column for each set-up."""
    every = list(found.values())
    body = [
        ("wins by place", *(places(m) for m in every)),
        ("owner of tile 27 wins", *(f"{m['owner_wins'][26]:.0%}" for m in every)),
        ("the most winning tile", *(worst_owner(m) for m in every)),
        ("tiles in one game of twenty", *(str(tiles_taken(m)) for m in every)),
        ("rarest landmark", *(f"{min(m['landmarks']):.0%}" for m in every)),
        ("medals spent / sold", *(medals_words(m) for m in every)),
        ("districts scored", *(f"{m['districts']:.1f}" for m in every)),
        ("largest line", *(line_words(m) for m in every)),
        ("margin", *(f"{m['margin']:.0%}" for m in every)),
    ]
    return rows(["players, set-up", *columns(found)], body)


def strongest(found: dict[str, Found]) -> str:
    """The same with the player, the number of games, and the intervals that few games need."""
    every = list(found.values())
    exact = [[share_of(x * m["games"], m["games"]) for x in m["wins_by_place"]] for m in every]
    owners = [share_of(m["owner_wins"][26] * m["owners"][26], m["owners"][26]) for m in every]
    more = [
        ("player", *(f"`{m['player']}`" for m in every)),
        ("games", *(str(m["games"]) for m in every)),
        ("first, 95%", *(f"{100 * one[0].low:.0f} to {100 * one[0].high:.0f}" for one in exact)),
        (
            "owner of tile 27, 95%",
            *(f"{100 * one.low:.0f} to {100 * one.high:.0f}" for one in owners),
        ),
    ]
    return measured(found) + "\n" + "\n".join(f"| {' | '.join(row)} |" for row in more)


def refitted_house_rules(results: dict[str, Any]) -> str:
    """Each house rule that players were refitted to: one row for each set-up."""
    body = [
        [f"`{name}`", *row(setup, found)]
        for name, one in sorted(results.get("house_refitted", {}).items())
        for setup, found in one["found"].items()
    ]
    return rows(["house rule", *ROW], body)


def level_7(results: dict[str, Any]) -> str:
    """Level 7 against itself: with the first figures, and now."""
    columns_found: list[tuple[str, Found]] = []
    for setup in SETUPS:
        if setup in results["level_7_before"]:
            columns_found.append((f"{setup}, before", results["level_7_before"][setup]))
        if setup in results["level_7"]:
            columns_found.append((f"{setup}, now", results["level_7"][setup]))
    every = [found for _, found in columns_found]
    body = [
        ("games", *(str(m["games"]) for m in every)),
        ("turns of a player", *(f"{m['turns']:.1f}" for m in every)),
        ("wins by place", *(places(m) for m in every)),
        ("owner of tile 27 wins", *(f"{m['owner_wins'][26]:.0%}" for m in every)),
        ("the most winning tile", *(worst_owner(m) if "owners" in m else "–" for m in every)),
        ("mean points", *(f"{m['points']:.0f}" for m in every)),
        ("lead over the next", *(f"{lead(m):.0f}" for m in every)),
        *(
            (f"points from {line}", *(f"{m['lines'][line]:.0%}" for m in every))
            for line in ("bonus tiles", "tile 27", "districts", "prestige")
        ),
        ("tiles in one game of twenty", *(known(m, "taken", tiles_taken) for m in every)),
        ("medals spent / sold", *(known(m, "medals_spent", medals_words) for m in every)),
        ("districts scored", *(known(m, "districts", scored) for m in every)),
    ]
    names = [name.replace(" ", ", ", 1) for name, _ in columns_found]
    return rows(["players, set-up", *names], body)


def known(found: Found, name: str, words: Callable[[Found], Any]) -> str:
    """A measure, or a dash where it was not measured."""
    return str(words(found)) if name in found else "–"


def lead(found: Found) -> float:
    """The mean lead of the winner in points."""
    return float(found["lead"] if "lead" in found else found["margin"] * found["winner"])


def scored(found: Found) -> str:
    """How many districts are scored."""
    return f"{found['districts']:.1f}"


def usual(results: dict[str, Any]) -> dict[str, Found]:
    """The strongest player's games without house rules."""
    return {name: found for name, found in results["strongest"].items() if name in SETUPS}


def with_house_rules(results: dict[str, Any]) -> dict[str, Found]:
    """The strongest player's games with house rules."""
    return {name: found for name, found in results["strongest"].items() if name not in SETUPS}


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "state": state,
    "state-house": state_house,
    "alone": alone,
    "best": lambda results: rows(["aim", "the best of", *columns(SETUPS)], best(results)),
    "best-strongest": lambda results: rows(
        ["aim", "the best of", *columns(SETUPS)], best_strongest(results)
    ),
    "level-7": level_7,
    "sets-by-aim": lambda results: sets_by_aim(results, TWO),
    "sets-by-aim-more": lambda results: sets_by_aim(results, MORE),
    "refitted-sets": lambda results: refitted_sets(results, TWO),
    "refitted-sets-more": lambda results: refitted_sets(results, MORE),
    "differences": differences,
    "rising": rising,
    "first": lambda results: measured(results["before"]["found"]),
    "calibrated": lambda results: measured(results["calibrated"]["found"]),
    "strongest": lambda results: strongest(usual(results)),
    "strongest-house": lambda results: strongest(with_house_rules(results)),
    "earlier-house": lambda results: measured(results["house"]["found"]),
    "refitted-house": refitted_house_rules,
}
