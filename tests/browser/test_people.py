"""Who one is: a guest makes an account, finds ratings and games, and takes everything along."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import OpenPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PASSWORD = "lampadaire 1889"
RATED = """async games =>
    (await (await fetch('/api/me/profile')).json()).ratings[0]?.games === games"""


def sign_up(page: Page, name: str, password: str = PASSWORD) -> None:
    form = page.get_by_role("form", name="Create an account")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Create the account").click()


def clean(page: Page) -> None:
    """axe finds nothing, and nothing is wider than the screen, in every size and theme."""
    for way in in_every_way(page, SMALLEST):
        assert findings(page) == [], way
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, way
    page.set_viewport_size({"width": 1280, "height": 800})


def open_from_menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog[open]").get_by_role("link", name=name).click()


def resign(page: Page) -> None:
    page.wait_for_selector(".table-page")
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog[open] button.item", has_text="Resign").click()
    page.locator("dialog[open] .row .btn.primary", has_text="Resign").click()
    page.wait_for_selector("[data-ending]")


def test_a_guest_becomes_somebody_plays_rated_and_takes_everything_along(
    open_page: OpenPage,
) -> None:
    anna = open_page("/", bypass_csp=True, quiet=False)
    open_from_menu(anna, "Your account")
    expect(anna.get_by_role("heading", name="Your account")).to_be_visible()
    expect(anna.locator("main")).to_contain_text("you find them only on this device")
    clean(anna)
    # Bad input gets a sentence, and what was typed stays.
    sign_up(anna, "An<na")
    expect(anna.locator("form .fault")).to_contain_text("2 to 24 letters")
    expect(anna.get_by_role("form", name="Create an account").get_by_label("Name")).to_have_value(
        "An<na"
    )
    # Four signs that the browser counts as eight: only the server sees that they are too few.
    sign_up(anna, "Anna Lampe", "🗼🗼🗼🗼")
    expect(anna.locator("form .fault")).to_have_text("A password has at least 8 characters.")
    sign_up(anna, "Anna Lampe")
    expect(anna.get_by_role("heading", name="Anna Lampe")).to_be_visible()
    bert = open_page("/account")
    sign_up(bert, "Bert Brücke")
    expect(bert.get_by_role("heading", name="Bert Brücke")).to_be_visible()
    account, home = anna.url, anna.url.replace("/account", "/")
    # Two rated games by the link that the page hands out; Bert resigns.
    for _ in range(2):
        anna.goto(home)
        panel = anna.locator(".panel.friend")
        panel.get_by_label("Rated game").check()
        panel.get_by_role("button", name="Invite somebody").click()
        link = panel.locator("[data-invitation]").inner_text()
        bert.goto(link)
        bert.get_by_role("button", name="Sit down").click()
        resign(bert)
    anna.wait_for_function(RATED, arg=2, polling=200)  # a game is rated after its end
    anna.goto(account)
    rating = anna.locator("section.rating")
    expect(rating).to_contain_text("±")
    expect(rating).to_contain_text("With 95% certainty")
    expect(rating.get_by_role("img")).to_have_attribute("aria-label", re.compile("2 games"))
    expect(anna.locator("main")).to_contain_text("Bert Brücke")
    clean(anna)
    with anna.expect_download() as download:
        anna.get_by_role("link", name="Download your data").click()
    kept = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert kept["name"] == "Anna Lampe"
    assert len(kept["games"]) == 2
    # The leaderboard leads to the profile that others see.
    rating.get_by_role("link", name="See the leaderboard").click()
    expect(anna.get_by_role("row", name="Anna Lampe")).to_be_visible()
    clean(anna)
    anna.get_by_role("link", name="Bert Brücke").click()
    expect(anna.get_by_role("heading", name="Bert Brücke")).to_be_visible()
    # The list of games: filters and a file of all records.
    open_from_menu(anna, "Your games")
    expect(anna.locator("main li.panel")).to_have_count(2)
    anna.get_by_label("Which games").select_option("lost")
    expect(anna.locator("main li.panel")).to_have_count(0)
    anna.get_by_label("Which games").select_option("won")
    expect(anna.locator("main li.panel .thumb svg")).to_have_count(2)
    clean(anna)
    with anna.expect_download() as download:
        anna.get_by_role("link", name="Download all records").click()
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    assert [json.loads(line)["game"] for line in lines] == ["lumiere", "lumiere"]
    # Bert signs in on a phone as a guest with a game, and takes it along.
    phone = open_page("/", language="de", touch=True, size=(390, 844), quiet=False)
    phone.locator(".btn.big:not(:disabled)").click()
    phone.wait_for_selector(".table-page")
    phone.goto(account)
    form = phone.get_by_role("form", name="Anmelden")
    form.get_by_label("Name").fill("Bert Brücke")
    form.get_by_label("Passwort").fill("something else")
    form.get_by_role("button").click()
    expect(phone.locator("form .fault")).to_be_visible()
    expect(form.get_by_label("Name")).to_have_value("Bert Brücke")
    form.get_by_label("Passwort").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(phone.get_by_role("heading", name="Bert Brücke")).to_be_visible()
    bert.goto(anna.url)
    expect(bert.locator("main li.panel")).to_have_count(3)
    # Anna deletes the account.
    open_from_menu(anna, "Your account")
    gone = anna.get_by_role("form", name="Delete the account")
    gone.get_by_label("Password").fill(PASSWORD)
    gone.get_by_role("button").click()
    expect(anna.get_by_role("form", name="Create an account")).to_be_visible()
