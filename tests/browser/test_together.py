"""Several people at one table: two browsers, reloading, a lost connection, one screen for both."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.table import Player, TouchPlayer

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def invite(open_page: OpenPage) -> tuple[Player, str]:
    """Set a table for two and sit down; the player and the table's address."""
    page = open_page()
    player = Player(page, seed=11)
    page.get_by_role("button", name="Invite somebody").click()
    expect(page.get_by_alt_text("Code of the link")).to_be_visible()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".waiting")
    return player, "/t/" + page.url.rsplit("/", 1)[1]


def both_move(first: Player, second: Player, turns: int) -> None:
    """Play some moves, whoever is to move."""
    for _ in range(turns):
        mover = next(p for p in (first, second) if _is_mover(p))
        other = second if mover is first else first
        ply = other.ply
        mover.play(mover.choose())
        other.after(ply)


def _is_mover(player: Player) -> bool:
    player.page.wait_for_selector(".table-page")
    seat = player.state["views"][0]["seat"]
    return bool(player.state["to_move"] == seat)


def test_two_browsers_at_one_table(open_page: OpenPage) -> None:
    first, address = invite(open_page)
    second = TouchPlayer(open_page("/settings", size=PHONE, touch=True), seed=12)
    second.page.goto(second.page.url.replace("/settings", address))
    second.page.get_by_role("button", name="Sit down").click()
    both_move(first, second, 6)
    first.page.get_by_role("button", name="Chat").click()
    first.page.get_by_label("Write something").fill("Bonsoir !")
    first.page.keyboard.press("Enter")
    expect(first.page.locator("dialog[open] .chat")).to_contain_text("Bonsoir !")
    heard = second.page.locator("[data-heard]")
    expect(heard).to_contain_text("Bonsoir !")


def test_a_reload_in_the_middle_loses_nothing(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=13)
    player.begin()
    for _ in range(3):
        assert player.wait()
        player.play(player.choose())
    assert player.wait()
    before = page.locator(".log-lines li").all_inner_texts()
    page.reload()
    assert player.wait()
    assert page.locator(".log-lines li").all_inner_texts() == before
    player.play(player.choose())


def test_a_lost_connection_is_seen_and_comes_back(open_page: OpenPage) -> None:
    page = open_page(quiet=False)
    player = Player(page, seed=14)
    player.begin()
    assert player.wait()
    page.context.set_offline(True)
    page.wait_for_selector("[data-link=lost].shown, [data-link=connecting].shown")
    assert "connection" in page.inner_text("[data-link]")
    page.context.set_offline(False)
    page.wait_for_selector("[data-link=open]", state="attached", timeout=60_000)
    player.play(player.choose())


def test_two_people_at_one_screen_see_a_curtain(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=15)
    page.get_by_role("button", name="Both at this screen").click()
    for _ in range(4):
        _open_curtain(page)
        assert player.wait()
        player.play(player.choose())
    expect(page.locator("dialog[open] .curtain")).to_be_visible()


def _open_curtain(page: Page) -> None:
    page.wait_for_selector("dialog[open] .curtain, .table-page[data-your-turn=true]")
    if page.locator("dialog[open] .curtain").count():
        page.locator("dialog[open] .btn.big").click()
        page.wait_for_selector("dialog[open]", state="detached")


def test_undo_hint_and_resigning(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=16)
    player.begin()
    assert player.wait()
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("[data-ghost], .slot.picked[data-pool]")
    page.keyboard.press("Escape")
    before = page.locator(".log-lines .row").count()
    player.play(player.choose())
    assert player.wait()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log-lines .row")).to_have_count(before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open] .primary").click()
    page.wait_for_selector("[data-ending]")
    page.get_by_role("button", name="Another game").click()
    page.wait_for_selector(".table-page:not([data-phase=over])")


def test_what_is_refused_says_why(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=17)
    player.begin()
    for _ in range(40):
        assert player.wait()
        if any(move.startswith("build") for move in player.legal()):
            break
        player.play(player.choose())
    build = next(move for move in player.legal() if move.startswith("build"))
    slot = page.locator(f'.col.left [data-building="{build.split(":")[1]}"]')
    slot.click()
    good = {move.split(":")[2] for move in player.legal() if move.startswith("build")}
    for column, row in ((x, y) for y in range(8) for x in range(8)):
        player.press_board(column + 0.5, row + 0.5)
        if page.get_attribute("[data-ghost]", "data-good") == "false":
            break
    assert good
    expect(page.locator(".refusal")).to_contain_text("L5.1")


def test_everything_can_be_played_from_the_list_of_moves(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=18)
    player.begin()
    assert player.wait()
    move, ply = player.choose(), player.ply
    page.keyboard.press("l")
    page.keyboard.press("Tab")
    page.get_by_role("dialog").get_by_role("textbox").fill(move)
    page.keyboard.press("Enter")
    player.after(ply)
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_screen_reader_hears_every_move_and_whose_turn_it_is(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=19)
    player.begin()
    assert player.wait()
    player.play(player.choose())
    assert player.wait()
    heard = page.locator("[data-heard]")
    expect(heard).to_contain_text("Gavroche:")
    expect(heard).to_contain_text("It is your turn.")
    cell = page.locator("[role=gridcell][data-at=a1]")
    assert (cell.get_attribute("aria-label") or "").startswith("a1:")
    page.keyboard.press("b")
    expect(page.locator("dialog[open]")).to_contain_text("The board, row by row from the top")
