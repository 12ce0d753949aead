"""Holds the timers of a page, so that a test sees what the page shows before they end.

A beat, a count and a delay are timers. A test that holds them looks at the order of things, never
at their time.
"""

from __future__ import annotations

from playwright.sync_api import Page

_HOLD = """
window.held = new Map();
window.holding = false;
{
    const [later, never] = [setTimeout, clearTimeout].map(each => each.bind(window));
    let last = 1e9;
    window.setTimeout = (work, wait, ...more) => {
        if (!window.holding) return later(work, wait, ...more);
        held.set(++last, () => work(...more));
        return last;
    };
    window.clearTimeout = timer => {
        if (!held.delete(timer)) never(timer);
    };
}"""
_RELEASE = """() => {
    const [first] = held;
    if (first) {
        held.delete(first[0]);
        first[1]();
    }
}"""


def can_hold(page: Page) -> None:
    """Prepare the next pages of this browser."""
    page.add_init_script(_HOLD)


def hold(page: Page) -> None:
    """From now on no timer of the page ends by itself."""
    page.evaluate("() => { window.holding = true }")


def release_until(page: Page, there: str) -> None:
    """Let the held timers end, one after the other, until an element is there."""
    for _ in range(2_000):
        if page.locator(there).count():
            return
        page.evaluate(_RELEASE)
        page.wait_for_timeout(20)  # what a timer begins may need an answer
    raise AssertionError(f"no timer leads to {there}")
