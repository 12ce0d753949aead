"""The web client in a browser: time to start, size, frames of drag and animations, touches.

Each round uses a new profile, so the browser loads everything again.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench import animations, finger
from bench.animations import FRAME, Frames
from bench.finger import FingerGame
from bench.load.servers import lutetia_server
from bench.machine import ROOT
from bench.measure import Missing, Settings, Spread, progress
from bench.report import figure, spread, table
from lutetia.server.protocol.client_pages import address_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STATIC = ROOT / "src/lutetia/server/static"
BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell")
TITLE = "Web client: start, drag and animations"
ONE_CORE = False

WIDTH, HEIGHT = 1280, 800
STEPS = 240
"""Movements of the pointer in one drag over the board."""

ABOUT = f"""\
Chromium without a screen and without a GPU, {WIDTH} × {HEIGHT}, on loopback, beside the server on
the same cores. Interactive: from the start of the navigation until the button that begins a game
can be pressed, in a profile that has never seen the page. Loaded: script, style and fonts of that
first page as they were sent. Drag: a building of La Cité is dragged over a board with light on it,
{STEPS} movements of the pointer; frames are those of `requestAnimationFrame`. Touches: a game of
La Cité by finger against the computer, 390 × 844; a touch is a tap that puts a building down,
picks another one, shows the next place, turns it or confirms, or a drag from the tray to the board.
One player wants the place that scores best now, the other one any legal place, drawn at random.
Animations: in both games the last moves are shown again, a piece is laid, phase two or the last
round begins, and the last move of a game is played and counted; in the Belle Époque a move is taken
back, too. A frame belongs to every animation that runs in it. Other animations are those without a
name: pieces that settle, lamps that light up, buttons that change. What never ends, like the
breathing of a piece that is only shown, is left out."""

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
    """One start, one drag, and the animations of both games."""

    interactive: float
    """Milliseconds."""
    loaded: float
    """Kilobytes."""
    drag: Frames
    animations: Mapping[str, Frames]
    """By game and animation, for example `lumiere: travel`."""


def run(settings: Settings) -> str:
    try:
        with lutetia_server() as server, _browser() as browser:
            visits, best, chance = [], [], []
            for number in range(settings.rounds):
                progress(f"visit {number + 1} of {settings.rounds}")
                visits.append(_visit(browser, server.address))
                best.append(finger.play(browser, server.address))
                chance.append(finger.play(browser, server.address, random.Random(number)))
    except Missing as reason:
        return f"{ABOUT}\n\n**missing**: {reason}"
    return f"{ABOUT}\n\n{_table(visits, best, chance)}"


def _table(
    visits: Sequence[Visit], best: Sequence[FingerGame], chance: Sequence[FingerGame]
) -> str:
    def row(name: str, values: Sequence[float], bound: str) -> list[str]:
        return [name, spread(Spread.of(values)), bound]

    clicks = [game.clicks for game in [*best, *chance]]
    rows = [
        row("interactive, ms", [visit.interactive for visit in visits], "at most 1,000"),
        row("script, style and fonts, kB", [visit.loaded for visit in visits], "at most 200"),
        row("frames a second in a drag", [visit.drag.rate for visit in visits], "60"),
        row("middle frame, ms", [median(visit.drag.times) for visit in visits], figure(FRAME)),
        row("late frames, of 100", [visit.drag.late for visit in visits], ""),
        row("touches from the start to the first turn", clicks, "1"),
        row("touches a building, best place", [game.per_building for game in best], "at most 3"),
        row("touches a building, any place", [game.per_building for game in chance], "at most 3"),
    ]
    for name in visits[0].animations:
        found = [visit.animations[name] for visit in visits]
        rows += [
            row(f"frames a second, {name}", [frames.rate for frames in found], "60"),
            row(f"late frames, {name}, of 100", [frames.late for frames in found], ""),
        ]
    return table(["", "measured", "wanted"], rows)


def _built() -> bool:
    """Whether the client is there and newer than its sources. An older one needs other touches."""
    if not (STATIC / "index.html").is_file():
        return False
    asked = ["make", "--question", str((STATIC / ".built").relative_to(ROOT))]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode == 0


@contextmanager
def _browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("Playwright is not installed: make venv") from None
    if not _built():
        raise Missing("the web client is not built from its present sources: make web")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
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
        drag = Frames(_drag(page))
        animated = {
            f"{game}: {name}": frames
            for game in animations.ANIMATIONS
            for name, frames in animations.watch(page, game).items()
        }
        return Visit(interactive, loaded / 1000, drag, animated)
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
