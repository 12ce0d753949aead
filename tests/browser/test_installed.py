"""The wheel in an empty environment, as a new user has it: it serves its client."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from lutetia import __version__
from tests.browser.conftest import OpenPage
from tests.browser.table import Player
from tests.browser.test_together import open_curtain
from tests.release.environments import install, new_environment, site_packages
from tests.release.serving import serving
from tests.release.sources import ROOT, wheel_of_a_clean_checkout

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine on which Lutetia never ran."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with only the wheel and its dependencies."""
    python = new_environment(tmp_path_factory.mktemp("installed") / "environment")
    install(python, wheel_of_a_clean_checkout(tmp_path_factory))
    return python


def run(python: Path, home: Path, *words: str) -> str:
    """What the installed command prints; it runs in another folder."""
    ran = subprocess.run(
        [python.with_name("lutetia"), *words], cwd=home, env=environment(home),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ran.stdout


def environment(home: Path, jit: str = "1") -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(home), "LUTETIA_LIMIT_FACTOR": "20", "LUTETIA_JIT": jit}


@pytest.fixture(
    scope="module",
    params=["0", pytest.param("1", marks=pytest.mark.exhaustive)],
    ids=["plain", "compiled"],
)
def server(python: Path, home: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the installed server. The first compilation takes minutes, and `make test`
    has compiled the same sources before."""
    command = [str(python.with_name("lutetia")), "serve", "--port", "0"]
    with serving(command, environment(home, request.param), home) as address:
        yield address


def test_the_command_runs_from_the_wheel(python: Path, home: Path) -> None:
    where = "import lutetia; print(lutetia.__file__)"
    found = subprocess.run(
        [python, "-c", where], cwd=home, env=environment(home), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert Path(found.stdout.strip()).is_relative_to(site_packages(python))
    assert not Path(found.stdout.strip()).is_relative_to(ROOT)
    assert run(python, home, "--version") == f"lutetia {__version__}\n"
    assert run(python, home).startswith(f"Lutetia {__version__}: ")
    assert "lumiere" in run(python, home, "games")


@pytest.mark.timeout(3_000)  # the first compilation
def test_a_browser_plays_a_move(open_page: OpenPage, server: str) -> None:
    page = open_page()
    player = Player(page)
    begin = page.get_by_role("button", name="Both on this screen")
    # The page lets nobody begin until the rules are compiled, however long that takes.
    while "lumiere" not in ready_games(server):
        time.sleep(0.5)
    expect(begin).to_be_enabled()
    begin.click()
    open_curtain(page)
    assert player.wait()
    player.make(player.choose())


def ready_games(server: str) -> set[str]:
    with urlopen(f"{server}/api/catalogue") as answer:
        return {game["id"] for game in json.load(answer)["games"] if game["ready"]}
