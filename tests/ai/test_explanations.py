"""Explanations say the truth: each figure is the difference of two breakdowns."""

from __future__ import annotations

from typing import Any

import pytest

from lutetia.ai.analysis.explanation import Explanation
from lutetia.ai.analysis.hint import Advice, advise
from lutetia.ai.analysis.report import BLUNDER, MISTAKE, STRONG, mark_of
from lutetia.ai.analysis.weigh import Scales
from lutetia.ai.finishing import EndProver
from lutetia.cli.explaining import sentences
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.types import Record
from tests.ai.positions import BOXES, decisions, opened, random_states
from tests.ai.test_analysis import analysed, recorded


@pytest.mark.parametrize(("name", "seats"), BOXES)
def test_the_parts_of_every_score_add_up_to_its_lines(name: str, seats: int) -> None:
    game = opened(name, seats)
    parts_of = package_of(game).score_parts()
    assert parts_of is not None
    told = 0
    for state in random_states(name, seats):
        parts = list(parts_of(game, state))
        keys = [(part.seat, part.line, part.thing) for part in parts]
        assert len(set(keys)) == len(keys)
        for seat, lines in enumerate(game.score(state)):
            for line, points in lines.items():
                mine = [part for part in parts if (part.seat, part.line) == (seat, line)]
                assert sum(part.points for part in mine) == points, (seat, line)
                told += sum(part.points != 0 for part in mine)
    assert told > 20


def _after(game: Game, state: Record, moves: list[str]) -> Record:
    for text in moves:
        state = game.play(state, game.read(text))
    return state


def _figures_are_differences(game: Game, why: Explanation) -> None:
    """Every figure is the difference of the two figures beside it, and every total its sum."""
    for line in why.lines:
        assert line.points == pytest.approx(line.best - line.other, abs=1e-9)
        assert line.line in game.score_lines
    for part in [*why.at_once, *why.at_end]:
        assert part.points == part.after - part.before != 0
    assert [abs(line.points) for line in why.lines] == sorted(
        (abs(line.points) for line in why.lines), reverse=True
    )
    if why.gain is not None and game.seats == 2 and why.lines:
        first, second = (
            sum(line.points for line in why.lines if line.seat == game.seat_name(seat))
            for seat in range(2)
        )
        assert abs(first - second) == pytest.approx(abs(why.gain), abs=1e-9)


def _at_once_is_what_the_moves_change(game: Game, state: Record, advice: Advice) -> None:
    """The lines of the scores before and after the turn differ by the sums of the parts."""
    best = advice.moves[0]
    before, after = game.score(state), game.score(_after(game, state, [best.move, *best.then]))
    for seat in range(game.seats):
        for line in game.score_lines:
            told = sum(
                part.points
                for part in advice.why.at_once
                if (part.seat, part.line) == (game.seat_name(seat), line)
            )
            assert told == after[seat][line] - before[seat][line], (best, line)


@pytest.mark.parametrize(("name", "seats"), [("lumiere", 2), ("belle_epoque", 2)])
def test_a_hint_says_what_its_turn_changes_and_what_it_gains(name: str, seats: int) -> None:
    game = opened(name, seats)
    explained = brought = 0
    for state in decisions(name, seats, 12):
        advice = advise(game, state, 60, "why", 1, 1)
        _figures_are_differences(game, advice.why)
        if not advice.moves[0].move.startswith("draw"):
            _at_once_is_what_the_moves_change(game, state, advice)
        explained += bool(advice.why.lines)
        brought += bool(advice.why.at_once)
        told = sentences(advice.why, advice.seat, list(seat_names(game)))
        # If every move belongs to the same best turn, there is nothing to compare it with.
        assert told or advice.why.other is None
        _sentences_say_the_figures(told, advice.why, advice.seat)
    assert explained >= 3
    assert brought >= 2


