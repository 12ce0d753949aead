"""Many records in one Parquet file: written by the command, read by the libraries people use."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lutetia.cli import parquet
from lutetia.cli.main import main
from lutetia.cli.parquet import read_records, write_records
from lutetia.kernel.errors import BadFile, BadRecord
from lutetia.kernel.record import load

GAMES = 5


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parquet")
    for out in ("games.parquet", "games"):
        words = ["selfplay", "lumiere", "--games", str(GAMES), "--seed", "p"]
        assert main([*words, "--out", str(folder / out)]) == 0
    return folder


def test_the_file_holds_the_same_records_as_the_folder(written: Path) -> None:
    files = sorted((written / "games").iterdir())
    rows = list(read_records(written / "games.parquet"))
    assert [row.dumps() for row in rows] == [load(path).dumps() for path in files]


def test_pandas_polars_and_duckdb_read_it(written: Path) -> None:
    path = written / "games.parquet"
    records = [load(file) for file in sorted((written / "games").iterdir())]
    totals = [[sum(lines.values()) for lines in r.result.scores] for r in records if r.result]
    moves = [record.moves for record in records]
    assert len(totals) == GAMES

    frame = pd.read_parquet(path)
    assert [list(cell) for cell in frame["totals"]] == totals
    assert [list(cell) for cell in frame["moves"]] == moves
    polar = pl.read_parquet(path)
    assert polar["totals"].to_list() == totals
    assert polar["moves"].to_list() == moves
    table = duckdb.connect()
    found = table.execute(f"select totals, moves, plies from '{path}'").fetchall()
    assert [row[0] for row in found] == totals
    assert [row[1] for row in found] == moves
    assert [row[2] for row in found] == [len(made) for made in moves]


def test_verify_and_replay_take_many(written: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(written / "games"), str(written / "games.parquet")]) == 0
    told = capfd.readouterr().out.splitlines()
    assert len(told) == 2 * GAMES
    assert "games.parquet: row 5: valid" in told[-1]
    assert main(["verify", "--quiet", str(written / "games.parquet")]) == 0
    assert capfd.readouterr().out == f"{GAMES} records, 0 with faults\n"
    assert main(["replay", "--json", str(written / "games.parquet")]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["type"] for line in lines].count("end") == GAMES
    assert main(["replay", "--ply", "3", str(written / "games")]) == 2
    assert "one record" in capfd.readouterr().err


def test_a_changed_row_is_found(
    written: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table = pq.read_table(written / "games.parquet")
    rows = table.to_pylist()
    rows[2]["seed"] = rows[1]["seed"]
    spoilt = tmp_path / "spoilt.parquet"
    pq.write_table(pa.Table.from_pylist(rows, table.schema), spoilt)
    with pytest.raises(BadRecord, match="row 3: digest"):
        list(read_records(spoilt))
    assert main(["verify", str(spoilt)]) == 2
    assert "row 3" in capfd.readouterr().err


def test_other_files_are_refused_and_nothing_is_overwritten(written: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.parquet"
    nothing.write_text("no Parquet", encoding="utf-8")
    with pytest.raises(BadFile, match="not a Parquet file"):
        list(read_records(nothing))
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), other)
    with pytest.raises(BadFile, match="not of records"):
        list(read_records(other))
    with pytest.raises(BadFile, match="exists already"):
        write_records(other, [])
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["verify", str(empty)]) == 2
    assert main(["selfplay", "lumiere", "--out", str(written / "games.parquet")]) == 2


def test_an_interrupted_file_is_not_left_behind(
    tmp_path: Path, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "PART", 1)

    def interrupted() -> object:
        yield from list(read_records(written / "games.parquet"))[:3]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(tmp_path / "cut.parquet", interrupted())  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_without_the_library_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert main(["selfplay", "lumiere", "--out", str(tmp_path / "x.parquet")]) == 2
    assert "pip install lutetia[parquet]" in capfd.readouterr().err
