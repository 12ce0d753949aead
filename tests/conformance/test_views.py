"""Views: hidden things have no influence on them; `imagine` fills in only what is hidden."""

from __future__ import annotations

from typing import Any

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import JIT
from lutetia.kernel.contract import WATCHER
from tests.conformance.boxes import Sample, fingerprint

WORLDS = 4 if JIT else 1
"""The number of imagined states for every view."""


def test_a_view_of_a_view_is_itself(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        for state in sample.states:
            for seat in sample.seats:
                view = game.view(state, seat)
                assert fingerprint(game.view(view, seat)) == fingerprint(view)


def test_the_watcher_sees_no_more_than_anybody(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        for state in sample.some(15):
            public = game.view(state, WATCHER)
            for seat in range(game.seats):
                through = game.view(game.view(state, seat), WATCHER)
                assert fingerprint(through) == fingerprint(public)


def test_changing_what_is_hidden_changes_no_view(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        chance = generator(derived_seed("worlds", sample.seed.hex()))
        for state in sample.some(20):
            for seat in sample.seats:
                view = game.view(state, seat)
                for _ in range(WORLDS):
                    world = game.imagine(view, seat, chance)
                    assert fingerprint(game.view(world, seat)) == fingerprint(view)


def test_the_seat_to_move_sees_all_its_moves(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        chance = generator(derived_seed("moves of worlds", sample.seed.hex()))
        for state in sample.some(20)[:-1]:
            seat = int(state.to_move)
            legal = game.legal_moves(state).tolist()
            view = game.view(state, seat)
            assert game.legal_moves(view).tolist() == legal
            for _ in range(WORLDS):
                world = game.imagine(view, seat, chance)
                assert game.legal_moves(world).tolist() == legal
            step = max(1, game.move_space // 100)
            for move in range(0, game.move_space, step):
                seen = game.rules.refusal(game.box, view, move)
                assert seen == game.rules.refusal(game.box, state, move)


def test_imagined_worlds_differ_where_something_is_hidden(sampled: list[Sample]) -> None:
    sample = sampled[0]
    game = sample.game
    chance = generator(derived_seed("many worlds"))
    for seat in sample.seats:
        view = game.view(sample.states[0], seat)
        worlds = {fingerprint(game.imagine(view, seat, chance)) for _ in range(20)}
        assert len(worlds) > 5


def test_imagined_worlds_can_be_played_to_the_end(sampled: list[Sample]) -> None:
    sample = sampled[0]
    game = sample.game
    chance = generator(derived_seed("played worlds"))
    for state in sample.some(6)[:-1]:
        world = game.imagine(game.view(state, int(state.to_move)), int(state.to_move), chance)
        while not game.is_over(world):
            moves = game.legal_moves(world)
            world = game.play(world, int(moves[int(chance[0]) % len(moves)]))
            chance[0] += type(chance[0])(1)


def test_json_of_a_view_is_the_truth_or_null(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        for state in sample.some(15):
            truth = game.position(state)
            for seat in sample.seats:
                assert truth_or_null(game.position(game.view(state, seat)), truth)


def test_events_of_views_are_those_of_the_truth_or_null(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        for ply, move in enumerate(sample.moves):
            before, after = sample.states[ply], sample.states[ply + 1]
            told = game.events(before, move, after)
            assert told
            assert told[0].seat == int(before.to_move)
            for seat in sample.seats:
                seen = game.events(game.view(before, seat), move, game.view(after, seat))
                assert [(event.kind, event.seat) for event in seen] == [
                    (event.kind, event.seat) for event in told
                ]
                for part, whole in zip(seen, told, strict=True):
                    assert truth_or_null(part.details, whole.details)


def truth_or_null(seen: Any, truth: Any) -> bool:
    """Whether a view's JSON is true everywhere, with null for what it hides."""
    if seen is None or seen == truth:
        return True
    if isinstance(seen, dict) and isinstance(truth, dict):
        return seen.keys() == truth.keys() and all(
            truth_or_null(seen[key], truth[key]) for key in seen
        )
    if isinstance(seen, list) and isinstance(truth, list):
        return len(seen) == len(truth) and all(map(truth_or_null, seen, truth))
    return False
