"""The sentences of `lutetia analyse`."""

from __future__ import annotations

import pytest

from lutetia.ai.analysis.explanation import Explanation
from lutetia.ai.analysis.report import Judged
from lutetia.cli.analyse import reasons_for

pytestmark = pytest.mark.plain

LINE = ["buy:wood", "move:montmartre:2:5", "end"]


def judged(line: list[str], proved: bool) -> Judged:
    """A move that lost three points."""
    return Judged(
        ply=7,
        seat="orange",
        player="Anna",
        move="pass",
        loss=3.0,
        mark="?",
        best=line[0],
        line=line,
        proved=proved,
        forced=False,
        margins=[0.0, 0.0],
        explanation=Explanation("pass", 3.0, proved, [], [], [], [], 0),
    )


def test_the_better_turn_is_named_whole() -> None:
    (told,) = reasons_for(judged(LINE, proved=False), ["orange", "blue"])
    assert told == (
        "7. buy:wood move:montmartre:2:5 end instead of pass: "
        "The margin at the end is expected to be 3 points larger than with pass."
    )


def test_a_proved_line_is_named_by_its_first_move() -> None:
    (told,) = reasons_for(judged(LINE, proved=True), ["orange", "blue"])
    assert told == (
        "7. buy:wood instead of pass: "
        "The margin at the end is proved to be 3 points larger than with pass."
    )
