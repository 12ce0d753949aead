"""The catalogue: it finds games by entry points, and a broken package breaks nothing else."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lutetia_nim import NimPackage
from lutetia_nim.rules import Nim

from lutetia.kernel import catalogue
from lutetia.kernel.catalogue import GAMES, Catalogue, find_game, package_of
from lutetia.kernel.errors import BrokenGame, UnknownGame
from lutetia.kernel.package import RulesOnly
from lutetia.kernel.strength import BY_PLAYOUTS

pytestmark = pytest.mark.plain

CODE = """
from lutetia_nim import NimPackage

class Unfinished(NimPackage):
    def game(self):
        raise NotImplementedError("tomorrow")

class NoGame(NimPackage):
    def game(self):
        return int

GOOD = NimPackage()
UNFINISHED = Unfinished()
NO_GAME = NoGame()
NO_PACKAGE = "a word"
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with installed packages of other authors."""
    (tmp_path / "games_of_others.py").write_text(CODE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield tmp_path
    sys.modules.pop("games_of_others", None)


def register(site: Path, distribution: str, *lines: str) -> None:
    """Write the files that an installer writes."""
    folder = site / f"{distribution}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", encoding="utf-8"
    )
    (folder / "entry_points.txt").write_text(
        "\n".join(["[lutetia.games]", *lines]), encoding="utf-8"
    )


def test_the_games_of_the_house_are_found_by_title_and_by_any_spelling() -> None:
    assert list(GAMES) == ["lumiere", "belle_epoque"]
    assert find_game(" Belle-Epoque ").id == "belle_epoque"
    with pytest.raises(UnknownGame, match="no game is called 'chess'; there are lumiere, belle_"):
        find_game("chess")


def test_a_package_of_somebody_else_is_found(site: Path) -> None:
    register(site, "nim", "nim = games_of_others:GOOD")
    games = Catalogue()
    assert list(games) == ["lumiere", "nim", "belle_epoque"]
    assert games.find("nim").game() is Nim
    assert games.broken == {}


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("no_such_module:PACKAGE", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("games_of_others:NOWHERE", "cannot be loaded: AttributeError"),
        ("games_of_others:NO_PACKAGE", "is no GamePackage"),
        ("games_of_others:UNFINISHED", "cannot be loaded: NotImplementedError: tomorrow"),
        ("games_of_others:NO_GAME", "has rules that are no Game"),
    ],
)
def test_a_broken_package_is_told_in_one_sentence_and_leaves_the_others(
    site: Path, entry: str, complaint: str
) -> None:
    register(site, "nim", f"nim = {entry}")
    games = Catalogue()
    assert list(games) == ["lumiere", "belle_epoque"]
    assert complaint in games.broken["nim"]
    assert "\n" not in games.broken["nim"]
    with pytest.raises(BrokenGame) as caught:
        games.find("nim")
    assert str(caught.value) == games.broken["nim"]
    assert "nim" not in games
    assert games.find("lumiere").game().id == "lumiere"


def test_the_name_must_be_the_id(site: Path) -> None:
    register(site, "nim", "stones = games_of_others:GOOD")
    assert "whose id is 'nim'" in Catalogue().broken["stones"]


def test_two_packages_cannot_share_a_name(site: Path) -> None:
    register(site, "nim", "nim = games_of_others:GOOD")
    register(site, "other-nim", "nim = games_of_others:UNFINISHED")
    assert "two packages" in Catalogue().broken["nim"]


def test_an_installation_without_entry_points_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "entry_points", lambda group: ())  # noqa: ARG005
    with pytest.raises(UnknownGame, match="install it again"):
        Catalogue().find("lumiere")
    with pytest.raises(UnknownGame, match="install it again"):
        list(Catalogue())


def test_a_game_of_rules_alone_has_an_answer_to_everything() -> None:
    package = package_of(Nim.open())
    assert isinstance(package, RulesOnly)
    for described in (package, NimPackage()):
        assert described.game() is Nim
        assert described.levels() == BY_PLAYOUTS
        assert described.heuristic() is None
        assert described.solver() is None
        assert described.places() is None
        assert described.table_scorer() is None
        assert described.renderer() is None
        assert described.uses(Nim.open(), Nim.open().new_state()) == {}
        assert not described.has_client
