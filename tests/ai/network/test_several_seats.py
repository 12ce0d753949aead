"""The search, the samples and the lessons of a network for two, three and four seats.

They run as plain Python: to compile them would take much longer than these few positions.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lutetia.ai.network import catalogue
from lutetia.ai.network.best_moves import STEPS
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.crowd import Crowd
from lutetia.ai.network.lessons import planned_game
from lutetia.ai.network.loops import search_loops
from lutetia.ai.network.selfplay import OUT, OWNED, SURE, WHOLE_WIN, Samples
from lutetia.ai.network.session import Reals, Session
from lutetia.ai.network.subject import Subject
from lutetia.ai.network.thinking import NetworkSearch
from lutetia.ai.network.trees import Leaves, new_leaves
from lutetia.games.belle_epoque.network.knowing import hidden, secret, told
from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.compiled import JIT
from lutetia.kernel.types import Record

pytestmark = [
    pytest.mark.plain,
    pytest.mark.skipif(JIT, reason="these tests run without compilation only"),
]
SEED = derived_seed("several seats")


@pytest.fixture
def subject() -> Subject:
    return subject_of("belle_epoque")


class Judge(Session):
    """A session without a model: it gives each seat that plays points and a logit of its own."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.inputs, self.components = {"numbers"}, None

    def judge(self, planes: Reals, numbers: Reals) -> tuple[Reals, Reals, Reals]:
        """The next seats after the mover do better."""
        count, seats = len(planes), self.subject.seats
        plays = numbers[:, list(self.subject.plays)]
        win = np.tile(np.arange(seats, dtype=np.float32), (count, 1)) - 30.0 * (1.0 - plays)
        lines = np.zeros((count, seats, self.subject.lines), dtype=np.float32)
        lines[:, :, 0] = 10.0 * np.arange(seats) * plays
        policy = np.tile(np.sin(np.arange(self.subject.moves, dtype=np.float32)), (count, 1))
        policy[:, int(m.END)] = 9.0
        return policy, win, lines.reshape(count, -1)


def played(game: BelleEpoque, word: str, plies: int) -> Record:
    """A position after some random moves."""
    chance = generator(derived_seed(word))
    state = game.deal_with(chance)
    for _ in range(plies):
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
    return state


