"""The two actions with keys: placing one (B4) and moving one (B5)."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.benefits import begin_benefits
from lutetia.games.belle_epoque.rules.board import (
    ALL_LANDMARKS,
    ALL_SLOTS,
    ONE,
    SHIFT_TO_LANDMARK_SITES,
    add_key,
    has_resources,
    owned_by_others,
    property_of,
    remove_key,
    resource_cost,
    sites_of,
)
from lutetia.games.belle_epoque.rules.box import MEANS, Box
from lutetia.games.belle_epoque.rules.market import give_up
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.bits import constant, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Word

TILE_9 = constant(8)
TILE_16 = constant(15)
NOTHING = np.uint64(0)
OUTSIDE = np.uint64(1 << m.FROM_ARC | 1 << m.FROM_BANK)
MOST_FRANCS = constant(MEANS - 1)


@compiled
def list_placements(state: State, seat: int, out: Moves) -> int:
    """The Arc, and every bank without a key of the seat (B4.1)."""
    count = 0
    if state.hand[seat] == 0:
        return count
    if state.arc[seat] == 0:
        out[count] = m.KEY
        count += 1
    for district in range(s.DISTRICTS):
        if not state.banks[seat] & (ONE << np.uint64(district)):
            out[count] = m.KEY + 1 + district
            count += 1
    return count


@compiled
def list_key_moves(box: Box, state: State, seat: int, out: Moves, count: int) -> int:
    """Every way of every key for which the seat can pay (B5)."""
    own = state.keys[seat, 0]
    others = owned_by_others(box, state, seat)
    unused = state.had[seat] & ~state.used[seat]
    with_9 = own if unused & (ONE << np.uint64(TILE_9)) else NOTHING
    with_16 = others if unused & (ONE << np.uint64(TILE_16)) else NOTHING
    affordable = affordable_landmarks(box, state, seat)
    display = ALL_LANDMARKS
    for district in range(s.DISTRICTS):
        display &= ~state.laid[district]
    francs = whole(state.francs[seat])
    for district in range(s.DISTRICTS):
        sources = sites_of(state, own, district) << np.uint64(m.FROM_SITE)
        sources |= np.uint64(state.arc[seat])
        if state.banks[seat] & (ONE << np.uint64(district)):
            sources |= ONE << np.uint64(m.FROM_BANK)
        if not sources:
            continue
        laid = state.laid[district]
        landmarks = affordable & (laid | above(laid, display))
        slots = (state.built >> np.uint64(district * terms.SLOTS)) & ALL_SLOTS
        sites = (slots | (landmarks << SHIFT_TO_LANDMARK_SITES)) & payable(box, francs, sources)
        if not sites:
            continue
        free = sites & ~sites_of(state, own | others, district)
        double = sites & sites_of(state, with_9, district)
        shared = sites & sites_of(state, with_16, district)
        sites = free | double | shared
        while sites:
            site = lowest(sites)
            bit = sites & (~sites + ONE)
            sites ^= bit
            if has_resources(box, state, seat, district, site):
                # The modes that are possible for each way, as bits.
                modes = whole(free & bit != 0)
                modes |= whole(double & bit != 0) << m.WITH_9
                modes |= whole(shared & bit != 0) << m.WITH_16
                count = list_ways(box, francs, district, site, sources, modes, out, count)
    return count


@compiled
def affordable_landmarks(box: Box, state: State, seat: int) -> Word:
    """The landmarks whose resources the seat holds (B5.2)."""
    found = np.uint64(0)
    for landmark in range(terms.LANDMARKS):
        enough = True
        for kind in range(terms.RESOURCES):
            enough &= state.tokens[seat, kind] >= box.landmark_cost[landmark, kind]
        if enough:
            found |= ONE << np.uint64(landmark)
    return found


@compiled
def payable(box: Box, francs: int, sources: Word) -> Word:
    """The sites that at least one of the keys can reach with the seat's francs (B5.2)."""
    found = NOTHING
    if sources & OUTSIDE:
        found = box.within_means[min(francs, MOST_FRANCS)]
    inside = sources >> np.uint64(m.FROM_SITE)
    while inside:
        site = lowest(inside)
        inside &= inside - ONE
        means = min(francs + whole(box.values[site]), MOST_FRANCS)
        found |= box.within_means[means] & ~((ONE << np.uint64(site)) - ONE)
    return found


@compiled
def above(laid: Word, display: Word) -> Word:
    """The landmarks on the display with a higher value than all landmarks of a district (B5.3)."""
    while laid:
        display &= ~(laid | (laid - ONE))
        laid &= laid - ONE
    return display


@compiled
def list_ways(
    box: Box,
    francs: int,
    district: int,
    site: int,
    sources: Word,
    modes: int,
    out: Moves,
    count: int,
) -> int:
    """Every key of the sources that can pay for its way onto a site, in each mode."""
    value = whole(box.values[site])
    lower = sources & ((ONE << np.uint64(m.FROM_SITE + site)) - ONE)
    while lower:
        source = lowest(lower)
        lower &= lower - ONE
        price = value
        if source >= m.FROM_SITE:
            price -= whole(box.values[source - m.FROM_SITE])
        if francs >= price:
            move = m.move_of(district, source, site, m.PLAIN)
            for mode in range(m.MODES):
                if (modes >> mode) & 1:
                    out[count] = move + mode
                    count += 1
    return count


