"""Whole games, lessons and the sheet at the end, on every screen and in every language.

`make screens` runs all of it. The samples that `make test` runs stand in the files about each
subject; those of the lessons and the start page stand here.
"""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.belle_epoque import AT_ONCE, BellePlayer, BelleTouchPlayer
from tests.browser.conftest import OpenPage
from tests.browser.end_sheet import FITS, end_sheet
from tests.browser.layout import LANGUAGES, SIZES, TOUCH_SIZES, UNSCROLLED, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.screens import DEVICES, MOUSE_SIZES, Findings, resize
from tests.browser.table import MAIN, Player, TouchPlayer, spaces_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = ("lumiere", "belle_epoque")
PLAYERS: dict[str, tuple[type[Player], type[Player]]] = {
    "lumiere": (TouchPlayer, Player),
    "belle_epoque": (BelleTouchPlayer, BellePlayer),
}
WHOLE_GAMES = ("phone-360", "phone-390", "phone-sideways", "tablet", "laptop", "desktop")
"""The sizes in which a whole game is played without changing the size."""
FULL_TABLES = {
    ("belle_epoque", "phone-360"),
    ("belle_epoque", "phone-sideways"),
    ("belle_epoque", "laptop"),
}
"""Here four players sit at the table: there is least room."""
MOST_TURNS = 400
FEWEST_TURNS = 10
ANYTIME = {"buy", "sell", "activate"}
"""Moves that are nearly always possible besides others: they make no new situation."""
PART = 10
"""A situation is looked at once in so many moves."""
HINT = '.tools button:has(use[href="#i-hint"])'
FIRST_HINT = 3
"""From this turn on a hint is asked for, once by finger and once by mouse."""
STEPS = {"lumiere": 20, "belle_epoque": 25}
CARD = ".lesson-card"
SHOW = f"{CARD} .actions .btn:has(svg):not(.primary)"
OWN = (*UNSCROLLED, ".tray.chosen .hand", ".tray.chosen .reserve")
"""What the learner holds: a tray of a small screen shows it without scrolling."""


