"""A file of results: one JSON object on each line, first a header, then games.

A line is written when its game is over, so an arena that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Generic, TypeVar

from lutetia.kernel.errors import BadFile

FORMAT = 1
R = TypeVar("R")


class Results(Generic[R]):
    """The results of games by their keys; in a file if one is named. A result is a dataclass."""

    def __init__(self, kind: type[R], header: dict[str, Any], path: Path | None = None) -> None:
        self.header = {"format": FORMAT, **header}
        self.games: dict[str, R] = {}
        self.path = path
        self._kind = kind
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        """Read the games of the file, or begin the file."""
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(_line(self.header), encoding="utf-8")
                return
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadFile(f"{path}: cannot be used for results ({error})") from None
        try:
            if json.loads(lines[0]) != self.header:
                raise BadFile(f"{path}: holds the results of other games")
        except (IndexError, ValueError):
            raise BadFile(f"{path}: no file of results") from None
        whole = True
        for number, text in enumerate(lines[1:], 2):
            if not whole:
                raise BadFile(f"{path}: line {number - 1} is broken")
            try:
                content = json.loads(text)
                key = str(content.pop("key"))
                self.games[key] = self._kind(**content)
            except (ValueError, KeyError, TypeError, AttributeError):
                whole = False  # the last line may have been cut off: that game is played again
        if not whole:
            self._rewrite(path)

    def _rewrite(self, path: Path) -> None:
        text = _line(self.header) + "".join(
            _line({"key": key, **vars(played)}) for key, played in self.games.items()
        )
        path.write_text(text, encoding="utf-8")

    def add(self, key: str, played: R) -> None:
        """Add a finished game."""
        self.games[key] = played
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line({"key": key, **vars(played)}))


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"
