"""Programs of others as players, and our players for other programs."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from lutetia.ai.arena.match import play, play_with
from lutetia.ai.external import BrokenEngine, ExternalPlayer, game_message, move_message
from lutetia.ai.player import RandomPlayer
from lutetia.cli.engine import answers
from lutetia.cli.main import main
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed

EXAMPLE = Path(__file__).parents[2] / "examples/engine.py"
PYTHON = f'"{sys.executable}"'


def program(tmp_path: Path, source: str) -> str:
    file = tmp_path / "engine.py"
    file.write_text(source, encoding="utf-8")
    return f'{PYTHON} "{file}"'


@pytest.mark.parametrize("name", ["lumiere", "belle_epoque"])
def test_the_example_plays_a_whole_game(name: str) -> None:
    game = open_game(name)
    played = play(game, [f'exec:{PYTHON} "{EXAMPLE}"', "random"], "external", 1)
    assert len(played.points) == 2
    assert played.plies > 10


def test_the_arena_takes_programs(capfd: pytest.CaptureFixture[str]) -> None:
    contender = f'exec:{PYTHON} "{EXAMPLE}"'
    code = main(["arena", "lumiere", contender, "random", "--pairs", "1", "--workers", "1",
                 "--json"])  # fmt: skip
    assert code == 0
    assert json.loads(capfd.readouterr().out)["lines"][0]["games"] == 2


@pytest.mark.slow
def test_our_engine_plays_as_the_player_itself_does() -> None:
    game = open_game("lumiere")
    engine = ExternalPlayer(f"{PYTHON} -m lutetia.cli.main engine --player greedy")
    rival = RandomPlayer(derived_seed("rival"))
    played = play_with(game, [engine, rival], derived_seed("engine"))
    engine.close()
    assert played.points[0] > played.points[1], "greedy beats random here"


HELLO = 'import json, sys\nfor line in sys.stdin:\n m = json.loads(line)["type"]\n'
ANSWER = (
    ' print(json.dumps({"type": "ready" if m == "game" else m, "move": "nonsense"}), flush=True)'
)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (HELLO + ANSWER, "nonsense"),
        ("print('hello')", "ended without an answer"),
        (HELLO + ' print(json.dumps({"type": "error", "message": "no"}), flush=True)', "no"),
        (HELLO + " pass", "gave no answer"),
    ],
)
def test_a_program_that_does_not_play_is_named(tmp_path: Path, source: str, said: str) -> None:
    game = open_game("lumiere")
    state = game.deal(derived_seed("broken"))
    seat = int(state.to_move)
    player = ExternalPlayer(program(tmp_path, source), patience=1.0 if "gave" in said else 120.0)
    with pytest.raises(BrokenEngine, match=said):
        player.choose(game, game.view(state, seat), seat)
    player.close()


def test_a_program_that_is_not_there_is_named() -> None:
    game = open_game("lumiere")
    state = game.deal(derived_seed("missing"))
    with pytest.raises(BrokenEngine, match="cannot be started"):
        ExternalPlayer("/no/such/program").choose(game, state, 0)
    with pytest.raises(BrokenEngine, match="command"):
        ExternalPlayer(" ")


def ask(*messages: Any) -> list[dict[str, Any]]:
    lines = [text if isinstance(text, str) else json.dumps(text) for text in messages]
    return list(answers(io.StringIO("".join(f"{line}\n" for line in lines)), "random", "1"))


def test_our_engine_answers_every_message() -> None:
    game = open_game("belle_epoque", 3)
    state = game.deal(derived_seed("answers"))
    seat = int(state.to_move)
    question = move_message(game, game.view(state, seat), seat)
    hello, ready, move = ask({"type": "hello"}, game_message(game, seat), question)
    assert hello["name"] == "Lutetia random"
    assert ready == {"type": "ready"}
    assert move["move"] in question["legal"]


def test_our_engine_goes_on_after_bad_messages() -> None:
    game = open_game("lumiere")
    state = game.deal(derived_seed("bad"))
    seat = int(state.to_move)
    start = game_message(game, seat)
    question = move_message(game, game.view(state, seat), seat)
    bad = [
        "nonsense", "[]", {"type": "dance"}, {**start, "game": "chess"}, {**start, "seats": "two"},
        {**question, "seat": "green"}, {**question, "view_type": "0"}, {**question, "view": "?"},
        {**question, "view": "AAAA"}, {**question, "seat": game.seat_name(1 - seat)},
    ]  # fmt: skip
    found = ask(question, start, *bad, "", question, {"type": "quit"}, question)
    assert found[0] == {"type": "error", "message": "move: no game has begun"}
    assert [answer["type"] for answer in found[1:]] == ["ready", *["error"] * len(bad), "move"]
