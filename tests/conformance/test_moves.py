"""Moves: there is always one, generator and validator agree, order and ends are correct."""

from __future__ import annotations

import re

import numpy as np
import pytest

from lutetia.kernel.compiled import JIT
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import GameOver, IllegalMove, UnparsableMove
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Moves, Record
from tests.conformance.boxes import Sample, fingerprint


def refusals(game: Game, state: Record) -> Moves:
    """The validator's answer to every move of the space."""
    out = np.empty(game.move_space, dtype=np.int32)
    specialise("tests.conformance.sweep", game.id, game.rules).sweep(game.box, state, out)
    return out


def test_a_game_that_is_not_over_has_a_legal_move(sampled: list[Sample]) -> None:
    for sample in sampled:
        for ply, state in enumerate(sample.states):
            assert int(state.ply) == ply
            over = ply == len(sample.moves)
            assert sample.game.is_over(state) == over
            assert (len(sample.game.legal_moves(state)) == 0) == over
            assert over or 0 <= int(state.to_move) < sample.game.seats


def test_moves_are_unique_ascending_and_within_the_space(sampled: list[Sample]) -> None:
    for sample in sampled:
        for state in sample.states:
            moves = sample.game.legal_moves(state)
            assert (np.diff(moves) > 0).all()
            assert len(moves) == 0 or (moves[0] >= 0 and moves[-1] < sample.game.move_space)


def test_the_generator_writes_nothing_beyond_its_moves(sampled: list[Sample]) -> None:
    game = sampled[0].game
    for state in sampled[0].states:
        out = np.full(game.move_space, -7, dtype=np.int32)
        count = game.rules.legal_moves(game.box, state, out)
        assert (out[count:] == -7).all()


def test_generator_and_validator_agree_on_every_move(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        for state in sample.states if JIT else sample.some(12):
            accepted = np.flatnonzero(refusals(game, state) == 0)
            assert accepted.tolist() == game.legal_moves(state).tolist()


def test_numbers_that_are_no_move_are_refused(sampled: list[Sample]) -> None:
    game, states = sampled[0].game, sampled[0].states
    for state in (states[0], states[len(states) // 2], states[-1]):
        for number in (-1, -(2**40), game.move_space, 2**31, 2**40):
            assert game.rules.refusal(game.box, state, number) != 0
    for number in (-1, game.move_space):
        with pytest.raises(UnparsableMove):
            game.play(states[0], number)


def test_every_refusal_is_explained_in_a_sentence_with_its_rule(sampled: list[Sample]) -> None:
    seen: set[int] = set()
    for sample in sampled:
        game = sample.game
        for state in sample.some(6)[:-1]:
            codes = refusals(game, state).tolist()
            for code in set(codes) - seen - {0}:
                move = codes.index(code)
                with pytest.raises(IllegalMove) as caught:
                    game.play(state, move)
                error = caught.value
                assert error.rule == game.refusals[code].rule
                assert str(error) == f"{game.notation(move)}: {error.reason} ({error.rule})"
            seen |= set(codes)
    assert len(seen) > 3


def test_refusals_cite_rules_in_one_line(game: Game) -> None:
    assert 0 not in game.refusals
    for code, refusal in game.refusals.items():
        assert code > 0
        assert re.fullmatch(r"[A-Z]\d+(\.\d+)?", refusal.rule), refusal
        assert refusal.reason.strip() == refusal.reason != ""
        assert "\n" not in refusal.reason
        assert not refusal.reason.endswith(".")


def test_a_finished_game_answers_no_move(sampled: list[Sample]) -> None:
    for sample in sampled:
        game, end = sample.game, sample.states[-1]
        assert game.legal_moves(end).tolist() == []
        for move in sorted({0, *sample.moves, game.move_space - 1}):
            assert game.rules.refusal(game.box, end, move) != 0
            with pytest.raises(GameOver):
                game.play(end, move)
        assert fingerprint(end) == sample.hashes[-1]


def test_a_refused_move_leaves_the_state_as_it_was(sampled: list[Sample]) -> None:
    sample = sampled[0]
    game = sample.game
    for state in sample.some(8)[:-1]:
        before = fingerprint(state)
        refused = int(np.flatnonzero(refusals(game, state))[0])
        with pytest.raises(IllegalMove):
            game.play(state, refused)
        assert fingerprint(state) == before
