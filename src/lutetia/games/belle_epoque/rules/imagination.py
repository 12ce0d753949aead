"""Whole states that a view allows (B2.2): piles shuffled, end-of-game tiles dealt out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.end_tiles import left_of, unused_index
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.bits import constant
from lutetia.kernel.chance import below, shuffle
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.types import Words

Slots = NDArray[np.int64]

ONE = np.uint64(1)
END_TILES = constant(terms.END_TILES)
LAST_GROUP = terms.END_TILES
"""The group of the tiles taken since the last look, and of those still on the table."""
MIXING_SWAPS = 64
BOLDNESS = constant(16)
"""One in this many bad swaps is made all the same, so that no walk gets stuck."""


@compiled
def imagine(box: Box, view: State, seat: int, chance: Words, out: State) -> None:
    """Fill in what the view hides; every possibility has its fair chance."""
    copy_into(view, out)
    out.viewer = s.TRUTH
    imagine_piles(box, chance, out)
    imagine_end_tiles(box, seat, chance, out)


@compiled
def imagine_piles(box: Box, chance: Words, out: State) -> None:
    """Shuffle the tiles that nobody has seen; the order fits the backs that show on the piles."""
    unseen = np.empty(terms.TILES, dtype=np.int64)
    count = whole(0)
    for tile in range(terms.TILES):
        if not (out.turned >> np.uint64(tile)) & ONE:
            unseen[count] = tile
            count += 1
    for pile in range(terms.PILES):
        left = whole(out.pile_left[pile])
        if left > 0:
            index = one_of(chance, unseen, count, whole(out.backs[pile]))
            out.piles[pile, left - 1] = unseen[index]
            count -= 1
            unseen[index] = unseen[count]
    shuffle(chance, unseen, count)
    for pile in range(terms.PILES):
        for depth in range(out.pile_left[pile] - 1):
            count -= 1
            out.piles[pile, depth] = unseen[count]
    for index in range(box.put_away):
        count -= 1
        out.away[index] = unseen[count]


@compiled
def one_of(chance: Words, unseen: Slots, count: int, district: int) -> int:
    """The index of a random unseen tile whose back shows the district."""
    matching = whole(0)
    for index in range(count):
        if unseen[index] // terms.SLOTS == district:
            matching += 1
    wanted = below(chance, matching)
    for index in range(count):
        if unseen[index] // terms.SLOTS == district:
            if wanted == 0:
                return index
            wanted -= 1
    return s.NONE


@compiled
def imagine_end_tiles(box: Box, seat: int, chance: Words, out: State) -> None:
    """Deal the faces that others took; the deal fits the looks and the tiles that were used."""
    taken = whole(out.end_taken)
    if taken == 0:
        return
    faces = np.empty(terms.END_TILES, dtype=np.int64)
    groups = np.empty(terms.END_TILES, dtype=np.int64)
    group_slots(box, seat, out, faces, groups)
    shuffle_groups(chance, faces, groups)
    if unmet(out, faces) > 0:
        walk_until_met(chance, out, faces, groups)
    for index in range(taken):
        out.end_seen[index] = s.NONE
        if out.end_taker[index] != seat:
            out.end_face[index] = faces[index]
    for index in range(out.end_used):
        user = whole(out.end_user[index])
        if user != seat:
            out.end_spent[unused_index(out, user, whole(out.end_used_face[index]))] = 1


@compiled
def group_slots(box: Box, seat: int, out: State, faces: Slots, groups: Slots) -> None:
    """One slot for each tile; faces swap only within a group, and own tiles are in no group."""
    for index in range(terms.END_TILES):
        faces[index] = s.NONE
        groups[index] = s.NONE
    taken = whole(out.end_taken)
    looks = 0
    for index in range(taken):
        if out.end_taker[index] == seat:
            looks += 1
            faces[index] = out.end_face[index]
        elif out.end_seen[index] >= 0:
            groups[index] = looks
            faces[index] = out.end_seen[index]
    index = 0
    for face in range(len(terms.FACES)):
        for _ in range(left_of(box, out, face)):
            while faces[index] >= 0:
                index += 1
            faces[index] = face
            groups[index] = LAST_GROUP


@compiled
def shuffle_groups(chance: Words, faces: Slots, groups: Slots) -> None:
    """Shuffle the faces of every group among its slots (Fisher–Yates, from the end)."""
    for last in range(terms.END_TILES - 1, 0, -1):
        if groups[last] >= 0:
            other = mate(chance, groups, last, last + 1)
            faces[last], faces[other] = faces[other], faces[last]


@compiled
def mate(chance: Words, groups: Slots, slot: int, bound: int) -> int:
    """A random slot of the same group among the first `bound`; it may be the slot itself."""
    mates = whole(0)
    for other in range(bound):
        if groups[other] == groups[slot]:
            mates += 1
    wanted = below(chance, mates)
    for other in range(bound):
        if groups[other] == groups[slot]:
            if wanted == 0:
                return other
            wanted -= 1
    return slot


@compiled
def unmet(out: State, faces: Slots) -> int:
    """How many used tiles are impossible for their users with this deal of the faces."""
    spent = 0
    missing = 0
    for used in range(out.end_used):
        found = False
        for index in range(out.end_taken):
            if (
                not found
                and (spent >> index) & 1 == 0
                and out.end_taker[index] == out.end_user[used]
                and faces[index] == out.end_used_face[used]
            ):
                spent |= 1 << index
                found = True
        if not found:
            missing += 1
    return missing


@compiled
def walk_until_met(chance: Words, out: State, faces: Slots, groups: Slots) -> None:
    """A Metropolis walk over all deals: swaps until all used tiles fit, then some more.

    Swaps are proposed symmetrically, so all deals that fit are equally likely.
    """
    missing = unmet(out, faces)
    left = MIXING_SWAPS
    while missing > 0 or left > 0:
        if missing == 0:
            left -= 1
        one = below(chance, END_TILES)
        if groups[one] < 0:
            continue
        other = mate(chance, groups, one, END_TILES)
        faces[one], faces[other] = faces[other], faces[one]
        after = unmet(out, faces)
        if after <= missing or (missing > 0 and below(chance, BOLDNESS) == 0):
            missing = after
        else:
            faces[one], faces[other] = faces[other], faces[one]
