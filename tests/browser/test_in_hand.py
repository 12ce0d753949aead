"""Pieces of La Cité: turning, dragging, previews, postcards, sounds, patterns, the last count."""

from __future__ import annotations

import base64
import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import chance_game, open_branch, table_at
from tests.browser.table import Player, board_point, point_in, spaces_of
from tests.browser.words import laid_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CARDS = [
    "levitation",
    "metropolitain",
    "jardin-des-plantes",
    "sacre-coeur",
    "le-peintre",
    "chartier",
    "bouquinistes",
    "lampadaire",
    "moulin-rouge",
    "fontaine-des-mers",
    "le-penseur",
    "la-grande-lumiere",
]


def laying(_: object, legal: list[str]) -> bool:
    return any(move.startswith("lay") for move in legal)


def building(_: object, legal: list[str]) -> bool:
    return any(move.startswith("build") for move in legal)


def turned(page: Page, by: int) -> None:
    """Check that the picked piece is turned by this many degrees."""
    expect(page.locator("[data-ghost]")).to_have_attribute("data-ghost", re.compile(rf":{by}$"))


def test_a_tile_turns_by_wheel_key_and_click(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    table_at(page, server, "lumiere", laying)
    page.mouse.move(*board_point(page, 3, 3))
    turned(page, 0)
    page.mouse.wheel(0, 120)
    turned(page, 90)
    page.keyboard.press("r")
    turned(page, 180)
    page.keyboard.press("Shift+R")
    turned(page, 90)
    page.mouse.click(*board_point(page, 3, 3))  # lays it down
    page.mouse.click(*board_point(page, 3, 3))  # and turns it there
    turned(page, 180)


def test_enter_on_the_board_brings_a_building_and_a_question_mark_explains_the_space(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings")
    player = Player(page)

    def several(_: object, legal: list[str]) -> bool:
        return len({move.split(":")[1] for move in legal if move.startswith("build")}) > 1

    ply = table_at(page, server, "lumiere", several)
    build = next(move for move in player.legal() if move.startswith("build"))
    column, row = spaces_of(build)[0]
    page.locator(f"[role=gridcell][data-at={'abcdefgh'[column]}{row + 1}]").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-ghost]")
    assert (column, row) in spaces_of(player.ghost())
    page.keyboard.press("Enter")
    player.after(str(ply))


def test_the_button_that_puts_back_is_named_by_what_it_shows(
    open_page: OpenPage, server: str
) -> None:
    """The key shown on the button is a part of its name (WCAG 2.5.3)."""
    page = open_page("/settings")
    table_at(page, server, "lumiere", laying)
    page.mouse.click(*board_point(page, 3, 3))
    back = page.get_by_role("button", name="Put back Esc", exact=True)
    expect(back.locator("kbd")).to_be_visible()
    back.click()
    expect(page.locator(".asked .primary")).to_have_count(0)


def test_without_confirmation_a_click_plays_only_what_was_seen(
    open_page: OpenPage, server: str
) -> None:
    """A click on the board changes a building of the pool for a tile, and only shows it."""
    page = open_page("/settings", confirm=False)
    sent: list[str] = []

    def hear(message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["type"] == "move":
            sent.append(asked["move"])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    player = Player(page)
    table_at(page, server, "lumiere", laying)
    ply = player.ply
    take = next(move for move in player.legal() if move.startswith("take:"))
    player.press(f'[data-pool="{take.split(":")[1]}"]')
    page.mouse.click(*board_point(page, 3, 3))
    expect(page.locator(".asked .primary")).to_contain_text("Place")
    assert sent == []
    seen = player.ghost()
    player.confirm()
    player.after(ply)
    while not sent:  # the page has the answer; this handler hears of the question a moment later
        page.wait_for_timeout(20)
    assert sent == [seen]


@pytest.mark.parametrize("confirm", [True, False])
def test_enter_on_a_space_plays_nothing_that_needs_no_space(
    open_page: OpenPage, server: str, confirm: bool
) -> None:
    """As after a touch, a building of the pool makes room for a tile, and nothing is sent."""
    page = open_page("/settings", confirm=confirm)
    sent: list[str] = []

    def hear(message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["type"] == "move":
            sent.append(asked["move"])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    player = Player(page)
    table_at(page, server, "lumiere", laying)
    take = next(move for move in player.legal() if move.startswith("take:"))
    lay = next(move for move in player.legal() if move.startswith("lay:"))
    column, row = spaces_of(lay)[0]
    player.press(f'[data-pool="{take.split(":")[1]}"]')
    expect(page.locator(".asked .primary")).to_contain_text("Take")
    page.locator(f"[role=gridcell][data-at={'abcdefgh'[column]}{row + 1}]").press("Enter")
    expect(page.locator(".asked .primary")).to_contain_text("Place")
    assert sent == []


def test_two_fingers_turn_a_tile(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    table_at(page, server, "lumiere", laying)
    page.touchscreen.tap(*board_point(page, 3, 3))
    turned(page, 0)
    fingers = page.context.new_cdp_session(page)
    x, y = board_point(page, 4, 4)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        there = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": there})

    touch("touchStart", (x - 60, y), (x + 60, y))
    touch("touchMove", (x - 60, y), (x + 42, y + 42))
    touch("touchMove", (x - 60, y), (x - 10, y + 80))
    touch("touchEnd")
    turned(page, 90)
    table_at(page, server, "lumiere", building)
    touch("touchStart", (x, y))  # a long press explains what is at this place
    page.wait_for_selector("dialog[open] .rule-number")
    touch("touchEnd")


def test_a_tile_is_dragged_onto_the_board(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    table_at(page, server, "lumiere", laying)
    box = page.locator(".col.left [data-tile]").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*board_point(page, 5, 5), steps=8)
    expect(page.locator("[data-ghost]")).to_be_visible()
    page.mouse.move(*board_point(page, 3, 3), steps=4)
    page.mouse.up()
    expect(page.locator(".asked .primary")).to_be_visible()
    expect(page.locator(".may-square").nth(4)).to_be_attached()


def test_hovering_shows_what_a_building_would_score(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    player = Player(page)
    table_at(page, server, "lumiere", building)
    build = next(m for m in player.legal() if m.startswith("build") and m.endswith(":0"))
    page.locator(f'.col.left [data-building="{build.split(":")[1]}"]').click()
    page.mouse.move(*board_point(page, *point_in(build)))
    expect(page.locator("[data-ghost]")).to_have_attribute("data-good", "true")
    note = page.locator(".preview")
    expect(note).to_contain_text("unbuilt")
    expect(page.locator(".may-mark").first).to_be_attached()
    assert 0 < layers(page, *board_point(page, 4, 4)) < 25


def layers(page: Page, x: float, y: float) -> int:
    """How many layers the page has while a ghost moves there.

    If the light of the board is not its own layer, there are a hundred, and a drag is not smooth.
    """
    counts: list[int] = []
    watching = page.context.new_cdp_session(page)
    watching.on(
        "LayerTree.layerTreeDidChange", lambda found: counts.append(len(found.get("layers", [])))
    )
    watching.send("DOM.enable")
    watching.send("LayerTree.enable")
    for step in range(1_000):
        page.mouse.move(x + 60 * (step % 4), y)
        page.wait_for_timeout(100)
        if step >= 3 and counts:
            break
    watching.detach()
    return max(counts, default=0)


def test_every_postcard_is_played_on_the_board(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    player = Player(page)
    left = set(CARDS)
    for seed in range(1, 30):
        record, positions = chance_game("lumiere", seed, postcards="random")
        ply = max(range(len(record.moves)), key=lambda n: len(left & _cards(positions[n]["legal"])))
        if not left & _cards(positions[ply]["legal"]):
            continue
        open_branch(page, server, record, ply, positions[ply]["seat"])
        for card in sorted(left & _cards(player.legal())):
            left.remove(card)
            before = player.ply
            _play_card(player, card)
            assert player.wait()
            # The exchange and the building of a levitation are one decision, so one step back.
            page.get_by_role("button", name="Undo").click()
            page.wait_for_selector(f'.table-page[data-your-turn=true][data-ply="{before}"]')
        if not left:
            return
    raise AssertionError(f"never played: {left}")


def _cards(legal: list[str]) -> set[str]:
    """Postcards with an action that is possible now."""
    return {move.split(":")[0] for move in legal if not move.endswith(":undone")}


def _play_card(player: Player, card: str) -> None:
    moves = [m for m in player.legal() if m.split(":")[0] == card and not m.endswith(":undone")]
    player.press(f'[data-card="{card}"]')
    if ":" in moves[0] and card != "levitation":
        expect(player.page.locator(".may-mark").first, card).to_be_attached()
    player.page.keyboard.press("Escape")
    player.play(moves[0])


def test_sounds_are_heard_until_they_are_switched_off(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings", sounds=True)
    page.add_init_script(
        """window.heard = 0;
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
            window.heard += 1;
            return make.call(this);
        };"""
    )
    table_at(page, server, "lumiere", laying)
    page.mouse.click(*board_point(page, 3, 3))
    page.keyboard.press("r")
    page.wait_for_function("() => window.heard > 0")
    page.get_by_role("button", name="Sound").click()
    before = page.evaluate("() => window.heard")
    page.keyboard.press("r")
    turned(page, 180)
    assert page.evaluate("() => window.heard") == before


def test_without_colours_patterns_are_strong_and_all_is_played(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings")
    table_at(page, server, "lumiere", building)
    width = "() => getComputedStyle(document.querySelector('.cob-o')).strokeWidth"
    before = page.evaluate(width)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Strong patterns").check()
    assert (before, page.evaluate(width)) == ("1.5px", "2.5px")
    page.get_by_role("switch", name="Strong patterns").uncheck()
    assert colourful(page) > 0
    page.get_by_role("switch", name="Colours off").check()
    assert colourful(page) == 0, "the menu, above the board"
    player = Player(page)
    page.reload()
    assert player.wait()
    assert colourful(page) == 0
    assert page.evaluate(width) == "2.5px"
    # Pairs that differ in hue also differ clearly in grey.
    for one, other in (
        ("o", "b"),
        ("o", "g"),
        ("b", "v"),
        ("ro-n", "rb-n"),
        ("space-o", "space-b"),
    ):
        assert abs(brightness(page, one) - brightness(page, other)) > 25, (one, other)
    player.play(next(move for move in player.legal() if move.startswith("build")))


def colourful(page: Page) -> int:
    """How many pixels of the screen are not grey."""
    picture = base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()
    count: int = blank.evaluate(
        """async picture => {
            const image = new Image();
            image.src = 'data:image/png;base64,' + picture;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
            canvas.drawImage(image, 0, 0);
            const {data} = canvas.getImageData(0, 0, image.width, image.height);
            let count = 0;
            for (let i = 0; i < data.length; i += 4) {
                const three = [data[i], data[i + 1], data[i + 2]];
                if (Math.max(...three) - Math.min(...three) > 6) count += 1;
            }
            return count;
        }""",
        picture,
    )
    blank.close()
    return count


def brightness(page: Page, token: str) -> float:
    """The grey of a colour of the theme, from 0 to 255."""
    value: float = page.evaluate(
        """token => {
            const name = getComputedStyle(document.documentElement).getPropertyValue('--' + token);
            const canvas = new OffscreenCanvas(1, 1).getContext('2d');
            canvas.fillStyle = name;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        }""",
        token,
    )
    return value


def test_the_sentence_of_what_to_do_is_in_sight_on_a_phone(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    for game, seats in (("lumiere", 2), ("belle_epoque", 4)):
        record, positions = chance_game(game, seats=seats)
        phases: dict[str, tuple[int, int]] = {}
        for ply, found in enumerate(positions[:-1]):
            kinds = len({move.split(":")[0] for move in found["legal"]})  # more text, less room
            phases[found["phase"]] = max(phases.get(found["phase"], (0, 0)), (kinds, ply))
        for phase, (_, ply) in phases.items():
            open_branch(page, server, record, ply, positions[ply]["seat"])
            laid_out(page)
            prompt, tabs = (page.locator(each).bounding_box() for each in (".prompt", "nav.tabs"))
            assert prompt is not None
            assert tabs is not None
            assert page.evaluate("scrollY") == 0, phase
            assert prompt["y"] + prompt["height"] <= tabs["y"], phase
