"""The features of the moves of phase two: what a building or a postcard brings now."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import (
    ALL,
    CORNERS_OF,
    IN_FRONT_OF,
    ONE,
    SIDES_OF,
    beside,
    bit,
    has,
    reach,
)
from lutetia.games.lumiere.rules.moves import (
    ACTIVATE,
    ANNEX,
    BUILD,
    BUILDING_COUNT,
    ERECT,
    EXCHANGE,
    HOSTS,
    PASS,
    PLANT,
    PUT,
)
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    CHARTIER,
    DANCER,
    FOUNTAIN,
    GARDEN,
    JARDIN,
    LAMP,
    LEVITATION,
    METROPOLITAIN,
    MIXED,
    NONE,
    PAINTER,
    PENSEUR,
    PIECE_POSTCARD,
    SACRE_COEUR,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.placing import (
    EMPTY,
    chartier_ground,
    fitting_anchors,
    metro_ground,
    own_ground,
)
from lutetia.games.lumiere.rules.scoring import large_light, small_lights
from lutetia.kernel.bits import constants, count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Record, Word

NAMES = (
    "build, points of light",
    "build, size",
    "build, size in touch",
    "build, mixed spaces",
    "build, lit mixed spaces",
    "build, lights put out",
    "build with the mixed space",
    "build, size for each other in reserve",
    "build, no token left",
    "levitation", "metropolitain", "jardin-des-plantes", "sacre-coeur",
    "le-peintre", "chartier", "bouquinistes", "lampadaire",
    "moulin-rouge", "fontaine-des-mers", "le-penseur", "la-grande-lumiere",
    "undone",
    "postcard, points now",
    "postcard, own ground around",
    "postcard, rival's ground around",
    "postcard, for each token left",
    "postcard, for each in reserve",
    "exchange, points of light",
    "exchange, size",
    "exchange, size given",
    "sacre-coeur, for each in reserve",
    "metropolitain, for each in reserve",
    "chartier, for each in reserve",
    "piece covers own ground",
    "piece on the rival's way",
    "postcard, spaces free",
    "pass",
)  # fmt: skip
FEATURES = len(NAMES)
(
    LIGHT,
    SIZE,
    TOUCH,
    MIXED_SPACES,
    LIT_MIXED,
    PUT_OUT,
    WITH_MIXED,
    OTHERS,
    NO_TOKEN,
    CARD_FIRST,
) = constants(10)
(
    UNDONE,
    CARD_POINTS,
    CARD_GROUND,
    CARD_RIVAL_GROUND,
    CARD_TOKENS,
    CARD_RESERVE,
    SWAP_LIGHT,
    SWAP_SIZE,
    SWAP_GIVEN,
    SACRE_RESERVE,
    METRO_RESERVE,
    CHARTIER_RESERVE,
    ON_OWN,
    ON_RIVAL,
    CARD_FREE,
    PASS_MOVE,
) = constants(FEATURES)[21:]


@compiled
def footprint_features(state: Record, spaces: Word, lights: Word, large: Word, out: Floats) -> None:
    """Features of putting a building on these spaces."""
    seat = int(state.to_move)
    size = count(spaces)
    around = beside(spaces)
    shining = count(around & lights & ~spaces)
    if spaces & large != EMPTY:
        shining += 1
    out[LIGHT] = size * shining
    out[SIZE] = size
    if around & state.built[seat] != EMPTY:
        out[TOUCH] = size
    out[MIXED_SPACES] = count(spaces & state.spaces[MIXED])
    out[LIT_MIXED] = count(spaces & state.spaces[MIXED] & beside(lights))
    covered = spaces & lights
    if covered != EMPTY:
        out[PUT_OUT] = light_points(state, covered, seat)
    if spaces & state.spaces[1 - seat] != EMPTY:
        out[WITH_MIXED] = 1.0


@compiled
def light_points(state: Record, light: Word, seat: int) -> int:
    """Points that a streetlight gives the seat, less those that it gives the rival."""
    points = 0
    around = beside(light)
    for building in range(GARDEN + 1):
        owner = state.owner[building]
        if owner != NONE and state.footprint[building] & around != EMPTY:
            size = count(state.footprint[building])
            points += size if owner == seat else -size
    return points


@compiled
def large_points(box: Record, state: Record, space: int, seat: int) -> int:
    """Points of the large streetlight on a space, less those of the small one that it covers."""
    walls = state.built[0] | state.built[1]
    lit = box.large_near[space]
    for arm in range(4):
        if box.large_between[space, arm] & walls == EMPTY:
            lit |= box.large_far[space, arm]
    points = -light_points(state, bit(space), seat)
    for building in range(GARDEN + 1):
        owner = state.owner[building]
        if owner != NONE and state.footprint[building] & lit != EMPTY:
            size = count(state.footprint[building])
            points += size if owner == seat else -size
    return points


@compiled
def best_build(box: Record, state: Record, building: int, lights: Word, large: Word) -> int:
    """The most points of light that a building can have now."""
    seat = int(state.to_move)
    own = own_ground(state, seat)
    metro = metro_ground(state, seat)
    chartier = chartier_ground(state, seat)
    best = 0
    for turns in range(4):
        anchors = fitting_anchors(box, building, turns, own, metro, chartier)
        while anchors != EMPTY:
            lowest_one = anchors & (~anchors + ONE)
            anchors ^= lowest_one
            spaces = box.placement[building, turns, count(lowest_one - ONE)]
            shining = count(beside(spaces) & lights & ~spaces)
            if spaces & large != EMPTY:
                shining += 1
            best = max(best, shining)
    return best * box.building_size[building]


@compiled
def card_features(state: Record, card: int, out: Floats) -> None:
    """What all activations of a postcard share."""
    seat = int(state.to_move)
    out[CARD_FIRST + card] = 1.0
    out[CARD_TOKENS] = state.tokens[seat]
    out[CARD_RESERVE] = count(np.uint64(state.reserve[seat]))


@compiled
def activation_features(state: Record, card: int, out: Floats) -> None:
    """Features of a postcard without a choice, or undone (L6.2)."""
    seat = int(state.to_move)
    reserve = count(np.uint64(state.reserve[seat]))
    card_features(state, card, out)
    if card == SACRE_COEUR:
        out[SACRE_RESERVE] = reserve
    elif card == METROPOLITAIN:
        out[METRO_RESERVE] = reserve
    elif card == CHARTIER:
        out[CHARTIER_RESERVE] = reserve
    else:
        out[UNDONE] = 1.0


@compiled
def piece_features(
    box: Record, state: Record, piece: int, space: int, lights: Word, out: Floats
) -> None:
    """Features of painter, lamp, dancer, fountain and large lamp."""
    seat = int(state.to_move)
    here = bit(space)
    free = ~state.occupied
    near = SIDES_OF[space]
    card_features(state, int(PIECE_POSTCARD[piece]), out)
    if piece == PAINTER:
        area = reach(here, ALL & ~(state.built[0] | state.built[1]))
        points = 2 * count(area & lights)
        out[CARD_FREE] = count(area) / 10.0
    elif piece == DANCER:
        points = count(reach(here, (free | here) & ~state.spaces[STREETLIGHT]))
    elif piece == FOUNTAIN:
        points = 0
        for building in range(GARDEN + 1):
            if state.owner[building] == seat and state.footprint[building] & near != EMPTY:
                points += 3
    elif piece == LAMP:
        points = light_points(state, here, seat)
    else:
        points = large_points(box, state, space, seat)
        near = box.large_near[space]
    out[CARD_POINTS] = points
    if piece not in (PAINTER, DANCER):
        out[CARD_GROUND] = count(near & (state.spaces[seat] | state.spaces[MIXED]) & free)
        out[CARD_RIVAL_GROUND] = count(near & (state.spaces[1 - seat] | state.spaces[MIXED]) & free)
    ground_features(state, here, out)


@compiled
def ground_features(state: Record, spaces: Word, out: Floats) -> None:
    """How much ground of each player lies beside a piece."""
    seat = int(state.to_move)
    around = beside(spaces)
    own = (state.spaces[seat] | state.spaces[MIXED]) & ~state.occupied
    rival = (state.spaces[1 - seat] | state.spaces[MIXED]) & ~state.occupied
    out[ON_OWN] = count(around & own)
    out[ON_RIVAL] = count(around & rival)


@compiled
def statue_features(box: Record, state: Record, space: int, facing: int, out: Floats) -> None:
    """Features of the statue (L7.11)."""
    seat = int(state.to_move)
    card_features(state, PENSEUR, out)
    free = ~state.occupied & ~bit(space)
    sides = SIDES_OF[space] & free
    if box.penseur_own != 0:
        sides &= state.spaces[seat]
    out[CARD_POINTS] = 2 * count(sides) + count(CORNERS_OF[space] & free)
    front = IN_FRONT_OF[space, facing]
    if has(state.spaces[STREETLIGHT], front):
        out[CARD_FREE] = 2.0
    elif has(state.spaces[seat], front):
        out[CARD_FREE] = 1.0
    ground_features(state, bit(space), out)


@compiled
def annex_features(
    state: Record, space: int, host: int, lights: Word, large: Word, out: Floats
) -> None:
    """Features of the annex (L7.7)."""
    card_features(state, BOUQUINISTES, out)
    before = state.footprint[host]
    after = before | bit(space)
    shone = count(beside(before) & lights & ~before)
    shines = count(beside(after) & lights & ~after)
    if before & large != EMPTY:
        shone += 1
    if after & large != EMPTY:
        shines += 1
    out[CARD_POINTS] = 1 + count(after) * shines - count(before) * shone
    ground_features(state, bit(space), out)


@compiled
def building_features(
    box: Record, state: Record, move: int, lights: Word, large: Word, best: Floats, out: Floats
) -> None:
    """Features of any move of phase two. `out` must be zero before the call.

    `best` keeps the most points of light that each building can have. A negative value means that
    it is not computed yet.
    """
    seat = int(state.to_move)
    if move == PASS:
        out[PASS_MOVE] = 1.0
    elif move < ACTIVATE:
        building = (move - BUILD) // 256
        spaces = box.placement[building, ((move - BUILD) // 64) % 4, (move - BUILD) % 64]
        footprint_features(state, spaces, lights, large, out)
        out[OTHERS] = out[SIZE] * (count(np.uint64(state.reserve[seat])) - 1)
        if state.tokens[seat] == 0:
            out[NO_TOKEN] = out[SIZE]
    elif move < EXCHANGE:
        activation_features(state, move - ACTIVATE, out)
    elif move < PLANT:
        given = (move - EXCHANGE) // BUILDING_COUNT
        taken = (move - EXCHANGE) % BUILDING_COUNT
        card_features(state, LEVITATION, out)
        if best[taken] < 0.0:
            best[taken] = best_build(box, state, taken, lights, large)
        out[SWAP_LIGHT] = best[taken]
        out[SWAP_SIZE] = box.building_size[taken]
        out[SWAP_GIVEN] = box.building_size[given]
    elif move < PUT:
        spaces = box.placement[GARDEN, (move - PLANT) // 64, (move - PLANT) % 64]
        footprint_features(state, spaces, lights, large, out)
        card_features(state, JARDIN, out)
    elif move < ERECT:
        piece_features(box, state, (move - PUT) // 64, (move - PUT) % 64, lights, out)
    elif move < ANNEX:
        statue_features(box, state, (move - ERECT) // 4, (move - ERECT) % 4, out)
    else:
        annex_features(state, (move - ANNEX) // HOSTS, (move - ANNEX) % HOSTS, lights, large, out)


@compiled
def shining(box: Record, state: Record) -> tuple[Word, Word]:
    """The small streetlights, and the spaces that the large one lights."""
    return small_lights(state), large_light(box, state)
