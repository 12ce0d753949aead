"""The best packing of one player alone: an exact search, with a limit on its length."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import beside
from lutetia.games.lumiere.rules.names import GARDEN
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.games.lumiere.rules.scoring import largest_group
from lutetia.games.lumiere.solver.gains import owned_points, pieces_points
from lutetia.games.lumiere.solver.problem import USES_METRO
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled, inlined
from lutetia.kernel.types import Record, Word

VISITS = 3000
"""After this many steps the search of a packing stops. Its bound is looser, but never wrong."""

VISITS_THROUGH = 15
"""The same limit if the question is only whether a build is worth entering."""


@compiled
def best_packing(box: Record, problem: Record, floor: int, roof: int) -> None:
    """Narrow `least` and `most`, the bounds of the points that a packing adds to what stands.

    The search does not distinguish packings at or below the floor, or at or above the roof.
    """
    problem.visits = 0
    problem.stopped = 0
    problem.best = max(floor, problem.least - 1)
    problem.enough = min(roof, problem.most)
    floor = problem.best
    cap = problem.most
    if problem.buildings > 0 or problem.loose:
        cap = min(cap, problem.rest + problem.group_cap + problem.cards_cap)
    if cap > floor:
        _finish(box, problem, EMPTY, np.int64(0), np.int64(0), np.int64(0), np.int64(0))
        if problem.buildings > 0 and problem.best < problem.enough:
            problem.fixed = -1
            problem.limit = VISITS
            _place_all(box, problem, EMPTY, np.int64(0), np.int64(0), np.int64(0))
    if problem.best > floor:
        problem.least = problem.best
    if problem.stopped or problem.best >= problem.enough:
        problem.most = cap
    else:
        problem.most = min(cap, problem.best)


@compiled
def _finish(
    box: Record, problem: Record, used: Word, value: int, uses: int, placed: int, lost: int
) -> None:
    """Count what depends on the complete packing."""
    if uses & USES_METRO:
        # A streetlight under a building does not light the other new buildings (L7.3).
        dark = beside(used & problem.metro)
        for part in range(problem.standing, problem.parts):
            footprint = problem.part[part]
            if footprint & dark != EMPTY and footprint & problem.metro == EMPTY:
                value -= count(footprint)
    group = min(problem.group_cap, count(problem.built | used) + problem.annex)
    cards_cap = problem.cards_cap - lost
    if value + group + cards_cap <= problem.best:
        return
    if problem.annex and problem.loose:
        value += group
    else:
        problem.group = largest_group(problem.built | used)
        value += problem.group
        # An annex may join two groups. The cap does not include what that brings.
        if not problem.annex and value + cards_cap <= problem.best:
            return
    if problem.loose:
        value += cards_cap
    elif not problem.plain:
        value += pieces_points(box, problem, used, placed)
    problem.best = max(problem.best, value)


@compiled
def _place_all(
    box: Record, problem: Record, used: Word, value: int, uses: int, placed: int
) -> None:
    """Try every building on every place and unbuilt, depth first. One may already be placed.

    A loop with its own stack: Numba cannot keep recursive functions on disk.
    """
    last = problem.buildings
    level = _enter(problem, np.int64(0), np.int64(-1), used, value, uses, placed)
    while level >= 0:
        if level == last:
            _finish(
                box,
                problem,
                problem.used[last],
                problem.value[last],
                problem.used_powers[last],
                problem.placed[last],
                problem.lost[last],
            )
            if problem.best >= problem.enough:
                return
            level = problem.parent[last]
            continue
        spot = problem.cursor[level]
        end = problem.first_place[level + 1]
        used = problem.used[level]
        uses = problem.used_powers[level]
        enough = problem.best - problem.hope[level]
        if spot < end:
            spot = _first_fitting(problem, spot, end, used, uses)
            if spot < end and problem.worth[spot] <= enough:
                spot = end  # the following places are not better
        problem.cursor[level] = spot + 1
        problem.parts = problem.parts_at[level]
        if spot < end:
            after = last if level >= problem.from_pool else level + 1
            problem.part[problem.parts] = problem.place[spot]
            problem.parts += 1
            level = _enter(
                problem,
                after,
                level,
                used | problem.place[spot],
                problem.value[level] + problem.worth[spot],
                uses | problem.uses[spot],
                problem.placed[level] | (np.int64(1) << problem.building[level]),
            )
        elif spot == end and (level >= problem.from_pool or enough < 0):
            level = _enter(
                problem,
                level + 1,
                level,
                used,
                problem.value[level],
                uses,
                problem.placed[level],
            )
        else:
            level = problem.parent[level]


@compiled
def most_through(problem: Record, spot: int) -> int:
    """An upper bound of packings with this place. Each other building counts as if alone."""
    used = problem.place[spot]
    uses = problem.uses[spot]
    value = problem.worth[spot]
    size = 0
    one_rest = 0
    one_size = 0
    for index in range(problem.buildings):
        first = problem.first_place[index]
        end = problem.first_place[index + 1]
        if first <= spot < end:
            continue
        other = _first_fitting(problem, first, end, used, uses)
        if other < end:
            most = max(problem.worth[other], 0)
            if index < problem.from_pool:
                value += most
                size += problem.extent[index]
            else:  # at most one of these
                one_rest = max(one_rest, most)
                one_size = max(one_size, problem.extent[index])
    size += one_size + problem.annex
    group = min(problem.group_cap, count(problem.built | used) + size)
    lost = 0
    if problem.owned > 0:
        lost = problem.owned - owned_points(problem, used, EMPTY, EMPTY)
    return value + one_rest + group + problem.cards_cap - lost


@compiled
def exceeds_through(box: Record, problem: Record, spot: int, value: int) -> bool:
    """Whether a packing with a building on this place may bring more than a value."""
    index = np.int64(0)
    while problem.first_place[index + 1] <= spot:
        index += 1
    problem.fixed = index
    problem.limit = VISITS_THROUGH
    problem.visits = 0
    problem.stopped = 0
    problem.best = value
    problem.enough = value + 1
    problem.parts = problem.standing + 1
    problem.part[problem.standing] = problem.place[spot]
    _place_all(
        box,
        problem,
        problem.place[spot],
        problem.worth[spot],
        problem.uses[spot],
        np.int64(1) << problem.building[index],
    )
    return problem.stopped != 0 or problem.best > value


@inlined
def _first_fitting(problem: Record, spot: int, end: int, used: Word, uses: int) -> int:
    """The first of these places that is still free, or the end. The first one is the best."""
    while spot < end and (
        problem.place[spot] & used != EMPTY or (uses != 0 and problem.uses[spot] & uses != 0)
    ):
        spot += 1
    return spot


@compiled
def _enter(
    problem: Record, level: int, parent: int, used: int, value: int, uses: int, placed: int
) -> int:
    """Enter a level unless nothing there can be better. Returns the level to continue with."""
    here = 0
    rest = 0
    size = 0
    one_rest = 0
    one_size = 0
    for index in range(level, problem.buildings):
        if index == problem.fixed:
            continue
        end = problem.first_place[index + 1]
        # A place that did not fit at the parent does not fit here.
        spot = problem.fitting[parent, index] if parent >= 0 else problem.first_place[index]
        spot = _first_fitting(problem, spot, end, used, uses)
        problem.fitting[level, index] = spot
        if spot < end:
            most = max(problem.worth[spot], 0)
            if index == level:
                here = most
            if index < problem.from_pool:
                rest += most
                size += problem.extent[index]
            else:  # at most one of these
                one_rest = max(one_rest, most)
                one_size = max(one_size, problem.extent[index])
    rest += one_rest
    size += one_size + problem.annex
    group = min(problem.group_cap, count(problem.built | used) + size)
    lost = problem.lost[parent] if parent >= 0 else 0
    more = group + problem.cards_cap - lost
    if value + rest + more <= problem.best:
        return parent
    before = problem.used[parent] if parent >= 0 else EMPTY
    if problem.owned > lost and used != before:
        # The player's own pieces have already lost these points, whatever is built later.
        more += lost
        lost = problem.owned - owned_points(problem, used, EMPTY, EMPTY)
        more -= lost
        if value + rest + more <= problem.best:
            return parent
    problem.visits += 1
    if problem.visits > problem.limit:
        problem.stopped = 1
        return np.int64(-1)
    problem.hope[level] = value + more
    if level < problem.from_pool:
        problem.hope[level] += rest - here
    problem.parent[level] = parent
    problem.lost[level] = lost
    problem.used[level] = used
    problem.value[level] = value
    problem.used_powers[level] = uses
    problem.placed[level] = placed
    problem.parts_at[level] = problem.parts
    if level < problem.buildings:
        problem.cursor[level] = _first_to_try(problem, level, placed)
    return level


@inlined
def _first_to_try(problem: Record, level: int, placed: int) -> int:
    """The first place of a level's building worth trying; the end if it must not be placed."""
    # Levitation gives one building of the reserve back unbuilt (L7.2).
    whole = level >= problem.from_pool and (
        count(np.uint64(placed & (1 << GARDEN) - 1)) >= problem.reserve_count
    )
    if whole or level == problem.fixed:
        return problem.first_place[level + 1]
    return problem.fitting[level, level]
