"""The tables of the other sets of figures, with players that were refitted to them."""

from __future__ import annotations

from typing import Any

from scripts.balance.cells import ROW, plain, row, rows
from scripts.balance.verdicts import AIMS, Found, Verdict

Setups = tuple[str, ...]
TWO = ("2 basic", "2 advanced")
MORE = ("3 basic", "3 advanced", "4 basic", "4 advanced")
SHOWN = {TWO: 12, MORE: 6}
"""Only so many sets have rows of their own: those that meet the most aims in these set-ups."""
BUILDINGS = "points for buildings"
EQUAL = [5, 5, 5, 5, 5]
"""The calibrated points for buildings of value 1, 2, 3, 5 and 8."""
CALIBRATED = "calibrated"


def refitted_sets(results: dict[str, Any], setups: Setups) -> str:
    """The sets that meet the most aims, below the calibrated one, by their numbers."""
    named = {CALIBRATED: results["calibrated"]["found"]}
    named |= {str(number): one["found"] for number, one in best_sets(results, setups)}
    body = [
        [name, met(every[setup]), *row(setup, every[setup])]
        for name, every in named.items()
        for setup in setups
    ]
    return rows(["set", "aims met, near", *ROW], body)


def differences(results: dict[str, Any]) -> str:
    """What each of these sets has otherwise than the calibrated one."""
    shown = dict(best for setups in SHOWN for best in best_sets(results, setups))
    body = []
    for number, one in shown.items():
        changes = [f"{name}: {plain(value)}" for name, value in one["differences"].items()]
        body.append([str(number), "; ".join(changes)])
    return rows(["set", "other figures than the calibrated ones"], body)


def sets_by_aim(results: dict[str, Any], setups: Setups) -> str:
    """How many of all these sets meet each aim, beside what the calibrated one does."""
    every = [one["found"] for _, one in numbered(results, setups)]
    body = []
    for aim, verdict in AIMS.items():
        cells = []
        for setup in setups:
            others = [verdict(found[setup]) for found in every]
            cells += [
                verdict(results["calibrated"]["found"][setup]),
                f"{others.count('yes')} · {others.count('near')}",
            ]
        body.append([aim, *cells])
    heading = [f"{setup.replace(' ', ', ')}: {kind}" for setup in setups for kind in (
        CALIBRATED, f"of {len(every)} sets, met · near")]  # fmt: skip
    return rows(["aim", *heading], body)


def best_sets(results: dict[str, Any], setups: Setups) -> list[tuple[int, dict[str, Any]]]:
    """The sets that meet the most aims, with their numbers, the best one first."""

    def rank(pair: tuple[int, dict[str, Any]]) -> tuple[int, int]:
        every = [verdict for setup in setups for verdict in verdicts(pair[1]["found"][setup])]
        return every.count("yes"), every.count("near")

    return sorted(numbered(results, setups), key=rank, reverse=True)[: SHOWN[setups]]


def numbered(results: dict[str, Any], setups: Setups) -> list[tuple[int, dict[str, Any]]]:
    """The other sets that were played in these set-ups, with their numbers on the page."""
    return [
        (number, one)
        for number, one in enumerate(tried_again(results), 1)
        if all(setup in one["found"] for setup in setups)
    ]


def met(found: Found) -> str:
    """How many aims are met, and how many nearly."""
    return f"{verdicts(found).count('yes')}, {verdicts(found).count('near')}"


def verdicts(found: Found) -> list[Verdict]:
    """What is said of each aim."""
    return [verdict(found) for verdict in AIMS.values()]


def tried_again(results: dict[str, Any]) -> list[dict[str, Any]]:
    """The other sets that players were refitted to."""
    return [
        one
        for one in results.get("figures_refitted", [])
        if not set(one["differences"]) <= {BUILDINGS}
    ]


def rising(results: dict[str, Any]) -> str:
    """Points for buildings that rise with the value, beside the equal ones."""
    body = [
        [words, *row(setup, found)]
        for words, one in rising_sets(results)
        for setup, found in one["found"].items()
    ]
    return rows(["points for buildings of value 1, 2, 3, 5, 8", *ROW], body)


def rising_sets(results: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The sets that differ from the calibrated one at most in the points for buildings.

    The steepest comes last."""
    found = [
        (one["differences"].get(BUILDINGS, EQUAL), one)
        for one in results.get("figures_refitted", [])
        if set(one["differences"]) <= {BUILDINGS}
    ]
    found.sort(key=lambda pair: pair[0][-1] - pair[0][0])
    return [(plain(points), one) for points, one in found]
