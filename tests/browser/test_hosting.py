"""Coming in and playing together in two browsers: every step takes what the page hands out."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from lutetia.server.protocol.analysis import LuckResult, SeatLuck
from tests.browser.axe import findings, in_every_way
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import chance_game, shared

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def say_name(page: Page, question: str, name: str, button: str) -> None:
    """Answer the question for a name."""
    asked = page.locator(".name-question")
    expect(asked).to_contain_text(question)
    asked.get_by_role("textbox").fill(name)
    asked.get_by_role("button", name=button).click()
    expect(asked).to_have_count(0)


def test_a_host_and_a_friend_from_the_first_visit_to_the_first_turn(open_page: OpenPage) -> None:
    anna = open_page(newcomer=True, bypass_csp=True)
    asked = anna.locator(".name-question")
    assert asked.get_by_role("textbox").input_value().strip()  # a suggestion
    asked.get_by_role("textbox").fill("   ")
    asked.get_by_role("button", name="Use this name").click()
    expect(asked.get_by_role("alert")).to_contain_text("Please type a name")
    say_name(anna, "What should we call you?", "Ännchen", "Use this name")
    anna.reload()
    anna.wait_for_selector(".panel.friend")
    expect(asked).to_have_count(0)

    friend = anna.locator(".panel.friend")
    friend.locator("select").first.select_option("belle_epoque")
    friend.get_by_text("Players, clock and options").click()
    friend.get_by_label("Players").first.select_option("3")
    friend.get_by_label("Clock").select_option(index=1)
    anna.get_by_role("button", name="Invite somebody").click()
    link = anna.locator("[data-invitation]").inner_text()
    anna.get_by_role("button", name="Sit down").click()
    anna.wait_for_selector(".waiting")

    # The friend reads French, on a phone, and sees everything before sitting down.
    bert = open_page(link, language="fr", size=PHONE, touch=True, newcomer=True, bypass_csp=True)
    facts = bert.locator("[data-facts]")
    expect(facts).to_contain_text("10")
    expect(facts).to_contain_text("cette partie ne compte pas")
    expect(bert.locator('[data-seat="0"]')).to_contain_text("Ännchen")
    expect(bert.locator('[data-seat="1"]')).to_contain_text("place libre")
    say_name(bert, "Comment doit-on vous appeler", "Bertrand", "Utiliser ce nom")
    bert.get_by_role("button", name="S’asseoir").first.click()
    expect(anna.locator('[data-seat="1"]')).to_contain_text("Bertrand")

    # The host gives the last seat to a computer, changes its level, swaps, and starts.
    seat = anna.locator('[data-seat="2"]')
    seat.get_by_role("combobox").select_option("6")
    give = seat.get_by_role("button", name="Give this seat to a computer")
    give.press("Enter")
    expect(give).to_have_count(0)  # from now on the box changes the level of the computer
    expect(seat).to_be_focused()  # the button that had the focus is gone
    seat.get_by_role("combobox").select_option("2")
    expect(bert.locator('[data-seat="2"]')).to_contain_text("Lucie")
    anna.get_by_role("button", name="Swap seats 1 and 2").click()
    expect(bert.locator('[data-seat="0"]')).to_contain_text("Bertrand")
    expect(bert.get_by_role("button", name="Commencer")).to_have_count(0)
    for page in (anna, bert):
        for how in in_every_way(page):
            assert findings(page) == [], how
    anna.set_viewport_size({"width": 1280, "height": 800})
    anna.get_by_role("button", name="Start the game").press("Enter")
    for page in (anna, bert):
        page.wait_for_selector(".table-page")
    expect(anna.locator("[data-prompt]")).to_be_focused()

    # A new name reaches the other browser without a reload.
    bert.get_by_role("button", name="Menu").click()
    name = bert.get_by_label("Votre nom à la table")
    name.fill("Berthe")
    name.press("Tab")
    expect(anna.locator(".table-page")).to_contain_text("Berthe")


def test_a_table_is_left_and_closed(open_page: OpenPage) -> None:
    anna = open_page()
    anna.get_by_role("button", name="Invite somebody").click()
    link = anna.locator("[data-invitation]").inner_text()
    anna.get_by_role("button", name="Sit down").click()
    bert = open_page(link)
    expect(bert.get_by_role("button", name="Close the table")).to_have_count(0)
    anna.get_by_role("button", name="Close the table").click()
    anna.wait_for_selector(".panel.friend")
    expect(bert.locator("body")).to_contain_text("closed before the game began")


def test_only_its_button_opens_the_curtain(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Both on this screen").click()
    curtain = page.locator("dialog:has(.curtain)")
    for again in (False, True):
        if again:
            page.reload()
        expect(curtain).to_be_visible()
        name = curtain.get_by_role("heading").inner_text().split("’s")[0]
        button = curtain.get_by_role("button")
        expect(button).to_have_count(1)
        expect(button).to_have_text(f"I am {name}")
        for key in ("Escape", "Escape", "Escape", "Enter", "Space", "l", "b", "h", "u", "?"):
            page.keyboard.press(key)
        page.mouse.click(3, 3)
        expect(curtain).to_be_visible()
        expect(page.locator("dialog[open]")).to_have_count(1)
        button.click()
        expect(curtain).to_have_count(0)
        page.wait_for_selector(".table-page[data-your-turn=true]")


def agree_to_a_draw(one: Page, other: Page) -> None:
    """One offers a draw, the other agrees."""
    one.get_by_role("button", name="Menu").click()
    one.get_by_role("button", name="Offer a draw").click()
    other.get_by_role("button", name="Yes").click()


def test_a_duplicate_match_in_two_browsers(open_page: OpenPage) -> None:
    anna = open_page(bypass_csp=True)
    friend = anna.locator(".panel.friend")
    friend.get_by_text("Players, clock and options").click()
    friend.get_by_label("Duplicate match").check()
    anna.get_by_role("button", name="Invite somebody").click()
    link = anna.locator("[data-invitation]").inner_text()
    anna.get_by_role("button", name="Sit down").click()
    bert = open_page(link)
    expect(bert.locator("[data-facts]")).to_contain_text("Game 1 of 2")
    bert.get_by_role("button", name="Sit down").click()
    for page in (anna, bert):
        page.wait_for_selector(".table-page")
    agree_to_a_draw(anna, bert)
    for page in (anna, bert):
        pair = page.locator("[data-pair]")
        expect(pair).to_contain_text("the same shuffle, with the seats swapped")
        # The record tells the shuffle, so nothing leads to it yet.
        expect(page.get_by_role("link", name="Replay")).to_have_count(0)
        pair.get_by_role("link").click()
        expect(page.locator(".waiting")).to_contain_text("The second game")
    expect(bert.locator('[data-seat="0"]')).to_contain_text("you")
    bert.get_by_role("button", name="Start the game").click()
    for page in (anna, bert):
        page.wait_for_selector(".table-page")
    agree_to_a_draw(bert, anna)
    for page in (anna, bert):
        pair = page.locator("[data-pair]")
        expect(pair.get_by_role("row")).to_have_count(4)
        expect(pair.get_by_role("row", name="Sum")).to_contain_text("0")
        expect(pair).to_contain_text("The match: A draw")
    for how in in_every_way(anna):
        assert findings(anna, "[data-pair]") == [], how


def test_the_replay_says_how_much_was_luck(open_page: OpenPage) -> None:
    page = open_page("/settings", bypass_csp=True)
    answer = {
        "id": "0" * 32,
        "state": "done",
        "progress": 1,
        "error": None,
        "result": LuckResult(
            game="lumiere",
            level=7,
            games=24,
            sure=0.95,
            seats=2,
            summaries=[
                seat("orange", margin=9, luck=4.25, low=1.5, high=7),
                seat("blue", margin=-9, luck=-4.25, low=-7, high=-1.5),
            ],
        ).model_dump(mode="json"),
    }
    running = {**answer, "state": "running", "progress": 0.5, "result": None}
    page.route("**/api/luck", lambda route: route.fulfill(json=running, status=202))
    page.route("**/api/luck/*", lambda route: route.fulfill(body=json.dumps(answer)))
    page.goto(shared(page, chance_game("lumiere")[0]))
    page.get_by_role("button", name="Luck of the shuffle").click()
    part = page.locator("[data-luck]")
    part.get_by_role("button", name="How much was luck?").click()
    expect(part).to_contain_text("about 4.3 points (+1.5 to +7)")
    expect(part).to_contain_text(
        "The margin for Guest 1 was +9; without the luck it would be about +4.8."
    )
    for how in in_every_way(page):
        assert findings(page, "[data-luck]") == [], how


def seat(colour: str, **figures: float) -> SeatLuck:
    """One seat of an answer."""
    adjusted = figures["margin"] - figures["luck"]
    return SeatLuck(seat=colour, player=colour, adjusted=adjusted, **figures)
