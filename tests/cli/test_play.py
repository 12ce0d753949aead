"""`play`: a person at the terminal."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from lutetia.ai.player import RandomPlayer
from lutetia.cli.choices import completions, grouped
from lutetia.cli.prompt import ask_terminal
from lutetia.cli.session import Session
from lutetia.games.lumiere.rules import components
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord
from lutetia.kernel.types import Record
from tests.cli.conftest import Run, refused


def saved(ran_out: str) -> dict[str, Any]:
    """The record that the last line names."""
    path = ran_out.rstrip().rpartition("The record is in ")[2]
    found: dict[str, Any] = json.loads(Path(path).read_text("utf-8"))
    return found


@pytest.mark.plain
def test_the_computer_plays_alone(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    ran = run("play", "lumiere", "--against", "random", "--watch", "--seed", "s", "--out", out)
    assert ran.code == 0
    assert "total" in ran.out
    assert json.loads(out.read_text("utf-8"))["result"] is not None
    assert run("verify", out).code == 0


def test_a_person_plays_and_quits_and_resumes(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    words = ("--option", "start=orange", "--seed", "s", "--out", out)
    ran = run("play", "lumiere", "--against", "random", *words, stdin="take:smile\nscore\nquit\n")
    assert ran.code == 0
    assert "orange: take:smile" in ran.out
    assert f"The record is in {out}" in ran.out
    record = json.loads(out.read_text("utf-8"))
    assert record["moves"][0] == "take:smile"
    assert record["players"] == ["person", "random"]
    assert "not finished" in run("verify", out).out

    ran = run("play", "--resume", out, "--against", "random", stdin="take:line\n")
    assert ran.code == 0
    again = json.loads(out.read_text("utf-8"))
    assert again["moves"][: len(record["moves"])] == record["moves"]
    assert again["moves"][len(record["moves"])] == "take:line"
    assert again["commitment"] == record["commitment"]


def test_without_a_name_the_record_goes_to_the_person_s_data(run: Run, tmp_path: Path) -> None:
    for count in (1, 2):
        ran = run("play", "lumiere", "--against", "random", "--seed", "s", stdin="quit\n")
        assert saved(ran.out)["game"] == "lumiere"
        assert len(list((tmp_path / "data/records").iterdir())) == count


def test_the_end_of_the_input_is_a_quit(run: Run) -> None:
    ran = run("play", "lumiere", "--against", "random", "--option", "start=blue", stdin="")
    assert ran.code == 0
    assert len(saved(ran.out)["moves"]) == 1  # the computer began


def test_an_interruption_keeps_the_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    out = tmp_path / "game.json"
    assert run("play", "lumiere", "--against", "random", "--out", out).code == 130
    assert out.exists()


def test_a_person_can_ask_for_help_moves_board_and_score(run: Run) -> None:
    asked = "\n".join(
        ["?", "help", "? smile", "? levitation", "? lay", "? nonsense", "moves", "moves lay",
         "moves take", "moves zzz", "board", "score", "log", "undo", "lay", "tak", "fly:a1",
         "pass", "build:line:a1:0", "take:corner", "undo", "log", "quit"]
    )  # fmt: skip
    ran = run(
        "play",
        "lumiere",
        "--against",
        "random",
        "--option",
        "start=orange",
        "--seed",
        "s",
        stdin=asked,
    )
    assert ran.code == 0
    told = ran.out
    for sentence in (
        "Type a move",
        "size 6; a build names",
        "at once. (L7.2)",
        "lay:TILE:SQUARE:TURN",
        "the game has no word 'nonsense'",
        "no legal move begins with 'zzz'",
        "you have no move to take back",
        "take:small-t",
        "“fly:a1” is not a move of La Cité de la Lumière",
        "pass: you cannot pass while you have tiles to place (L3.2)",
        "build:line:a1:0: you can build and use postcards only in phase two (L4.2)",
        "orange: take:corner",
    ):
        assert sentence in told, sentence
    assert saved(told)["moves"] == []


def test_a_shortened_move_is_completed(run: Run) -> None:
    ran = run(
        "play",
        "lumiere",
        "--against",
        "random",
        "--option",
        "start=orange",
        stdin="TAKE:SMI\nquit\n",
    )
    assert saved(ran.out)["moves"][0] == "take:smile"


def test_two_people_have_a_curtain_between_them(run: Run) -> None:
    ran = run(
        "play", "lumiere", "--against", "random",
        "--option", "start=orange", "--seat", "orange", "--seat", "blue",
        stdin="\ntake:smile\n\ntake:line\nundo\n\nundo\nquit\n",
    )  # fmt: skip
    assert ran.out.count("It is orange's turn") == 2
    assert ran.out.count("It is blue's turn") == 1
    assert "undo works only when you play alone" in ran.out
    assert saved(ran.out)["moves"] == ["take:smile", "take:line"]


def test_a_whole_game_by_hand(run: Run, tmp_path: Path) -> None:
    """The answers of a person are those of a random player who reads the same moves."""
    game = open_game("lumiere", options={"start": "orange"})
    seed = derived_seed("play", "whole")
    state = game.deal(seed)
    person = RandomPlayer(derived_seed("person"))
    computer = RandomPlayer(derived_seed("computer", seed.hex(), 1))
    answers = []
    while not game.is_over(state):
        seat = int(state.to_move)
        player = computer if seat else person
        move = player.choose(game, game.view(state, seat), seat)
        if seat == 0:
            answers.append(game.notation(move))
        state = game.play(state, move)
    out = tmp_path / "whole.json"
    ran = run(
        "play", "lumiere", "--against", "random",
        "--option", "start=orange", "--seed", "whole", "--out", out,
        stdin="\n".join(answers) + "\n",
    )  # fmt: skip
    assert ran.code == 0
    assert json.loads(out.read_text("utf-8"))["result"]["ranks"] == game.ranks(state)
    assert run("verify", out).out.startswith(f"{out}: valid")
    refused(run("play", "--resume", out), "this game is over")


def screen_of(game: Game, state: Record, answers: list[str]) -> str:
    """What a person in seat 0 reads while giving some answers."""
    text = io.StringIO()
    answered = iter([*answers, "quit"])
    record = GameRecord.start(game, bytes(32), ["person", "random"])
    Session(
        game,
        record,
        [state],
        {1: RandomPlayer(bytes(32))},
        Console(file=text, width=100),
        lambda *_: next(answered),
    ).run()
    return text.getvalue()


def test_the_screen_shows_nothing_of_the_rival_s_hand() -> None:
    game = open_game("lumiere", options={"start": "orange"})
    state = game.deal(derived_seed("hidden"))
    view = game.view(state, 0)
    others = [game.imagine(view, 0, generator(derived_seed("other", n))) for n in range(4)]
    assert len({int(other.held[1]) for other in others}) > 1
    answers = ["board", "score", "moves", "log", "?"]
    assert {screen_of(game, other, answers) for other in others} == {
        screen_of(game, state, answers)
    }
    held = game.position(view)["hands"]["orange"][0]
    assert f"your tile {held}" in screen_of(game, state, [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name a game"),
        (["chess"], "no game is called 'chess'"),
        (["lumiere", "--seat", "green"], "--seat green: no such seat; there are orange, blue"),
        (["lumiere", "--watch", "--seat", "blue"], "--watch"),
        (["lumiere", "--players", "3"], "players: 3 cannot play"),
        (["lumiere", "--against", "god"], "no player is called 'god'"),
        (["lumiere", "--option", "wind=east"], "wind: no such option"),
        (["lumiere", "--option", "wind"], "write NAME=VALUE"),
        (["lumiere", "--option", "penseur=own", "--option", "penseur=any"], "given twice"),
        (["lumiere", "--option", "penseur=both"], "penseur: 'both' is not possible"),
        (["lumiere", "--option", "postcards=levitation,chartier"], "postcards: 2 different names"),
        (["lumiere", "--option", "postcards=a,b"], "postcards: no postcard is called 'a'"),
        (["lumiere", "--components", "none.toml"], "none.toml: cannot be read"),
        (["lumiere", "--resume", "none.json"], "--resume: do not give a game"),
        (["--resume", "none.json"], "none.json: cannot be read"),
    ],
)
def test_bad_input_is_refused_before_anything_happens(
    run: Run, tmp_path: Path, words: list[str], message: str
) -> None:
    refused(run("play", *words), message)
    assert list(tmp_path.rglob("*.json")) == []


def test_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    out.write_text("mine")
    refused(run("play", "lumiere", "--against", "random", "--out", out), "exists already")
    assert out.read_text() == "mine"


def test_a_component_file_with_a_wrong_total_is_refused(run: Run, tmp_path: Path) -> None:
    source = Path(components.__file__).with_name("components.toml")
    own = tmp_path / "own.toml"
    own.write_text(source.read_text("utf-8").replace('["oo", "or"]', '["oo", "oo"]'), "utf-8")
    refused(
        run("play", "lumiere", "--against", "random", "--components", own),
        "own.toml: tiles.set: 17 spaces 'o'",
    )


MOVES = ["lay:3:a1:0", "lay:3:a1:90", "lay:3:c1:0", "take:line", "take:smile", "pass"]


def test_choices_open_step_by_step() -> None:
    assert grouped(MOVES) == [
        ("lay:3", "a1 c1  (3 moves)"),
        ("take", "line smile"),
        ("pass", ""),
    ]
    assert grouped(MOVES, "lay") == [("lay:3:a1", "0 90"), ("lay:3:c1:0", "")]
    assert grouped(MOVES, "take") == [("take:line", ""), ("take:smile", "")]
    assert grouped(MOVES, "l:3:c") == [("lay:3:c1:0", "")]
    assert grouped(MOVES, "fly") == []


def test_tab_completes_word_by_word() -> None:
    assert completions(MOVES, "") == ["lay:", "take:", "pass"]
    assert completions(MOVES, "lay:3:") == ["lay:3:a1:", "lay:3:c1:"]
    assert completions(MOVES, "take:s") == ["take:smile"]
    assert completions(MOVES, "x") == []


def test_the_terminal_completes_while_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    found: list[str | None] = []

    def asked(_: str) -> str:
        complete = readline.get_completer()
        found.extend(complete("take:", number) for number in range(3))
        return "pass"

    monkeypatch.setattr("builtins.input", asked)
    assert ask_terminal("> ", MOVES) == "pass"
    assert found == ["take:line", "take:smile", None]
    assert readline.get_completer() is None


def test_every_word_of_the_game_is_explained() -> None:
    game = open_game("lumiere")
    session = Session(
        game, GameRecord.start(game, bytes(32), ["a", "b"]), [], {}, Console(), ask_terminal
    )
    words = session.renderer.words()
    assert len(words) == len(set(words))
    first_words = {game.notation(move).split(":")[0] for move in range(game.move_space)}
    assert first_words <= set(words)
    for word in words:
        text = io.StringIO()
        Console(file=text, width=100).print(session.renderer.explain(game, word))
        assert re.search(r"\(L\d|size \d", text.getvalue()), word