def last_choice(game: BelleEpoque) -> Record:
    """A position late in a game in which somebody chooses an end-of-game tile."""
    chance = generator(derived_seed("choice"))
    state = game.deal_with(chance)
    while state.phase != s.CHOOSE or state.end_taken < 5:
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_values_of_all_seats_are_found_and_add_up(subject: Subject, seats: int) -> None:
    game = BelleEpoque.open(seats)
    state = played(game, "values", 12)
    leaves = new_leaves(1, subject)
    loops = search_loops(subject, game)
    loops.present(game.box, state, leaves, 0, np.zeros(game.move_space, dtype=np.int32))
    lines = Judge(subject).answer(leaves, 1)
    values = leaves.values[0, :seats]
    assert (np.diff(values) > 0).all()
    if seats == 2:
        assert values.sum() == pytest.approx(1.0)
    by_seat = np.zeros(subject.seats, dtype=np.float32)
    loops.seat_values(leaves, 0, by_seat)
    mover = int(state.to_move)
    assert by_seat[mover] == values[0]
    assert by_seat[(mover + seats - 1) % seats] == values[-1]
    assert (by_seat[seats:] == 0).all()
    assert lines.shape == (1, subject.seats * subject.lines)
    moves = game.legal_moves(state)
    wanted = np.where(moves == int(m.END), 9.0, np.sin(moves.astype(np.float32)))
    assert leaves.logits[0, : len(moves)] / STEPS == pytest.approx(wanted, abs=0.5 / STEPS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_search_uses_all_simulations_and_answers_for_every_seat(
    subject: Subject, seats: int
) -> None:
    game = BelleEpoque.open(seats)
    state = played(game, "search", 30)
    while len(game.legal_moves(state)) < 3:
        state = game.play(state, int(game.legal_moves(state)[0]))
    seat = int(state.to_move)
    search = NetworkSearch(game, Judge(subject), 12, SEED)
    found = search.think(game.view(state, seat), seat)
    assert sum(one.visits for one in found) == 12
    assert {one.move for one in found} <= set(game.legal_moves(state).tolist())
    for one in found:
        assert one.values.shape == (seats,)
        assert one.lines.shape == (seats, len(game.score_lines))
        assert ((one.values >= 0.0) & (one.values <= 1.0)).all()


def test_nobody_reads_which_end_of_game_tile_another_seat_chose() -> None:
    faces = range(int(m.CHOOSE), int(m.BONUS))
    assert {int(told(move)) for move in faces} == {int(m.CHOOSE)}
    assert int(told(int(m.END))) == int(m.END)


def test_a_seat_names_a_position_by_what_it_knows() -> None:
    game = BelleEpoque.open(2)
    state = last_choice(game)
    seat = int(state.to_move)
    other = 1 - seat
    taken = [index for index in range(state.end_taken) if state.end_taker[index] == other]
    assert taken
    view = game.view(state, seat)
    chance = generator(derived_seed("worlds"))
    worlds = [game.imagine(view, seat, chance) for _ in range(6)]
    assert {int(secret(world, seat)) for world in worlds} == {int(secret(state, seat))}
    changed = game.imagine(view, seat, chance)
    changed.end_face[taken[0]] = (int(changed.end_face[taken[0]]) + 1) % 28
    assert int(secret(changed, other)) != int(secret(state, other))
    turned = state.copy()
    turned.turned = np.uint64(int(state.turned) ^ 1)
    assert int(secret(turned, seat)) != int(secret(state, seat))


def test_what_is_hidden_is_a_target(subject: Subject) -> None:
    game = BelleEpoque.open(3)
    state = last_choice(game)
    seat = int(state.to_move)
    sets = np.zeros(subject.hidden_sets, dtype=np.uint64)
    hidden(game.box, state, seat, sets)
    for turn in (1, 2):
        rival = (seat + turn) % 3
        faces = {
            int(state.end_face[index])
            for index in range(state.end_taken)
            if state.end_taker[index] == rival and not state.end_spent[index]
        }
        assert int(sets[turn - 1]) == sum(1 << face for face in faces)
    assert int(sets[2]) == 0
    early = played(game, "piles", 1)
    hidden(game.box, early, int(early.to_move), sets)
    for pile in range(3):
        left = int(early.pile_left[pile])
        assert int(sets[3 + pile]) == (1 << int(early.piles[pile, left - 1]) if left else 0)


def checked(samples: Samples, subject: Subject) -> None:
    """Every sample has one whole win, and no more seats than its position."""
    plays = samples.numbers[:, list(subject.plays)] == 1
    assert (samples.result.sum(1) == WHOLE_WIN).all()
    assert (samples.result[~plays] == 0).all()
    lines = samples.lines.reshape(len(plays), subject.seats, -1)
    assert (lines[~plays] == 0).all()
    totals = np.where(plays, lines.sum(2), -1)
    first = samples.result == WHOLE_WIN
    assert (totals[first] == totals.max(1)[first.any(1)]).all()
    assert samples.ownership.shape[1] == OWNED + subject.hidden_sets


def test_self_play_gives_samples_with_the_result_of_every_seat(subject: Subject) -> None:
    """The game begins in the last turn of its last player."""
    game = BelleEpoque.open(3)
    late = replace(subject, practice=lambda: [game], blind=1)
    crowd = Crowd(late, late.practice(), 1, 2, SEED, 1)
    state = crowd.games.states[0]
    chance = generator(derived_seed("late"))
    while state.stage != s.FINAL or (state.to_move + 1) % 3 != state.first:
        moves = game.legal_moves(state)
        game.rules.apply(game.box, state, int(moves[below(chance, len(moves))]))
    judge = Judge(late)
    for _ in range(120):
        crowd.advance(None)
        if crowd.games.tallies[0, OUT]:
            break
        judge.answer(crowd.leaves, 1)
    (samples,) = crowd.harvest()
    checked(samples, late)
    assert (samples.probabilities.astype(int).sum(1) > SURE - 200).all()


def test_some_searches_are_quick_and_nothing_is_kept_of_them(subject: Subject) -> None:
    crowd = Crowd(subject, subject.practice(), 12, 4, SEED, 1, quick=1)
    crowd.advance(None)
    games = crowd.games
    quick = games.is_quick.astype(bool)
    assert 0 < quick.sum() < len(quick)
    judge = Judge(subject)
    for _ in range(2):
        judge.answer(crowd.leaves, crowd.count)
        crowd.advance(None)
    # After the root and one simulation the quick searches are over, the others go on.
    assert (games.held_count == 0).all()
    assert (games.done[~quick] > 1).all()


@pytest.mark.parametrize("number", [8])
def test_a_lesson_shows_the_moves_and_the_result_of_planners(
    subject: Subject, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three players; the beams are narrow and the game is stopped early."""
    monkeypatch.setattr("lutetia.ai.network.lessons.WIDTH", 1)
    monkeypatch.setattr("lutetia.ai.network.lessons.LONGEST", 16)
    samples = planned_game("belle_epoque", number, "test")
    assert len(samples.result) > 0
    checked(samples, subject)
    assert (samples.probabilities.max(1) == SURE).all()
    assert ((samples.moves >= 0).sum(1) > 1).all()


def test_an_option_that_was_not_learnt_is_refused(subject: Subject) -> None:
    assert subject.refusal(BelleEpoque.open(4, {"setup": "advanced", "start": "blue"})) is None
    for options in ({"wood": "eights"}, {"placement": "any-district"}, {"tile-27": "two"}):
        (name,) = options
        assert name in str(subject.refusal(BelleEpoque.open(2, options)))


def test_a_network_refuses_other_components_than_it_learnt_with(subject: Subject) -> None:
    game, judge = BelleEpoque.open(2), Judge(subject)
    assert catalogue._strange(game, judge) is None
    judge.components = "0" * 64
    assert catalogue._strange(game, judge) == "the network learnt with other components"
    judge.components = game.components_digest
    assert catalogue._strange(game, judge) is None


def test_leaves_have_room_for_every_seat(subject: Subject) -> None:
    leaves: Leaves = new_leaves(3, subject)
    assert leaves.values.shape == (3, 4)
    assert new_leaves(3, subject_of("lumiere")).values.shape == (3, 2)
