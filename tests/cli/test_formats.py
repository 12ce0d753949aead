"""What the program writes fits the published JSON Schemas, and the same word has the same shape."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import lutetia
from lutetia.cli.schema import published, schema_text
from lutetia.kernel.errors import BadRecord
from lutetia.kernel.places import place_of
from tests.cli.conftest import Run, refused
from tests.cli.schemas import fits

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("lumiere", "belle_epoque")
PIECES = {"painter", "dancer", "fountain", "statue"}


@pytest.fixture(params=GAMES)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    lutetia.new_game(str(request.param), seed="formats").play_out("random").save(path)
    return path


def test_the_published_schemas_are_those_of_the_program() -> None:
    kept = {path.stem: path.read_text("utf-8") for path in (ROOT / "docs/schemas").glob("*.json")}
    assert kept == {name: schema_text(name) + "\n" for name in published()}


def test_the_command_lists_and_prints_schemas(run: Run) -> None:
    assert run("schema").out.split() == list(published())
    assert json.loads(run("schema", "score").out) == published()["score"]
    refused(run("schema", "chess"), "schema: 'chess' is none; there are record")


def test_records_and_replays_fit_their_schemas(run: Run, record: Path) -> None:
    whole = json.loads(record.read_text("utf-8"))
    fits("record", whole)
    first, *plies, last = [
        json.loads(line) for line in run("replay", record, "--json").out.splitlines()
    ]
    for line in (first, plies[0], plies[-1], last):
        fits("replay-line", line)
    for line in (plies[0], plies[-1], last):
        fits(f"position-{whole['game']}", line["position"])
    fits("score", {name: last[name] for name in published()["score"]["properties"]})
    assert whole["seats"] == first["seats"] == last["seats"] == len(last["seat_names"])
    assert whole["result"]["scores"] == last["scores"]
    assert whole["result"]["ranks"] == last["ranks"]
    parts_add_up(last)


def parts_add_up(sheet: dict[str, Any]) -> None:
    """The parts of every line that has parts are its points."""
    for seat, lines in enumerate(sheet["scores"]):
        assert sum(lines.values()) == sheet["totals"][seat]
        for line, points in lines.items():
            parts = [
                d["points"] for d in sheet["details"] if (d["seat"], d["line"]) == (seat, line)
            ]
            assert sum(parts) == points, (seat, line)


@cache
def finished(name: str, number: int) -> dict[str, Any]:
    """The score of a random game."""
    options = {"postcards": "random"} if name == "lumiere" else {}
    game = lutetia.new_game(name, options=options, seed=f"tie {number}").play_out("random")
    return game.breakdown().as_json()


def test_each_postcard_piece_is_a_part_by_itself() -> None:
    found: set[str] = set()
    for number in (0, 1, 2):
        sheet = finished("lumiere", number)
        fits("score", sheet)
        parts_add_up(sheet)
        found |= {part["what"] for part in sheet["details"] if part["line"] == "postcards"}
    assert found == PIECES


@pytest.mark.parametrize(
    ("name", "number", "tied"),
    [
        ("lumiere", 3, True),
        ("lumiere", 24, True),
        ("lumiere", 0, False),
        ("belle_epoque", 0, False),
    ],
)
def test_ranks_follow_from_totals_and_tie_breaks(name: str, number: int, tied: bool) -> None:
    sheet = finished(name, number)
    keys = [
        (total, *(tie["values"][seat] for tie in sheet["tie_breaks"]))
        for seat, total in enumerate(sheet["totals"])
    ]
    assert (len(set(sheet["totals"])) == 1) == tied
    assert sheet["ranks"] == [1 + sum(other > key for other in keys) for key in keys]


@pytest.mark.parametrize("name", GAMES)
def test_a_real_table_fits_the_schema_of_a_score(run: Run, name: str) -> None:
    table = ROOT / "docs/examples" / f"{name.replace('_', '-')}-table.txt"
    sheet = json.loads(run("score", table, "--json").out)
    fits("score", sheet)
    assert sheet["seats"] == len(sheet["seat_names"]) == len(sheet["scores"])


def test_a_wrong_number_of_moves_is_refused_by_the_schema(record: Path) -> None:
    """The schemas can fail."""
    whole = json.loads(record.read_text("utf-8"))
    changes: list[dict[str, Any]] = [
        {"seats": "two"}, {"moves": [1]}, {"result": {"scores": {}}}, {"format": 2},
    ]  # fmt: skip
    for change in changes:
        assert not Draft202012Validator(published()["record"]).is_valid({**whole, **change})


def test_messages_count_from_one(record: Path) -> None:
    """A move of the wrong type and a move that is not legal name the same place."""
    whole = json.loads(record.read_text("utf-8"))
    del whole["digest"]
    for wrong in (7, "levitating"):
        changed = {**whole, "moves": [*whole["moves"][:4], wrong, *whole["moves"][5:]]}
        with pytest.raises(BadRecord, match=r"moves\[5\]: "):
            lutetia.loads(json.dumps(changed))
    assert place_of(("moves", 22)) == "moves[23]"
    assert place_of(("body", "seats", 0, "kind")) == "body.seats[1].kind"
