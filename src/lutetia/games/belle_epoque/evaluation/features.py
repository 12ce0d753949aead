"""What a seat has in a position, as numbers; they estimate its final points."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import (
    BUILDINGS,
    FIRST_LANDMARK,
    SHIFT_TO_LANDMARKS,
    keys_among,
)
from lutetia.games.belle_epoque.rules.bonus_tiles import TILE_27, tile_points
from lutetia.games.belle_epoque.rules.scoring import majority, worth
from lutetia.kernel.bits import constants, count, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Record

NAMES = (
    "always",
    "francs",
    "francs with tile 27",
    *terms.KINDS,
    "keys in hand",
    "keys on banks",
    "key on the Arc",
    "keys in the pool",
    "value owned",
    "buildings owned",
    "landmarks owned",
    "meeple's space",
    "points of unused tiles",
    "unused end-of-game points",
    "unused end-of-game francs",
    "unused end-of-game resources",
    "unused end-of-game prestige",
    "action to come",
    "step to come",
    "discard to come",
    "scoring tile to come",
    "choice to come",
    "scored majorities",
    "scored shares",
    "scored leads",
    "open shares",
    "open leads",
    "open districts entered",
    "banks in scored districts",
    "points of rivals' majorities",
    "landmark within reach",
    "pairs of resources",
    *(f"unused tile {number}" for number in range(1, terms.BONUS_TILES + 1)),
)
FEATURES = len(NAMES)
(
    ALWAYS, FRANCS, FRANCS_27, FIRST_KIND, _1, _2, _3, _4, _5,
    HAND, BANKS, ARC, POOL, VALUE, BUILDINGS_OWNED, LANDMARKS_OWNED, MEEPLE, TILE_POINTS,
    END_POINTS, END_FRANCS, END_RESOURCES, END_PRESTIGE,
    ACTION, STEP, DISCARD, SCORING, CHOICE,
    SCORED, SCORED_SHARE, SCORED_LEAD, OPEN_SHARE, OPEN_LEAD, OPEN_ENTERED,
    SCORED_BANKS, RIVAL_SCORED, REACH, PAIRS, FIRST_TILE,
) = constants(38)  # fmt: skip

LONG = 20.0
"""More turns than this make no difference."""


@compiled
def action_waits(state: Record) -> bool:
    """Whether the seat to move still has its action."""
    return state.phase == s.DRAW or state.phase == s.PLACE or state.phase == s.ACT


@compiled
def turns_left(box: Record, state: Record, seat: int) -> float:
    """About how many actions a seat still has.

    A turn counts until its action is done, so the move that ends the turn changes nothing.
    """
    players = int(box.players)
    if state.to_move < 0:
        return 0.0
    # How many seats have already had their action in this round.
    done = (np.int64(state.to_move) - np.int64(state.first)) % players
    if not action_waits(state):
        done += 1
    place = (seat - np.int64(state.first)) % players
    left = 1.0 if place >= done else 0.0
    if state.stage == s.FINAL:
        return left
    if state.stage == s.LAST_ROUND:
        return left + 1.0
    if done == players:
        # A next round follows in any case.
        left = 1.0
    after = (place - done) % players
    rest = terms.END_TILES - np.int64(state.end_taken)
    for pile in range(terms.PILES):
        rest += np.int64(state.pile_left[pile])
    return max(left + 1.0, float(rest - after) / players + 2.0)


@compiled
def holdings(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Money, tokens, keys and tiles."""
    out[ALWAYS] = 1.0
    francs = np.float64(state.francs[seat])
    out[FRANCS] = francs
    if (state.had[seat] >> np.uint64(TILE_27)) & np.uint64(1):
        out[FRANCS_27] = francs
    for kind in range(len(terms.KINDS)):
        out[FIRST_KIND + kind] = state.tokens[seat, kind]
    for kind in range(terms.RESOURCES):
        out[PAIRS] += np.int64(state.tokens[seat, kind]) // 2
    out[HAND] = state.hand[seat]
    out[BANKS] = count(state.banks[seat])
    out[ARC] = state.arc[seat]
    out[POOL] = state.pool[seat]
    out[MEEPLE] = np.float64(state.meeple[seat]) / terms.BONUS_TILES
    unused = state.had[seat] & ~state.used[seat]
    while unused:
        tile = lowest(unused)
        unused &= unused - np.uint64(1)
        out[FIRST_TILE + tile] = 1.0
        if box.bonus_points[tile] > 0 or tile == terms.BONUS_TILES - 1:
            out[TILE_POINTS] += tile_points(box, state, seat, tile)
    out[REACH] = landmarks_in_reach(box, state, seat)


