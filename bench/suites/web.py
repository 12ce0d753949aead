"""The web client in a browser: time to start, size, frames of drag and animations, touches.

Each round uses a new profile, so the browser loads everything again.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
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
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.record import GameRecord
from lutetia.server.protocol.client_pages import address_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "chromium-headless-shell")
TITLE = "Web client: start, drag and animations"
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
La Cité by finger against the computer, 390 × 844; a touch is a tap that puts a building down,
picks another one, shows the next place or confirms. The player wants the place that scores best
now. Animations: in both games the last moves are shown again, and the last move of a game is
played and counted. A frame belongs to every animation that runs in it."""

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


_ANIMATED = """() => {
    window.animated = {};
    let last = 0;
    const step = now => {
        const names = new Set(document.getAnimations()
            .filter(({playState}) => playState === 'running').map(({id}) => id).filter(Boolean));
        for (const name of names) if (last) (animated[name] ??= []).push(now - last);
        last = names.size ? now : 0;
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
}"""

ANIMATIONS = ("travel", "announcement", "count")
"""The animations of a table by the names that the client gives them."""


@dataclass(frozen=True)
class Frames:
    """The frames of one kind of movement: milliseconds between one frame and the next."""

    times: Sequence[float]

    @property
    def rate(self) -> float:
        return 1000 * len(self.times) / sum(self.times)

    @property
    def late(self) -> float:
        """The percentage of late frames."""
        return 100 * sum(frame > LATE for frame in self.times) / len(self.times)


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
        row("frames a second in a drag", [visit.drag.rate for visit in visits], "60"),
        row("middle frame, ms", [median(visit.drag.times) for visit in visits], figure(FRAME)),
        row("late frames, of 100", [visit.drag.late for visit in visits], ""),
        row("touches from the start to the first turn", [game.clicks for game in games], "1"),
        row("touches a placed building", [game.per_building for game in games], "at most 3"),
    ]
    for name in visits[0].animations:
        found = [visit.animations[name] for visit in visits]
        rows += [
            row(f"frames a second, {name}", [frames.rate for frames in found], "60"),
            row(f"late frames, {name}, of 100", [frames.late for frames in found], ""),
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
        animations = {
            f"{game}: {name}": frames
            for game in ("lumiere", "belle_epoque")
            for name, frames in _animations(page, game).items()
        }
        return Visit(interactive, loaded / 1000, drag, animations)
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


def _random_game(game: str) -> tuple[str, list[int]]:
    """The record of a random game, and the seat to move before each of its moves."""
    box = open_game(game, 2, {})
    secret, chance = derived_seed("bench", game), random.Random(1)
    record = GameRecord.start(box, secret, ["Anna", "Bert"])
    state, movers = box.deal(secret), []
    while not box.is_over(state):
        legal = [box.notation(int(move)) for move in box.legal_moves(state)]
        kinds = sorted({move.split(":")[0] for move in legal} - {"buy", "sell", "decline"})
        kind = chance.choice(kinds or ["decline"])
        move = chance.choice([move for move in legal if move.split(":")[0] == kind])
        movers.append(int(state.to_move))
        record.moves.append(move)
        state = box.play(state, box.parse(state, move))
    record.finish(box, state)
    return record.dumps(), movers


_BRANCH = """async body => {
    const headers = {'Content-Type': 'application/json'};
    const wish = {method: 'POST', headers, body: JSON.stringify(body)};
    return (await (await fetch('/api/tables/branch', wish)).json()).address.link;
}"""


def _branch(page: Page, record: str, ply: int, seat: int) -> None:
    """Open a table against the computer that continues from a position of the record."""
    seats = [
        {"kind": "me", "name": "Anna"} if n == seat else {"kind": "computer", "level": 1}
        for n in range(2)
    ]
    page.goto(page.evaluate(_BRANCH, {"record": json.loads(record), "ply": ply, "seats": seats}))
    page.wait_for_selector(".table-page[data-your-turn=true]", timeout=120_000)
    page.evaluate(_ANIMATED)


def _animations(page: Page, game: str) -> dict[str, Frames]:
    """Show the moves of a turn in the middle again, then play the last move and watch the count."""
    record, movers = _random_game(game)
    last = len(movers) - 1
    middle = next(n for n in range(last // 2, last) if movers[n] != movers[n - 1])
    _branch(page, record, middle, movers[middle])
    page.get_by_role("button", name="Show the last moves again").click()
    page.wait_for_selector(".table-page[data-your-turn=false]")
    page.wait_for_selector(".table-page[data-your-turn=true]")
    page.wait_for_selector(".travel-layer", state="detached")
    found: dict[str, list[float]] = page.evaluate("() => animated")
    _branch(page, record, last, movers[last])
    page.keyboard.press("l")
    page.get_by_role("dialog").get_by_role("textbox").fill(json.loads(record)["moves"][last])
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ending=done]")
    for name, times in page.evaluate("() => animated").items():
        found[name] = [*found.get(name, []), *times]
    return {name: Frames(found[name]) for name in ANIMATIONS if found.get(name)}


def _go_on(page: Page) -> None:
    """Go to the next step of the lesson."""
    show = page.get_by_role("button", name="Show me")
    if show.count():
        show.click()
        page.locator(".asked .primary").click()
        show.wait_for(state="detached")
    page.locator(".lesson-card .primary").click()
