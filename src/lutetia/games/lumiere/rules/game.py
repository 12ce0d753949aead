"""La Cité de la Lumière, opened with its options and components: the kernel's `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from lutetia.games.lumiere.rules import events, generate, notation, play, position, scoring, view
from lutetia.games.lumiere.rules.components import fill_box, load_components
from lutetia.games.lumiere.rules.moves import MOVE_SPACE
from lutetia.games.lumiere.rules.names import (
    FIRST_GAME_SET,
    LINES,
    NONE,
    POSTCARDS,
    POSTCARDS_IN_PLAY,
    SEATS,
)
from lutetia.games.lumiere.rules.position_check import impossible
from lutetia.games.lumiere.rules.position_model import Position
from lutetia.games.lumiere.rules.refusals import REFUSALS, refusal
from lutetia.games.lumiere.rules.state import BOX, STATE
from lutetia.kernel.components import Which
from lutetia.kernel.contract import Event, Game, Refusal, Rules
from lutetia.kernel.errors import BadOption
from lutetia.kernel.options import Option, checked_options, checked_seats, checked_version
from lutetia.kernel.position_check import checked_state, refuse
from lutetia.kernel.types import Record, new_record


class Lumiere(Game):
    """Paris: La Cité de la Lumière, for two."""

    id = "lumiere"
    title = "La Cité de la Lumière"
    rules_versions = (1,)
    seat_counts = (2,)
    state_type = STATE
    move_space = MOVE_SPACE
    score_lines = LINES
    refusals: ClassVar[Mapping[int, Refusal]] = REFUSALS
    rules = Rules(
        deal=play.deal,
        legal_moves=generate.legal_moves,
        refusal=refusal,
        apply=play.apply,
        score=scoring.score,
        standing=scoring.standing,
        view=view.view,
        imagine=view.imagine,
    )
    options_offered = (
        Option(
            "postcards",
            "first-game",
            ("first-game", "random"),
            "L2.1",
            "the first-game set, eight drawn from all twelve, or a list of eight names",
        ),
        Option("penseur", "any", ("any", "own"), "L7.11", "which side spaces the statue counts"),
        Option("two-tile-hand", False, (False, True), "L2.4", "hold two tiles instead of one"),
        Option("start", "drawn", ("drawn", *SEATS), "L2.3", "who starts"),
    )

    def __init__(
        self,
        seats: int,
        options: Mapping[str, Any],
        components: Which,
        rules_version: int,
    ) -> None:
        pieces = load_components(components)
        self.components_digest, self.own_components = pieces.digest, pieces.own
        self.seats = seats
        self.options = options
        self.rules_version = rules_version
        self.box = new_record(BOX)
        self.box.rules_version = rules_version
        fill_box(self.box, pieces.pieces)
        self.box.named_postcards = _named_postcards(options["postcards"])
        self.box.penseur_own = options["penseur"] == "own"
        self.box.hand_size = 2 if options["two-tile-hand"] else 1
        self.box.starts = NONE if options["start"] == "drawn" else SEATS.index(options["start"])

    @classmethod
    def open(
        cls,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Which = None,
        rules_version: int | None = None,
    ) -> Lumiere:
        """Open a box of La Cité."""
        version = checked_version(cls.title, cls.rules_versions, rules_version)
        given = dict(options or {})
        named = given.get("postcards")
        if isinstance(named, list | tuple):
            given["postcards"] = _checked_postcards(named)
        allowed = {"postcards": (given["postcards"],)} if isinstance(named, list | tuple) else {}
        chosen = checked_options(cls.options_offered, given, allowed)
        return cls(checked_seats(cls.seat_counts, seats), chosen, components, version)

    def seat_name(self, seat: int) -> str:
        """Orange or blue."""
        return SEATS[seat]

    def notation(self, move: int) -> str:
        """The move as text."""
        return notation.notation(move)

    def parse_exact(self, text: str) -> int | None:
        """The move of a full notation."""
        return notation.parse_exact(text)

    def position(self, state: Record) -> dict[str, Any]:
        """The position as JSON."""
        return position.position(state)

    def state_from(self, position_: Mapping[str, Any]) -> Record:
        """The state of a whole position; `BadTable` says what is impossible about it."""
        write = position.position
        state = checked_state(position_, Position, position.read_position, write)
        refuse(impossible(self.box, state))
        if not self.is_over(state) and not self.legal_moves(state).size:
            refuse(["the player to move has no legal move (L4.3)"])
        return state

    def events(self, before: Record, move: int, after: Record) -> list[Event]:
        """What the move changed."""
        return events.events(self, before, move, after)

    def continues(self, state: Record) -> bool:
        """After the exchange of a levitation its building is placed (L7.2)."""
        return int(state.pending) != NONE


def _named_postcards(choice: Any) -> int:
    if choice == "random":
        return 0
    names = [POSTCARDS[card] for card in FIRST_GAME_SET] if choice == "first-game" else choice
    return sum(1 << POSTCARDS.index(name) for name in names)


def _checked_postcards(names: list[Any] | tuple[Any, ...]) -> list[str]:
    """A player's own choice of eight, in the order of the rules (L2.1)."""
    for name in names:
        if name not in POSTCARDS:
            raise BadOption(f"postcards: no postcard is called {name!r}")
    if len(names) != POSTCARDS_IN_PLAY or len(set(names)) != POSTCARDS_IN_PLAY:
        raise BadOption(f"postcards: {len(set(names))} different names, not {POSTCARDS_IN_PLAY}")
    return sorted(names, key=POSTCARDS.index)
