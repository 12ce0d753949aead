"""Before a packing is searched: the most that group and pieces can bring, whatever is placed."""

from __future__ import annotations

from lutetia.ai.solver.gains import best_gain, owned_points, together
from lutetia.ai.solver.pieces import PIECE_CARDS
from lutetia.ai.solver.problem import large_area
from lutetia.ai.solver.table import FAR
from lutetia.games.lumiere.geometry import ONE, SIDES_OF, beside, bit, reach
from lutetia.games.lumiere.names import (
    BOUQUINISTES,
    FONTAINE,
    GRANDE_LUMIERE,
    LAMPADAIRE,
    MOULIN_ROUGE,
    NONE,
    PEINTRE,
    PENSEUR,
)
from lutetia.games.lumiere.placing import EMPTY
from lutetia.kernel.bits import count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record


@compiled
def set_caps(box: Record, problem: Record) -> None:
    """Fill in the caps of a problem that is set up."""
    ground = problem.ground | problem.contested | problem.metro | problem.chartier
    problem.group_cap = FAR
    problem.cards_cap = FAR
    problem.annex = (problem.cards >> BOUQUINISTES) & 1
    if problem.buildings == 0 and not problem.loose:
        return
    left = problem.built | ground
    if problem.annex:
        left |= problem.colour
    cap = 0
    while left != EMPTY:
        area = reach(left & (~left + ONE), left)
        left &= ~area
        size = count(area & problem.built) + min(problem.rest_size, count(area & ground))
        cap = max(cap, size)
    problem.group_cap = cap + problem.annex
    problem.cards_cap = 0
    if not problem.plain:
        problem.cards_cap = _pieces_cap(box, problem, ground)


@compiled
def _pieces_cap(box: Record, problem: Record, ground: int) -> int:
    owned = owned_points(problem, EMPTY, EMPTY, EMPTY)
    cap = owned
    for card in range(12):
        if (problem.cards & PIECE_CARDS) >> card & 1:
            if card in (MOULIN_ROUGE, PEINTRE, PENSEUR):
                # Buildings only take from these.
                cap += best_gain(box, problem, card, EMPTY, EMPTY, owned, False)
            elif card == BOUQUINISTES:
                cap += _annex_cap(box, problem)
            else:
                cap += _beside_cap(box, problem, card, ground)
    return cap + together(problem, problem.cards)


@compiled
def _annex_cap(box: Record, problem: Record) -> int:
    """Light only: what it does for the group is in the group's cap."""
    most = 0
    spaces = problem.colour
    largest = 0
    for index in range(problem.buildings):
        largest = max(largest, box.building_size[problem.building[index]])
    for part in range(problem.parts):
        largest = max(largest, count(problem.part[part]))
    lights = problem.most_lights
    for part in range(problem.parts):
        standing = count(beside(problem.part[part]) & problem.lamps) + 1
        lights = max(lights, standing)
    while spaces != EMPTY:
        space = lowest(spaces)
        spaces &= spaces - ONE
        more = count(SIDES_OF[space] & problem.lamps)
        if bit(space) & problem.lit != EMPTY:
            more += 1
        most = max(most, largest * more + lights + more)
    if problem.fountain != NONE:
        most += 3
    return most


@compiled
def _beside_cap(box: Record, problem: Record, card: int, ground: int) -> int:
    """Pieces that count the buildings near them, standing or still to come."""
    if card == GRANDE_LUMIERE:
        spaces = problem.printed
    elif card == FONTAINE:
        spaces = problem.fountain_ground
    else:
        spaces = problem.lamp_ground
    most = 0
    while spaces != EMPTY:
        space = lowest(spaces)
        spaces &= spaces - ONE
        area = SIDES_OF[space]
        if card == GRANDE_LUMIERE:
            area = large_area(box, space, problem.walls)
        gain = 0
        for part in range(problem.parts):
            footprint = problem.part[part]
            if footprint & area != EMPTY:
                if card == FONTAINE:
                    gain += 3
                elif card == LAMPADAIRE or footprint & SIDES_OF[space] == EMPTY:
                    gain += count(footprint)
        gain += _newcomers(box, problem, card, count(area & ground))
        if card == GRANDE_LUMIERE:
            gain -= problem.large_fee[space]
        most = max(most, gain)
    if card == LAMPADAIRE and problem.painter_area != EMPTY:
        most += 2
    return most


@compiled
def _newcomers(box: Record, problem: Record, card: int, spaces: int) -> int:
    """What buildings still to come may add, of which at most so many find a space there."""
    gain = 0
    number = 0
    for index in range(problem.buildings):  # the largest come first
        if number < spaces and index < problem.from_pool:
            gain += 3 if card == FONTAINE else box.building_size[problem.building[index]]
            number += 1
    if problem.from_pool < problem.buildings and spaces > 0:
        gain += 3 if card == FONTAINE else 6
    return gain
