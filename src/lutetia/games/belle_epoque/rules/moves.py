"""The move space: every move of the game is one integer; each type of move has a block.

If several choices are one decision, they are one move (which key goes where, which kinds a tile
gives). All other steps of a turn are separate moves.
"""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.state import DISTRICTS
from lutetia.kernel.bits import constant, constants
from lutetia.kernel.compiled import compiled

# The ways onto one site: from the Arc, from the bank, or from any lower site of the district.
FROM_ARC, FROM_BANK, FROM_SITE = constants(3)
PLAIN, WITH_9, WITH_16 = constants(3)
"""How a move treats keys on its target: none may be there, or tile 9 or 16 allows it (B5.4)."""
MODES = 3

_WAYS = [(source, site) for site in range(terms.SITES) for source in range(FROM_SITE + site)]
WAYS = len(_WAYS)
SOURCE_OF_WAY = np.array([source for source, _ in _WAYS], dtype=np.int64)
SITE_OF_WAY = np.array([site for _, site in _WAYS], dtype=np.int64)
FIRST_WAY = np.array(
    [site * FROM_SITE + site * (site - 1) // 2 for site in range(terms.SITES)], dtype=np.int64
)

# Two tokens of a family of three kinds, in any combination.
_TWO = [(first, second) for first in range(3) for second in range(first, 3)]
TWO = len(_TWO)
FIRST_OF_TWO = np.array([first for first, _ in _TWO], dtype=np.int64)
SECOND_OF_TWO = np.array([second for _, second in _TWO], dtype=np.int64)

MOST_PAIRS = 7
"""Pairs of one kind that tiles 23 and 24 can take at once."""
PAIR_CHOICES = (MOST_PAIRS + 1) ** 3

_WITH_A_CHOICE = (8, 10, 17, 19, 21, 23, 24, 25)
_PLAIN = [tile - 1 for tile in range(1, terms.BONUS_TILES + 1) if tile not in _WITH_A_CHOICE]
PLAIN_TILES = np.array(_PLAIN, dtype=np.int64)
"""Bonus tiles (index) that need no choice; also 9, 16 and 27, so that they can be refused."""
PLAIN_NUMBER = np.array([_PLAIN.index(tile) if tile in _PLAIN else -1 for tile in range(30)])
"""The reverse: tile to place in the list."""
PLAIN_SET = np.uint64(sum(1 << tile for tile in _PLAIN))

# The ways to use a face: one for points and for francs; for tokens, one for each combination.
_FACE_CHOICES = [1] * terms.RESOURCES_FACE + [3, TWO, 3, TWO]
FIRST_OF_FACE = np.concatenate(([0], np.cumsum(_FACE_CHOICES))).astype(np.int64)
FACE_CHOICES = int(FIRST_OF_FACE[-1])
FACE_OF_CHOICE = np.repeat(np.arange(len(terms.FACES)), _FACE_CHOICES).astype(np.int64)

# The blocks, in this order; each constant is a block's first move.
DRAW = constant(0)
PLACE = DRAW + terms.PILES
KEY = PLACE + DISTRICTS
MOVE = KEY + 1 + DISTRICTS
TAKE = MOVE + DISTRICTS * WAYS * MODES
PASS = TAKE + 1
CHOOSE = PASS + 1
BONUS = CHOOSE + len(terms.FACES)
DISCARD = BONUS + terms.BONUS_TILES
SCORE = DISCARD + 3
DECLINE = SCORE + terms.SCORING_TILES * DISTRICTS
BUY = DECLINE + 1
SELL = BUY + terms.RESOURCES
ACTIVATE = SELL + len(terms.KINDS)
ANY_PRESTIGE = ACTIVATE + len(PLAIN_TILES)  # tile 8
ANY_RESOURCE = ANY_PRESTIGE + 3  # tile 10
FETCH = ANY_RESOURCE + 3  # tile 17
TWO_PRESTIGE = FETCH + terms.BONUS_TILES  # tile 19
TWO_RESOURCES = TWO_PRESTIGE + TWO  # tile 21
PRESTIGE_PAIRS = TWO_RESOURCES + TWO  # tile 23
RESOURCE_PAIRS = PRESTIGE_PAIRS + PAIR_CHOICES  # tile 24
BACK = RESOURCE_PAIRS + PAIR_CHOICES  # tile 25
USE = BACK + terms.BONUS_TILES  # an end-of-game tile
END = USE + FACE_CHOICES
MOVES = END + 1


@compiled
def move_of(district: int, source: int, site: int, mode: int) -> int:
    """The move of a key onto a site of a district."""
    way = district * WAYS + FIRST_WAY[site] + source
    return MOVE + way * MODES + mode


@compiled
def district_of(move: int) -> int:
    """The district in which a key move ends."""
    return (move - MOVE) // (WAYS * MODES)


@compiled
def source_of(move: int) -> int:
    """Where a key move begins: FROM_ARC, FROM_BANK or FROM_SITE + site."""
    return SOURCE_OF_WAY[(move - MOVE) // MODES % WAYS]


@compiled
def site_of(move: int) -> int:
    """The site on which a key move ends."""
    return SITE_OF_WAY[(move - MOVE) // MODES % WAYS]


@compiled
def mode_of(move: int) -> int:
    """PLAIN, WITH_9 or WITH_16."""
    return (move - MOVE) % MODES


@compiled
def pairs_of(choice: int, kind: int) -> int:
    """How many pairs of a kind (0 to 2 of its family) a choice of tile 23 or 24 gives up."""
    if kind == 0:
        return choice // ((MOST_PAIRS + 1) * (MOST_PAIRS + 1))
    if kind == 1:
        return choice // (MOST_PAIRS + 1) % (MOST_PAIRS + 1)
    return choice % (MOST_PAIRS + 1)
