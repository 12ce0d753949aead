"""What the programs that make lessons share: scores, changes of positions, refusals, results."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

SPACE = re.compile(r"[a-h][1-8]")


def plain(value: Any) -> Any:
    """Numbers of the engine as JSON numbers."""
    return json.loads(json.dumps(value, default=lambda number: number.item()))


def scores(game: Game, state: Record) -> list[dict[str, Any]]:
    """Points by seat, in the form of the protocol."""
    return [{"total": sum(lines.values()), "lines": lines} for lines in game.score(state)]


def refusals(game: Game, state: Record, tried: Callable[[str], bool]) -> list[Any]:
    """Why moves that a reader may try are not legal: `[rule, reason, {pattern: values}]`.

    A star in a pattern stands for each of the values: a space of the board, or the last word.
    """
    found: dict[int, dict[str, list[str]]] = {}
    for move in range(game.move_space):
        text = game.notation(move)
        if not tried(text):
            continue
        code = int(game.rules.refusal(game.box, state, move))
        if code == 0 or game.refusals[code].reason == "there is no such move":
            continue
        words = text.split(":")
        spaces = [place for place, word in enumerate(words) if SPACE.fullmatch(word)]
        place = spaces[0] if spaces else len(words) - 1
        value, words[place] = words[place], "*"
        found.setdefault(code, {}).setdefault(":".join(words), []).append(value)
    return [
        [
            game.refusals[code].rule,
            game.refusals[code].reason,
            {pattern: " ".join(values) for pattern, values in patterns.items()},
        ]
        for code, patterns in found.items()
    ]


def results(points: Mapping[str, Sequence[Sequence[float]]]) -> dict[str, list[list[float]]]:
    """The points at the end after each move: for each seat its lines, to a tenth of a point."""
    return {
        move: [[_short(value) for value in lines] for lines in seats]
        for move, seats in points.items()
    }


def _short(value: float) -> float:
    rounded = round(float(value), 1)
    return int(rounded) if rounded == int(rounded) else rounded


def write(path: Path, content: Any) -> None:
    """Write a file without spaces."""
    text = json.dumps(plain(content), separators=(",", ":"), ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
