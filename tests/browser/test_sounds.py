"""A rival's move is heard; one touch switches all sounds off, on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import SIZES, troubles
from tests.browser.positions import chance_game, open_branch
from tests.browser.screens import resize
from tests.browser.table import TouchPlayer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LISTEN = """window.heard = [];
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this);
    const pitch = tone.frequency.setValueAtTime.bind(tone.frequency);
    tone.frequency.setValueAtTime = (hertz, at) => (window.heard.push(hertz), pitch(hertz, at));
    return tone;
};"""
YOUR_TURN = 659
"""The first note of what is played when a rival has moved."""
LATER = "() => new Promise(done => setTimeout(done, 1500))"
"""A timer of the page that ends after that note would begin, 350 ms after the move has landed."""
LAID_OR_TAKEN = (190, 330)
"""The first notes of the two moves of phase one."""


def heard(page: Page) -> list[int]:
    return list(page.evaluate("() => window.heard"))


def sound_button(page: Page) -> None:
    page.get_by_role("button", name="Sound").tap()


def test_the_move_of_a_rival_is_heard_until_one_touch_switches_it_off(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=SIZES["phone-390"], touch=True, sounds=True)
    page.add_init_script(LISTEN)
    player = TouchPlayer(page)
    record, positions = chance_game("lumiere")
    open_branch(page, server, record, 2, positions[2]["seat"])
    moves = [move for move in player.legal() if move.startswith("take:")]
    player.make(moves[0])
    page.wait_for_function(f"() => window.heard.includes({YOUR_TURN})")
    assert sum(note in LAID_OR_TAKEN for note in heard(page)) >= 2, "ours, and the rival's"
    sound_button(page)
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    before = heard(page)
    assert player.wait()
    ply = player.ply
    player.make(next(move for move in player.legal() if move.startswith("take:")))
    player.after(ply)
    assert player.wait()
    expect(page.locator(".travel-layer")).to_have_count(0)
    page.evaluate(LATER)
    assert heard(page) == before


@pytest.mark.parametrize("game", ["lumiere", "belle_epoque"])
def test_the_sound_is_one_touch_away(open_page: OpenPage, server: str, game: str) -> None:
    page = open_page("/settings", size=SIZES["phone-360"], touch=True)
    record, positions = chance_game(game)
    open_branch(page, server, record, 2, positions[2]["seat"])
    button = page.get_by_role("button", name="Sound")
    for size in ("phone-360", "phone-390", "phone-sideways"):
        resize(page, size)
        expect(button).to_be_in_viewport(ratio=0.95)  # the line below the bar cuts half a pixel
        for on in ("true", "false"):
            sound_button(page)
            expect(button).to_have_attribute("aria-pressed", on)
        assert troubles(page, touch=True) == [], size
