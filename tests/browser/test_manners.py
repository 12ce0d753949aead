"""People among people: waiting, muting, reporting, messages, going away and coming back.

The server of this file lets nobody wait, sends its e-mails to a sink on this machine, and accepts
one more push service.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SMALLEST, findings, in_every_way
from tests.browser.conftest import PHONE, OpenPage, serving
from tests.patience import PATIENCE
from tests.server.receivers import MailSink, PushReceiver

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PUSHES = """
const told = %s;
const made = {
    endpoint: told.endpoint,
    toJSON: () => told,
    unsubscribe: async () => delete localStorage.pushed,
};
const registration = { pushManager: {
    subscribe: async (wish) => {
        if (!wish.userVisibleOnly || !wish.applicationServerKey) throw new Error('no key');
        localStorage.pushed = 'yes';
        return made;
    },
    getSubscription: async () => (localStorage.pushed ? made : null),
} };
Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve(registration) });
navigator.serviceWorker.getRegistration = async () => registration;
Object.defineProperty(Notification, 'permission', { get: () => localStorage.allowed ?? 'default' });
Notification.requestPermission = async () => {
    localStorage.asked = Number(localStorage.asked ?? 0) + 1;
    localStorage.allowed = localStorage.answer;
    return localStorage.answer;
};
"""
"""Chromium without a screen has neither a push service nor somebody who answers its question."""


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSink]:
    """The mail server."""
    with MailSink() as sink:
        yield sink


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the server."""
    return tmp_path_factory.mktemp("manners")


@pytest.fixture(scope="module")
def server(data: Path, mails: MailSink) -> Iterator[str]:
    """The address of the server."""
    with serving(
        data,
        LUTETIA_PAIRING_WAIT="0",
        LUTETIA_ABSENT_AFTER="0",
        LUTETIA_SMTP_URL=mails.url,
        LUTETIA_PUSH_HOSTS="push.test",
    ) as address:
        yield address


def admin(data: Path, *words: str) -> str:
    """Run a command of the operator."""
    command = [sys.executable, "-m", "lutetia.cli.main", "admin", *words, "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return done.stdout


def seated(open_page: OpenPage, path: str, button: str, first: str, second: str) -> list[Page]:
    """Two people at a table that the first has opened."""
    host = open_page(path, name=first)
    host.get_by_role("button", name=button).click()
    link = host.url
    if path == "/":
        link = host.locator("[data-invitation]").inner_text()
        host.get_by_role("button", name="Sit down").click()
    host.wait_for_selector(".waiting")
    guest = open_page(link if path == "/" else host.url, name=second)
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".table-page")
    return [host, guest]


def write(page: Page, text: str) -> None:
    page.get_by_role("button", name="Chat").click()
    page.get_by_label("Write something").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".beside .chat")).to_contain_text(text)


def test_two_who_find_each_other_draw_the_shuffle_together(
    open_page: OpenPage, server: str
) -> None:
    """Both pages promise a share while they look, and reveal it at the table."""
    pages = [open_page("/tables", name=name) for name in ("Anna", "Bert")]
    for page in pages:
        page.locator(".panel.pairing").get_by_role("button", name="Find somebody").click()
    for page in pages:
        page.wait_for_selector(".table-page")
    anna, bert = pages
    assert anna.url == bert.url
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Resign").first.click()
    anna.locator("dialog[open] .primary").click()
    for page in pages:
        page.wait_for_selector("[data-ending]")
        expect(page.locator("[data-shuffle=right]")).to_be_visible()
    table = anna.url.rpartition("/")[2]
    draw = anna.request.get(f"{server}/api/tables/{table}/record").json()["draw"]
    assert all(draw["promises"])
    assert not set(draw["shares"]) & set(draw["promises"]), "both shares were revealed in time"