class Turns:
    """A game in one language: each turn is played on the next screen."""

    def __init__(self, game: str, finger: Page, mouse: Page, language: str) -> None:
        seed = 10 + LANGUAGES.index(language)
        touches, clicks = PLAYERS[game]
        self.players = {"finger": touches(finger, seed=seed), "mouse": clicks(mouse, seed=seed)}
        for player in self.players.values():
            if isinstance(player, BellePlayer):
                player.language = language
        self.findings = Findings()
        self._seen: set[str] = set()
        self.hinted: set[str] = set()

    def player_at(self, size: str) -> Player:
        return self.players["finger" if size in TOUCH_SIZES else "mouse"]

    def sizes(self, situation: str, sizes: tuple[str, ...], now: str) -> tuple[str, ...]:
        """The sizes to look at: all if the situation is new, otherwise the one in use now."""
        new = situation not in self._seen
        self._seen.add(situation)
        return sizes if new else (now,)

    def take(self, number: int) -> bool:
        """Look and play one turn; False when the game is over."""
        if not all(player.wait() for player in self.players.values()):
            return False
        size = tuple(SIZES)[number % len(SIZES)]
        player = self.player_at(size)
        # The page that did not make the last move may show it later.
        ply = max((each.ply for each in self.players.values()), key=int)
        for other in self.players.values():
            other.page.wait_for_selector(f'.table-page[data-ply="{ply}"]')
        kinds = sorted({move.split(":")[0] for move in player.legal()} - ANYTIME)
        phase = player.page.get_attribute(".table-page", "data-phase")
        for each in self.sizes(f"{phase} {kinds}", tuple(SIZES), size):
            page = self.player_at(each).page
            # A long list of choices leaves a part of a panel to be scrolled.
            at_once = () if page.locator(".asked .options").count() else UNSCROLLED
            self.findings.look(page, each, f"move {ply}", at_once=at_once)
        resize(player.page, size)
        device = "finger" if size in TOUCH_SIZES else "mouse"
        # A main button before the hint would hide whether the hint came and went.
        ready = player.page.locator(MAIN).count() > 0
        if number >= FIRST_HINT and device not in self.hinted and not ready:
            self.hinted.add(device)
            self.look_at_a_hint(player, DEVICES[device])
            resize(player.page, size)
        move = player.choose()
        if self.prepare(player, move):
            here = TOUCH_SIZES if size in TOUCH_SIZES else MOUSE_SIZES
            for each in self.sizes(move.split(":")[0], here, size):
                # The longest questions leave a part of a tray to be scrolled.
                self.findings.look(player.page, each, f"{move} at move {ply}", at_once=())
            resize(player.page, size)
            player.confirm()
        player.after(ply)
        if move.startswith("levitation") and move.count(":") == 2:
            player.after(str(int(ply) + 1))
        return True

    def look_at_a_hint(self, player: Player, sizes: tuple[str, ...]) -> None:
        """Look at a hint with its reason, and put it back."""
        player.press(HINT)
        player.page.wait_for_selector(".beside [data-why] li")
        player.page.wait_for_selector(MAIN)
        for size in sizes:
            # The reason has the place of other panels: they may have to be scrolled.
            self.findings.look(player.page, size, f"a hint at move {player.ply}", at_once=())
        player.page.keyboard.press("Escape")
        player.page.wait_for_selector(MAIN, state="detached")

    @staticmethod
    def prepare(player: Player, move: str) -> bool:
        """Choose a move up to its confirm button; False if it needs none."""
        if isinstance(player, BellePlayer):
            player.point_out(move)
            if move.startswith(AT_ONCE):
                return False
            player.page.wait_for_selector(".asked .primary")
            return True
        player.pick(move)
        if spaces_of(move):
            player.put(move)
        return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_every_screen(
    open_page: OpenPage, server: str, game: str, language: str
) -> None:
    finger = open_page(size=SIZES["phone-390"], touch=True, language=language)
    mouse = open_page("/settings", size=SIZES["laptop"], language=language)  # it gets no cookie yet
    turns = Turns(game, finger, mouse, language)
    record, _ = chance_game(game, 10 + LANGUAGES.index(language))
    link = open_branch(finger, server, record, ply=0, seat=0)
    mouse.context.add_cookies(finger.context.cookies())  # type: ignore[arg-type]  # the same guest
    mouse.goto(link)
    number = 0
    while turns.take(number):
        number += 1
        assert number < MOST_TURNS, "the game does not end"
    assert number > len(SIZES), "every screen has had its turn"
    assert turns.hinted == set(DEVICES), "a hint was looked at by finger and by mouse"
    for device, sizes in DEVICES.items():
        page = turns.players[device].page
        page.wait_for_selector("[data-ending=done]")
        for size in sizes:
            resize(page, size)
            turns.findings.add(size, "the end", page.evaluate(FITS))
    turns.findings.none()


ALONE = [
    pytest.param(game, size, LANGUAGES[number % len(LANGUAGES)], id=f"{game}-{size}")
    for number, (game, size) in enumerate(product(GAMES, WHOLE_GAMES))
]
"""A whole game of each kind in each size, in one language after the other."""


class Alone:
    """A game on one screen, which keeps its size: each new situation is looked at."""

    def __init__(self, player: Player, size: str) -> None:
        self.player = player
        self.size = size
        self.findings = Findings()
        self._seen: set[str] = set()

    def look(self, situation: str, when: str, at_once: tuple[str, ...]) -> None:
        if situation not in self._seen:
            self._seen.add(situation)
            page, touch = self.player.page, self.size in TOUCH_SIZES
            self.findings.add(self.size, when, troubles(page, touch=touch, at_once=at_once))

    def take(self) -> bool:
        """Look and play one turn; False when the game is over."""
        player = self.player
        if not player.wait():
            return False
        ply, page = player.ply, player.page
        kinds = sorted({move.split(":")[0] for move in player.legal()} - ANYTIME)
        phase = page.get_attribute(".table-page", "data-phase")
        long = page.locator(".asked .options").count() > 0
        # The board, the trays and the log fill as the game goes on.
        part = int(ply) // PART
        self.look(f"{part} {phase} {kinds}", f"move {ply}", () if long else UNSCROLLED)
        move = player.choose()
        if Turns.prepare(player, move):
            self.look(f"{part} {move.split(':')[0]}", f"{move} at move {ply}", ())
            player.confirm()
        player.after(ply)
        if move.startswith("levitation") and move.count(":") == 2:
            player.after(str(int(ply) + 1))
        return True


