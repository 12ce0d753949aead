"""What `Game` itself does: it reads texts, checks moves, and gives totals and ranks."""

from __future__ import annotations

import numpy as np
import pytest
from lutetia_nim.rules import Nim

from lutetia.kernel.chance import generator
from lutetia.kernel.contract import seat_names
from lutetia.kernel.errors import AmbiguousMove, GameOver, IllegalMove, UnparsableMove
from lutetia.kernel.types import Record

pytestmark = pytest.mark.plain


@pytest.fixture
def game() -> Nim:
    return Nim.open()


@pytest.fixture
def start(game: Nim) -> Record:
    return game.deal(bytes(32))


def test_a_full_notation_is_taken_as_it_stands_legal_or_not(game: Nim, start: Record) -> None:
    assert game.parse(start, "take:two") == 1
    assert game.parse(start, " TAKE:Two\n") == 1
    assert game.parse(start, "take:twelve") == 3
    with pytest.raises(IllegalMove, match="take:twelve: the heap is smaller than that"):
        game.play(start, 3)


def test_a_shortened_one_is_completed_by_the_legal_moves(game: Nim, start: Record) -> None:
    assert game.parse(start, "take:o") == 0
    assert game.parse(start, "t:o") == 0
    assert game.parse(start, "t:th") == 2
    # Twelve is not legal with nine stones, so "tw" has one meaning; with twenty it has two.
    assert game.parse(start, "take:tw") == 1
    full = Nim.open(options={"heap": 20})
    with pytest.raises(AmbiguousMove) as caught:
        full.parse(full.deal(bytes(32)), "take:tw")
    assert caught.value.candidates == ["take:two", "take:twelve"]


@pytest.mark.parametrize("text", ["take", "t", "take:t", ":", "take:"])
def test_what_fits_several_moves_is_ambiguous(game: Nim, start: Record, text: str) -> None:
    with pytest.raises(AmbiguousMove) as caught:
        game.parse(start, text)
    assert len(caught.value.candidates) > 1
    assert "twelve" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["", "   ", "give:one", "take:four", "take:one:two", "take one", "x" * 5000, "take:é"]
)
def test_what_fits_no_move_is_unparsable(game: Nim, start: Record, text: str) -> None:
    with pytest.raises(UnparsableMove) as caught:
        game.parse(start, text)
    assert len(str(caught.value)) < 100


def test_when_one_move_is_left_any_beginning_means_it(game: Nim, start: Record) -> None:
    state = start
    for move in (2, 2, 1):
        state = game.play(state, move)
    assert game.parse(state, "t") == 0


def test_play_returns_a_new_state_and_leaves_the_old_one(game: Nim, start: Record) -> None:
    before = start.tobytes()
    after = game.play(start, 0)
    assert start.tobytes() == before
    assert (int(after.heap), int(after.ply), int(after.to_move)) == (8, 1, 1)


def test_numbers_outside_the_space_are_no_moves(game: Nim, start: Record) -> None:
    for number in (-1, 4, 10**6):
        with pytest.raises(UnparsableMove, match="is not a move of Nim"):
            game.play(start, number)


def test_a_finished_game_refuses_moves_before_anything_else(game: Nim, start: Record) -> None:
    state = start
    for move in (2, 2, 2):
        state = game.play(state, move)
    assert game.is_over(state)
    for number in (0, 3, -1, 99):
        with pytest.raises(GameOver):
            game.play(state, number)
    assert game.legal_moves(state).tolist() == []
    prize = int(start.prize[0])
    assert game.score(state) == [{"prize": prize}, {"prize": 0}]
    assert game.totals(state) == [prize, 0]
    assert game.ranks(state) == [1, 2]


def test_equal_standings_share_the_better_place(game: Nim, start: Record) -> None:
    assert game.ranks(start) == [1, 1]


def test_views_and_imagined_states(game: Nim, start: Record) -> None:
    view = game.view(start, 0)
    assert view.prize.tolist() == [int(start.prize[0]), 0]
    assert game.view(start, -1).prize.tolist() == [0, 0]
    assert seat_names(game) == ["orange", "blue"]


def test_numpys_integers_are_taken_without_compiling_anything_anew(game: Nim) -> None:
    """A move straight from `legal_moves` once compiled the whole game a second time."""
    state = game.deal(bytes(32))
    game.play(state, 0)
    game.imagine(game.view(state, 0), 0, generator(bytes(32)))
    before = signatures(game)
    move, seat = game.legal_moves(state)[1], state.to_move
    assert game.is_legal(state, move)
    assert int(game.play(state, move).heap) == 7
    game.imagine(game.view(state, seat), seat, generator(bytes(32)))
    with pytest.raises(IllegalMove, match="take:twelve"):
        game.play(state, np.array([3])[0])
    assert signatures(game) == before


def signatures(game: Nim) -> list[int]:
    """How often each function of the game was compiled."""
    return [len(getattr(function, "signatures", ())) for function in game.rules]


@pytest.mark.parametrize("number", [-1, 4, 2**31, 2**64, 10**30])
def test_no_number_is_too_large_to_be_refused(game: Nim, start: Record, number: int) -> None:
    assert game.is_legal(start, number) is False
    with pytest.raises(UnparsableMove):
        game.play(start, number)
