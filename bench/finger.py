"""A game of La Cité by finger on a phone: the touches for each building that is placed.

The player wants, at every turn that can build, a building and a place that score best at once, or
any legal ones, drawn at random. Other moves are typed in the list of moves and not counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from lutetia.games.lumiere.rules.components import all_turns, standard_components
from lutetia.kernel.catalogue import open_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize, WebSocket

WIDTH, HEIGHT = 390, 844
TAKEN = 4
"""Buildings that the player takes in phase one."""
MOST_TURNS = 80
THINKS = 120_000
"""Milliseconds that the computer may think."""
REACHES = 250
"""Milliseconds that a finger needs from the tray to the board."""
MOVES = 16
"""Milliseconds from one movement of a dragging finger to the next."""
AIM = 0.25
"""A finger misses the middle of a place by up to so much of a space, in each direction."""
LIFTED = 0.9
"""A dragged building is so many spaces above the finger, where it can be seen."""
STEPS = 12
"""Movements of the finger in one drag."""
_GHOST = "() => document.querySelector('[data-ghost]')?.dataset.ghost ?? null"
TURNS = 3
"""After so many quarter turns a building lies as before."""
MOST_TAPS = 60


@dataclass(frozen=True)
class FingerGame:
    """What one game needed."""

    clicks: int
    """Touches from the start page to the first turn."""
    touches: Sequence[int]
    """For each building that was placed."""

    @property
    def per_building(self) -> float:
        return sum(self.touches) / len(self.touches)


def play(browser: Browser, address: str, chance: Random | None = None) -> FingerGame:
    """Play a whole game against the computer that the start page offers.

    With `chance` the player draws what it builds, and where. Without, it builds what scores best.
    """
    screen: ViewportSize = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=screen, has_touch=True, is_mobile=True, locale="en-GB")
    try:
        page = context.new_page()
        finger = _Finger(page, chance)
        page.goto(address)
        finger.tap(".btn.big:not(:disabled)")
        finger.wait()
        clicks, touches = finger.touches, []
        for _ in range(MOST_TURNS):
            if not finger.wait():
                break
            before = finger.touches
            if finger.move():
                touches.append(finger.touches - before)
        return FingerGame(clicks, touches)
    finally:
        context.close()


def _middle_of(cells: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The space of a building that is nearest to its middle."""
    middle = [sum(values) / len(cells) for values in zip(*cells, strict=True)]
    return min(cells, key=lambda cell: abs(cell[0] - middle[0]) + abs(cell[1] - middle[1]))


