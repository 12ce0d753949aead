"""Finds tests that depend on an order of events: it delays what may come late in real life.

`LUTETIA_JITTER=7 .venv/bin/pytest tests/browser/test_lobby.py` delays, in every page, messages of
the sockets, requests, answers and timers, and slows some pages down. The number is a seed: with the
same seed a test gets the same delays. A failure prints them.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

VARIABLE = "LUTETIA_JITTER"
MARKER = "steady"

_LATE = """delays => {
    let state = delays.seed;
    const upTo = longest => {  // mulberry32
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * longest;
    };
    const later = window.setTimeout.bind(window);
    const pause = longest => new Promise(done => later(done, upTo(longest)));

    if (delays.timers)
        window.setTimeout = (what, wait = 0, ...more) =>
            later(what, wait + upTo(delays.timers), ...more);

    if (delays.requests) {
        const ask = window.fetch.bind(window);
        window.fetch = async (...request) => {
            // A request that must outlive its page is sent at once.
            if (!request[1]?.keepalive) await pause(delays.requests / 2);
            const answer = await ask(...request);
            await pause(delays.requests / 2);
            return answer;
        };
    }

    if (delays.messages)
        window.WebSocket = class extends WebSocket {
            #opened = false;
            #closed = false;
            #free = 0;
            #late = [];
            constructor(...line) {
                super(...line);
                // This listener is the first. It keeps an event back, and sends a copy later.
                for (const kind of ['open', 'message', 'error', 'close'])
                    this.addEventListener(kind, event => {
                        if (!event.isTrusted) return;
                        event.stopImmediatePropagation();
                        // Timers of one moment may change places: each takes the next event.
                        this.#late.push(new event.constructor(kind, event));
                        const now = performance.now();
                        this.#free = Math.max(this.#free, now + upTo(delays.messages));
                        later(() => this.#deliver(this.#late.shift()), this.#free - now);
                    });
            }
            #deliver(event) {
                if (event.type === 'open') this.#opened = true;
                if (event.type === 'message' && this.#closed) return;
                this.dispatchEvent(event);
            }
            get readyState() {
                const real = super.readyState;
                return real === WebSocket.OPEN && !this.#opened ? WebSocket.CONNECTING : real;
            }
            close(...why) {
                this.#closed = true;
                super.close(...why);
            }
        };
}"""


@dataclass(frozen=True)
class Delays:
    """The longest delays of a browser context, in milliseconds, and how slow its pages are."""

    seed: int
    messages: int
    requests: int
    timers: int
    network: int
    slowness: int

    @classmethod
    def drawn(cls, source: random.Random) -> Delays:
        """Slow or quick: each by itself, so that a quick page may meet a slow server."""
        return cls(
            seed=source.randrange(2**31),
            messages=source.choice((0, 40, 150, 400)),
            requests=source.choice((0, 40, 150, 400)),
            timers=source.choice((0, 0, 30)),
            network=source.choice((0, 0, 0, 100)),
            slowness=source.choice((1, 1, 1, 2)),
        )


class Jitter:
    """The delays of one test: every browser context draws its own."""

    def __init__(self, seed: str, test: str) -> None:
        self.seed = seed
        self.drawn: list[Delays] = []
        self._random = random.Random(f"{seed} {test}")

    def late(self, new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
        """The method that opens a context, with delays."""

        def opened(browser: Browser, *args: Any, **options: Any) -> BrowserContext:
            context = new_context(browser, *args, **options)
            self.drawn.append(Delays.drawn(self._random))
            delay(context, self.drawn[-1])
            return context

        return opened

    def said(self) -> str:
        """What a failure prints."""
        return "\n".join([f"{VARIABLE}={self.seed}", *map(str, self.drawn)])


def delay(context: BrowserContext, delays: Delays) -> None:
    """Delay what all pages of a context hear."""
    context.add_init_script(f"({_LATE})({json.dumps(asdict(delays))})")
    if delays.network or delays.slowness > 1:
        context.on("page", lambda page: _slow_down(page, delays))


def _slow_down(page: Page, delays: Delays) -> None:
    with contextlib.suppress(Error):  # a page may be closed again at once
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": delays.slowness})
        if delays.network:
            session.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": delays.network,
                    "downloadThroughput": -1,
                    "uploadThroughput": -1,
                },
            )


def jitter_of(test: pytest.Item) -> Jitter | None:
    """The delays of a test, if they are asked for and its marker does not refuse them."""
    seed = os.environ.get(VARIABLE)
    if not seed or test.get_closest_marker(MARKER):
        return None
    return Jitter(seed, test.nodeid)
