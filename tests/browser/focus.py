"""Reaches elements with the Tab key; the number of presses is counted before."""

from __future__ import annotations

from playwright.sync_api import Page

_DISTANCE = """([selector, words]) => {
    const room = document.querySelector('dialog[open]') ?? document;
    const kinds = 'a[href],button,input,select,textarea,summary,[tabindex]';
    const all = [...room.querySelectorAll(kinds)]
        .filter(each => each.tabIndex >= 0 && !each.disabled && each.checkVisibility());
    const wanted = each => each.matches(selector) && each.textContent.includes(words);
    const here = all.indexOf(document.activeElement);
    if (here >= 0 && wanted(all[here])) return 0;
    const steps = all.flatMap((each, index) => (wanted(each) ? [index - here] : []));
    return steps.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
}"""


def tab_to(page: Page, selector: str, words: str = "") -> None:
    """Press Tab, or Shift and Tab, until the element has the focus."""
    for _ in range(1_000):  # the element may appear later
        steps = page.evaluate(_DISTANCE, [selector, words])
        if steps == 0:
            return
        if steps is None:
            page.wait_for_timeout(100)
            continue
        for _ in range(abs(steps)):
            page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
    raise AssertionError(f"Tab never reaches {selector} {words}")
