"""Scores a table of any game from its description."""

from __future__ import annotations

from pathlib import Path

from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.errors import NotOffered
from lutetia.kernel.package import TableScorer
from lutetia.kernel.real_table import Description, TableResult, describe


def score_table(text: str, components: Path | None = None) -> TableResult:
    """The scores of the described table; `BadTable` says what is impossible in it."""
    description = describe(text)
    return scorer_of(description)(description, components)


def scorer_of(description: Description) -> TableScorer:
    """The scorer of the game that a description names."""
    package = GAMES.find(description.game)
    scorer = package.table_scorer()
    if scorer is None:
        raise NotOffered(f"tables of {package.game().title} cannot be scored from a description")
    return scorer
