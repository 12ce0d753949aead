"""What is impossible in a position of La Cité that somebody wrote.

The shape of the position, and whether its parts agree, is checked before (`checked_state`). These
checks ask whether the rules and the pieces of the box allow it. They do not ask how it came about.
"""

from __future__ import annotations

from collections.abc import Iterator

from lutetia.games.lumiere.rules.geometry import IN_FRONT_OF, SIDES_OF, SPACES, SQUARES, space_name
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    BUILDING_NAMES,
    BUILDING_PHASE,
    BUILDINGS,
    CHARTIER,
    FOUNTAIN,
    GARDEN,
    HELD,
    JARDIN,
    KINDS,
    LARGE_LAMP,
    LAYING,
    LEVITATION,
    METRO,
    METROPOLITAIN,
    MIXED,
    MIXED_SPACE,
    NONE,
    NOT_HELD,
    OVER,
    PIECE_POSTCARD,
    PIECES,
    POSTCARDS,
    POSTCARDS_IN_PLAY,
    SEATS,
    SPENT,
    STATUE,
    STREETLIGHT,
    TILES,
    TOKENS,
)
from lutetia.kernel.types import Record

LAST_PASSES = 2
"""The game is over after so many passed turns in a row (L4.4)."""


def impossible(box: Record, state: Record) -> Iterator[str]:
    """Every fault as a sentence with its rule."""
    yield from _tiles(box, state)
    yield from _postcards(box, state)
    yield from _buildings(box, state)
    yield from _pieces(state)
    yield from _one_thing_on_a_space(state)
    yield from _exceptions(state)
    yield from _turn(state)


