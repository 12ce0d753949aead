"""Alpha-beta over phase two: principal variation search with bounds at every node."""

from __future__ import annotations

import numpy as np

from lutetia.ai.solver.bounds import margin_bounds
from lutetia.ai.solver.context import Memory
from lutetia.ai.solver.keys import position_key
from lutetia.ai.solver.sides import open_postcards
from lutetia.ai.solver.table import FAR, NO_MOVE, look_up, lower_of, move_of, remember, upper_of
from lutetia.games.lumiere.generate import legal_moves
from lutetia.games.lumiere.names import OVER
from lutetia.games.lumiere.play import apply
from lutetia.games.lumiere.scoring import score
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.types import Record

GO_ON = 100_000
DESCEND = 100_001


@compiled
def final_margin(box: Record, state: Record) -> int:
    """Seat 0's points less seat 1's, if the game ended here."""
    lines = np.zeros((2, 4), dtype=np.int32)
    score(box, state, lines)
    return np.int64(lines[0].sum()) - np.int64(lines[1].sum())


@compiled
def evaluate(box: Record, memory: Memory, depth: int) -> None:
    """Bounds of the position at a depth, from its mover's view, in `scratch`."""
    scratch = memory.scratch
    state = memory.states[depth]
    if state.phase == OVER:
        margin = final_margin(box, state)
        scratch.lower = margin
        scratch.upper = margin
        return
    key = position_key(state, scratch.salt, open_postcards(state))
    memory.frames[depth].key = key
    data = look_up(memory.table, key)
    if data != np.uint64(0):
        scratch.lower = lower_of(data)
        scratch.upper = upper_of(data)
        return
    margin_bounds(box, state, memory)
    remember(memory.table, key, scratch.lower, scratch.upper, NO_MOVE, 0)


@compiled
def enter_child(box: Record, memory: Memory, depth: int, move: int) -> int:
    """Put the position after a move one deeper; 1 if its value keeps its sign, else −1."""
    child = memory.states[depth + 1]
    copy_into(memory.states[depth], child)
    apply(box, child, move)
    mover = memory.states[depth].to_move
    if child.phase == OVER:
        return 1 if mover == 0 else -1
    return 1 if child.to_move == mover else -1


@compiled
def look_at_children(box: Record, memory: Memory, depth: int, start: int, end: int) -> None:
    """Bounds of all children, from the parent's view."""
    frame = memory.frames[depth]
    scratch = memory.scratch
    for index in range(start, end):
        sign = enter_child(box, memory, depth, frame.move[index])
        evaluate(box, memory, depth + 1)
        frame.later[index] = 0
        if sign > 0:
            frame.lower[index] = scratch.lower
            frame.upper[index] = scratch.upper
        else:
            frame.lower[index] = -scratch.upper
            frame.upper[index] = -scratch.lower


@compiled
def bring_best(frame: Record, index: int, end: int) -> None:
    """Swap the child with the highest middle of its bounds to an index."""
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
        move, lower, upper = frame.move[best], frame.lower[best], frame.upper[best]
        later = frame.later[best]
        frame.move[best] = frame.move[index]
        frame.lower[best] = frame.lower[index]
        frame.upper[best] = frame.upper[index]
        frame.later[best] = frame.later[index]
        frame.move[index] = move
        frame.lower[index] = lower
        frame.upper[index] = upper
        frame.later[index] = later


@compiled
def is_busy(memory: Memory, depth: int) -> bool:
    """Whether another thread searches this position now; better begin with a sibling."""
    if memory.busy.size == 1 or memory.states[depth].phase == OVER:
        return False
    key = memory.frames[depth].key
    return memory.busy[key & np.uint64(memory.busy.size - 1)] == key


@compiled
def arrive(memory: Memory, depth: int) -> None:
    """Tell other threads that this one searches a position."""
    key = memory.frames[depth].key
    if memory.busy.size > 1 and memory.states[depth].phase != OVER:
        memory.busy[key & np.uint64(memory.busy.size - 1)] = key


@compiled
def leave(memory: Memory, depth: int) -> None:
    """Tell other threads that this one is done with a position."""
    if memory.busy.size > 1 and memory.states[depth].phase != OVER:
        key = memory.frames[depth].key
        memory.busy[key & np.uint64(memory.busy.size - 1)] = np.uint64(0)


