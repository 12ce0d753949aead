"""The arena: fair schedules, results that survive, reports that add up."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from lutetia.ai.arena.match import Box, Played, play
from lutetia.ai.arena.report import report
from lutetia.ai.arena.results import Results
from lutetia.ai.arena.run import run
from lutetia.ai.arena.schedule import schedule, seated, tables
from lutetia.ai.learnt import learnt
from lutetia.cli.main import main
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.errors import BadFile
from tests.ai.positions import opened

NAMES = ["random", "mcts:20"]


def test_every_shuffle_is_played_from_every_seat() -> None:
    for players, seats in ((2, 2), (4, 2), (3, 3), (5, 4)):
        seatings: Counter[tuple[int, int, int]] = Counter()
        keys = set()
        for meeting in schedule(players, seats, 3):
            keys.add(meeting.key)
            assert len(set(meeting.seating)) == seats
            for seat, player in enumerate(meeting.seating):
                seatings[meeting.shuffle, player, seat] += 1
        assert len(keys) == 3 * seats * len(tables(players, seats))
        assert len(set(seatings.values())) == 1


def test_two_players_at_a_table_of_four_meet_both_ways() -> None:
    assert tables(2, 4) == [(0, 1, 1, 1), (1, 0, 0, 0)]
    meetings = list(schedule(2, 4, 1))
    assert [meeting.seating.index(0) for meeting in meetings[:4]] == [0, 1, 2, 3]
    assert seated(["a", "b"], meetings[0]) == ["a", "b", "b", "b"]


def test_on_a_ladder_only_neighbours_meet() -> None:
    assert tables(4, 2, ladder=True) == [(0, 1), (1, 2), (2, 3)]
    assert tables(4, 3, ladder=True) == [(0, 1, 2), (1, 2, 3)]
    assert len(list(schedule(4, 2, 5, ladder=True))) == 3 * 2 * 5


def test_a_game_follows_from_names_and_seeds() -> None:
    game = opened("lumiere", 2)
    first, second = (play(game, NAMES, "s", 0) for _ in range(2))
    assert (first.points, first.ranks, first.plies) == (second.points, second.ranks, second.plies)
    other = play(game, NAMES, "s", 1)
    assert (other.points, other.plies) != (first.points, first.plies)


def told(done: int, total: int) -> None:
    assert 0 <= done <= total


def test_an_interrupted_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results" / "arena.jsonl"
    box = Box("lumiere", 2, {})
    header = {"players": NAMES}
    run(box, NAMES, 1, "s", Results(Played, header, file), 1, told)
    whole = file.read_text(encoding="utf-8")
    assert len(whole.splitlines()) == 3
    # The process died in the middle of a line.
    file.write_text(whole[:-20], encoding="utf-8")
    again = Results(Played, header, file)
    assert len(again.games) == 1
    run(box, NAMES, 2, "s", again, 1, told)
    back = Results(Played, header, file)
    assert set(back.games) == {"0.0.0", "0.0.1", "0.1.0", "0.1.1"}
    fresh = Results(Played, header)
    run(box, NAMES, 2, "s", fresh, 1, told)
    assert {k: v.points for k, v in fresh.games.items()} == {
        k: v.points for k, v in back.games.items()
    }


@pytest.mark.parametrize(
    "text", ["", "nonsense\n", '{"format": 1, "players": ["others"]}\n', '{"format": 2}\n']
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "arena.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=r"arena\.jsonl"):
        Results(Played, {"players": NAMES}, file)
    assert file.read_text(encoding="utf-8") == text


def test_a_broken_line_in_the_middle_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    Results(Played, {"players": NAMES}, file)
    with file.open("a", encoding="utf-8") as out:
        out.write('{"key": "0.0.0"\n{"key": "0.0.1"}\n')
    with pytest.raises(BadFile, match="line 2"):
        Results(Played, {"players": NAMES}, file)


def ended(points: list[int]) -> Played:
    ranks = [1 + sum(other > mine for other in points) for mine in points]
    return Played(points, ranks, 40, [0.1] * len(points), [1.0] * len(points))


def test_the_report_adds_up() -> None:
    games = {
        "0.0.0": ended([50, 40]),
        "0.0.1": ended([30, 44]),
        "0.1.0": ended([41, 41]),
        "0.1.1": ended([60, 20]),
    }
    found = report(["a", "b"], 2, 5, games)
    (duel,) = found.duels
    # Of a: won by 10, won by 14, drawn, lost by 40.
    assert (duel.one, duel.other, duel.games) == ("a", "b", 4)
    assert duel.share == pytest.approx(2.5 / 4)
    assert duel.margin == pytest.approx((10 + 14 + 0 - 40) / 4)
    assert [line.player for line in found.lines] == ["a", "b"]
    assert found.lines[0].elo == pytest.approx(-found.lines[1].elo)
    assert found.lines[0].points == pytest.approx((50 + 44 + 41 + 20) / 4)


def test_tables_of_three_are_compared_pair_by_pair() -> None:
    games = {f"0.0.{n}": ended([30, 20, 10][-n:] + [30, 20, 10][:-n]) for n in range(3)}
    found = report(["a", "b", "c"], 3, 1, games)
    assert {(duel.one, duel.other): duel.share for duel in found.duels} == {
        ("a", "b"): 1.0,
        ("a", "c"): 1.0,
        ("b", "c"): 1.0,
    }
    assert [line.player for line in found.lines] == ["a", "b", "c"]


def test_first_places_of_a_lone_player_are_counted() -> None:
    """With three seats a share of beaten rivals does not say how often somebody comes first."""
    games = {
        # One a against two b: it wins, shares the first place, and comes second.
        "0.0.0": ended([50, 40, 30]),
        "0.0.1": ended([20, 50, 50]),
        "0.0.2": ended([60, 45, 40]),
        # One b against two a.
        "1.0.0": ended([50, 40, 30]),
    }
    found = report(["a", "b"], 3, 1, games)
    lone = {one.player: one for one in found.firsts}
    assert lone["a"].others == ["b", "b"]
    seats = [schedule_seat(rotation) for rotation in range(3)]
    parts = [[1.0, 0.0, 0.0][seats[0]], [0.0, 0.5, 0.5][seats[1]], [1.0, 0.0, 0.0][seats[2]]]
    assert lone["a"].share == pytest.approx(sum(parts) / 3, abs=1e-4)
    assert lone["a"].games == 3
    assert lone["a"].chance == pytest.approx(1 / 3, abs=1e-4)
    assert lone["b"].games == 1
    assert report(["a", "b"], 2, 1, {"0.0.0": ended([5, 4])}).firsts == []


def schedule_seat(rotation: int) -> int:
    """The seat of the lone first player in a game of its first table."""
    meetings = [one for one in schedule(2, 3, 1) if one.table == 0]
    return meetings[rotation].seating.index(0)


def test_results_of_other_networks_are_not_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "arena.jsonl"
    words = ["arena", "lumiere", *NAMES, "--pairs", "1", "--workers", "1", "--out", str(file)]
    assert main(words) == 0
    assert len(json.loads(file.read_text("utf-8").splitlines()[0])["learnt"]) == 16
    monkeypatch.setattr("lutetia.cli.arena.learnt", lambda _: "of another network")
    assert main(words) == 2
    assert "holds the results of other games" in capsys.readouterr().err


def test_what_a_game_has_learnt_has_a_digest() -> None:
    belle = opened("belle_epoque", 2)
    first = open_game("belle_epoque", rules_version=1)  # its planners have no network
    assert learnt(belle) == learnt(open_game("belle_epoque"))
    assert len({learnt(opened("lumiere", 2)), learnt(belle), learnt(first)}) == 3


def test_the_command_prints_json_and_uses_several_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arena.jsonl"
    words = ["arena", "lumiere", *NAMES, "--pairs", "1", "--seed", "x", "--json"]
    assert main([*words, "--out", str(file), "--workers", "2"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["players"] == NAMES
    assert first["pairs"] == 1
    assert {line["player"] for line in first["lines"]} == set(NAMES)
    assert main([*words, "--workers", "1"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert first["duels"] == second["duels"]


@pytest.mark.parametrize(
    "words",
    [
        ["lumiere", "random"],
        ["lumiere", "random", "random"],
        ["lumiere", "random", "nobody"],
        ["lumiere", "random", "mcts:0"],
        ["lumiere", "random", "level:10"],
        ["lumiere", "random", "greedy", "--sprt", "5", "5"],
        ["lumiere", "random", "greedy", "--pairs", "0"],
        ["chess", "random", "greedy"],
    ],
)
def test_bad_arenas_are_refused_in_one_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["arena", *words, "--workers", "1"])
    except SystemExit as left:
        code = int(left.code or 0)
    assert code == 2
    said = capsys.readouterr().err
    assert said.startswith("lutetia: ")
    assert said.count("\n") == 1
