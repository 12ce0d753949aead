"""The records that a command line names: files, folders of files, Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from lutetia.cli.parquet import ENDING, read_records
from lutetia.cli.warm import warm
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile, LutetiaError
from lutetia.kernel.record import GameRecord, load, reopen

HEADER = {"game", "rules_version", "seats", "options", "components", "players"}

Found = tuple[str, GameRecord | LutetiaError]
"""Where a record is, and the record or what is wrong with it."""


def files_of(names: Iterable[Path]) -> Iterator[Path]:
    """The files. A folder stands for its records, in the order of their names."""
    for name in names:
        if not name.is_dir():
            yield name
            continue
        inside = sorted(path for path in name.iterdir() if path.suffix in {".json", ENDING})
        if not inside:
            raise BadFile(f"{name}: this folder has no records")
        yield from inside


def records_in(names: Iterable[Path]) -> Iterator[Found]:
    """Every record, one after the other, so that any number of them needs little memory."""
    for path in files_of(names):
        if path.suffix != ENDING:
            try:
                yield str(path), load(path)
            except LutetiaError as error:
                yield str(path), error
            continue
        number = 0
        try:
            for number, record in enumerate(read_records(path), 1):
                yield f"{path}: row {number}", record
        except LutetiaError as error:
            yield f"{path}", error


class Boxes:
    """The opened games of records. Records with the same header share one."""

    def __init__(self, components: Path | None) -> None:
        self._components = components
        self._opened: dict[str, Game] = {}

    def game_of(self, record: GameRecord) -> Game:
        """The game of a record, ready to play."""
        box = record.model_dump_json(include=HEADER)
        if box not in self._opened:
            game = reopen(record, open_game, self._components)
            warm(game)
            self._opened[box] = game
        return self._opened[box]