@compiled
def search(box: Record, memory: Memory, alpha: int, beta: int) -> int:
    """The margin of the position at depth 0 from its mover's view.

    Exact inside the window; at or above beta it is a lower bound, at or below alpha an upper.
    A loop with its own stack: Numba cannot keep recursive functions on disk.
    """
    depth = np.int64(0)
    memory.frames[0].alpha = alpha
    memory.frames[0].beta = beta
    evaluate(box, memory, depth)
    value = _open(box, memory, depth)
    while True:
        if value == GO_ON:
            value = _next_child(box, memory, depth)
        elif memory.stop[0] != 0 or depth == 0:
            return value
        else:
            depth -= 1
            value = _take_value(box, memory, depth, value)
        if value == DESCEND:
            depth += 1
            value = _open(box, memory, depth)


@compiled
def _open(box: Record, memory: Memory, depth: int) -> int:
    """Begin with a position that was evaluated: its value if that is enough, else GO_ON."""
    scratch = memory.scratch
    frame = memory.frames[depth]
    frame.low = scratch.lower
    frame.high = scratch.upper
    frame.best_move = NO_MOVE
    if depth > 0:
        if frame.low >= frame.beta or frame.low == frame.high:
            return frame.low
        if frame.high <= frame.alpha:
            return frame.high
    scratch.nodes += 1
    if scratch.nodes > scratch.node_limit:
        memory.stop[0] = 1
    if memory.stop[0] != 0:
        return frame.low
    frame.started = scratch.nodes
    frame.number = legal_moves(box, memory.states[depth], frame.move)
    # At the root even a known value needs a move that reaches it.
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
def _next_child(box: Record, memory: Memory, depth: int) -> int:
    """Enter the next child worth searching (DESCEND), or the value of this position."""
    frame = memory.frames[depth]
    while frame.index < frame.number and frame.best < frame.goal:
        if frame.looked == 0 and not _bring_candidate(memory, depth):
            frame.looked = 1
            look_at_children(box, memory, depth, frame.index, frame.number)
            for other in range(frame.index, frame.number):
                if frame.lower[other] > frame.best:
                    frame.best = frame.lower[other]
                    frame.best_move = frame.move[other]
            continue
        if frame.looked != 0:
            bring_best(frame, frame.index, frame.number)
            if frame.upper[frame.index] <= frame.best:
                frame.ceiling = max(frame.ceiling, np.int64(frame.upper[frame.index]))
                frame.index += 1
                continue
        high = frame.goal if frame.searched == 0 else frame.best + 1
        _descend(box, memory, depth, frame.best, high)
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
    """The remembered move and the killers come before all children are looked at."""
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
def _descend(box: Record, memory: Memory, depth: int, low: int, high: int) -> None:
    """Enter the child at the index with a window from this position's view."""
    frame = memory.frames[depth]
    frame.window = high
    frame.sign = enter_child(box, memory, depth, frame.move[frame.index])
    evaluate(box, memory, depth + 1)
    child = memory.frames[depth + 1]
    if frame.sign > 0:
        child.alpha = low
        child.beta = high
    else:
        child.alpha = -high
        child.beta = -low


@compiled
def _take_value(box: Record, memory: Memory, depth: int, child_value: int) -> int:
    """Take a child's value: search it again with a wider window, or go on."""
    frame = memory.frames[depth]
    value = child_value * frame.sign
    leave(memory, depth + 1)
    if frame.best < value < frame.goal and frame.window < frame.goal:
        _descend(box, memory, depth, value - 1, frame.goal)
        return DESCEND
    frame.ceiling = max(frame.ceiling, value)
    if value > frame.best:
        frame.best = value
        frame.best_move = frame.move[frame.index]
    frame.index += 1
    return GO_ON


@compiled
def _close(memory: Memory, depth: int) -> int:
    """All children are searched or one was good enough: remember and return the value."""
    frame = memory.frames[depth]
    scratch = memory.scratch
    if frame.best_move == NO_MOVE:  # no child came above
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
    effort = 1
    spent = scratch.nodes - frame.started
    while spent > 0:
        effort += 1
        spent >>= 1
    remember(memory.table, frame.key, frame.low, frame.high, frame.best_move, effort)
    return value
