"""The web client in a browser: time to start, size, frames of a drag, touches for a building.

Each round uses a new profile, so the browser loads everything again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench import finger
from bench.finger import FingerGame
from bench.load.servers import lutetia_server
from bench.machine import ROOT
from bench.measure import Missing, Settings, Spread, progress
from bench.report import figure, spread, table
from lutetia.server.protocol.client_pages import address_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TITLE = "Web client: start and drag"
BY_NAME_ONLY = True
ONE_CORE = False

WIDTH, HEIGHT = 1280, 800
FRAME = 1000 / 60
LATE = 1.5 * FRAME
"""A frame that takes more milliseconds is late."""
STEPS = 240
"""Movements of the pointer in one drag over the board."""

ABOUT = f"""\
Chromium without a screen and without a GPU, {WIDTH} × {HEIGHT}, on loopback, beside the server on
the same cores. Interactive: from the start of the navigation until the button that begins a game
can be pressed, in a profile that has never seen the page. Loaded: script, style and fonts of that
first page as they were sent. Drag: a building of La Cité is dragged over a board with light on it,
{STEPS} movements of the pointer; frames are those of `requestAnimationFrame`. Touches: a game of
La Cité by finger against the computer, 390 × 844; a touch is a tap that picks a building up, puts
it down, shows its next place or confirms it. The player wants the place that scores best now."""

_WATCH = """
new MutationObserver((_, watching) => {
    if (!document.querySelector('.btn.big:not(:disabled)')) return;
    watching.disconnect();
    window.interactive = performance.now();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""
_LOADED = """() => performance.getEntriesByType('resource')
    .filter(({name}) => /[.](js|css|woff2)$/.test(new URL(name).pathname))
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
_FRAMES = """() => {
    window.frames_at = [];
    const step = now => { frames_at.push(now); window.running = requestAnimationFrame(step); };
    requestAnimationFrame(step);
}"""


@dataclass(frozen=True)
class Visit:
    """One start and one drag."""

    interactive: float
    """Milliseconds."""
    loaded: float
    """Kilobytes."""
    frames: Sequence[float]
    """Milliseconds between one frame of the drag and the next."""

    @property
    def rate(self) -> float:
        return 1000 * len(self.frames) / sum(self.frames)

    @property
    def late(self) -> float:
        """The percentage of late frames."""
        return 100 * sum(frame > LATE for frame in self.frames) / len(self.frames)


def run(settings: Settings) -> str:
    try:
        with lutetia_server() as server, _browser() as browser:
            visits, games = [], []
            for number in range(settings.rounds):
                progress(f"visit {number + 1} of {settings.rounds}")
                visits.append(_visit(browser, server.address))
                games.append(finger.play(browser, server.address))
    except Missing as reason:
        return f"{ABOUT}\n\n**missing**: {reason}"
    return f"{ABOUT}\n\n{_table(visits, games)}"


def _table(visits: Sequence[Visit], games: Sequence[FingerGame]) -> str:
    def row(name: str, values: Sequence[float], bound: str) -> list[str]:
        return [name, spread(Spread.of(values)), bound]

    rows = [
        row("interactive, ms", [visit.interactive for visit in visits], "at most 1,000"),
        row("script, style and fonts, kB", [visit.loaded for visit in visits], "at most 200"),
        row("frames a second in a drag", [visit.rate for visit in visits], "60"),
        row("middle frame, ms", [median(visit.frames) for visit in visits], figure(FRAME)),
        row("late frames, of 100", [visit.late for visit in visits], ""),
        row("touches from the start to the first turn", [game.clicks for game in games], "1"),
        row("touches a placed building", [game.per_building for game in games], "at most 3"),
    ]
    return table(["", "measured", "wanted"], rows)


@contextmanager
def _browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("Playwright is not installed: make venv") from None
    if not (ROOT / "src/lutetia/server/static/index.html").is_file():
        raise Missing("the web client is not built: make web")
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    with sync_playwright() as playwright:
        path = found or playwright.chromium.executable_path
        if not Path(path).exists():
            raise Missing("no Chromium: .venv/bin/playwright install chromium")
        arguments = ["--no-sandbox", "--disable-gpu", "--mute-audio"]
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def _visit(browser: Browser, address: str) -> Visit:
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
    try:
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(address)
        page.wait_for_function("() => 'interactive' in window")
        interactive, loaded = page.evaluate("() => window.interactive"), page.evaluate(_LOADED)
        page.goto(address + address_of("learn", game="lumiere"))
        return Visit(interactive, loaded / 1000, _drag(page))
    finally:
        context.close()


def _drag(page: Page) -> list[float]:
    """Drag the first building of the reserve in circles over the board of the lesson."""
    building = page.locator(".col.left [data-building]").last
    for _ in range(20):
        building.wait_for()
        if building.is_enabled() and page.locator(".col.left [data-building].may").count():
            break
        _go_on(page)
    else:
        raise Missing("no step of the lesson lets a building be dragged")
    building = page.locator(".col.left [data-building].may").first
    start, board = building.bounding_box(), page.locator("svg.input").bounding_box()
    assert start is not None
    assert board is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=10)
    page.evaluate(_FRAMES)
    for step in range(STEPS):
        across = board["width"] * (0.1 + 0.8 * (step % 40) / 40)
        down = board["height"] * (0.1 + 0.8 * step / STEPS)
        page.mouse.move(board["x"] + across, board["y"] + down)
    frames: list[float] = page.evaluate("() => { cancelAnimationFrame(running); return frames_at }")
    page.mouse.up()
    return [later - earlier for earlier, later in pairwise(frames)]


def _go_on(page: Page) -> None:
    """Go to the next step of the lesson."""
    show = page.get_by_role("button", name="Show me")
    if show.count():
        show.click()
        page.locator(".asked .primary").click()
        show.wait_for(state="detached")
    page.locator(".lesson-card .primary").click()
