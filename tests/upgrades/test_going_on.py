"""A server is upgraded with tables on it: everything that a release left goes on.

The data was written by the release itself (`tests/fixtures`). The program that goes on with it has
other rules and other prices (`altered.py`), so a table that were played by the new ones would end
otherwise, and its record would not hold.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.upgrades.altered import NEWEST, altered_program, this_program
from tests.upgrades.program import Program, Serving
from tests.upgrades.releases import FOLDERS
from tests.upgrades.visitor import Seat, Visitor, play

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]

MIDDLE = {
    "two-people": ("Anna", "Bert"),
    "lumiere-computer": ("Anna",),
    "belle_epoque-computer": ("Anna",),
    "one-screen": ("Carl",),
    "three": ("Bert", "Carl"),
    "four": ("Dora", "Anna", "Automaton"),
    "rated": ("Dora", "Emil"),
    "branch": ("Emil",),
    "thinking": ("Carl",),
}
"""The tables in the middle of a game, with the people who sit there."""


@dataclass
class Upgraded:
    """The altered program on the data of a release."""

    program: Program
    serving: Serving
    data: Path
    people: dict[str, Visitor]
    tables: dict[str, str]


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def upgraded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Upgraded]:
    """A running server of the altered program."""
    release: Path = request.param
    program = altered_program(tmp_path_factory.mktemp("later"))
    data = tmp_path_factory.mktemp("data")
    shutil.copy(release / "lutetia.sqlite", data)
    known = json.loads((release / "people.json").read_text("utf-8"))
    # Brings the schema up to date, too.
    assert "0 wrong" in program.run("admin", "check", "--data", str(data))
    with sqlite3.connect(data / "lutetia.sqlite") as database:
        # Without a compiler the strongest computer would think for minutes.
        weaker = "UPDATE entries SET data = replace(data, ?, ?) WHERE table_id = ?"
        changed = database.execute(
            weaker, ('"level": 8', '"level": 1', known["tables"]["thinking"])
        )
        assert changed.rowcount > 0
    database.close()
    with program.serving(data) as serving:
        people = {
            name: Visitor(serving.address, name, credentials)
            for name, credentials in known["people"].items()
        }
        yield Upgraded(program, serving, data, people, known["tables"])


@pytest.fixture(scope="module")
def newest(
    upgraded: Upgraded, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    """For each game a record that the altered program wrote."""
    found = {}
    for game in ("lumiere", "belle_epoque"):
        out = tmp_path_factory.mktemp(game)
        upgraded.program.run("selfplay", game, "--games", "1", "--out", str(out))
        (file,) = out.iterdir()
        found[game] = json.loads(file.read_text("utf-8"))
        assert found[game]["rules_version"] == NEWEST[game]
    return found


def finish(upgraded: Upgraded, table: str, *names: str) -> dict[str, Any]:
    """Play a table to its end; its record."""
    people = [upgraded.people[name] for name in names]
    with ExitStack() as stack:
        seats: list[Seat] = [stack.enter_context(who.at(table)) for who in people]
        play(seats, random.Random(table))
        assert seats[0].state["phase"] == "over"
        assert seats[0].state["outcome"]["reason"] == "played"
    found: dict[str, Any] = people[0].ask("GET", f"/api/tables/{table}/record")
    return found


def written(folder: Path, records: dict[str, dict[str, Any]]) -> list[str]:
    """Write records into a folder; their paths."""
    folder.mkdir()
    for name, record in records.items():
        (folder / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    return [str(folder / f"{name}.json") for name in records]


def test_running_tables_are_played_to_their_end_by_the_rules_with_which_they_began(
    upgraded: Upgraded, newest: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    finished, forged = {}, {}
    for name, people in MIDDLE.items():
        table = upgraded.tables[name]
        host = upgraded.people[people[0]]
        before = host.ask("GET", f"/api/tables/{table}")["table"]
        assert (before["phase"], before["table"]["rules_version"]) == ("playing", 1), name
        record = finish(upgraded, table, *people)
        assert record["rules_version"] == 1, name
        assert len(record["moves"]) > before["moves"], name
        finished[name] = record
        newer = {name: newest[record["game"]][name] for name in ("rules_version", "components")}
        forged[name] = {k: v for k, v in record.items() if k != "digest"} | newer
    # The release knew these rules; so does the program before it was altered.
    old = written(tmp_path / "finished", finished)
    for program in (this_program(), upgraded.program):
        assert program.run("verify", *old).count(": valid, ") == len(MIDDLE)
    # By the new rules the same moves would have led elsewhere.
    false = written(tmp_path / "forged", forged)
    assert ": valid, " not in upgraded.program.run("verify", *false, expect=2)
    new = written(tmp_path / "newest", newest)
    said = this_program().run("verify", *new, *false, expect=2)
    refused = sum(said.count(f"rules_version: {newer} is unknown") for newer in NEWEST.values())
    assert refused == len(new) + len(false)


def test_a_table_that_waited_begins_by_its_own_rules(upgraded: Upgraded) -> None:
    table = upgraded.tables["waiting"]
    upgraded.people["Carl"].sit(table, 1)
    with ExitStack() as stack:
        seats = [stack.enter_context(upgraded.people[n].at(table)) for n in ("Anna", "Carl")]
        assert seats[0].welcome["table"]["rules_version"] == 1
        play(seats, random.Random(1), 3)
        assert len(seats[0].state["views"][0]["log"]) > 0


def test_a_question_that_waited_is_answered(upgraded: Upgraded) -> None:
    with upgraded.people["Bert"].at(upgraded.tables["asked"]) as seat:
        ask = seat.state["ask"]
        assert ask["kind"] == "draw"
        seat.ask("answer", seat=1, ask=ask["id"], yes=True)
        seat.until(lambda state: bool(state["phase"] == "over"))


def test_a_new_table_is_played_by_the_new_rules(upgraded: Upgraded, tmp_path: Path) -> None:
    emil = upgraded.people["Emil"]
    records = {}
    for game in ("lumiere", "belle_epoque"):
        records[game] = finish(upgraded, emil.open(game, "me", 1), "Emil")
        assert records[game]["rules_version"] == NEWEST[game]
    said = upgraded.program.run("verify", *written(tmp_path / "new", records))
    assert said.count(": valid, ") == len(records)


def test_the_next_game_of_an_old_table_is_a_new_one(upgraded: Upgraded) -> None:
    old = upgraded.tables["belle-epoque-over"]
    anna = upgraded.people["Anna"]
    with anna.at(old) as seat:
        assert seat.welcome["table"]["rules_version"] == 1
        seat.ask("rematch", seat=0)
        seat.until(lambda state: bool(state["next_table"]))
        following = str(seat.state["next_table"])
    found = anna.ask("GET", f"/api/tables/{following}")["table"]["table"]
    assert found["rules_version"] == NEWEST["belle_epoque"]


def test_what_was_over_is_replayed_shared_and_branched_from(upgraded: Upgraded) -> None:
    dora = upgraded.people["Dora"]
    for name in ("rated-over", "shared", "belle-epoque-over"):
        table = upgraded.tables[name]
        shown = dora.ask("POST", "/api/records/replay", {"table": table, "first": 0, "last": 3})
        assert (shown["rules_version"], len(shown["frames"])) == (1, 4)
        record = dora.ask("GET", f"/api/records/{table}")
        verdict = dora.ask("POST", "/api/records/verify", {"record": record})
        assert verdict["valid"], verdict
        branch = dora.branch(table, 5, "me", "me")
        opened = dora.ask("GET", f"/api/tables/{branch}")["table"]["table"]
        assert (opened["rules_version"], opened["first_ply"]) == (1, 5)
    analysis = dora.ask("GET", f"/api/analyses/{upgraded.tables['analysis']}")
    assert analysis["state"] == "done"
    assert dora.ask("GET", "/api/me")["ratings"][0]["games"] >= 1


def test_lists_are_whole(upgraded: Upgraded) -> None:
    for name, visitor in upgraded.people.items():
        games = visitor.ask("GET", "/api/me/games", expect=200)
        assert games["games"], name
        assert games["unopened"] == []
    assert upgraded.people["Anna"].ask("GET", "/api/tables", expect=200)["unopened"] == []
    assert "0 wrong" in upgraded.program.run("admin", "check", "--data", str(upgraded.data))


def test_one_spoiled_row_is_shown_as_such_and_nothing_else_is_lost(upgraded: Upgraded) -> None:
    """The server that meets it is a fresh one: what it has in memory it need not read."""
    copy = upgraded.data / "copy"
    copy.mkdir()
    with sqlite3.connect(upgraded.data / "lutetia.sqlite") as source:
        source.execute("VACUUM INTO ?", (str(copy / "lutetia.sqlite"),))
    source.close()
    anna = upgraded.people["Anna"]
    table = upgraded.tables["lumiere-computer"]
    whole = anna.ask("GET", "/api/me/games")["games"]
    with sqlite3.connect(copy / "lutetia.sqlite") as database:
        spoil = "UPDATE entries SET move = 'lay:1:a1:0' WHERE table_id = ? AND kind = 'move'"
        assert database.execute(spoil, (table,)).rowcount > 1
    database.close()
    with upgraded.program.serving(copy) as serving:
        again = Visitor(serving.address, "Anna", anna.credentials)
        found = again.ask("GET", "/api/me/games", expect=200)
        assert [one["id"] for one in found["unopened"]] == [table]
        assert found["unopened"][0]["fault"]["code"] == "damaged"
        assert len(found["games"]) == len(whole) - 1
        again.ask("GET", "/api/tables", expect=200)
        assert again.ask("GET", f"/api/tables/{table}", expect=422)["code"] == "damaged"
    said = upgraded.program.run("admin", "check", "--data", str(copy), expect=1)
    assert f"{table}: cannot be opened: " in said
    assert ", 1 wrong" in said


@pytest.mark.long
@pytest.mark.parametrize("release", FOLDERS, ids=lambda folder: folder.name)
def test_the_commands_go_on_with_the_records_of_a_release(release: Path, tmp_path: Path) -> None:
    program = altered_program(tmp_path)
    files = sorted((release / "records").iterdir())
    said = program.run("verify", *map(str, files))
    assert said.count(": valid, ") == len(files)
    for file in (release / "records/lumiere-1.json", release / "records/belle_epoque-2.json"):
        shown = program.run("replay", "--json", str(file)).splitlines()
        header = json.loads(shown[0])
        record = json.loads(file.read_text("utf-8"))
        assert (header["rules_version"], header["components"]) == (1, record["components"])
        result = record.get("result")
        if result is not None:
            assert json.loads(shown[-1])["scores"] == result["scores"]
    for left in release.glob("records/*-left.json"):
        copy = tmp_path / left.name
        shutil.copy(left, copy)
        program.run("play", "--resume", str(copy), "--against", "random", stdin="quit\n")
        again = json.loads(copy.read_text("utf-8"))
        assert again["rules_version"] == 1
        assert again["moves"][: len(json.loads(left.read_text("utf-8"))["moves"])]
    first = str(release / "records/lumiere-1.json")
    hint = json.loads(program.run("hint", "--ply", "36", "--playouts", "16", "--json", first))
    assert hint["moves"]
    program.run("admin", "import", str(release / "tables.jsonl"), "--data", str(tmp_path / "new"))
    assert "0 wrong" in program.run("admin", "check", "--data", str(tmp_path / "new"))
