"""Notation, names and records: the program reads back unchanged what it wrote."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.errors import BadComponents, BadFile, BadOption, UnknownGame
from lutetia.kernel.record import GameRecord, loads, reopen, replay, verify
from tests.conformance.boxes import Sample, fingerprint


def written(sample: Sample) -> GameRecord:
    """The record of a sample game."""
    game = sample.game
    record = GameRecord.start(game, sample.seed, list(seat_names(game)))
    record.moves = [game.notation(move) for move in sample.moves]
    record.finish(game, sample.states[-1])
    return record


def test_notation_round_trips_over_the_whole_space(game: Game) -> None:
    texts = [game.notation(move) for move in range(game.move_space)]
    assert len(set(texts)) == game.move_space
    assert [game.parse_exact(text) for text in texts] == list(range(game.move_space))
    for text in texts:
        assert re.fullmatch(r"[a-z0-9:+*./-]+", text), text


def test_a_text_that_is_not_a_notation_is_no_move(game: Game) -> None:
    text = game.notation(0)
    every = {game.notation(move) for move in range(game.move_space)}
    for wrong in ("", " ", text + ":", " " + text, text[:-1], text + "0", "é", "\n" + text):
        if wrong not in every:
            assert game.parse_exact(wrong) is None


def test_a_full_notation_is_understood_however_it_is_typed(sampled: list[Sample]) -> None:
    sample = sampled[0]
    for state, move in list(zip(sample.states, sample.moves, strict=False))[::7]:
        text = sample.game.notation(move)
        assert sample.game.parse(state, f"  {text.upper()} ") == move


def test_replay_of_a_record_equals_the_live_game(sampled: list[Sample]) -> None:
    for sample in sampled:
        record = loads(written(sample).dumps())
        game = reopen(record, open_game)
        plies = list(replay(game, record))
        assert [ply.move for ply in plies] == sample.moves
        assert [fingerprint(ply.after) for ply in plies] == sample.hashes[1:]
        assert fingerprint(plies[0].before) == sample.hashes[0]
        for one, other in pairwise(plies):
            assert fingerprint(one.after) == fingerprint(other.before)
        assert fingerprint(verify(game, record)) == sample.hashes[-1]


def test_a_record_is_written_as_it_was_read(sampled: list[Sample]) -> None:
    for sample in sampled:
        text = written(sample).dumps()
        assert loads(text).dumps() == text
        assert json.loads(text)["moves"] == [sample.game.notation(m) for m in sample.moves]


def test_seats_have_different_names(game: Game) -> None:
    names = seat_names(game)
    assert len(set(names)) == game.seats
    assert all(name == name.lower() != "" for name in names)


def test_unknown_options_and_numbers_of_players_are_refused(game: Game) -> None:
    with pytest.raises(BadOption, match="no such option"):
        type(game).open(game.seats, {"no-such-thing": 1})
    with pytest.raises(BadOption, match="cannot play"):
        type(game).open(max(game.seat_counts) + 1)
    for option in game.options_offered:
        with pytest.raises(BadOption, match=f"^{option.name}: "):
            type(game).open(game.seats, {option.name: "no such value"})


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"format = 1\n", b"format = 99\n", b"\xff\xfe", b"\x00", b"a = " + b"[" * 50_000,
     b"format = " + b"9" * 5_000, b"format = true\n", b"a." * 5_000 + b"b = 1\n"],
    ids=range(10),
)  # fmt: skip
def test_a_broken_component_file_is_refused_with_its_name(
    game: Game, content: bytes, tmp_path: Path
) -> None:
    """Deep lists and very long numbers once ended in a traceback."""
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises((BadComponents, BadFile), match=r"mine\.toml: "):
        type(game).open(game.seats, components=path)


def test_a_component_file_that_is_not_there(game: Game, tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, Path("with\0null.toml")):
        with pytest.raises(BadFile, match="cannot be read"):
            type(game).open(game.seats, components=path)


def test_options_are_explained(game: Game) -> None:
    for option in game.options_offered:
        assert option.default in option.choices
        assert option.meaning
        assert re.fullmatch(r"[A-Z]\d+(\.\d+)?", option.rule)


@pytest.mark.plain
def test_the_catalogue_names_each_game_by_its_id() -> None:
    for name in GAMES:
        game = find_game(name)
        assert game.id == name
        assert find_game(name) is game
        assert find_game(name.upper().replace("_", "-")) is game
        assert open_game(name).seats == game.seat_counts[0]
    with pytest.raises(UnknownGame, match="no game is called 'chess'"):
        find_game("chess")
