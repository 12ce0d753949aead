"""A player of the Belle Époque who knows only the accessibility tree and what is announced.

It reads roles, names and states of the buttons, goes to them with Tab and presses them. It sees no
picture, no class and no message of the server.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from playwright.sync_api import Error, Page

from tests.browser.belle_epoque import phrase
from tests.browser.focus import reach

_BUTTON = re.compile(r"^\s*- '?button (\".*?[^\\]\")((?: \[[^\]]*\])*)", re.MULTILINE)
_CHOICES = re.compile(r'^(\s*)- group "Choose":\n((?:\1\s+.*\n?)*)', re.MULTILINE)
_HEARD = """() => {
    const live = document.querySelector('[data-heard]');
    window.heardHere = [];
    new MutationObserver(() => window.heardHere.push(live.textContent.trim()))
        .observe(live, {childList: true, characterData: true, subtree: true});
}"""
CONFIRM = ("place", "key", "move", "bonus", "score", "take", "choose", "discard", "activate")
FINISH = ("end", "pass", "decline")
LISTENS = 40
"""How often the player reads the names again before it chooses without knowing the costs."""
TRIES = 2_000
"""How often the player looks for something to press: a move on its way may need long."""
MAY = phrase("en", "belle.place.may").split("}")[1].strip(". ")
COST = phrase("en", "belle.landmark.cost").split("{")[0].strip()


@dataclass(frozen=True)
class Heard:
    """A button as a screen reader reads it."""

    name: str
    states: str


def buttons_in(tree: str) -> list[Heard]:
    """The buttons of a piece of the accessibility tree that are not switched off."""
    found = [
        Heard(name[1:-1].replace('\\"', '"').replace("''", "'"), states)
        for name, states in _BUTTON.findall(tree)
    ]
    return [button for button in found if "[disabled]" not in button.states]


class BlindPlayer:
    """Plays by ear."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.offers: set[str] = set()
        """The names of places that could be chosen, with what they would bring."""
        page.evaluate(_HEARD)

    def announced(self) -> list[str]:
        """Everything that was announced so far."""
        return [str(text) for text in self.page.evaluate("() => window.heardHere")]

    def press(self, name: str) -> bool:
        """Go to a button by keys and press it; False if it is gone, or has another name by now."""
        found = self.page.get_by_role("button", name=name, exact=True).element_handles()
        try:
            reached = bool(found) and reach(self.page, found[0])
        except Error:  # it is gone since then
            return False
        if reached:
            self.page.keyboard.press("Enter")
        return reached

    def step(self) -> str:
        """Press the next button. Returns its name, or nothing if the game ends instead."""
        for number in range(TRIES):
            chosen = self._next(listens=number < LISTENS)
            if chosen is not None and self.press(chosen):
                return chosen
            if self.page.locator(".table-page[data-phase=over]").count():
                return ""
            self.page.wait_for_timeout(50)  # a move is on its way, and the buttons are switched off
        raise AssertionError("there is nothing to press")

    def _next(self, *, listens: bool) -> str | None:
        tree = self.page.locator("main").aria_snapshot()
        buttons = buttons_in(tree)
        names = [button.name for button in buttons]
        choices = _CHOICES.search(tree)
        places = [button for button in buttons if MAY in button.name]
        self.offers |= {button.name for button in places}
        confirm = [name for name in names if self._is(name, CONFIRM)]
        fresh = [place.name for place in places if "[pressed]" not in place.states]
        landmarks = [name for name in names if COST in name]
        finish = [name for name in names if self._is(name, FINISH)]
        if confirm:
            return confirm[0]
        if choices and buttons_in(choices[2]):
            return self.random.choice(buttons_in(choices[2])).name
        if len(fresh) < len(places) and not fresh and landmarks:
            return self.random.choice(landmarks)
        described = any("Costs" in name or "Brings" in name for name in fresh)
        if listens and len(fresh) < len(places) and fresh and not described:
            return None  # a key is chosen, and what its targets cost is still being asked
        if fresh:
            return self.random.choice(fresh)
        return finish[0] if finish else None

    def _is(self, name: str, keys: tuple[str, ...]) -> bool:
        words = [phrase("en", f"belle.do.{key}") for key in keys]
        return any(re.fullmatch(rf"{re.escape(word)}(?: \+\d+)?", name) for word in words)
