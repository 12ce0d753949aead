"""The built font files: they contain every letter of the client, and name their owners."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.browser.conftest import ROOT, STATIC

pytestmark = pytest.mark.browser  # it needs the built client

WEB = ROOT / "web"
SERIF, SANS, SIGNS = "EB Garamond", "Roboto", "Noto Sans Math"
PARTS = {(SERIF, "normal"), (SERIF, "italic"), (SANS, "normal")}
NOTICE = (WEB / "public/fonts.txt").read_text(encoding="utf-8")
EXPECTED_IN_NAMES = "Łukasz Çağrı Dvořák Ștefan Þór Ōe"


@dataclass(frozen=True)
class Face:
    """One rule of the style sheet, with its file."""

    family: str
    style: str
    file: Path
    letters: frozenset[int]
    """The letters for which a browser loads this file."""

    @property
    def drawn(self) -> frozenset[int]:
        return frozenset(TTFont(self.file).getBestCmap())


@cache
def faces() -> list[Face]:
    if not STATIC.is_dir():
        pytest.fail("the web client is not built: make web")
    sheets = [sheet.read_text(encoding="utf-8") for sheet in STATIC.glob("assets/*.css")]
    rules = [rule for sheet in sheets for rule in re.findall(r"@font-face\s*\{([^}]*)\}", sheet)]
    return [_face(rule) for rule in rules if "url(" in rule]


def _face(rule: str) -> Face:
    def value(name: str) -> str:
        return re.search(rf"{name}:\s*([^;]+)", rule)[1].strip("'\" ")  # type: ignore[index]

    file = re.search(r"url\(['\"]?/?([^'\")]+)", value("src"))
    assert file
    letters: set[int] = set()
    for one in value("unicode-range").split(","):
        first, _, last = one.strip()[2:].partition("-")
        if "?" in first:
            first, last = first.replace("?", "0"), first.replace("?", "F")
        letters |= set(range(int(first, 16), int(last or first, 16) + 1))
    return Face(value("font-family"), value("font-style"), STATIC / file[1], frozenset(letters))


def _sources() -> Iterator[Path]:
    yield from WEB.glob("locales/*/*.po")
    yield WEB / "index.html"
    for kind in ("svelte", "ts", "css"):
        yield from WEB.glob(f"src/**/*.{kind}")
    yield from ROOT.glob("src/lutetia/games/**/*.toml")  # the client reads names from them


def test_every_letter_of_every_text_is_in_a_font() -> None:
    used: dict[str, Path] = {}
    for source in _sources():
        used |= dict.fromkeys(source.read_text(encoding="utf-8"), source)
    used = {letter: path for letter, path in used.items() if unicodedata.category(letter) != "Cc"}
    assert len(used) > 120  # four languages have many letters
    signs = {code for face in faces() if face.family == SIGNS for code in face.drawn & face.letters}
    for family, style in PARTS:
        mine = [face for face in faces() if (face.family, face.style) == (family, style)]
        drawn = signs.union(*(face.drawn & face.letters for face in mine))
        lacking = {letter: str(used[letter]) for letter in used if ord(letter) not in drawn}
        assert lacking == {}, f"{family}, {style}"


@pytest.mark.parametrize("part", sorted(PARTS))
def test_names_may_have_letters_of_other_languages(part: tuple[str, str]) -> None:
    mine = [face for face in faces() if (face.family, face.style) == part]
    drawn = frozenset().union(*(face.drawn & face.letters for face in mine))
    lacking = {letter for letter in EXPECTED_IN_NAMES if ord(letter) not in drawn}
    assert lacking == set()


def test_no_letter_is_in_two_files_of_one_font() -> None:
    """Otherwise a browser would load both."""
    for part in PARTS:
        mine = [face for face in faces() if (face.family, face.style) == part]
        assert len(mine) == 3
        assert sum(len(face.letters) for face in mine) == len(
            frozenset().union(*(face.letters for face in mine))
        )


def test_every_font_is_kept_for_offline_use() -> None:
    worker = (STATIC / "worker.js").read_text(encoding="utf-8")
    files = {face.file.name for face in faces()}
    assert len(files) == 10
    assert {file.name for file in STATIC.glob("assets/*.woff2")} == files
    assert {file for file in files if f'"/assets/{file}"' not in worker} == set()


def test_the_notice_names_every_font_its_version_and_its_owner() -> None:
    assert (STATIC / "fonts.txt").read_text(encoding="utf-8") == NOTICE
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    packages = {
        name.removeprefix("node_modules/"): lock[name] for name in lock if "fontsource" in name
    }
    assert len(packages) == 3
    for name, entry in packages.items():
        assert f"package: {name} {entry['version']}\n" in NOTICE
        assert entry["license"] == "OFL-1.1"
        licence = (WEB / "node_modules" / name / "LICENSE").read_text(encoding="utf-8")
        assert licence[licence.index("SIL OPEN FONT LICENSE Version 1.1") :].strip() in NOTICE
    for face in faces():
        names = TTFont(face.file)["name"]
        assert face.family in NOTICE
        assert str(names.getDebugName(0)) in NOTICE
