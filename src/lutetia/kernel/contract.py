"""The contract that every game must keep.

A game is one fixed-size NumPy record (the state) and pure compiled functions over it. `Rules`
holds these functions; search and simulation use them and never leave compiled code. `Game` is the
same for Python: one game opened with its options and components, plus text, JSON and errors.
The conformance suite (`tests/conformance`) tests every game against the promises below.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from lutetia.kernel.chance import generator
from lutetia.kernel.components import OwnFile, Which
from lutetia.kernel.errors import (
    AmbiguousMove,
    BadComponents,
    BadTable,
    GameOver,
    IllegalMove,
    UnknownComponents,
    UnparsableMove,
)
from lutetia.kernel.options import Option, checked_options, checked_seats, checked_version
from lutetia.kernel.types import Lines, Moves, Record, Standing, Words, copy_record, new_record

NOBODY = -1
"""`to_move` of a game that is over."""

WATCHER = -1
"""The seat number of a watcher. Its view shows what everybody may see."""

LONGEST_QUOTE = 40
"""The most characters of a text that an error message quotes."""

NO_COMPONENTS = "0" * 64
"""The components digest of a game without a component file."""

SEAT_NAMES = ("orange", "blue", "absinthe", "peony")
"""The colours of seats that the client can draw."""


class Rules(NamedTuple):
    """The compiled functions of a game. `box` holds what is fixed before: components and options.

    Every state has the fields `to_move` (the seat that moves, NOBODY when the game is over) and
    `ply` (the number of moves made). All functions are deterministic. They keep no state of their
    own, allocate nothing that outlives them, and change only the arguments named `out`, `state` or
    `chance`. Only `deal` and `imagine` use chance: a card that is turned up later was dealt before.
    """

    deal: Callable[[Record, Words, Record], None]
    """`deal(box, chance, state)`: overwrite the state with a new game."""

    legal_moves: Callable[[Record, Record, Moves], int]
    """`legal_moves(box, state, out) -> count`: ascending and unique; none if and only if the
    game is over. The view of the seat to move gives the same answer as the whole state."""

    refusal: Callable[[Record, Record, int], int]
    """`refusal(box, state, move) -> code`: 0 if and only if the move is legal, for any integer;
    otherwise the number of the reason (`Game.refusals`). It is written separately from
    `legal_moves`, so that tests can compare the two."""

    apply: Callable[[Record, Record, int], None]
    """`apply(box, state, move)`: play a legal move in place. Not checked."""

    score: Callable[[Record, Record, Lines], None]
    """`score(box, state, out)`: out[seat, line] gets the points as if the game ended here."""

    standing: Callable[[Record, Record, Standing], None]
    """`standing(box, state, out)`: one number for each seat, first the total, then tie-breaks."""

    view: Callable[[Record, Record, int, Record], None]
    """`view(box, state, seat, out)`: what the seat (or WATCHER) may see. All else is set to values
    that do not depend on the hidden part. The same seat's view of its view is the view itself."""

    imagine: Callable[[Record, Record, int, Words, Record], None]
    """`imagine(box, view, seat, chance, out)`: a whole state that is possible for the seat's view.
    Its hidden part is drawn fairly. The seat's view of this state is the given view."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: the rule and a sentence that a player understands."""

    rule: str
    reason: str


@dataclass(frozen=True)
class Event:
    """What a move caused. It is derived from the states before and after, never stored."""

    kind: str
    seat: int
    details: Mapping[str, Any]


