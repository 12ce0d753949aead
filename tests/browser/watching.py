"""Watches a page: which sentences its prompt said, and what moved. Nothing here depends on time."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

_WATCH = """() => {
    window.said = [];
    window.moved = [];
    window.waited = false;
    window.watching?.disconnect();
    const plain = window.plainAnimate ??= Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        if (options?.id) moved.push(options.id);
        return plain.call(this, frames, options);
    };
    let last = '';
    const look = () => {
        const text = document.querySelector('[data-prompt]')?.innerText ?? '';
        if (text && text !== last) said.push(text);
        last = text;
        if (document.querySelector('.table-page[data-your-turn=false]')) window.waited = true;
    };
    window.watching = new MutationObserver(look);
    watching.observe(document.body, {
        subtree: true, childList: true, characterData: true,
        attributes: true, attributeFilter: ['data-your-turn'],
    });
    look();
}"""


def watch(page: Page) -> None:
    """Begin anew to write down sentences and animations, on the page that is open."""
    page.evaluate(_WATCH)


def said(page: Page) -> list[str]:
    """The sentences of the prompt since `watch`."""
    found: list[str] = page.evaluate("() => said")
    return found


def moved(page: Page) -> dict[str, int]:
    """How many animations of each name began since `watch`."""
    names: list[str] = page.evaluate("() => moved")
    return {name: names.count(name) for name in sorted(set(names))}


def wait_until_said(page: Page, words: str) -> None:
    """Wait until the prompt has said something."""
    page.wait_for_function("words => said.some(text => text.includes(words))", arg=words)


def wait_until_others_move(page: Page) -> None:
    """Wait until moves of others were shown since `watch`. They may be over already."""
    page.wait_for_function("() => waited")


def newest(page: Page) -> Any:
    """The number of moves in the position on the page."""
    return page.get_attribute(".table-page", "data-ply")
