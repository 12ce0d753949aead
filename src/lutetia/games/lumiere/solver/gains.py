"""The points of a player's pieces after the buildings of a packing are placed (L8.4, L7)."""

from __future__ import annotations

from lutetia.games.lumiere.rules.geometry import (
    CORNERS_OF,
    IN_FRONT_OF,
    SIDES_OF,
    beside,
    bit,
    has,
    reach,
)
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
from lutetia.games.lumiere.solver.pieces import PIECE_CARDS
from lutetia.games.lumiere.solver.problem import large_area
from lutetia.games.lumiere.solver.sides import covered_by
from lutetia.kernel.bits import count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Word

NEVER = -10_000


@compiled
def pieces_points(box: Record, problem: Record, used: int, placed: int) -> int:
    """The points of the pieces on the board and of the postcards still to come in this packing.

    With one postcard that brings a piece the result is exact: it includes the damage to the
    player's other pieces. With several, each piece gets its best space as if it were alone.
    """
    taken = used
    forced = problem.forced_buildings & ~placed
    if problem.safe and forced != 0:
        taken |= covered_by(box, forced, problem.forced_ground & ~used, EMPTY, EMPTY)
    owned = owned_points(problem, taken, EMPTY, EMPTY)
    cards = problem.cards & PIECE_CARDS
    if cards == 0:
        return owned
    if cards & (cards - 1) == 0:
        card = 0
        while (cards >> card) & 1 == 0:
            card += 1
        return owned + best_gain(box, problem, card, used, taken, owned, True)
    total = owned
    for card in range(12):
        if (cards >> card) & 1:
            total += best_gain(box, problem, card, used, taken, owned, False)
    return total + together(problem, cards)


@compiled
def together(problem: Record, cards: int) -> int:
    """The most that several pieces bring beyond what each brings alone."""
    extra = 0
    if (cards >> BOUQUINISTES) & 1:
        largest = 6
        for part in range(problem.parts):
            largest = max(largest, count(problem.part[part]))
        # The annex adds a space, so a new lamp may light its building.
        if (cards >> LAMPADAIRE) & 1:
            extra += largest + 1
        if (cards >> GRANDE_LUMIERE) & 1:
            extra += largest + 1
        if (cards >> FONTAINE) & 1:
            extra += 3
    if (cards >> LAMPADAIRE) & 1 and (cards >> PEINTRE) & 1:
        extra += 2
    return extra


@compiled
def owned_points(problem: Record, taken: int, piece: int, wall: int) -> int:
    """Points of painter, dancer and statue on the board, if there is a further piece or wall."""
    points = 0
    if problem.dancer != NONE:
        area = problem.free & ~problem.streetlights & ~taken & ~piece
        points += count(reach(bit(problem.dancer), area))
    if problem.painter != NONE:
        area = reach(bit(problem.painter), ~(problem.walls | taken | wall))
        points += 2 * count(area & problem.streetlights)
    if problem.statue != NONE:
        free = problem.free & ~taken & ~piece
        if has(free, IN_FRONT_OF[problem.statue, problem.front]):
            points += statue_around(problem, problem.statue, free)
    return points


@compiled
def statue_around(problem: Record, space: int, free: int) -> int:
    """L7.11, if the space in front is free."""
    sides = SIDES_OF[space] & free & problem.own_colour_only
    return 2 * count(sides) + count(CORNERS_OF[space] & free)


@compiled
def spaces_for(problem: Record, card: int, used: Word, taken: Word) -> Word:
    """Where the piece of a postcard may go."""
    if card == GRANDE_LUMIERE:
        return problem.printed & ~taken
    if card == FONTAINE:
        return problem.fountain_ground & ~used
    if card == LAMPADAIRE:
        return problem.lamp_ground & ~used
    if card == BOUQUINISTES:
        return problem.colour & ~used & beside(problem.built | used)
    return problem.colour & ~used


@compiled
def area_of(problem: Record, card: int, space: int, taken: Word) -> Word:
    """The area of a painter or a dancer on a space (L8.5)."""
    if card == MOULIN_ROUGE:
        return reach(bit(space), problem.free & ~problem.streetlights & ~taken)
    return reach(bit(space), ~(problem.walls | taken))


