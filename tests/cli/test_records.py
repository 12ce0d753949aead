"""`selfplay` and `verify`: the same seed gives the same files, and damage is always found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lutetia.kernel.chance import SEED_BYTES, commitment, derived_seed
from tests.cli.conftest import Run, refused


@pytest.mark.plain
def test_selfplay_is_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        out = tmp_path / folder
        assert run("selfplay", "lumiere", "--games", 2, "--seed", "x", "--out", out).code == 0
    for name in ("lumiere-000001.json", "lumiere-000002.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert len(list((tmp_path / "one").iterdir())) == 2


def test_another_seed_another_game(run: Run, tmp_path: Path) -> None:
    for seed in ("x", "y"):
        run("selfplay", "lumiere", "--seed", seed, "--out", tmp_path / seed)
    texts = [(tmp_path / seed / "lumiere-000001.json").read_text() for seed in ("x", "y")]
    assert texts[0] != texts[1]


def test_the_seed_of_a_game_depends_on_its_number_alone(records: list[Path]) -> None:
    for number, path in enumerate(records, 1):
        found = json.loads(path.read_text("utf-8"))
        assert found["seed"] == derived_seed("selfplay", 7, number).hex()


def test_options_and_players_are_kept(run: Run, tmp_path: Path) -> None:
    names = [
        "levitation", "chartier", "sacre-coeur", "le-peintre",
        "moulin-rouge", "fontaine-des-mers", "le-penseur", "la-grande-lumiere",
    ]  # fmt: skip
    run(
        "selfplay", "lumiere", "--out", tmp_path / "o", "--players", 2,
        "--option", "two-tile-hand=true", "--option", f"postcards={','.join(names)}",
    )  # fmt: skip
    found = json.loads((tmp_path / "o/lumiere-000001.json").read_text("utf-8"))
    assert found["options"]["two-tile-hand"] is True
    assert set(found["options"]["postcards"]) == set(names)
    assert found["players"] == ["random", "random"]


def test_selfplay_overwrites_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lumiere-000002.json").write_text("mine")
    refused(
        run("selfplay", "lumiere", "--games", 3, "--out", tmp_path),
        "lumiere-000002.json: this file exists already",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["lumiere-000002.json"]
    assert (tmp_path / "lumiere-000002.json").read_text() == "mine"


def test_selfplay_into_a_file_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    refused(run("selfplay", "lumiere", "--out", tmp_path / "file"), "this folder cannot be created")


def test_verify_tells_of_each_valid_record(run: Run, records: list[Path]) -> None:
    ran = run("verify", *records)
    assert ran.code == 0
    assert ran.out.count(": valid, ") == len(records)


def test_verify_goes_on_after_a_fault(run: Run, records: list[Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    ran = run("verify", records[0], bad, records[1])
    assert ran.code == 2
    assert ran.out.count("valid") == 2
    assert ran.err.count("\n") == 1
    assert "bad.json: not a record, or cut off" in ran.err


def written(path: Path, content: dict[str, Any]) -> Path:
    """A record without its digest, so that only its meaning can give it away."""
    content.pop("digest", None)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def other_seed(content: dict[str, Any]) -> None:
    content["seed"] = "00" * SEED_BYTES


def other_commitment(content: dict[str, Any]) -> None:
    other_seed(content)
    content["commitment"] = commitment(bytes(SEED_BYTES))


def higher_score(content: dict[str, Any]) -> None:
    content["result"]["scores"][0]["light"] += 1


def swapped_moves(content: dict[str, Any]) -> None:
    content["moves"][0], content["moves"][-1] = content["moves"][-1], content["moves"][0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_seed, "seed: it does not match the commitment"),
        (other_commitment, "moves["),
        (higher_score, "result: the moves lead to another result"),
        (swapped_moves, "moves[1]"),
        (lambda c: c["moves"].pop(), "result: the moves do not reach the end"),
        (lambda c: c["moves"].insert(1, "fly:a1"), "moves[2]: “fly:a1” is not a move"),
        (lambda c: c["moves"].append("pass"), "the game is over"),
        (lambda c: c.pop("result"), "result: the game is over, but its result is missing"),
        (lambda c: c.pop("seed"), "seed: not revealed yet"),
        (lambda c: c.update(game="chess"), "no game is called 'chess'"),
        (lambda c: c.update(rules_version=9), "rules_version: 9 is unknown"),
        (lambda c: c.update(format=2), "format: 2 is unknown"),
        (lambda c: c.update(seats=3), "players: 3 cannot play"),
        (lambda c: c.update(players=["one"]), "players: 1 names for 2 seats"),
        (lambda c: c.update(components="0" * 64), "components: this game was played with another"),
        (lambda c: c["options"].update(wind="east"), "wind: no such option"),
        (lambda c: c["options"].update(penseur=1), "penseur: 1 is not possible"),
        (lambda c: c.update(moves="take"), "moves: "),
        (lambda c: c.update(surprise=1), "surprise: "),
        (lambda c: c.update(seed="zz"), "seed: "),
    ],
)
@pytest.mark.parametrize("name", ["verify", "replay"])
def test_a_changed_record_is_refused(
    run: Run, records: list[Path], tmp_path: Path, change: Any, message: str, name: str
) -> None:
    content = json.loads(records[0].read_text("utf-8"))
    change(content)
    path = written(tmp_path / "changed.json", content)
    refused(run(name, path), message, "changed.json")


def test_the_digest_shows_any_change(run: Run, records: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    path.write_text(records[0].read_text("utf-8").replace('"random"', '"champion"', 1), "utf-8")
    refused(run("verify", path), "digest: the content was changed")


def test_no_damage_brings_a_traceback(run: Run, records: list[Path], tmp_path: Path) -> None:
    """Cut off anywhere, or with any bit turned over."""
    content = records[0].read_bytes()
    path = tmp_path / "damaged.json"
    for place in range(0, len(content) - 2, max(1, len(content) // 25)):
        path.write_bytes(content[:place])
        refused(run("verify", path), "damaged.json")
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(bytes(flipped))
        refused(run("verify", path), "damaged.json")


def test_no_wrong_value_brings_a_traceback(run: Run, records: list[Path], tmp_path: Path) -> None:
    """Every field, replaced by every kind of nonsense."""
    original = json.loads(records[0].read_text("utf-8"))
    nonsense: list[Any] = [None, True, -1, 1e400, "", "\x00\n", [], {}, [[]], "a" * 5000]
    for field in original:
        for value in nonsense:
            path = written(tmp_path / "wrong.json", {**original, field: value})
            ran = run("verify", path)
            # Without a digest, and with options left to their defaults, nothing is wrong.
            if field != "digest" and (field, value) != ("options", {}):
                refused(ran, "wrong.json")


@pytest.mark.parametrize("text", ["", "[]", "null", "1", '"x"', "{}", "[" * 100_000, "\ufeff{}"])
def test_what_is_no_record_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.json"
    path.write_text(text, encoding="utf-8")
    refused(run("verify", path), "no.json")


def test_bytes_that_are_no_text_and_empty_folders_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bytes.json"
    path.write_bytes(b"\xff\xfe\x00")
    refused(run("verify", path), "not UTF-8 text")
    refused(run("verify", tmp_path), "bytes.json", "not UTF-8 text")
    empty = tmp_path / "empty"
    empty.mkdir()
    refused(run("verify", empty), "this folder has no records")
    refused(run("verify", "no\x00where"), "cannot be read")
