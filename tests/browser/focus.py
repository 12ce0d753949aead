"""Reaches elements with the Tab key; the number of presses is counted before."""

from __future__ import annotations

from playwright.sync_api import ElementHandle, Page

_ALL = """
    const room = document.querySelector('dialog[open]') ?? document;
    const kinds = 'a[href],button,input,select,textarea,summary,[tabindex]';
    const all = [...room.querySelectorAll(kinds)]
        .filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility());
    const here = all.indexOf(document.activeElement);"""
_DISTANCE = f"""([selector, words]) => {{{_ALL}
    const wanted = each => each.matches(selector) && each.textContent.includes(words);
    if (here >= 0 && wanted(all[here])) return 0;
    const steps = all.flatMap((each, index) => (wanted(each) ? [index - here] : []));
    return steps.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
}}"""
_DISTANCE_TO = f"""wanted => {{{_ALL}
    // Of the places of a map only one is reached by Tab; keys go on from there.
    const there = all.indexOf(wanted) >= 0 ? wanted
        : wanted.closest('[role=group]')?.querySelector('[tabindex="0"]');
    return all.indexOf(there) < 0 ? null : all.indexOf(there) - here;
}}"""
_HAS_FOCUS = "element => document.activeElement === element"
PLACES = 90
"""More than the places of a map."""


def tab_to(page: Page, selector: str, words: str = "") -> None:
    """Press Tab, or Shift and Tab, until the element has the focus."""
    for _ in range(1_000):  # the element may appear later
        steps = page.evaluate(_DISTANCE, [selector, words])
        if steps == 0:
            return
        if steps is None:
            page.wait_for_timeout(100)
            continue
        _press_tab(page, steps)
    raise AssertionError(f"Tab never reaches {selector} {words}")


def reach(page: Page, element: ElementHandle) -> bool:
    """Go to an element with Tab, and on a map with N to the next possible place.

    False if it is gone, or is reached by no key.
    """
    steps = page.evaluate(_DISTANCE_TO, element)
    if steps is None:
        return False
    _press_tab(page, steps)
    for _ in range(PLACES):
        if page.evaluate(_HAS_FOCUS, element):
            return True
        page.keyboard.press("n")
    return False


def wait_for_focus(page: Page) -> None:
    """Wait until something has the keyboard's focus: a blind player is never left on the page."""
    page.wait_for_function("() => document.activeElement !== document.body")


def _press_tab(page: Page, steps: int) -> None:
    for _ in range(abs(steps)):
        page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
