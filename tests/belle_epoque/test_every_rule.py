"""Every numbered rule has a test with its number; every refusal has a test that causes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque

pytestmark = pytest.mark.plain

RULES_OF_CHAPTER = {1: 11, 2: 4, 3: 3, 4: 1, 5: 4, 6: 4, 7: 2, 8: 2, 9: 3}
RULES = [f"B{c}.{n}" for c, last in RULES_OF_CHAPTER.items() for n in range(1, last + 1)]
RULES += ["H1.1", "H1.2", "H1.3", "H1.4", "H1.5", "H1.6"]
SOURCES = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_[bh]*.py"))


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test_with_its_number(rule: str) -> None:
    assert f"def test_{rule.lower().replace('.', '_')}_" in SOURCES


def test_every_rule_that_refuses_is_provoked_by_some_test() -> None:
    cited = set(re.findall(r'== "([BH]\d+(?:\.\d+)?)"', SOURCES))
    # B3 is "no such move"; the conformance suite causes it.
    assert {refusal.rule for refusal in BelleEpoque.refusals.values()} - {"B3"} <= cited
