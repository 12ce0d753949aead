"""The record of a table. It can be downloaded, shared, verified and replayed."""

from __future__ import annotations

from lutetia.kernel.draw import Draw
from lutetia.kernel.record import GameRecord
from lutetia.match.errors import NotPossible
from lutetia.match.table import Chair, Table


def record_of(table: Table) -> GameRecord:
    """The record of a finished game. During the game it would show secret choices."""
    if table.phase != "over":
        raise NotPossible("the record is available when the game is over")
    record = GameRecord.start(table.game, table.seed, [_name(c) for c in table.chairs])
    if table.shares:
        promises = [chair.promise for chair in table.chairs]
        record.draw = Draw(
            commitment=table.header.commitment,
            secret=table.header.seed.hex(),
            shares=[share.hex() for share in table.shares],
            promises=promises if any(promises) else [],
        )
    record.moves = table.notations()
    if table.game.is_over(table.state):
        record.finish(table.game, table.state)
    return record


def _name(chair: Chair) -> str:
    if chair.name:
        return chair.name
    return f"computer {chair.level}" if chair.kind == "computer" else "?"
