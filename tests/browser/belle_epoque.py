"""A player at a table of the Belle Époque: by mouse, by finger, or by keyboard alone."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.focus import tab_to
from tests.browser.positions import be_one_guest
from tests.browser.table import MAIN, THINKS_FIRST, Player

WEIGHTS = {"take": 40, "move": 6, "key": 2, "bonus": 3, "score": 4, "discard": 8, "activate": 1}
RARE = 0.03
"""How often the player buys, sells or declines: it is rare, because a game must end."""
LANDMARKS = range(9, 17)
AT_ONCE = ("draw", "end", "pass", "decline")
"""Moves that need no confirmation."""
LOCALES = Path(__file__).parents[2] / "web/locales"


def phrase(language: str, key: str) -> str:
    """A text of the catalogue, without its tags: the words that a button carries."""
    return phrase_of("belle_epoque", language, key)


@cache
def phrase_of(game: str, language: str, key: str) -> str:
    """The same of the catalogue of any game."""
    text = (LOCALES / language / f"{game}.po").read_text(encoding="utf-8")
    found = re.search(rf'^msgid "{re.escape(key)}"\nmsgstr "(.*)"$', text, re.MULTILINE)
    assert found, key
    return re.sub("<.*?>", "", found[1])


class BellePlayer(Player):
    """Uses the mouse, and the map if possible."""

    language = "en"

    def open_table(
        self,
        server: str,
        players: int = 2,
        level: int | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        """Open a table at this screen, with computers of a level or with people in all seats."""
        others = [
            {"kind": "me", "name": f"Guest {n + 2}"}
            if level is None
            else {"kind": "computer", "level": level}
            for n in range(players - 1)
        ]
        seats = [{"kind": "me", "name": "Guest 1"}, *others]
        be_one_guest(self.page)
        wish = json.dumps({"game": "belle_epoque", "seats": seats, "options": options or {}})
        link = self.page.evaluate(
            """async body => {
                const headers = {'Content-Type': 'application/json'};
                const ready = async () => (await (await fetch('/api/catalogue')).json())
                    .games.find(game => game.id === 'belle_epoque').ready;
                while (!await ready()) await new Promise(done => setTimeout(done, 500));
                const answer = await fetch('/api/tables', {method: 'POST', headers, body});
                return (await answer.json()).address.link;
            }""",
            wish,
        )
        assert link.startswith(f"{server}/"), link
        self.page.goto(link)
        self.page.wait_for_selector(".table-page, .curtain")

    def wait(self) -> bool:
        """Wait until a person at this screen can move; opens the curtain when the seats change."""
        self.page.wait_for_selector(
            ".curtain, .table-page[data-your-turn=true], .table-page[data-phase=over]",
            timeout=THINKS_FIRST,
        )
        if self.page.locator(".curtain").count():
            self.press(".curtain button")
            self.page.wait_for_selector(".curtain", state="detached")
            return self.wait()
        return self.page.get_attribute(".table-page", "data-phase") != "over"

    def legal(self) -> list[str]:
        """The legal moves of the seat to move; only its view lists moves."""
        return sorted(super().legal())

    def choose(self) -> str:
        """A move that continues the game; every kind is chosen sometimes."""
        legal = self.legal()
        weights = [WEIGHTS.get(move.split(":")[0], 1.0) for move in legal]
        for index, move in enumerate(legal):
            if move.startswith(("buy:", "sell:", "activate:2", "decline")):
                weights[index] = RARE
        return str(self.random.choices(legal, weights)[0])

    def play(self, move: str) -> None:
        ply = self.ply
        self.point_out(move)
        if not move.startswith(AT_ONCE):
            self.press(MAIN)
        self.after(ply)

    def point_out(self, move: str) -> None:
        """Show which move it is: by the map, by a panel, or by the buttons of the prompt."""
        words = move.split(":")
        match words[0]:
            case "end" | "pass" | "decline":
                self.answer(phrase(self.language, f"belle.do.{words[0]}"))
            case "draw":
                self.place(f"pile:{words[1]}", move)
            case "key":
                self.place("arc" if words[1] == "arc" else f"bank:{words[1]}")
            case "move":
                self.move_key(words, move)
            case "bonus":
                self.place(f"track:{words[1]}")
            case "score":
                self.place(f"scoring:{words[1]}", f"scoring:{words[1]}")
                self.place(f"district:{words[2]}", move)
            case "take":
                self.place("end-tiles", move)
            case "choose" | "discard" | "place":
                self.press(f'[data-option="{move}"]')
            case "buy" | "sell":
                self.show(2)
                self.press(f'[data-mark="{move}"]:visible')
            case _:
                self.use_tile(words, move)

    def answer(self, name: str) -> None:
        self.press(f'.asked .btn:has-text("{name}")')

    def move_key(self, words: list[str], move: str) -> None:
        start, district, value = words[1:4]
        if start != "arc":
            start, district = district, start
        source = {"arc": "arc", "bank": f"bank:{district}"}.get(start, f"{district}:{start}")
        self.place(source)
        same = words[:2] if words[1] == "arc" else words[:3]
        if sum(other.split(":")[: len(same)] == same for other in self.legal()) == 1:
            pass  # the page asks at once, and the focus goes to its button
        elif int(value) in LANDMARKS and not self.on_map(f"{district}:{value}"):
            self.show(1)
            self.press(f'[data-mark="landmark:{value}"]')
            self.settled(f'[data-place="{district}:{value}"]')
            if not self.ready():
                self.place(f"{district}:{value}")
        else:
            self.place(f"{district}:{value}")
        # The list of targets stays until the page asks. Only alike moves are chosen there.
        if sum(other.split(":")[:4] == words[:4] for other in self.legal()) > 1:
            self.settled(f'[data-option="{move}"]')
            if not self.ready():
                self.press(f'[data-option="{move}"]')
        self.page.locator(".asked .primary").wait_for()

    def use_tile(self, words: list[str], move: str) -> None:
        self.show(0)
        mark = f"tile:{words[1]}" if words[1].isdigit() else f"face:{words[1]}:{words[2]}"
        self.press(f'[data-mark="{mark}"]:visible')
        if len(words) == 2:  # there is nothing else to point at
            self.settled(f'[data-option="{move}"]')
        else:
            self.settled(f'[data-mark="{mark}"][aria-pressed=true]:visible')
        if not self.ready() and self.page.locator(f'[data-option="{move}"]').count():
            self.press(f'[data-option="{move}"]')
        elif not self.ready():
            self.place(f"track:{words[2]}")

    def on_map(self, place: str) -> bool:
        return self.page.locator(f'[data-place="{place}"]').count() > 0

    def settled(self, other: str) -> None:
        """Wait until the page asks for a confirmation, or shows what has to be pointed at next."""
        self.page.locator(".asked .primary").or_(self.page.locator(other)).first.wait_for()

    def ready(self) -> bool:
        return self.page.locator(".asked .primary").count() > 0

    def place(self, place: str, option: str = "") -> None:
        """Click a place on the map; `option` is its name in the prompt, if it is there, too."""
        self.press(f'[data-place="{place}"]' if place else f'[data-option="{option}"]')


class BelleTouchPlayer(BellePlayer):
    """The same with a finger on a phone."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def show(self, tray: int) -> None:
        tab = self.page.locator("nav.tabs button").nth(tray)
        if tab.is_visible():  # a tablet shows all trays
            tab.tap()

    def place(self, place: str, option: str = "") -> None:
        words = f'[data-option="{option}"]'
        if option and self.page.locator(words).count():
            self.press(words)
        else:
            self.press(f'[data-place="{place}"]')


class BelleKeyboardPlayer(BellePlayer):
    """Never uses the mouse."""

    def press(self, selector: str) -> None:
        tab_to(self.page, selector.replace(":visible", ""))
        self.page.keyboard.press("Enter")

    def answer(self, name: str) -> None:
        tab_to(self.page, ".asked .btn", name)
        self.page.keyboard.press("Enter")

    def place(self, place: str, option: str = "") -> None:
        """Tab to the map, then go from one possible place to the next."""
        assert place or option
        tab_to(self.page, "[data-place]")
        for _ in range(90):
            if self.page.evaluate("() => document.activeElement.dataset.place") == place:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("n")
        raise AssertionError(f"the keys never reach {place}")


def unnamed_places(page: Page) -> list[str]:
    """Places of the map without a name for screen readers."""
    names = page.locator("[data-place]").evaluate_all(
        "all => all.filter(e => !e.getAttribute('aria-label')).map(e => e.dataset.place)"
    )
    return list(names)