class _Finger:
    """A finger that counts its touches, and a memory of the last state."""

    def __init__(self, page: Page, chance: Random | None) -> None:
        self.page = page
        self.chance = chance
        self.touches = 0
        self.state: dict[str, Any] = {}
        self.game = open_game("lumiere")
        self.shapes = standard_components().buildings
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message.get("type") in {"welcome", "state"}:
            self.state = message["state"]

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.touches += 1

    def tap_space(self, column: int, row: int) -> None:
        self.page.touchscreen.tap(*self._point(column + 0.5, row + 0.5))
        self.touches += 1

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board on the screen; x from file a, y from row 1 upwards, in spaces."""
        box = self.page.locator("svg.input").bounding_box()
        assert box is not None
        unit = box["width"] / 868
        return box["x"] + (34 + 100 * x) * unit, box["y"] + (34 + 100 * (8 - y)) * unit

    def wait(self) -> bool:
        """Wait for our turn; False when the game is over."""
        ours = ".table-page[data-your-turn=true], .table-page[data-phase=over]"
        self.page.wait_for_selector(ours, timeout=THINKS)
        return self.page.get_attribute(".table-page", "data-phase") != "over"

    def move(self) -> bool:
        """Make a move; whether it placed a building."""
        ply = self.page.get_attribute(".table-page", "data-ply")
        while str(self.state["ply"]) != ply:
            self.page.wait_for_timeout(20)
        view = self.state["views"][0]
        builds = [move for move in view["legal"] if move.startswith("build:")]
        if builds and self.chance:
            self._drag(self.chance.choice(builds), self.chance)
        elif builds:
            self._place(self._best(view["position"], view["seat"], builds))
        else:
            self._type(self._other(view["legal"], int(ply or 0)))
        self.page.wait_for_selector(f'.table-page:not([data-ply="{ply}"])')
        return bool(builds)

    def _best(self, position: dict[str, Any], seat: int, builds: Sequence[str]) -> list[str]:
        """The moves that lead by the most points: they are equally good."""
        state = self.game.state_from(position)

        def lead(move: str) -> int:
            scores = self.game.score(self.game.play(state, self.game.parse(state, move)))
            totals = [sum(lines.values()) for lines in scores]
            return totals[seat] - totals[1 - seat]

        leads = {move: lead(move) for move in builds}
        return [move for move in builds if leads[move] == max(leads.values())]

    def _other(self, legal: Sequence[str], ply: int) -> str:
        """Take some buildings first, then lay the tiles; later a postcard."""
        wanted = ("take:",) if ply < 2 * TAKEN else ("lay:", "take:")
        for beginning in wanted:
            for move in legal:
                if move.startswith(beginning):
                    return move
        return legal[0]

    def _place(self, best: Sequence[str]) -> None:
        """Touch the wanted place; if another building comes, pick the wanted one; confirm."""
        cells = self._cells(best[0])
        self.tap_space(*_middle_of(cells))
        if self._shown() not in best:
            self._pick(best[0].split(":")[1])
        self._tap_until(cells, best)
        self.tap(".asked .primary")

    def _drag(self, wanted: str, chance: Random) -> None:
        """Drag the wanted building to its place, turn it until it lies as wanted, confirm.

        If turning does not bring it, touch the place: that shows every placement over it.
        """
        _, name, _, _ = wanted.split(":")
        cells = self._cells(wanted)
        self._show_reserve(name)
        box = self.page.locator(f'[data-tray=yours] [data-building="{name}"]').first.bounding_box()
        assert box is not None
        middle = [
            (min(values) + max(values) + 1) / 2 + chance.uniform(-AIM, AIM)
            for values in zip(*cells, strict=True)
        ]
        goal = self._point(middle[0], middle[1] - LIFTED)
        self._swipe((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), goal)
        turns = 0
        while self._shown() != wanted and turns < TURNS:
            self.tap('.asked .btn:has(use[href="#i-turn"])')
            turns += 1
        if self._shown() != wanted:
            self._tap_until(cells, [wanted])
        self.tap(".asked .primary")

    def _swipe(self, start: tuple[float, float], goal: tuple[float, float]) -> None:
        """Move a finger over the screen and let it rest at the end: one touch.

        Chromium takes a finger that leaves in full motion for a flick, and ignores the next tap.
        """
        session = self.page.context.new_cdp_session(self.page)

        def send(kind: str, *at: float) -> None:
            points = [{"x": at[0], "y": at[1]}] if at else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", *start)
        for step in range(1, STEPS + 1):
            send(
                "touchMove", *(a + (b - a) * step / STEPS for a, b in zip(start, goal, strict=True))
            )
            self.page.wait_for_timeout(MOVES)
        self.page.wait_for_timeout(REACHES)
        send("touchMove", *goal)
        send("touchEnd")
        self.page.wait_for_timeout(REACHES)
        session.detach()
        self.touches += 1

    def _cells(self, move: str) -> list[tuple[int, int]]:
        """The spaces that a building would cover: column and row, from 0."""
        _, name, at, turn = move.split(":")
        left, low = "abcdefgh".index(at[0]), int(at[1]) - 1
        shape = all_turns(self.shapes[name])[int(turn) // 90]
        return [(left + column, low + row) for column, row in shape]

    def _tap_until(self, cells: Sequence[tuple[int, int]], wanted: Sequence[str]) -> None:
        """Touch the middle space until the board shows a wanted move."""
        space = _middle_of(cells)
        for _ in range(MOST_TAPS):
            if self._shown() in wanted:
                return
            self.page.wait_for_timeout(REACHES)
            self.tap_space(*space)
        raise RuntimeError(f"the board never shows {wanted[0]}")

    def _shown(self) -> str | None:
        """The move that the board shows now."""
        shown: str | None = self.page.evaluate(_GHOST)
        return shown

    def _show_reserve(self, name: str) -> None:
        """Bring the tray with the own buildings to the front."""
        if not self.page.locator(f'[data-tray=yours] [data-building="{name}"]').first.is_visible():
            self.tap("nav.tabs button")

    def _pick(self, name: str) -> None:
        piece = f'[data-tray=yours] [data-building="{name}"]'
        self._show_reserve(name)
        if self.page.get_attribute(piece, "aria-pressed") != "true":
            self.tap(piece)

    def _type(self, move: str) -> None:
        self.page.keyboard.press("l")
        self.page.get_by_role("dialog").get_by_role("textbox").fill(move)
        self.page.keyboard.press("Enter")
