"""Take the pictures of the README from the built client: `python web/dev/pictures.py`.

Computers play one game of each kind. The pictures show positions of these games in Chromium, with
the real server. It needs `make venv web` and a Chromium; it writes `docs/images/*.png` in few
colours.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from lutetia.ai.levels import LevelPlayer
from lutetia.games.lumiere.rules.components import all_turns, standard_components
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.record import GameRecord
from lutetia.server.protocol.client_pages import address_of

OUT = Path(__file__).parents[2] / "docs/images"
DESKTOP, PHONE = (1280, 800), (390, 844)
LEVEL = 5
"""Fast, and strong enough for boards that look like those of people."""
COLOURS = 256
LOBBY = (1280, 640)
OPEN_TABLES: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("Margaux", "lumiere", [{"kind": "open"}]),
    ("Théo", "belle_epoque", [{"kind": "computer", "level": 4}, {"kind": "open"}]),
    ("Inès", "lumiere", [{"kind": "computer", "level": 6}]),
]
GAP = 20
SHOWN_SLOWLY = 1200


@dataclass
class Played:
    """A whole game, with the legal moves, the mover and the points before each move."""

    record: GameRecord
    moments: list[dict[str, Any]]


def played(game: str, seats: int, seed: int) -> Played:
    """One game between computers."""
    box, secret = open_game(game, seats), derived_seed("pictures", game, seed)
    players = [LevelPlayer(LEVEL, derived_seed("picture player", n), 1) for n in range(seats)]
    record = GameRecord.start(box, secret, [f"computer {LEVEL}"] * seats)
    state, moments = box.deal(secret), []
    while not box.is_over(state):
        seat = int(state.to_move)
        legal = [box.notation(int(move)) for move in box.legal_moves(state)]
        move = box.notation(players[seat].choose(box, box.view(state, seat), seat))
        before = sum(box.score(state)[seat].values())
        state = box.play(state, box.parse(state, move))
        gain = sum(box.score(state)[seat].values()) - before
        moments.append({"seat": seat, "legal": legal, "move": move, "gain": gain})
        record.moves.append(move)
    record.finish(box, state)
    return Played(record, moments)


def moment_of(game: Played, start: str, least: int) -> int:
    """The ply of the best move of a kind, from a given ply on."""
    plies = [n for n, found in enumerate(game.moments) if n >= least]
    fitting = [n for n in plies if game.moments[n]["move"].startswith(start)]
    return max(fitting, key=lambda n: game.moments[n]["gain"])


@contextmanager
def serving() -> Iterator[str]:
    """The address of a separate server."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "lutetia.cli.main", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert server.stdout is not None
        address = next(line for line in server.stdout if "ready:" in line).split("ready:")[1]
        while not _warm(address.strip()):
            time.sleep(1)
        try:
            yield address.strip()
        finally:
            server.terminate()
            server.wait(20)