@compiled
def refuse_placement(state: State, seat: int, where: int) -> int:
    """Why no key can be placed on the Arc (0) or a bank (1 + district)."""
    if state.hand[seat] == 0:
        return no.NO_KEY_IN_HAND
    if where == 0:
        return no.KEY_ON_ARC if state.arc[seat] > 0 else no.LEGAL
    here = state.banks[seat] & (ONE << np.uint64(where - 1))
    return no.KEY_ON_BANK if here else no.LEGAL


@compiled
def refuse_key_move(box: Box, state: State, seat: int, move: int) -> int:
    """Why a key cannot be moved in this way: it checks the key, target, other keys and cost."""
    district = m.district_of(move)
    source = m.source_of(move)
    site = m.site_of(move)
    code = refuse_source(state, seat, district, source)
    if code == no.LEGAL:
        code = refuse_target(state, district, site)
    if code == no.LEGAL:
        code = refuse_company(box, state, seat, property_of(district, site), m.mode_of(move))
    if code == no.LEGAL and not has_resources(box, state, seat, district, site):
        code = no.NO_RESOURCES
    if code == no.LEGAL and state.francs[seat] < price_of(box, source, site):
        code = no.NO_FRANCS
    return code


@compiled
def refuse_source(state: State, seat: int, district: int, source: int) -> int:
    """Why there is no key to move."""
    if source == m.FROM_ARC:
        here = np.uint64(state.arc[seat])
    elif source == m.FROM_BANK:
        here = state.banks[seat] & (ONE << np.uint64(district))
    else:
        here = sites_of(state, state.keys[seat, 0], district) & (
            ONE << np.uint64(source - m.FROM_SITE)
        )
    return no.LEGAL if here else no.NO_KEY_THERE


@compiled
def refuse_target(state: State, district: int, site: int) -> int:
    """Why no seat can move a key onto a site."""
    if site < terms.SLOTS:
        return no.LEGAL if state.tile_at[district * terms.SLOTS + site] >= 0 else no.NOT_BUILT
    landmark = np.uint64(site - terms.SLOTS)
    if (state.laid[district] >> landmark) & ONE:
        return no.LEGAL
    for other in range(s.DISTRICTS):
        if (state.laid[other] >> landmark) & ONE:
            return no.LANDMARK_ELSEWHERE
    return no.LEGAL if not state.laid[district] >> landmark else no.LANDMARK_TOO_LOW


@compiled
def refuse_company(box: Box, state: State, seat: int, target: int, mode: int) -> int:
    """Why the keys on a property, or the tile that the move names, forbid it (B5.1, B5.4)."""
    bit = ONE << np.uint64(target)
    own = state.keys[seat, 0] & bit
    others = owned_by_others(box, state, seat) & bit
    code = no.LEGAL
    if mode == m.PLAIN:
        if own | others:
            code = no.OCCUPIED
    else:
        tile = TILE_9 if mode == m.WITH_9 else TILE_16
        if not (state.had[seat] & ~state.used[seat]) & (ONE << np.uint64(tile)):
            code = no.NO_SUCH_TILE
        elif mode == m.WITH_9 and not own:
            code = no.NO_OWN_KEY
        elif mode == m.WITH_16 and not others:
            code = no.NO_OTHER_KEY
    return code


@compiled
def price_of(box: Box, source: int, site: int) -> int:
    """Francs for a move: the value, or the difference of values (B5.2)."""
    price = whole(box.values[site])
    if source >= m.FROM_SITE:
        price -= whole(box.values[source - m.FROM_SITE])
    return price


@compiled
def place_key(box: Box, state: State, seat: int, where: int) -> None:
    """Put a key from the hand on the Arc, or on a bank for its income (B4.1)."""
    state.hand[seat] -= 1
    state.phase = s.END
    if where == 0:
        state.arc[seat] = 1
    else:
        state.banks[seat] |= ONE << np.uint64(where - 1)
        state.francs[seat] += box.income[where - 1]


@compiled
def move_key(box: Box, state: State, seat: int, move: int) -> None:
    """Pay, lay the landmark if it is new, move the key, and give the benefits (B5, B6)."""
    district = m.district_of(move)
    source = m.source_of(move)
    site = m.site_of(move)
    target = property_of(district, site)
    state.francs[seat] -= price_of(box, source, site)
    for kind in range(terms.RESOURCES):
        give_up(state, seat, kind, resource_cost(box, state, district, site, kind))
    if site >= terms.SLOTS:
        state.laid[district] |= ONE << np.uint64(site - terms.SLOTS)
    if m.mode_of(move) == m.WITH_9:
        state.used[seat] |= ONE << np.uint64(TILE_9)
    elif m.mode_of(move) == m.WITH_16:
        state.used[seat] |= ONE << np.uint64(TILE_16)
    if source == m.FROM_ARC:
        state.arc[seat] = 0
    elif source == m.FROM_BANK:
        state.banks[seat] ^= ONE << np.uint64(district)
    else:
        remove_key(state, seat, property_of(district, source - m.FROM_SITE))
    add_key(state, seat, target)
    begin_benefits(box, state, seat, district, target, source < m.FROM_SITE)
