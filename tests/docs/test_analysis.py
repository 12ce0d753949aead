"""docs/analysis.md describes every field that analyses, hints and outlooks have, and no other."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from lutetia.ai.analysis.explanation import (
    SMALLEST_SHARE,
    Explanation,
    LineChange,
    PartChange,
    PlaceChange,
)
from lutetia.ai.analysis.hint import Suggestion
from lutetia.ai.analysis.outlook import Place
from lutetia.ai.analysis.report import BLUNDER, MISTAKE, STRONG, Analysis, Judged, Summary
from lutetia.server.thinking.jobs import EFFORTS

PAGE = (Path(__file__).resolve().parents[2] / "docs/analysis.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("heading", "described"),
    [
        ("## The analysis as JSON", Analysis),
        ("### A move", Judged),
        ("### A summary", Summary),
        ("## An explanation", Explanation),
        ("### A line", LineChange),
        ("### A part", PartChange),
        ("### A place", PlaceChange),
        ("## A hint as JSON", Suggestion),
        ("## An outlook as JSON", Place),
    ],
)
def test_the_page_lists_every_field_in_order(heading: str, described: Any) -> None:
    section = re.split(r"\n##", PAGE.partition(f"\n{heading}\n")[2])[0]
    listed = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert listed == [field.name for field in fields(described)]


def test_the_page_tells_the_efforts_of_the_server() -> None:
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \| ([\d,]+) \|", PAGE, re.MULTILINE)
    told = {int(a): (int(b.replace(",", "")), int(c.replace(",", ""))) for a, b, c in rows}
    assert told == EFFORTS


def test_the_page_tells_the_thresholds() -> None:
    marks = dict(
        re.findall(r"^\| `([?!]+)` \|[^|]+\|[^|]*?(\d+) points or more", PAGE, re.MULTILINE)
    )
    assert {mark: float(points) for mark, points in marks.items()} == {
        "??": BLUNDER,
        "?": MISTAKE,
        "!": STRONG,
    }
    assert f"differences of {SMALLEST_SHARE:.0%} or more".replace("%", " %") in PAGE
