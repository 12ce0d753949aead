"""Nothing that a release could open was dropped: rules by their version, pieces by their digest."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from lutetia.games.belle_epoque.rules import components as belle_epoque
from lutetia.games.lumiere.rules import components as lumiere
from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.components import CURRENT, EARLIER, chosen_components
from lutetia.kernel.errors import UnknownComponents, UnknownRules
from lutetia.kernel.record import GameRecord, load, reopen, verify
from tests.upgrades.releases import FOLDERS, RECORDS, of_release


def test_there_are_records_of_every_game_from_every_release() -> None:
    assert FOLDERS
    for folder in FOLDERS:
        games = {load(record).game for record in (folder / "records").iterdir()}
        assert games >= {"lumiere", "belle_epoque"}


@pytest.mark.parametrize("path", RECORDS, ids=of_release)
def test_a_record_of_a_release_is_opened_and_verified(path: Path) -> None:
    record = load(path)
    try:
        game = reopen(record, open_game)
    except UnknownRules:
        pytest.fail(
            f"{path.parents[1].name} played {record.game} by rules {record.rules_version}: keep "
            f"that version in `rules_versions`, and what its rules did (CONTRIBUTING.md)"
        )
    except UnknownComponents:
        pytest.fail(
            f"{path.parents[1].name} played {record.game} with other pieces: keep its {CURRENT} as "
            f"{EARLIER}/{record.components}.toml beside the new one (CONTRIBUTING.md)"
        )
    assert game.rules_version == record.rules_version
    assert int(game.box.rules_version) == record.rules_version
    assert game.components_digest == record.components
    verify(game, record)


@pytest.mark.parametrize("name", GAMES)
def test_new_games_use_the_newest_rules(name: str) -> None:
    versions = find_game(name).rules_versions
    assert list(versions) == sorted(set(versions))
    assert open_game(name).rules_version == versions[-1]
    record = GameRecord.start(open_game(name), bytes(32), ["a", "b"])
    assert record.rules_version == versions[-1]


@pytest.mark.parametrize("module", [lumiere, belle_epoque], ids=lambda m: m.__name__.split(".")[2])
def test_every_earlier_file_can_be_read(module: object) -> None:
    """Also that its name is a digest; there need not be any file yet."""
    package = str(getattr(module, "__package__", ""))
    folder = resources.files(package).joinpath(EARLIER)
    for file in folder.iterdir() if folder.is_dir() else ():
        digest = file.name.removesuffix(".toml")
        game = open_game(package.split(".")[2], components=digest)
        assert game.components_digest == digest


@pytest.mark.parametrize("name", GAMES)
def test_pieces_and_rules_that_nobody_kept_are_refused(name: str) -> None:
    with pytest.raises(UnknownComponents, match=r"keeps none with the digest 012301230123…"):
        open_game(name, components="0123" * 16)
    for wrong in ("", "../components", "0" * 63 + "/"):
        with pytest.raises(UnknownComponents):
            open_game(name, components=wrong)
    with pytest.raises(UnknownRules, match=r"rules_version: 99 is unknown"):
        open_game(name, rules_version=99)


def test_an_earlier_file_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later program may compute other digests; a kept file keeps the name it had."""
    (tmp_path / "some_game" / EARLIER).mkdir(parents=True)
    (tmp_path / "some_game" / "__init__.py").touch()
    (tmp_path / "some_game" / EARLIER / f"{'a' * 64}.toml").write_text("old", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    class Text(str):
        __slots__ = ()

        def digest(self) -> str:
            return "b" * 64

    def chosen(which: Path | str | None) -> tuple[str, str]:
        found = chosen_components(
            "some_game", which, lambda: Text("new"), lambda text, _: Text(text)
        )
        return found.pieces, found.digest

    assert chosen(None) == ("new", "b" * 64)
    assert chosen("b" * 64) == ("new", "b" * 64)
    assert chosen("a" * 64) == ("old", "a" * 64)
    own = tmp_path / "own.toml"
    own.write_text("own", encoding="utf-8")
    assert chosen(own) == ("own", "b" * 64)
