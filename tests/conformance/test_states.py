"""States are values: no other call changes them, and seeds decide everything."""

from __future__ import annotations

import json

import numpy as np

from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER, Game
from lutetia.kernel.types import copy_record
from tests.conformance.boxes import Box, Sample, fingerprint, play_sample


def test_earlier_states_are_never_changed_by_later_moves(sampled: list[Sample]) -> None:
    for sample in sampled:
        live = []
        for ply, move in enumerate(sample.moves):
            live.append(sample.states[ply])
            sample.game.play(live[-1], move)
            if ply % 10 == 0:
                assert [fingerprint(state) for state in live] == sample.hashes[: ply + 1]
        assert [fingerprint(state) for state in sample.states] == sample.hashes


def test_asking_changes_neither_state_nor_box(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        box = fingerprint(game.box)
        for state in sample.some(6):
            before = fingerprint(state)
            first = [answers(game, state) for _ in range(2)]
            assert first[0] == first[1]
            assert fingerprint(state) == before
        assert fingerprint(game.box) == box


def answers(game: Game, state: np.record) -> list[object]:
    """Everything that can be asked of a state."""
    views = [game.view(state, seat) for seat in range(-1, game.seats)]
    imagined = game.imagine(views[0], -1, generator(derived_seed("ask")))
    return [
        game.legal_moves(state).tolist(),
        [game.rules.refusal(game.box, state, move) for move in range(0, game.move_space, 97)],
        game.score(state),
        game.totals(state),
        game.ranks(state),
        [fingerprint(view) for view in views],
        fingerprint(imagined),
        game.position(state),
    ]


def test_apply_never_touches_the_box(box: Box) -> None:
    game = box.open()
    before = fingerprint(game.box)
    play_sample(game, derived_seed("box", str(box)))
    assert fingerprint(game.box) == before


def test_a_deal_overwrites_whatever_was_there(sampled: list[Sample]) -> None:
    game = sampled[0].game
    for sample in sampled:
        used = copy_record(sampled[0].states[-1])
        game.rules.deal(game.box, generator(sample.seed), used)
        assert fingerprint(used) == sample.hashes[0]


def test_views_and_imagined_states_overwrite_whatever_was_there(sampled: list[Sample]) -> None:
    sample = sampled[0]
    game = sample.game
    for state in sample.some(6):
        for seat in sample.seats:
            used = copy_record(sample.states[-1])
            game.rules.view(game.box, state, seat, used)
            assert fingerprint(used) == fingerprint(game.view(state, seat))
            seen = copy_record(used)
            clean = game.imagine(seen, seat, generator(sample.seed))
            game.rules.imagine(game.box, seen, seat, generator(sample.seed), used)
            assert fingerprint(used) == fingerprint(clean)


def test_the_same_seed_gives_the_same_game(box: Box, sampled: list[Sample]) -> None:
    sample = sampled[0]
    again = play_sample(box.open(), sample.seed)
    assert again.moves == sample.moves
    assert again.hashes == sample.hashes


def test_other_seeds_give_other_games(box: Box) -> None:
    game = box.open()
    deals = {fingerprint(game.deal(derived_seed("other", n))) for n in range(20)}
    assert len(deals) > 15


def test_a_position_is_json_and_comes_back_to_the_bit(sampled: list[Sample]) -> None:
    for sample in sampled:
        for state in sample.some(30):
            text = json.dumps(sample.game.position(state))
            again = sample.game.state_from(json.loads(text))
            assert fingerprint(again) == fingerprint(state)


def test_a_position_fits_its_model(sampled: list[Sample]) -> None:
    for sample in sampled:
        package = GAMES[sample.game.id]
        model = package.position_model()
        assert model is not None or not package.has_client, "a client has no types without a model"
        if model is None:
            continue
        for state in sample.some(30):
            model.model_validate(sample.game.position(state))
            for seat in (WATCHER, *range(sample.game.seats)):
                model.model_validate(sample.game.position(sample.game.view(state, seat)))


def test_standing_follows_the_score(sampled: list[Sample]) -> None:
    for sample in sampled:
        game = sample.game
        for state in sample.states:
            score, totals, ranks = game.score(state), game.totals(state), game.ranks(state)
            assert len(score) == len(totals) == len(ranks) == game.seats
            for lines, total in zip(score, totals, strict=True):
                assert tuple(lines) == game.score_lines
                assert sum(lines.values()) == total
            assert min(ranks) == 1
            assert all(1 + sum(other < mine for other in ranks) == mine for mine in ranks)
            for one in range(game.seats):
                for other in range(game.seats):
                    if totals[one] > totals[other]:
                        assert ranks[one] < ranks[other]


def test_a_box_reopened_from_its_own_options_is_the_same(box: Box, game: Game) -> None:
    again = type(game).open(game.seats, json.loads(json.dumps(dict(game.options))))
    assert dict(again.options) == dict(game.options)
    assert fingerprint(again.box) == fingerprint(game.box)
    assert again.components_digest == game.components_digest
    assert set(game.options) == {option.name for option in game.options_offered}
