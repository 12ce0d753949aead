"""The aims that some players miss, as numbers: the best that was seen, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lutetia.games.belle_epoque.balance.measures import FEW_OWNERS
from scripts.balance.results import SETUPS, basis
from scripts.balance.verdicts import Found, largest_line, medals_spent, tiles_taken

HOUSE_RULES = {
    "steps": "H1.1",
    "later-francs": "H1.2",
    "tile-27": "H1.3",
    "scoring-key": "H1.4",
    "medals": "H1.5",
    "second-tiles": "H1.6",
}
"""The options in the order of docs/balance.md."""
NAMED = tuple[str, Found]
"""Measures of one set-up, and the house rules with which they were measured."""


def best_owner(found: Found) -> float:
    """What the owner of the most winning tile wins."""
    pairs = zip(found["owner_wins"], found["owners"], strict=True)
    return max(float(share) for share, count in pairs if count >= FEW_OWNERS)


def owner_excess(found: Found) -> float:
    """How much more than its fair share the owner of the most winning tile wins, in points."""
    return 100 * (best_owner(found) - 1 / int(found["players"]))


def uneven_seats(found: Found) -> float:
    """How far the seat that is farthest from its fair share is from it."""
    fair = 1 / int(found["players"])
    return max(abs(float(share) - fair) for share in found["wins_by_place"])


def rarest_landmark(found: Found) -> float:
    """In what share of the games the landmark is bought that is bought least."""
    return float(min(found["landmarks"]))


def best_alone(found: Found) -> float:
    """The share of mixed players that the best single-minded one is ahead of."""
    return float(max(found["alone"].values()))


def percent(value: float) -> str:
    """A share in words."""
    return f"{value:.0%}"


@dataclass(frozen=True)
class Aim:
    """One aim as a number."""

    title: str
    axis: str
    """The same, short, with its unit."""
    measure: Callable[[Found], float]
    needs: str
    """What must have been measured."""
    best: Callable[[Iterable[float]], float] = max
    words: Callable[[float], str] = percent
    scale: float = 100.0
    """From a value to the unit of a picture."""
    lines: tuple[float, ...] = ()
    """Where the aim lies in a picture."""
    tried: str = ""
    """Its name in what is kept of all tried sets."""


OWNER = Aim(
    "the owner of one tile wins (aim: at most 60%, 43%, 35%)",
    "",
    best_owner,
    "owner_wins",
    min,
)
SHOWN = (
    Aim(
        "tiles in one game of twenty (aim: 25)", "tiles in one game of twenty", tiles_taken,
        "taken", words="{:.0f}".format, scale=1.0, lines=(25.0,), tried="tiles",
    ),
    Aim(
        "the rarest landmark (aim: 5% of the games)", "rarest landmark, %", rarest_landmark,
        "landmarks", lines=(5.0,),
    ),
    Aim(
        "medals spent of all spent and sold (aim: over 50%)", "medals spent, %", medals_spent,
        "medals_spent", lines=(50.0,), tried="medals_spent",
    ),
    Aim(
        "districts scored (aim: 4, with more players 5)", "districts scored",
        lambda found: float(found["districts"]), "districts",
        words="{:.1f}".format, scale=1.0, lines=(4.0, 5.0), tried="districts",
    ),
    Aim(
        "the best single-minded player is ahead of (aim: at most 35%)",
        "best single-minded player, %", best_alone, "alone", min, lines=(35.0,),
    ),
    Aim(
        "the farthest seat from its fair share (aim: 3 points)", "farthest seat, points",
        uneven_seats, "wins_by_place", min, words=lambda value: f"{100 * value:.0f}", lines=(3.0,),
    ),
    Aim(
        "margin, of the winner's points (aim: below 15%)", "margin, %",
        lambda found: float(found["margin"]), "margin", min, lines=(15.0,),
    ),
    Aim(
        "the largest line of the score (aim: at most 40%)", "largest line, %", largest_line,
        "lines", min, lines=(40.0,), tried="largest_line",
    ),
)  # fmt: skip
"""The aims that the picture shows, each against what the most winning owner wins."""
ALL = (OWNER, *SHOWN)


def values(aim: Aim, found: Iterable[NAMED]) -> list[tuple[float, str]]:
    """The aim in everything in which it was measured."""
    return [(aim.measure(one), name) for name, one in found if aim.needs in one]


def best_words(aim: Aim, found: Iterable[NAMED]) -> str:
    """The best value, with the house rules that brought it."""
    known = values(aim, found)
    if not known:
        return "–"
    wanted = aim.best(value for value, _ in known)
    names = next(name for value, name in known if value == wanted)
    return aim.words(wanted) + (f" ({names})" if names else "")


def best(results: dict[str, Any]) -> list[list[str]]:
    """Rows: the best of figures alone and with house rules, by refitted players."""
    body = []
    for aim in ALL:
        rows = [
            ["figures alone", *(best_words(aim, figures(results, name)) for name in SETUPS)],
            ["with house rules", *(best_words(aim, house_named(results, name)) for name in SETUPS)],
        ]
        if aim.tried:
            tried = [[row[aim.tried][place] for row in results["tried"]] for place in range(6)]
            words = [aim.words(aim.best(column)) for column in tried]
            rows.insert(1, ["figures alone, players of other figures", *words])
        body += [[aim.title if not number else "", *row] for number, row in enumerate(rows)]
    return body


def best_strongest(results: dict[str, Any]) -> list[list[str]]:
    """Rows: what the strongest player reaches with the calibrated figures and with house rules."""
    body = []
    for aim in ALL:
        if aim.needs == "alone":
            continue
        for number, (kind, named) in enumerate(
            (("calibrated figures", strongest_usual), ("with house rules", strongest_house))
        ):
            cells = [best_words(aim, named(results, setup)) for setup in SETUPS]
            body.append(["" if number else aim.title, kind, *cells])
    return body


def figures(results: dict[str, Any], setup: str) -> list[NAMED]:
    """Everything that refitted players measured without house rules."""
    refitted = [row["found"] for row in results.get("figures_refitted", [])]
    both = [results["before"]["found"], results["calibrated"]["found"], *refitted]
    return [("", found[setup]) for found in both if setup in found]


def strongest_usual(results: dict[str, Any], setup: str) -> list[NAMED]:
    """The strongest player without house rules."""
    return [("", results["strongest"][setup])]


def strongest_house(results: dict[str, Any], setup: str) -> list[NAMED]:
    """The strongest player with house rules."""
    return [
        (rules_of(name.partition(", ")[2]), found)
        for name, found in results["strongest"].items()
        if basis(name) == setup and name != setup
    ]


def house_named(results: dict[str, Any], setup: str) -> list[NAMED]:
    """Everything that was measured with house rules by players that plan one turn."""
    return [
        ("H1.1, H1.2", results["house"]["found"][setup]),
        *(
            (rules_of(name), one["found"][setup])
            for name, one in results.get("house_refitted", {}).items()
            if setup in one["found"]
        ),
        *(
            (rules_of_row(row), row)
            for row in results["house_options"]
            if f"{row['players']} {row['setup']}" == setup and rules_of_row(row)
        ),
    ]


def rules_of(options: str) -> str:
    """The numbers of house rules, from `tile-27=two, medals=kept`."""
    return ", ".join(sorted(HOUSE_RULES[one.partition("=")[0]] for one in options.split(", ")))


def rules_of_row(row: Found) -> str:
    """The same from a row of `house_options`."""
    on = {
        "H1.1": row["steps"] != "any",
        "H1.2": any(row["later_francs"]),
        "H1.3": row["tiles_27"] != 1,
    }
    return ", ".join(rule for rule, is_on in on.items() if is_on)
