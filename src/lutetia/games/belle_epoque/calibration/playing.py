"""Pattern (see `kernel.specialise`): whole games of planners, and an account of their moves."""

from __future__ import annotations

from lutetia.ai.search.beam_buffers import LONGEST_TURN, BeamBuffers
from lutetia.games.belle_epoque.balance.accounts import account
from lutetia.kernel.compiled import compiled
from lutetia.kernel.copying import copy_into
from lutetia.kernel.specialise import game_function
from lutetia.kernel.types import Floats, Integers, Record, Words

deal = game_function("deal")
turn_up = game_function("turn_up")
plan_turn = game_function("plan_turn")

LONGEST = 3000
"""A game with more plies than this is stopped."""


@compiled
def play_game(
    box: Record,
    knowledge: Floats,
    chance: Words,
    beam: BeamBuffers,
    width: int,
    spare: Record,
    accounts: Integers,
) -> None:
    """Play one game in `beam.worlds[0]`; each seat plans its turns with its own row of weights.

    What the moves brought is added to the accounts.
    """
    world = beam.worlds[0]
    within = spare[0]
    deal(box, chance, world)
    while world.to_move >= 0 and world.ply < LONGEST:
        seat = int(world.to_move)
        # Turn up the tile first, so that the planned path begins at the present position.
        turn_up(box, world, seat, chance, beam)
        copy_into(world, within)
        plan_turn(box, knowledge[seat], chance, beam, seat, width)
        for step in range(LONGEST_TURN):
            move = int(beam.path[step])
            if move < 0:
                break
            account(box, within, move, accounts)


@compiled
def play_games(
    box: Record,
    knowledge: Floats,
    seeds: Words,
    beam: BeamBuffers,
    width: int,
    spare: Record,
    accounts: Integers,
    ends: Record,
) -> None:
    """Play a game for each seed. Its account and its last state are kept."""
    for number in range(len(seeds)):
        chance = seeds[number].copy()
        play_game(box, knowledge, chance, beam, width, spare, accounts[number])
        copy_into(beam.worlds[0], ends[number])
