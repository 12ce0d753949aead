"""Somebody with the box corrects the figures: from the start page to a table with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lutetia.kernel.components import current_text
from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import be_one_guest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDER = "document.documentElement.scrollWidth - innerWidth"


def figure(page: Page, place: str) -> str:
    """What the sheet says about a place of the file."""
    return " ".join(page.locator(f'tr[data-place="{place}"]').inner_text().split())


def corrected(file: Path, **changes: str) -> Path:
    """The downloaded file with some lines changed, as in a text editor."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    own = file.with_name("own.toml")
    own.write_text(text, encoding="utf-8")
    return own


def test_a_corrected_file_is_checked_and_played(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/")
    player = BellePlayer(page)
    page.get_by_role("link", name="Figures on all pieces").click()
    page.wait_for_selector(".sheet")
    assert figure(page, "landmarks[7].cost") == "Cost 3 gold public source"
    assert figure(page, "prices.buy").endswith("ours, calibrated")
    expect(page.get_by_role("heading", name="Against the rules")).to_have_count(0)

    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the file").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)
    choose = page.get_by_label("Choose a corrected file")
    play = page.get_by_role("button", name="Play against the computer")

    choose.set_input_files(corrected(file, **{"pool = 2\n": "pool = 20\n"}))
    expect(page.get_by_text("own.toml cannot be used: 1 fault.")).to_be_visible()
    expect(page.get_by_text("start.pool", exact=True)).to_be_visible()
    expect(play).to_have_count(0)

    changes = {
        "buy = { wood = 2,": "buy = { wood = 9,",
        "francs = 3\nkeys": "francs = 5\nkeys",
        'tile = 1\nzone = "A"\nfrancs = 3': 'tile = 1\nzone = "A"\nfrancs = 12',
        "income = 7\n": "income = 8\n",
        'buildings = ["cafe", "bakery",': 'buildings = ["bakery", "cafe",',
        'income = "reconstruction"': 'income = "box"',
    }
    choose.set_input_files(corrected(file, **changes))
    expect(
        page.get_by_text("own.toml can be used. 3 figures contradict the rules.")
    ).to_be_visible()
    against = page.get_by_role("region", name="Against the rules")
    expect(against).to_contain_text("Start of a game, francs: 5, but the rules print 3")
    expect(against).to_contain_text("2, 3, 4, 5, 6, 8, but a public source says 2, 3, 4, 5, 6, 7")
    expect(against).to_contain_text(
        "Montmartre, building of value 2: café, but the rules print bakery"
    )
    assert figure(page, "districts[0].income").endswith("read from the pieces")
    assert "wood 9" in figure(page, "prices.buy")
    assert "usually: wood 2" in figure(page, "prices.buy")
    expect(page.get_by_text("12 francs", exact=True)).to_be_visible()

    play.click()
    page.wait_for_selector(".market")
    expect(page.locator(".market")).to_contain_text("buy 9")
    tile = page.locator('[data-place="track:1"]')
    expect(tile).to_have_attribute("aria-label", "Track space 1, tile 1: 12 francs")

    assert player.wait()
    ply = player.ply
    player.make(player.choose())
    assert player.ply != ply

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="This table has its own figures").click()
    expect(page.get_by_role("heading", name="The figures of this table")).to_be_visible()
    assert "wood 9" in figure(page, "prices.buy")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate(WIDER) <= 0
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector(".prompt, .market")


def test_a_friend_plays_with_the_corrected_file_too(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/components/belle_epoque", name="Anna")
    usual = tmp_path / "usual.toml"
    usual.write_text(current_text("lutetia.games.belle_epoque.rules"), encoding="utf-8")
    changes = {"francs = 3\nkeys": "francs = 5\nkeys"}
    page.get_by_label("Choose a corrected file").set_input_files(corrected(usual, **changes))
    page.get_by_role("button", name="Invite others").click()
    link = page.locator(".waiting [data-invitation]").inner_text()
    friend = open_page("/settings", name="Bert")
    friend.goto(link)
    # Who is invited hears of it before the game.
    expect(friend.get_by_role("link", name="This table has its own figures")).to_be_visible()
    friend.get_by_role("button", name="Sit down").click()
    for person in (page, friend):
        person.wait_for_selector(".market")
        person.get_by_role("button", name="Menu").click()
        person.get_by_role("link", name="This table has its own figures").click()
        expect(person.get_by_role("region", name="Against the rules")).to_contain_text(
            "Start of a game, francs: 5, but the rules print 3"
        )


def test_the_sheet_is_read_in_another_language(open_page: OpenPage) -> None:
    page = open_page("/components/belle_epoque", language="de")
    page.wait_for_selector(".sheet")
    assert figure(page, "landmarks[7].cost") == "Kosten 3 Gold öffentliche Quelle"
    assert figure(page, "bonus_tiles[17].points") == "Punkte 5 in den Regeln gedruckt"


def test_a_table_of_a_game_without_a_sheet_shows_the_text_of_its_file(open_page: OpenPage) -> None:
    page = open_page("/")
    be_one_guest(page)
    file = current_text("lutetia.games.lumiere.rules").replace('"..*..",', '".***.",', 1)
    link = page.evaluate(
        """async file => {
            const seats = [{kind: 'me'}, {kind: 'computer', level: 1}];
            const body = JSON.stringify({game: 'lumiere', seats, component_file: file});
            const headers = {'Content-Type': 'application/json'};
            const answer = await fetch('/api/tables', {method: 'POST', headers, body});
            return (await answer.json()).address.link;
        }""",
        file,
    )
    page.goto(link)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="This table has its own figures").click()
    expect(page.locator("pre")).to_contain_text('".***.",')
