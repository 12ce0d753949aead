"""Analysis, hints and solutions of a small record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from lutetia.ai.analysis.explanation import Explanation, LineChange, PartChange, PlaceChange
from lutetia.ai.analysis.graph import graph
from lutetia.ai.analysis.report import Analysis, analyse
from lutetia.ai.analysis.weigh import Scales
from lutetia.ai.finishing import EndProver
from lutetia.ai.names import player_named
from lutetia.cli.explaining import sentences
from lutetia.cli.main import main
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.record import GameRecord
from tests.ai.positions import opened
from tests.cli.schemas import fits

OTHERS = {"lumiere": "random", "belle_epoque": "greedy"}
"""The worse players. A random game of the Belle Époque is almost twice as long."""


@cache
def recorded(name: str, seats: int) -> GameRecord:
    """A game of a good player and worse ones."""
    game = opened(name, seats)
    seed = derived_seed("record")
    kinds = ["guided:40", *[OTHERS[name]] * (seats - 1)]
    record = GameRecord.start(game, seed, kinds)
    players = [player_named(kind, derived_seed("player", n)) for n, kind in enumerate(kinds)]
    state = game.deal(seed)
    moves = []
    while not game.is_over(state):
        seat = int(state.to_move)
        move = players[seat].choose(game, game.view(state, seat), seat)
        moves.append(game.notation(move))
        state = game.play(state, move)
    record.moves = moves
    record.finish(game, state)
    return record


def told(done: int, total: int) -> None:
    assert done <= total


EFFORT = {"lumiere": 60, "belle_epoque": 4}
"""How many worlds or playouts weigh a move. A game of the Belle Époque is long."""


@cache
def analysed(name: str, seats: int) -> Analysis:
    game = opened(name, seats)
    scales = Scales(game, EFFORT[name], "1", 1, EndProver(game, 200_000))
    return analyse(game, recorded(name, seats), scales, told)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(recorded("lumiere", 2).dumps(), encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "seats"), [("lumiere", 2), ("belle_epoque", 3)])
def test_every_move_is_judged_and_losses_are_sums_of_their_reasons(name: str, seats: int) -> None:
    record, found = recorded(name, seats), analysed(name, seats)
    assert [move.move for move in found.moves] == record.moves
    assert found.final == [sum(lines.values()) for lines in record.result.scores]  # type: ignore[union-attr]
    for move in found.moves:
        assert move.loss >= 0
        assert (move.loss == 0) == (move.best == move.move)
        if move.loss > 0 and seats == 2:
            assert move.explanation is not None
            sums = {
                seat: sum(line.points for line in move.explanation.lines if line.seat == seat)
                for seat in found.seat_names
            }
            other = next(seat for seat in found.seat_names if seat != move.seat)
            assert sums[move.seat] - sums[other] == pytest.approx(move.loss, abs=1e-9)


def test_the_bad_player_loses_more_a_move() -> None:
    good, bad = analysed("lumiere", 2).summaries
    assert bad.mean_loss > good.mean_loss
    assert bad.worst is not None


def test_the_last_moves_of_la_cite_are_proved() -> None:
    found = analysed("lumiere", 2)
    decided = [move for move in found.moves if not move.forced]
    assert decided[-1].proved
    assert not decided[0].proved


def test_the_graph_is_a_picture_of_the_margins() -> None:
    for name, seats, lines in (("lumiere", 2, 1), ("belle_epoque", 3, 3)):
        found = analysed(name, seats)
        picture = ET.fromstring(graph(found))
        paths = picture.findall("{http://www.w3.org/2000/svg}path")
        assert len([p for p in paths if p.get("stroke-width") == "2"]) == lines * len(found.moves)
        assert "script" not in graph(found)


def test_the_command_writes_text_json_and_a_picture(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg = tmp_path / "margin.svg"
    words = ["analyse", str(file), "--playouts", "30", "--nodes", "50000"]
    assert main([*words, "--svg", str(svg), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    fits("analysis", found)
    assert (found["seats"], found["seat_names"]) == (2, ["orange", "blue"])
    assert len(found["moves"]) == len(recorded("lumiere", 2).moves)
    assert set(found["moves"][0]) >= {
        "loss",
        "mark",
        "best",
        "line",
        "proved",
        "explanation",
        "margins",
    }
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    explained = next(move for move in found["moves"] if move["loss"] > 0)
    # The words about this move are the same for a game that ends with it.
    whole = recorded("lumiere", 2)
    part = {"moves": whole.moves[: explained["ply"]], "result": None}
    file.write_text(whole.model_copy(update=part).dumps(), encoding="utf-8")
    assert main(words) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "points lost a move" in told
    reasons = sentences(
        _explanation(explained["explanation"]), explained["seat"], found["seat_names"]
    )
    assert f"{explained['ply']}. {explained['best']} instead of {explained['move']}: " in told
    assert " ".join(reasons) in told


def test_a_hint_is_a_legal_move(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = opened("lumiere", 2)
    assert main(["hint", str(file), "--ply", "3", "--playouts", "100", "--json"]) == 0
    advice = json.loads(capsys.readouterr().out)
    state = game.deal(derived_seed("record"))
    for text in recorded("lumiere", 2).moves[:3]:
        state = game.play(state, game.parse(state, text))
    assert advice["seat"] == game.seat_name(int(state.to_move))
    for suggestion in advice["moves"]:
        assert game.is_legal(state, game.parse(state, suggestion["move"]))
    assert main(["hint", str(file), "--ply", "3", "--playouts", "100"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "to move" in told
    for sentence in sentences(_explanation(advice["why"]), advice["seat"], ["orange", "blue"]):
        assert sentence in told
    assert advice["why"]["other"] in told


def _explanation(found: dict[str, Any]) -> Explanation:
    """An explanation from its JSON."""
    made = {
        "lines": [LineChange(**one) for one in found["lines"]],
        "at_once": [PartChange(**one) for one in found["at_once"]],
        "at_end": [PartChange(**one) for one in found["at_end"]],
        "places": [PlaceChange(**one) for one in found["places"]],
    }
    return Explanation(**{**found, **made})


def test_a_solution_is_a_legal_line_to_the_end(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = opened("lumiere", 2)
    record = recorded("lumiere", 2)
    ply = len(record.moves) - 3
    assert main(["solve", str(file), "--ply", str(ply), "--json"]) == 0
    solution = json.loads(capsys.readouterr().out)
    assert solution["proved"]
    state = game.deal(derived_seed("record"))
    for text in record.moves[:ply]:
        state = game.play(state, game.parse(state, text))
    seat = int(state.to_move)
    for text in solution["best_line"]:
        state = game.play(state, game.parse(state, text))
    assert game.is_over(state)
    totals = game.totals(state)
    assert totals[seat] - totals[1 - seat] == solution["margin"]


@pytest.mark.parametrize(
    "words",
    [
        ["hint", "FILE", "--ply", "9999"],
        ["hint", "FILE"],
        ["solve", "FILE", "--ply", "0"],
        ["analyse", "missing.json"],
        ["solve", "FILE", "--ply", "9999"],
    ],
)
def test_impossible_requests_are_refused_in_one_line(
    words: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.replace("FILE", str(file)) for word in words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("lutetia: ")
    assert said.count("\n") == 1
    assert (str(file) if "FILE" in words else "missing.json") in said


def test_a_broken_move_is_told_with_the_file_before_anything_is_judged(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    content["moves"][-1] = "castle"
    content.pop("digest", None)
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(content), encoding="utf-8")
    assert main(["analyse", str(broken)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"lutetia: {broken}: ")
    assert "castle" in said.err
