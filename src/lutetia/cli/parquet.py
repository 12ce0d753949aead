"""Many records in one Parquet file: a row for each game, written and read in small parts.

docs/notation.md ("Many records in one file") describes the columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from lutetia.kernel.draw import Draw
from lutetia.kernel.errors import BadFile, BadRecord
from lutetia.kernel.record import FORMAT, GameRecord, Result

if TYPE_CHECKING:
    import pyarrow as pa

ENDING = ".parquet"
PART = 2_000
"""Games that are in memory together."""


def arrow() -> Any:
    """The library, or a sentence that says how to install it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise BadFile(
            "Parquet files need the library pyarrow: pip install lutetia[parquet]"
        ) from None
    return pa


def schema() -> pa.Schema:
    """The columns."""
    pa = arrow()
    text, number = pa.string(), pa.int32()
    return pa.schema(
        [
            ("game", pa.dictionary(number, text)),
            ("rules_version", number),
            ("seats", number),
            ("options", pa.dictionary(number, text)),
            ("components", pa.dictionary(number, text)),
            ("players", pa.list_(text)),
            ("commitment", text),
            ("seed", text),
            ("draw", text),
            ("moves", pa.list_(pa.dictionary(number, text))),
            ("scores", pa.list_(pa.map_(text, number))),
            ("totals", pa.list_(number)),
            ("ranks", pa.list_(number)),
            ("plies", number),
            ("digest", text),
        ],
        metadata={"lutetia.record": str(FORMAT)},
    )


def row_of(record: GameRecord) -> dict[str, Any]:
    """One record as a row."""
    result = record.result
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "seats": record.seats,
        "options": json.dumps(record.options, ensure_ascii=False),
        "components": record.components,
        "players": record.players,
        "commitment": record.commitment,
        "seed": record.seed,
        "draw": None if record.draw is None else record.draw.model_dump_json(),
        "moves": record.moves,
        "scores": None if result is None else [list(lines.items()) for lines in result.scores],
        "totals": None if result is None else [sum(lines.values()) for lines in result.scores],
        "ranks": None if result is None else result.ranks,
        "plies": len(record.moves),
        "digest": record.computed_digest(),
    }


def record_of(row: dict[str, Any]) -> GameRecord:
    """The record of a row; `BadRecord` if the row was changed."""
    try:
        scores = row["scores"]
        result = (
            None
            if scores is None
            else Result(scores=[dict(lines) for lines in scores], ranks=row["ranks"])
        )
        draw = row.get("draw")  # files of release 0.1.0 have no such column
        same = ("game", "rules_version", "seats", "components", "players", "commitment", "seed",
                "moves", "digest")  # fmt: skip
        record = GameRecord(
            options=json.loads(row["options"]),
            result=result,
            draw=None if draw is None else Draw.model_validate_json(draw),
            **{name: row[name] for name in same},
        )
    except (LookupError, TypeError, ValueError, ValidationError) as error:
        raise BadRecord(f"not a record ({error})") from None
    if record.digest != record.computed_digest():
        raise BadRecord("digest: the content was changed after it was written")
    return record


def write_records(path: Path, records: Iterable[GameRecord]) -> int:
    """Write records to a file that does not exist yet. Returns how many there were.

    A file that could not be finished is removed.
    """
    pa = arrow()
    if path.exists() or path.is_symlink():
        raise BadFile(f"{path}: this file exists already and is not overwritten")
    hidden = path.with_name(f".{path.name}.new")
    shape = schema()
    count = 0
    try:
        with pa.parquet.ParquetWriter(hidden, shape, compression="zstd") as writer:
            rows: list[dict[str, Any]] = []
            for record in records:
                rows.append(row_of(record))
                count += 1
                if len(rows) == PART:
                    writer.write_table(pa.Table.from_pylist(rows, shape))
                    rows.clear()
            if rows:
                writer.write_table(pa.Table.from_pylist(rows, shape))
        hidden.replace(path)
    except (OSError, pa.ArrowException) as error:
        raise BadFile(f"{path}: cannot be written ({error})") from None
    finally:
        hidden.unlink(missing_ok=True)
    return count


def read_records(path: Path) -> Iterator[GameRecord]:
    """The records of a file, one after the other; the file is never in memory as a whole."""
    pa = arrow()
    try:
        file = pa.parquet.ParquetFile(path)
    except (OSError, pa.ArrowException) as error:
        raise BadFile(f"{path}: not a Parquet file that can be read ({error})") from None
    with file:
        if (file.schema_arrow.metadata or {}).get(b"lutetia.record") != str(FORMAT).encode():
            raise BadFile(f"{path}: a Parquet file, but not of records of format {FORMAT}")
        number = 0
        try:
            for part in file.iter_batches(batch_size=PART):
                for row in part.to_pylist():
                    number += 1
                    yield record_of(row)
        except BadRecord as error:
            raise BadRecord(f"row {number}: {error}") from None
        except (OSError, pa.ArrowException) as error:
            raise BadFile(f"{path}: cannot be read ({error})") from None
