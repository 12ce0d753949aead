"""Paris of the Belle Époque as a `Game`: the rules, with names and texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np

from lutetia.games.belle_epoque.rules import notation, terms
from lutetia.games.belle_epoque.rules.actions import RULES
from lutetia.games.belle_epoque.rules.box import fill_box
from lutetia.games.belle_epoque.rules.components import FIRST_FIGURES, load
from lutetia.games.belle_epoque.rules.events import events
from lutetia.games.belle_epoque.rules.house import HOUSE_RULES
from lutetia.games.belle_epoque.rules.moves import MOVES
from lutetia.games.belle_epoque.rules.offers import offer, tile_figures
from lutetia.games.belle_epoque.rules.position import position as write
from lutetia.games.belle_epoque.rules.position import read_position
from lutetia.games.belle_epoque.rules.position_check import impossible
from lutetia.games.belle_epoque.rules.position_model import Position
from lutetia.games.belle_epoque.rules.refusals import REFUSALS
from lutetia.games.belle_epoque.rules.scoring import FRANCS, SCORE_LINES
from lutetia.games.belle_epoque.rules.state import STATE, TRUTH
from lutetia.kernel.components import Which
from lutetia.kernel.contract import Event, Game, Refusal, Rules
from lutetia.kernel.options import Option, checked_options, checked_seats, checked_version
from lutetia.kernel.position_check import checked_state, refuse
from lutetia.kernel.types import Record

OPTIONS = (
    Option(
        "setup",
        "basic",
        ("basic", "advanced"),
        "B2.3",
        "tokens and bonus tiles where they are printed, or shuffled over the board",
    ),
    Option(
        "placement",
        "own-district",
        ("own-district", "any-district"),
        "B2.4",
        "a drawn tile goes to its own district, or to any that has room for it",
    ),
    Option(
        "wood",
        "residences",
        ("residences", "eights"),
        "B1.4",
        "which buildings cost wood: the residences, or those of value 8",
    ),
    Option(
        "start",
        "drawn",
        ("drawn", "orange", "blue"),
        "B2.1",
        "who begins: drawn, or any seat in play, with more players also absinthe and peony",
    ),
    *HOUSE_RULES,
)


class BelleEpoque(Game):
    """One game for two to four players."""

    id: ClassVar[str] = "belle_epoque"
    title: ClassVar[str] = "Paris of the Belle Époque"
    rules_versions: ClassVar[tuple[int, ...]] = (1, 2)
    seat_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)
    options_offered: ClassVar[tuple[Option, ...]] = OPTIONS
    state_type: ClassVar[np.dtype] = STATE
    move_space: ClassVar[int] = int(MOVES)
    rules: ClassVar[Rules] = RULES
    score_lines: ClassVar[tuple[str, ...]] = SCORE_LINES
    refusals: ClassVar[Mapping[int, Refusal]] = REFUSALS

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any],
        components: Which,
        rules_version: int,
    ) -> None:
        self.seats = seats
        self.options = options
        self.rules_version = rules_version
        chosen = load(components)
        self.components, self.components_digest = chosen.pieces, chosen.digest
        self.own_components = chosen.own
        self.box: Record = fill_box(self.components, seats, options, rules_version)
        self._words = (
            tuple(map(int, self.box.values)),
            tuple(int(points) for points in self.box.scoring[:, 0]),
        )

    @classmethod
    def open(
        cls,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Which = None,
        rules_version: int | None = None,
    ) -> BelleEpoque:
        """Open a box for a number of players; the default is two.

        Version 2 of the rules changed only figures: the calibrated ones are the default since then.
        """
        version = checked_version(cls.title, cls.rules_versions, rules_version)
        players = checked_seats(cls.seat_counts, seats)
        if components is None and version == 1:
            components = FIRST_FIGURES
        chosen = checked_options(OPTIONS, options or {}, {"start": terms.SEATS[2:players]})
        return cls(players, chosen, components, version)

    def seat_name(self, seat: int) -> str:
        return terms.SEATS[seat]

    def notation(self, move: int) -> str:
        return notation.texts(*self._words)[move]

    def parse_exact(self, text: str) -> int | None:
        return notation.numbers(*self._words).get(text)

    def told(self, before: Record, move: int, seat: int) -> str:
        """The others read that an end-of-game tile was chosen, but not which one (B8.1)."""
        if notation.is_secret(move) and seat != before.to_move:
            return notation.UNREAD_CHOICE
        return self.notation(move)

    def position(self, state: Record) -> dict[str, Any]:
        return write(self.box, state)

    def state_from(self, position: Mapping[str, Any]) -> Record:
        """The state of a whole position; `BadTable` says what is impossible about it."""
        state = checked_state(
            position, Position, partial(read_position, self.box), partial(write, self.box)
        )
        refuse(impossible(self.box, position))
        if not self.is_over(state) and not self.legal_moves(state).size:
            refuse(["the player to move has no legal move (B3.1)"])
        return state

    def events(self, before: Record, move: int, after: Record) -> list[Event]:
        return events(self.box, before, move, after)

    def shown_score(self, view: Record) -> list[dict[str, int]]:
        """Tile 27 counts francs, which lie behind a screen (B2.2)."""
        lines = self.score(view)
        if view.viewer != TRUTH:
            for seat, found in enumerate(lines):
                if view.viewer != seat + 2:
                    found[SCORE_LINES[FRANCS]] = 0
        return lines

    def offer(self, before: Record, move: int, after: Record) -> dict[str, Any]:
        return offer(self, before, move, after)

    def figures(self, view: Record, seat: int) -> dict[str, Any]:
        return {"tiles": tile_figures(self, view, seat)}
