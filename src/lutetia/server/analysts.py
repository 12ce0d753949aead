"""The door to the analysis of whole games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lutetia.match.errors import NotPossible

MODULE = "lutetia.ai.analysis"


def analyse_record(
    record: Mapping[str, Any], effort: int, progress: Callable[[float], None]
) -> dict[str, Any]:
    """Every move's loss, the better moves, and the margin over the game (docs/analysis.md)."""
    if find_spec(MODULE) is None:
        raise NotPossible("this server has no analyst")
    found: dict[str, Any] = import_module(MODULE).analyse_json(record, effort, progress)
    return found
