"""The file of a collection of puzzles (docs/puzzles.md)."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lutetia.ai.puzzles.answers import Answer
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile, BadRecord, LutetiaError
from lutetia.kernel.places import place_of
from lutetia.kernel.record import HEX_HASH
from lutetia.kernel.types import Record

FORMAT = 1
LARGEST_FILE = 32_000_000
"""In bytes. A thousand puzzles need a tenth of it."""


class Try(BaseModel):
    """The proved end of the game after one move."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    margin: int
    """The lead of the mover at the end."""
    points: list[list[int]]
    """The points at the end: for each seat its scoring lines, in the order of the game."""


class Puzzle(BaseModel):
    """A position with exactly one best move."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z2-7]{8}$")
    """It follows from the deal and the moves."""
    deal: str = Field(pattern=HEX_HASH)
    """The seed of the shuffle of the game that the position comes from."""
    moves: list[str]
    """The moves of that game up to the position."""
    value: int
    """The proved lead of the mover at the end after the best move."""
    second: int
    """The same after the second-best move."""
    levels: list[int]
    """The levels of the computer that find the best move."""
    line: list[str]
    """Best play to the end. Its first move is the best move."""
    tries: dict[str, Try]
    """Every legal move, the best first."""

    @property
    def best(self) -> str:
        """The best move."""
        return self.line[0]


class Collection(BaseModel):
    """Puzzles of one game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = FORMAT
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    components: str = Field(pattern=HEX_HASH)
    seed: str
    """The word that `lutetia puzzles` was given."""
    games: int
    """How many games were looked through. The command goes on after them."""
    puzzles: list[Puzzle] = []

    def open(self) -> Game:
        """The game, with the rules and the pieces that the puzzles were made with."""
        return open_game(self.game, self.seats, self.options, self.components, self.rules_version)

    def dumps(self) -> str:
        """The text of the file: the header, then one puzzle on each line."""
        head = _compact(self.model_dump(exclude={"puzzles"}))[:-1]
        lines = [_compact(_packed(puzzle)) for puzzle in self.puzzles]
        return head + ',"puzzles":[\n' + ",\n".join(lines) + "\n]}\n"


def puzzle_id(deal: bytes, moves: list[str]) -> str:
    """The name of a puzzle: a hash of the way to its position."""
    digest = hashlib.sha256(deal + " ".join(moves).encode()).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def puzzle_of(
    game: Game, deal: bytes, moves: list[str], answers: list[Answer], levels: list[int]
) -> Puzzle:
    """The puzzle of a position whose answers are proved, the best first."""
    best, second = answers[0], answers[1]
    return Puzzle(
        id=puzzle_id(deal, moves),
        deal=deal.hex(),
        moves=moves,
        value=best.margin,
        second=second.margin,
        levels=levels,
        line=[game.notation(move) for move in best.line],
        tries={
            game.notation(one.move): Try(margin=one.margin, points=one.points) for one in answers
        },
    )


def state_of(game: Game, puzzle: Puzzle) -> Record:
    """The position of a puzzle."""
    state = game.deal(bytes.fromhex(puzzle.deal))
    for text in puzzle.moves:
        state = game.play(state, game.read(text))
    return state


def loads(text: str, name: str) -> Collection:
    """Read the text of a file; `BadFile` names the place of the fault."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{name}: no collection of puzzles, or cut off ({error})") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadFile(f"{name}: no collection of puzzles of format {FORMAT}")
    try:
        packed = content.get("puzzles")
        if isinstance(packed, list):
            content["puzzles"] = [_unpacked(puzzle) for puzzle in packed]
        return Collection.model_validate(content, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadFile(f"{name}: {place_of(first['loc'])}: {first['msg']}") from None


def load(path: Path) -> Collection:
    """Read a file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadFile(f"{path}: too large for a collection of puzzles")
        return loads(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: cannot be read ({error})") from None


def check_moves(game: Game, puzzle: Puzzle) -> Record:
    """The position of a puzzle, if it has one and lists exactly its legal moves."""
    try:
        state = state_of(game, puzzle)
        legal = {game.notation(int(move)) for move in game.legal_moves(state)}
        if legal != set(puzzle.tries):
            raise BadRecord("its tries are not the legal moves of its position")
        after = state
        for text in puzzle.line:
            after = game.play(after, game.read(text))
    except LutetiaError as error:
        raise BadRecord(f"puzzle {puzzle.id}: {error}") from None
    return state


def _compact(content: object) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


def _packed(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the file holds it: lists of moves as one text, a try as a list of numbers."""
    content = puzzle.model_dump()
    content["moves"] = " ".join(puzzle.moves)
    content["line"] = " ".join(puzzle.line)
    content["tries"] = {move: [one.margin, *one.points] for move, one in puzzle.tries.items()}
    return content


def _unpacked(content: Any) -> Any:
    """The reverse of `_packed`. What has another form is left for the check."""
    if not isinstance(content, dict):
        return content
    found = dict(content)
    for name in ("moves", "line"):
        if isinstance(found.get(name), str):
            found[name] = found[name].split()
    tries = found.get("tries")
    if isinstance(tries, dict):
        found["tries"] = {
            move: {"margin": one[0], "points": one[1:]} if isinstance(one, list) and one else one
            for move, one in tries.items()
        }
    return found
