"""Counts of move sequences: counted by hand if possible, otherwise by the reference."""

from __future__ import annotations

import copy

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record
from tests.belle_epoque.boards import dealt, opened, table
from tests.belle_epoque.playing import pick
from tests.belle_epoque.reference import Reference


def perft(game: BelleEpoque, state: Record, depth: int) -> int:
    """The number of sequences with this many moves."""
    pattern = specialise("lutetia.kernel.perft", game.id, game.rules)
    return int(pattern.perft(game.box, *pattern.workspace(state, game.move_space, depth), depth))


def check(game: BelleEpoque, state: Record, expected: list[int]) -> None:
    """Compare the counts of depth 1, 2, …; a failure shows the count for each first move."""
    for depth, count in enumerate(expected, 1):
        found = perft(game, state, depth)
        if found != count:
            divided = [
                f"{game.notation(move)} {perft(game, game.play(state, move), depth - 1)}"
                for move in map(int, game.legal_moves(state))
            ]
            pytest.fail(f"depth {depth}: {found}, not {count}\\n" + "\\n".join(divided))


@pytest.mark.plain
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_turns_by_hand(players: int) -> None:
    """Three piles for the draw, then seven places for a key, then the end of the turn.

    Nobody can do anything else before their second turn.
    """
    board = dealt(players)
    check(board.game, board.state, [3, 21, 21, 21 * 3, 21 * 21, 21 * 21])


@pytest.mark.plain
def test_an_action_by_hand() -> None:
    """Orange has a key on the Arc and four francs; Chaillot has its hotel (1) and its café (4).

    Depth 1: six banks for a key, and two buildings. Depth 2: the end after each of the six; after
    the hotel thirty tiles, a refusal, or a sale of its bronze; after the café a sale of its wood,
    or the end.
    """
    board = table(
        keys={"orange": ["arc"]}, built={"chaillot": [1, 4]}, seats={"orange": {"francs": 4}}
    )
    check(board.game, board.state, [6 + 2, 6 + (31 + 1) + 2])


@pytest.mark.plain
def test_the_scoring_follow_up_by_hand() -> None:
    """Six tiles on six districts, or none; then the gold beside the 8 is sold, or the turn ends."""
    board = table(
        keys={"orange": ["chaillot:bank", "chaillot:1"], "blue": ["chaillot:2", "chaillot:4"]},
        built={"chaillot": [1, 2, 4, 8]},
        seats={"orange": {"francs": 8}},
    ).play("move:chaillot:bank:8")
    # Depth 1: 37 answers, and the sale. Depth 2: two moves after each answer; 37 after the sale.
    check(board.game, board.state, [38, 37 * 2 + 37])


def count(reference: Reference, depth: int) -> int:
    if depth == 0:
        return 1
    legal = reference.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for text in legal:
        world = copy.deepcopy(reference)
        world.play(text)
        total += count(world, depth - 1)
    return total


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plies", [60, 150, 230])
def test_in_the_middle_of_games_as_many_as_the_reference_counts(players: int, plies: int) -> None:
    game = opened(players, setup="advanced" if plies == 150 else "basic")
    chance = generator(derived_seed("perft", players, plies))
    state = game.deal_with(chance)
    reference = Reference(game.position(state), game.options)
    for _ in range(plies):
        move = pick(game, state, chance)
        state = game.play(state, move)
        reference.play(game.notation(move))
    for depth in (1, 2, 3):
        if perft(game, state, depth) < 3_000:
            assert perft(game, state, depth) == count(reference, depth)


KEPT = {
    2: [3, 21, 21, 63, 441, 441, 1_323, 8_729, 18_340, 79_086],
    3: [3, 21, 21, 63, 441, 441, 1_323, 9_261, 9_261, 27_783, 187_817, 458_836],
    4: [3, 21, 21, 63, 441, 441, 1_323, 9_261, 9_261, 27_783, 194_481, 194_481],
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_rounds_as_they_were_counted_before(players: int) -> None:
    board = dealt(players)
    check(board.game, board.state, KEPT[players])
