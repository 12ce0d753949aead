"""Pages that people open from a folder, without a server: a game's player, the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import lutetia
from scripts.docs import ROOT, build, site_faults
from tests.browser.conftest import new_context

pytestmark = pytest.mark.browser

SUBJECTS = (
    "index", "play", "running", "rules/lumiere", "rules/belle-epoque", "rulings", "notation",
    "protocol", "reference", "environments", "training", "strength", "architecture",
    "adding-a-game",
)  # fmt: skip
"""What the site must tell about."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without a server."""
    context = new_context(browser)
    yield context.new_page()
    context.close()


def nothing_outside(page: Page) -> list[str]:
    """Collects requests that leave the folder."""
    found: list[str] = []
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "data:")) else found.append(request.url)
        ),
    )
    return found


@pytest.mark.parametrize("name", ["lumiere", "belle_epoque"])
def test_a_player_goes_through_the_game(page: Page, tmp_path: Path, name: str) -> None:
    game = lutetia.new_game(name, seed="handed out").play_out("random")
    game.player().save(tmp_path / "game.html")
    outside = nothing_outside(page)
    page.goto((tmp_path / "game.html").as_uri())
    expect(page.locator("#told")).to_have_text("The start of the game")
    page.locator("#on").click()
    expect(page.locator("#told")).to_contain_text(game.moves[0])
    page.locator("#last").click()
    expect(page.locator("#told")).to_contain_text(f"{len(game.moves)}. ")
    expect(page.locator("#told")).to_contain_text(game.moves[-1])
    total = page.locator("#scores tr").last.locator("th")
    assert total.all_inner_texts() == ["total", *map(str, game.totals().values())]
    if name == "lumiere":
        count = len(game.position()["buildings"])
        expect(page.locator('[data-piece^="building:"]')).to_have_count(count)
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text(f"{len(game.moves) - 1}. ")
    assert outside == []


def test_the_documentation_is_read_and_searched_from_a_folder(page: Page, tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(ROOT, site)
    assert site_faults(site) == []
    assert all((site / f"docs/{name}.html").exists() for name in SUBJECTS)
    reference = (site / "docs/reference.html").read_text("utf-8")
    for name in ("lutetia.new_game", "lutetia.play_match", "lutetia.environments.Batch"):
        assert f'id="{name}"' in reference
    outside = nothing_outside(page)
    page.goto((site / "index.html").as_uri())
    expect(page.get_by_role("heading", name="Start in two minutes")).to_be_visible()
    page.locator("input[name=q]").fill("streetlight")
    page.locator("input[name=q]").press("Enter")
    page.locator("#search-results li a", has_text="Rules of La Cité").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rules of La Cité")
    assert outside == []
