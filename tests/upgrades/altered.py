"""The program of a later day: this one, with other rules and other prices in both games.

It is made as CONTRIBUTING.md says ("Old records go on"): a version is added, rules branch on it,
and the component file that is replaced is kept by its digest.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.components import CURRENT, EARLIER
from tests.upgrades.program import Program

SOURCE = Path(__file__).parents[2] / "src"
PLAIN = {"LUTETIA_JIT": "0"}
"""The same source without a compiler: compiling all of it anew would take longer than playing."""


@dataclass(frozen=True)
class Change:
    """One place of a game's rules, before and after."""

    file: str
    before: str
    after: str


CHANGES = {
    "lumiere": (
        Change("game.py", "rules_versions = (1,)", "rules_versions = (1, 2)"),
        # The largest group counts twice.
        Change(
            "scoring.py",
            "= largest_group(state.built[seat])",
            "= largest_group(state.built[seat]) * (2 if box.rules_version >= 2 else 1)",
        ),
        # One tile is printed otherwise.
        Change(CURRENT, '["oo", "or"]', '["oo", "ro"]'),
    ),
    "belle_epoque": (
        Change("game.py", "tuple[int, ...]] = (1, 2)", "tuple[int, ...]] = (1, 2, 3)"),
        # Who sells wins a point.
        Change(
            "market.py",
            "    state.francs[seat] += box.sell[kind]\n",
            "    state.francs[seat] += box.sell[kind]\n"
            "    if box.rules_version >= 3:\n"
            "        state.points[seat] += 1\n",
        ),
        Change(CURRENT, "sell = { wood = 1,", "sell = { wood = 0,"),
        Change(CURRENT, "points = { 8 = 2 }", "points = { 8 = 4 }"),
    ),
}
NEWEST = {"lumiere": 2, "belle_epoque": 3}
"""The rules versions that the changes add."""


def altered_program(folder: Path) -> Program:
    """A copy of the program in which both games have changed."""
    source = folder / "src"
    left_out = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(SOURCE, source, ignore=left_out)
    for game, changes in CHANGES.items():
        rules = source / "lutetia/games" / game / "rules"
        earlier = rules / EARLIER
        earlier.mkdir(exist_ok=True)
        shutil.copy(rules / CURRENT, earlier / f"{open_game(game).components_digest}.toml")
        for change in changes:
            path = rules / change.file
            text = path.read_text(encoding="utf-8")
            assert text.count(change.before) == 1, change
            path.write_text(text.replace(change.before, change.after), encoding="utf-8")
    return Program(source, PLAIN)


def this_program() -> Program:
    """The program as it is."""
    return Program(SOURCE, PLAIN)
