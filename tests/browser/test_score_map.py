"""A real table of the Belle Époque is entered on the map, by mouse and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import findings, in_every_way
from tests.browser.conftest import OpenPage
from tests.browser.positions import chance_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COLOURS = ("orange", "blue")


def spot(page: Page, name: str) -> None:
    page.locator(f'[data-at="{name}"]').click()


def test_a_table_is_laid_out_on_the_map(open_page: OpenPage) -> None:
    _, positions = chance_game("belle_epoque")
    end = positions[-1]
    page = open_page("/score/belle_epoque", bypass_csp=True)
    page.wait_for_selector(".spots")
    for colour in COLOURS:
        page.get_by_role("button", name=colour, exact=True).click()
        for district, found in end["districts"].items():
            for value, space in found["spaces"].items():
                for _ in range(space["keys"].get(colour, 0)):
                    spot(page, f"{district}:{value}")
            for value, keys in found["landmarks"].items():
                for number in range(keys.get(colour, 0)):
                    laid = number or page.locator(f'[data-at="{district}:{value}"]').count()
                    if laid:
                        spot(page, f"{district}:{value}")
                    else:
                        page.get_by_role("button", name=f"landmark of value {value}").click()
                        spot(page, f"whole:{district}")
        row = page.locator(f".own.livery-{colour}")
        row.get_by_label("Points in play").fill(str(end["seats"][colour]["points"]))
        row.get_by_label("Francs").fill(str(end["seats"][colour]["francs"]))
        if end["scores"][COLOURS.index(colour)]["tile-27"]:
            row.get_by_role("checkbox").check()
    for district, found in end["districts"].items():
        if found["scoring_tile"]:
            page.get_by_role("button", name=f"Scoring tile {found['scoring_tile']} ").click()
            spot(page, f"whole:{district}")
    page.get_by_role("button", name="Count").click()
    totals = [str(sum(lines.values())) for lines in end["scores"]]
    expect(page.locator("tr.total td")).to_have_text(totals)
    for way in in_every_way(page):
        assert findings(page) == [], way


def test_the_map_is_laid_by_keys_alone_and_faults_are_told_in_french(
    open_page: OpenPage,
) -> None:
    page = open_page("/score/belle_epoque", language="fr", bypass_csp=True)
    page.locator('[data-at="montmartre:1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Montmartre : ")).to_have_count(2)
    page.get_by_role("button", name="Tuile de décompte 20").press("Enter")
    page.locator('[data-at="whole:chaillot"]').press("Enter")
    page.get_by_role("button", name="Compter").press("Enter")
    faults = page.locator(".faults")
    expect(faults).to_contain_text("Il y a plus de tuiles de décompte sur le plan (1)")
    expect(faults.get_by_role("link")).to_have_text("B6.4")
    assert findings(page) == []
