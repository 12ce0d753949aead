"""What a viewer is told follows from its view, and from nothing else."""

from __future__ import annotations

import pytest

from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import WATCHER
from lutetia.kernel.errors import IllegalMove, StaleMove, UnparsableMove
from lutetia.match.commands import Undo
from lutetia.match.errors import NotPossible
from lutetia.match.views import legal, previews, told_moves, view_for
from tests.match.support import (
    ANNA,
    act,
    holder,
    make_keeper,
    move,
    open_table,
    play_on,
    some_move,
)


@pytest.mark.parametrize("name", GAMES)
async def test_the_log_of_a_viewer_grows_as_it_is_heard(name: str) -> None:
    """ToldMove move by move or all at once, the log is the same."""
    keeper = make_keeper()
    table = await open_table(keeper, game=name)
    viewers: list[int | None] = [None, *range(table.header.seats)]
    parts: dict[int | None, list[object]] = {viewer: [] for viewer in viewers}
    for _ in range(60):
        if table.phase != "playing":
            break
        await play_on(keeper, table, 1)
        for viewer in viewers:
            parts[viewer] += told_moves(table, viewer, len(table.made) - 1)
    for viewer in viewers:
        assert told_moves(table, viewer, 0) == parts[viewer]


@pytest.mark.parametrize("name", GAMES)
async def test_legal_moves_are_told_to_the_seat_to_move_only(name: str) -> None:
    keeper = make_keeper()
    table = await open_table(keeper, game=name)
    await play_on(keeper, table, 9)
    for seat in range(table.header.seats):
        told = legal(table, seat, view_for(table, seat))
        assert bool(told) == (seat == table.to_move)
    assert legal(table, None, view_for(table, None)) == []


@pytest.mark.parametrize("name", GAMES)
async def test_a_preview_does_not_know_what_its_seat_does_not(name: str) -> None:
    keeper = make_keeper()
    table = await open_table(keeper, game=name)
    chance = generator(derived_seed("previews"))
    for _ in range(30):
        await play_on(keeper, table, 1)
        seat = table.to_move
        if seat is None:
            break
        moves = legal(table, seat, view_for(table, seat))[:5]
        told = previews(table, seat, table.ply, moves)
        other = table.copy()
        other.state = table.game.imagine(view_for(table, seat), seat, chance)
        assert previews(other, seat, table.ply, moves) == told


async def test_a_preview_says_what_the_move_then_scores() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    checked = 0
    while table.phase == "playing":
        seat = table.to_move
        assert seat is not None
        text = some_move(table)
        (told,) = previews(table, seat, table.ply, [text])
        assert told.before == table.game.shown_score(view_for(table, seat))
        await move(keeper, table, text)
        if told.certain:
            checked += 1
            assert told.after == table.game.shown_score(table.game.view(table.state, seat))
    assert checked > 20


async def test_a_preview_plays_a_levitation_and_its_building_together() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    checked = 0
    while table.phase == "playing" and checked < 3:
        seat = table.to_move
        assert seat is not None
        listed = legal(table, seat, view_for(table, seat))
        swaps = [text for text in listed if text.startswith("levitation:") and text.count(":") == 2]
        if not swaps:
            # Each player takes three buildings. The others stay in the pool.
            wanted = "take" if table.ply < 6 else "lay"
            found = [text for text in listed if text.startswith(wanted)]
            await move(keeper, table, (found or listed)[0])
            continue
        (swap,) = previews(table, seat, table.ply, swaps[:1], with_then=True)
        assert swap.then
        assert {text.split(":")[1] for text in swap.then} == {swaps[0].split(":")[2]}
        assert previews(table, seat, table.ply, swaps[:1])[0].then == []
        line = f"{swaps[0]} {swap.then[-1]}"
        (whole,) = previews(table, seat, table.ply, [line])
        assert whole.move == line
        with pytest.raises(IllegalMove):
            previews(table, seat, table.ply, [f"{swaps[0]} pass"])
        with pytest.raises(NotPossible):
            previews(table, seat, table.ply, [f"{line} pass"])
        await move(keeper, table, swaps[0])
        assert legal(table, seat, view_for(table, seat)) == swap.then
        await move(keeper, table, swap.then[-1])
        assert whole.after == table.game.score(table.game.view(table.state, seat))
        checked = 3
    assert checked == 3


async def test_a_preview_is_refused_like_a_move() -> None:
    keeper = make_keeper()
    table = await open_table(keeper)
    seat = table.to_move
    assert seat is not None
    with pytest.raises(StaleMove):
        previews(table, seat, 3, ["take:line"])
    with pytest.raises(NotPossible):
        previews(table, 1 - seat, 0, ["take:line"])
    with pytest.raises(UnparsableMove):
        previews(table, seat, 0, ["nonsense"])
    with pytest.raises(IllegalMove):
        previews(table, seat, 0, ["pass"])


async def test_after_a_takeback_the_log_is_shorter() -> None:
    keeper = make_keeper()
    table = await open_table(keeper, ANNA, ANNA)
    await play_on(keeper, table, 6)
    told = told_moves(table, 0, 0)
    last = table.made[-1].seat
    await act(keeper, table, holder(table, last), Undo(last))
    assert told_moves(table, 0, 0) == told[:5]


@pytest.mark.parametrize("name", GAMES)
async def test_moves_that_look_alike_are_told_alike(name: str) -> None:
    """Whoever cannot tell two moves apart by what they see afterwards must not hear which one
    it was: neither by its notation nor by its events."""
    keeper = make_keeper()
    table = await open_table(keeper, game=name, seed="alike")
    game, alike = table.game, 0
    while table.phase == "playing":
        before, mover = table.state, table.to_move
        await play_on(keeper, table, 1)
        played = table.made[-1].move
        for viewer in (WATCHER, *range(game.seats)):
            if viewer == mover:
                continue
            seen_before, seen_after = game.view(before, viewer), game.view(table.state, viewer)
            told = game.told(seen_before, played, viewer)
            happened = game.events(seen_before, played, seen_after)
            for other in game.legal_moves(before).tolist():
                if other == played:
                    continue
                elsewhere = game.view(game.play(before, other), viewer)
                if elsewhere.tobytes() == seen_after.tobytes():
                    alike += 1
                    assert game.told(seen_before, other, viewer) == told
                    assert game.events(seen_before, other, elsewhere) == happened
    # Only the Belle Époque has choices in secret (B8.1).
    assert (alike > 0) == (name == "belle_epoque")
