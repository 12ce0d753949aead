"""`replay`: every position told so completely that another program can check the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from lutetia.kernel.catalogue import open_game
from tests.cli.conftest import Run, refused


def lines_of(run: Run, path: Path, *words: object) -> list[dict[str, Any]]:
    ran = run("replay", path, "--json", *words)
    assert ran.code == 0
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.plain
def test_one_line_for_the_game_for_each_ply_and_for_the_end(run: Run, records: list[Path]) -> None:
    record = json.loads(records[0].read_text("utf-8"))
    first, *plies, last = lines_of(run, records[0])
    assert first["type"] == "game"
    assert {name: first[name] for name in ("game", "options", "seed", "commitment")} == {
        name: record[name] for name in ("game", "options", "seed", "commitment")
    }
    assert first["seats"] == record["seats"] == 2
    assert first["seat_names"] == ["orange", "blue"]
    assert [ply["move"] for ply in plies] == record["moves"]
    assert [ply["ply"] for ply in plies] == list(range(1, len(plies) + 1))
    assert {ply["type"] for ply in plies} == {"ply"}
    assert last["type"] == "end"
    assert last["over"] is True
    assert last["scores"] == record["result"]["scores"]
    assert last["ranks"] == record["result"]["ranks"]
    assert last["totals"] == [sum(lines.values()) for lines in last["scores"]]


def test_each_line_shows_the_position_before_its_move(run: Run, records: list[Path]) -> None:
    """The positions alone, without the record, are the whole game."""
    game = open_game("lumiere")
    _, *plies, last = lines_of(run, records[1])
    positions = [ply["position"] for ply in plies] + [last["position"]]
    for ply, after in zip(plies, positions[1:], strict=True):
        state = game.state_from(ply["position"])
        assert ply["position"]["to_move"] == ply["mover"]
        assert ply["legal"] == [game.notation(int(move)) for move in game.legal_moves(state)]
        assert ply["move"] in ply["legal"]
        move = game.parse_exact(ply["move"])
        assert move is not None
        assert game.position(game.play(state, move)) == after
    assert last["position"]["to_move"] is None


def test_nothing_is_hidden_from_who_has_the_record(run: Run, records: list[Path]) -> None:
    for line in lines_of(run, records[0])[1:]:
        for hidden in ("hands", "piles"):
            assert None not in line["position"][hidden].values()


def test_a_game_can_be_stopped_at_a_ply(run: Run, records: list[Path]) -> None:
    lines = lines_of(run, records[0], "--ply", 5)
    assert [line["type"] for line in lines] == ["game", *["ply"] * 5, "end"]
    assert lines[-1]["over"] is False
    assert lines[-1]["position"]["ply"] == 5
    refused(run("replay", records[0], "--ply", 999), "--ply 999: the record has only")


def test_people_read_a_log_a_board_and_the_score(run: Run, records: list[Path]) -> None:
    record = json.loads(records[0].read_text("utf-8"))
    told = run("replay", records[0]).out
    for number, move in enumerate(record["moves"], 1):
        assert any(
            line.split()[:1] == [str(number)] and line.split()[-1] == move
            for line in told.splitlines()
        )
    for word in ("postcards", "reserve", "light", "total", "place", " a    b    c "):
        assert word in told
    assert told.rstrip().endswith(("orange wins", "blue wins", "a draw"))


def test_the_table_after_every_move(run: Run, records: list[Path]) -> None:
    record = json.loads(records[0].read_text("utf-8"))
    told = run("replay", records[0], "--boards").out
    assert told.count(" 8 ") >= len(record["moves"])
    assert told.count("● orange") >= len(record["moves"])


def test_a_picture_is_one_file_that_needs_nothing_else(
    run: Run, records: list[Path], tmp_path: Path
) -> None:
    for name in ("one.svg", "two.svg"):
        assert run("replay", records[0], "--picture", tmp_path / name).code == 0
    text = (tmp_path / "one.svg").read_text("utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "url(" not in text.replace("url(#", "")
    assert text == (tmp_path / "two.svg").read_text("utf-8")


def test_a_picture_that_cannot_be_written_is_refused(
    run: Run, records: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    refused(run("replay", records[0], "--picture", tmp_path / "file/x.svg"), "cannot be written")
