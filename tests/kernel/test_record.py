"""Records: what was written can be read back, and every manipulation is found and named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from lutetia_nim.rules import Nim

from lutetia.kernel.chance import commitment, derived_seed
from lutetia.kernel.components import Which
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile, BadOption, BadRecord, LutetiaError
from lutetia.kernel.record import (
    LARGEST_FILE,
    GameRecord,
    load,
    loads,
    reopen,
    replay,
    verify,
)

pytestmark = pytest.mark.plain

SEED = derived_seed("record")
OTHER = commitment(derived_seed("another"))


def open_nim(
    name: str,
    seats: int,
    options: Mapping[str, Any],
    components: Which = None,
    rules_version: int | None = None,
) -> Game:
    """Opens Nim for a record."""
    assert name == "nim"
    return Nim.open(seats, options, components, rules_version)


def finished() -> GameRecord:
    """Nine stones in three turns."""
    game = Nim.open()
    record = GameRecord.start(game, SEED, ["Ann", "Zoë"])
    state = game.deal(SEED)
    for move in (2, 2, 2):
        record.moves = [*record.moves, game.notation(move)]
        state = game.play(state, move)
    record.finish(game, state)
    return record


def check(text: str) -> GameRecord:
    """Read a text and check everything about it."""
    record = loads(text)
    verify(reopen(record, open_nim), record)
    return record


def signed(**changes: Any) -> str:
    """The finished record with some fields changed and a correct digest; None removes a field."""
    content = {**finished().model_dump(exclude={"digest"}), **changes}
    content = {key: value for key, value in content.items() if value is not None}
    return json.dumps(content)


def test_what_was_written_comes_back() -> None:
    record = finished()
    text = record.dumps()
    again = check(text)
    assert again.model_dump(exclude={"digest"}) == record.model_dump(exclude={"digest"})
    assert again.dumps() == text
    assert text.endswith("}\n")
    assert "Zoë" in text


def test_the_header_commits_to_the_seed_and_the_secret_can_be_left_out() -> None:
    record = GameRecord.start(Nim.open(), SEED, ["a", "b"])
    assert record.commitment == commitment(SEED)
    assert record.seed == SEED.hex()
    shown = record.without_secret().dumps()
    assert SEED.hex() not in shown
    with pytest.raises(BadRecord, match=r"^seed: not revealed yet"):
        check(shown)
    assert record.seed is not None


def test_replay_gives_every_state_between_the_moves() -> None:
    record = finished()
    plies = list(replay(Nim.open(), record))
    assert [int(ply.before.heap) for ply in plies] == [9, 6, 3]
    assert [int(ply.after.heap) for ply in plies] == [6, 3, 0]


def test_a_record_is_opened_by_the_rules_with_which_it_was_played() -> None:
    old = Nim.open(rules_version=1)
    record = GameRecord.start(old, SEED, ["a", "b"])
    record.moves = ["take:three"] * 3
    state = old.deal(SEED)
    for _ in range(3):
        state = old.play(state, 2)
    record.finish(old, state)
    again = reopen(loads(record.dumps()), open_nim)
    assert (again.rules_version, int(again.box.rules_version)) == (1, 1)
    verify(again, record)
    # By the newest rules the game would have another result.
    newest = Nim.open()
    assert newest.rules_version == Nim.rules_versions[-1] == 2
    with pytest.raises(BadRecord, match=r"^result: the moves lead to another result"):
        verify(newest, record)


@pytest.mark.parametrize("field", [name for name in GameRecord.model_fields if name != "digest"])
def test_a_field_changed_by_hand_does_not_match_the_digest(field: str) -> None:
    content = json.loads(finished().dumps())
    changes: dict[str, Any] = {
        "format": 2,
        "game": "other",
        "rules_version": 7,
        "seats": 4,
        "options": {"heap": 20},
        "components": "1" * 64,
        "component_file": "heap = 20",
        "players": ["Ann", "Bob"],
        "commitment": "2" * 64,
        "seed": "3" * 64,
        "draw": {"commitment": "4" * 64, "secret": "5" * 64, "shares": ["6" * 64, "7" * 64]},
        "moves": ["take:one"],
        "result": {"scores": [{"prize": 99}, {"prize": 0}], "ranks": [1, 2]},
    }
    content[field] = changes[field]
    place = "format" if field == "format" else "digest"
    with pytest.raises(BadRecord, match=f"^record: {place}: "):
        loads(json.dumps(content))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "record: format: 2 is unknown, this program reads 1"),
        ({"format": None}, "record: format: None is unknown"),
        ({"format": "1"}, "record: format: '1' is unknown"),
        ({"format": True}, "record: format: "),
        (
            {"rules_version": 3},
            "rules_version: 3 is unknown, this program plays Nim by version 1 ",
        ),
        ({"seats": 3}, "players: 3 cannot play, 2 can"),
        ({"seats": True}, "record: seats: "),
        ({"seats": "2"}, "record: seats: "),
        ({"players": ["Ann"]}, "players: 1 names for 2 seats"),
        ({"players": [1, 2]}, r"record: players\[1\]: "),
        ({"players": None}, "record: players: "),
        ({"options": {"heap": 10}}, "heap: 10 is not possible; choose 9, 20"),
        ({"options": {"hat": 1}}, "hat: no such option; there are heap"),
        ({"options": []}, "record: options: "),
        ({"options": {"heap": 20}}, "result: the moves do not reach the end"),
        ({"components": "1" * 64}, "components: this game was played with another component"),
        ({"components": "x"}, "record: components: "),
        ({"components": "A" * 64}, "record: components: "),
        ({"commitment": OTHER}, "seed: it does not match the commitment made before the game"),
        ({"seed": "00" * 32}, "seed: it does not match the commitment made before the game"),
        ({"seed": "00" * 31}, "record: seed: "),
        ({"seed": None}, "seed: not revealed yet, the game cannot be replayed"),
        ({"moves": ["take:three"] * 2}, "result: the moves do not reach the end of the game"),
        ({"moves": ["take:three"] * 4}, r"moves\[4\]: the game is over: no move is left to make"),
        ({"moves": ["take:one"] * 9}, None),
        ({"moves": ["take:two", "take:twelve"]}, r"moves\[2\]: take:twelve: the heap is smaller"),
        ({"moves": ["TAKE:ONE"]}, r"moves\[1\]: “TAKE:ONE” is not a move of Nim"),
        ({"moves": ["take:t"]}, r"moves\[1\]: “take:t” is not a move of Nim"),
        ({"moves": ["x" * 500]}, r"moves\[1\]: “x{40}” is not a move of Nim"),
        ({"moves": [3]}, r"record: moves\[1\]: "),
        ({"moves": "take:one"}, "record: moves: "),
        ({"result": None}, "result: the game is over, but its result is missing"),
        ({"result": {"scores": [], "ranks": [1, 2]}}, "result: the moves lead to another result"),
        ({"result": {"scores": []}}, r"record: result\.ranks: "),
        ({"extra": 1}, "record: extra: "),
    ],
    ids=str,
)
def test_a_wrong_field_is_named(changes: dict[str, Any], message: str | None) -> None:
    text = signed(**changes)
    if message is None:
        check(text)
        return
    with pytest.raises((BadRecord, BadOption), match=f"^{message}"):
        check(text)


def test_a_result_of_another_game_is_noticed() -> None:
    record = finished()
    assert record.result is not None
    scores = [{"prize": line["prize"] + 1} for line in record.result.scores]
    with pytest.raises(BadRecord, match=r"^result: the moves lead to another result"):
        check(signed(result={"scores": scores, "ranks": record.result.ranks}))
    with pytest.raises(BadRecord, match=r"^result: the moves lead to another result"):
        check(signed(result={"scores": record.result.scores, "ranks": [2, 1]}))


def test_a_game_still_going_on_is_a_good_record_without_result() -> None:
    check(signed(moves=["take:one"], result=None))


def test_a_record_cut_off_anywhere_is_refused() -> None:
    text = finished().dumps()
    for length in (*range(0, len(text) - 2, 50), len(text) - 3, len(text) - 2):
        with pytest.raises(BadRecord, match=r"^record: "):
            loads(text[:length])


def test_a_damaged_byte_is_noticed_or_means_nothing() -> None:
    text = finished().dumps()
    original = loads(text)
    for place in range(0, len(text), 3):
        for sign in ("0", "x", '"', "\n"):
            damaged = text[:place] + sign + text[place + 1 :]
            with suppress(LutetiaError):
                assert loads(damaged) == original


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "17", '"record"', "{", "{}", "\ufeff{}", "[" * 100_000,
        '{"format": 1}', '{"format": 1e999}', '{"format": NaN}', "9" * 5000, "\x00",
    ],
    ids=lambda text: ascii(text[:20]),
)  # fmt: skip
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^record: "):
        loads(text)


@pytest.mark.parametrize("field", ["players", "options", "moves"])
def test_half_a_character_is_refused(field: str) -> None:
    """JSON can contain a lone surrogate; the digest of it once ended in a traceback."""
    half = {"players": ["\ud800", "b"], "options": {"heap": "\ud800"}, "moves": ["\ud800"]}[field]
    content = json.loads(finished().dumps())
    for digest in (content["digest"], None):
        with pytest.raises(BadRecord):
            loads(json.dumps({**content, field: half, "digest": digest}))


def test_deep_nesting_is_refused_without_a_traceback() -> None:
    deep = "[" * 900 + "]" * 900
    for text in (signed(options={"heap": "?"}), finished().dumps().replace("9", '"?"', 1)):
        with pytest.raises(LutetiaError):
            check(text.replace('"?"', deep))


def test_files_are_read_and_their_faults_named(tmp_path: Path) -> None:
    good = tmp_path / "game.json"
    good.write_text(finished().dumps(), encoding="utf-8")
    assert load(good) == loads(finished().dumps())
    with pytest.raises(BadFile, match=r"missing\.json: cannot be read \(No such file"):
        load(tmp_path / "missing.json")
    with pytest.raises(BadFile, match="cannot be read"):
        load(tmp_path)
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match=r"binary\.json: cannot be read \(not UTF-8 text\)"):
        load(binary)
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(BadRecord, match=r"broken\.json: not a record, or cut off"):
        load(broken)
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (LARGEST_FILE + 1))
    with pytest.raises(BadRecord, match=r"large\.json: too large for a record"):
        load(large)
