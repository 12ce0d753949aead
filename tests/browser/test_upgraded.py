"""An upgrade with other prices: the browser shows an old table with its own figures.

A new table has the new figures. The client is built from the changed sources, as for an operator.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.release.sources import ROOT, give_packages
from tests.upgrades.altered import altered_program
from tests.upgrades.releases import FOLDERS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RELEASE = FOLDERS[0]
KNOWN = json.loads((RELEASE / "people.json").read_text("utf-8"))
OLD_SALE, NEW_SALE = 2, 0
"""Francs for one wood: in the release, and in `tests/upgrades/altered.py`."""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of the changed program with its own client, on the data of the release."""
    folder = tmp_path_factory.mktemp("later")
    program = altered_program(folder)
    _build_client(folder)
    data = tmp_path_factory.mktemp("data")
    shutil.copy(RELEASE / "lutetia.sqlite", data)
    with program.serving(data) as serving:
        yield serving.address


def _build_client(folder: Path) -> None:
    left_out = shutil.ignore_patterns("node_modules", "tests")
    shutil.copytree(ROOT / "web", folder / "web", ignore=left_out)
    give_packages(folder / "web")
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    (folder / ".venv").symlink_to(ROOT / ".venv")
    built = subprocess.run(
        [folder / "scripts/npm.sh", "run", "build"],
        env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr


def sale_of_wood(page: Page, francs: int) -> None:
    expect(page.locator('[data-mark="sell:wood"]').first).to_contain_text(str(francs))


def test_a_table_shows_the_prices_with_which_it_began(open_page: OpenPage, upgraded: str) -> None:
    page = open_page(f"{upgraded}/settings")  # this page gets no cookie by itself
    name, _, value = KNOWN["people"]["Anna"]["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": upgraded}])
    page.goto(f"{upgraded}/games")
    old = KNOWN["tables"]["belle_epoque-computer"]
    page.locator(f'a[href$="{old}"]').first.click()
    sale_of_wood(page, OLD_SALE)

    opened = page.request.post(
        f"{upgraded}/api/tables",
        data={"game": "belle_epoque", "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}]},
        headers={"origin": upgraded},
    )
    assert opened.ok, opened.text()
    page.goto(opened.json()["address"]["link"])
    sale_of_wood(page, NEW_SALE)
    page.go_back()
    sale_of_wood(page, OLD_SALE)
