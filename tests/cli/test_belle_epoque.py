"""The second game through every command: two to four players, screens, and real tables."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from lutetia.ai.player import RandomPlayer
from lutetia.cli.endings import random_endings
from lutetia.cli.render import renderer_for
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import WATCHER
from lutetia.kernel.errors import BadTable, LutetiaError
from lutetia.kernel.table_scoring import score_table
from lutetia.kernel.types import Record
from tests.cli.conftest import Run, refused

ROOT = Path(__file__).resolve().parents[2]


def text_of(content: object) -> str:
    out = io.StringIO()
    Console(file=out, width=110).print(content)
    return out.getvalue()


def played(seats: int, name: str, most: int = 10_000) -> tuple[BelleEpoque, Record]:
    game = BelleEpoque.open(seats)
    chance = generator(derived_seed("belle", name))
    state = game.deal_with(chance)
    while not game.is_over(state) and most:
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
        most -= 1
    return game, state


@pytest.mark.plain
@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_of_two_to_four_players(run: Run, tmp_path: Path, players: int) -> None:
    out = tmp_path / "games"
    assert run("selfplay", "belle-epoque", "--players", players, "--out", out).code == 0
    path = out / "belle_epoque-000001.json"
    assert (
        f": valid, {len(json.loads(path.read_text('utf-8'))['moves'])} moves"
        in run("verify", path).out
    )
    first, *plies, last = map(json.loads, run("replay", path, "--json").out.splitlines())
    assert first["seats"] == players
    assert first["seat_names"] == list(terms.SEATS[:players])
    game = open_game("belle_epoque", players)
    for ply, after in zip(plies, [*plies[1:], last], strict=True):
        state = game.state_from(ply["position"])
        assert ply["mover"] == ply["position"]["to_move"]
        assert ply["legal"] == [game.notation(int(move)) for move in game.legal_moves(state)]
        move = game.parse_exact(ply["move"])
        assert move is not None
        assert game.position(game.play(state, move)) == after["position"]
    assert last["over"] is True


def test_people_read_the_whole_table(run: Run, tmp_path: Path) -> None:
    run("selfplay", "belle_epoque", "--players", 4, "--out", tmp_path / "g")
    told = run("replay", tmp_path / "g/belle_epoque-000001.json").out
    for word in (*terms.DISTRICTS, *terms.SEATS, "bank, income 7", "track", "total", "place"):
        assert word in told
    assert re.search(r"(wins|share the win)\n$", told)


def test_the_computer_plays_alone(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    assert (
        run(
            "play", "belle_epoque", "--against", "random", "--players", 3, "--watch", "--out", out
        ).code
        == 0
    )
    assert run("verify", out).code == 0


def test_a_person_asks_and_plays(run: Run) -> None:
    ran = run(
        "play", "belle_epoque", "--against", "random",
        "--option", "start=orange",
        stdin="? tile-27\n? move\n? landmarks\n?\nmoves\nkey:arc\ndraw:1\nkey:arc\nend\nquit\n",
    )  # fmt: skip
    assert ran.code == 0
    for sentence in (
        "Bonus tile 27: never used; counts at the end: points for each franc 1. (B1.9)",
        "16 Tour Eiffel: 3 gold",
        "behind your screen: 3 francs; 10 keys; no tokens; bonus tiles none",
        "orange: draw:1",
        "orange: key:arc",
        "orange: end",
        "blue: draw:",
    ):
        assert sentence in ran.out, sentence


def test_every_word_is_explained() -> None:
    game = open_game("belle_epoque", 4)
    renderer = renderer_for(game)
    firsts = {game.notation(move).split(":")[0] for move in range(game.move_space)}
    assert firsts <= set(renderer.words())
    for word in renderer.words():
        assert re.search(r"\(B\d", text_of(renderer.explain(game, word))), word
    assert renderer.explain(game, "tile-31") is None


def test_a_screen_hides_what_is_behind_it() -> None:
    """Francs, tokens, keys, unused tiles of others are not told; one's own are."""
    game, state = played(3, "screens", 200)
    renderer = renderer_for(game)
    view = game.view(state, 0)
    told = text_of(renderer.table(game, view))
    rows = {
        row.split()[1]: row.replace("to move", "").split() for row in told.splitlines()
        if row.strip()[:1] in "●◆♣" and "francs" not in row and len(row.split()) > 6
    }  # fmt: skip
    assert "?" not in rows["orange"]
    for rival in ("blue", "absinthe"):
        assert rows[rival][3:5] == ["?", "?"]
        assert rows[rival][6] == "?"
    for watcher_row in text_of(renderer.table(game, game.view(state, WATCHER))).splitlines():
        if watcher_row.strip().startswith(("● orange", "◆ blue")):
            assert "?" in watcher_row