def test_the_host_mutes_a_player_and_sends_a_watcher_away(open_page: OpenPage) -> None:
    anna, bert = seated(open_page, "/tables", "Open the table", "Anna", "Bert")
    cara = open_page(anna.url, name="Cara")
    write(bert, "You build like a mole")
    write(cara, "Take the corner")
    host, player, watcher = (page.locator(".beside .chat") for page in (anna, bert, cara))
    write(anna, "Bonsoir")
    # The host mutes a player for everybody. Nobody else is asked to, and the player is told why.
    expect(watcher).to_contain_text("like a mole")
    watcher.get_by_role("button", name="Bert").click()
    expect(watcher.get_by_role("button", name="Mute Bert for everybody")).to_have_count(0)
    host.get_by_role("button", name="Anna").click()
    expect(host.get_by_role("button", name="Mute Anna for everybody")).to_have_count(0)
    host.get_by_role("button", name="Bert").click()
    expect(host.get_by_role("button", name="Send Bert away")).to_have_count(0)
    host.get_by_role("button", name="Mute Bert for everybody").click()
    for chat, words in (
        (host, "You have muted Bert for everybody."),
        (player, "The host has muted you."),
        (watcher, "The host has muted Bert."),
    ):
        expect(chat).not_to_contain_text("like a mole")
        expect(chat.locator("..")).to_contain_text(words)
    bert.get_by_label("Write something").fill("Let me")
    bert.keyboard.press("Enter")
    expect(bert.get_by_text("The host of this table has muted you.").first).to_be_visible()
    expect(cara.get_by_role("button", name="Unmute")).to_have_count(0)
    anna.get_by_role("button", name="Unmute").click()
    expect(watcher).to_contain_text("like a mole")
    # A watcher is marked as one. The host is asked before sending them away.
    expect(host.locator("li", has_text="Take the corner").locator("small")).to_have_text("watching")
    expect(host.locator("li", has_text="Bonsoir").locator("small")).to_have_text("Guest")
    host.locator("li", has_text="Take the corner").get_by_role("button").first.click()
    send = host.get_by_role("button", name=re.compile("^Send .* away$"))
    send.click()
    expect(host).to_contain_text("away? They cannot watch this table")
    host.get_by_role("button", name="No").click()
    send.click()
    # The focus stays at the line whose button is gone.
    host.get_by_role("button", name="Send away", exact=True).press("Enter")
    expect(host.locator("li", has_text="Take the corner")).to_be_focused()
    told = cara.get_by_text("The player who opened this table has sent you away.").first
    expect(told).to_be_visible()
    cara.reload()
    expect(told).to_be_visible()
    # The host reads what they did, cannot do it twice, and takes it back.
    expect(host.locator("..")).to_contain_text("You sent Guest")
    expect(send).to_have_count(0)
    anna.get_by_role("button", name=re.compile("^Let .* back in$")).click()
    expect(host.locator("..")).not_to_contain_text("You sent Guest")
    cara.reload()
    expect(cara.locator(".table-page")).to_be_visible()


def test_one_looks_for_a_person_mutes_another_and_reports_a_line(
    open_page: OpenPage, data: Path
) -> None:
    # Nobody looks for a game, so a computer is offered.
    lone = open_page("/tables", name="Lone")
    panel = lone.locator(".panel.pairing")
    panel.get_by_role("button", name="Find somebody").click()
    expect(panel).to_contain_text("You are the only one so far.")
    expect(panel).to_contain_text("Nobody suitable is here")
    panel.get_by_role("button", name="Play against the computer").click()
    lone.wait_for_selector(".table-page")
    assert lone.url != open_page("/tables").url

    # At a public table a line can be reported, and its writer muted.
    anna, bert = seated(open_page, "/tables", "Open the table", "Anna", "Bert")
    write(bert, "You build like a mole")
    write(anna, "Bonsoir")
    chat = anna.locator(".beside .chat")
    expect(chat).to_contain_text("like a mole")
    chat.get_by_role("button", name="Bert").click()
    chat.get_by_role("button", name="Report this message").click()
    expect(chat).to_contain_text("Reported. The operator of this server will read it.")
    chat.get_by_role("button", name="Mute Bert", exact=True).click()
    expect(chat).not_to_contain_text("like a mole")
    expect(chat).to_contain_text("Bonsoir")
    anna.reload()
    anna.get_by_role("button", name="Chat").click()
    expect(chat).to_contain_text("Bonsoir")
    expect(chat).not_to_contain_text("like a mole")
    anna.get_by_role("button", name="Unmute").click()
    expect(chat).to_contain_text("like a mole")

    # The operator finds the line in the queue, and deletes it. It is gone at the table at once.
    assert "You build like a mole" in admin(data, "reports")
    judge = open_page("/reports", size=PHONE, touch=True, bypass_csp=True, quiet=False)
    expect(judge.locator("main [role=alert]")).to_contain_text("Only operators")
    judge.goto(judge.url.replace("/reports", "/account"))
    sign(judge, "Create an account", "Judith")
    expect(judge.get_by_role("link", name="Reported messages")).to_have_count(0)
    assert "Judith is an operator" in admin(data, "operator", "judith")
    judge.reload()
    judge.get_by_role("link", name="Reported messages").tap()
    report = judge.locator("[data-report]")
    expect(report).to_contain_text("You build like a mole")
    for way in in_every_way(judge, SMALLEST):
        assert findings(judge) == [], way
        assert judge.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, way
    report.get_by_role("button", name="Delete the message").tap()
    expect(report).to_have_count(0)
    assert "0 reports" in admin(data, "reports")
    expect(bert.locator(".beside .chat")).to_contain_text("Bonsoir")
    expect(bert.locator(".beside .chat")).not_to_contain_text("like a mole")

    # With an account the list is the same on every device, and a guest takes it along.
    chat = bert.locator(".beside .chat")
    chat.get_by_role("button", name="Anna").click()
    chat.get_by_role("button", name="Mute Anna").click()
    expect(chat).not_to_contain_text("Bonsoir")
    at_table = bert.url
    bert.goto(at_table.split("/t/")[0] + "/account")
    sign(bert, "Create an account", "Bertrand")
    phone = open_page("/account", quiet=False)
    sign(phone, "Sign in", "Bertrand")
    phone.goto(at_table)
    phone.wait_for_selector(".table-page")
    phone.get_by_role("button", name="Chat").click()
    expect(phone.locator(".beside")).to_contain_text("You have muted Anna.")
    expect(phone.locator(".beside .chat")).not_to_contain_text("Bonsoir")
    phone.get_by_role("button", name="Unmute").click()
    expect(phone.locator(".beside .chat")).to_contain_text("Bonsoir")
    bert.goto(at_table)
    bert.get_by_role("button", name="Chat").click()
    expect(bert.locator(".beside .chat")).to_contain_text("Bonsoir")

    # Among friends, at a table by link, there is nothing to report.
    cara, dora = seated(open_page, "/", "Invite somebody", "Cara", "Dora")
    write(dora, "Well built")
    cara.get_by_role("button", name="Chat").click()
    chat = cara.locator(".beside .chat")
    chat.get_by_role("button", name="Dora").click()
    expect(chat.get_by_role("button", name="Mute Dora", exact=True)).to_be_visible()
    expect(chat.get_by_role("button", name="Report this message")).to_have_count(0)

    # Dora goes away. A computer plays for her, and she takes her seat back.
    link = dora.url
    kept = dora.context
    dora.close()
    gone = cara.get_by_role("alertdialog", name="Dora is not here.")
    gone.get_by_label("Level").select_option("2")
    gone.get_by_role("button", name="Let a computer play").click()
    expect(cara.locator(".col.left")).not_to_contain_text("Dora")
    back = kept.new_page()
    back.goto(link)
    returning = back.get_by_role("button", name="Take my seat back")
    returning.click()
    expect(returning).to_have_count(0)
    expect(cara.locator(".col.left")).to_contain_text("Dora")


