"""Upper bounds before the search of a packing: the most that group and pieces can ever bring."""

from __future__ import annotations

from lutetia.games.lumiere.rules.geometry import ONE, SIDES_OF, beside, bit, reach
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    FONTAINE,
    GRANDE_LUMIERE,
    LAMPADAIRE,
    MOULIN_ROUGE,
    NONE,
    PEINTRE,
    PENSEUR,
)
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.games.lumiere.solver.gains import best_gain, host_gain, owned_points, together
from lutetia.games.lumiere.solver.pieces import PIECE_CARDS
from lutetia.games.lumiere.solver.problem import large_area
from lutetia.games.lumiere.solver.transpositions import FAR
from lutetia.kernel.bits import count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Word


@compiled
def set_caps(box: Record, problem: Record) -> None:
    """Fill in the caps of a problem after `set_up`."""
    ground = problem.ground | problem.contested | problem.metro | problem.chartier
    problem.group_cap = FAR
    problem.cards_cap = FAR
    problem.owned = 0
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
    problem.owned = owned
    cap = owned
    for card in range(12):
        if (problem.cards & PIECE_CARDS) >> card & 1:
            if card in (MOULIN_ROUGE, PEINTRE, PENSEUR):
                # Buildings can only reduce the points of these pieces.
                cap += best_gain(box, problem, card, EMPTY, EMPTY, owned, False)
            elif card == BOUQUINISTES:
                cap += _annex_cap(problem)
            else:
                cap += _beside_cap(box, problem, card, ground)
    return cap + together(problem, problem.cards)


@compiled
def _annex_cap(problem: Record) -> int:
    """Only the light: the group's cap includes what the annex adds to the group."""
    most = 0
    spaces = problem.colour & beside(problem.built)
    while spaces != EMPTY:
        space = lowest(spaces)
        spaces &= spaces - ONE
        most = max(most, host_gain(problem, space, problem.lamps, problem.parts))
    if not problem.safe:  # a safe packing enlarges only buildings that stand
        for spot in range(problem.first_place[problem.buildings]):
            most = max(most, _newcomer_cap(problem, problem.place[spot]))
    return most


@compiled
def _newcomer_cap(problem: Record, footprint: Word) -> int:
    """The most light points that an annex adds to a building that is still to come."""
    size = count(footprint)
    around = beside(footprint)
    lights = count(around & problem.lamps)
    new_lamps = problem.lamps & ~around
    new_lit = problem.lit if footprint & problem.lit == EMPTY else EMPTY
    if new_lit == EMPTY and problem.lit != EMPTY:
        lights += 1
    fountain = SIDES_OF[problem.fountain] if problem.fountain != NONE else EMPTY
    most = lights
    spaces = around & problem.colour & (beside(new_lamps) | new_lit | fountain)
    while spaces != EMPTY:
        space = lowest(spaces)
        here = bit(space)
        spaces &= spaces - ONE
        more = count(SIDES_OF[space] & new_lamps)
        if here & new_lit != EMPTY:
            more += 1
        gain = lights + (size + 1) * more
        if here & fountain != EMPTY:
            gain += 3
        most = max(most, gain)
    return most


@compiled
def _beside_cap(box: Record, problem: Record, card: int, ground: int) -> int:
    """The cap of pieces that count the buildings near them, standing or still to come."""
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
        gain += _newcomers(problem, card, area & ground)
        if card == GRANDE_LUMIERE:
            gain -= problem.large_fee[space]
        most = max(most, gain)
    if card == LAMPADAIRE and problem.painter_area != EMPTY:
        most += 2
    return most


@compiled
def _newcomers(problem: Record, card: int, area: Word) -> int:
    """The most that buildings still to come may add, at most one for each space of the area."""
    gain = 0
    one_gain = 0
    number = 0
    spaces = count(area)
    for index in range(problem.buildings):  # the largest come first
        if number < spaces and problem.cover[index] & area != EMPTY:
            here = 3 if card == FONTAINE else problem.extent[index]
            if index < problem.from_pool:
                gain += here
                number += 1
            else:  # at most one of these
                one_gain = max(one_gain, here)
    return gain + one_gain
