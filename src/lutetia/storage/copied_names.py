"""Copies of the names of deleted players: in shared records and in analyses of their games.

A record says by its secret or its seed from which table it comes. A made-up record with the same
name belongs to somebody else and stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy import Column, Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.record import GameRecord, loads
from lutetia.storage.schema import analyses, shared_records


async def forget_copies(
    connection: AsyncConnection, names: AbstractSet[str], seeds: AbstractSet[str], instead: str
) -> None:
    """Replace names in all copies of records from tables with these seeds."""
    if not names or not seeds:
        return
    for row in await _with_names(connection, shared_records, shared_records.c.text, names):
        found = _renamed(row.text, names, seeds, instead)
        if found is not None:
            # The digest stays: who shares the old record again gets the link to this one.
            await connection.execute(
                update(shared_records).where(shared_records.c.id == row.id).values(text=found)
            )
    for row in await _with_names(connection, analyses, analyses.c.record, names):
        found = _renamed(row.record, names, seeds, instead)
        if found is not None:
            result = _replaced(row.result, dict.fromkeys(names, instead))
            await connection.execute(
                update(analyses).where(analyses.c.id == row.id).values(record=found, result=result)
            )


async def _with_names(
    connection: AsyncConnection, table: Table, text: Column[Any], names: AbstractSet[str]
) -> list[Any]:
    """The rows whose text contains a name, as people or programs write it."""
    found: dict[str, Any] = {}
    for name in names:
        for form in {json.dumps(name), json.dumps(name, ensure_ascii=False)}:
            # Nobody may store the result of an analysis between this and the change.
            query = select(table).where(text.contains(form, autoescape=True)).with_for_update()
            found.update({row.id: row for row in await connection.execute(query)})
    return list(found.values())


def _renamed(
    text: str, names: AbstractSet[str], seeds: AbstractSet[str], instead: str
) -> str | None:
    """The text of a record without the names; None if it is of another table."""
    try:
        record: GameRecord = loads(text)
    except LutetiaError:
        return None
    if (record.draw.secret if record.draw else record.seed) not in seeds:
        return None
    players = [instead if name in names else name for name in record.players]
    return record.model_copy(update={"players": players, "digest": None}).dumps()


def renamed_result(result: Any, analysed: str, stored: str) -> Any:
    """The result of the analysis of a record whose names have changed since it began."""
    before, after = loads(analysed).players, loads(stored).players
    return _replaced(result, dict(zip(before, after, strict=True)))


def _replaced(value: Any, names: Mapping[str, str]) -> Any:
    """A value with other names in the place of these."""
    if isinstance(value, dict):
        return {key: _replaced(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value
