"""Positions for tests, described in a few words, and the moves in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.components import FIRST_FIGURES
from lutetia.games.belle_epoque.rules.position import read_position
from lutetia.games.belle_epoque.rules.terms import DISTRICTS, SEATS
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.errors import IllegalMove
from lutetia.kernel.types import Record

VALUES = (1, 2, 3, 4, 5, 8)


@cache
def opened(players: int = 2, **options: str) -> BelleEpoque:
    """A box with the first figures, which the tests of the rules are written for."""
    return BelleEpoque.open(players, options, FIRST_FIGURES)


@dataclass(frozen=True)
class Board:
    """A state with its game; texts are in the notation."""

    game: BelleEpoque
    state: Record

    @property
    def position(self) -> dict[str, Any]:
        return self.game.position(self.state)

    @property
    def to_move(self) -> str | None:
        found = self.position["to_move"]
        assert found is None or isinstance(found, str)
        return found

    @property
    def phase(self) -> str:
        return str(self.position["phase"])

    @property
    def me(self) -> dict[str, Any]:
        """The seat to move."""
        return self.seat(str(self.to_move))

    def seat(self, name: str) -> dict[str, Any]:
        found = self.position["seats"][name]
        assert isinstance(found, dict)
        return found

    def space(self, district: str, value: int) -> dict[str, Any]:
        found = self.position["districts"][district]["spaces"][str(value)]
        assert isinstance(found, dict)
        return found

    def play(self, *texts: str) -> Board:
        board = self
        for text in texts:
            move = board.game.parse_exact(text)
            assert move is not None, text
            board = Board(board.game, board.game.play(board.state, move))
        return board

    def legal(self, *starts: str) -> set[str]:
        """The legal moves, or those that begin with one of the texts."""
        found = {self.game.notation(int(move)) for move in self.game.legal_moves(self.state)}
        return {text for text in found if not starts or text.startswith(starts)}

    def refused(self, text: str) -> str:
        """The rule that forbids a move."""
        move = self.game.parse_exact(text)
        assert move is not None, text
        try:
            self.game.play(self.state, move)
        except IllegalMove as error:
            assert text not in self.legal()
            return error.rule
        raise AssertionError(f"{text} is legal")

    def points(self, name: str) -> dict[str, int]:
        return self.game.score(self.state)[SEATS.index(name)]

    def with_changes(self, **changes: Any) -> Board:
        """The same position with some of its top-level JSON fields replaced."""
        return Board(self.game, read_position(self.game.box, {**self.position, **changes}))


def dealt(players: int = 2, seed: str = "table", **options: str) -> Board:
    game = opened(players, **options)
    return Board(game, game.deal(derived_seed(seed)))


def table(
    players: int = 2,
    *,
    phase: str = "act",
    stage: str = "open",
    to_move: str = "orange",
    first: str = "orange",
    built: Mapping[str, Sequence[int]] | str | None = None,
    laid: Mapping[str, Sequence[int]] | None = None,
    keys: Mapping[str, Sequence[str]] | None = None,
    seats: Mapping[str, Mapping[str, Any]] | None = None,
    supply: Mapping[str, int] | None = None,
    scoring: Mapping[str, int] | None = None,
    taken: Sequence[tuple[str, str]] = (),
    piles: bool = True,
    tokens_on_board: bool = True,
    **options: str,
) -> Board:
    """A position. `built` names the values in each district ("all": all buildings stand). `keys`
    names places as `arc`, `chaillot:bank`, `chaillot:8`. `seats` names what differs from the start.

    Nothing checks whether a real game could lead there (where tokens went, how francs came).
    """
    board = dealt(players, **options)
    found = board.position
    found.update(phase=phase, stage=stage, to_move=to_move, first=first)
    _build_all(found, dict.fromkeys(DISTRICTS, VALUES) if built == "all" else built or {})
    if not piles:
        found["piles"] = [{"left": 0, "back": None, "tiles": []} for _ in range(3)]
    for district, values in (laid or {}).items():
        found["districts"][district]["landmarks"] = {str(value): {} for value in values}
    for seat, places in (keys or {}).items():
        for place in places:
            _put_key(found, seat, place)
    for seat, changes in (seats or {}).items():
        _change_seat(found["seats"][seat], changes)
    found["supply"].update(supply or {})
    for district, tile in (scoring or {}).items():
        found["districts"][district]["scoring_tile"] = tile
    for seat, face in taken:
        found["end_tiles"]["taken"].append({"by": seat, "face": face, "used": False})
    if not tokens_on_board:
        _clear_tokens(found)
    return Board(board.game, read_position(board.game.box, found))


def _build_all(found: dict[str, Any], built: Mapping[str, Sequence[int]] | str) -> None:
    assert not isinstance(built, str), built
    for district, values in built.items():
        for value in values:
            _build(found, district, value)


def _clear_tokens(found: dict[str, Any]) -> None:
    for district in DISTRICTS:
        for space in found["districts"][district]["spaces"].values():
            space["token"] = None


def _build(found: dict[str, Any], district: str, value: int) -> None:
    """Move a tile from any place to its own space."""
    name = f"{district}:{value}"
    for pile in found["piles"]:
        if name in pile["tiles"]:
            pile["tiles"].remove(name)
            pile["left"] -= 1
            pile["back"] = pile["tiles"][0].split(":")[0] if pile["tiles"] else None
    if name in found["put_away"]:
        found["put_away"].remove(name)
    found["districts"][district]["spaces"][str(value)]["tile"] = name


def _put_key(found: dict[str, Any], seat: str, place: str) -> None:
    if place == "arc":
        found["arc"].append(seat)
        return
    district, where = place.split(":")
    there = found["districts"][district]
    if where == "bank":
        there["bank"].append(seat)
    elif int(where) > 8:
        keys = there["landmarks"].setdefault(where, {})
        keys[seat] = keys.get(seat, 0) + 1
    else:
        keys = there["spaces"][where]["keys"]
        keys[seat] = keys.get(seat, 0) + 1


def _change_seat(seat: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for name, value in changes.items():
        if name in ("tokens", "from_tiles"):
            seat[name].update(value)
        elif name in ("unused", "used"):
            seat["bonus"][name] = list(value)
        else:
            assert name in seat, name
            seat[name] = value