@compiled
def landmarks_in_reach(box: Record, state: Record, seat: int) -> float:
    """The value of the best landmark whose resources the seat holds."""
    best = np.int64(0)
    for landmark in range(terms.LANDMARKS):
        enough = True
        for kind in range(terms.RESOURCES):
            enough &= state.tokens[seat, kind] >= box.landmark_cost[landmark, kind]
        if enough:
            best = max(best, np.int64(box.values[terms.SLOTS + landmark]))
    return float(best)


@compiled
def end_tile_features(state: Record, seat: int, out: Floats) -> None:
    """What unused end-of-game tiles give."""
    for index in range(state.end_taken):
        if state.end_taker[index] == seat and state.end_spent[index] == 0:
            face = np.int64(state.end_face[index])
            if face < terms.FRANCS_FACE:
                out[END_POINTS] += face + 1
            elif face < terms.RESOURCES_FACE:
                out[END_FRANCS] += face - terms.FRANCS_FACE + 1
            elif face < terms.PRESTIGE_FACE:
                out[END_RESOURCES] += face - terms.RESOURCES_FACE + 1
            else:
                out[END_PRESTIGE] += face - terms.PRESTIGE_FACE + 1


@compiled
def pending_features(box: Record, state: Record, seat: int, out: Floats) -> None:
    """What the seat can still do in this turn."""
    waits = action_waits(state)
    if state.to_move != seat:
        if not waits and (np.int64(state.to_move) + 1) % np.int64(box.players) == seat:
            out[ACTION] = 1.0
        return
    if waits:
        out[ACTION] = 1.0
    elif state.phase == s.BONUS:
        out[STEP] = 1.0
    elif state.phase == s.PRESTIGE:
        landmark = np.int64(state.target) - FIRST_LANDMARK
        held = np.int64(state.tokens[seat, box.landmark_kind[landmark]])
        out[DISCARD] = min(held, np.int64(box.most_discarded)) * np.int64(
            box.landmark_points[landmark]
        )
    elif state.phase == s.CHOOSE:
        out[CHOICE] = 1.0
    if state.phase == s.SCORING or state.scoring_waits == 1:
        out[SCORING] = 1.0


@compiled
def ownership(
    box: Record, state: Record, seat: int, sums: Floats, best: Floats, out: Floats
) -> None:
    """Properties and majorities; `sums` and `best` are those of all seats by district."""
    players = int(box.players)
    out[BUILDINGS_OWNED] = keys_among(state, seat, BUILDINGS)
    out[LANDMARKS_OWNED] = count(state.keys[seat, 0] >> SHIFT_TO_LANDMARKS)
    for district in range(s.DISTRICTS):
        mine = sums[district, seat]
        rival = 0.0
        for other in range(players):
            if other != seat:
                rival = max(rival, sums[district, other])
        share = mine / (mine + rival) if mine > 0.0 else 0.0
        lead = min(1.0, max(-1.0, (mine - rival) / 10.0))
        out[VALUE] += mine
        tile = int(state.scoring_tile[district])
        if tile >= 0:
            first = np.float64(box.scoring[tile, 0])
            out[SCORED] += rank_points(box, players, tile, seat, sums[district], best[district])
            out[SCORED_SHARE] += first * share
            out[SCORED_LEAD] += first * lead
            if (state.banks[seat] >> np.uint64(district)) & np.uint64(1):
                out[SCORED_BANKS] += 1.0
            rivals = 0.0
            for other in range(players):
                if other != seat:
                    rivals += rank_points(box, players, tile, other, sums[district], best[district])
            out[RIVAL_SCORED] += rivals / (players - 1)
        else:
            out[OPEN_SHARE] += share
            out[OPEN_LEAD] += lead
            if mine > 0.0:
                out[OPEN_ENTERED] += 1.0


@compiled
def rank_points(
    box: Record, players: int, tile: int, seat: int, sums: Floats, best: Floats
) -> float:
    """What a scoring tile gives now (B9.2)."""
    return float(majority(box, players, tile, seat, sums, best))  # type: ignore[arg-type]


@compiled
def all_worth(box: Record, state: Record, sums: Floats, best: Floats) -> None:
    """The worth of every seat in every district."""
    for district in range(s.DISTRICTS):
        for seat in range(box.players):
            total, highest = worth(box, state, seat, district)
            sums[district, seat] = total
            best[district, seat] = highest


@compiled
def seat_features(
    box: Record, state: Record, seat: int, sums: Floats, best: Floats, out: Floats
) -> None:
    """All features of a seat."""
    out[:] = 0.0
    holdings(box, state, seat, out)
    end_tile_features(state, seat, out)
    pending_features(box, state, seat, out)
    ownership(box, state, seat, sums, best, out)
