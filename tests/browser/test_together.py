"""Several people at one table: two browsers, a reload, a lost connection, one shared screen."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.belle_epoque import BellePlayer
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.focus import tab_to
from tests.browser.layout import SIZES
from tests.browser.positions import chance_game, open_branch, table_at
from tests.browser.table import MAIN, THINKS_FIRST, Player, TouchPlayer

MOVES = "all => all.map(each => each.dataset.move)"

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def invite(open_page: OpenPage) -> tuple[Player, str]:
    """Open a table for two and sit down; returns the player, and the link that the page shows."""
    page = open_page()
    player = Player(page, seed=11)
    page.get_by_role("button", name="Invite somebody").click()
    link = page.locator("[data-invitation]").inner_text()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".waiting")
    return player, link


def both_move(first: Player, second: Player, turns: int) -> None:
    """Play some moves for all seats."""
    for _ in range(turns):
        mover = next(p for p in (first, second) if is_mover(p))
        other = second if mover is first else first
        ply = other.ply
        mover.play(mover.choose())
        other.after(ply)


def is_mover(player: Player) -> bool:
    """Whether the game waits for this player, as the server says."""
    player.page.wait_for_selector(".table-page")
    state = player.told()
    return bool(state["to_move"] == state["views"][0]["seat"])


def test_two_browsers_at_one_table(open_page: OpenPage) -> None:
    first, link = invite(open_page)
    second = TouchPlayer(open_page("/settings", size=PHONE, touch=True), seed=12)
    second.page.goto(link)
    second.page.get_by_role("button", name="Sit down").click()
    both_move(first, second, 6)
    first.page.get_by_role("button", name="Chat").click()
    first.page.get_by_label("Write something").fill("Bonsoir !")
    first.page.keyboard.press("Enter")
    expect(first.page.locator(".beside .chat")).to_contain_text("Bonsoir !")
    heard = second.page.locator("[data-heard]")
    expect(heard).to_contain_text("Bonsoir !")


SIDEWAYS = SIZES["phone-sideways"]
UNDER = """([things, cover]) => {
    const over = document.querySelector(cover).getBoundingClientRect();
    return [...document.querySelectorAll(things)].filter(each => {
        const box = each.getBoundingClientRect();
        return box.left < over.right && box.right > over.left
            && box.top < over.bottom && box.bottom > over.top;
    }).map(each => each.textContent.trim());
}"""
"""What something on the page covers."""


def test_who_is_invited_sees_the_free_seat_and_later_that_somebody_left(
    open_page: OpenPage,
) -> None:
    host, link = invite(open_page)
    guest = Player(open_page("/settings", size=SIDEWAYS, touch=True, newcomer=True), seed=12)
    guest.page.goto(link)
    seat = guest.page.get_by_role("button", name="Sit down")
    expect(seat).to_be_in_viewport(ratio=1)
    words = guest.page.locator(".waiting > p").first
    expect(words).to_have_text("Somebody is waiting for you.")
    host.page.goto(urljoin(link, "/"))
    expect(words).to_have_text("A seat is free for you.")
    host.page.goto(link)
    expect(words).to_have_text("Somebody is waiting for you.")
    seat.tap()
    host.page.wait_for_selector(".table-page")
    left, stays = (host, guest) if is_mover(host) else (guest, host)
    stays.page.wait_for_selector(".table-page")
    left.page.goto(urljoin(link, "/"))
    prompt = stays.page.locator("[data-prompt]")
    expect(prompt).to_contain_text("is to move, but is away")
    expect(stays.page.locator(".player.away")).to_have_count(1)
    left.page.goto(link)
    expect(prompt).not_to_contain_text("away")


def test_two_players_who_both_ask_for_another_game_get_it(open_page: OpenPage) -> None:
    host, link = invite(open_page)
    guest = open_page("/settings", size=SIDEWAYS, touch=True)
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").tap()
    page = host.page
    page.wait_for_selector(".table-page")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open] .primary").click()
    for each in (page, guest):
        each.wait_for_selector("[data-ending=done]")
    sheet = page.locator("[data-ending]")
    sheet.get_by_role("button", name="Another game").click()
    expect(sheet).to_contain_text("Waiting for an answer")
    expect(sheet.get_by_role("button", name="Another game")).to_have_count(0)
    # On a phone held sideways neither the offer nor the button of the sheet covers anything.
    expect(guest.get_by_role("alertdialog")).to_contain_text("offers another game")
    guest.locator("[data-ending] .close").tap()
    expect(guest.locator(".reopen")).to_be_in_viewport(ratio=1)
    assert guest.evaluate(UNDER, [".tabs button, .right", ".reopen"]) == []
    guest.keyboard.press("c")
    expect(guest.locator(".beside .chat li")).to_be_visible()
    assert guest.evaluate(UNDER, [".chat li, .tabs button", "[role=alertdialog]"]) == []
    # Held upright it has the place of the top bar, and covers no row of the board.
    guest.set_viewport_size({"width": 390, "height": 844})
    covered = '["[role=gridcell], .chat li, .tabs button", "[role=alertdialog]"]'
    guest.wait_for_function(f"() => innerWidth === 390 && !({UNDER})({covered}).length")
    guest.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    guest.locator(".tabs button").first.tap()
    guest.locator(".reopen").tap()
    before = page.url
    guest.get_by_role("button", name="Another game").tap()
    for each in (page, guest):
        each.wait_for_url(lambda url: url != before)
        each.wait_for_selector(".table-page:not([data-phase=over])")
    expect(guest.locator(".notice")).to_have_count(0)
    assert page.url == guest.url


def test_a_reload_in_the_middle_loses_nothing(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=13)
    player.begin()
    for _ in range(3):
        assert player.wait()
        player.play(player.choose())
    assert player.wait()
    lines = page.locator(".log-lines li")
    expect(page.locator(".log-lines .row")).to_have_count(int(player.ply))
    before = lines.all_inner_texts()
    page.reload()
    assert player.wait()
    expect(lines).to_have_text(before, use_inner_text=True)
    player.play(player.choose())


def test_a_lost_connection_is_seen_and_comes_back(open_page: OpenPage) -> None:
    page = open_page(quiet=False)
    player = Player(page, seed=14)
    player.begin()
    assert player.wait()
    move = next(move for move in player.legal() if move.startswith("lay"))
    player.pick(move)
    player.put(move)
    assert player.ghost() == move
    page.context.set_offline(True)
    page.wait_for_selector("[data-link=lost].shown, [data-link=connecting].shown")
    expect(page.locator("[data-link]")).to_contain_text("connection")
    welcomes = player.welcomes
    page.context.set_offline(False)
    page.wait_for_selector("[data-link=open]", state="attached")
    # What was put down still lies there: the position is the same.
    while player.welcomes == welcomes:
        page.wait_for_timeout(50)
    expect(page.locator(MAIN)).to_be_enabled()
    assert player.ghost() == move
    ply = player.ply
    player.confirm()
    player.after(ply)


def test_somebody_watches(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    table_at(page, server, "lumiere", lambda _, legal: bool(legal))
    watcher = open_page(page.url)
    watcher.wait_for_selector(".table-page[data-your-turn=false]")
    expect(watcher.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("dialog[open]")).to_contain_text("1 person is watching")
    page.keyboard.press("Escape")
    player = Player(page)
    page.reload()
    player.wait()
    before = player.ply
    player.play(player.choose())
    watcher.wait_for_selector(f'.table-page:not([data-ply="{before}"])')


def test_a_clock_runs_for_whoever_is_to_move(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_text("Players, clock and options").first.click()
    page.get_by_label("Clock").first.select_option(label="10 minutes, 10 s more per turn")
    Player(page).begin()
    page.wait_for_selector(".table-page[data-your-turn=true]")
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    before = clocks.nth(1).inner_text()
    expect(clocks.nth(1)).not_to_have_text(before)


def test_two_people_at_one_screen_see_a_curtain(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=15)
    page.get_by_role("button", name="Both on this screen").click()
    for _ in range(4):
        open_curtain(page)
        assert player.wait()
        player.play(player.choose())
    expect(page.locator("dialog[open] .curtain")).to_be_visible()


def open_curtain(page: Page) -> None:
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
    page.wait_for_selector("[data-ghost], .slot.picked[data-pool]", timeout=THINKS_FIRST)
    expect(page.locator("[data-why]")).to_contain_text("next best move")
    page.keyboard.press("Escape")
    before = int(player.ply)
    expect(page.locator(".log-lines .row")).to_have_count(before)
    player.play(player.choose())
    assert player.wait()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log-lines .row")).to_have_count(before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog[open] .primary").click()
    page.wait_for_selector("[data-ending]")
    # The page has promised and revealed a share of the seed, and checks the seed by itself.
    expect(page.locator("[data-shuffle=right]")).to_be_visible()
    page.get_by_role("button", name="Another game").click()
    page.wait_for_selector(".table-page:not([data-phase=over])")


def test_what_is_refused_says_why(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    player = Player(page, seed=17)
    table_at(page, server, "lumiere", lambda _, legal: any(m.startswith("build") for m in legal))
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


@pytest.mark.parametrize(("game", "played"), [("lumiere", 24), ("belle_epoque", 150)])
def test_a_game_is_played_to_its_end_by_words_alone(
    open_page: OpenPage, server: str, game: str, played: int
) -> None:
    """As with a screen reader: announcements, the list of moves, the board as text."""
    page = open_page("/settings")
    record, positions = chance_game(game)
    open_branch(page, server, record, played, positions[played]["seat"])
    player = Player(page) if game == "lumiere" else BellePlayer(page)
    heard = page.locator("[data-heard]")
    moves = 0
    while player.wait():
        page.keyboard.press("l")
        listed = page.locator("dialog[open] [data-move]")
        listed.first.wait_for()
        # The list has all moves, also those that continue the game.
        wanted = [m for m in listed.evaluate_all(MOVES) if not m.startswith(("buy", "sell"))]
        move = wanted[-1] if game == "belle_epoque" else wanted[len(wanted) // 2]
        before = player.ply
        tab_to(page, "dialog[open] input")
        page.keyboard.insert_text(move)
        page.keyboard.press("Enter")
        player.after(before)
        expect(heard).not_to_be_empty()
        moves += 1
    assert moves > 2
    page.wait_for_selector("[data-ending]")
    expect(heard).to_contain_text("Anna")
    page.keyboard.press("b")
    expect(page.locator("dialog[open] li").first).to_be_visible()


def test_a_screen_reader_hears_every_move_and_whose_turn_it_is(open_page: OpenPage) -> None:
    page = open_page()
    player = Player(page, seed=19)
    player.begin()
    assert player.wait()
    player.play(player.choose())
    assert player.wait()
    heard = page.locator("[data-heard]")
    expect(heard).to_contain_text("Gavroche")
    expect(heard).to_contain_text("It is your turn.")
    cell = page.locator("[role=gridcell][data-at=a1]")
    assert (cell.get_attribute("aria-label") or "").startswith("a1:")
    page.keyboard.press("b")
    expect(page.locator("dialog[open]")).to_contain_text("The board, row by row from the top")