def test_a_secret_choice_is_heard_and_not_read(run: Run, tmp_path: Path) -> None:
    """B8.1: the person sees that a tile was chosen, and in the record which."""
    game = BelleEpoque.open(2, {"start": "orange"})
    seed = derived_seed("play", "secret")
    state = game.deal(seed)
    person = RandomPlayer(derived_seed("person"))
    computer = RandomPlayer(derived_seed("computer", seed.hex(), 1))
    answers = []
    while not game.is_over(state):
        seat = int(state.to_move)
        move = (computer if seat else person).choose(game, game.view(state, seat), seat)
        if seat == 0:
            answers.append(game.notation(move))
        state = game.play(state, move)
    out = tmp_path / "game.json"
    answers.insert(-1, "log")
    ran = run(
        "play", "belle_epoque", "--against", "random",
        "--option", "start=orange", "--seed", "secret", "--out", out,
        stdin="\n".join(answers) + "\n",
    )  # fmt: skip
    assert ran.code == 0
    before_the_end = ran.out
    assert re.search(r"^blue: choose$", before_the_end, re.MULTILINE)
    assert not re.search(r"blue: choose:", before_the_end)
    assert re.search(r"orange: choose:\w+:\d", before_the_end)
    assert any(move.startswith("choose:") for move in json.loads(out.read_text("utf-8"))["moves"])
    assert run("verify", out).code == 0


def test_balance_of_four(run: Run, tmp_path: Path) -> None:
    words = ("balance", "belle-epoque", "--players", 4, "--games", 20)
    found = json.loads(run(*words, "--json").out)
    assert set(found["wins_by_seat"]) == set(terms.SEATS)
    assert sum(share["share"] for share in found["wins_by_turn"].values()) == pytest.approx(1)
    assert set(found["uses"]) == {"bonus-tiles", "landmarks", "end-tiles", "types"}
    assert len(found["uses"]["bonus-tiles"]) == 30
    assert len(found["uses"]["landmarks"]) == 8
    told = run(*words, "--plots", tmp_path)
    assert "Tour Eiffel" in told.out
    assert {path.name for path in tmp_path.iterdir() if path.suffix == ".svg"} == {
        "wins.svg", "points.svg", "bonus-tiles.svg", "landmarks.svg", "end-tiles.svg", "types.svg",
    }  # fmt: skip


def test_uses_are_those_of_the_last_position() -> None:
    game = BelleEpoque.open(3, {"placement": "any-district"})
    endings = random_endings(game, 5, "u")
    uses = package_of(game).uses(game, endings.states)
    for index, state in enumerate(endings.states):
        found = game.position(state)
        for seat, name in enumerate(terms.SEATS[:3]):
            mine = found["seats"][name]["bonus"]
            had = {tile for tile, used in uses["bonus-tiles"].items() if used[index, seat]}
            assert had == {str(tile) for tile in mine["unused"] + mine["used"]}
            owned = {
                space["type"]
                for part in found["districts"].values()
                for space in part["spaces"].values()
                if name in space["keys"]
            }
            assert owned == {word for word, used in uses["types"].items() if used[index, seat]}
            faces = {tile["face"] for tile in found["end_tiles"]["taken"] if tile["by"] == name}
            assert faces == {word for word, used in uses["end-tiles"].items() if used[index, seat]}


def described(game: BelleEpoque, state: Record) -> str:
    """A finished state as people would describe the table."""
    found = game.position(state)
    names = list(terms.SEATS[: game.seats])
    lines = ["game belle-epoque", "players " + " ".join(names), "points"]
    lines += [f"{name} {found['seats'][name]['points']}" for name in names]
    lines += ["francs", *(f"{name} {found['seats'][name]['francs']}" for name in names)]
    lines.append("tile-27")
    for name in names:
        bonus = found["seats"][name]["bonus"]
        if 27 in bonus["unused"] + bonus["used"]:
            lines.append(name)
    lines.append("scoring")
    for district, part in found["districts"].items():
        if part["scoring_tile"] is not None:
            lines.append(f"{district} {part['scoring_tile']}")
    lines.append("properties")
    for district, part in found["districts"].items():
        places = [(value, space["keys"]) for value, space in part["spaces"].items()]
        for value, keys in [*places, *part["landmarks"].items()]:
            lines += [f"{name} {district} {value}" for name, n in keys.items() for _ in range(n)]
    return "\n".join(lines)


