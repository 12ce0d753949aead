"""Scores a finished real table of La Cité."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from lutetia.games.lumiere.real_table.checking import faults_of
from lutetia.games.lumiere.real_table.reading import (
    DescribedTable,
    cut,
    read_penseur,
    read_so_far,
    read_table,
)
from lutetia.games.lumiere.rules.game import Lumiere
from lutetia.games.lumiere.rules.geometry import ONE, space_name
from lutetia.games.lumiere.rules.names import (
    BUILDINGS,
    LARGE_LAMP,
    NONE,
    OVER,
    SEATS,
    STATUE,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.placing import EMPTY, fitting_anchors, own_ground
from lutetia.games.lumiere.rules.score_parts import score_parts, tie_breaks
from lutetia.games.lumiere.rules.state import STATE
from lutetia.kernel.faults import TableFault, fault, refuse
from lutetia.kernel.real_table import Description, Detail, TableResult
from lutetia.kernel.types import Record, new_record


def score_table(description: Description, components: Path | None = None) -> TableResult:
    """What a described table is worth; `BadTable` says what is impossible about it."""
    found = cut(description)
    game = Lumiere.open(options={"penseur": read_penseur(found)}, components=components)
    table, so_far = read_table(found, game.box), read_so_far(found)
    refuse(faults_of(table, game.box, so_far))
    state = _state(table)
    if not so_far:
        refuse(_unfinished(game, state))
    return TableResult(
        game=game.id,
        seats=SEATS,
        scores=game.score(state),
        details=[
            Detail(part.seat, part.line, part.text, part.points)
            for part in score_parts(game, state)
        ],
        tie_breaks=tie_breaks(game, state),
        ranks=game.ranks(state),
    )


def _state(table: DescribedTable) -> Record:
    """The state of a table whose parts agree."""
    state = new_record(STATE)
    for field in ("square", "owner", "used_by", "piece", "pile"):
        state[field][:] = NONE
    for field in ("pending", "facing", "annex", "annex_host", "to_move"):
        state[field] = NONE
    state.phase = OVER
    state.passes = 2
    for space, kind in enumerate(table.kinds):
        if kind is not None:
            state.spaces[kind] |= ONE << np.uint64(space)
    for placed in table.buildings:
        _cover(state, placed.building, placed.seat, placed.spaces)
    if table.annex is not None:
        host = table.annex.detail
        state.annex, state.annex_host = table.annex.space, host
        _cover(state, host, int(state.owner[host]), 1 << table.annex.space)
    for piece, put in table.pieces.items():
        state.piece[piece] = put.space
        state.occupied |= ONE << np.uint64(put.space)
        if piece == STATUE:
            state.facing = put.detail
        if piece == LARGE_LAMP:  # there is a streetlight under it, even if the text does not say so
            state.spaces[STREETLIGHT] |= ONE << np.uint64(put.space)
    for card, seat in table.used_by.items():
        state.used_by[card] = seat
        state.in_play |= 1 << card
    for building, (_, seat) in table.reserves.items():
        state.reserve[seat] |= 1 << building
    taken = {placed.building for placed in table.buildings} | set(table.reserves)
    state.pool = sum(1 << building for building in range(len(BUILDINGS)) if building not in taken)
    return state


def _cover(state: Record, building: int, seat: int, spaces: int) -> None:
    state.owner[building] = seat
    state.footprint[building] |= np.uint64(spaces)
    state.built[seat] |= np.uint64(spaces)
    state.occupied |= np.uint64(spaces)


def _unfinished(game: Lumiere, state: Record) -> list[TableFault]:
    """L4.3: a player who can still make an ordinary build must build. So the game is not over."""
    faults = []
    for seat, name in enumerate(SEATS):
        # Compiled code returns a plain integer to Python. It takes only a 64-bit word back.
        ground = np.uint64(own_ground(state, seat))
        for building in range(len(BUILDINGS)):
            if not int(state.reserve[seat]) >> building & 1:
                continue
            for turns in range(4):
                anchors = fitting_anchors(game.box, building, turns, ground, EMPTY, EMPTY)
                if anchors != EMPTY:
                    lowest = (int(anchors) & -int(anchors)).bit_length() - 1
                    faults.append(_must_build(name, building, space_name(lowest), turns * 90))
                    break
    return faults


def _must_build(seat: str, building: int, space: str, turn: int) -> TableFault:
    name = BUILDINGS[building]
    return fault(
        "not-over",
        "L4.3",
        f"the game is not over: {seat} must still build {name}, "
        f"for example at {space} turned {turn}",
        seat=seat,
        building=name,
        space=space,
        turn=turn,
    )
