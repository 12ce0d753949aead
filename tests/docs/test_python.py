"""docs/python.md: every example on the page is run."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/python.md"


def test_the_examples_of_the_page_are_true() -> None:
    text = PAGE.read_text("utf-8").replace("```python", "").replace("```", "")
    found = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(PAGE), 0)
    assert len(found.examples) > 20
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(found)
    assert runner.summarize(verbose=False).failed == 0
