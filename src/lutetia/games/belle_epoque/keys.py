"""The two actions with keys: placing one (B4) and moving one (B5)."""

from __future__ import annotations

from lutetia.games.belle_epoque import moves as m
from lutetia.games.belle_epoque import refusals as no
from lutetia.games.belle_epoque import state as s
from lutetia.games.belle_epoque import terms
from lutetia.games.belle_epoque.benefits import begin_benefits
from lutetia.games.belle_epoque.board import (
    has_resources,
    highest_landmark,
    keys_on,
    property_of,
    resource_cost,
)
from lutetia.games.belle_epoque.market import give_up
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Record

TILE_9 = 8
TILE_16 = 15


@compiled
def list_placements(state: Record, seat: int, out: Moves, count: int) -> int:
    """The Arc and every bank that bears no key of the seat (B4.1)."""
    if state.hand[seat] == 0:
        return count
    if state.arc[seat] == 0:
        out[count] = m.KEY
        count += 1
    for district in range(s.DISTRICTS):
        if state.bank[seat, district] == 0:
            out[count] = m.KEY + 1 + district
            count += 1
    return count


@compiled
def list_key_moves(box: Record, state: Record, seat: int, out: Moves, count: int) -> int:
    """Every way of every key that the seat can pay (B5)."""
    for district in range(s.DISTRICTS):
        if not has_key_for(state, seat, district):
            continue
        highest = highest_landmark(state, district)
        for site in range(terms.SITES):
            if site < terms.SLOTS:
                if state.built[district, site] < 0:
                    continue
            else:
                at = state.landmark_at[site - terms.SLOTS]
                laid_anew = at == s.NONE and site - terms.SLOTS > highest
                if at != district and not laid_anew:
                    continue
            if has_resources(box, state, seat, district, site):
                count = list_ways(box, state, seat, district, site, out, count)
    return count


@compiled
def has_key_for(state: Record, seat: int, district: int) -> bool:
    """Whether the seat has any key that could move in the district."""
    if state.arc[seat] > 0 or state.bank[seat, district] > 0:
        return True
    for site in range(terms.SITES):
        if state.keys[seat, property_of(district, site)] > 0 and (
            site < terms.SLOTS or state.landmark_at[site - terms.SLOTS] == district
        ):
            return True
    return False


@compiled
def list_ways(
    box: Record, state: Record, seat: int, district: int, site: int, out: Moves, count: int
) -> int:
    """Every key of the seat that can be moved onto a site, with each tile that allows it."""
    target = property_of(district, site)
    own = int(state.keys[seat, target])
    others = keys_on(box, state, target) - own
    plain = own + others == 0
    with_9 = own > 0 and state.bonus[seat, TILE_9] == s.UNUSED
    with_16 = others > 0 and state.bonus[seat, TILE_16] == s.UNUSED
    if not (plain or with_9 or with_16):
        return count
    value = int(box.values[site])
    francs = int(state.francs[seat])
    for source in range(m.FROM_SITE + site):
        price = value
        if source == m.FROM_ARC:
            has_key = state.arc[seat] > 0
        elif source == m.FROM_BANK:
            has_key = state.bank[seat, district] > 0
        else:
            price -= int(box.values[source - m.FROM_SITE])
            has_key = stands_on(state, seat, district, source - m.FROM_SITE)
        if not has_key or francs < price:
            continue
        move = m.move_of(district, source, site, m.PLAIN)
        if plain:
            out[count] = move
            count += 1
        if with_9:
            out[count] = move + m.WITH_9
            count += 1
        if with_16:
            out[count] = move + m.WITH_16
            count += 1
    return count


@compiled
def stands_on(state: Record, seat: int, district: int, site: int) -> bool:
    """Whether the seat has a key on a site of this district."""
    if site >= terms.SLOTS and state.landmark_at[site - terms.SLOTS] != district:
        return False
    return state.keys[seat, property_of(district, site)] > 0


