"""Runs the examples of a page."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def failed_examples(page: str) -> tuple[int, int]:
    """How many examples of a page fail, and how many there are."""
    path = DOCS / page
    text = path.read_text("utf-8").replace("```python", "").replace("```", "")
    found = doctest.DocTestParser().get_doctest(text, {}, page, str(path), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(found)
    return runner.summarize(verbose=False).failed, len(found.examples)
