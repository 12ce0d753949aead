"""One game that is being played, as a Python object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.api.analysis import GameAnalysis, analysed
from lutetia.api.breakdown import Breakdown
from lutetia.api.drawing import Look, Picture, can_draw, drawn
from lutetia.api.record_player import RecordPlayer
from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.chance import SEED_BYTES, derived_seed, fresh_seed
from lutetia.kernel.contract import WATCHER, Event, Game, seat_names
from lutetia.kernel.errors import BadFile, BadOption, BadRecord, GameOver
from lutetia.kernel.record import GameRecord, Ply, reopen, replay, verify
from lutetia.kernel.record import load as load_record
from lutetia.kernel.record import loads as record_from_text
from lutetia.kernel.score_sheet import score_sheet
from lutetia.kernel.types import Record


class Computer:
    """A computer player for one game. Its name says how strong it is: `level:3`, `mcts:1000`."""

    def __init__(self, name: str, seed: str | bytes = "1", threads: int = 1) -> None:
        self.name = name
        self._player: Player = player_named(name, derived_seed("api player", seed), threads)

    def choose(self, game: GameInPlay) -> str:
        """Its move in a game, as notation. It knows only what the seat to move may see."""
        seat = game.seat_to_move()
        view = game.rules.view(game.state, seat)
        return game.rules.notation(self._player.choose(game.rules, view, seat))

    def __repr__(self) -> str:
        return f"Computer({self.name!r})"


class GameInPlay:
    """A game with its history. Moves, seats and scores have the same names as in records."""

    def __init__(self, rules: Game, seed: bytes, players: Sequence[str]) -> None:
        self.rules = rules
        """The opened game: the kernel's contract for those who need more."""
        self._record = GameRecord.start(rules, seed, list(players))
        self._plies: list[Ply] = []
        self._first = rules.deal(seed)

    # What is on the table

    @property
    def name(self) -> str:
        """The name of the game in the catalogue, as `lumiere`."""
        return self.rules.id

    @property
    def seats(self) -> list[str]:
        """The names of the seats, in order."""
        return list(seat_names(self.rules))

    @property
    def players(self) -> list[str]:
        """The names of the players, in the order of the seats."""
        return list(self._record.players)

    @property
    def options(self) -> dict[str, Any]:
        """All options of this game with their values."""
        return dict(self.rules.options)

    @property
    def state(self) -> Record:
        """The whole state, with everything that is hidden from the seats."""
        return self._plies[-1].after if self._plies else self._first

    @property
    def to_move(self) -> str | None:
        """The seat that moves; None when the game is over."""
        return None if self.is_over else self.rules.seat_name(self.seat_to_move())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.state)

    @property
    def legal_moves(self) -> list[str]:
        """All legal moves, as notation."""
        return [self.rules.notation(int(move)) for move in self.rules.legal_moves(self.state)]

    @property
    def moves(self) -> list[str]:
        """The moves made so far, as notation."""
        return [self.rules.notation(ply.move) for ply in self._plies]

    def position(self, seat: str | None = None) -> dict[str, Any]:
        """The position as JSON: all of it, or what a seat may see. `watcher` is no seat's view."""
        # A game may share parts of positions; this one belongs to the caller.
        return deepcopy(self.rules.position(self.state if seat is None else self.view(seat)))

    def view(self, seat: str) -> Record:
        """The state as a seat (or `watcher`) sees it."""
        if seat == "watcher":
            return self.rules.view(self.state, WATCHER)
        if seat not in self.seats:
            raise BadOption(f"seat: {seat!r} is no seat; there are {', '.join(self.seats)}")
        return self.rules.view(self.state, self.seats.index(seat))

    def seat_to_move(self) -> int:
        """The number of the seat that moves; `GameOver` when the game is over."""
        if self.is_over:
            raise GameOver("the game is over: no move is left to make")
        return int(self.state.to_move)

    # Points

    def score(self) -> dict[str, dict[str, int]]:
        """For each seat its points by line, as if the game ended here."""
        return dict(zip(self.seats, self.rules.score(self.state), strict=True))

    def totals(self) -> dict[str, int]:
        """For each seat its points."""
        return dict(zip(self.seats, self.rules.totals(self.state), strict=True))

    def ranks(self) -> dict[str, int]:
        """For each seat its rank; 1 is the first, equal seats share a rank."""
        return dict(zip(self.seats, self.rules.ranks(self.state), strict=True))

    def breakdown(self) -> Breakdown:
        """The points in full: by line, by part, with the tie-breaks. A notebook shows a table."""
        package = package_of(self.rules)
        parts, ties = package.score_parts(), package.tie_breaks()
        return Breakdown(score_sheet(self.rules, self.state, parts, ties), self.rules.title)

    @property
    def winners(self) -> list[str]:
        """The seats that share the first rank; none while the game is going on."""
        return [seat for seat, rank in self.ranks().items() if rank == 1] if self.is_over else []

    # Play

    def play(self, *moves: str) -> list[Event]:
        """Play moves one after the other, and tell what they caused.

        A move may be shortened if one legal move fits. If one of them is refused (`MoveError`
        says why, with its rule), none of them is played.
        """
        before = len(self._plies)
        events: list[Event] = []
        try:
            for text in moves:
                move = self.rules.parse(self.state, text)
                state = self.state
                after = self.rules.play(state, move)
                events += self.rules.events(state, move, after)
                self._plies.append(Ply(state, move, after))
        except BaseException:
            del self._plies[before:]
            raise
        return events

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves."""
        if not 0 <= moves <= len(self._plies):
            raise BadOption(f"moves: {len(self._plies)} moves were made, not {moves}")
        del self._plies[len(self._plies) - moves :]

    def play_out(self, *computers: str | Computer) -> GameInPlay:
        """Let computers play on to the end: one for all seats, or one for each seat."""
        found = [
            who if isinstance(who, Computer) else Computer(who, self._record.seed or "", 1)
            for who in computers
        ]
        if len(found) not in {1, self.rules.seats}:
            raise BadOption(f"computers: name one, or one for each of {self.rules.seats} seats")
        while not self.is_over:
            self.play(found[self.seat_to_move() % len(found)].choose(self))
        return self

    def __iter__(self) -> Iterator[Ply]:
        """Every move with the states before and after it."""
        return iter(list(self._plies))

    # Records

    def to_record(self) -> GameRecord:
        """The record of the game so far. It contains the secret seed of the shuffle."""
        record = self._record.model_copy(update={"moves": self.moves})
        if self.is_over:
            record.finish(self.rules, self.state)
        return record

    def to_json(self) -> str:
        """The record as the text of a file."""
        return self.to_record().dumps()

    def save(self, path: str | Path) -> None:
        """Write the record to a file. A file that is there already is replaced as a whole."""
        target = Path(path)
        hidden = target.with_name(f".{target.name}.new")
        try:
            hidden.write_text(self.to_json(), encoding="utf-8")
            hidden.replace(target)
        except OSError as error:
            raise BadFile(f"{target}: cannot be written ({error.strerror})") from None

    # Pictures

    def picture(self, look: Look = "light") -> Picture:
        """The board as the web client draws it. `NotOffered` says what is missing for it."""
        position = self.position("watcher")
        scores = self.rules.score(self.state)
        return Picture(drawn(self.rules.id, position, scores, look))

    def player(self, look: Look = "light") -> RecordPlayer:
        """The game so far as a small player, for a notebook or as a page of its own."""
        return RecordPlayer(self, look)

    def analyse(
        self, *, playouts: int = 2_000, nodes: int = 200_000, seed: str = "1", threads: int = 1
    ) -> GameAnalysis:
        """Judge every move made so far (docs/analysis.md). This takes a while."""
        return analysed(self.rules, self.to_record(), playouts, nodes, seed, threads)

    def _repr_svg_(self) -> str | None:
        """The board, where it can be drawn. Otherwise a notebook shows the text."""
        return self.picture().svg if can_draw(self.rules.id) else None

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self.to_move} to move"
        return f"<{self.rules.title}: {len(self._plies)} moves, {state}>"


def new_game(
    game: str,
    *,
    seats: int | None = None,
    players: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str | bytes | None = None,
    components: str | Path | None = None,
) -> GameInPlay:
    """A new game of `lumiere`, `belle_epoque` or any other installed game.

    The same seed (any text, or 32 bytes) gives the same shuffle. Without a seed it is secret and
    new. `BadOption` says which option is wrong.
    """
    if players is not None and seats is None:
        seats = len(players)
    path = Path(components) if components is not None else None
    rules = open_game(game, seats, options, path)
    names = [f"player {number}" for number in range(1, rules.seats + 1)]
    if players is not None:
        if len(players) != rules.seats:
            raise BadOption(f"players: {len(players)} names for {rules.seats} seats")
        names = list(players)
    return GameInPlay(rules, _seed(seed), names)


def _seed(seed: str | bytes | None) -> bytes:
    if seed is None:
        return fresh_seed()
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, bytes):
        raise BadOption(f"seed: {len(seed)} bytes, but a seed has {SEED_BYTES}; or give a text")
    return derived_seed("api game", seed)


def resume(record: GameRecord, components: Path | None = None) -> GameInPlay:
    """The game of a record, at its last move. The record is checked as a whole."""
    rules = reopen(record, open_game, components)
    if record.seed is None:
        raise BadRecord("seed: not revealed yet, the game cannot be replayed")
    verify(rules, record)
    game = GameInPlay(rules, bytes.fromhex(record.seed), record.players)
    game._plies.extend(replay(rules, record))  # noqa: SLF001 (the maker of the object)
    return game


def load(path: str | Path, components: str | Path | None = None) -> GameInPlay:
    """The game of a record file, checked. `BadRecord` or `BadFile` says what is wrong with it."""
    own = Path(components) if components is not None else None
    return resume(load_record(Path(path)), own)


def loads(text: str) -> GameInPlay:
    """The game of a record's text (`GameInPlay.to_json`), checked."""
    return resume(record_from_text(text))
