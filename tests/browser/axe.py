"""What axe finds on a page; a loaded page is checked in every size and theme."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, ROOT

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose answer depends on colours."""
SMALLEST = (360, 740)


def findings(page: Page, within: str = "html") -> list[str]:
    """Each finding as a line with its rule and its place.

    A whole page that was just checked in the other theme is checked for its colours alone: the
    themes differ in nothing else (`tests/tooling/test_themes.py`).
    """
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate(
        """async ([within, tags, colours]) => {
            // Only what is wrong is told: collecting what is right takes most of the time.
            const runOnly = within === 'html' && window.onlyColours
                ? {type: 'rule', values: colours} : tags;
            const wish = {runOnly, resultTypes: ['violations'], preload: false};
            const {violations} = await axe.run(within, wish);
            return violations.flatMap(({id, nodes}) =>
                nodes.map(({target, html}) => `${id}: ${target[0]} ${html.slice(0, 160)}`));
        }""",
        [within, STANDARDS, COLOURS],
    )
    return list(found)


def in_every_way(page: Page, *more: tuple[int, int]) -> Iterator[str]:
    """Check a page in desktop and phone size, and in both themes."""
    for width, height in (DESKTOP, PHONE, *more):
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("dark", "light"):
            page.evaluate(
                """theme => {
                    document.documentElement.dataset.theme = theme;
                    window.onlyColours = theme === 'light';
                }""",
                theme,
            )
            yield f"{width} px, {theme}"
    page.evaluate("() => { window.onlyColours = false }")
