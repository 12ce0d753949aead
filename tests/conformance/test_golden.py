"""Every game has golden playthroughs, and still plays them as when they were written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.record import loads, reopen, replay, verify
from tests.conformance.golden import FOLDER, check_of

FILES = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_of_every_game_has_a_golden_playthrough(name: str) -> None:
    kept = [json.loads(path.read_text("utf-8"))["record"] for path in (FOLDER / name).glob("*")]
    assert {record["seats"] for record in kept} == set(find_game(name).seat_counts)
    assert all(record["game"] == name for record in kept)


@pytest.mark.plain
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_playthrough_is_played_as_ever(path: Path) -> None:
    content = json.loads(path.read_text("utf-8"))
    record = loads(json.dumps(content["record"]))
    game = reopen(record, open_game)
    plies = list(replay(game, record))
    states = [plies[0].before, *(ply.after for ply in plies)]
    assert len(content["checks"]) == len(states)
    for ply, (state, expected) in enumerate(zip(states, content["checks"], strict=True)):
        found = check_of(game, state)
        assert found == expected, f"ply {ply}, after {record.moves[:ply][-1:]}"
    verify(game, record)