@compiled
def gain_at(
    box: Record, problem: Record, card: int, space: int, used: Word, taken: Word, area: Word
) -> int:
    """What the piece of a postcard brings on a space."""
    if card == MOULIN_ROUGE:
        return count(area)
    if card == PEINTRE:
        return 2 * count(area & problem.streetlights)
    if card == LAMPADAIRE:
        return lamp_gain(problem, space)
    if card == GRANDE_LUMIERE:
        return large_gain(box, problem, space, taken)
    if card == FONTAINE:
        return 3 * beside_parts(problem, space)
    if card == PENSEUR:
        free = problem.free & ~taken
        return statue_around(problem, space, free) if SIDES_OF[space] & free != EMPTY else 0
    return annex_gain(problem, space, used)


@compiled
def best_gain(
    box: Record, problem: Record, card: int, used: Word, taken: Word, owned: int, exact: bool
) -> int:
    """The most that the piece of a postcard adds; 0 if undone is better (L6.2)."""
    spaces = spaces_for(problem, card, used, taken)
    harms = exact and (
        problem.dancer != NONE
        or problem.statue != NONE
        or (problem.painter != NONE and card == BOUQUINISTES)
    )
    spreads = card in (MOULIN_ROUGE, PEINTRE)
    most = 0
    while spaces != EMPTY:
        space = lowest(spaces)
        here = bit(space)
        spaces &= ~here
        area = EMPTY
        if spreads:
            area = area_of(problem, card, space, taken)
            if not harms:
                spaces &= ~area  # every other space of this area has the same worth
        gain = gain_at(box, problem, card, space, used, taken, area)
        if gain > most:
            if harms:
                wall = here if card == BOUQUINISTES else EMPTY
                gain += owned_points(problem, taken, here, wall) - owned
            most = max(most, gain)
    return most


@compiled
def lamp_gain(problem: Record, space: int) -> int:
    """L7.8: the size of every building beside it, and the painter's two points."""
    gain = 0
    for part in range(problem.parts):
        if problem.part[part] & SIDES_OF[space] != EMPTY:
            gain += count(problem.part[part])
    if has(problem.painter_area, space):
        gain += 2
    return gain - problem.lamp_fee


@compiled
def large_gain(box: Record, problem: Record, space: int, taken: int) -> int:
    """L7.12: the buildings that it lights and the small streetlight there did not light."""
    lit = large_area(box, space, problem.walls | taken)
    gain = 0
    for part in range(problem.parts):
        footprint = problem.part[part]
        if footprint & lit != EMPTY and footprint & SIDES_OF[space] == EMPTY:
            gain += count(footprint)
    return gain - problem.large_fee[space]


@compiled
def beside_parts(problem: Record, space: int) -> int:
    """The number of the player's buildings that share a side with a space."""
    found = 0
    for part in range(problem.parts):
        if problem.part[part] & SIDES_OF[space] != EMPTY:
            found += 1
    return found


@compiled
def annex_gain(problem: Record, space: int, used: int) -> int:
    """L7.7: one more space for the best host, its new lights, and the group."""
    # A safe packing activates the postcard at once, so it enlarges only a building that stands.
    hosts = problem.standing if problem.safe else problem.parts
    joined = count(reach(bit(space), problem.built | used))
    return host_gain(problem, space, problem.lamps & ~used, hosts) + max(joined - problem.group, 0)


@compiled
def host_gain(problem: Record, space: int, lamps: Word, hosts: int) -> int:
    """The most light points that an annex on a space adds to a building beside it."""
    here = bit(space)
    most = NEVER
    for part in range(hosts):
        footprint = problem.part[part]
        if footprint & SIDES_OF[space] != EMPTY:
            size = count(footprint)
            before = count(beside(footprint) & lamps)
            after = count(beside(footprint | here) & lamps)
            if footprint & problem.lit != EMPTY:
                before += 1
            if (footprint | here) & problem.lit != EMPTY:
                after += 1
            gain = (size + 1) * after - size * before
            if problem.fountain != NONE:
                around = SIDES_OF[problem.fountain]
                if footprint & around == EMPTY and here & around != EMPTY:
                    gain += 3
            most = max(most, gain)
    return most
