"""The tables of docs/balance.md are those of its results, and new results can be put in."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from lutetia.ai.arena.match import Box
from lutetia.ai.arena.results import Results
from lutetia.cli.endings import PlayedGame, games_header, played_endings
from lutetia.games.belle_epoque.calibration.search import present_result
from lutetia.games.belle_epoque.calibration.trials import Trials
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.errors import BadFile, BadOption
from scripts.balance.play import Set, play
from scripts.balance.refitted import Effort, changed, looked_at, promising, tried_sets
from scripts.balance.results import PAGES, RESULTS, SETUPS, add_files
from scripts.balance.sets import MORE, SHOWN, TWO
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
    header = games_header(game, player, seed)
    played_endings(box, player, count, seed, Results(PlayedGame, header, file))
    return file


def report(file: Path, found: dict[str, Any], options: dict[str, Any]) -> Path:
    """The report of a calibration with these measures."""
    content = {
        "options": options, "refitted": 2400, "games": 1000, "games_alone": 200, "seed": "1",
        "found": found, "duels": {name: {"tiles": 0.375} for name in found}, "measures": {},
    }  # fmt: skip
    file.write_text(json.dumps(content), "utf-8")
    return file


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_the_tables_of_its_results(page: Path, results: dict[str, Any]) -> None:
    text = page.read_text("utf-8")
    assert "<!-- balance: end -->" in text
    assert written(text, results) == text, "run `python -m scripts.balance`"


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
    answer = add_files(results, [one, two, twice])
    assert answer == ["2 basic: 5 games of greedy", "2 basic, tile-27=two: 2 games of greedy"]
    found = results["strongest"]["2 basic"]
    assert (found["games"], found["seed"], found["player"]) == (5, "one, two", "greedy")
    assert len(found["owner_wins"]) == 30
    assert results["strongest"]["3 basic"] == before
    assert [name for name in results["strongest"] if name in SETUPS] == list(SETUPS)


def test_games_of_level_7_stand_apart_from_those_of_the_strongest_player(
    results: dict[str, Any], tmp_path: Path
) -> None:
    usual = copy.deepcopy(results["strongest"])
    file = games(tmp_path / "games.jsonl", 2, "level")
    header, _, rest = file.read_text("utf-8").partition("\n")
    file.write_text(json.dumps({**json.loads(header), "player": "level:7"}) + "\n" + rest, "utf-8")
    assert add_files(results, [file]) == ["2 basic: 2 games of level:7"]
    assert results["strongest"] == usual
    assert results["level_7"]["2 basic"]["games"] == 2
    page = written("<!-- balance: level-7 -->\n<!-- balance: end -->", results)
    assert "| games | 1500 | 2 |" in page


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
    options = {**open_game("belle_epoque").options, "tile-27": "two", "scoring-key": "third"}
    found = {name: results["before"]["found"][name] for name in ("2 basic", "2 advanced")}
    usual = copy.deepcopy(results["calibrated"])
    file = report(tmp_path / "report.json", found, options)
    name = "tile-27=two, scoring-key=third"
    assert add_files(results, [file]) == [f"{name}, refitted: 1000 games of 2 basic, 2 advanced"]
    kept = results["house_refitted"][name]["found"]
    assert list(kept) == ["2 basic", "2 advanced"]
    assert kept["2 basic"]["wins_by_place"] == found["2 basic"]["wins_by_place"]
    assert kept["2 advanced"]["alone"] == {"tiles": 0.375}
    assert results["calibrated"] == usual
    page = written("<!-- balance: refitted-house -->\n<!-- balance: end -->", results)
    assert f"| `{name}` | 2, basic | 1000 | 68 / 32 |" in page


def test_a_report_of_one_number_of_players_leaves_the_others(
    results: dict[str, Any], tmp_path: Path
) -> None:
    usual = copy.deepcopy(results["calibrated"]["found"])
    found = {"2 basic": results["before"]["found"]["2 basic"]}
    options = dict(open_game("belle_epoque").options)
    answer = add_files(results, [report(tmp_path / "report.json", found, options)])
    assert answer == ["calibrated, refitted: 1000 games of 2 basic"]
    new = results["calibrated"]["found"]
    assert list(new) == list(SETUPS)
    assert new["2 basic"]["owner_wins"] == found["2 basic"]["owner_wins"]
    assert {name: new[name] for name in SETUPS[1:]} == {name: usual[name] for name in SETUPS[1:]}


def test_a_single_minded_player_is_judged_where_it_played(results: dict[str, Any]) -> None:
    judged = AIMS["a single-minded player is ahead of at most 35% of mixed ones"]
    found = results["before"]["found"]["2 basic"]
    assert judged({**found, "alone": {"tiles": 0.3, "eights": 0.5}, "games_alone": 200}) == "no"
    assert judged({**found, "alone": {"tiles": 0.3, "eights": 0.4}, "games_alone": 200}) == "near"
    assert judged({**found, "alone": {"tiles": 0.3}, "games_alone": 200}) == "yes"
    assert judged({name: value for name, value in found.items() if name != "alone"}) == "–"


def test_games_of_many_set_ups_are_played_at_once_and_go_on(tmp_path: Path) -> None:
    first = [Set.read("greedy@2,basic"), Set.read("greedy@3,advanced")]
    then = [Set.read("greedy@2,basic,tile-27=two,medals=kept")]
    played = play([first, then], 1, "at once", tmp_path, 1, 1e18)
    assert [len(seconds) for seconds in played.values()] == [1, 1, 1]
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files == [
        "2-basic-greedy.jsonl",
        "2-basic-tile-27-two-medals-kept-greedy.jsonl",
        "3-advanced-greedy.jsonl",
    ]
    again = play([first, then], 2, "at once", tmp_path, 1, 1e18)
    assert [len(seconds) for seconds in again.values()] == [1, 1, 1]
    # After the end of its time nothing begins.
    assert not any(play([first, then], 3, "at once", tmp_path, 1, -1.0).values())
    # The file is that of `lutetia balance --out` with the same seed.
    other = games(tmp_path / "other.jsonl", 2, "at once")
    mine = Results(PlayedGame, json.loads(other.read_text("utf-8").partition("\n")[0]), other)
    theirs = Results(PlayedGame, mine.header, tmp_path / "2-basic-greedy.jsonl")
    assert mine.games == theirs.games


def test_sets_of_figures_get_players_of_their_own(results: dict[str, Any], tmp_path: Path) -> None:
    trials, effort = Trials(1), Effort((2,), 2, 2)
    rows = [looked_at(trials, changed(f"points for buildings={text}"), effort, "test")
            for text in ("[4, 4, 5, 5, 6]", "[5, 5, 5, 5, 5]")]  # fmt: skip
    assert rows[0]["differences"] == {"points for buildings": [4, 4, 5, 5, 6]}
    assert (rows[1]["differences"], rows[1]["refitted"]) == ({}, 8)
    assert set(rows[0]["found"]) == {"2 basic", "2 advanced"}
    file = tmp_path / "sets.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    results["figures_refitted"] = []
    assert add_files(results, [file]) == ["2 sets of figures with players refitted to them"]
    page = written("<!-- balance: rising -->\n<!-- balance: end -->", results)
    assert "| 4, 4, 5, 5, 6 | 2, basic | 2 |" in page
    assert "| 5, 5, 5, 5, 5 | 2, advanced | 2 |" in page
    # The same set in other set-ups adds to it.
    other = {**rows[0], "found": {"3 basic": results["before"]["found"]["3 basic"]}}
    file.write_text(json.dumps(other) + "\n", "utf-8")
    add_files(results, [file])
    assert list(results["figures_refitted"][0]["found"]) == ["2 basic", "2 advanced", "3 basic"]
    assert len(results["figures_refitted"]) == 2


def test_of_many_sets_those_that_meet_the_most_aims_have_rows(results: dict[str, Any]) -> None:
    usual = results["calibrated"]["found"]
    unfair = {"wins_by_place": [0.9, 0.1], "owner_wins": [0.9] * 30}
    worse = {setup: {**usual[setup], **unfair} for setup in TWO}
    results["figures_refitted"] = [
        {"differences": {"sale of medals": [number]}, "found": usual if number == 20 else worse}
        for number in range(1, 26)
    ]
    table = written("<!-- balance: refitted-sets -->\n<!-- balance: end -->", results)
    names = [line.split(" | ")[0].strip("| ") for line in table.splitlines()[4:-2]]
    # Each has a row for both set-ups.
    assert names[:4] == ["calibrated", "calibrated", "20", "20"]
    assert len(names) == 2 * (1 + SHOWN[TWO])
    page = written("<!-- balance: differences -->\n<!-- balance: end -->", results)
    assert page.splitlines()[4] == "| 20 | sale of medals: 20 |"
    page = written("<!-- balance: sets-by-aim -->\n<!-- balance: end -->", results)
    seats = next(line for line in page.splitlines() if "every seat" in line)
    own = AIMS["every seat within 3 points of its fair share"](usual["2 advanced"])
    assert own == "yes"
    assert seats.endswith("| yes | 1 · 0 |")
    # Only one of them was played with more players.
    page = written("<!-- balance: sets-by-aim-more -->\n<!-- balance: end -->", results)
    assert page.splitlines()[2].count("of 1 sets") == len(MORE)
    table = written("<!-- balance: refitted-sets-more -->\n<!-- balance: end -->", results)
    names = [line.split(" | ")[0].strip("| ") for line in table.splitlines()[4:-2]]
    assert names == ["calibrated"] * len(MORE) + ["20"] * len(MORE)


def test_the_promising_sets_come_first_and_no_set_twice(results: dict[str, Any]) -> None:
    present = present_result().candidate
    rows = [row for row in results["tried"] if tuple(row["candidate"]) != present]
    first = promising(rows, (2,))
    most = max(rows, key=lambda row: row["tiles"][1])
    assert tuple(most["candidate"]) in first
    order = tried_sets(results["tried"], (2,), "test")
    assert order[: len(first)] == first
    assert len(order) == len(set(order)) == len(rows)
    assert tried_sets(rows, (2,), "other") != order


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("moon=1", "moon: no figure of the ranges"),
        ("points for buildings=[1, 1, 1, 1, 1]", "is no choice"),
        ("points for buildings=five", "is no choice"),
        ("purchase of resources=[1, 2, 3]", "is no choice"),
    ],
)
def test_a_change_that_is_not_in_the_ranges_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        changed(text)


def test_the_best_of_a_missed_aim_names_its_house_rules(results: dict[str, Any]) -> None:
    shares = dict.fromkeys(("francs", "tiles"), 0.01)
    found = results["house_refitted"]["second-tiles=all"]["found"]["2 basic"]
    found["alone"] = shares
    page = written("<!-- balance: best -->\n<!-- balance: end -->", results)
    line = next(line for line in page.splitlines() if "single-minded" in line)
    below = page.splitlines()[page.splitlines().index(line) + 1]
    assert below.startswith("|  | with house rules | 1% (H1.6) |")


@pytest.mark.parametrize("text", ["greedy", "greedy@two,basic", "greedy@2", "greedy@2,basic,x"])
def test_a_set_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        Set.read(text)


def test_an_aim_that_chance_may_have_missed_is_near(results: dict[str, Any]) -> None:
    met = AIMS["every seat within 3 points of its fair share"]
    found = {**results["calibrated"]["found"]["2 basic"], "wins_by_place": [0.54, 0.46]}
    assert met({**found, "games": 100}) == "near"
    assert met({**found, "games": 10_000}) == "no"
    assert met({**found, "wins_by_place": [0.52, 0.48]}) == "yes"
