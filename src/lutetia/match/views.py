"""What one viewer of a table may know. Every message to a player is made from these functions.
They take everything from `game.view`, which leaves out what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import NOBODY, WATCHER, Event, Game
from lutetia.kernel.errors import StaleMove
from lutetia.kernel.types import Record, copy_record
from lutetia.match.errors import NotPossible
from lutetia.match.table import Table

PREVIEW_SAMPLES = 24
"""Imagined positions for each preview. If a hidden thing has two equally likely values, all samples
agree by chance once in eight million cases. With few samples, a preview would now and then tell a
draw that is not certain at all."""


def viewer(seat: int | None) -> int:
    """The viewer as `game.view` expects it: a seat or `WATCHER`."""
    return WATCHER if seat is None else seat


def view_for(table: Table, seat: int | None) -> Record:
    """The view of a seat, or of a watcher for None."""
    return table.game.view(table.state, viewer(seat))


def shown_points(game: Game, view: Record) -> list[dict[str, int]]:
    """For each seat its points by line, as the page of this viewer shows them. At the end all
    points are public. A preview of a move that would end the game still hides them."""
    # By index: reading a field as an attribute takes longer, and a server asks often.
    over = int(view["to_move"]) == NOBODY
    return game.score(view) if over else game.shown_score(view)


def legal(table: Table, seat: int | None, view: Record) -> list[str]:
    """The legal moves in notation if the seat is to move; otherwise none."""
    if seat is None or table.to_move != seat:
        return []
    notation = table.game.notation
    return [notation(move) for move in table.game.legal_moves(view).tolist()]


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move and its events, as far as a viewer may know them."""

    number: int
    seat: int
    move: str
    events: list[Event]
    at: int


def told_moves(table: Table, seat: int | None, start: int) -> list[ToldMove]:
    """The moves from an index on, as far as a viewer may know them."""
    if start >= len(table.made):
        return []
    game = table.game
    state = table.state_after(start)
    before = game.view(state, viewer(seat))
    found = []
    for index in range(start, len(table.made)):
        if index == len(table.made) - 1:
            after_state = table.state
        else:
            after_state = copy_record(state)
            game.rules.apply(game.box, after_state, table.made[index].move)
        after = game.view(after_state, viewer(seat))
        found.append(told_move(table, seat, index, before, after))
        state, before = after_state, after
    return found


def past_views(table: Table, seat: int | None, start: int) -> list[Record]:
    """The views of one viewer after the first `start` moves and after each later move."""
    game, state = table.game, copy_record(table.state_after(start))
    found = [game.view(state, viewer(seat))]
    for made in table.made[start:]:
        game.rules.apply(game.box, state, made.move)
        found.append(game.view(state, viewer(seat)))
    return found


def told_move(
    table: Table, seat: int | None, index: int, before: Record, after: Record
) -> ToldMove:
    """A move for a viewer, from the views of this viewer before and after it."""
    game, made = table.game, table.made[index]
    return ToldMove(
        index + 1,
        made.seat,
        game.told(before, made.move, viewer(seat)),
        game.events(before, made.move, after),
        made.at,
    )


@dataclass(frozen=True, slots=True)
class Preview:
    """The scores before and after a move or a line of moves, as far as its seat can know."""

    move: str
    before: list[dict[str, int]]
    after: list[dict[str, int]]
    certain: bool
    events: list[Event]
    then: list[str]
    """The legal moves afterwards, if the seat itself moves next and knows them."""
    offer: dict[str, Any]
    """What the move leads to (`Game.offer`); empty if that depends on something hidden."""


def previews(
    table: Table, seat: int, ply: int, moves: list[str], with_then: bool = False
) -> list[Preview]:
    """The previews of moves at a table (`previews_from`)."""
    refuse_preview(table, seat, ply)
    return previews_from(table.game, view_for(table, seat), seat, moves, with_then)


def refuse_preview(table: Table, seat: int, ply: int) -> None:
    """Refuse a preview of another position, or for a seat that does not move now."""
    if ply != table.ply:
        raise StaleMove(f"the table is at ply {table.ply}, this request is about ply {ply}")
    if table.to_move != seat:
        raise NotPossible("only the seat to move can ask for a preview")


def previews_from(
    game: Game,
    view: Record,
    seat: int,
    moves: list[str],
    with_then: bool = False,
    budget: Callable[[], None] = lambda: None,
) -> list[Preview]:
    """Play legal moves in imagined positions and return their scores.

    Each text is one move, or several moves of the seat that follow one another, with spaces between
    them. The real state is not used, so a preview cannot show what is hidden from the seat.
    `budget` is called again and again; it raises an error when the time is up.
    """
    chance = generator(derived_seed("preview", view.tobytes().hex()))
    imagined = [game.imagine(view, seat, chance) for _ in range(PREVIEW_SAMPLES)]
    # Late in a game nothing is hidden, and all imagined positions are the same.
    worlds = list({world.tobytes(): world for world in imagined}.values())
    found = []
    for text in moves:
        budget()
        found.append(_preview(game, view, seat, worlds, text, with_then))
    return found


def _preview(
    game: Game, view: Record, seat: int, worlds: list[Record], text: str, with_then: bool
) -> Preview:
    line = [game.read(word) for word in text.split() or [text]]
    game.check(view, line[0])
    shown: dict[bytes, tuple[Record, Any]] = {}
    for world in worlds:
        imagined = copy_record(world)
        game.rules.apply(game.box, imagined, line[0])
        for move in line[1:]:
            _check_own_turn(game, imagined, seat)
            game.check(game.view(imagined, seat), move)
            game.rules.apply(game.box, imagined, move)
        after = game.view(imagined, seat)
        if after.tobytes() not in shown:
            shown[after.tobytes()] = (after, game.shown_score(after))
    after, scores = next(iter(shown.values()))
    certain = all(other == scores for _, other in shown.values())
    same_view = len(shown) == 1
    # The events and the next moves of one sample would look like a prediction.
    events = game.events(view, line[0], after) if same_view and len(line) == 1 else []
    offer = game.offer(view, line[0], after) if same_view and len(line) == 1 else {}
    goes_on = with_then and same_view and not game.is_over(after) and after.to_move == seat
    then = [game.notation(move) for move in game.legal_moves(after).tolist()] if goes_on else []
    return Preview(text, game.shown_score(view), scores, certain, events, then, offer)


def _check_own_turn(game: Game, state: Record, seat: int) -> None:
    if game.is_over(state) or state.to_move != seat:
        raise NotPossible("a preview ends with the turn of its seat")


def figures(table: Table, seat: int) -> dict[str, Any]:
    """What the things at the table would bring a seat now, from its own view."""
    return table.game.figures(view_for(table, seat), seat)