def _warm(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/readyz").close()  # noqa: S310 (our own server)
    except urllib.error.HTTPError:
        return False
    return True


class Photographer:
    """Opens pages, and shows games on them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address

    def page(self, size: tuple[int, int], theme: str, name: str = "settings") -> Page:
        phone = size == PHONE
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
            locale="en-GB",
            service_workers="block",
        )
        settings = json.dumps({"theme": theme, "language": "en", "name": "Margaux"})
        context.add_init_script(f"localStorage.setItem('lutetia.settings', {settings!r})")
        page = context.new_page()
        page.goto(self._address + address_of(name))
        page.wait_for_load_state("networkidle")
        return page

    def ask(self, page: Page, path: str, body: dict[str, Any]) -> Any:
        return page.evaluate(
            """async ([path, body]) => {
                const headers = {'Content-Type': 'application/json'};
                const wish = {method: 'POST', headers, body: JSON.stringify(body)};
                return (await fetch(path, wish)).json();
            }""",
            [path, body],
        )

    def open_table(self, name: str, game: str, others: list[dict[str, Any]]) -> None:
        """Open a table; its owner waits there."""
        page = self.page(DESKTOP, "dark")
        seats = [{"kind": "me", "name": name}, *others]
        body = {"game": game, "seats": seats, "listed": True}
        page.goto(self.ask(page, "/api/tables", body)["address"]["link"])
        page.wait_for_selector("#content")

    def sit_down(self, page: Page, game: Played, ply: int) -> None:
        """Sit down where it is our turn, against computers of different levels."""
        levels = iter((6, 3, 4))
        seats = [
            {"kind": "me", "name": "Margaux"}
            if seat == game.moments[ply]["seat"]
            else {"kind": "computer", "level": next(levels)}
            for seat in range(len(game.record.players))
        ]
        body = {"record": json.loads(game.record.dumps()), "ply": ply, "seats": seats}
        page.goto(self.ask(page, "/api/tables/branch", body)["address"]["link"])
        page.wait_for_selector(".table-page[data-your-turn=true]")

    def replay(self, page: Page, game: Played, ply: int) -> None:
        body = {"record": json.loads(game.record.dumps())}
        page.goto(self.ask(page, "/api/records", body)["link"])
        page.wait_for_selector(".bar input")
        page.locator(".bar input").fill(str(ply))


def hold(page: Page, move: str) -> None:
    """Hold a building of La Cité over its place, before it is played."""
    _, name, at, turned = move.split(":")
    page.locator(f'[data-building="{name}"]:visible').first.click()
    for _ in range(int(turned) // 90):
        page.keyboard.press("r")
    cells = all_turns(standard_components().buildings[name])[int(turned) // 90]
    box = page.locator("svg.input").bounding_box()
    assert box is not None
    column, row = ord(at[0]) - ord("a"), int(at[1]) - 1
    x = 34 + 100 * (column + (1 + max(c for c, _ in cells)) / 2)
    y = 34 + 100 * (8 - row - (1 + max(r for _, r in cells)) / 2)
    unit = box["width"] / 868
    page.mouse.click(box["x"] + x * unit, box["y"] + y * unit)


def point_out(page: Page, move: str) -> None:
    """Show the way of a key of the Belle Époque, before it is moved."""
    _, start, district, value = move.split(":")[:4]
    if start != "arc":
        start, district = district, start
    source = {"arc": "arc", "bank": f"bank:{district}"}.get(start, f"{district}:{start}")
    page.locator(f'[data-place="{source}"]').first.click()
    page.locator(f'[data-place="{district}:{value}"]').first.click()


def shot(page: Page) -> Image.Image:
    """The page when nothing moves any more."""
    page.wait_for_timeout(SHOWN_SLOWLY)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def kept(name: str, *pictures: Image.Image) -> None:
    """Save the pictures side by side, in few colours."""
    width = sum(each.width for each in pictures) + GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, max(each.height for each in pictures)), "white")
    x = 0
    for each in pictures:
        whole.paste(each, (x, 0))
        x += each.width + GAP
    few = whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3)
    few.save(OUT / name, optimize=True)
    sys.stdout.write(f"{name}: {(OUT / name).stat().st_size // 1000} kB\n")


def main() -> None:
    """All pictures."""
    city, epoch = played("lumiere", 2, seed=1), played("belle_epoque", 3, seed=1)
    build = moment_of(city, "build:", len(city.moments) - 8)
    move = moment_of(epoch, "move:", len(epoch.moments) // 2)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-headless-shell"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        camera = Photographer(browser, address)

        page = camera.page(DESKTOP, "dark")
        camera.sit_down(page, city, build)
        hold(page, city.moments[build]["move"])
        kept("la-cite.png", shot(page))
        camera.replay(page, city, build)
        page.get_by_role("button", name="Expected at the end").click()
        kept("expected.png", shot(page))

        page = camera.page(DESKTOP, "light")
        camera.sit_down(page, epoch, move)
        point_out(page, epoch.moments[move]["move"])
        page.mouse.move(4, 4)
        kept("belle-epoque.png", shot(page))

        first = camera.page(PHONE, "light", "home")
        second, third = camera.page(PHONE, "dark"), camera.page(PHONE, "dark")
        camera.sit_down(second, city, build)
        hold(second, city.moments[build]["move"])
        camera.sit_down(third, epoch, move)
        point_out(third, epoch.moments[move]["move"])
        third.mouse.move(4, 4)
        kept("phones.png", shot(first), shot(second), shot(third))

        for name, game, more in OPEN_TABLES:
            camera.open_table(name, game, more)
        kept("tables.png", shot(camera.page(LOBBY, "dark", "tables")))
        browser.close()


if __name__ == "__main__":
    main()
