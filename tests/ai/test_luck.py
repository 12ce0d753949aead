"""How much of a result came from the shuffle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lutetia.ai.analysis.luck import interval, margins, measure_luck, student
from lutetia.ai.levels import LevelPlayer
from lutetia.cli.main import main
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadRecord
from lutetia.kernel.record import GameRecord
from tests.cli.schemas import fits


def played(game: Game, seed: str, moves: int = 10_000) -> GameRecord:
    """A game of the weakest level."""
    record = GameRecord.start(game, derived_seed(seed), ["Anna", "Bert"])
    state = game.deal(derived_seed(seed))
    players = [LevelPlayer(1, derived_seed(seed, seat), 1) for seat in range(game.seats)]
    while not game.is_over(state) and len(record.moves) < moves:
        seat = int(state.to_move)
        move = players[seat].choose(game, game.view(state, seat), seat)
        record.moves.append(game.notation(move))
        state = game.play(state, move)
    if game.is_over(state):
        record.finish(game, state)
    else:
        record.seed = derived_seed(seed).hex()
    return record


def test_a_margin_compares_with_the_mean_of_the_others() -> None:
    assert margins([30, 20]) == [10, -10]
    assert margins([30, 20, 10, 0]) == [20, pytest.approx(20 - 40 / 3), pytest.approx(-20 / 3), -20]


def test_the_interval_is_that_of_student() -> None:
    # From the tables of the distribution.
    for freedom, quantile in ((5, 2.571), (9, 2.262), (23, 2.069), (60, 2.000)):
        assert student(freedom) == pytest.approx(quantile, rel=0.01)
    mean, half = interval([1, 2, 3, 4, 5, 6])
    assert mean == 3.5
    assert half == pytest.approx(2.571 * 1.8708 / 6**0.5, rel=0.01)
    assert interval([2.0])[1] == float("inf")


def test_equal_players_measure_the_same_luck_for_both_seats_with_opposite_signs() -> None:
    game = open_game("lumiere")
    record = played(game, "a shuffle")
    told: list[tuple[int, int]] = []
    found = measure_luck(game, record, 2, 6, 1, lambda done, of: told.append((done, of)))
    assert told == [(number, 6) for number in range(1, 7)]
    one, other = found.summaries
    assert (one.seat, one.player, other.player) == ("orange", "Anna", "Bert")
    assert one.luck == -other.luck
    assert (one.low, one.high) == (-other.high, -other.low)
    assert one.low < one.luck < one.high
    assert one.margin == -other.margin
    assert one.adjusted == pytest.approx(one.margin - one.luck, abs=0.02)
    again = measure_luck(game, record, 2, 6, 1, lambda *_: None)
    assert again == found


def test_an_unfinished_game_has_no_luck_to_measure() -> None:
    game = open_game("lumiere")
    with pytest.raises(BadRecord, match="no end"):
        measure_luck(game, played(game, "short", 5), 1, 2, 1, lambda *_: None)


def test_the_command_says_it_in_words_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = open_game("belle_epoque", 2)
    file = tmp_path / "game.json"
    file.write_text(played(game, "command").dumps(), "utf-8")
    words = ["luck", str(file), "--level", "1", "--games", "4"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    fits("luck", found)
    assert (found["games"], found["level"], found["seats"]) == (4, 1, 2)
    assert [one["seat"] for one in found["summaries"]] == ["orange", "blue"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "4 games of level 1 against itself with the same shuffle." in told
    assert all(f"{seat['seat']}:" in told for seat in found["summaries"])
    unfinished = tmp_path / "unfinished.json"
    unfinished.write_text(played(game, "command", 3).dumps(), "utf-8")
    for bad in ("missing.json", str(unfinished)):
        assert main(["luck", bad]) == 2
        told = capsys.readouterr().err
        assert told.startswith("lutetia: ")
        assert told.count("\n") == 1
