"""Pattern (see `kernel.specialise`): one turn of one seat, planned to its end.

This is a beam search. After each move of the turn only the few most promising positions are kept;
the order of the moves that led there does not matter. Where the turn may end, the evaluator gives
the value. A plan never uses what has not been revealed yet.
"""

from __future__ import annotations

import numpy as np

from lutetia.ai.search.beam_buffers import LONGEST_TURN, BeamBuffers, lent
from lutetia.ai.search.view_key import digest
from lutetia.kernel.chance import below
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.scratch import borrowed
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Moves, Record, Word, Words

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
def turn_up(box: Record, state: Record, seat: int, chance: Words, beam: BeamBuffers) -> None:
    """If the seat must make a move with an unknown outcome, make a random one."""
    while state.to_move == seat:
        blind = blind_moves(box, state, beam.moves, legal_moves(box, state, beam.moves))
        if blind == 0:
            return
        apply(box, state, int(beam.moves[below(chance, blind)]))


@compiled
def worth(box: Record, knowledge: Floats, chance: Words, beam: BeamBuffers, state: Record) -> None:
    """Write the values and lines of a position into the buffers. The position does not change."""
    spare = beam.worlds[len(beam.worlds) - 3]
    copy_into(state, spare)
    evaluate(box, knowledge, spare, chance, beam.moves, beam.values, beam.lines)


@compiled
def keep(beam: BeamBuffers, state: Record, look: float, row: int, width: int, found: int) -> int:
    """The place of a position in the row that begins at `row`; NONE if it gets none."""
    place = found
    if found == width:
        place = 0
        for other in range(1, width):
            if beam.looks[other] < beam.looks[place]:
                place = other
        if look <= beam.looks[place]:
            return NONE
    key = digest(state, MASKS, STATE_SIZE)
    for other in range(found):
        if beam.keys[other] == key:
            return NONE
    copy_into(state, beam.worlds[row + place])
    beam.looks[place] = look
    beam.keys[place] = key
    return place


@compiled
def is_undone(beam: BeamBuffers, place: int, depth: int, move: int) -> bool:
    """Whether a move undoes one of the moves that led to a position of the beam."""
    for step in range(depth):
        if undoes(move, int(beam.paths[place, step])):
            return True
    return False


@compiled
def grow(
    box: Record,
    knowledge: Floats,
    chance: Words,
    beam: BeamBuffers,
    seat: int,
    width: int,
    depth: int,
    count: int,
    highest: float,
) -> tuple[int, float]:
    """Make the next row of the beam. Returns its length and the value of the best end so far."""
    best = beam.worlds[len(beam.worlds) - 2]
    after = beam.worlds[len(beam.worlds) - 1]
    row = width * (depth % 2)
    next_row = width - row
    found = 0
    for place in range(row, row + count):
        listed = beam.moves[: legal_moves(box, beam.worlds[place], beam.moves)].copy()
        for move in listed:
            if is_undone(beam, place, depth, int(move)):
                continue
            copy_into(beam.worlds[place], after)
            apply(box, after, int(move))
            if after.to_move != seat:
                worth(box, knowledge, chance, beam, after)
                if beam.values[seat] > highest:
                    highest = beam.values[seat]
                    copy_into(after, best)
                    beam.path[:depth] = beam.paths[place, :depth]
                    beam.path[depth] = move
                continue
            look = promise(box, knowledge, after, seat, beam.lines)
            kept = keep(beam, after, look, next_row, width, found)
            if kept != NONE:
                beam.paths[next_row + kept, :depth] = beam.paths[place, :depth]
                beam.paths[next_row + kept, depth] = move
                found = max(found, kept + 1)
    return found, highest


