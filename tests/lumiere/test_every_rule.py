"""Every numbered rule has a test with its number in the name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lutetia.games.lumiere.rules import Lumiere

RULES_OF_CHAPTER = {1: 8, 2: 4, 3: 3, 4: 4, 5: 1, 6: 3, 7: 12, 8: 6}
RULES = [f"L{c}.{n}" for c, last in RULES_OF_CHAPTER.items() for n in range(1, last + 1)]
HERE = Path(__file__).parent


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test_with_its_number(rule: str) -> None:
    name = f"def test_{rule.lower().replace('.', '_')}_"
    assert any(name in path.read_text("utf-8") for path in HERE.glob("test_l*.py"))


def test_every_refusal_is_provoked_by_some_test() -> None:
    """Except "no such move" and the finished game: the conformance suite provokes these."""
    sources = "".join(path.read_text("utf-8") for path in HERE.glob("test_l*.py"))
    cited = set(re.findall(r'== "(L\d+\.\d+)"', sources)) | set(
        re.findall(r', "(L[\d.]+)"\)', sources)
    )
    assert {refusal.rule for refusal in Lumiere.refusals.values()} - {"L1"} <= cited
