"""The record of a game: a header and the moves. Every position follows from them.

Before the first move the header holds a commitment to the secret seed of the shuffle. The seed is
added when the game has ended. `docs/notation.md` describes the file.

The header also names the version of the rules and the digest of the pieces. Newer programs open
a record with this version and these pieces too. A record of a game with a user's own component file
holds the text of that file. A program refuses a version that it does not
know; it never reads the record by other rules (CONTRIBUTING.md, "Change or add a rule").
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lutetia.kernel.chance import SEED_BYTES, commitment
from lutetia.kernel.components import LARGEST_OWN_FILE, OwnFile, Which
from lutetia.kernel.contract import Game
from lutetia.kernel.draw import Draw
from lutetia.kernel.errors import BadFile, BadRecord, MoveError, UnknownComponents
from lutetia.kernel.places import place_of
from lutetia.kernel.types import Record

FORMAT = 1
HEX_HASH = r"^[0-9a-f]{64}$"
LARGEST_FILE = 4_000_000
"""In bytes. The longest games need a hundredth of it."""

Opener = Callable[[str, int, Mapping[str, Any], Which, int | None], Game]
"""Opens a game by its name: (name, seats, options, components, rules version)."""


class Result(BaseModel):
    """How the game ended."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scores: list[dict[str, int]]
    """For each seat its points by line."""
    ranks: list[int]


class GameRecord(BaseModel):
    """One game, as a file holds it."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True)

    format: int = Field(default=FORMAT, ge=FORMAT, le=FORMAT)
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    components: str = Field(pattern=HEX_HASH)
    component_file: str | None = Field(default=None, max_length=LARGEST_OWN_FILE)
    """The text of the users' own component file; none if every program has these components."""
    players: list[str]
    commitment: str = Field(pattern=HEX_HASH)
    seed: str | None = Field(default=None, pattern=HEX_HASH)
    """Revealed at the end."""
    draw: Draw | None = None
    """How the seed was drawn, if every seat took part in it (docs/notation.md, "The shuffle")."""
    moves: list[str] = []
    result: Result | None = None
    digest: str | None = Field(default=None, pattern=HEX_HASH)
    """SHA-256 over everything else. It shows damage; it does not prove who wrote the record."""

    @classmethod
    def start(cls, game: Game, seed: bytes, players: list[str]) -> GameRecord:
        """The record of a game before its first move. It contains the secret seed."""
        return cls(
            game=game.id,
            rules_version=game.rules_version,
            seats=game.seats,
            options=dict(game.options),
            components=game.components_digest,
            component_file=game.own_components,
            players=players,
            commitment=commitment(seed),
            seed=seed.hex(),
        )

    def finish(self, game: Game, state: Record) -> None:
        """Store how the game ended."""
        self.result = Result(scores=game.score(state), ranks=game.ranks(state))

    def without_secret(self) -> GameRecord:
        """The part that may be shown while the game is still going on."""
        return self.model_copy(update={"seed": None, "draw": None, "digest": None})

    def computed_digest(self) -> str:
        """The digest of this content."""
        # Earlier programs did not know these fields.
        left_out: dict[str, Any] = {"digest": True}
        later = ("draw", "component_file")
        left_out |= {name: True for name in later if getattr(self, name) is None}
        if self.draw is not None and not self.draw.promises:
            left_out["draw"] = {"promises"}
        content = self.model_dump(exclude=left_out)
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def dumps(self) -> str:
        """The text of the file: a readable header, then one move on each line."""
        content = self.model_dump(exclude_none=True)
        content["digest"] = self.computed_digest()
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def loads(text: str, name: str = "record") -> GameRecord:
    """Read a record's text; `BadRecord` names the place of the fault."""
    try:
        content = json.loads(text)
        # JSON can escape half of a character. Such a half cannot be hashed or shown.
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{name}: not a record, or cut off ({error})") from None
    if not isinstance(content, dict):
        raise BadRecord(f"{name}: not a record: it must be one JSON object")
    if content.get("format") != FORMAT:
        raise BadRecord(
            f"{name}: format: {content.get('format')!r} is unknown, this program reads {FORMAT}"
        )
    try:
        record = GameRecord.model_validate(content, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadRecord(f"{name}: {place_of(first['loc'])}: {first['msg']}") from None
    if record.digest is not None and record.digest != record.computed_digest():
        raise BadRecord(f"{name}: digest: the content was changed after it was written")
    return record


def load(path: Path) -> GameRecord:
    """Read a record file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadRecord(f"{path}: too large for a record")
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: cannot be read ({_reason(error)})") from None
    return loads(text, str(path))


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return str(error.strerror if isinstance(error, OSError) else error)


class Ply(NamedTuple):
    """One move of a replayed game, with the states before and after it."""

    before: Record
    move: int
    after: Record


def reopen(record: GameRecord, opener: Opener, components: Path | None = None) -> Game:
    """Open the game of a record with the same rules and the same pieces.

    `components` is a component file to use instead of the one in the record.
    """
    own = None if record.component_file is None else OwnFile(record.component_file)
    game = opener(
        record.game,
        record.seats,
        record.options,
        components or own or record.components,
        record.rules_version,
    )
    if record.components != game.components_digest:
        raise UnknownComponents("components: this game was played with another component file")
    if len(record.players) != game.seats:
        raise BadRecord(f"players: {len(record.players)} names for {game.seats} seats")
    return game


def first_state(game: Game, record: GameRecord) -> Record:
    """The first state of a record whose seed is revealed."""
    if record.seed is None:
        raise BadRecord("seed: not revealed yet, the game cannot be replayed")
    seed = bytes.fromhex(record.seed)
    if len(seed) != SEED_BYTES or commitment(seed) != record.commitment:
        raise BadRecord("seed: it does not match the commitment made before the game")
    if record.draw is not None:
        record.draw.check(seed, game.seats)
    return game.deal(seed)


def replay(game: Game, record: GameRecord) -> Iterator[Ply]:
    """Every move of a record; `BadRecord` names the first impossible one."""
    state = first_state(game, record)
    for number, text in enumerate(record.moves, 1):
        try:
            move = game.read(text)
            after = game.play(state, move)
        except MoveError as error:
            raise BadRecord(f"moves[{number}]: {error}") from None
        yield Ply(state, move, after)
        state = after


def verify(game: Game, record: GameRecord) -> Record:
    """Check seed, moves and result of a record. Returns its last state."""
    state = first_state(game, record)
    for ply in replay(game, record):
        state = ply.after
    check_result(game, record, state)
    return state


def check_result(game: Game, record: GameRecord, state: Record) -> None:
    """Check the result of a record, whose moves lead to a state."""
    if record.result is not None:
        if not game.is_over(state):
            raise BadRecord("result: the moves do not reach the end of the game")
        found = Result(scores=game.score(state), ranks=game.ranks(state))
        if found != record.result:
            raise BadRecord("result: the moves lead to another result")
    elif game.is_over(state):
        raise BadRecord("result: the game is over, but its result is missing")
