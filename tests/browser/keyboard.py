"""Plays with the keyboard alone: Tab, arrows, Enter, and the letters that the help names."""

from __future__ import annotations

from tests.browser.focus import tab_to
from tests.browser.table import SKIP_EFFECT, Player, point_in


class KeyboardPlayer(Player):
    """Never uses the mouse."""

    def key(self, name: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(name)

    def tab_to(self, selector: str, words: str = "") -> None:
        tab_to(self.page, selector, words)

    def begin_by_keyboard(self) -> None:
        self.page.wait_for_selector(".btn.big:not(:disabled)")
        self.tab_to("[role=slider]")
        self.key("Home")
        self.tab_to(".btn.big")
        self.key("Enter")
        self.page.wait_for_selector(".table-page")

    def play(self, move: str) -> None:
        ply, words = self.ply, move.split(":")
        if words[0] == "pass":
            self.tab_to(".asked .primary")
            self.key("Enter")
        elif words[0] == "take":
            self.tab_to(f'[data-pool="{words[1]}"]')
            self.key("Enter")
            self._confirm()
        elif words[0] == "levitation" and len(words) == 3:
            self._choose_card(words)
            self._walk_to_mark()
            self.key("Enter", 2)
            self.after(ply)
            ply = str(int(ply) + 1)  # the building that it took follows by itself
        elif len(words) == 1 or words[-1] == "undone":
            self._choose_card(words)
            self._confirm()
        else:
            self._place(move, words)
        self.after(ply)

    def _confirm(self) -> None:
        self.tab_to(".asked .primary")
        self.key("Enter")

    def _choose_card(self, words: list[str]) -> None:
        self.tab_to(f'[data-card="{words[0]}"]')
        self.key("Enter")
        if words[-1] == "undone":
            self.tab_to(SKIP_EFFECT)
            self.key("Enter")
        elif words[0] == "levitation":
            self.tab_to(f'.col.left [data-building="{words[1]}"]')
            self.key("Enter")
            self.tab_to(f'[data-pool="{words[2]}"]')
            self.key("Enter")

    def _place(self, move: str, words: list[str]) -> None:
        if words[0] == "lay":
            tile = f'.col.left [data-tile="{words[1]}"]'
            if self.page.get_attribute(tile, "aria-pressed") != "true":
                self.tab_to(tile)
                self.key("Enter")
        elif words[0] == "build":
            slot = f'.col.left [data-building="{words[1]}"]'
            if self.page.get_attribute(slot, "aria-pressed") != "true":
                self.tab_to(slot)
                self.key("Enter")
        else:
            self._choose_card(words[:1])
        self.tab_to("[role=gridcell]")
        column, row = point_in(move)
        self._walk_to(int(column), int(row), 2 if words[0] == "lay" else 1)
        for _ in range(60):
            if self.ghost() == move:
                break
            self.key("r")
        assert self.ghost() == move
        self.key("Enter", 2)

    def _walk_to(self, column: int, row: int, stride: int) -> None:
        """Press arrows until the cursor is on a space; a tile goes from square to square."""
        at = self.page.evaluate("document.activeElement.dataset.at")
        while True:
            x, y = ord(at[0]) - ord("a"), int(at[1]) - 1
            if x // stride == column // stride and y // stride == row // stride:
                return
            if x // stride != column // stride:
                self.key("ArrowRight" if x < column else "ArrowLeft")
            else:
                self.key("ArrowUp" if y < row else "ArrowDown")
            at = self.page.evaluate("document.activeElement.dataset.at")

    def _walk_to_mark(self) -> None:
        """Walk to a space that the board names as fitting."""
        self.page.wait_for_selector("[role=gridcell][aria-label*='fits here']")
        self.tab_to("[role=gridcell]")
        at = self.page.locator("[role=gridcell][aria-label*='the piece fits here']").first
        name = at.get_attribute("data-at") or ""
        self._walk_to(ord(name[0]) - ord("a"), int(name[1]) - 1, 1)
