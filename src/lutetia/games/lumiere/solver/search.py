"""Alpha-beta over phase two: principal variation search with bounds at every node."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.generate import legal_moves
from lutetia.games.lumiere.rules.moves import EXCHANGE, PASS, PLANT
from lutetia.games.lumiere.rules.names import OVER
from lutetia.games.lumiere.rules.play import apply
from lutetia.games.lumiere.rules.scoring import score
from lutetia.games.lumiere.solver.bounds import BUILDING, bound_choices, choice_of, margin_bounds
from lutetia.games.lumiere.solver.builds import bound_builds
from lutetia.games.lumiere.solver.context import Memory
from lutetia.games.lumiere.solver.keys import move_key, position_key, turn_key
from lutetia.games.lumiere.solver.sides import open_postcards
from lutetia.games.lumiere.solver.transpositions import (
    FAR,
    HASTY,
    NO_MOVE,
    is_hasty,
    look_up,
    lower_of,
    move_of,
    remember,
    upper_of,
)
from lutetia.kernel.bits import constant
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.scratch import borrowed
from lutetia.kernel.types import Record

GO_ON = constant(100_000)
DESCEND = constant(100_001)
LOOK = constant(100_002)
EVALUATED = constant(0)


@compiled
def final_margin(box: Record, state: Record) -> int:
    """The points of seat 0 less those of seat 1, if the game ended here."""
    lines = np.zeros((2, 4), dtype=np.int32)
    score(box, state, lines)
    return np.int64(lines[0].sum()) - np.int64(lines[1].sum())


@compiled
def name_root(memory: Memory) -> None:
    """Set the keys of the position at depth 0."""
    state = memory.states[0]
    root = memory.frames[0]
    root.moves_key = position_key(state, memory.scratch.salt, open_postcards(state))
    root.key = root.moves_key


@compiled
def name_child(memory: Memory, depth: int, move: int) -> None:
    """Set the keys of the position after a move. It need not be entered for this."""
    parent = memory.frames[depth]
    child = memory.frames[depth + 1]
    state = memory.states[depth]
    seat = np.int64(state.to_move)
    child.moves_key = parent.moves_key
    if move != PASS:
        child.moves_key ^= move_key(seat, move)
    following = seat if EXCHANGE <= move < PLANT else 1 - seat
    passes = np.int64(state.passes) + 1 if move == PASS else np.int64(0)
    child.key = child.moves_key ^ turn_key(following, passes)


@compiled
def enter_child(box: Record, memory: Memory, depth: int, move: int) -> None:
    """Play a move and store the position one level deeper."""
    child = memory.states[depth + 1]
    copy_into(memory.states[depth], child)
    apply(box, child, move)


@compiled
def known(memory: Memory, depth: int, low: int, high: int) -> bool:
    """Whether the table has good enough bounds of a position whose keys are set.

    `scratch` gets the bounds from seat 0's view. They settle the window, or they are as tight as
    bounds get without a search.
    """
    data = look_up(memory.table, memory.frames[depth].key)
    lower = np.int64(-FAR)
    upper = np.int64(FAR)
    if data != np.uint64(0):
        lower = lower_of(data)
        upper = upper_of(data)
    memory.scratch.lower = lower
    memory.scratch.upper = upper
    return data != np.uint64(0) and (not is_hasty(data) or lower >= high or upper <= low)


@compiled
def work_out(box: Record, memory: Memory, depth: int, low: int, high: int, above: bool) -> None:
    """Compute and remember tighter bounds of a position that was entered and is not `known`."""
    scratch = memory.scratch
    scratch.nodes += 1
    state = memory.states[depth]
    lower, upper = np.int64(scratch.lower), np.int64(scratch.upper)
    if state.phase == OVER:
        lower = final_margin(box, state)
        upper = lower
    elif state.to_move == 0:
        margin_bounds(box, state, memory, low, high, above)
        lower = max(lower, scratch.lower)
        upper = min(upper, scratch.upper)
    else:
        margin_bounds(box, state, memory, -high, -low, not above)
        lower = max(lower, -scratch.upper)
        upper = min(upper, -scratch.lower)
    hasty = HASTY if lower != upper and (lower >= high or upper <= low) else EVALUATED
    remember(memory.table, memory.frames[depth].key, lower, upper, NO_MOVE, hasty)
    scratch.lower = lower
    scratch.upper = upper


@compiled
def look_at_children(box: Record, memory: Memory, depth: int, all_: bool) -> None:
    """Compute the bounds of the children from `index` on, from this position's view.

    Unless `all_` is set, children that are too low go before `index`, and the first child that is
    good enough ends the function. `bound_ahead` shows that many children are too low: these are
    not entered.
    """
    frame = memory.frames[depth]
    scratch = memory.scratch
    first = memory.states[depth].to_move == 0
    low, high = np.int64(-FAR), np.int64(FAR)
    if not all_:
        bound_ahead(box, memory, depth)
    for index in range(frame.index, frame.number):
        if not all_:
            if frame.upper[index] <= frame.best:
                _put_away(frame, index, np.int64(frame.upper[index]))
                continue
            low = frame.best if first else -frame.goal
            high = frame.goal if first else -frame.best
        name_child(memory, depth, frame.move[index])
        if not known(memory, depth + 1, low, high):
            enter_child(box, memory, depth, frame.move[index])
            work_out(box, memory, depth + 1, low, high, first)
        frame.later[index] = 0
        frame.lower[index] = scratch.lower if first else -scratch.upper
        frame.upper[index] = scratch.upper if first else -scratch.lower
        if all_:
            continue
        if frame.lower[index] > frame.best:
            frame.best = frame.lower[index]
            frame.best_move = frame.move[index]
            if frame.best >= frame.goal:
                return
        elif frame.upper[index] <= frame.best:
            _put_away(frame, index, np.int64(frame.upper[index]))


@compiled
def bound_ahead(box: Record, memory: Memory, depth: int) -> None:
    """Upper bounds of the children from `index` on, as far as possible without entering them."""
    frame = memory.frames[depth]
    scratch = memory.scratch
    bound_choices(box, memory.states[depth], memory, frame.best)
    for index in range(frame.index, frame.number):
        frame.upper[index] = scratch.choice[choice_of(frame.move[index])]
    if frame.best < scratch.choice[BUILDING] < FAR:
        bound_builds(box, memory, depth, frame.best)


@compiled
def _put_away(frame: Record, index: int, most: int) -> None:
    """Move a child that is not better than the best before those that are still to be searched."""
    frame.ceiling = max(frame.ceiling, most)
    swap_children(frame, index, frame.index)
    frame.index += 1


@compiled
def swap_children(frame: Record, one: int, other: int) -> None:
    """Swap two children."""
    move, lower, upper = frame.move[one], frame.lower[one], frame.upper[one]
    later = frame.later[one]
    frame.move[one] = frame.move[other]
    frame.lower[one] = frame.lower[other]
    frame.upper[one] = frame.upper[other]
    frame.later[one] = frame.later[other]
    frame.move[other] = move
    frame.lower[other] = lower
    frame.upper[other] = upper
    frame.later[other] = later


@compiled
def bring_best(frame: Record, index: int, end: int) -> None:
    """Move the child with the highest middle of its bounds to an index."""
    best = index
    for other in range(index + 1, end):
        gain = (
            np.int64(frame.lower[other])
            + np.int64(frame.upper[other])
            - np.int64(frame.lower[best])
            - np.int64(frame.upper[best])
            + FAR * 4 * (np.int64(frame.later[best]) - np.int64(frame.later[other]))
        )
        if gain > 0:
            best = other
    if best != index:
        swap_children(frame, best, index)


@compiled
def is_busy(memory: Memory, depth: int) -> bool:
    """Whether another thread searches this position now. Then a sibling is the better start."""
    key = memory.frames[depth].key
    return memory.busy.size > 1 and memory.busy[key & np.uint64(memory.busy.size - 1)] == key


@compiled
def arrive(memory: Memory, depth: int) -> None:
    """Tell other threads that this one searches a position."""
    if memory.busy.size > 1:
        key = memory.frames[depth].key
        memory.busy[key & np.uint64(memory.busy.size - 1)] = key


@compiled
def leave(memory: Memory, depth: int) -> None:
    """Tell other threads that this one is done with a position."""
    if memory.busy.size > 1:
        key = memory.frames[depth].key
        memory.busy[key & np.uint64(memory.busy.size - 1)] = np.uint64(0)


@compiled
def search(box: Record, memory: Memory, alpha: int, beta: int) -> int:
    """The margin of the position at depth 0 from its mover's view.

    It is exact inside the window. At or above beta it is a lower bound, at or below alpha an upper.
    A loop with its own stack: Numba cannot keep recursive functions on disk.
    """
    depth = np.int64(-1)
    memory = Memory(
        memory.scratch,
        memory.shared,
        borrowed(memory.sides),
        memory.problem,
        borrowed(memory.solos),
        borrowed(memory.reaches),
        borrowed(memory.table),
        borrowed(memory.states),
        borrowed(memory.frames),
        borrowed(memory.busy),
        borrowed(memory.stop),
    )
    memory.frames[0].alpha = alpha
    memory.frames[0].beta = beta
    value = DESCEND
    while True:
        if value == DESCEND:
            depth += 1
            _bound(box, memory, depth)
            value = _open(box, memory, depth)
            if value == GO_ON and memory.busy.size > 1:
                settled = _settled_above(memory, depth)
                while depth > settled:
                    leave(memory, depth)
                    depth -= 1
        elif value == LOOK:
            look_at_children(box, memory, depth, False)
            value = GO_ON
        elif value == GO_ON:
            value = _next_child(memory, depth)
        elif memory.stop[0] != 0 or depth == 0:
            return value
        else:
            depth -= 1
            value = _take_value(memory, depth, value)


@compiled
def _settled_above(memory: Memory, depth: int) -> int:
    """The depth to continue at. It is smaller if another thread has made this work unnecessary."""
    for above in range(depth):
        if _learn(memory, above):
            return above
    return depth


@compiled
def _learn(memory: Memory, depth: int) -> bool:
    """Take what another thread found out about a position. Returns whether there was anything."""
    frame = memory.frames[depth]
    data = look_up(memory.table, frame.key)
    if data == np.uint64(0):
        return False
    second = memory.states[depth].to_move == 1
    low = -upper_of(data) if second else lower_of(data)
    high = -lower_of(data) if second else upper_of(data)
    learnt = False
    if low > frame.best and move_of(data) != NO_MOVE:
        frame.best = low
        frame.best_move = move_of(data)
        learnt = True
    if high < frame.goal:
        frame.high = high
        frame.goal = high
        learnt = True
    return learnt


@compiled
def _bound(box: Record, memory: Memory, depth: int) -> None:
    """Enter the child of the frame above and bound it. The root gets the tightest bounds."""
    low, high, above = np.int64(-FAR), np.int64(FAR), True
    if depth > 0:
        parent = memory.frames[depth - 1]
        enter_child(box, memory, depth - 1, parent.move[parent.index])
        first = memory.states[depth - 1].to_move == 0
        low = parent.tried_best if first else -parent.window
        high = parent.window if first else -parent.tried_best
        # Before all children are bounded, a move is tried because it may be good enough.
        above = first == (parent.looked != 0)
        same = (memory.states[depth].to_move == 1) != first
        parent.sign = 1 if same else -1
        frame = memory.frames[depth]
        frame.alpha = parent.tried_best if same else -parent.window
        frame.beta = parent.window if same else -parent.tried_best
    if not known(memory, depth, low, high):
        work_out(box, memory, depth, low, high, above)


@compiled
def _open(box: Record, memory: Memory, depth: int) -> int:
    """Begin a position that has bounds. Returns its value if that is enough, else GO_ON."""
    scratch = memory.scratch
    frame = memory.frames[depth]
    second = memory.states[depth].to_move == 1
    frame.low = -scratch.upper if second else scratch.lower
    frame.high = -scratch.lower if second else scratch.upper
    frame.best_move = NO_MOVE
    if depth > 0:
        if frame.low >= frame.beta or frame.low == frame.high:
            return frame.low
        if frame.high <= frame.alpha:
            return frame.high
    if scratch.nodes > scratch.node_limit:
        memory.stop[0] = 1
    if memory.stop[0] != 0:
        return frame.low
    frame.started = scratch.nodes
    # A slice has the type of all other callers' arrays, so Numba need not compile this anew.
    frame.number = legal_moves(box, memory.states[depth], frame.move[:])
    if scratch.second != 0:
        # Two threads take the children from opposite ends and meet in the middle.
        for index in range(frame.number // 2):
            move = frame.move[index]
            frame.move[index] = frame.move[frame.number - 1 - index]
            frame.move[frame.number - 1 - index] = move
    # At the root the search needs a move, even if the value is known.
    frame.best = max(frame.alpha, frame.low - 1 if depth == 0 else frame.low)
    frame.goal = min(frame.beta, frame.high)
    frame.ceiling = -FAR
    data = look_up(memory.table, frame.key)
    frame.remembered = NO_MOVE
    if data != np.uint64(0):
        frame.remembered = move_of(data)
    frame.index = 0
    frame.searched = 0
    frame.tried = 0
    frame.looked = 0
    return GO_ON


@compiled
def _next_child(memory: Memory, depth: int) -> int:
    """The next step: DESCEND to a child worth searching, LOOK at the children, or the value."""
    frame = memory.frames[depth]
    while frame.index < frame.number and frame.best < frame.goal:
        if frame.looked == 0 and not _bring_candidate(memory, depth):
            frame.looked = 1
            return LOOK
        if frame.looked != 0:
            bring_best(frame, frame.index, frame.number)
            if frame.upper[frame.index] <= frame.best:
                frame.ceiling = max(frame.ceiling, np.int64(frame.upper[frame.index]))
                frame.index += 1
                continue
        high = frame.goal if frame.searched == 0 else frame.best + 1
        _aim(memory, depth, frame.best, high)
        if (
            frame.looked != 0
            and frame.searched > 0
            and frame.later[frame.index] == 0
            and is_busy(memory, depth + 1)
        ):
            frame.later[frame.index] = 1
            continue
        frame.searched += 1
        arrive(memory, depth + 1)
        return DESCEND
    return _close(memory, depth)


@compiled
def _bring_candidate(memory: Memory, depth: int) -> bool:
    """Bring the remembered move or a killer to `index`, before all children are bounded."""
    frame = memory.frames[depth]
    while frame.tried < 3:
        wanted = frame.remembered
        if frame.tried > 0:
            wanted = memory.scratch.killer[depth, frame.tried - 1]
        frame.tried += 1
        if wanted != NO_MOVE:
            for other in range(frame.index, frame.number):
                if frame.move[other] == wanted:
                    frame.move[other] = frame.move[frame.index]
                    frame.move[frame.index] = wanted
                    return True
    return False


@compiled
def _aim(memory: Memory, depth: int, low: int, high: int) -> None:
    """Set the keys and the window of the child at `index`, from this position's view."""
    frame = memory.frames[depth]
    frame.tried_best = low
    frame.window = high
    name_child(memory, depth, frame.move[frame.index])