@compiled
def refuse_placement(state: Record, seat: int, where: int) -> int:
    """Why no key can be placed on the Arc (0) or a bank (1 + district)."""
    if state.hand[seat] == 0:
        return no.NO_KEY_IN_HAND
    if where == 0:
        return no.KEY_ON_ARC if state.arc[seat] > 0 else no.LEGAL
    return no.KEY_ON_BANK if state.bank[seat, where - 1] > 0 else no.LEGAL


@compiled
def refuse_key_move(box: Record, state: Record, seat: int, move: int) -> int:
    """Why a key cannot be moved like this: is it there, is the target, is it free, is it paid."""
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
def refuse_source(state: Record, seat: int, district: int, source: int) -> int:
    """Why there is no key to move there."""
    if source == m.FROM_ARC:
        present = state.arc[seat] > 0
    elif source == m.FROM_BANK:
        present = state.bank[seat, district] > 0
    else:
        present = stands_on(state, seat, district, source - m.FROM_SITE)
    return no.LEGAL if present else no.NO_KEY_THERE


@compiled
def refuse_target(state: Record, district: int, site: int) -> int:
    """Why a site cannot be moved onto, whoever does it."""
    if site < terms.SLOTS:
        return no.LEGAL if state.built[district, site] >= 0 else no.NOT_BUILT
    landmark = site - terms.SLOTS
    if state.landmark_at[landmark] == district:
        return no.LEGAL
    if state.landmark_at[landmark] != s.NONE:
        return no.LANDMARK_ELSEWHERE
    for other in range(landmark + 1, terms.LANDMARKS):
        if state.landmark_at[other] == district:
            return no.LANDMARK_TOO_LOW
    return no.LEGAL


@compiled
def refuse_company(box: Record, state: Record, seat: int, target: int, mode: int) -> int:
    """Why the keys on a property forbid the move, or the tile that was named (B5.1, B5.4)."""
    own = int(state.keys[seat, target])
    others = keys_on(box, state, target) - own
    code = no.LEGAL
    if mode == m.PLAIN:
        if own + others > 0:
            code = no.OCCUPIED
    else:
        tile = TILE_9 if mode == m.WITH_9 else TILE_16
        if state.bonus[seat, tile] != s.UNUSED:
            code = no.NO_SUCH_TILE
        elif mode == m.WITH_9 and own == 0:
            code = no.NO_OWN_KEY
        elif mode == m.WITH_16 and others == 0:
            code = no.NO_OTHER_KEY
    return code


@compiled
def price_of(box: Record, source: int, site: int) -> int:
    """Francs for a move: the value, or the difference of values (B5.2)."""
    price = int(box.values[site])
    if source >= m.FROM_SITE:
        price -= int(box.values[source - m.FROM_SITE])
    return price


@compiled
def place_key(box: Record, state: Record, seat: int, where: int) -> None:
    """A key from the hand goes to the Arc, or to a bank for its income (B4.1)."""
    state.hand[seat] -= 1
    state.phase = s.END
    if where == 0:
        state.arc[seat] = 1
    else:
        state.bank[seat, where - 1] = 1
        state.francs[seat] += box.income[where - 1]


@compiled
def move_key(box: Record, state: Record, seat: int, move: int) -> None:
    """Pay, lay the landmark if it is new, move the key, and have the benefits (B5, B6)."""
    district = m.district_of(move)
    source = m.source_of(move)
    site = m.site_of(move)
    target = property_of(district, site)
    state.francs[seat] -= price_of(box, source, site)
    for kind in range(terms.RESOURCES):
        give_up(state, seat, kind, resource_cost(box, state, district, site, kind))
    if site >= terms.SLOTS:
        state.landmark_at[site - terms.SLOTS] = district
    if m.mode_of(move) == m.WITH_9:
        state.bonus[seat, TILE_9] = s.USED
    elif m.mode_of(move) == m.WITH_16:
        state.bonus[seat, TILE_16] = s.USED
    if source == m.FROM_ARC:
        state.arc[seat] = 0
    elif source == m.FROM_BANK:
        state.bank[seat, district] = 0
    else:
        state.keys[seat, property_of(district, source - m.FROM_SITE)] -= 1
    state.keys[seat, target] += 1
    begin_benefits(box, state, seat, district, target, source < m.FROM_SITE)