def sign(page: Page, title: str, name: str) -> None:
    """Create an account, or sign in."""
    form = page.get_by_role("form", name=title)
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill("lampadaire 1889")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def last_link(mails: MailSink, number: int) -> str:
    """The last link of an e-mail, when it has come."""
    end = time.monotonic() + PATIENCE
    while len(mails.got) <= number:
        assert time.monotonic() < end, "no e-mail came"
        time.sleep(0.05)
    return str(re.findall(r"https?://\S+", mails.got[number].get_content())[-1])


def test_messages_are_asked_for_come_and_stop(open_page: OpenPage, mails: MailSink) -> None:
    page = open_page("/account", size=PHONE, touch=True, bypass_csp=True, quiet=False)
    told = PushReceiver("https://push.test").subscription()
    page.add_init_script(PUSHES % json.dumps(told))
    page.reload()
    # The question comes only after a tap, and its answer is respected.
    start = page.get_by_role("button", name="Tell me when it is my turn")
    expect(start).to_be_visible()
    assert page.evaluate("localStorage.asked") is None
    page.evaluate("localStorage.answer = 'denied'")
    start.tap()
    expect(page.locator(".notify .fault")).to_contain_text("does not allow notifications")
    page.evaluate("localStorage.answer = 'granted'")
    start.tap()
    stop = page.get_by_role("button", name="Stop notifications on this device")
    expect(stop).to_be_visible()
    browsers = "fetch('/api/me/notifications').then(a => a.json()).then(found => found.browsers)"
    assert page.evaluate(browsers) == 1
    page.reload()
    stop.tap()
    expect(start).to_be_visible()
    assert page.evaluate(browsers) == 0
    assert page.evaluate("localStorage.asked") == "2"

    # The link in an e-mail confirms the address. One tap stops the e-mails.
    page.get_by_label("E-mail address").fill("anna@example.org")
    page.get_by_role("button", name="Send me e-mails").tap()
    expect(page.locator(".notify")).to_contain_text("Open the link in the e-mail")
    page.goto(last_link(mails, 0))
    expect(page.locator("main [role=status]")).to_contain_text("anna@example.org is confirmed")
    for way in in_every_way(page):
        assert findings(page) == [], way
    page.get_by_role("link", name="Your account").tap()
    expect(page.locator(".notify")).to_contain_text("E-mails go to anna@example.org.")
    page.get_by_role("button", name="Stop the e-mails").tap()
    expect(page.get_by_label("E-mail address")).to_be_visible()
    # A link that is no longer good says so.
    page.goto(last_link(mails, 0)[:-4] + "0000")
    expect(page.locator("main [role=alert]")).to_be_visible()
