"""B2.2: after any history a seat knows exactly what the rules allow.

What players take in the open can be found from the log; end-of-game tiles cannot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.terms import KINDS, SEATS
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER, Event
from lutetia.kernel.types import Record
from tests.belle_epoque.boards import Board, table
from tests.belle_epoque.playing import boxes, name_of, whole_game

plain = pytest.mark.plain  # the others imagine thousands of worlds

Told = tuple[str, list[Event]]


class Listener:
    """An observer with a perfect memory who reads only the log that everybody reads."""

    def __init__(self, keys: int, francs: list[int]) -> None:
        self.seats: list[dict[str, Any]] = [
            {"francs": own, "hand": keys, "tokens": dict.fromkeys(KINDS, 0), "unused": set()}
            for own in francs
        ]
        self.end_tiles = [0] * len(francs)

    def hear(self, text: str, events: list[Event]) -> None:
        seat = self.seats[events[0].seat]
        for event in events:
            details = event.details
            seat["francs"] += details.get("francs", 0)
            seat["hand"] += details.get("keys", 0)
            for kind, change in details.get("tokens", {}).items():
                seat["tokens"][kind] += change
            for kind, paid in details.get("resources", {}).items():
                seat["tokens"][kind] -= paid
        first = events[0]
        if first.kind == "key":
            seat["hand"] -= 1
        elif first.kind in ("buy", "sell"):
            seat["tokens"][first.details["kind"]] += 1 if first.kind == "buy" else -1
        elif first.kind == "bonus":
            seat["unused"].add(first.details["tile"])
        elif first.kind == "activate":
            seat["unused"] -= {first.details["tile"]}
            seat["unused"] |= {first.details["taken"]} - {None}
        elif first.kind == "move" and first.details["tile"]:
            seat["unused"] -= {first.details["tile"]}
        elif first.kind in ("choose", "use"):
            self.end_tiles[first.seat] += 1 if first.kind == "choose" else -1
        for event in events:
            if event.kind == "token":
                seat["tokens"][event.details["kind"]] += 1
        assert not text.startswith("choose:")


@plain
@pytest.mark.parametrize("game", boxes()[::5], ids=name_of)
def test_whoever_listens_knows_francs_tokens_tiles_and_keys(game: BelleEpoque) -> None:
    states, moves = whole_game(game, generator(derived_seed("listener", game.seats)))
    views = [game.view(state, WATCHER) for state in states]
    # Everybody sees with how much each seat begins: a house rule gives more to later ones.
    begin = game.position(states[0])["seats"]
    francs = [begin[name]["francs"] for name in SEATS[: game.seats]]
    listener = Listener(int(game.box.hand), francs)
    for index, move in enumerate(moves):
        events = game.events(views[index], move, views[index + 1])
        listener.hear(game.told(states[index], move, WATCHER), events)
        found = game.position(states[index + 1])["seats"]
        for heard, held, name in zip(listener.seats, listener.end_tiles, SEATS, strict=False):
            truth = found[name]
            assert heard["francs"] == truth["francs"]
            assert heard["hand"] == truth["hand"]
            assert heard["tokens"] == truth["tokens"]
            assert sorted(heard["unused"]) == truth["bonus"]["unused"]
            assert held == truth["end_tiles"]
            # So the record of a view may contain it.
        assert (views[index + 1].francs == states[index + 1].francs).all()


def late(players: int) -> Board:
    return table(players, piles=False)


def taken(board: Board, *choices: str) -> Board:
    """The seats take these end-of-game tiles in turn."""
    for face in choices:
        board = board.play("take", f"choose:{face}", "end")
    return board


@plain
def test_a_secret_choice_changes_nobody_elses_view() -> None:
    one, other = taken(late(3), "points:4"), taken(late(3), "francs:6")
    game = one.game
    for seat in (1, 2, WATCHER):
        assert game.view(one.state, seat).tobytes() == game.view(other.state, seat).tobytes()
    assert game.view(one.state, 0).tobytes() != game.view(other.state, 0).tobytes()


@plain
def test_a_look_tells_what_is_missing() -> None:
    one = taken(late(2), "points:4").play("take")
    other = taken(late(2), "francs:6").play("take")
    game = one.game
    assert game.view(one.state, 1).tobytes() != game.view(other.state, 1).tobytes()
    looks = game.position(game.view(one.state, 1))["end_tiles"]["looks"]
    assert looks == {"orange": None, "blue": [{"by": ["orange"], "faces": ["points:4"]}]}


@plain
def test_a_look_does_not_tell_who_of_several_took_which() -> None:
    choices = ["points:4", "francs:6", "prestige:1"]
    one = taken(late(3), *choices).play("take")
    other = taken(late(3), choices[0], choices[2], choices[1]).play("take")
    game = one.game
    assert game.view(one.state, 0).tobytes() == game.view(other.state, 0).tobytes()
    # Blue looked between the two takes and took one tile itself, so it knows everything.
    one, other = (
        one.play("choose:points:3", "end", "take"),
        other.play("choose:points:3", "end", "take"),
    )
    assert game.view(one.state, 1).tobytes() != game.view(other.state, 1).tobytes()


@plain
def test_using_a_tile_does_not_tell_when_it_was_taken() -> None:
    first = taken(late(2), "points:4", "francs:5", "points:3", "francs:6")
    second = taken(late(2), "points:3", "francs:5", "points:4", "francs:6")
    game = first.game
    one, other = first.play("activate:points:4"), second.play("activate:points:4")
    assert game.view(one.state, WATCHER).tobytes() == game.view(other.state, WATCHER).tobytes()


def holdings(state: Record, players: int) -> tuple[Any, ...]:
    """The faces that each seat took, in the order of taking."""
    return tuple(
        tuple(
            int(state.end_face[i])
            for i in range(int(state.end_taken))
            if state.end_taker[i] == seat
        )
        for seat in range(players)
    )


def possible_worlds(board: Board, seat: int) -> set[tuple[Any, ...]]:
    """By brute force: every secret history of choices that is possible with this seat's view."""
    game, truth = board.game, board.state
    view = game.view(truth, seat).tobytes()
    taken_count = int(truth.end_taken)
    supply = [face for face, copies in enumerate(game.box.end_copies) for _ in range(int(copies))]
    found = set()
    for faces in set(permutations(supply, taken_count)):
        world = truth.copy()
        world.end_face[:taken_count] = faces
        world.end_spent[:] = 0
        if mark_used(world) and game.view(world, seat).tobytes() == view:
            found.add(holdings(world, game.seats))
    return found


