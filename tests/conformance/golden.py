"""Golden playthroughs: whole games whose positions, legal moves and their order are kept.

    python -m tests.conformance.golden GAME NAME [--seats N] [--options JSON]

plays a random game and writes `tests/golden/GAME/NAME.json`. A file that is written again changes
only if the rules, the notation or the JSON of a position changed. Look at each such change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.record import GameRecord
from lutetia.kernel.types import Record
from tests.conformance.boxes import play_sample

FOLDER = Path(__file__).parents[1] / "golden"


def check_of(game: Game, state: Record) -> str:
    """A short hash of the position, and one of the legal moves in their order."""
    moves = [game.notation(int(move)) for move in game.legal_moves(state)]
    return f"{_short(game.position(state))} {_short(moves)} {len(moves)}"


def _short(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def write(name: str, title: str, seats: int | None, options: dict[str, Any]) -> Path:
    """Play and keep one game."""
    game = open_game(name, seats, options)
    sample = play_sample(game, derived_seed("golden", name, title))
    record = GameRecord.start(game, sample.seed, list(seat_names(game)))
    record.moves = [game.notation(move) for move in sample.moves]
    record.finish(game, sample.states[-1])
    content = {
        "record": json.loads(record.dumps()),
        "checks": [check_of(game, state) for state in sample.states],
    }
    path = FOLDER / name / f"{title}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def main() -> None:
    """The command above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("name")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, default={})
    chosen = parser.parse_args()
    write(chosen.game, chosen.name, chosen.seats, chosen.options)


if __name__ == "__main__":
    main()
