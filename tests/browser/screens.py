"""One seat on two devices: a touch screen and a computer with a mouse, each in several sizes.

A device changes its size while the game goes on. So one game shows every situation on every screen,
and a player acts on a different screen in each turn. What does not fit is collected; a test asserts
at its end that nothing was found, and a failure names all of it.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.layout import SIZES, TOUCH_SIZES, UNSCROLLED, troubles
from tests.browser.words import laid_out

MOUSE_SIZES = tuple(size for size in SIZES if size not in TOUCH_SIZES)
DEVICES = {"finger": TOUCH_SIZES, "mouse": MOUSE_SIZES}


def resize(page: Page, size: str) -> None:
    """Give the page one of the sizes, and wait until it is laid out."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    laid_out(page)


def restyle(page: Page, style: str) -> None:
    """Give the page one more style, instead of the last one. So a test can break a layout."""
    page.evaluate(
        """style => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(style);
            document.adoptedStyleSheets = [sheet];
        }""",
        style,
    )
    laid_out(page)


class Findings:
    """What did not fit, on which screen and when."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._known: set[tuple[str, str]] = set()

    def look(
        self,
        page: Page,
        size: str,
        when: str,
        seen: tuple[str, ...] = (".asked",),
        at_once: tuple[str, ...] = UNSCROLLED,
    ) -> None:
        """Look at the page in one size. The same trouble counts once for each size."""
        resize(page, size)
        found = troubles(page, touch=size in TOUCH_SIZES, seen=seen, at_once=at_once)
        self.add(size, when, found)

    def add(self, size: str, when: str, found: list[str]) -> None:
        for trouble in found:
            if (size, trouble) not in self._known:
                self._known.add((size, trouble))
                self.all.append(f"{size}, {when}: {trouble}")

    def none(self) -> None:
        """Fail if anything was found, and name all of it."""
        assert not self.all, "\n".join(self.all)
