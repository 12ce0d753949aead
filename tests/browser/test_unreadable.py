"""Positions that the client cannot show: the page says so in a sentence and continues."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import OpenPage
from tests.browser.positions import chance_game, open_branch, shared

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCE = "The server sent a position that this page cannot show."
GAMES = ["lumiere", "belle_epoque"]


def strange(message: dict[str, Any]) -> dict[str, Any]:
    """A message of the server whose positions have another form."""
    for view in message.get("state", {}).get("views", []):
        view["position"] = {"ply": 0, "heap": 9}
    return message


def spoil_sockets(page: Page) -> None:
    """The page gets all positions of its tables in another form."""

    def forward(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(json.dumps(strange(json.loads(text)))))

    page.route_web_socket("**/ws/tables/*", forward)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_whose_position_cannot_be_shown(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings")
    record, positions = chance_game(game)
    link = open_branch(page, server, record, 0, positions[0]["seat"])
    spoil_sockets(page)
    page.goto(link)
    expect(page.get_by_text(SENTENCE)).to_be_visible()
    # The page still works: its menu leads to the start page, which lists the table.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("link", name="Start page").click()
    expect(page).to_have_url(f"{server}/")
    expect(page.locator(f'a[href*="{link.rsplit("/", 1)[1]}"]').first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_goes_on_past_a_position_that_cannot_be_shown(
    open_page: OpenPage, server: str, game: str
) -> None:
    page = open_page("/settings")
    record, _ = chance_game(game)

    def spoil_the_last(route: Route) -> None:
        answer = route.fetch()
        replay = answer.json()
        replay["frames"][-1]["position"] = {"ply": 0, "heap": 9}
        route.fulfill(response=answer, json=replay)

    page.route("**/api/records/replay", spoil_the_last)
    page.goto(shared(page, record))
    expect(page.get_by_text(SENTENCE)).to_be_visible()
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator(".table-page")).to_be_visible()
    expect(page.get_by_text(SENTENCE)).to_have_count(0)
