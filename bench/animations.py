"""The animations of a table, frame by frame: travelling and settling pieces, news, the count."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.record import GameRecord

if TYPE_CHECKING:
    from playwright.sync_api import Page

FRAME = 1000 / 60
LATE = 1.5 * FRAME
"""A frame that takes more milliseconds is late."""
_ANIMATED = """() => {
    window.animated = {};
    let last = 0;
    const step = now => {
        const names = new Set(document.getAnimations()
            .filter(({playState, effect}) =>
                playState === 'running' && effect.getTiming().iterations !== Infinity)
            .map(({id}) => id || 'other'));
        for (const name of names) if (last) (animated[name] ??= []).push(now - last);
        last = names.size ? now : 0;
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
}"""
_STILL = """() => !document.getAnimations().some(({playState, effect}) =>
    playState !== 'finished' && effect.getTiming().iterations !== Infinity)"""
"""What is paused waits for the position to be drawn: its frames are still to come."""
_SEEN = "name => animated[name]?.length > 2"

ANIMATIONS = {
    "lumiere": ("travel", "announcement", "count", "other"),
    "belle_epoque": ("travel", "announcement", "other"),
}
"""The animations of each table by the names that the client gives them; `other` have none. The
Belle Époque counts with marks that do not move."""
LAYS = {"lumiere": "lay:", "belle_epoque": "move:"}
"""The kind of move that lays a piece, in each game; in the Belle Époque its key is put back."""
NEXT_PHASE = ("building", "last-round")
"""The phase or the stage whose beginning is announced."""
APPEARS = 20_000
"""Milliseconds within which an animation must appear."""


@dataclass(frozen=True)
class Frames:
    """The frames of one kind of movement: milliseconds between one frame and the next."""

    times: Sequence[float]

    @property
    def rate(self) -> float:
        return 1000 * len(self.times) / sum(self.times)

    @property
    def late(self) -> float:
        """The percentage of late frames."""
        return 100 * sum(frame > LATE for frame in self.times) / len(self.times)


@dataclass(frozen=True)
class RandomGame:
    """A game with moves that were drawn at random."""

    record: str
    moves: Sequence[str]
    movers: Sequence[int]
    """The seat to move before each move."""
    announced: int
    """The number of the move with which phase two or the last round begins."""

    def first_lay(self, kind: str) -> int:
        """The number of the first move of a kind in the second quarter of the game or later."""
        quarter = len(self.moves) // 4
        return next(n for n, move in enumerate(self.moves) if n > quarter and move.startswith(kind))


def random_game(game: str) -> RandomGame:
    box = open_game(game, 2, {})
    secret, chance = derived_seed("bench", game), random.Random(1)
    record = GameRecord.start(box, secret, ["Anna", "Bert"])
    state, movers, announced = box.deal(secret), [], -1
    while not box.is_over(state):
        legal = [box.notation(int(move)) for move in box.legal_moves(state)]
        kinds = sorted({move.split(":")[0] for move in legal} - {"buy", "sell", "decline"})
        kind = chance.choice(kinds or ["decline"])
        move = chance.choice([move for move in legal if move.split(":")[0] == kind])
        movers.append(int(state.to_move))
        record.moves.append(move)
        state = box.play(state, box.parse(state, move))
        position = box.position(state)
        if announced < 0 and {position.get("phase"), position.get("stage")} & set(NEXT_PHASE):
            announced = len(movers) - 1
    record.finish(box, state)
    return RandomGame(record.dumps(), record.moves, movers, announced)


_BRANCH = """async body => {
    const headers = {'Content-Type': 'application/json'};
    const wish = {method: 'POST', headers, body: JSON.stringify(body)};
    return (await (await fetch('/api/tables/branch', wish)).json()).address.link;
}"""


def _branch(page: Page, game: RandomGame, ply: int) -> None:
    """Open a table against the computer that continues from a position of the game."""
    seat = game.movers[ply]
    seats = [
        {"kind": "me", "name": "Anna"} if n == seat else {"kind": "computer", "level": 1}
        for n in range(2)
    ]
    wish = {"record": json.loads(game.record), "ply": ply, "seats": seats}
    page.goto(page.evaluate(_BRANCH, wish))
    page.wait_for_selector(".table-page[data-your-turn=true]", timeout=120_000)
    page.evaluate(_ANIMATED)


def _play(page: Page, game: RandomGame, ply: int) -> None:
    """Open a table at a position of the game, and play the game's next move there."""
    _branch(page, game, ply)
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(game.moves[ply])
    page.keyboard.press("Enter")


def _watched(page: Page, name: str) -> dict[str, list[float]]:
    """Wait until an animation was seen and nothing moves; the frames of all animations.

    If it never appears, the caller finds that its frames are missing.
    """
    from playwright.sync_api import TimeoutError as TooLate

    with suppress(TooLate):
        page.wait_for_function(_SEEN, arg=name, timeout=APPEARS)
        page.wait_for_function(_STILL, timeout=APPEARS)
    found: dict[str, list[float]] = page.evaluate("() => animated")
    return found


def watch(page: Page, name: str) -> dict[str, Frames]:
    """The frames of every animation of a game. An animation that is never seen is an error."""
    game = random_game(name)
    last = len(game.movers) - 1
    middle = next(n for n in range(last // 2, last) if game.movers[n] != game.movers[n - 1])
    _branch(page, game, middle)
    page.get_by_role("button", name="Show the last moves again").click()
    page.wait_for_selector(".table-page[data-your-turn=false]")
    page.wait_for_selector(".table-page[data-your-turn=true]")
    page.wait_for_selector(".travel-layer", state="detached")
    seen = [_watched(page, "travel")]
    _play(page, game, game.first_lay(LAYS[name]))
    if name == "belle_epoque":  # an own key travels; it settles when it is put back
        _watched(page, "travel")
        page.get_by_role("button", name="Undo").click()
    seen.append(_watched(page, "other"))
    _play(page, game, game.announced)
    seen.append(_watched(page, "announcement"))
    _play(page, game, last)
    page.wait_for_selector("[data-ending=done]")
    seen.append(page.evaluate("() => animated"))
    return frames_of(name, seen)


def frames_of(game: str, seen: Sequence[Mapping[str, list[float]]]) -> dict[str, Frames]:
    """The frames of each animation of a game, from all positions that were watched."""
    found = {}
    for name in ANIMATIONS[game]:
        times = [time for each in seen for time in each.get(name, [])]
        if not times:
            raise RuntimeError(f"{game}: no frame of the animation {name!r} was seen")
        found[name] = Frames(times)
    return found
