"""A real table is entered on the sheet: the score, its parts, and what is impossible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from lutetia.games.lumiere.rules.components import all_turns
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.positions import Position, chance_game
from tests.browser.table import SHAPES, space

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COLOURS = ("orange", "blue")


class Sheet:
    """A person who enters a real table, one thing after the other."""

    def __init__(self, page: Page, end: Position) -> None:
        self.page = page
        self.end = end

    def show(self, kind: str, owner: str = "") -> None:
        self.page.get_by_role("button", name=kind, exact=True).click()
        if owner:
            self.page.get_by_role("button", name=owner, exact=True).click()

    def turn(self, degrees: int) -> None:
        for _ in range(degrees // 90):
            self.page.get_by_role("button", name="Turn").click()

    def tap(self, at: str) -> None:
        self.page.locator(f"[role=gridcell][data-at={at}]").click()

    def lay_tiles(self) -> None:
        for owner in COLOURS:
            self.show("Tiles", owner)
            for square, laid in self.end["squares"].items():
                if laid["owner"] == owner:
                    name = f"Tile {laid['tile']} of {owner}"
                    self.page.get_by_role("button", name=name).click()
                    self.turn(laid["turned"])
                    self.tap(square)

    def build(self, building: Position) -> None:
        """Find how the building lies, and put its rectangle there."""
        annex = building["annex"]
        spaces = {space(name) for name in building["spaces"] if name != annex}
        left, low = min(x for x, _ in spaces), min(y for _, y in spaces)
        shape = {(x - left, y - low) for x, y in spaces}
        turns = all_turns(SHAPES[building["name"]])
        turn = next(n for n, cells in enumerate(turns) if set(cells) == shape)
        width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
        self.show("Buildings", building["owner"])
        self.page.locator(f'[data-building="{building["name"]}"]').click()
        self.turn(turn * 90)
        row = low + height - 1 - (height - 1) // 2
        self.tap(f"{'abcdefgh'[left + (width - 1) // 2]}{row + 1}")

    def place(self, card: str, at: str, owner: str) -> None:
        self.show("Pieces", owner)
        self.page.locator(f'[data-card="{card}"]').click()
        self.tap(at)

    def own(self, name: str, owner: str) -> None:
        button = self.page.locator(f'[data-owned="{name}"]')
        while owner not in button.inner_text():
            button.click()


def test_a_table_of_the_cite_is_counted(open_page: OpenPage) -> None:
    ends = (chance_game("lumiere", seed)[1][-1] for seed in range(1, 40))
    end = next(e for e in ends if e["pieces"]["painter"] and e["pieces"]["lamp"])
    page = open_page("/score/lumiere")
    page.wait_for_selector(".sheet")
    sheet = Sheet(page, end)
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".so-far")).to_contain_text("16 tiles are missing")
    expect(page.locator(".so-far")).to_contain_text("8 of eight postcards")
    sheet.lay_tiles()
    expect(page.get_by_text("16 of 16 tiles placed.")).to_be_visible()
    for building in end["buildings"]:
        sheet.build(building)
    # What can be counted is counted before the postcards are given, and a reload loses nothing.
    page.get_by_role("button", name="Count").click()
    group = [str(lines["group"]) for lines in end["scores"]]
    if not any(building["annex"] for building in end["buildings"]):
        expect(page.locator(".result tbody tr").nth(1).locator("td")).to_have_text(group)
    expect(page.locator(".result tfoot td")).to_have_count(2)
    page.reload()
    page.wait_for_selector(".sheet")
    expect(page.get_by_text("16 of 16 tiles placed.")).to_be_visible()
    cards = {card["name"]: card["owner"] for card in end["postcards"] if card["owner"]}
    for piece, card in (("painter", "le-peintre"), ("lamp", "lampadaire")):
        sheet.place(card, end["pieces"][piece]["space"], cards[card])
    for building in end["buildings"]:
        if building["annex"]:
            sheet.place("bouquinistes", building["annex"], building["owner"])
            page.locator(".sheet select").select_option(building["name"])
    sheet.show("Cards")
    for card, owner in cards.items():
        sheet.own(card, owner)
    for owner in COLOURS:
        for building in end["reserves"][owner]:
            sheet.own(building, owner)
    page.get_by_role("button", name="Count").click()
    totals = [str(sum(lines.values())).replace("-", "−") for lines in end["scores"]]
    expect(page.locator(".result tfoot td")).to_have_text(totals)
    expect(page.locator(".details li").nth(1)).to_be_attached()


def test_a_table_of_the_belle_epoque_is_counted(open_page: OpenPage) -> None:
    _, positions = chance_game("belle_epoque")
    end = positions[-1]
    page = open_page("/score/belle_epoque", size=PHONE, touch=True)
    page.get_by_role("button", name="List").tap()
    for colour in COLOURS:
        page.get_by_role("button", name=colour, exact=True).tap()
        for district, found in end["districts"].items():
            places = {value: space["keys"] for value, space in found["spaces"].items()}
            for value, keys in {**places, **found["landmarks"]}.items():
                for _ in range(keys.get(colour, 0)):
                    page.locator(f'[data-place="{district}:{value}"]').tap()
        row = page.locator(f".own.livery-{colour}")
        row.get_by_label("Points in play").fill(str(end["seats"][colour]["points"]))
        row.get_by_label("Francs").fill(str(end["seats"][colour]["francs"]))
        if end["scores"][COLOURS.index(colour)]["tile-27"]:
            row.get_by_role("checkbox").check()
    for district, found in end["districts"].items():
        if found["scoring_tile"]:
            choice = page.locator(f'[data-district="{district}"] select')
            choice.select_option(str(found["scoring_tile"]))
    # A reload loses nothing, nor does a third player who was only a slip.
    page.get_by_role("button", name="3 players").tap()
    page.get_by_role("button", name="2 players").tap()
    page.reload()
    page.get_by_role("button", name="List").tap()
    page.get_by_role("button", name="Count").tap()
    totals = [str(sum(lines.values())) for lines in end["scores"]]
    expect(page.locator("tr.total td")).to_have_text(totals)
    # The same scoring tile twice is impossible.
    for district in ("montmartre", "chaillot"):
        page.locator(f'[data-district="{district}"] select').select_option("20")
    page.get_by_role("button", name="Count").tap()
    expect(page.locator(".faults")).to_contain_text("20")
    page.get_by_role("button", name="Start again").tap()
    page.reload()
    expect(page.get_by_role("button", name="Start again")).to_have_count(0)
    expect(page.locator(".own.livery-orange").get_by_label("Points in play")).to_have_value("0")
