"""Plays with the keyboard alone: Tab, arrows, Enter, and the letters that the help names."""

from __future__ import annotations

from tests.browser.focus import tab_to
from tests.browser.table import WITHOUT_ACTION, Player, middle_of, space


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
        elif words[0] == "levitation" or len(words) == 1 or words[-1] == "undone":
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
            self.tab_to(".asked button", WITHOUT_ACTION)
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
        if words[0] in {"lay", "build", "jardin-des-plantes"}:
            self.key("r", int(words[-1]) // 90)
        self._walk_to(move)
        for _ in range(4):
            if self.page.get_attribute("[data-ghost]", "data-ghost") == move:
                break
            self.key("r")
        assert self.page.get_attribute("[data-ghost]", "data-ghost") == move
        self.key("Enter", 2)

    def _walk_to(self, move: str) -> None:
        """Press arrows from the upper left corner until the ghost lies where the move says."""
        stride = 2 if move.startswith("lay") else 1
        x, y = middle_of(move)
        column, row = (int(x) // 2 * 2 if stride == 2 else int(x)), int(8 - y)
        self.key("ArrowLeft", 8 // stride)
        self.key("ArrowUp", 8 // stride)
        if stride == 2:
            at = space(move.split(":")[2])
            self.key("ArrowRight", at[0] // 2)
            self.key("ArrowDown", (7 - at[1]) // 2)
            return
        self.key("ArrowRight", column)
        self.key("ArrowDown", row)
        if self._lies(move):
            return
        # A piece of even width lies left or right of the cursor: one more step decides.
        for step in ("ArrowLeft", "ArrowUp", "ArrowRight"):
            self.key(step)
            if self._lies(move):
                return
        raise AssertionError(f"the ghost never reaches {move}")

    def _lies(self, move: str) -> bool:
        ghost = self.page.get_attribute("[data-ghost]", "data-ghost") or ""
        return ghost.split(":")[:-1] == move.split(":")[:-1] or (
            ghost.split(":")[:2] == move.split(":")[:2]
            and move.split(":", maxsplit=1)[0] not in {"build", "lay"}
        )
