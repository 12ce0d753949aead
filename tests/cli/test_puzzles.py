"""`puzzles`: goes on with its file, proves a file again, and refuses what it cannot do."""

from __future__ import annotations

from pathlib import Path

import pytest

from lutetia.ai.puzzles.collection import Collection, load
from lutetia.kernel.catalogue import GAMES
from tests.cli.conftest import Run, refused


def shortened(folder: Path, count: int) -> tuple[Path, Collection]:
    """A file with the first puzzles of the shipped collection."""
    path = GAMES["lumiere"].puzzles()
    assert path is not None
    whole = load(path)
    cheap = sorted(whole.puzzles, key=lambda puzzle: len(puzzle.tries))[:count]
    some = whole.model_copy(update={"puzzles": cheap})
    file = folder / "some.json"
    file.write_text(some.dumps(), encoding="utf-8")
    return file, some


def test_a_file_that_is_long_enough_is_left_as_it_is(run: Run, tmp_path: Path) -> None:
    file, some = shortened(tmp_path, 2)
    before = file.read_text(encoding="utf-8")
    ran = run("puzzles", "lumiere", "--number", 2, "--seed", some.seed, "--out", file)
    assert ran.code == 0
    assert ran.out.startswith(f"2 puzzles in {file}: ")
    assert file.read_text(encoding="utf-8") == before


def test_a_file_is_proved_again_and_a_false_value_is_told(run: Run, tmp_path: Path) -> None:
    file, some = shortened(tmp_path, 1)
    assert run("puzzles", "lumiere", "--check", file).out == "1 puzzles, all proved\n"
    puzzle = some.puzzles[0]
    false = puzzle.model_copy(update={"value": puzzle.value + 3})
    file.write_text(some.model_copy(update={"puzzles": [false]}).dumps(), encoding="utf-8")
    refused(run("puzzles", "lumiere", "--check", file), str(file), puzzle.id, "value is")
    refused(run("puzzles", "belle_epoque", "--check", file), "puzzles of lumiere")


@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_the_command_makes_the_first_shipped_puzzles_again(
    run: Run, tmp_path: Path, count: int
) -> None:
    path = GAMES["lumiere"].puzzles()
    assert path is not None
    shipped = load(path)
    file = tmp_path / "made.json"
    for number in (1, count):  # the second command goes on where the first one stopped
        ran = run("puzzles", "lumiere", "--number", number, "--seed", shipped.seed, "--out", file)
        assert ran.code == 0, ran.err
    # Only the number of games that were looked through differs.
    made = load(file)
    first = shipped.model_copy(update={"games": made.games, "puzzles": shipped.puzzles[:count]})
    assert file.read_text("utf-8") == first.dumps()


def test_what_the_command_cannot_do_is_said_in_one_line(run: Run, tmp_path: Path) -> None:
    file, some = shortened(tmp_path, 1)
    refused(run("puzzles", "lumiere"), "--out FILE", "--check FILE")
    refused(run("puzzles", "belle_epoque", "--out", tmp_path / "b.json"), "has no solver")
    assert not (tmp_path / "b.json").exists()
    refused(run("puzzles", "lumiere", "--seed", "other", "--out", file), "seed is", some.seed)
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    refused(run("puzzles", "lumiere", "--out", broken), str(broken), "cut off")
    refused(run("puzzles", "lumiere", "--check", tmp_path / "none.json"), "cannot be read")