@compiled
def plan_turn(
    box: Record, knowledge: Floats, chance: Words, beam: BeamBuffers, seat: int, width: int
) -> None:
    """Play the rest of the seat's turn in `beam.worlds[0]`: the best turn that the beam finds.

    Its moves are written to `beam.path`, without the moves of `turn_up`.
    """
    start = beam.worlds[0]
    beam.path[:] = NONE
    turn_up(box, start, seat, chance, beam)
    if start.to_move != seat:
        return
    # Numba compiles a function anew for each type of number. All calls use the same type.
    count: int = np.int64(1)  # type: ignore[assignment]
    highest = -1.0
    for depth in range(LONGEST_TURN):
        count, highest = grow(box, knowledge, chance, beam, seat, width, depth, count, highest)
        if count == 0:
            break
    if highest >= 0.0:
        copy_into(beam.worlds[len(beam.worlds) - 2], start)
    else:
        # No position of the beam could end the turn yet: play as far as was planned.
        last = width * (LONGEST_TURN % 2)
        beam.path[:] = beam.paths[last]
        copy_into(beam.worlds[last], start)


@compiled
def whole_turn(
    box: Record,
    knowledge: Floats,
    chance: Words,
    beam: BeamBuffers,
    seen: Record,
    seat: int,
    width: int,
) -> int:
    """The first move of the turn, planned with one beam. `beam.path` gets all its moves."""
    beam = lent(beam)
    knowledge = borrowed(knowledge)
    chance = borrowed(chance)
    world = beam.worlds[0]
    imagine(box, seen, seat, chance, world)
    blind = blind_moves(box, world, beam.moves, legal_moves(box, world, beam.moves))
    if blind > 0:
        beam.path[:] = NONE
        return int(beam.moves[below(chance, blind)])
    plan_turn(box, knowledge, chance, beam, seat, width)
    return int(beam.path[0])


@compiled
def keep_to(box: Record, beam: BeamBuffers, seat: int, plan: Moves) -> None:
    """Play the moves of a plan in `beam.worlds[0]`, up to the first illegal one."""
    world = beam.worlds[0]
    for move in plan:
        if move == NONE or world.to_move != seat:
            return
        legal = False
        for other in beam.moves[: legal_moves(box, world, beam.moves)]:
            legal |= other == move
        if not legal:
            return
        apply(box, world, int(move))


@compiled
def follow(
    box: Record,
    knowledge: Floats,
    chance: Words,
    beam: BeamBuffers,
    seen: Record,
    seat: int,
    move: int,
    plan: Moves,
    width: int,
    turns: int,
    replies: int,
) -> Word:
    """Imagine a world, play a move, the rest of its turn, and `turns` more turns of all seats.

    The rest of the turn follows `plan` first; what comes after it is planned. `replies` is the
    width of the beam for the later turns. The beam gets the values and lines of the last position,
    and the planned moves of the seat's own turn. Returns the hash of the position at the end of
    the seat's own turn.
    """
    world = beam.worlds[0]
    imagine(box, seen, seat, chance, world)
    apply(box, world, move)
    keep_to(box, beam, seat, plan)
    plan_turn(box, knowledge, chance, beam, seat, width)
    own = beam.path.copy()
    key = digest(world, MASKS, STATE_SIZE)
    for _ in range(turns):
        if world.to_move >= 0:
            mover: int = np.int64(world.to_move)  # type: ignore[assignment]
            plan_turn(box, knowledge, chance, beam, mover, replies)
    worth(box, knowledge, chance, beam, world)
    beam.path[:] = own
    return key


@compiled
def follow_worlds(
    box: Record,
    knowledge: Floats,
    chances: Words,
    beam: BeamBuffers,
    seen: Record,
    seat: int,
    move: int,
    plan: Moves,
    width: int,
    turns: int,
    replies: int,
    values: Floats,
    lines: Floats,
) -> Word:
    """Follow a move in several worlds, one for each row of `chances`, which do not change.

    The rows of `values` and `lines` get those of the last positions; the beam gets the planned
    moves of the last world. Returns the hash of the position at the end of the seat's own turn, in
    the first world.
    """
    beam = lent(beam)
    knowledge = borrowed(knowledge)
    plan = borrowed(plan)
    key = np.uint64(0)
    for world in range(len(chances)):
        beam.chance[:] = chances[world]
        end = follow(
            box,
            knowledge,
            beam.chance,
            beam,
            seen,
            seat,
            move,
            plan,
            width,
            turns,
            replies,
        )
        if world == 0:
            key = end
        values[world] = beam.values
        lines[world] = beam.lines
    return key
