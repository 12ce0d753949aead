"""A player at a table of La Cité: reads the socket, and acts with mouse, finger or keyboard."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Page, WebSocket

from lutetia.games.lumiere.rules.components import all_turns, standard_components

BOARD = "svg.input"
SHAPES = {**standard_components().buildings, "garden": ((0, 0), (1, 0))}
SIDES = ("north", "east", "south", "west")
MAIN = ".asked .primary"
WITHOUT_ACTION = "Skip the effect"
THINKS_FIRST = 700_000
"""Milliseconds for a computer's move; its code may have to be compiled first."""


def board_point(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the board is on the screen; x from file a, y from row 1 upwards."""
    box = page.locator(BOARD).bounding_box()
    assert box is not None
    unit = box["width"] / 868
    return box["x"] + (34 + x * 100) * unit, box["y"] + (34 + (8 - y) * 100) * unit


def space(name: str) -> tuple[int, int]:
    """Column and row of a space, from 0."""
    return ord(name[0]) - ord("a"), int(name[1]) - 1


def middle_of(move: str) -> tuple[float, float]:
    """The middle of the piece that a move lays on the board."""
    words = move.split(":")
    if words[0] == "lay":
        x, y = space(words[2])
        return x + 1, y + 1
    if words[0] in {"build", "jardin-des-plantes"}:
        name = words[1] if words[0] == "build" else "garden"
        at, turn = words[-2], int(words[-1])
        cells = all_turns(SHAPES[name])[turn // 90]
        x, y = space(at)
        return (
            x + (1 + max(c for c, _ in cells)) / 2,
            y + (1 + max(r for _, r in cells)) / 2,
        )
    x, y = space(words[1])
    return x + 0.5, y + 0.5


class Player:
    """Knows the last state of its table."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.state: dict[str, Any] = {}
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message.get("type") in {"welcome", "state"}:
            self.state = message["state"]

    def begin(self, level: int = 1) -> None:
        """Start a game against the computer from the start page."""
        slider = self.page.get_by_role("slider")
        slider.focus()
        self.page.keyboard.press("Home")
        for _ in range(level - 1):
            self.page.keyboard.press("ArrowRight")
        self.page.locator(".btn.big").click()
        self.page.wait_for_selector(".table-page")

    def wait(self) -> bool:
        """Wait until it is our turn; False when the game is over."""
        self.page.wait_for_selector(
            ".table-page[data-your-turn=true], .table-page[data-phase=over]", timeout=THINKS_FIRST
        )
        return self.page.get_attribute(".table-page", "data-phase") != "over"

    @property
    def ply(self) -> str:
        return self.page.get_attribute(".table-page", "data-ply") or ""

    def legal(self) -> list[str]:
        """The legal moves of the position that the page shows."""
        for _ in range(2_000):
            for view in self.state.get("views", []):
                if str(view["position"]["ply"]) == self.ply and view["legal"]:
                    return list(view["legal"])
            self.page.wait_for_timeout(50)
        raise AssertionError("the server listed no move")

    def choose(self) -> str:
        """A move that continues the game; every kind is chosen sometimes."""
        legal = self.legal()
        lays = [move for move in legal if move.startswith("lay")]
        takes = [move for move in legal if move.startswith("take")]
        undone = [move for move in legal if move.endswith(":undone")]
        done = [move for move in legal if move not in undone]
        if lays and (not takes or self.random.random() < 0.7):
            return self.random.choice(lays)
        if takes and (lays or self.random.random() < 0.3):
            return self.random.choice(takes)
        if undone and (not done or self.random.random() < 0.1):
            return self.random.choice(undone)
        kind = self.random.choice(sorted({move.split(":")[0] for move in done}))
        return self.random.choice([move for move in done if move.split(":")[0] == kind])

    def make(self, move: str) -> None:
        """Play; if that fails, say which move it was and in which position."""
        before = json.dumps({"move": move, "legal": self.legal(), "state": self.state})
        try:
            self.play(move)
        except Exception as error:
            error.add_note(f"at {self.page.url}: {before}")
            raise

    def after(self, ply: str) -> None:
        """Wait until the position has changed."""
        self.page.wait_for_selector(f'.table-page:not([data-ply="{ply}"])')

    # With a pointer

    def press(self, selector: str) -> None:
        """Click, or tap."""
        self.page.locator(selector).first.click()

    def press_board(self, x: float, y: float) -> None:
        self.page.mouse.click(*board_point(self.page, x, y))

    def show(self, tray: int) -> None:
        """On a phone: bring a tray to the front."""

    def play(self, move: str) -> None:
        """Play a move with the pointer."""
        ply, words = self.ply, move.split(":")
        side = "[data-tray=yours]" if self.page.viewport_size["width"] < 761 else ".col.left"  # type: ignore[index]
        if words[0] == "pass":
            self.press(MAIN)
            self.after(ply)
            return
        if words[0] == "lay":
            self.show(0)
            tile = f'{side} [data-tile="{words[1]}"]'
            if self.page.get_attribute(tile, "aria-pressed") != "true":
                self.press(tile)
            for _ in range(int(words[3]) // 90):
                self.press(tile)
        elif words[0] == "take":
            self.show(2)
            self.press(f'[data-pool="{words[1]}"]')
        elif words[0] == "build":
            self.show(0)
            slot = f'{side} [data-building="{words[1]}"]'
            if self.page.get_attribute(slot, "aria-pressed") != "true":
                self.press(slot)
            for _ in range(int(words[3]) // 90):
                self.press(slot)
        else:
            self._card(words, side)
        if words[0] in {"lay", "build"} or (
            len(words) > 1 and words[0] not in {"take", "levitation"} and words[1] != "undone"
        ):
            self.press_board(*middle_of(move))
            self._turn_to(move)
        self.press(MAIN)
        self.after(ply)

    def _card(self, words: list[str], side: str) -> None:
        self.show(1)
        self.press(f'[data-card="{words[0]}"]')
        if words[-1] == "undone":
            self.page.get_by_role("button", name=WITHOUT_ACTION).click()
        elif words[0] == "levitation":
            self.show(0)
            self.press(f'{side} [data-building="{words[1]}"]')
            self.show(2)
            self.press(f'[data-pool="{words[2]}"]')

    def _turn_to(self, move: str) -> None:
        """Turn the piece until it lies as the move says."""
        for _ in range(4):
            if self.page.get_attribute("[data-ghost]", "data-ghost") == move:
                return
            self.page.get_by_role("button", name="Turn", exact=True).click()
            x, y = middle_of(move)
            if move.startswith("jardin"):
                self.press_board(x, y) if self.page.locator(MAIN).count() == 0 else None
        assert self.page.get_attribute("[data-ghost]", "data-ghost") == move


class TouchPlayer(Player):
    """The same with a finger on a phone."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def press_board(self, x: float, y: float) -> None:
        self.page.locator(BOARD).scroll_into_view_if_needed()
        self.page.touchscreen.tap(*board_point(self.page, x, y))

    def show(self, tray: int) -> None:
        self.page.locator("nav.tabs button").nth(tray).tap()
