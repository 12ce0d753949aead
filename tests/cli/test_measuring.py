"""`perft`, `bench` and `balance`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from lutetia.ai.arena.match import Box
from lutetia.ai.arena.results import Results
from lutetia.cli.endings import PlayedGame, played_endings, random_endings
from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.statistics import share_of, spread
from lutetia.kernel.types import Record
from tests.cli.conftest import Run, refused


def counted(game: Game, state: Record, depth: int) -> int:
    """The same count in the plainest way."""
    if depth == 0:
        return 1
    return sum(
        counted(game, game.play(state, int(move)), depth - 1) for move in game.legal_moves(state)
    )


@pytest.mark.plain
def test_perft_counts_sequences(run: Run) -> None:
    """A first move lays the held tile on 16 squares in 4 turns, or takes one of 12 (L3.1).

    After a lay the rival has 15 squares and 12 buildings, after a take 16 squares and 11:
    64 · (60 + 12) + 12 · (64 + 11) = 5508.
    """
    ran = run("perft", "lumiere", "--depth", 2)
    assert ran.out.splitlines() == ["depth 0: 1", "depth 1: 76", "depth 2: 5508"]


def test_perft_divides_and_agrees_with_plain_counting(run: Run) -> None:
    game = open_game("lumiere", options={"two-tile-hand": True})
    state = game.deal(derived_seed("perft", "x"))
    ran = run(
        "perft", "lumiere", "--depth", 2, "--seed", "x", "--divide", "--option",
        "two-tile-hand=true",
    )  # fmt: skip
    *divided, zero, _, two = ran.out.splitlines()
    assert zero == "depth 0: 1"
    assert two == f"depth 2: {counted(game, state, 2)}"
    counts = dict(line.split() for line in divided)
    assert list(counts) == [game.notation(int(move)) for move in game.legal_moves(state)]
    assert sum(map(int, counts.values())) == counted(game, state, 2)


@pytest.mark.plain
def test_bench_measures_whole_games(run: Run) -> None:
    found = json.loads(run("bench", "lumiere", "--seconds", "0.2", "--json").out)
    assert found["game"] == "lumiere"
    assert found["games"] >= 1
    # A game has at least 16 tiles and 8 tokens to place.
    assert found["plies"] >= 24 * found["games"]
    assert found["longest"] >= found["plies"] / found["games"]
    assert found["seconds"] >= 0.2
    assert found["games_per_second"] == pytest.approx(found["games"] / found["seconds"])
    assert found["plies_per_second"] == pytest.approx(found["plies"] / found["seconds"])
    assert found["start_s"] > 0
    assert found["compile_s"] >= 0
    assert "games and" in run("bench", "lumiere", "--seconds", "0.1").out


@pytest.mark.plain
def test_balance_reports_wins_points_and_uses(run: Run) -> None:
    found = json.loads(run("balance", "lumiere", "--games", 40, "--json").out)
    assert found["games"] == 40
    for wins in (found["wins_by_seat"], found["wins_by_turn"]):
        assert sum(share["share"] for share in wins.values()) == pytest.approx(1)
        for share in wins.values():
            assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1
    assert set(found["points"]) == {"orange", "blue"}
    assert set(found["lines"]) == {"light", "group", "unbuilt", "postcards"}
    # Every postcard in play gets a token from one of the two (L4.4).
    assert {use["used"]["share"] for use in found["uses"]["postcards"].values()} == {0.5}
    assert len(found["uses"]["postcards"]) == 8
    for things in found["uses"].values():
        for use in things.values():
            both = use["among_winners"]["share"] + use["among_others"]["share"]
            assert both == pytest.approx(2 * use["used"]["share"])


def test_balance_is_the_same_for_the_same_seed(run: Run) -> None:
    words = ("balance", "lumiere", "--games", 30, "--json", "--seed")
    assert run(*words, "a").out == run(*words, "a").out
    assert run(*words, "a").out != run(*words, "b").out


def test_balance_goes_on_from_its_file_and_gives_the_same_on_several_processes(
    run: Run, tmp_path: Path
) -> None:
    words = ("balance", "lumiere", "--player", "greedy", "--json", "--games")
    file = tmp_path / "games.jsonl"
    assert run(*words, 2, "--out", file, "--processes", 2).code == 0
    header, *games = file.read_text("utf-8").splitlines()
    # As if it had been stopped within a line.
    file.write_text("\n".join((header, games[0], games[1][:50])), "utf-8")
    continued = run(*words, 3, "--out", file).out
    assert file.read_text("utf-8").startswith(header + "\n" + games[0] + "\n")
    assert len(file.read_text("utf-8").splitlines()) == 4
    assert continued == run(*words, 3).out
    refused(run(*words, 3, "--out", file, "--seed", "other"), "the results of other games")
    wrong = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    wrong[1]["moves"] = wrong[1]["moves"][:-1]
    file.write_text("".join(json.dumps(line) + "\n" for line in wrong), "utf-8")
    refused(run(*words, 3, "--out", file), "is not over")
    refused(run("balance", "lumiere", "--out", tmp_path / "random.jsonl"), "other than random")
    assert not (tmp_path / "random.jsonl").exists()


def test_balance_is_told_as_tables_and_drawn(run: Run, tmp_path: Path) -> None:
    ran = run("balance", "lumiere", "--games", 30, "--plots", tmp_path / "p")
    assert ran.code == 0
    for word in ("first to move", "95% interval", "three quarters", "le-peintre", "big-l"):
        assert word in ran.out
    drawn = sorted(path.name for path in (tmp_path / "p").iterdir())
    assert drawn == ["buildings.svg", "points.svg", "postcards.svg", "unbuilt.svg", "wins.svg"]
    for path in (tmp_path / "p").iterdir():
        assert ET.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_plots_without_matplotlib_are_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lutetia.cli.balance.find_spec", lambda _: None)
    refused(run("balance", "lumiere", "--plots", tmp_path / "p"), "--plots needs matplotlib")
    assert not (tmp_path / "p").exists()


def test_endings_are_finished_games() -> None:
    game = open_game("lumiere", options={"postcards": "random"})
    endings = random_endings(game, 20, "e")
    for index, state in enumerate(endings.states):
        assert game.is_over(state)
        assert [sum(lines.values()) for lines in game.score(state)] == list(endings.totals[index])
        ranks = game.ranks(state)
        assert list(endings.wins[index]) == [(rank == 1) / ranks.count(1) for rank in ranks]
    assert set(endings.firsts) == {0, 1}


def test_players_of_any_kind_can_be_measured() -> None:
    game = open_game("lumiere")
    endings = played_endings(Box("lumiere", 2, {}), "random", 3, "e", Results(PlayedGame, {}))
    assert all(game.is_over(state) for state in endings.states)
    assert endings.wins.sum() == 3


def test_uses_are_those_of_the_last_position() -> None:
    game = open_game("lumiere", options={"postcards": "random"})
    endings = random_endings(game, 10, "u")
    uses: Any = package_of(game).uses(game, endings.states)
    for index, state in enumerate(endings.states):
        found = game.position(state)
        for seat, name in enumerate(("orange", "blue")):
            built = {house for house, used in uses["buildings"].items() if used[index, seat]}
            assert built == {b["name"] for b in found["buildings"] if b["owner"] == name}
            cards = {card for card, used in uses["postcards"].items() if used[index, seat]}
            assert cards == {c["name"] for c in found["postcards"] if c["owner"] == name}
            left = {house for house, used in uses["unbuilt"].items() if used[index, seat]}
            assert left == set(found["reserves"][name])


def test_intervals_are_wilson_s() -> None:
    # 8 of 10: the textbook's interval is 0.4902 to 0.9433.
    share = share_of(8, 10)
    assert (share.share, share.of) == (0.8, 10)
    assert share.low == pytest.approx(0.4902, abs=1e-4)
    assert share.high == pytest.approx(0.9433, abs=1e-4)
    assert share_of(0, 10).low == 0
    for trials in range(1, 200):
        assert share_of(trials, trials).high == 1
    assert share_of(0, 0) == (0.0, 0.0, 1.0, 0)


def test_a_spread_names_its_quarters() -> None:
    found = spread(np.arange(5))
    assert found["mean"] == found["median"] == 2
    assert (found["least"], found["quarter"], found["three_quarters"], found["most"]) == (
        0,
        1,
        3,
        4,
    )


@pytest.mark.parametrize("command", ["perft", "bench", "balance", "selfplay"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "no game is called 'chess'"),
        (["lumiere", "--players", "4"], "players: 4 cannot play"),
        (["lumiere", "--option", "wind=east"], "wind: no such option"),
        (["lumiere", "--components", "none.toml"], "none.toml: cannot be read"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    run: Run, tmp_path: Path, command: str, words: list[str], message: str
) -> None:
    more = {"perft": ["--depth", "1"], "selfplay": ["--out", str(tmp_path / "out")]}
    refused(run(command, *words, *more.get(command, [])), message)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["balance", "selfplay"])
def test_unknown_players_are_refused(run: Run, tmp_path: Path, command: str) -> None:
    more = ["--out", str(tmp_path / "out")] if command == "selfplay" else []
    refused(run(command, "lumiere", "--player", "god", *more), "no player is called 'god'")
    assert list(tmp_path.iterdir()) == []
