"""A position that somebody wrote is refused with a sentence, or it is a position of the game."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lutetia
from lutetia.api import GameInPlay
from lutetia.kernel.errors import BadTable
from tests.belle_epoque.test_conservation import (
    check_keys,
    check_other_tiles,
    check_tiles,
    check_tokens,
)

Position = dict[str, Any]
Path = tuple[str | int, ...]

BOXES: list[tuple[str, int, dict[str, Any]]] = [
    ("lumiere", 2, {}),
    ("lumiere", 2, {"two-tile-hand": True, "postcards": "random"}),
    ("belle_epoque", 2, {}),
    ("belle_epoque", 3, {"setup": "advanced", "placement": "any-district"}),
]


@cache
def played(box: int) -> GameInPlay:
    name, seats, options = BOXES[box]
    return lutetia.new_game(name, seats=seats, options=options, seed="written").play_out("random")


@cache
def positions(box: int) -> list[str]:
    game = played(box)
    return [json.dumps(game.rules.position(ply.after)) for ply in game]


def leaves(value: Any, at: Path = ()) -> Iterator[Path]:
    """The places of a position that can be overwritten."""
    if at:
        yield at
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in items:
            yield from leaves(inner, (*at, name))


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def change(draw: Callable[[st.SearchStrategy[Any]], Any], found: Position) -> None:
    """Overwrite, remove or swap something."""
    path = draw(st.sampled_from(list(leaves(found))))
    holder, last = at(found, path[:-1]), path[-1]
    kind = draw(st.sampled_from(["number", "other", "strange", "remove"]))
    if kind == "number" and isinstance(holder[last], int):
        holder[last] += draw(st.sampled_from([-1, 1, 90, 2**40]))
    elif kind == "other":
        holder[last] = copy.deepcopy(at(found, draw(st.sampled_from(list(leaves(found))))))
    elif kind == "remove":
        del holder[last]
    else:
        holder[last] = draw(st.sampled_from([None, "levitating", 9, -3, [], {}, True, 0.5]))


def sound(box: int, found: Position) -> bool:
    """Whether an accepted position keeps all pieces of the box, counted without the rules."""
    if BOXES[box][0] == "belle_epoque":
        start = json.loads(json.dumps(played(box).rules.position(next(iter(played(box))).before)))
        check_tiles(found)
        check_keys(found, start)
        check_tokens(found)
        check_other_tiles(found, start)
        return True
    for seat in ("orange", "blue"):
        used = sum(card["owner"] == seat for card in found["postcards"])
        assert found["tokens"][seat] + used == 4
        tiles = [t["tile"] for t in found["squares"].values() if t and t["owner"] == seat]
        assert sorted([*tiles, *found["hands"][seat], *found["piles"][seat]]) == list(range(1, 9))
    built = [b["name"] for b in found["buildings"] if b["name"] != "garden"]
    every = [*built, *found["pool"], *found["reserves"]["orange"], *found["reserves"]["blue"]]
    assert len(every) == len(set(every)) == 12
    covered = [space for b in found["buildings"] for space in b["spaces"]]
    covered += [piece["space"] for piece in found["pieces"].values() if piece]
    assert len(covered) == len(set(covered))
    if found["phase"] != "laying":
        assert all(found["squares"].values())
    return True


@settings(max_examples=max(120, settings().max_examples), deadline=None)
@given(data=st.data(), box=st.integers(0, len(BOXES) - 1), ply=st.integers(0, 10_000))
def test_a_changed_position_is_refused_or_sound(data: st.DataObject, box: int, ply: int) -> None:
    every = positions(box)
    found = json.loads(every[ply % len(every)])
    change(data.draw, found)
    rules = played(box).rules
    try:
        state = rules.state_from(found)
    except BadTable:
        return
    again = json.loads(json.dumps(rules.position(state)))
    assert {**again, **found} == again
    assert sound(box, again)


def middle(box: int, share: float) -> Position:
    every = positions(box)
    found: Position = json.loads(every[int(share * (len(every) - 1))])
    return found


def refused(box: int, found: Position) -> str:
    with pytest.raises(BadTable) as caught:
        played(box).rules.state_from(found)
    return str(caught.value)


def test_nine_tokens_are_refused() -> None:
    found = middle(0, 0.3)
    found["tokens"]["orange"] = 9
    assert refused(0, found) == (
        "position: orange has 9 tokens and 0 on postcards, but there are 4 (L1.7)"
    )


def test_a_building_phase_on_an_empty_board_is_refused() -> None:
    start = json.loads(json.dumps(played(0).rules.position(next(iter(played(0))).before)))
    start["phase"] = "building"
    assert "phase two begins with the last tile, but 16 squares are empty (L3.3)" in refused(
        0, start
    )


@pytest.mark.parametrize(
    ("box", "path", "value", "said"),
    [
        (0, ("pool",), ["tower"], "position: building 'tower' is unknown"),
        (0, ("phase",), "levitating", "position.phase: input should be 'laying'"),
        (0, ("postcards", 0, "name"), "eiffel", "position: postcard 'eiffel' is unknown"),
        (0, ("hands", "blue"), None, "blue does not have each of the tiles 1 to 8"),
        (2, ("seats", "blue", "francs"), None, "position: this is no whole position"),
        (2, ("seats", "blue", "points"), -1, "position: blue has less than no points"),
        (2, ("piles", 0, "back"), "chaillot-sur-mer", "position.piles[1].back: input should be"),
        (2, ("supply", "gold"), 7, "gold, but the box has 6 (B1.5)"),
        (2, ("to_move",), None, "somebody is to move exactly while the game goes on"),
    ],
)
def test_what_is_wrong_is_said(box: int, path: Path, value: Any, said: str) -> None:
    found = middle(box, 0.3)
    at(found, path[:-1])[path[-1]] = value
    assert said in refused(box, found)


def test_a_missing_field_and_no_object_are_refused() -> None:
    found = middle(0, 0.5)
    del found["tokens"]
    assert refused(0, found) == "position.tokens: field required"
    assert refused(0, []) == "position: it must be one JSON object"  # type: ignore[arg-type]