class Game(ABC):
    """One opened game. Its options and components are fixed; its state is an argument.

    States are values: `play` returns a new one and does not change the old one.
    """

    id: ClassVar[str]
    """Name in the catalogue, in records and in addresses."""

    title: ClassVar[str]
    rules_versions: ClassVar[tuple[int, ...]]
    """The versions of the rules that this game can be played by, ascending. A change of behaviour
    adds one. Records and tables keep the version with which they began; new games use the last."""

    seat_counts: ClassVar[tuple[int, ...]]
    """The numbers of players that the game allows."""

    options_offered: ClassVar[tuple[Option, ...]] = ()
    state_type: ClassVar[np.dtype]
    box_type: ClassVar[np.dtype] = np.dtype([("rules_version", np.int64), ("seats", np.int64)])
    """What the compiled rules know about options and components; `fill_box` fills it in."""

    move_space: ClassVar[int]
    """Moves are integers from 0 to move_space − 1, the same for all boxes and positions."""

    rules: ClassVar[Rules]
    score_lines: ClassVar[tuple[str, ...]] = ("points",)
    """The names of the columns of `Rules.score`."""

    refusals: ClassVar[Mapping[int, Refusal]]

    seats: int
    options: Mapping[str, Any]
    """All options with their values, defaults included. The header of a record holds them."""

    rules_version: int
    """The version of the rules for this box; compiled rules read it from `box.rules_version`."""

    components_digest: str
    """The component file of this box: SHA-256 of its meaning, or NO_COMPONENTS."""

    own_components: str | None = None
    """The text of the user's own component file, if the program does not keep these components."""

    box: Record

    # The part of a game that works with text. What is not abstract is good enough for a small game.

    def __init__(self, seats: int, options: Mapping[str, Any], rules_version: int) -> None:
        self.seats = seats
        self.options = options
        self.rules_version = rules_version
        self.components_digest = NO_COMPONENTS
        self.box = new_record(self.box_type)
        self.box.rules_version = rules_version
        self.fill_box()

    def fill_box(self) -> None:
        """Write into `box` what the rules need: the number of seats, the options."""
        self.box.seats = self.seats

    @classmethod
    def open(
        cls,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Which = None,
        rules_version: int | None = None,
    ) -> Self:
        """Open a box. None means the default. `BadOption` or `BadComponents` says what is wrong.

        `components` is a user's own file, or the digest of a file that the program keeps:
        `UnknownComponents` if it keeps none. `UnknownRules` says that the version is not in
        `rules_versions`. This default is for a game that has no component file.
        """
        if isinstance(components, Path | OwnFile):
            name = components.name if isinstance(components, OwnFile) else components
            raise BadComponents(f"{name}: {cls.title} has no component file")
        if components not in {None, NO_COMPONENTS}:
            raise UnknownComponents("components: this game was played with another component file")
        chosen = checked_options(cls.options_offered, options or {})
        version = checked_version(cls.title, cls.rules_versions, rules_version)
        return cls(checked_seats(cls.seat_counts, seats), chosen, version)

    def seat_name(self, seat: int) -> str:
        """The name of a seat: a colour, in lower case."""
        return SEAT_NAMES[seat] if seat < len(SEAT_NAMES) else f"seat-{seat + 1}"

    @abstractmethod
    def notation(self, move: int) -> str:
        """The move as short text, the same in every position. Colons separate its parts."""

    def parse_exact(self, text: str) -> int | None:
        """The inverse of `notation`; None for anything else.

        This default lists all moves once. A game with very many moves parses the text instead.
        """
        return self._moves_by_notation.get(text)

    @cached_property
    def _moves_by_notation(self) -> dict[str, int]:
        return {self.notation(move): move for move in range(self.move_space)}

    def told(self, before: Record, move: int, seat: int) -> str:  # noqa: ARG002 (for overriding)
        """The notation that a seat, or WATCHER, may see: a secret choice is left out.

        The seat that moves sees everything. A game without secret choices keeps this default.
        """
        return self.notation(move)

    def position(self, state: Record) -> dict[str, Any]:
        """The whole position as JSON (docs/notation.md). In a view, hidden things are null.

        This default gives the fields of the state by their names.
        """
        fields = {name: np.asarray(state[name]).tolist() for name in state.dtype.names}
        seat = None if self.is_over(state) else self.seat_name(int(state.to_move))
        return {"game": self.id, **fields, "to_move": seat}

    def state_from(self, position: Mapping[str, Any]) -> Record:
        """The inverse of `position` for whole states; `BadTable` for anything else."""
        state = self.new_state()
        seats = {None: NOBODY} | {self.seat_name(seat): seat for seat in range(self.seats)}
        try:
            for name in state.dtype.names:
                value = position[name]
                state[name] = seats[value] if name == "to_move" else value
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise BadTable(f"position: this is no whole position of the game: {error!r}") from None
        return state

    def events(self, before: Record, move: int, after: Record) -> list[Event]:  # noqa: ARG002
        """What the move caused, in order. Given views, it tells only what the views show."""
        return []

    def shown_score(self, view: Record) -> list[dict[str, int]]:
        """For each seat its points by line, as far as the page of this viewer may show them.

        A game whose position hides something that the record of a view still knows (B2.2) leaves
        out the points that would tell it.
        """
        return self.score(view)

    def offer(self, before: Record, move: int, after: Record) -> dict[str, Any]:  # noqa: ARG002
        """What a move of the view's seat leads to, besides its events and its points.

        Both records are views of the seat that moves. `GamePackage.client_models` has its type.
        """
        return {}

    def figures(self, view: Record, seat: int) -> dict[str, Any]:  # noqa: ARG002
        """What the things at the table would bring this seat now, from its view.

        `GamePackage.client_models` has its type.
        """
        return {}

    def continues(self, state: Record) -> bool:  # noqa: ARG002 (for overriding)
        """Whether the next move ends a decision that the last move of the same seat began.

        Both moves are taken back together.
        """
        return False

    # What follows from the rules

    def new_state(self) -> Record:
        """An empty record of this game's type."""
        return new_record(self.state_type)

    def deal(self, seed: bytes) -> Record:
        """The first state of the game with this secret seed."""
        return self.deal_with(generator(seed))

    def deal_with(self, chance: Words) -> Record:
        """The first state of a game, from a running generator."""
        state = self.new_state()
        self.rules.deal(self.box, chance, state)
        return state

    def legal_moves(self, state: Record) -> Moves:
        """All legal moves, ascending."""
        out = np.empty(self.move_space, dtype=np.int32)
        count = self.rules.legal_moves(self.box, state, out)
        return out[:count].copy()

    def is_legal(self, state: Record, move: int) -> bool:
        """Whether the move may be played here."""
        # Compiled functions get Python's integers: Numba would compile again for any other type.
        return 0 <= move < self.move_space and self.rules.refusal(self.box, state, int(move)) == 0

    def play(self, state: Record, move: int) -> Record:
        """The state after a move; raises `IllegalMove` or `GameOver`."""
        self.check(state, move)
        after = copy_record(state)
        self.rules.apply(self.box, after, int(move))
        return after

    def check(self, state: Record, move: int) -> None:
        """Raise the error that says why the move is not legal, if it is not."""
        if self.is_over(state):
            raise GameOver("the game is over: no move is left to make")
        if not 0 <= move < self.move_space:
            raise UnparsableMove(f"{move} is not a move of {self.title}")
        code = self.rules.refusal(self.box, state, int(move))
        if code != 0:
            refusal = self.refusals[code]
            raise IllegalMove(self.notation(int(move)), refusal.rule, refusal.reason)

    def is_over(self, state: Record) -> bool:
        """Whether the game has ended."""
        return int(state.to_move) == NOBODY

    def score(self, state: Record) -> list[dict[str, int]]:
        """For each seat its points by line."""
        out = np.zeros((self.seats, len(self.score_lines)), dtype=np.int32)
        self.rules.score(self.box, state, out)
        return [dict(zip(self.score_lines, row, strict=True)) for row in out.tolist()]

    def totals(self, state: Record) -> list[int]:
        """For each seat the sum of its lines."""
        return [sum(lines.values()) for lines in self.score(state)]

    def ranks(self, state: Record) -> list[int]:
        """For each seat its rank; 1 is the first. Equal standings share the better rank."""
        out = np.zeros(self.seats, dtype=np.int64)
        self.rules.standing(self.box, state, out)
        return [1 + int((out > mine).sum()) for mine in out]

    def view(self, state: Record, seat: int) -> Record:
        """What a seat, or WATCHER, may see."""
        out = self.new_state()
        self.rules.view(self.box, state, int(seat), out)
        return out

    def imagine(self, view: Record, seat: int, chance: Words) -> Record:
        """A whole state that is possible for a seat with this view."""
        out = self.new_state()
        self.rules.imagine(self.box, view, int(seat), chance, out)
        return out

    def read(self, text: str) -> int:
        """The move of a full notation; `UnparsableMove` for anything else."""
        move = self.parse_exact(text)
        if move is None:
            raise UnparsableMove(f"“{text[:LONGEST_QUOTE]}” is not a move of {self.title}")
        return move

    def parse(self, state: Record, text: str) -> int:
        """The move that a text means here. The text may leave out parts if one legal move fits.

        A full notation is accepted as it is, legal or not. A shortened one is compared with the
        legal moves that begin with the same words.
        """
        wanted = text.strip().lower()
        exact = self.parse_exact(wanted)
        if exact is not None:
            return exact
        if not wanted:
            raise UnparsableMove("an empty text is no move")
        moves = [(int(move), self.notation(int(move))) for move in self.legal_moves(state)]
        found = [(move, full) for move, full in moves if _begins(full, wanted)]
        if len(found) == 1:
            return found[0][0]
        if found:
            raise AmbiguousMove(wanted, [full for _, full in found])
        raise UnparsableMove(f"“{_short(wanted)}” is not a move of {self.title}")


def _begins(full: str, wanted: str) -> bool:
    """Whether the words of a notation begin with those of a shortened one."""
    words, given = full.split(":"), wanted.split(":")
    return len(given) <= len(words) and all(
        word.startswith(part) for word, part in zip(words, given, strict=False)
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def seat_names(game: Game) -> Sequence[str]:
    """The names of all seats of an opened game."""
    return [game.seat_name(seat) for seat in range(game.seats)]