def _tiles(box: Record, state: Record) -> Iterator[str]:
    """L1.3, L2.2, L3.3."""
    kinds = [0] * len(KINDS)
    laid: list[list[int]] = [[], []]
    for square in range(SQUARES):
        code = int(state.square[square])
        if code != NONE:
            tile, turns = divmod(code, 4)
            laid[tile // TILES].append(tile % TILES)
            for kind in range(len(KINDS)):
                kinds[kind] |= int(box.tile_spaces[tile, turns, square, kind])
    for seat, name in enumerate(SEATS):
        held = [tile for tile in range(TILES) if int(state.held[seat]) >> tile & 1]
        pile = [int(tile) for tile in state.pile[seat][int(state.drawn[seat]) :]]
        if sorted([*laid[seat], *held, *pile]) != list(range(TILES)):
            yield f"{name} does not have each of the tiles 1 to {TILES} exactly once (L1.3)"
        elif len(held) != min(int(box.hand_size), len(held) + len(pile)):
            yield f"{name} holds {len(held)} tiles, not {int(box.hand_size)} (L2.2, L2.4)"
    if kinds != [int(spaces) for spaces in state.spaces]:
        yield "the kinds of the spaces are not those of the tiles on the squares (L1.3)"
    missing = SQUARES - len(laid[0]) - len(laid[1])
    if state.phase != LAYING and missing:
        yield f"phase two begins with the last tile, but {missing} squares are empty (L3.3)"
    if state.phase == LAYING and not missing:
        yield "all tiles are laid, so phase one is over (L3.3)"


def _postcards(box: Record, state: Record) -> Iterator[str]:
    """L1.7, L2.1, L6.1, L7.3, L7.4."""
    count = int(state.in_play).bit_count()
    if count != POSTCARDS_IN_PLAY:
        yield f"{count} postcards are in play, not {POSTCARDS_IN_PLAY} (L2.1)"
    elif box.named_postcards and state.in_play != box.named_postcards:
        yield "the postcards in play are not those of the game's options (L2.1)"
    for seat, name in enumerate(SEATS):
        left, used = int(state.tokens[seat]), [int(by) for by in state.used_by].count(seat)
        if left < 0 or left + used != TOKENS:
            yield f"{name} has {left} tokens and {used} on postcards, but there are {TOKENS} (L1.7)"
    for power, card in ((METRO, METROPOLITAIN), (MIXED_SPACE, CHARTIER)):
        used = state.used_by[card] != NONE
        if used == (state.power[power] == NOT_HELD):
            yield f"{POSTCARDS[card]}: its power does not agree with its token (L7.3, L7.4)"


def _buildings(box: Record, state: Record) -> Iterator[str]:
    """L1.4, L7.1, L7.7."""
    for building, name in enumerate(BUILDING_NAMES):
        owner = int(state.owner[building])
        if building != GARDEN:
            places = [int(state.pool), *(int(reserve) for reserve in state.reserve)]
            count = sum(place >> building & 1 for place in places) + (owner != NONE)
            if count != 1:
                yield f"{name} is in {count} places: pool, reserves and board have it once (L1.4)"
        elif owner != state.used_by[JARDIN] and owner != NONE:
            yield "the garden belongs to the player who used its postcard (L7.1)"
        if owner != NONE:
            spaces = int(state.footprint[building])
            if state.annex_host == building:
                spaces &= ~(1 << int(state.annex))
            if not spaces or spaces not in {int(at) for at in box.placement[building].ravel()}:
                yield f"{name} does not have its shape (L1.4)"
    if state.annex != NONE:
        yield from _annex(state)


def _annex(state: Record) -> Iterator[str]:
    host, annex = int(state.annex_host), 1 << int(state.annex)
    owner = int(state.owner[host])
    if state.used_by[BOUQUINISTES] != owner:
        yield "the annex belongs to the player who used its postcard (L7.7)"
    if not int(state.footprint[host]) & ~annex & int(SIDES_OF[int(state.annex)]):
        yield f"the annex is not beside {BUILDING_NAMES[host]} (L7.7)"
    if not int(state.spaces[owner]) & annex:
        yield f"the annex is not on {SEATS[owner]} (L7.7)"


def _pieces(state: Record) -> Iterator[str]:
    """L6.3, L7.6 to L7.12. Lights and the statue's view follow from these places."""
    for piece, name in enumerate(PIECES):
        space = int(state.piece[piece])
        if space == NONE:
            continue
        seat = int(state.used_by[PIECE_POSTCARD[piece]])
        if seat == NONE:
            yield f"the {name} is on the board, but nobody used its postcard (L6.1)"
            continue
        allowed = {seat}
        if piece == LARGE_LAMP:
            allowed = {STREETLIGHT}
        elif piece == FOUNTAIN:
            allowed = {0, 1, MIXED}
        if not any(int(state.spaces[kind]) >> space & 1 for kind in allowed):
            yield f"the {name} cannot be on {space_name(space)} (L6.3, L7.10, L7.12)"
        if piece == STATUE and int(IN_FRONT_OF[space, int(state.facing)]) < 0:
            yield "the statue faces the edge of the board (L7.11)"


def _one_thing_on_a_space(state: Record) -> Iterator[str]:
    """L1.2. The annex is a part of its building."""
    tiles = 0
    for spaces in state.spaces:
        tiles |= int(spaces)
    taken = 0
    things = [int(spaces) for spaces in state.footprint]
    things += [1 << int(space) for space in state.piece if space != NONE]
    for thing in things:
        both, beside = thing & taken, thing & ~tiles
        if both:
            yield f"two things stand on {_first(both)} (L1.2)"
        if beside:
            yield f"something stands on {_first(beside)}, where no tile lies (L1.2)"
        taken |= thing


def _exceptions(state: Record) -> Iterator[str]:
    """L5.1, L7.3, L7.4: one streetlight and one space of the rival, each by a spent power."""
    lamps = rivals = 0
    for building in range(GARDEN + 1):
        owner = int(state.owner[building])
        if owner != NONE:
            spaces = int(state.footprint[building])
            lamp = (spaces & int(state.spaces[STREETLIGHT])).bit_count()
            rival = (spaces & int(state.spaces[1 - owner])).bit_count()
            for count, card in ((lamp, METROPOLITAIN), (rival, CHARTIER)):
                if count and state.used_by[card] != owner:
                    yield (
                        f"{BUILDING_NAMES[building]} covers a space that needs {POSTCARDS[card]}, "
                        f"which {SEATS[owner]} has not used (L5.1)"
                    )
            lamps, rivals = lamps + lamp, rivals + rival
    fountain, seat = int(state.piece[FOUNTAIN]), int(state.used_by[PIECE_POSTCARD[FOUNTAIN]])
    if fountain != NONE and seat != NONE and int(state.spaces[1 - seat]) >> fountain & 1:
        rivals += 1
    for count, power, card in ((lamps, METRO, METROPOLITAIN), (rivals, MIXED_SPACE, CHARTIER)):
        if count != (state.power[power] == SPENT):
            held = "kept" if state.power[power] == HELD else "used"
            yield f"{POSTCARDS[card]} is {held}, but it let {count} spaces be covered (L7.3, L7.4)"


def _turn(state: Record) -> Iterator[str]:
    """L3.2, L4.4, L7.2, and the number of moves."""
    over, passes = state.phase == OVER, int(state.passes)
    if over != (state.to_move == NONE):
        yield "somebody is to move exactly while the game goes on (L4.4)"
    elif not 0 <= passes <= LAST_PASSES or over != (passes == LAST_PASSES):
        yield f"{passes} turns in a row were passed, which does not fit the phase (L4.4)"
    if over and any(int(left) for left in state.tokens):
        yield "the game is over, but there are unused tokens (L4.4)"
    if state.phase == LAYING and (passes or any(int(by) != NONE for by in state.used_by)):
        yield "in phase one nobody passes over or uses a postcard (L3.1)"
    if state.phase == LAYING and any(int(spaces) for spaces in state.footprint):
        yield "in phase one nothing is built (L3.1)"
    yield from _pending(state)
    laid = sum(int(code) != NONE for code in state.square)
    taken = len(BUILDINGS) - int(state.pool).bit_count()
    built = sum(int(owner) != NONE for owner in state.owner[:GARDEN])
    used = sum(int(by) != NONE for by in state.used_by)
    least = laid + taken + built + used
    if state.ply < least:
        yield f"{int(state.ply)} moves were made, but this position needs at least {least}"


def _pending(state: Record) -> Iterator[str]:
    if state.pending == NONE:
        return
    seat = int(state.to_move)
    held = seat != NONE and int(state.reserve[seat]) >> int(state.pending) & 1
    if state.phase != BUILDING_PHASE or not held or state.used_by[LEVITATION] != seat:
        yield "only the player who just used levitation must build what it took (L7.2)"


def _first(spaces: int) -> str:
    return space_name(next(space for space in range(SPACES) if spaces >> space & 1))
