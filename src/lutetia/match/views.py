"""What one viewer of a table may know. Every message to a player is made from these and from
nothing else: `game.view` is the only way out of the truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER, Event, Game
from lutetia.kernel.errors import StaleMove
from lutetia.kernel.types import Record, copy_record
from lutetia.match.errors import NotPossible
from lutetia.match.table import Table

PREVIEW_SAMPLES = 6


def eyes(seat: int | None) -> int:
    """The seat as the game's views know it."""
    return WATCHER if seat is None else seat


def seen(table: Table, seat: int | None) -> Record:
    """The position as a viewer sees it."""
    return table.game.view(table.state, eyes(seat))


def legal(table: Table, seat: int | None, view: Record) -> list[str]:
    """The legal moves of the viewer, if it is to move."""
    if seat is None or table.to_move != seat:
        return []
    notation = table.game.notation
    return [notation(move) for move in table.game.legal_moves(view).tolist()]


@dataclass(frozen=True, slots=True)
class Heard:
    """A move as a viewer hears it."""

    number: int
    seat: int
    move: str
    events: list[Event]
    at: int


def heard(table: Table, seat: int | None, start: int) -> list[Heard]:
    """The moves from an index on, as a viewer hears them."""
    if start >= len(table.made):
        return []
    game = table.game
    state = table.state_after(start)
    before = game.view(state, eyes(seat))
    found = []
    for index in range(start, len(table.made)):
        if index == len(table.made) - 1:
            after_state = table.state
        else:
            after_state = copy_record(state)
            game.rules.apply(game.box, after_state, table.made[index].move)
        after = game.view(after_state, eyes(seat))
        found.append(heard_one(table, seat, index, before, after))
        state, before = after_state, after
    return found


def heard_one(table: Table, seat: int | None, index: int, before: Record, after: Record) -> Heard:
    """A move as a viewer hears it who saw these views around it."""
    game, made = table.game, table.made[index]
    return Heard(
        index + 1,
        made.seat,
        game.told(before, made.move, eyes(seat)),
        game.events(before, made.move, after),
        made.at,
    )


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would bring, as far as its seat can know."""

    move: str
    before: list[dict[str, int]]
    after: list[dict[str, int]]
    certain: bool
    events: list[Event]


def previews(table: Table, seat: int, ply: int, moves: list[str]) -> list[Preview]:
    """Play legal moves in imagined positions and see what they score.

    The truth is not asked, so a preview cannot tell what the seat does not see.
    """
    if ply != table.ply:
        raise StaleMove(f"the table is at ply {table.ply}, this question is about ply {ply}")
    if table.to_move != seat:
        raise NotPossible("a preview is for the seat to move")
    game, view = table.game, seen(table, seat)
    return [_preview(game, view, seat, text) for text in moves]


def _preview(game: Game, view: Record, seat: int, text: str) -> Preview:
    move = game.read(text)
    chance = generator(derived_seed("preview", view.tobytes().hex(), move))
    game.check(view, move)
    shown: list[tuple[Record, Any]] = []
    for _ in range(PREVIEW_SAMPLES):
        imagined = game.imagine(view, seat, chance)
        game.rules.apply(game.box, imagined, move)
        after = game.view(imagined, seat)
        shown.append((after, game.score(after)))
    after, scores = shown[0]
    certain = all(other == scores for _, other in shown)
    same_view = all(other.tobytes() == after.tobytes() for other, _ in shown)
    # Events of one imagined draw would be read as a promise.
    events = game.events(view, move, after) if same_view else []
    return Preview(text, game.score(view), scores, certain, events)
