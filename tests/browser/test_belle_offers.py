"""The table of the Belle Époque says what offers bring and why things are refused, also aloud."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from lutetia.kernel.record import GameRecord
from tests.browser.belle_epoque import BellePlayer
from tests.browser.blind import BlindPlayer
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.focus import wait_for_focus
from tests.browser.positions import Position, chance_game, open_branch, state_at
from tests.browser.test_belle_epoque import begin_late, whole_or_late

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_STEPS = 900


def keys_in(district: dict[str, Any]) -> int:
    """The keys in a district, its bank not counted."""
    spaces = [space["keys"] for space in district["spaces"].values()]
    return sum(sum(keys.values()) for keys in [*spaces, *district["landmarks"].values()])


def fourth_key(found: Position) -> tuple[str, str] | None:
    """The source and the target of a key that would be the fourth in its district."""
    for move in found["legal"]:
        words = move.split(":")
        if words[0] != "move" or len(words) > 4 or int(words[3]) > 8:
            continue
        arc = words[1] == "arc"
        district = words[2] if arc else words[1]
        if not arc and words[2] != "bank":
            continue
        if keys_in(found["districts"][district]) == 3:
            return "arc" if arc else f"bank:{district}", f"{district}:{words[3]}"
    return None


def with_a_fourth_key() -> tuple[GameRecord, int, int, str, str]:
    for seed in range(1, 40):
        record, positions = chance_game("belle_epoque", seed)
        for ply, found in enumerate(positions[:-1]):
            way = fourth_key(found)
            if way and "track" in found:
                return record, ply, found["seat"], *way
    raise AssertionError("no such position")


def used_tiles(record: GameRecord, ply: int) -> list[int]:
    """The bonus tiles that the seat to move has used."""
    game, state = state_at(record, ply)
    found = game.position(state)
    return list(found["seats"][found["to_move"]]["bonus"]["used"])


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    return found


def test_an_offer_says_what_it_leads_to_and_a_refusal_says_why(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings")
    record, ply, seat, source, target = with_a_fourth_key()
    open_branch(page, server, record, ply, seat)
    page.wait_for_selector(".table-page[data-your-turn=true]")
    board = box(page, ".map-box")
    page.locator(f'[data-place="{source}"]').click()
    place = page.locator(f'[data-place="{target}"]')
    expect(place).to_have_attribute("aria-label", re.compile("Costs .* fourth key.* points"))
    place.click()
    main = page.locator(".asked .primary")
    expect(main).to_have_text("Move")  # and no figure that could be misread
    expect(page.locator(".asked .chip.then").first).to_contain_text("fourth key")
    expect(page.locator(".asked .chip.pay").first).to_be_visible()
    assert box(page, ".map-box") == board  # the prompt says more, and the board has not moved
    page.keyboard.press("Escape")

    refused = '[data-place^="track:"]'
    page.locator(refused).first.click()
    expect(page.locator(".refusal")).to_contain_text("B6.2")
    thing, note = box(page, refused), box(page, ".near")
    above = thing["y"] - (note["y"] + note["height"])
    below = note["y"] - (thing["y"] + thing["height"])
    assert 0 <= max(above, below) < 20, (thing, note)
    page.keyboard.press("Escape")
    expect(page.locator(".refusal")).to_have_count(0)

    page.get_by_role("button", name="All bonus tiles").click()
    rows = page.locator("dialog[open] [data-tile-row]")
    expect(rows).to_have_count(30)
    # A tile that was used has no figure. The server tells the figures, so they come after the rows.
    used = used_tiles(record, ply)
    unused = [tile for tile in (20, 23, 24, 30) if tile not in used]
    assert unused
    for tile in unused:
        figure = page.locator(f'dialog[open] [data-tile-row="{tile}"] .figure')
        expect(figure).to_have_text(re.compile(r"^(\d+ points?|nothing) now$"))
    for tile in used:
        expect(page.locator(f'dialog[open] [data-tile-row="{tile}"]')).to_be_visible()
        expect(page.locator(f'dialog[open] [data-tile-row="{tile}"] .figure')).to_have_count(0)


def test_a_tray_of_a_phone_has_all_thirty_bonus_tiles_with_what_they_bring_now(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", size=PHONE, touch=True)
    record, positions = chance_game("belle_epoque")
    open_branch(page, server, record, 0, positions[0]["seat"])
    page.locator("nav.tabs button").last.tap()
    tray = page.locator("[data-tray=tiles]")
    expect(tray).to_be_visible()
    expect(tray.locator("[data-tile-row]")).to_have_count(30)
    for tile in (20, 23, 24, 30):  # what they bring depends on all that one has
        figure = tray.locator(f'[data-tile-row="{tile}"] .figure')
        expect(figure).to_have_text(re.compile(r"^(\d+ points?|nothing) now$"))
    last = tray.locator('[data-tile-row="30"]')
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_keys_choose_confirm_and_keep_the_focus(open_page: OpenPage, server: str) -> None:
    page = open_page()
    player = BellePlayer(page, seed=2)
    player.open_table(server, level=1)
    assert player.wait()
    blind = BlindPlayer(page, seed=2)
    ply = player.ply
    page.keyboard.press("2")  # the second pile
    player.after(ply)
    expect(page.locator("[data-heard]")).to_contain_text("draws the")
    assert "pile" not in " ".join(blind.announced())
    ply = player.ply
    bank = page.locator('[data-place="bank:chaillot"]')
    bank.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".asked .primary")).to_be_visible()
    expect(bank).to_be_focused()
    page.keyboard.press("Enter")  # Enter on the chosen place plays; it does not take it back
    player.after(ply)
    assert player.legal()[0] == "activate:1" or "end" in player.legal()
    wait_for_focus(page)
    page.keyboard.press("e")
    assert player.wait()
    wait_for_focus(page)


@whole_or_late
def test_a_game_by_ear(open_page: OpenPage, server: str, whole: bool) -> None:
    page = open_page("/settings")
    player = BellePlayer(page, seed=4)
    if whole:
        player.open_table(server, level=1)
    else:
        begin_late(player, server, 2)
    blind = BlindPlayer(page, seed=4)
    rival = page.locator(".col.left .name").first.inner_text().strip()
    for _ in range(MOST_STEPS):
        if not player.wait():
            break
        if not blind.step():
            break  # the last move was still on its way
        wait_for_focus(page)
    else:
        raise AssertionError("the game does not end")
    told = blind.announced()
    theirs = [text for text in told if rival in text]
    assert len(theirs) > 5, told
    assert any(re.search("draws|takes|key|from", text) for text in theirs)
    for word in ("Costs", "Brings") if whole else ("Brings",):
        assert any(word in name for name in blind.offers), blind.offers
    assert any("Costs" in text or "Brings" in text for text in told), told