@pytest.mark.exhaustive
@pytest.mark.parametrize(("game", "size", "language"), ALONE)
def test_a_whole_game_on_one_screen(
    open_page: OpenPage, server: str, game: str, size: str, language: str
) -> None:
    touch = size in TOUCH_SIZES
    page = open_page("/settings", size=SIZES[size], touch=touch, language=language)
    player = PLAYERS[game][0 if touch else 1](page, seed=20 + LANGUAGES.index(language))
    if isinstance(player, BellePlayer):
        player.language = language
    seats = 4 if (game, size) in FULL_TABLES else 2
    record, positions = chance_game(game, 20 + LANGUAGES.index(language), seats)
    open_branch(page, server, record, ply=0, seat=positions[0]["seat"])
    alone = Alone(player, size)
    turns = 0
    while alone.take():
        turns += 1
        assert turns < MOST_TURNS, "the game does not end"
    assert turns > FEWEST_TURNS
    page.wait_for_selector("[data-ending=done]")
    alone.findings.add(size, "the end", page.evaluate(FITS))
    assert page.viewport_size == dict(zip(("width", "height"), SIZES[size], strict=True))
    alone.findings.none()


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", DEVICES)
def test_the_sheet_at_the_end_on_every_screen(
    open_page: OpenPage, server: str, device: str, game: str, language: str
) -> None:
    first, *more = DEVICES[device]
    page = end_sheet(open_page, server, game, first, language)
    findings = Findings()
    findings.add(first, "the end", page.evaluate(FITS))
    for size in more:
        resize(page, size)
        findings.add(size, "the end", page.evaluate(FITS))
    findings.none()


def learn(page: Page, sizes: tuple[str, ...], step: int, findings: Findings) -> None:
    """Look at a step of a lesson: before the move, with the move shown, and after it."""
    card = page.locator(CARD)
    expect(card.locator("small")).to_have_text(re.compile(rf"^\D*{step}\D"))
    over = card.locator(".breakdown").count() > 0
    seen = (f"{CARD} h2", f"{CARD} .primary") if over else (".asked", f"{CARD} h2")
    # A long list of choices leaves a part of a panel to be scrolled.
    at_once = () if page.locator(".asked .options").count() else OWN
    for size in sizes:
        findings.look(page, size, f"step {step}", seen=seen, at_once=at_once)
    if page.locator(SHOW).count():
        page.locator(SHOW).first.click()
        page.wait_for_selector(".asked .primary")
        for size in sizes:
            asked = (*seen, ".asked .primary")
            findings.look(page, size, f"step {step}, shown", seen=asked, at_once=())
        page.locator(".asked .primary").click()
        page.wait_for_selector(f"{CARD} .primary")
        for size in sizes:
            asked = (*seen, f"{CARD} .primary")
            findings.look(page, size, f"step {step}, done", seen=asked, at_once=OWN)


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", DEVICES)
def test_a_whole_lesson_on_every_screen(
    open_page: OpenPage, device: str, game: str, language: str
) -> None:
    sizes = DEVICES[device]
    page = open_page(
        f"/learn/{game}", size=SIZES[sizes[0]], touch=device == "finger", language=language
    )
    findings = Findings()
    for step in range(1, STEPS[game] + 1):
        learn(page, sizes, step, findings)
        page.locator(f"{CARD} .primary").click()
    page.wait_for_url("**/t/*")
    findings.none()


@pytest.mark.parametrize(
    ("game", "size", "language", "steps"),
    [
        ("lumiere", "phone-360", "de", (9, 14, 16)),
        ("belle_epoque", "phone-360", "de", (11, 19)),
        ("lumiere", "window", "en", (2, 9)),
        ("belle_epoque", "laptop", "en", (19, 23)),
    ],
)
def test_some_steps_of_a_lesson(
    open_page: OpenPage, game: str, size: str, language: str, steps: tuple[int, ...]
) -> None:
    page = open_page("/settings", size=SIZES[size], touch=size in TOUCH_SIZES, language=language)
    findings = Findings()
    for step in steps:
        page.evaluate(
            "([game, done]) =>"
            " localStorage.setItem('lutetia.lessons', JSON.stringify({[game]: done}))",
            [game, step - 1],
        )
        page.goto(page.url.replace("/settings", f"/learn/{game}"))
        learn(page, (size,), step, findings)
    findings.none()


def test_the_start_button_is_in_sight_sideways(open_page: OpenPage) -> None:
    page = open_page(size=SIZES["phone-sideways"], touch=True, language="de")
    button = page.locator(".btn.big")
    expect(button).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
