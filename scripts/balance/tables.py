"""The tables of docs/balance.md, between marks in its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lutetia.games.belle_epoque.balance.measures import FEW_OWNERS
from lutetia.kernel.errors import BadFile
from lutetia.kernel.statistics import share_of
from scripts.balance.results import SETUPS, basis
from scripts.balance.verdicts import (
    AIMS,
    SINGLE_MINDED,
    Found,
    largest_line,
    medals_spent,
    single_minded,
    tiles_taken,
)

END = "<!-- balance: end -->"


def written(page: str, results: dict[str, Any]) -> str:
    """The page with all its tables made again."""

    def again(mark: re.Match[str]) -> str:
        name = mark[1]
        if name not in TABLES:
            raise BadFile(f"docs/balance.md: there is no table {name!r}")
        return f"<!-- balance: {name} -->\n\n{TABLES[name](results)}\n\n{END}"

    return re.sub(rf"<!-- balance: (?!end)(\S+) -->.*?{END}", again, page, flags=re.DOTALL)


def rows(heading: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heading, ["---"] * len(heading), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def columns(names: Iterable[str]) -> list[str]:
    """The headings of set-ups."""
    return [name.replace(" ", ", ", 1) for name in names]


def state(results: dict[str, Any]) -> str:
    """Each aim: whether it is met, with refitted and with the strongest players."""
    refitted, strongest = results["calibrated"], results["strongest"]
    body = [
        [
            aim,
            *(
                f"{bold(met(refitted['found'][name]))} · {bold(met(strongest[name]))}"
                for name in SETUPS
            ),
        ]
        for aim, met in AIMS.items()
    ]
    body.append([SINGLE_MINDED, f"{bold(single_minded(refitted['duels']))} · –", *["–"] * 5])
    return rows(["aim", *columns(SETUPS)], body)


def bold(verdict: str) -> str:
    """What is missed catches the eye."""
    return "**no**" if verdict == "no" else verdict


def best(results: dict[str, Any]) -> str:
    """The best that was seen of each aim that no set of figures meets."""
    kinds: dict[str, tuple[Callable[[Found], float], str, Callable[[float], str]]] = {
        "tiles in one game of twenty (aim: 25)": (tiles_taken, "tiles", "{:.0f}".format),
        "medals spent of all spent and sold (aim: over 50%)": (
            medals_spent,
            "medals_spent",
            "{:.0%}".format,
        ),
        "districts scored (aim: 4, with more players 5)": (
            lambda found: float(found["districts"]),
            "districts",
            "{:.1f}".format,
        ),
    }
    body = []
    for aim, (measure, name, words) in kinds.items():
        figures, house = [], []
        for place, setup in enumerate(SETUPS):
            tried = [row[name][place] for row in results["tried"]]
            own = [measure(results[key]["found"][setup]) for key in ("before", "calibrated")]
            figures.append(words(max(tried + own)))
            with_rules = [measure(one) for one in house_games(results, setup)]
            house.append(words(max(with_rules)) if with_rules else "–")
        body += [[aim, "figures alone", *figures], ["", "with house rules", *house]]
    return rows(["aim", "the best of", *columns(SETUPS)], body)


def house_games(results: dict[str, Any], setup: str) -> list[Found]:
    """Everything that was measured with house rules in a set-up."""
    refitted = results.get("house_refitted", {}).values()
    return [
        results["house"]["found"][setup],
        *(one["found"][setup] for one in refitted),
        *(
            row
            for row in results["house_options"]
            if f"{row['players']} {row['setup']}" == setup and has_house_rule(row)
        ),
        *(
            found
            for name, found in results["strongest"].items()
            if basis(name) == setup and name != setup
        ),
    ]


def has_house_rule(row: Found) -> bool:
    """Whether a row of `house_options` has any house rule on."""
    return row["steps"] != "any" or row["tiles_27"] != 1 or any(row["later_francs"])


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


def worst_owner(found: Found) -> str:
    """The tile whose owner wins most, and how often."""
    pairs = zip(found["owner_wins"], found["owners"], strict=True)
    wins = [(share, tile) for tile, (share, n) in enumerate(pairs, 1) if n >= FEW_OWNERS]
    share, tile = max(wins)
    return f"{tile}: {share:.0%}"


def line_words(found: Found) -> str:
    """The line of the score with the most points."""
    name = max(found["lines"], key=found["lines"].__getitem__)
    return f"{name} {largest_line(found):.0%}"


def refitted_house_rules(results: dict[str, Any]) -> str:
    """Each house rule that players were refitted to: one row for each set-up."""
    heading = (
        "house rule", "players, set-up", "games", "wins by place", "the most winning tile", "tiles",
        "rarest landmark", "medals spent / sold", "districts", "largest line", "margin",
    )  # fmt: skip
    body = []
    for name, one in sorted(results.get("house_refitted", {}).items()):
        for setup, found in one["found"].items():
            body.append(
                [
                    f"`{name}`",
                    setup.replace(" ", ", "),
                    str(found["games"]),
                    places(found),
                    worst_owner(found),
                    str(tiles_taken(found)),
                    f"{min(found['landmarks']):.0%}",
                    medals_words(found),
                    f"{found['districts']:.1f}",
                    line_words(found),
                    f"{found['margin']:.0%}",
                ]
            )
    return rows(heading, body)


def places(found: Found) -> str:
    """The shares of wins by place."""
    return " / ".join(f"{100 * share:.0f}" for share in found["wins_by_place"])


def medals_words(found: Found) -> str:
    """Medals spent and sold in a game."""
    return f"{found['medals_spent']:.1f} / {found['medals_sold']:.1f}"


def usual(results: dict[str, Any]) -> dict[str, Found]:
    """The strongest player's games without house rules."""
    return {name: found for name, found in results["strongest"].items() if name in SETUPS}


def with_house_rules(results: dict[str, Any]) -> dict[str, Found]:
    """The strongest player's games with house rules."""
    return {name: found for name, found in results["strongest"].items() if name not in SETUPS}


TABLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "state": state,
    "best": best,
    "first": lambda results: measured(results["before"]["found"]),
    "calibrated": lambda results: measured(results["calibrated"]["found"]),
    "strongest": lambda results: strongest(usual(results)),
    "strongest-house": lambda results: strongest(with_house_rules(results)),
    "earlier-house": lambda results: measured(results["house"]["found"]),
    "refitted-house": refitted_house_rules,
}
