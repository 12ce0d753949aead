"""A player at a table of La Cité: reads the socket, and acts with mouse, finger or keyboard."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import Page, WebSocket

from lutetia.games.lumiere.rules.components import all_turns, standard_components

BOARD = "svg.input"
SHAPES = {**standard_components().buildings, "garden": ((0, 0), (1, 0))}
MAIN = ".asked .primary"
SKIP_EFFECT = ".asked .actions .btn:not(.primary):not(:has(svg))"
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


def spaces_of(move: str) -> list[tuple[int, int]]:
    """The spaces that a move covers on the board: column and row, from 0."""
    words = move.split(":")
    if words[-1] == "undone":
        return []
    if words[0] == "lay":
        x, y = space(words[2])
        return [(x + right, y + up) for right in (0, 1) for up in (0, 1)]
    if words[0] in {"build", "jardin-des-plantes"}:
        name = words[1] if words[0] == "build" else "garden"
        cells = all_turns(SHAPES[name])[int(words[-1]) // 90]
        x, y = space(words[-2])
        return [(x + column, y + row) for column, row in cells]
    return [space(words[1])] if len(words) > 1 and len(words[1]) == 2 else []


def point_in(move: str) -> tuple[float, float]:
    """The middle of a space that a move covers, near the middle of all of them."""
    cells = spaces_of(move)
    x = sum(column for column, _ in cells) / len(cells)
    y = sum(row for _, row in cells) / len(cells)
    column, row = min(cells, key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))
    return column + 0.5, row + 0.5


def totals(page: Page) -> list[str]:
    """The totals on the sheet at the end, by seat."""
    page.wait_for_selector("[data-ending=done]")
    places = page.locator("[data-ending] [data-seat]")
    found = {
        places.nth(n).get_attribute("data-seat"): places.nth(n).locator(".total").inner_text()
        for n in range(places.count())
    }
    return [found[seat] for seat in sorted(found, key=str)]


class Player:
    """Knows the last state of its table."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.state: dict[str, Any] = {}
        self.welcomes = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        self.welcomes += message.get("type") == "welcome"
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

    def told(self) -> dict[str, Any]:
        """The server's state of the position on the page: the page may have it a moment earlier."""
        for _ in range(2_000):
            views = self.state.get("views", [])
            if any(str(view["position"].get("ply")) == self.ply for view in views):
                return self.state
            self.page.wait_for_timeout(50)
        raise AssertionError("the server told nothing about the position on the page")

    def results(self) -> list[int]:
        """The totals of the ended game, by seat, as the server says."""
        for _ in range(2_000):
            if outcome := self.state.get("outcome"):
                return [int(score["total"]) for score in outcome["scores"]]
            self.page.wait_for_timeout(50)
        raise AssertionError("the server told no result")

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

    def press_screen(self, x: float, y: float) -> None:
        """Click, or tap, a point of the screen."""
        self.page.mouse.click(x, y)

    def press_board(self, x: float, y: float) -> None:
        self.press_screen(*board_point(self.page, x, y))

    def show(self, tray: int) -> None:
        """On a phone: bring a tray to the front."""

    def play(self, move: str) -> None:
        """Play a move with the pointer."""
        ply, words = self.ply, move.split(":")
        self.pick(move)
        if spaces_of(move):
            self.put(move)
        self.confirm()
        self.after(ply)
        if words[0] == "levitation" and len(words) == 3:
            self.after(str(int(ply) + 1))  # the building that it took follows by itself

    def pick(self, move: str) -> None:
        """Take what a move needs in hand."""
        words = move.split(":")
        if words[0] in {"lay", "build"}:
            self.show(0)
            kind = "tile" if words[0] == "lay" else "building"
            piece = f'{self.side} [data-{kind}="{words[1]}"]'
            if self.page.get_attribute(piece, "aria-pressed") != "true":
                self.press(piece)
        elif words[0] == "take":
            self.show(2)
            self.press(f'[data-pool="{words[1]}"]')
        elif words[0] != "pass":
            self._card(words)

    def _card(self, words: list[str]) -> None:
        self.show(1)
        card = f'[data-card="{words[0]}"]'
        if self.page.get_attribute(card, "aria-pressed") != "true":  # it may be in hand already
            self.press(card)
        if words[-1] == "undone":
            self.press(SKIP_EFFECT)
        elif words[0] == "levitation":
            self.show(0)
            self.press(f'{self.side} [data-building="{words[1]}"]')
            self.show(2)
            self.press(f'[data-pool="{words[2]}"]')
            self.page.wait_for_selector(".may-mark")
            self.press_mark()

    @property
    def side(self) -> str:
        """Where one's own pieces lie on this screen."""
        return "[data-tray=yours]" if self.small else ".col.left"

    @property
    def small(self) -> bool:
        """Whether the screen shows one tray at a time."""
        return self.page.locator("nav.tabs").is_visible()

    def put(self, move: str) -> int:
        """Touch the piece's place until it lies as the move says; returns the touches."""
        for touches in range(1, 60):
            self.press_board(*point_in(move))
            if self.ghost() == move:
                return touches
        raise AssertionError(f"the piece never lies like {move}: {self.ghost()}")

    def press_mark(self) -> None:
        """Touch one of the marked spaces; the piece lies there."""
        mark = self.page.locator(".may-mark").first.bounding_box()
        assert mark is not None
        self.press_screen(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)

    def ghost(self) -> str:
        """The move that the shown piece would be; empty without a piece on the board."""
        found = self.page.locator("[data-ghost]")
        return found.get_attribute("data-ghost") or "" if found.count() else ""

    def confirm(self) -> None:
        """Press the main button."""
        self.press(MAIN)


class TouchPlayer(Player):
    """The same with a finger on a phone."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def press_screen(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def show(self, tray: int) -> None:
        if self.small:
            self.page.locator("nav.tabs button").nth(tray).tap()
