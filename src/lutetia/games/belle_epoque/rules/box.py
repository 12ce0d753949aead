"""The box: one record with every figure and option that the rules need; all rules get it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Protocol

import numpy as np

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.components import Components
from lutetia.games.belle_epoque.rules.house import fill_house_rules
from lutetia.games.belle_epoque.rules.state import DISTRICTS, NONE
from lutetia.kernel.types import Integers, Record, Words, new_record, record_type

MEANS = 200
"""More francs than any property costs."""


class Box(Protocol):
    """Components and options, computed into tables."""

    rules_version: Annotated[int, np.int64]  # some rules depend on it: earlier versions differ
    within_means: Annotated[Words, np.uint64, (MEANS,)]  # sites worth at most this many francs
    players: Annotated[int, np.int8]
    advanced: Annotated[int, np.int8]  # B2.3
    any_district: Annotated[int, np.int8]  # B2.4
    start: Annotated[int, np.int8]  # the seat that begins; NONE: it is drawn (B2.1)
    put_away: Annotated[int, np.int8]
    francs: Annotated[int, np.int16]
    # House rules (`house.py`):
    later_francs: Annotated[Integers, np.int16, (len(terms.SEATS),)]  # by place after the first
    near_tiles: Annotated[int, np.int8]  # how many tiles ahead a meeple reaches; 0: all
    medals_kept: Annotated[int, np.int8]  # 1: medals cannot be sold
    hand: Annotated[int, np.int8]
    pool: Annotated[int, np.int8]
    values: Annotated[Integers, np.int16, (terms.SITES,)]  # of the spaces and of the landmarks
    income: Annotated[Integers, np.int16, (DISTRICTS,)]
    tile_type: Annotated[Integers, np.int8, (terms.TILES,)]
    tokens: Annotated[Integers, np.int8, (terms.TILES,)]  # basic set-up, by space
    wood_of_type: Annotated[Integers, np.int8, (len(terms.TYPES),)]  # B1.4, wood = residences
    wood_of_slot: Annotated[Integers, np.int8, (terms.SLOTS,)]  # B1.4, wood = eights
    meeple_price: Annotated[Integers, np.int16, (terms.SLOTS,)]  # NONE: no step (B6.2)
    space_points: Annotated[Integers, np.int16, (terms.SLOTS,)]
    keys_for_scoring: Annotated[int, np.int8]
    most_discarded: Annotated[int, np.int8]
    landmark_cost: Annotated[Integers, np.int8, (terms.LANDMARKS, terms.RESOURCES)]
    landmark_kind: Annotated[Integers, np.int8, (terms.LANDMARKS,)]
    landmark_points: Annotated[Integers, np.int16, (terms.LANDMARKS,)]
    buy: Annotated[Integers, np.int16, (terms.RESOURCES,)]
    sell: Annotated[Integers, np.int16, (len(terms.KINDS),)]
    scoring: Annotated[Integers, np.int16, (terms.SCORING_TILES, 3)]
    bonus_zone: Annotated[Integers, np.int8, (terms.BONUS_TILES,)]
    bonus_copies: Annotated[Integers, np.int8, (terms.BONUS_TILES,)]
    bonus_francs: Annotated[Integers, np.int16, (terms.BONUS_TILES,)]
    bonus_points: Annotated[Integers, np.int16, (terms.BONUS_TILES,)]  # in all, or for each
    bonus_kind: Annotated[Integers, np.int8, (terms.BONUS_TILES,)]
    bonus_slot: Annotated[Integers, np.int8, (terms.BONUS_TILES,)]
    bonus_price: Annotated[Integers, np.int16, (terms.BONUS_TILES,)]
    step_back: Annotated[int, np.int8]
    type_points: Annotated[Integers, np.int16, (len(terms.TYPES) + 2,)]  # by number of types owned
    end_copies: Annotated[Integers, np.int8, (len(terms.FACES),)]


BOX = record_type(Box)


def fill_box(
    components: Components, seats: int, options: Mapping[str, Any], rules_version: int
) -> Record:
    """What is agreed before the game, in the form that the compiled rules read."""
    box = new_record(BOX)
    box.rules_version = rules_version
    box.players = seats
    box.advanced = options["setup"] == "advanced"
    box.any_district = options["placement"] == "any-district"
    box.start = NONE if options["start"] == "drawn" else terms.SEATS.index(options["start"])
    box.put_away = 0 if box.any_district else components.start.put_away
    box.francs = components.start.francs
    box.hand = components.start.keys[str(seats)]  # type: ignore[index]
    box.pool = components.start.pool
    _fill_board(box, components, options["wood"] == "eights")
    _fill_landmarks(box, components)
    _fill_tiles(box, components, str(seats))
    twice = [row.tile for row in components.bonus_tiles if row.second_copy_from is not None]
    fill_house_rules(box, seats, options, twice)
    for francs in range(MEANS):
        cheap = [site for site in range(terms.SITES) if box.values[site] <= francs]
        box.within_means[francs] = sum(1 << site for site in cheap)
    return box


def _fill_board(box: Record, components: Components, wood_on_eights: bool) -> None:
    board = components.board
    box.values[: terms.SLOTS] = board.values
    for district, part in enumerate(components.districts):
        box.income[district] = part.income
        for slot in range(terms.SLOTS):
            tile = district * terms.SLOTS + slot
            box.tile_type[tile] = terms.TYPES.index(part.buildings[slot])
            box.tokens[tile] = terms.KINDS.index(part.tokens[slot])
    if wood_on_eights:
        box.wood_of_slot[terms.SLOTS - 1] = board.residence_wood
    else:
        box.wood_of_type[terms.RESIDENCE] = board.residence_wood
    for slot, value in enumerate(board.values):
        box.meeple_price[slot] = board.meeple_price.get(str(value), NONE)
        box.space_points[slot] = board.points.get(str(value), 0)
    box.keys_for_scoring = board.keys_for_scoring_tile
    box.most_discarded = board.most_prestige_discarded
    for index, kind in enumerate(terms.KINDS):
        box.sell[index] = components.prices.sell[kind]  # type: ignore[index]
        if index < terms.RESOURCES:
            box.buy[index] = components.prices.buy[kind]  # type: ignore[index]


def _fill_landmarks(box: Record, components: Components) -> None:
    for index, landmark in enumerate(components.landmarks):
        box.values[terms.SLOTS + index] = landmark.value
        box.landmark_kind[index] = terms.KINDS.index(landmark.prestige)
        box.landmark_points[index] = landmark.points
        for resource, amount in landmark.cost.items():
            box.landmark_cost[index, terms.KINDS.index(resource)] = amount


def _fill_tiles(box: Record, components: Components, players: str) -> None:
    for index, scoring in enumerate(components.scoring_tiles):
        box.scoring[index] = scoring.points
    for index, row in enumerate(components.bonus_tiles):
        second = row.second_copy_from is not None and int(players) >= row.second_copy_from
        box.bonus_zone[index] = "ABC".index(row.zone)
        box.bonus_copies[index] = 1 + second
        box.bonus_francs[index] = row.francs or 0
        box.bonus_points[index] = row.points or 0
        if row.points_by_players is not None:
            box.bonus_points[index] = row.points_by_players[players]  # type: ignore[index]
        box.bonus_kind[index] = NONE if row.token is None else terms.KINDS.index(row.token)
        box.bonus_slot[index] = (
            NONE if row.building is None else components.board.values.index(row.building)
        )
        box.bonus_price[index] = row.price or 0
        if row.back is not None:
            box.step_back = row.back
        for types, points in (row.points_by_types or {}).items():
            box.type_points[int(types)] = points
    for end_tile in components.end_tiles:
        box.end_copies[terms.FACES.index(end_tile.face)] = end_tile.copies
