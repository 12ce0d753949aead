"""docs/notation.md names everything that it describes, and nothing that is not there."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lutetia.cli.main import main
from lutetia.games.belle_epoque.real_table import scoring
from lutetia.games.lumiere.real_table import reading
from lutetia.kernel.catalogue import GAMES, open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import seat_names
from lutetia.kernel.formats import schemas
from lutetia.kernel.record import GameRecord, load

ROOT = Path(__file__).resolve().parents[2]
PAGE = "\n".join(
    (ROOT / "docs" / name).read_text("utf-8")
    for name in ("notation.md", "notation-belle-epoque.md")
)
MOVES = {"lumiere": "### The moves of La Cité", "belle_epoque": "## Moves of the Belle Époque"}
POSITIONS = {
    "lumiere": "### The position of La Cité",
    "belle_epoque": "## The position of the Belle Époque",
}
TABLES = {"lumiere": "### A table of La Cité", "belle_epoque": "## A table of the Belle Époque"}


def section(heading: str) -> str:
    """The text under a heading, up to the next one of its rank."""
    rank = heading.split(maxsplit=1)[0]
    start = PAGE.index(f"\n{heading}\n") + len(heading) + 2
    rest = re.search(rf"\n#{{1,{len(rank)}}} ", PAGE[start:])
    return PAGE[start : start + rest.start()] if rest else PAGE[start:]


def test_every_game_of_the_catalogue_is_described() -> None:
    for headings in (MOVES, POSITIONS, TABLES):
        assert set(headings) == set(GAMES)


def first_column(text: str) -> list[str]:
    """The names in backticks that begin the rows of a section's tables."""
    return re.findall(r"^\| `([^`]+)`", text, re.MULTILINE)


def test_every_field_of_a_record_is_described() -> None:
    assert first_column(section("## Records")) == list(GameRecord.model_fields)


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_position_is_described(name: str) -> None:
    game = open_game(name)
    found = game.position(game.deal(bytes(32)))
    assert first_column(section(POSITIONS[name])) == list(found)


@pytest.mark.parametrize("name", GAMES)
def test_every_field_inside_a_position_is_described(name: str) -> None:
    """Deeper fields too; what is named by a seat, district, space or number explains itself."""
    game = open_game(name)
    chance = generator(derived_seed("fields"))
    state = game.deal_with(chance)
    words = set(re.findall(r"`([^`]+)`", section(POSITIONS[name])))
    names = set(seat_names(game)) | set(re.findall(r"`([a-z-]+)`", PAGE))
    while not game.is_over(state):
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
        for key in keys_in(game.position(state)):
            if not re.fullmatch(r"[a-h]?\d+", key):
                assert key in words | names, key


def keys_in(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for key, value in found.items():
            yield key
            yield from keys_in(value)
    elif isinstance(found, list):
        for value in found:
            yield from keys_in(value)


def test_every_field_of_a_replay_is_described(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["replay", str(ROOT / "docs/examples/lumiere.json"), "--json"]) == 0
    first, *plies, last = map(json.loads, capsys.readouterr().out.splitlines())
    text = section("## A replay as JSON lines")
    text = text[: text.index("### ")]
    assert {f"`{name}`" for name in first} - {"`type`"} <= set(re.findall(r"`\w+`", text))
    names = ["type", *first_column(text)]
    assert list(plies[0]) == [*names[:1], *names[1:6]]
    score = set(schemas()["score"]["properties"])
    assert [name for name in last if name not in score] == [*names[:1], *names[6:]]
    assert score <= set(last)


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_move_is_described(name: str) -> None:
    """Each row's pattern, with its capitals filled, gives exactly the moves of the game."""
    game = open_game(name)
    rows = re.findall(r"^\| (`.*?) \|", section(MOVES[name]), re.MULTILINE)
    patterns = [
        re.compile(re.sub(r"[A-Z]+", r"[a-z0-9-]+", pattern))
        for row in rows
        for pattern in re.findall(r"`([^`]+)`", row)
    ]
    for move in range(game.move_space):
        fitting = [p.pattern for p in patterns if p.fullmatch(game.notation(move))]
        assert fitting, game.notation(move)
    for pattern in patterns:
        texts = (game.notation(move) for move in range(game.move_space))
        assert any(pattern.fullmatch(text) for text in texts), pattern.pattern


def test_legal_moves_come_in_the_order_told() -> None:
    """The order of the words in the move space is the order of the page."""
    game = open_game("lumiere")
    kinds: list[str] = []
    for move in range(game.move_space):
        words = game.notation(move).split(":")
        kind = words[0] if len(words) > 1 and words[-1] != "undone" else "plain"
        if words == ["pass"]:
            kind = "pass"
        if not kinds or kinds[-1] != kind:
            kinds.append(kind)
    assert kinds == [
        "lay", "take", "pass", "build", "plain", "levitation", "jardin-des-plantes", "le-peintre",
        "lampadaire", "moulin-rouge", "fontaine-des-mers", "la-grande-lumiere", "le-penseur",
        "bouquinistes",
    ]  # fmt: skip


def test_the_digest_is_as_described() -> None:
    content = json.loads((ROOT / "docs/examples/lumiere.json").read_text("utf-8"))
    digest = content.pop("digest")
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == digest
    started = GameRecord.start(open_game("lumiere"), bytes(32), ["a", "é"]).without_secret()
    content = {**json.loads(started.dumps()), "seed": None, "result": None}
    digest = content.pop("digest")
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == digest


def test_a_real_table_has_the_sections_told() -> None:
    assert first_column(section(TABLES["lumiere"])) == list(reading.SECTIONS)
    assert first_column(section(TABLES["belle_epoque"])) == list(scoring.SECTIONS)


def test_the_example_table_is_the_example_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(ROOT / "docs/examples/lumiere-table.txt"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    result = load(ROOT / "docs/examples/lumiere.json").result
    assert result is not None
    assert told["scores"] == result.scores
    assert told["ranks"] == result.ranks


def test_shortened_moves_are_as_told() -> None:
    game = open_game("lumiere")
    state = game.deal(bytes(32))
    assert game.notation(game.parse(state, "TAKE:smi")) == "take:smile"
    with pytest.raises(Exception, match="fits 3 moves: take:small-t, take:small-l, take:smile"):
        game.parse(state, "take:sm")
