"""Plays La Cité as a blind person does: by roles, names and announcements, with the keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

FITS = "the piece fits here"
CONFIRMS = re.compile(r"^(Build|Place|Use|Take|Pass|Swap)\b")
SKIP = "Skip the effect"
THINKS_FIRST = 700_000
_HEARD = """() => {
    window.announced = [];
    const hear = () => {
        for (const region of document.querySelectorAll('[aria-live]')) {
            const text = region.textContent.trim();
            if (text && text !== region.dataset.before) announced.push(text);
            region.dataset.before = text;
        }
    };
    new MutationObserver(hear)
        .observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
_ASKED = "before => announced.slice(before).some(text => /\\? It covers/.test(text))"
_FOCUSED = """() => {
    const at = document.activeElement;
    const name = at.getAttribute('aria-label') ?? at.textContent;
    return [at === document.body ? 'nothing' : at.getAttribute('role') ?? at.localName, name];
}"""


class Reader:
    """Knows only what the accessibility tree says."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def listen(self) -> None:
        """Collect what the live regions announce from now on."""
        self.page.evaluate(_HEARD)

    def announced(self) -> list[str]:
        return list(self.page.evaluate("() => window.announced"))

    def focused(self) -> tuple[str, str]:
        """The role and the name of what has the focus."""
        role, name = self.page.evaluate(_FOCUSED)
        return str(role), " ".join(str(name).split())

    def tab_to(self, role: str, name: str | re.Pattern[str]) -> None:
        """Press Tab until an element with this role and a name like this has the focus."""
        for _ in range(1_500):  # it may appear later: then Tab goes round again
            at, found = self.focused()
            if at == role and (name in found if isinstance(name, str) else name.search(found)):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches the {role} {name}")

    def waits_for_turn(self) -> bool:
        """Wait until a hint can be asked for: then it is our turn. False when the game is over."""
        hint = self.page.get_by_role("button", name="Hint", disabled=False)
        over = self.result()
        hint.or_(over).first.wait_for(timeout=THINKS_FIRST)
        return over.count() == 0

    def result(self) -> Locator:
        """The sheet with the result. While the points are counted it has no such button."""
        again = self.page.get_by_role("button", name="Another game")
        return self.page.get_by_role("region").filter(has=again)

    def take_building(self) -> None:
        """Take a building from the pool."""
        pool = self.page.get_by_role("region", name="Pool").get_by_role("button")
        self.tab_to("button", self.one_of(pool) or "")
        self.page.keyboard.press("Enter")
        self.tab_to("button", re.compile(r"^Take( \S+)?$"))
        self.page.keyboard.press("Enter")

    def own(self) -> Locator:
        """One's own panel."""
        return self.page.get_by_role("region", name=re.compile(", you$"))

    def one_of(self, buttons: Locator) -> str | None:
        """The name of the first button that can be pressed and is not pressed yet."""
        for button in buttons.all():
            if button.is_enabled() and button.get_attribute("aria-pressed") == "false":
                return button.get_attribute("aria-label") or " ".join(button.inner_text().split())
        return None

    def take_turn(self) -> None:
        """Do what the tree offers until the move is played."""
        for _ in range(12):
            if self.page.get_by_role("gridcell", name=FITS).count():
                self._place()
                return
            if self._confirmed():
                return
            pool = self.page.get_by_role("region", name="Pool").get_by_role("button")
            cards = self.page.get_by_role("region", name="Postcards").get_by_role("button")
            skip = self.page.get_by_role("button", name=SKIP)
            spaces = re.compile(r"\d spaces$")
            own = self.own().get_by_role("button", name=spaces)
            name = self.one_of(own) or self.one_of(pool) or self.one_of(cards)
            if skip.count():
                name = SKIP
            assert name, "nothing can be done"
            self.tab_to("button", name)
            self.page.keyboard.press("Enter")
            self._answers(name)
        raise AssertionError("the move was never played")

    def _answers(self, name: str) -> None:
        """Wait until a pressed button has changed something: its state, or what can be done."""
        pressed = self.page.get_by_role("button", name=name, pressed=True)
        fits = self.page.get_by_role("gridcell", name=FITS)
        confirm = self.page.get_by_role("button", name=CONFIRMS)
        pressed.or_(fits).or_(confirm).first.wait_for()

    def _confirmed(self) -> bool:
        prompt = self.page.locator(".asked").get_by_role("button", name=CONFIRMS)
        if not prompt.count():
            return False
        self.tab_to("button", CONFIRMS)
        self.page.keyboard.press("Enter")
        return True

    def _place(self) -> None:
        """Walk over the board by arrows to a space where the piece fits; Enter twice."""
        wanted = (
            self.page.get_by_role("gridcell", name=FITS).first.get_attribute("aria-label") or ""
        )
        self.tab_to("gridcell", re.compile("^[a-h][1-8]"))
        # With a tile in hand an arrow goes from square to square.
        step = 2 if self.own().get_by_role("button", name="Tile in hand").count() else 1
        column, row = "abcdefgh".index(wanted[0]) // step, (int(wanted[1]) - 1) // step
        for _ in range(16):
            at = self.focused()[1]
            x, y = "abcdefgh".index(at[0]) // step, (int(at[1]) - 1) // step
            if FITS in at:
                break
            if x != column:
                self.page.keyboard.press("ArrowRight" if x < column else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowUp" if y < row else "ArrowDown")
        assert FITS in self.focused()[1]
        before = len(self.announced())
        self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name=CONFIRMS).first.wait_for()
        # The sentence waits for the server's answer: hear this one out, then confirm.
        self.page.wait_for_function(_ASKED, arg=before)
        self.page.keyboard.press("Enter")