@settings(max_examples=10)
@given(st.integers(2, 4), st.integers(0, 10**9))
def test_a_described_game_scores_like_the_game(seats: int, number: int) -> None:
    game, state = played(seats, str(number))
    result = score_table(described(game, state))
    assert list(result.scores) == game.score(state)
    assert list(result.ranks) == game.ranks(state)
    for seat in range(seats):
        parts = [detail.points for detail in result.details if detail.seat == seat]
        assert sum(parts) == result.totals[seat]


TABLE = (ROOT / "docs/examples/belle-epoque-table.txt").read_text("utf-8")


def test_the_example_of_the_rules(run: Run) -> None:
    """B10: sums 13 (11+2), 10 (5+4+1) and 13 (13): the owner of the 13 takes 20."""
    ran = run("score", ROOT / "docs/examples/belle-epoque-table.txt")
    for words in (
        "carla montmartre 13 = 13: first of [20/10/5] 20",
        "anna montmartre 11+2 = 13: second of [20/10/5] 10",
        "ben montmartre 5+4+1 = 10: third of [20/10/5] 5",
        "total 52 68 76",
        "place 3 2 1",
        "carla wins",
    ):
        assert words.split() in [line.split() for line in ran.out.splitlines()], words


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players anna ben carla", "", "line 2: the next line is: players NAME NAME…"),
        ("players anna ben carla", "players anna", "line 3: 1 cannot play, 2 to 4 can"),
        ("players anna ben carla", "players anna anna", "line 3: a player is named twice"),
        ("anna 34", "dora 34", "line 7: no player is called 'dora'"),
        ("anna 34", "anna", "line 7: write PLAYER and the points"),
        ("anna 34", "anna many", "line 7: 'many' is no number of points"),
        ("anna 34", "anna -4", "line 7: '-4' is no number of points"),
        ("anna 34", "anna 34\nanna 35", "line 8: the points of anna are given twice"),
        ("anna 6\n", "", "the francs of anna are missing"),
        ("\ncarla\n", "\ncarla ben\n", "write one player who has bonus tile 27 (B1.9)"),
        ("\ncarla\n", "\ncarla\ncarla\n", "carla is named twice"),
        ("\ncarla\n", "\ncarla\nben\nanna\n", "bonus tile 27 is there 2 times (B1.9)"),
        ("montmartre 20", "paris 20", "line 22: no district is called 'paris'"),
        ("montmartre 20", "montmartre 21", "line 22: '21' is no scoring tile (B1.8)"),
        ("chaillot 16", "chaillot 20", "line 23: the scoring tile 20 is on the map twice (B1.8)"),
        ("chaillot 16", "montmartre 16", "line 23: a second scoring tile on montmartre (B6.4)"),
        ("montmartre 2 11", "montmartre 7", "line 28: '7' is no value of a building or landmark"),
        ("montmartre 2 11", "montmartre", "line 28: write PLAYER DISTRICT VALUE…"),
        ("belleville 1", "belleville 11", "landmark 11 is in 2 districts (B1.6)"),
        ("chaillot 2", "belleville 2", "3 scoring tiles are on the map, and 2 districts have"),
        ("montmartre 2 11", "montmartre 2 2 11 11", "2 keys beside one of their owner's"),
        ("montmartre 2 11", "montmartre 1 4 2 11", "2 keys beside another player's, and bonus"),
        (
            "anna  belleville 1",
            "anna  belleville 1 2 3 4 5 8\nanna batignolles 1 2 3",
            "anna has 12 keys on properties, and nobody has more than 11 (B1.11)",
        ),
    ],
)
def test_what_is_wrong_is_told(old: str, new: str, message: str) -> None:
    assert old in TABLE
    with pytest.raises(BadTable) as refusal:
        score_table(TABLE.replace(old, new, 1))
    assert message in str(refusal.value)


def answer_to(text: str) -> str:
    try:
        return " ".join(map(str, score_table(text).totals))
    except LutetiaError as error:
        return str(error)


@given(st.text(alphabet="pointsfrac abenl-27\n1234568", max_size=200))
def test_every_text_is_answered_or_refused(text: str) -> None:
    for start in ("game belle_epoque\n", "game belle_epoque\nplayers a b\n"):
        assert "\n" not in answer_to(start + text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "5"], "players: 5 cannot play"),
        (["--option", "wood=walnut"], "wood: 'walnut' is not possible"),
        (["--option", "start=peony"], "start: 'peony' is not possible"),
        (["--seat", "peony"], "--seat peony: no such seat; there are orange, blue"),
    ],
)
def test_bad_input_is_refused(run: Run, words: list[str], message: str) -> None:
    refused(run("play", "belle_epoque", "--against", "random", *words), message)
