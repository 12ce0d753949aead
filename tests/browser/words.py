"""The texts of a page, and whether they fit: foreign sentences, cut texts, overlapping texts."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

LOCALES = Path(__file__).parents[2] / "web" / "locales"
LANGUAGES = tuple(sorted(folder.name for folder in LOCALES.iterdir()))
"""Every language of the client: a folder of catalogues is a language."""


def languages(*sample: str) -> list[Any]:
    """Every language as a parameter of a test: `make test` runs a sample, `make exhaustive` all."""
    return [
        each if each in sample else pytest.param(each, marks=pytest.mark.exhaustive)
        for each in LANGUAGES
    ]


_TWO_FRAMES = """() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => done())))"""

_ENGLISH = r"""() => {
    // Words of English that are words of no other language of the client.
    const english = /\b(the|and|your|with|which|from|this|have|each|where)\b/i;
    const said = [];
    const seen = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = seen.nextNode(); node; node = seen.nextNode()) said.push(node.data);
    for (const each of document.querySelectorAll('[aria-label],[title],[placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
            said.push(each.getAttribute(name) ?? '');
    return [...new Set(said.map(text => text.trim()).filter(text => english.test(text)))];
}"""

_SAID = """() => [document.body.innerText,
    ...[...document.querySelectorAll('[aria-label],[title]')].flatMap(
        each => [each.getAttribute('aria-label') ?? '', each.getAttribute('title') ?? ''])]"""


@cache
def _mouse_words(language: str) -> re.Pattern[str]:
    words = tomllib.loads((LOCALES / language / "glossary.toml").read_text("utf-8"))["mouse"]
    return re.compile(r"(?<!\w)(?:" + "|".join(words) + ")", re.IGNORECASE)


def for_a_mouse(page: Page, language: str = "en") -> list[str]:
    """Texts that only somebody with a mouse or a keyboard can follow: "click", "arrow keys"."""
    pattern = _mouse_words(language)
    return [text for text in page.evaluate(_SAID) if pattern.search(text)]


_MISFITS = r"""() => {
    const found = [];
    const known = new Map();
    const clipped = each => {
        if (each === null) return false;
        if (!known.has(each)) known.set(each,
            getComputedStyle(each).clipPath === 'inset(50%)' || clipped(each.parentElement));
        return known.get(each);
    };
    const shown = each => each.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !each.closest('.sr, [aria-hidden=true], dialog:not([open])') && !clipped(each);
    const told = each => `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''}: `
        + each.textContent.trim().slice(0, 60);
    const scrolls = each => {
        for (let up = each.parentElement; up; up = up.parentElement)
            if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up !== document.body
                && up.scrollWidth > up.clientWidth) return true;
        return false;
    };
    const pressed = [];
    for (const each of document.body.querySelectorAll('*')) {
        if (each instanceof SVGElement || !shown(each)) continue;
        const own = [...each.childNodes].filter(node => node.nodeType === 3 && node.data.trim());
        const box = each.getBoundingClientRect();
        if (each.matches('button, a, label')) pressed.push([each, box]);
        if (!own.length || box.width <= 1) continue;
        const style = getComputedStyle(each);
        // A person's name may be cut, and says so with dots.
        if (style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis'
            && each.scrollWidth > each.clientWidth + 1) found.push(`cut: ${told(each)}`);
        const room = each.closest('button, label, th, td, .chip, .btn, li, p, h1, h2, h3') ?? each;
        const limit = room.getBoundingClientRect();
        if (style.textOverflow === 'ellipsis') continue;
        if (getComputedStyle(room).display === 'inline') continue;
        for (const node of own) {
            const range = document.createRange();
            range.selectNodeContents(node);
            const text = range.getBoundingClientRect();
            if (text.right > limit.right + 1.5 || text.left < limit.left - 1.5)
                found.push(`beyond its frame: ${told(each)}`);
            if (!scrolls(each) && text.right > innerWidth + 1)
                found.push(`beyond the screen: ${told(each)}`);
        }
    }
    for (const [index, [one, a]] of pressed.entries())
        for (const [other, b] of pressed.slice(index + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            if (one.parentElement !== other.parentElement) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) found.push(`on one another: ${told(one)} / ${told(other)}`);
        }
    return [...new Set(found)];
}"""


def english(page: Page) -> list[str]:
    """English texts of the page, also those for screen readers only."""
    return list(page.evaluate(_ENGLISH))


def laid_out(page: Page) -> None:
    """Wait until the page is laid out: a panel that measures itself changes in the next frame."""
    page.evaluate(_TWO_FRAMES)


def misfits(page: Page) -> list[str]:
    """Texts that are cut or leave their frame, and controls that overlap."""
    laid_out(page)
    return misfits_now(page)


def misfits_now(page: Page) -> list[str]:
    """The same of a page that is laid out already."""
    return list(page.evaluate(_MISFITS))
