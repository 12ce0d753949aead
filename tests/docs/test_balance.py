"""The tables of docs/balance.md are those of its results, and new results can be put in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lutetia.ai.arena.match import Box
from lutetia.ai.arena.results import Results
from lutetia.cli.endings import PlayedGame, played_endings
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.errors import BadFile
from scripts.balance.results import PAGE, RESULTS, SETUPS, add_files
from scripts.balance.tables import written
from scripts.balance.verdicts import AIMS


@pytest.fixture
def results() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    return found


def games(file: Path, count: int, seed: str, player: str = "greedy", **options: str) -> Path:
    """A file of `lutetia balance --out` with games of two players."""
    box = Box("belle_epoque", 2, options)
    game = box.open()
    header = {
        "game": game.id,
        "rules_version": game.rules_version,
        "seats": game.seats,
        "options": dict(game.options),
        "components": game.components_digest,
        "player": player,
        "seed": seed,
    }
    played_endings(box, player, count, seed, Results(PlayedGame, header, file))
    return file


def test_the_page_shows_the_tables_of_its_results(results: dict[str, Any]) -> None:
    page = PAGE.read_text("utf-8")
    assert written(page, results) == page, "run `python -m scripts.balance`"


def test_a_table_that_nobody_makes_is_refused(results: dict[str, Any]) -> None:
    with pytest.raises(BadFile, match="no table 'moon'"):
        written("<!-- balance: moon -->\n\n<!-- balance: end -->", results)


def test_files_of_games_are_put_together_by_set_up_and_house_rules(
    results: dict[str, Any], tmp_path: Path
) -> None:
    before = results["strongest"]["3 basic"]
    one = games(tmp_path / "one.jsonl", 3, "one")
    two = games(tmp_path / "two.jsonl", 2, "two")
    twice = games(tmp_path / "twice.jsonl", 2, "one", **{"tile-27": "two"})
    told = add_files(results, [one, two, twice])
    assert told == ["2 basic: 5 games of greedy", "2 basic, tile-27=two: 2 games of greedy"]
    found = results["strongest"]["2 basic"]
    assert (found["games"], found["seed"], found["player"]) == (5, "one, two", "greedy")
    assert len(found["owner_wins"]) == 30
    assert results["strongest"]["3 basic"] == before
    assert [name for name in results["strongest"] if name in SETUPS] == list(SETUPS)


def test_games_after_a_gap_do_not_count(results: dict[str, Any], tmp_path: Path) -> None:
    """A stopped run lacks its longest games."""
    file = games(tmp_path / "games.jsonl", 4, "gap")
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if '"key": "2"' not in line), "utf-8")
    assert add_files(results, [file]) == ["2 basic: 2 games of greedy"]


def test_games_that_do_not_belong_together_are_refused(
    results: dict[str, Any], tmp_path: Path
) -> None:
    one = games(tmp_path / "one.jsonl", 1, "one")
    again = games(tmp_path / "again.jsonl", 1, "one")
    other = games(tmp_path / "other.jsonl", 1, "two", player="random")
    with pytest.raises(BadFile, match=r"again\.jsonl: the seed of .*one\.jsonl once more"):
        add_files(results, [one, again])
    with pytest.raises(BadFile, match=r"other\.jsonl: other rules, pieces or players"):
        add_files(results, [one, other])
    text = tmp_path / "text.jsonl"
    text.write_text("no games\n", "utf-8")
    with pytest.raises(BadFile, match="cannot be read"):
        add_files(results, [text])
    text.write_text('{"game": "lumiere", "player": "greedy"}\n', "utf-8")
    with pytest.raises(BadFile, match="neither games"):
        add_files(results, [text])


def test_a_report_with_house_rules_stands_beside_the_others(
    results: dict[str, Any], tmp_path: Path
) -> None:
    found = results["before"]["found"]
    options = {**open_game("belle_epoque").options, "tile-27": "two"}
    report = {
        "options": options, "refitted": 2400, "games": 1000, "seed": "1", "found": found,
        "penalties": {}, "duels": results["before"]["duels"], "measures": {},
    }  # fmt: skip
    file = tmp_path / "report.json"
    file.write_text(json.dumps(report), "utf-8")
    assert add_files(results, [file]) == ["tile-27=two, refitted: 1000 games of each set-up"]
    assert results["house_refitted"]["tile-27=two"]["found"] == found
    assert results["calibrated"]["found"] != found
    page = written("<!-- balance: refitted-house -->\n<!-- balance: end -->", results)
    assert "| `tile-27=two` | 2, basic | 1000 | 68 / 32 |" in page


def test_an_aim_that_chance_may_have_missed_is_near(results: dict[str, Any]) -> None:
    met = AIMS["every seat within 3 points of its fair share"]
    found = {**results["calibrated"]["found"]["2 basic"], "wins_by_place": [0.54, 0.46]}
    assert met({**found, "games": 100}) == "near"
    assert met({**found, "games": 10_000}) == "no"
    assert met({**found, "wins_by_place": [0.52, 0.48]}) == "yes"
