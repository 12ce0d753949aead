"""Every address that the client shows works: as a link, typed again, and after going back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from lutetia.cli.main import main
from lutetia.server.protocol.client_pages import PAGES, address_of, page_at
from tests.browser.conftest import OpenPage, new_context
from tests.browser.positions import table_at
from tests.browser.table import Player
from tests.browser.test_sharing import last_move

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A link with `download` is a file of the server, not a page.
HREFS = """() => [...document.querySelectorAll('a[href]:not([download])')]
    .map(link => link.getAttribute('href'))"""
OF_ONE_GAME = {"puzzles": "lumiere", "puzzle": "lumiere", "components": "belle_epoque"}
"""Pages that only one game has: one has a solver, the other a sheet of its figures."""
ELSEWHERE = {"mail", "player", "reports", "tableComponents"}
"""Pages of e-mails, of the best players, of operators and of tables with their own components:
test_people.py, test_manners.py and test_components.py walk these."""
NO_SUCH = "names => names.filter(name => !document.getElementById(name))"


class Visitor:
    """Opens addresses of the client, and notes answers with an error."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        self.refused: list[str] = []
        page.on("response", self._note)

    def _note(self, response: Response) -> None:
        if response.status >= 400:
            self.refused.append(f"{response.status} {response.url}")

    def open(self, path: str) -> None:
        """Type an address; the page must have content."""
        self.page.goto(self.server + path)
        self.see(path)

    def see(self, path: str) -> None:
        self.page.wait_for_selector("#content")
        expect(self.page.locator(".loading")).to_have_count(0)
        self.page.wait_for_load_state("networkidle")  # lists of a page come from the server
        expect(self.page.get_by_role("heading", name="There is nothing here")).to_have_count(0)
        assert self.refused == [], path

    def links(self) -> set[str]:
        """The links of the page and its menu."""
        found = set(self.page.evaluate(HREFS))
        self.page.get_by_role("button", name="Menu").click()
        self.page.wait_for_selector("dialog[open]")
        found |= set(self.page.evaluate(HREFS))
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog[open]", state="detached")
        return found


def test_every_link_of_every_page_leads_somewhere(open_page: OpenPage, server: str) -> None:
    page = open_page("/tables", name="Anna")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".waiting")  # a listed table that waits for players
    table_at(page, server, "belle_epoque", lambda _, legal: bool(legal))  # a running game
    last_move(page, server)  # a finished game; the page shows its end
    visitor = Visitor(page, server)
    waiting = {page.url.removeprefix(server), "/"} | visitor.links()
    seen: dict[str, set[str]] = {}
    while waiting:
        path, _, mark = waiting.pop().partition("#")
        if path and path not in seen:
            visitor.open(path)
            seen[path] = set()
            here = {link if link[0] != "#" else path + link for link in visitor.links()}
            assert all(link.startswith("/") for link in here), here
            # All puzzles have the same page: two of them are enough.
            puzzles = sorted(link for link in here if page_at(link) == "puzzle")
            waiting |= here - set(puzzles[1:-1])
        if path and mark:
            seen[path].add(mark)
    for path, marks in seen.items():
        if marks:
            visitor.open(path)
            assert page.evaluate(NO_SUCH, sorted(marks)) == [], path
    # All kinds of pages were found. The settings are in every menu and need no link.
    assert {page_at(path) for path in seen} == set(PAGES) - {"settings"} - ELSEWHERE


@pytest.mark.long
def test_every_address_is_opened_again_with_a_slash_and_from_the_history(
    open_page: OpenPage, server: str
) -> None:
    page = open_page("/settings", name="Anna")
    last_move(page, server)
    over = page.url.removeprefix(server)
    page.locator("[data-ending] a").click()
    page.wait_for_selector(".replay")
    replay = page.url.removeprefix(server)
    visitor = Visitor(page, server)
    fixed = [
        address for kind, address in PAGES.items() if "{" not in address and kind not in ELSEWHERE
    ]
    games = [
        address.partition("#")[0].format(game=game, puzzle="today")
        for kind, address in PAGES.items()
        if "{game}" in address
        for game in ("lumiere", "belle_epoque")
        if OF_ONE_GAME.get(kind, game) == game
    ]
    doubled = (len(games) - len(OF_ONE_GAME)) / 2 + len(OF_ONE_GAME)
    number = len(fixed) + doubled + 2 + len(ELSEWHERE)
    assert number == len(PAGES), "a new kind of page is to be visited too"
    visited = [*fixed, *games, over, replay]
    titles = {}
    for path in visited:
        visitor.open(path)
        titles[path] = page.title()
        page.reload()
        visitor.see(path)
        visitor.open(path.rstrip("/") + "/")
        page.wait_for_function("title => document.title === title", arg=titles[path])
    visitor.open(visited[0])
    visitor.open(visited[1])
    page.go_back()
    visitor.see(visited[0])
    assert page.url == server + visited[0]
    page.go_forward()
    visitor.see(visited[1])
    assert page.url == server + visited[1]


