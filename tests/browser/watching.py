"""Watches a page: which sentences its prompt said, and what moved. Nothing here depends on time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

_WATCH = """() => {
    window.said = [];
    window.moved = [];
    window.flown = [];
    window.lasted = [];
    window.waited = false;
    window.watching?.disconnect();
    const plain = window.plainAnimate ??= Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        moved.push(options?.id || 'other');
        if (options?.id === 'travel') {
            lasted.push(options.duration);
            const {x, y, width, height} = this.getBoundingClientRect();
            flown.push(frames.map(({transform}) => {
                const way = /translate[(](.+)px, ?(.+)px[)] scale[(](.+)[)]/.exec(transform);
                const [right, down, size] = way.slice(1).map(Number);
                return [x + width / 2 + right, y + height / 2 + down, width * size, height * size];
            }));
        }
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


_PLACES = """() => {
    const boxes = selector => [...document.querySelectorAll(selector)].flatMap(each => {
        const {x, y, width, height} = each.getBoundingClientRect();
        const {piece, lies, spot, place} = each.dataset;
        return width || height
            ? [[piece ?? spot ?? place, lies ?? '', [x + width / 2, y + height / 2, width, height]]]
            : [];
    });
    return {pieces: boxes('[data-piece]'), spots: boxes('[data-spot],[data-place]')};
}"""
NEAR = 1.5
"""Pixels."""

Box = tuple[float, float, float, float]
"""The middle of something on the screen, its width and its height."""


@dataclass(frozen=True)
class Places:
    """Where the pieces of a table lie on the screen, and its spots."""

    pieces: list[tuple[str, str, Box]]
    spots: dict[str, Box]

    def without(self, others: Places, piece: str) -> Box | None:
        """The last box of a piece here of which the others have fewer in the same place."""
        for at in {at for name, at, _ in self.pieces if name == piece}:
            here = [box for *what, box in self.pieces if what == [piece, at]]
            if len(here) > sum(what == [piece, at] for *what, _ in others.pieces):
                return here[-1]
        return None


def places(page: Page) -> Places:
    """Everything that can travel, as it lies now."""
    found = page.evaluate(_PLACES)
    return Places(
        [(piece, at, tuple(box)) for piece, at, box in found["pieces"]],
        {name: tuple(box) for name, _, box in found["spots"]},
    )


def flown(page: Page) -> list[tuple[Box, Box]]:
    """The first and the last box of every piece that travelled since `watch`."""
    return [(tuple(first), tuple(last)) for first, last in page.evaluate("() => flown")]


def lasting(page: Page) -> list[float]:
    """How long the pieces were to travel since `watch`, in milliseconds."""
    found: list[float] = page.evaluate("() => lasted")
    return found


def at_place(box: Box, place: Box, *, as_large: bool) -> bool:
    """Whether a travelling piece is at a place; a spot does not show the piece in its size."""
    alike = abs((box[2] * box[3]) ** 0.5 - (place[2] * place[3]) ** 0.5) < NEAR
    return max(abs(box[0] - place[0]), abs(box[1] - place[1])) < NEAR and (alike or not as_large)


def watch(page: Page) -> None:
    """Begin anew to write down sentences and animations, on the page that is open."""
    page.evaluate(_WATCH)


def said(page: Page) -> list[str]:
    """The sentences of the prompt since `watch`."""
    found: list[str] = page.evaluate("() => said")
    return found


def moved(page: Page) -> dict[str, int]:
    """How many animations of each name began since `watch`; those without a name are `other`."""
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
