"""A game of rules alone, in a package of its own, goes through every command."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import jsonschema
import pytest

from lutetia.cli.main import COMMANDS
from tests.examples.conftest import COMMAND, Lutetia, Ran

pytestmark = pytest.mark.slow

WALKED = {
    "play", "games", "selfplay", "replay", "verify", "score", "perft", "bench", "balance",
    "arena", "schema", "analyse", "luck", "hint", "solve", "train", "engine",
    "calibrate", "components", "puzzles", "levels",
}  # fmt: skip
"""By the tests below."""
SERVED = {"serve", "admin", "worker"}
"""By `test_nim_served.py` and `test_nim_worker.py`."""


def test_every_command_is_walked() -> None:
    assert set(COMMANDS) == WALKED | SERVED


def test_it_is_listed_with_its_options(lutetia: Lutetia) -> None:
    listed = lutetia("games").stdout
    assert "nim  Nim, 2 players" in listed
    assert "how many stones there are" in listed
    assert "lumiere" in listed
    levels = lutetia("levels").stdout.partition("nim  Nim")[2]
    assert "Engineer of the Tower       2,500 playouts" in levels


def test_a_broken_package_is_left_out_and_named(
    lutetia: Lutetia, environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", "utf-8")
    (folder / "entry_points.txt").write_text("[lutetia.games]\nchess = nowhere:PACKAGE\n", "utf-8")
    sites = os.pathsep.join([environment["PYTHONPATH"], str(tmp_path)])
    listed = lutetia("games", PYTHONPATH=sites).stdout
    assert "Left out: the game 'chess' (nowhere:PACKAGE) cannot be loaded" in listed
    assert "nim  Nim, 2 players" in listed
    refused = lutetia("play", "chess", fails=True, PYTHONPATH=sites)
    one_line(refused, "the game 'chess' (nowhere:PACKAGE) cannot be loaded")


def test_a_person_plays_it(lutetia: Lutetia) -> None:
    typed = "moves\n? take\n?\nboard\nscore\nlog\nundo\ntake:twelve\nt:two\nundo\nt:two\nquit\n"
    told = lutetia("play", "nim", "--seed", "p", text=typed).stdout
    assert "heap" in told
    assert "take:twelve: the heap is smaller than that (N2)" in told
    assert "the game has no word 'take'" in told
    assert "orange: take:two" in told
    assert "blue: take:" in told


@pytest.mark.long
def test_a_record_is_checked_replayed_and_drawn(lutetia: Lutetia, record: str) -> None:
    assert "valid" in lutetia("verify", record).stdout
    assert "wins" in lutetia("replay", record, "--boards", "--picture", "end.svg").stdout
    lines = [json.loads(line) for line in lutetia("replay", record, "--json").stdout.splitlines()]
    assert lines[-1]["position"]["heap"] == 0
    schema = json.loads(lutetia("schema", "replay-line").stdout)
    for line in lines:
        jsonschema.validate(line, schema)


@pytest.mark.long
def test_computers_play_each_other(lutetia: Lutetia) -> None:
    assert (
        "2 games in records"
        in lutetia("selfplay", "nim", "--games", "2", "--out", "records").stdout
    )
    ran = lutetia("arena", "nim", "level:8", "level:1", "--pairs", "20", "--workers", "1", "--json")
    elo = {line["player"]: line["elo"] for line in json.loads(ran.stdout)["lines"]}
    assert elo["level:8"] > elo["level:1"]


@pytest.mark.long
def test_another_program_plays_it(lutetia: Lutetia) -> None:
    engine = f"exec:{shlex.join(COMMAND)} engine --player random"
    ran = lutetia("arena", "nim", engine, "random", "--pairs", "1", "--workers", "1", "--json")
    assert json.loads(ran.stdout)["lines"][0]["games"] == 2


@pytest.mark.long
def test_it_is_counted_and_measured(lutetia: Lutetia) -> None:
    counted = lutetia("perft", "nim", "--depth", "3", "--divide").stdout
    assert counted.splitlines()[-1] == "depth 3: 27"
    assert json.loads(lutetia("bench", "nim", "--seconds", "0.1", "--json").stdout)["games"] > 0
    report = json.loads(lutetia("balance", "nim", "--games", "500", "--json").stdout)
    assert report["uses"] == {}
    assert report["lines"].keys() == {"prize"}
    shown = lutetia("balance", "nim", "--games", "20", "--player", "greedy").stdout
    assert "first to move" in shown


@pytest.mark.long
def test_it_is_analysed_and_gets_hints(lutetia: Lutetia, record: str) -> None:
    found = json.loads(lutetia("analyse", record, "--playouts", "200", "--json").stdout)
    assert len(found["moves"]) > 1
    assert found["final"] is not None
    luck = json.loads(lutetia("luck", record, "--level", "1", "--games", "3", "--json").stdout)
    assert [seat["luck"] + seat["adjusted"] for seat in luck["summaries"]] == [
        pytest.approx(seat["margin"], abs=0.02) for seat in luck["summaries"]
    ]
    hint = json.loads(lutetia("hint", record, "--ply", "0", "--json").stdout)
    # Twenty stones are a multiple of four, and so are the eight that twelve leave: hold on longest.
    assert hint["moves"][0]["move"].startswith("take:")
    assert not hint["moves"][0]["proved"]


def one_line(ran: Ran, words: str) -> None:
    """What cannot be done is told in one sentence."""
    assert ran.stdout == ""
    assert ran.stderr.rstrip().count("\n") == 0
    assert words in ran.stderr


@pytest.mark.long
def test_what_it_does_not_offer_is_told_in_one_sentence(lutetia: Lutetia, record: str) -> None:
    one_line(lutetia("solve", record, "--ply", "0", fails=True), "Nim has no solver")
    described = lutetia("score", "-", text="game nim\n", fails=True)
    one_line(described, "tables of Nim cannot be scored from a description")
    untaught = lutetia("train", "nim", "--out", "training", fails=True)
    one_line(untaught, "nim: no network knows this game")
    figures = lutetia("calibrate", "nim", "--out", "figures", fails=True)
    one_line(figures, "nim: no figure is reconstructed, nothing to calibrate")
    sheet = lutetia("components", "show", "--game", "nim", fails=True)
    one_line(sheet, "nim: this game has no component sheet")
    puzzles = lutetia("puzzles", "nim", "--out", "puzzles.json", fails=True)
    one_line(puzzles, "Nim has no solver")
    own_pieces = lutetia("perft", "nim", "--depth", "1", "--components", record, fails=True)
    one_line(own_pieces, "Nim has no component file")
    planner = ("selfplay", "nim", "--player", "planned:4", "--out", "planned")
    assert "a turn is one move" in lutetia(*planner, fails=True).stderr