def _sentences_say_the_figures(told: list[str], why: Explanation, seat: str) -> None:
    words = " ".join(told)
    if why.at_once:
        own = sum(part.points for part in why.at_once if part.seat == seat)
        assert f"{own:+d} at once" in words
    for line in why.lines[:2]:
        if why.gain is not None and why.gain >= 0.05:
            assert f"{line.seat} {line.line} {line.points:+g}" in words


def test_a_proved_ending_compares_the_two_ends_of_the_game() -> None:
    """In La Cité: play both proved lines, and count them with the rules."""
    game = opened("lumiere", 2)
    record = recorded("lumiere", 2)
    state = game.deal(bytes.fromhex(record.seed or ""))
    scales = Scales(game, 60, "1", 1, EndProver(game, 200_000))
    compared = 0
    for text in record.moves:
        seat, move = int(state.to_move), game.read(text)
        if len(game.legal_moves(state)) > 1 and scales.prover.can_try(state):
            advice = advise(game, state, 60, "1", 1, 1)
            weighed = scales.weigh(state, seat, move)
            if weighed.other is not None and weighed.proved and advice.moves[0].proved:
                ends = [
                    _after(game, state, [game.notation(one) for one in candidate.worth.line])
                    for candidate in (weighed.best, weighed.other)
                ]
                assert all(game.is_over(end) for end in ends)
                totals = game.totals(ends[0])
                assert advice.moves[0].margin == totals[seat] - totals[1 - seat]
                compared += 1
        state = game.play(state, move)
    assert compared
    for judged in analysed("lumiere", 2).moves:
        why = judged.explanation
        if why is None or not why.at_end:
            continue
        for line in why.lines:
            parts = [p.points for p in why.at_end if (p.seat, p.line) == (line.seat, line.line)]
            assert sum(parts) == line.points


def test_the_last_turn_of_the_belle_epoque_is_proved_with_its_margin() -> None:
    game = opened("belle_epoque", 2)
    found = 0
    for state in random_states("belle_epoque", 2)[-12:]:
        proof = EndProver(game, 1).prove(state)
        if proof is None:
            continue
        end = _after(game, state, [game.notation(move) for move in proof.line])
        assert game.is_over(end)
        assert [sum(row) for row in proof.lines.tolist()] == game.totals(end)
        advice = advise(game, state, 60, "1", 1, 1)
        assert advice.moves[0].proved
        found += 1
    assert found
    assert EndProver(game, 0).prove(random_states("belle_epoque", 2)[-1]) is None


@pytest.mark.parametrize(("name", "seats"), [("lumiere", 2), ("belle_epoque", 3)])
def test_every_judged_move_is_explained_and_marked_by_its_figures(name: str, seats: int) -> None:
    game, marks = opened(name, seats), set[Any]()
    for move in analysed(name, seats).moves:
        if move.forced:
            assert move.explanation is None
            assert move.mark is None
            continue
        assert move.explanation is not None
        _figures_are_differences(game, move.explanation)
        assert move.line[0] == move.best
        if move.loss > 0:
            assert move.explanation.other == move.move
            assert move.explanation.gain == move.loss
        marks.add(move.mark)
        expected = "??" if move.loss >= BLUNDER else "?" if move.loss >= MISTAKE else None
        assert move.mark == expected or (expected is None and move.mark == "!")
    assert {"?", "??"} <= marks


@pytest.mark.parametrize(
    ("loss", "gain", "sure", "mark"),
    [
        (BLUNDER, BLUNDER, True, "??"),
        (BLUNDER - 0.01, BLUNDER, True, "?"),
        (MISTAKE - 0.01, MISTAKE, True, None),
        (0.0, STRONG, True, "!"),
        (0.0, STRONG, False, None),
        (0.0, STRONG - 0.01, True, None),
        (0.0, None, True, None),
    ],
)
def test_marks_have_thresholds(
    loss: float, gain: float | None, sure: bool, mark: str | None
) -> None:
    assert mark_of(loss, gain, sure) == mark
