"""Puzzles: made the same way again, and the shipped collection is proved anew."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from lutetia.ai.puzzles.collection import (
    Collection,
    Puzzle,
    check_moves,
    load,
    loads,
    puzzle_id,
    state_of,
)
from lutetia.ai.puzzles.grading import LEVELS, levels_that_find
from lutetia.ai.puzzles.making import GRADES, LEAD, grade_of, grow, kind_of, new_collection, prove
from lutetia.kernel.catalogue import GAMES, open_game
from lutetia.kernel.errors import BadFile, BadRecord

WITH_PUZZLES = [name for name in GAMES if GAMES[name].puzzles() is not None]
SAMPLE = 3


def shipped(name: str) -> Collection:
    path = GAMES[name].puzzles()
    assert path is not None
    return load(path)


def cheapest(collection: Collection) -> list[Puzzle]:
    """The puzzles with the fewest moves to prove."""
    return sorted(collection.puzzles, key=lambda puzzle: len(puzzle.tries))


def test_la_cite_has_puzzles_and_only_a_game_with_a_solver_has_any() -> None:
    assert "lumiere" in WITH_PUZZLES
    for name in WITH_PUZZLES:
        assert GAMES[name].solver() is not None


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_shipped_collection_is_large_mixed_and_reads_as_it_was_written(name: str) -> None:
    collection = shipped(name)
    path = GAMES[name].puzzles()
    assert path is not None
    assert path.read_text("utf-8") == collection.dumps()
    assert len(collection.puzzles) >= 60
    assert len({puzzle.id for puzzle in collection.puzzles}) == len(collection.puzzles)
    grades = Counter(grade_of(puzzle) for puzzle in collection.puzzles)
    assert min(grades[grade] for grade in GRADES) >= len(collection.puzzles) // 4
    kinds = Counter(kind_of(puzzle.best) for puzzle in collection.puzzles)
    assert kinds.most_common(1)[0][1] <= len(collection.puzzles) // 3
    game = collection.open()
    for puzzle in collection.puzzles:
        # The position, the legal moves and the line follow from the rules of today.
        check_moves(game, puzzle)
        assert puzzle.id == puzzle_id(bytes.fromhex(puzzle.deal), puzzle.moves)
        margins = [one.margin for one in puzzle.tries.values()]
        assert [puzzle.value, puzzle.second] == margins[:2] == sorted(margins, reverse=True)[:2]
        assert puzzle.value - puzzle.second >= LEAD
        assert next(iter(puzzle.tries)) == puzzle.best
        assert set(puzzle.levels) <= set(range(1, LEVELS + 1))


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_sample_of_the_certificates_is_proved_again(name: str) -> None:
    collection = shipped(name)
    game = collection.open()
    for puzzle in cheapest(collection)[:SAMPLE]:
        prove(game, puzzle)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_certificate_is_proved_again(name: str) -> None:
    collection = shipped(name)
    game = collection.open()
    for puzzle in collection.puzzles:
        prove(game, puzzle)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_an_easy_a_medium_and_a_hard_puzzle_get_their_grade_again(name: str) -> None:
    collection = shipped(name)
    game = collection.open()
    for grade in GRADES:
        puzzle = next(one for one in cheapest(collection) if grade_of(one) == grade)
        state, best = state_of(game, puzzle), game.read(puzzle.best)
        assert levels_that_find(game, state, best, puzzle.id) == puzzle.levels, puzzle.id


def test_a_wrong_certificate_is_noticed() -> None:
    collection = shipped("lumiere")
    game = collection.open()
    puzzle = cheapest(collection)[0]
    other = list(puzzle.tries)[1]
    better = puzzle.tries[other].model_copy(update={"margin": puzzle.value + 1})
    for change, told in (
        ({"value": puzzle.value + 1}, "value is"),
        ({"second": puzzle.second - 1}, "second is"),
        ({"line": [other, *puzzle.line[1:]]}, "puzzle"),
        ({"tries": {**puzzle.tries, other: better}}, f"{other} leads to"),
        ({"moves": puzzle.moves[:-1]}, "not the legal moves"),
        ({"levels": [9]}, "levels are"),
    ):
        with pytest.raises(BadRecord, match=told):
            prove(game, puzzle.model_copy(update=change))


@pytest.mark.exhaustive
def test_a_seed_makes_the_same_puzzles_whether_it_was_interrupted_or_not() -> None:
    game = open_game("lumiere")
    begun, *_, at_once = islice(grow(game, new_collection(game, "test")), 3)
    stored = loads(begun.dumps(), "stored")
    assert stored == begun
    *_, continued = islice(grow(game, stored), 2)
    assert continued.dumps() == at_once.dumps()
    assert at_once.games == 3
    assert at_once.puzzles


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "cut off"),
        ("[]", "format 1"),
        ('{"format":2}', "format 1"),
        ('{"format":1,"game":"lumiere"}', "rules_version"),
    ],
)
def test_a_file_that_is_no_collection_is_refused_with_its_name(text: str, told: str) -> None:
    with pytest.raises(BadFile, match=told) as error:
        loads(text, "puzzles.json")
    assert str(error.value).startswith("puzzles.json: ")


def test_a_damaged_puzzle_is_refused_with_its_place() -> None:
    text = shipped("lumiere").dumps().replace('"second":', '"third":', 1)
    with pytest.raises(BadFile, match=r"puzzles\[1\]\."):
        loads(text, "puzzles.json")
