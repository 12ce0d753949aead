"""Every Python example on the pages about Python is run."""

from __future__ import annotations

import pytest

from tests.api.test_shown import built
from tests.docs.examples import failed_examples


@pytest.mark.parametrize(
    ("page", "examples"),
    [
        ("python.md", 20),
        ("environments.md", 15),
        ("formats.md", 15),
        pytest.param("notebooks.md", 5, marks=built),
    ],
)
def test_the_examples_of_the_page_are_true(page: str, examples: int) -> None:
    failed, found = failed_examples(page)
    assert failed == 0
    assert found > examples