def test_going_back_and_forth_inside_the_client(open_page: OpenPage, server: str) -> None:
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog[open]").get_by_role("link", name="Rules").first.click()
    page.wait_for_selector(".book")
    book = page.url
    page.locator(".book nav a").last.click()
    page.wait_for_url("**#*")
    chapter = page.url.partition("#")[2]
    expect(page.locator(f'[id="{chapter}"]')).to_be_in_viewport()
    page.go_back()
    page.wait_for_url(book)
    page.go_back()
    page.wait_for_selector(".btn.big")
    assert page.url == f"{server}/"
    page.go_forward()
    page.wait_for_selector(".book")
    page.go_forward()
    expect(page.locator(f'[id="{chapter}"]')).to_be_in_viewport()


def test_a_refusal_leads_to_its_rule(open_page: OpenPage, server: str) -> None:
    page = open_page("/settings")
    player = Player(page, seed=17)
    table_at(page, server, "lumiere", lambda _, legal: any(m.startswith("build") for m in legal))
    build = next(move for move in player.legal() if move.startswith("build"))
    page.locator(f'.col.left [data-building="{build.split(":")[1]}"]').click()
    for column, row in ((x, y) for y in range(8) for x in range(8)):
        player.press_board(column + 0.5, row + 0.5)
        if page.get_attribute("[data-ghost]", "data-good") == "false":
            break
    number = page.locator(".refusal").get_by_role("button", name="Read rule")
    rule = number.inner_text()
    number.click()
    with page.expect_popup() as opened:
        page.locator("dialog[open] .rules").get_by_role("link").click()
    book = opened.value
    expect(book.locator(f'[id="{rule}"]')).to_be_in_viewport()
    book.reload()
    expect(book.locator(f'[id="{rule}"]')).to_be_in_viewport()


def test_what_is_impossible_about_a_real_table_leads_to_its_rule(open_page: OpenPage) -> None:
    page = open_page("/score/belle_epoque")
    page.locator('[data-at="montmartre:1"]').press("Enter")
    page.get_by_role("button", name="Scoring tile 20").press("Enter")
    page.locator('[data-at="whole:chaillot"]').press("Enter")
    page.get_by_role("button", name="Count").click()
    number = page.locator(".faults a").first
    rule = number.inner_text()
    with page.expect_popup() as opened:
        number.click()
    expect(opened.value.locator(f'[id="{rule}"]')).to_be_in_viewport()


def test_a_table_that_is_watched_from_the_list(open_page: OpenPage) -> None:
    page = open_page("/tables", name="Zoe-who-plays")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".waiting")
    guest = open_page("/tables")
    card = guest.locator("li.card", has_text="Zoe-who-plays")
    card.get_by_role("link", name="Watch").click()
    expect(guest.locator(".waiting")).to_contain_text("Zoe-who-plays")
    assert guest.url == page.url


@pytest.mark.parametrize("path", ["/learn/chess", "/rules/chess", "/score/chess"])
def test_a_game_that_is_not_there_says_so(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="Start page", exact=True).click()
    page.wait_for_selector(".btn.big")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/puzzles/chess", "There is nothing here"),
        ("/puzzles/9999-99-99", "There is nothing here"),
        ("/replay/abcdef", "There is no game to replay here."),
    ],
)
def test_what_only_the_server_knows_to_be_missing_is_said_so(
    open_page: OpenPage, path: str, words: str
) -> None:
    # The browser itself writes into its console that the server refused.
    page = open_page(path, quiet=False)
    expect(page.locator("main, .loading").first).to_contain_text(words)


def test_a_record_is_saved_from_its_replay_and_holds(
    open_page: OpenPage, server: str, tmp_path: Path
) -> None:
    page = open_page("/settings")
    last_move(page, server)
    page.locator("[data-ending] a").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Record").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert main(["verify", str(file)]) == 0


def test_rules_are_read_without_a_network(browser: Browser, server: str) -> None:
    context = new_context(browser, service_workers="allow", locale="en-GB")
    page = context.new_page()
    page.goto(server)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    context.set_offline(True)
    page.goto(server + address_of("rules", game="lumiere", rule="L7.12"))
    expect(page.locator('[id="L7.12"]')).to_be_in_viewport()
    context.close()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/puzzles/9999-99-99", "There is nothing here"),
        ("/puzzles/lumiere/no-such-puzzle", "There is nothing here"),
        ("/leaders/chess", "There is nothing here"),
        ("/replay/abcdef", "There is no game to replay here."),
        ("/replay/aaaaaaaaaaaaaaaa", "There is no game to replay here."),
        ("/t/abcdef", "This table does not exist."),
        ("/t/aaaaaaaaaaaaaaaa", "This table does not exist."),
        ("/t/aaaaaaaaaaaaaaaa/components", "This does not exist."),
    ],
)
def test_an_address_that_leads_nowhere_says_so_and_leads_home(
    open_page: OpenPage, path: str, words: str
) -> None:
    page = open_page(path, quiet=False)
    main = page.locator("main")
    expect(main).to_contain_text(words)
    assert "9999" not in page.title()
    main.get_by_role("link", name="Start page", exact=True).click()
    page.wait_for_selector(".btn.big")
