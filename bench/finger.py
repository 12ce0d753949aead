"""A game of La Cité by finger on a phone: the touches for each building that is placed.

The player wants, at every turn that can build, a building and a place that score best at once.
Other moves are typed in the list of moves and not counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
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


def play(browser: Browser, address: str) -> FingerGame:
    """Play a whole game against the computer that the start page offers."""
    screen: ViewportSize = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=screen, has_touch=True, is_mobile=True, locale="en-GB")
    try:
        page = context.new_page()
        finger = _Finger(page)
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


class _Finger:
    """A finger that counts its touches, and a memory of the last state."""

    def __init__(self, page: Page) -> None:
        self.page = page
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
        box = self.page.locator("svg.input").bounding_box()
        assert box is not None
        unit = box["width"] / 868
        x, y = 34 + 100 * column + 50, 34 + 100 * (7 - row) + 50
        self.page.touchscreen.tap(box["x"] + x * unit, box["y"] + y * unit)
        self.touches += 1

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
        if builds:
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
        _, name, at, turn = best[0].split(":")
        cells = all_turns(self.shapes[name])[int(turn) // 90]
        left, low = "abcdefgh".index(at[0]), int(at[1]) - 1
        middle = [sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1)]
        column, row = min(cells, key=lambda c: abs(c[0] - middle[0]) + abs(c[1] - middle[1]))
        self.tap_space(left + column, low + row)
        if self._shown() not in best:
            self._pick(name)
        for _ in range(60):
            if self._shown() in best:
                break
            self.page.wait_for_timeout(REACHES)
            self.tap_space(left + column, low + row)
        self.tap(".asked .primary")

    def _shown(self) -> str | None:
        """The move that the board shows now."""
        shown = self.page.locator("[data-ghost]")
        return shown.get_attribute("data-ghost") if shown.count() else None

    def _pick(self, name: str) -> None:
        piece = f'[data-tray=yours] [data-building="{name}"]'
        if not self.page.locator(piece).first.is_visible():
            self.tap("nav.tabs button")
        if self.page.get_attribute(piece, "aria-pressed") != "true":
            self.tap(piece)

    def _type(self, move: str) -> None:
        self.page.keyboard.press("l")
        self.page.get_by_role("dialog").get_by_role("textbox").fill(move)
        self.page.keyboard.press("Enter")
