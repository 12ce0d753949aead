"""Delays of `LUTETIA_JITTER`: events come late and in order, and a seed gives the same delays."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import new_context
from tests.browser.jitter import MARKER, VARIABLE, Delays, delay, jitter_of

pytestmark = [pytest.mark.browser, pytest.mark.steady("the test sets its own delays")]

SOCKET = """() => new Promise(done => {
    const socket = new WebSocket(`ws://${location.host}/ws/tables`);
    const heard = [];
    const note = event => heard.push([event.type, event.isTrusted, socket.readyState]);
    socket.onopen = note;
    socket.addEventListener('message', event => {
        note(event);
        socket.close();
    });
    socket.onclose = event => {
        note(event);
        done(heard);
    };
})"""


def test_late_events_keep_their_order(browser: Browser, server: str) -> None:
    context = new_context(browser)
    delay(context, Delays(seed=5, messages=40, requests=40, timers=10, network=10, slowness=2))
    page = context.new_page()
    page.goto(f"{server}/settings")
    # A late event is a copy: browsers call it not trusted.
    assert page.evaluate(SOCKET) == [["open", False, 1], ["message", False, 1], ["close", False, 3]]
    assert page.evaluate("fetch('/api/catalogue').then(found => found.ok)")
    assert page.evaluate("new Promise(done => setTimeout(done, 0, 'late'))") == "late"
    context.close()


def test_a_seed_gives_the_same_delays(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(seed: int) -> list[Delays]:
        source = random.Random(seed)
        return [Delays.drawn(source) for _ in range(5)]

    assert drawn(1) == drawn(1) != drawn(2)
    monkeypatch.setenv(VARIABLE, "1")
    assert request.node.get_closest_marker(MARKER)
    assert jitter_of(request.node) is None
