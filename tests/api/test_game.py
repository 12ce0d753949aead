"""The public Python API: games in play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lutetia
from lutetia.kernel.errors import BadFile, BadOption, BadRecord, GameOver, IllegalMove, MoveError

GAMES = [("lumiere", 2), ("belle_epoque", 2), ("belle_epoque", 4)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_game_is_played_saved_and_loaded(name: str, seats: int, tmp_path: Path) -> None:
    game = lutetia.new_game(name, seats=seats, seed="saved").play_out("random")
    assert game.is_over
    assert game.winners
    assert set(game.totals()) == set(game.seats)
    file = tmp_path / "game.json"
    game.save(file)
    again = lutetia.load(file)
    assert again.to_json() == game.to_json() == file.read_text("utf-8")
    assert again.score() == game.score()
    again.undo(3)
    assert again.moves == game.moves[:-3]
    again.play(*game.moves[-3:])
    assert again.totals() == game.totals()


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (lutetia.new_game("lumiere", seed="same").play_out("random") for _ in range(2))
    assert one.moves == other.moves
    fresh = {lutetia.new_game("lumiere").to_record().seed for _ in range(3)}
    assert len(fresh) == 3


def test_a_refused_move_changes_nothing() -> None:
    game = lutetia.new_game("lumiere", seed="refused")
    first = game.legal_moves[0]
    with pytest.raises(IllegalMove) as refused:
        game.play(first, first)
    assert refused.value.rule.startswith("L")
    assert game.moves == []
    with pytest.raises(MoveError):
        game.play("nonsense")
    game.play_out("random")
    with pytest.raises(GameOver):
        lutetia.Computer("random").choose(game)


def test_each_seat_sees_its_own_view() -> None:
    game = lutetia.new_game("lumiere", seed="views")
    assert game.position()["hands"]["blue"] is not None
    assert game.position("orange")["hands"]["blue"] is None
    assert game.position("watcher")["hands"] == {"orange": None, "blue": None}
    with pytest.raises(BadOption, match="green"):
        game.position("green")


def test_a_position_belongs_to_its_reader() -> None:
    game = lutetia.new_game("lumiere", seed="mine")
    mine = game.position("orange")
    mine["pool"].clear()
    mine["squares"].clear()
    assert game.position("orange")["pool"]
    assert game.position("blue")["squares"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": ["Ada"]}, "1 cannot play"),
        ({"players": ["Ada", "Bo"], "seats": 3}, "3 cannot play"),
        ({"seed": b"short"}, "5 bytes"),
        ({"options": {"penseur": "maybe"}}, "penseur"),
        ({"options": {"colour": 1}}, "no such option"),
    ],
)
def test_wrong_words_get_a_sentence(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        lutetia.new_game("lumiere", **wrong)  # type: ignore[arg-type]


def test_bad_records_are_refused(tmp_path: Path) -> None:
    game = lutetia.new_game("lumiere", seed="bad").play_out("random")
    with pytest.raises(BadRecord):
        lutetia.loads(game.to_json().replace('"result"', '"outcome"'))
    with pytest.raises(BadFile):
        lutetia.load(tmp_path / "none.json")
    with pytest.raises(BadFile):
        game.save(tmp_path / "no folder" / "game.json")
    with pytest.raises(BadOption):
        game.undo(1000)
    with pytest.raises(BadOption, match="one for each"):
        lutetia.new_game("lumiere").play_out("random", "random", "random")


def test_importing_the_package_loads_no_engine() -> None:
    code = "import sys, lutetia; lutetia.__version__; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    assert set(lutetia.__all__) <= set(dir(lutetia))
    with pytest.raises(AttributeError):
        _ = lutetia.no_such_name