@compiled
def _take_value(memory: Memory, depth: int, child_value: int) -> int:
    """Use a child's value: search the child again with a wider window, or go on."""
    frame = memory.frames[depth]
    value = child_value * frame.sign
    leave(memory, depth + 1)
    if frame.best < value < frame.goal and frame.window < frame.goal:
        _aim(memory, depth, value - 1, frame.goal)
        return DESCEND
    frame.ceiling = max(frame.ceiling, value)
    if value > frame.best:
        frame.best = value
        frame.best_move = frame.move[frame.index]
        if memory.busy.size > 1 and value < frame.goal:
            _tell(memory, depth)
    frame.index += 1
    return GO_ON


@compiled
def _tell(memory: Memory, depth: int) -> None:
    """Tell other threads what is sure before the search of a position ends."""
    frame = memory.frames[depth]
    second = memory.states[depth].to_move == 1
    lower = -frame.high if second else frame.best
    upper = -frame.best if second else frame.high
    remember(memory.table, frame.key, lower, upper, frame.best_move, EVALUATED)


@compiled
def _close(memory: Memory, depth: int) -> int:
    """Remember and return the value: all children are searched, or one was good enough."""
    frame = memory.frames[depth]
    scratch = memory.scratch
    if frame.best_move == NO_MOVE and frame.best >= frame.goal:  # another thread knows enough
        value = np.int64(frame.high)
    elif frame.best_move == NO_MOVE:  # no child was better than alpha
        value = max(frame.ceiling, frame.low)
        frame.high = min(frame.high, value)
    elif frame.best >= frame.goal:
        value = np.int64(frame.best)
        frame.low = value
        frame.high = max(frame.high, value)
        if scratch.killer[depth, 0] != frame.best_move:
            scratch.killer[depth, 1] = scratch.killer[depth, 0]
            scratch.killer[depth, 0] = frame.best_move
    else:
        value = np.int64(frame.best)
        frame.low = value
        frame.high = value
    effort = np.int64(1)
    spent = scratch.nodes - frame.started
    while spent > 0:
        effort += 1
        spent >>= 1
    second = memory.states[depth].to_move == 1
    lower = -frame.high if second else frame.low
    upper = -frame.low if second else frame.high
    remember(memory.table, frame.key, lower, upper, frame.best_move, effort)
    return value
