"""Positions from sensible play, for tests and measurements. One seed always gives the same ones.

Hand-written preferences play phase one. In phase two the player looks one ply ahead and takes the
move with the best middle of the bounds. It sometimes takes the second best, so that games differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.geometry import beside
from lutetia.games.lumiere.rules.moves import PASS, TAKE
from lutetia.games.lumiere.rules.names import LAYING, MIXED, SIZES, STREETLIGHT, TILES
from lutetia.games.lumiere.solver.context import Memory, new_memory, new_tables
from lutetia.games.lumiere.solver.keys import salt_of
from lutetia.games.lumiere.solver.search import bring_best, look_at_children, name_root
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.types import Record, Words

BUILDINGS_WANTED = 6
SECOND_BEST = 6
"""One move in this many is not the best move that was found."""


class SensiblePlayer:
    """Plays both sides of La Cité quickly and without gross mistakes."""

    def __init__(self, game: Lumiere, chance: Words) -> None:
        self.game = game
        self.chance = chance
        self.memory: Memory = new_memory(new_tables(16), np.zeros(1, dtype=np.int64))

    def choose(self, state: Record) -> int:
        """A move for the seat that is to move."""
        if state.phase == LAYING:
            return self._laying(state)
        return self._building(state)

    def _laying(self, state: Record) -> int:
        """Balance tiles and buildings; lay tiles where the seat's own ground grows (L3.1)."""
        seat = int(state.to_move)
        moves = [int(move) for move in self.game.legal_moves(state)]
        takes = [move for move in moves if TAKE <= move < PASS]
        lays = [move for move in moves if move < TAKE]
        taken = int(state.reserve[seat]).bit_count()
        laid = TILES - int(state.held_count[seat]) - (TILES - int(state.drawn[seat]))
        wanted = min(BUILDINGS_WANTED, (laid * BUILDINGS_WANTED) // TILES + below(self.chance, 2))
        if takes and (taken < wanted or (not lays and taken < BUILDINGS_WANTED)):
            return max(takes, key=lambda take: 2 * SIZES[take - TAKE] + below(self.chance, 5))
        if lays:
            return max(lays, key=lambda lay: self._ground(state, seat, lay) + below(self.chance, 4))
        return PASS if PASS in moves else takes[0]

    def _ground(self, state: Record, seat: int, move: int) -> int:
        """How well the seat's spaces are connected and lit after laying a tile."""
        tiles = self.game.box.tile_spaces
        here = tiles[seat * TILES + move // 64, move % 4, (move // 4) % 16]
        spaces = [np.uint64(state.spaces[kind] | here[kind]) for kind in range(4)]
        worth = 0
        for player, sign in ((seat, 2), (1 - seat, -1)):
            ground = spaces[player] | spaces[MIXED]
            worth += sign * int(beside(ground) & ground).bit_count()
            worth += sign * int(beside(spaces[STREETLIGHT]) & ground).bit_count()
        return worth

    def _building(self, state: Record) -> int:
        """The best middle of the bounds after one ply, or sometimes the second best."""
        memory = self.memory
        memory.states[0] = state
        memory.scratch.salt = salt_of(self.game.box, state)
        frame = memory.frames[0]
        number = self.game.rules.legal_moves(self.game.box, state, frame.move)
        frame.index = 0
        frame.number = number
        name_root(memory)
        look_at_children(self.game.box, memory, 0, True)
        for index in range(min(2, number)):
            bring_best(frame, index, number)
        second = number > 1 and below(self.chance, SECOND_BEST) == 0
        return int(frame.move[1 if second else 0])


def sensible_game(game: Lumiere, seed: bytes) -> Iterator[Record]:
    """All states of a game of the sensible player against itself."""
    chance = generator(seed)
    player = SensiblePlayer(game, chance)
    state = game.deal_with(chance)
    while not game.is_over(state):
        yield state
        state = game.play(state, player.choose(state))


def tokens_left(state: Record) -> int:
    """Action tokens of both players."""
    return int(state.tokens[0]) + int(state.tokens[1])


def positions(game: Lumiere, tokens: int, number: int, seed: object) -> list[Record]:
    """One position from each game: a random one with this many tokens left in phase two."""
    found: list[Record] = []
    index = 0
    while len(found) < number:
        chance = generator(derived_seed("solver positions", seed, index))
        states = [
            state
            for state in sensible_game(game, derived_seed("solver game", seed, index))
            if state.phase != LAYING and tokens_left(state) == tokens and state.pending < 0
        ]
        index += 1
        if states:
            found.append(states[below(chance, len(states))])
    return found