def mark_used(world: Record) -> bool:
    """Mark the first fitting tile of each user; returns whether there is one for every use."""
    for index in range(int(world.end_used)):
        fitting = [
            take
            for take in range(int(world.end_taken))
            if world.end_taker[take] == world.end_user[index]
            and world.end_face[take] == world.end_used_face[index]
            and not world.end_spent[take]
        ]
        if not fitting:
            return False
        world.end_spent[fitting[0]] = 1
    return True


def three_takes() -> Board:
    return taken(late(3), "points:4", "francs:6", "prestige:1")


HISTORIES: dict[str, Callable[[], Board]] = {
    "nobody used any": three_takes,
    "while looking": lambda: three_takes().play("take"),
    "one was used": lambda: three_takes().play("activate:points:4"),
    "after a second look": lambda: taken(three_takes(), "points:3"),
    "two players": lambda: taken(late(2), "points:4", "francs:6", "resources:2"),
    "used between looks": lambda: taken(late(2), "points:4", "francs:6").play(
        "activate:points:4", "take", "choose:points:4", "end"
    ),
}


@pytest.mark.parametrize("history", HISTORIES)
def test_imagining_finds_every_world_that_the_view_allows_and_no_other(history: str) -> None:
    board = HISTORIES[history]()
    game = board.game
    chance = generator(derived_seed("worlds", history))
    for seat in (*range(game.seats), WATCHER):
        allowed = possible_worlds(board, seat)
        assert holdings(board.state, game.seats) in allowed
        view = game.view(board.state, seat)
        imagined = {
            holdings(game.imagine(view, seat, chance), game.seats)
            for _ in range(6 * len(allowed) + 20)
        }
        assert imagined <= allowed
        assert len(imagined) >= 0.9 * len(allowed)


def test_imagined_worlds_are_drawn_fairly() -> None:
    """If a face exists twice, it is twice as probable that blue took one of them."""
    board = taken(late(2), "points:4", "francs:5")
    game = board.game
    chance = generator(derived_seed("fair"))
    view = game.view(board.state, 0)
    rounds = 4_000
    drawn = Counter(int(game.imagine(view, 0, chance).end_face[1]) for _ in range(rounds))
    left = {
        face: int(copies) - (face == int(board.state.end_face[0]))
        for face, copies in enumerate(game.box.end_copies)
        if copies
    }
    for face, copies in left.items():
        assert abs(drawn[face] - rounds * copies / 11) < 5 * (rounds * copies / 11) ** 0.5


def test_imagined_piles_are_drawn_fairly() -> None:
    """All unseen tiles with the right back are on top equally often; all are put away so, too."""
    board = Board(late(2).game, late(2).game.deal(derived_seed("piles")))
    game = board.game
    view = game.view(board.state, 0)
    chance = generator(derived_seed("fair piles"))
    rounds = 3_000
    top: Counter[int] = Counter()
    away: Counter[int] = Counter()
    for _ in range(rounds):
        world = game.imagine(view, 0, chance)
        top[int(world.piles[0, 10])] += 1
        away.update(int(tile) for tile in world.away[:3])
    assert {tile // 6 for tile in top} == {int(view.backs[0])}
    assert len(top) == 6
    assert max(top.values()) < rounds / 6 + 5 * (rounds / 6) ** 0.5
    assert len(away) == 36
    # A tile with a back that shows is sometimes on top, so it is put away a little less often.
    assert max(away.values()) < 1.4 * 3 * rounds / 36
    assert min(away.values()) > 0.6 * 3 * rounds / 36
