"""Pattern (see `kernel.specialise`): one turn of one seat, planned to its end.

A beam: of all positions that so many moves of the turn lead to, only the most promising few are
followed, whatever order of moves led there; wherever the turn may end, the evaluator says what
that is worth. Nothing is planned with what has not been turned up yet.
"""

from __future__ import annotations

from lutetia.ai.search.beam_buffers import LONGEST_TURN, Desk
from lutetia.ai.search.tree import Floats
from lutetia.ai.search.view_key import digest
from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Moves, Record, Word, Words

legal_moves = game_function("legal_moves")
apply = game_function("apply")
imagine = game_function("imagine")
evaluate = game_function("evaluate")
promise = game_function("promise")
blind_moves = game_function("blind_moves")
undoes = game_function("undoes")
MASKS = game_function("masks")
STATE_SIZE = game_function("state_size")

NONE = -1


@compiled
def turn_up(box: Record, state: Record, seat: int, chance: Words, desk: Desk) -> None:
    """If the seat's turn waits for a move whose outcome nobody can see, make any of them."""
    while state.to_move == seat:
        blind = blind_moves(box, state, desk.moves, legal_moves(box, state, desk.moves))
        if blind == 0:
            return
        apply(box, state, int(desk.moves[below(chance, blind)]))


@compiled
def worth(box: Record, knowledge: Floats, chance: Words, desk: Desk, state: Record) -> None:
    """Leave the values and lines of a position on the desk; the position stays as it is."""
    spare = desk.worlds[len(desk.worlds) - 3]
    copy_into(state, spare)
    evaluate(box, knowledge, spare, chance, desk.moves, desk.values, desk.lines)


@compiled
def keep(desk: Desk, state: Record, look: float, row: int, width: int, found: int) -> int:
    """The place of a position in the row that begins at `row`, NONE if it does not deserve one."""
    place = found
    if found == width:
        place = 0
        for other in range(1, width):
            if desk.looks[other] < desk.looks[place]:
                place = other
        if look <= desk.looks[place]:
            return NONE
    key = digest(state, MASKS, STATE_SIZE)
    for other in range(found):
        if desk.keys[other] == key:
            return NONE
    copy_into(state, desk.worlds[row + place])
    desk.looks[place] = look
    desk.keys[place] = key
    return place


@compiled
def is_undone(desk: Desk, place: int, depth: int, move: int) -> bool:
    """Whether a move takes back one of those that led to a position of the beam."""
    for step in range(depth):
        if undoes(move, int(desk.paths[place, step])):
            return True
    return False


@compiled
def grow(
    box: Record,
    knowledge: Floats,
    chance: Words,
    desk: Desk,
    seat: int,
    width: int,
    depth: int,
    count: int,
    highest: float,
) -> tuple[int, float]:
    """From one row of the beam to the next: its length, and the value of the best end so far."""
    best = desk.worlds[len(desk.worlds) - 2]
    after = desk.worlds[len(desk.worlds) - 1]
    row = width * (depth % 2)
    next_row = width - row
    found = 0
    for place in range(row, row + count):
        listed = desk.moves[: legal_moves(box, desk.worlds[place], desk.moves)].copy()
        for move in listed:
            if is_undone(desk, place, depth, int(move)):
                continue
            copy_into(desk.worlds[place], after)
            apply(box, after, int(move))
            if after.to_move != seat:
                worth(box, knowledge, chance, desk, after)
                if desk.values[seat] > highest:
                    highest = desk.values[seat]
                    copy_into(after, best)
                    desk.path[:depth] = desk.paths[place, :depth]
                    desk.path[depth] = move
                continue
            look = promise(box, knowledge, after, seat, desk.lines)
            kept = keep(desk, after, look, next_row, width, found)
            if kept != NONE:
                desk.paths[next_row + kept, :depth] = desk.paths[place, :depth]
                desk.paths[next_row + kept, depth] = move
                found = max(found, kept + 1)
    return found, highest


@compiled
def plan_turn(
    box: Record, knowledge: Floats, chance: Words, desk: Desk, seat: int, width: int
) -> None:
    """Play the rest of the seat's turn in `desk.worlds[0]` as well as a beam finds.

    Its moves are left in `desk.path`, but for what was turned up first.
    """
    start = desk.worlds[0]
    desk.path[:] = NONE
    turn_up(box, start, seat, chance, desk)
    if start.to_move != seat:
        return
    count = 1
    highest = -1.0
    for depth in range(LONGEST_TURN):
        count, highest = grow(box, knowledge, chance, desk, seat, width, depth, count, highest)
        if count == 0:
            break
    if highest >= 0.0:
        copy_into(desk.worlds[len(desk.worlds) - 2], start)
    else:
        # Nowhere could the turn end yet: go as far as was planned.
        last = width * (LONGEST_TURN % 2)
        desk.path[:] = desk.paths[last]
        copy_into(desk.worlds[last], start)


@compiled
def whole_turn(
    box: Record,
    knowledge: Floats,
    chance: Words,
    desk: Desk,
    seen: Record,
    seat: int,
    width: int,
) -> int:
    """The first move of the turn as one beam plans it; all of them are left in `desk.path`."""
    world = desk.worlds[0]
    imagine(box, seen, seat, chance, world)
    blind = blind_moves(box, world, desk.moves, legal_moves(box, world, desk.moves))
    if blind > 0:
        desk.path[:] = NONE
        return int(desk.moves[below(chance, blind)])
    plan_turn(box, knowledge, chance, desk, seat, width)
    return int(desk.path[0])


@compiled
def keep_to(box: Record, desk: Desk, seat: int, plan: Moves) -> None:
    """Play a plan in `desk.worlds[0]`, as far as it is legal there."""
    world = desk.worlds[0]
    for move in plan:
        if move == NONE or world.to_move != seat:
            return
        legal = False
        for other in desk.moves[: legal_moves(box, world, desk.moves)]:
            legal |= other == move
        if not legal:
            return
        apply(box, world, int(move))


@compiled
def follow(
    box: Record,
    knowledge: Floats,
    chance: Words,
    desk: Desk,
    seen: Record,
    seat: int,
    move: int,
    plan: Moves,
    width: int,
    turns: int,
    replies: int,
) -> Word:
    """Imagine a world, play a move, the rest of its turn, and so many turns of all seats.

    What `plan` says of the rest of the turn is kept to, the remainder planned; `replies` is the
    width of the beam of the later turns. Values and lines of the position then are left on the
    desk, and the moves that were planned. The answer is a name for the position at the end of
    the seat's own turn.
    """
    world = desk.worlds[0]
    imagine(box, seen, seat, chance, world)
    apply(box, world, move)
    keep_to(box, desk, seat, plan)
    plan_turn(box, knowledge, chance, desk, seat, width)
    own = desk.path.copy()
    key = digest(world, MASKS, STATE_SIZE)
    for _ in range(turns):
        if world.to_move >= 0:
            plan_turn(box, knowledge, chance, desk, int(world.to_move), replies)
    worth(box, knowledge, chance, desk, world)
    desk.path[:] = own
    return key
