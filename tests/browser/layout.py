"""Whether everything that a player needs is in sight, uncovered, uncut and large enough to touch.

`troubles(page)` looks at the page as it is now. A whole game calls it after every move:

    assert troubles(page, touch=True) == []

A control that lies outside of the part of a panel that is in sight is scrolled into sight, in its
own panel only, and is looked at there. The panel is then put back where it was. Controls of the
page outside of any panel have to be in sight at once, unless `page_scrolls` allows otherwise.
`test_layout_check.py` breaks a page in each of these ways.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser import words
from tests.browser.words import laid_out, misfits_now

SIZES = {
    "phone-360": (360, 740),
    "phone-390": (390, 844),
    "phone-sideways": (844, 390),
    "tablet": (768, 1024),
    "laptop": (1280, 720),
    "window": (1280, 800),
    "desktop": (1440, 900),
}
LANGUAGES = words.LANGUAGES
TOUCH_SIZES = ("phone-360", "phone-390", "phone-sideways", "tablet")
FINGER = 44
"""The smallest width and height of a target for a finger, in pixels."""
UNSCROLLED = (".things",)
"""What has to be in sight without scrolling: in the Belle Époque francs, tokens and keys."""
CONTROLS = "button, a[href], input, select, textarea, summary, [role=button], [role=gridcell]"

_LOOK = r"""({controls, finger, pageScrolls, seen, atOnce, wide, high}) => {
    const found = [];
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const room = dialog ?? document.body;
    const told = each => {
        const kind = each.tagName.toLowerCase();
        const name = each.getAttribute('aria-label') || each.textContent.trim()
            || each.getAttribute('data-at') || '';
        return `${kind}.${each.getAttribute('class') ?? ''} “${name.slice(0, 50)}”`;
    };
    const unseen = '.sr, .skip, [aria-hidden=true], [inert], dialog:not([open])';
    /* Styles are asked once for each element: hundreds of controls are in the same panels. */
    const remembered = make => {
        const known = new Map();
        return each => {
            if (!known.has(each)) known.set(each, make(each));
            return known.get(each);
        };
    };
    const clipped = remembered(each => each !== null
        && (getComputedStyle(each).clipPath === 'inset(50%)' || clipped(each.parentElement)));
    const shown = each =>
        each.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !each.closest(unseen) && !clipped(each);
    const words = each => {
        const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode())
            if (node.data.trim() && !(node.parentElement instanceof SVGElement)
                && shown(node.parentElement)) return true;
        return false;
    };
    /* The panels around an element that can scroll, and those that hide what does not fit. */
    const panelsOf = remembered(up => {
        // An open dialog lies above the page: what stands around it in the document cuts nothing.
        if (!up || up === document.body || (dialog && up === dialog.parentElement))
            return {scroll: [], hide: []};
        const {scroll, hide} = panelsOf(up.parentElement);
        const {display, overflowX, overflowY} = getComputedStyle(up);
        const goes = (flow, inner, outer) => /auto|scroll/.test(flow) && inner > outer + 1;
        const hides = flow => /hidden|clip/.test(flow) && display !== 'contents';
        return {
            scroll: goes(overflowY, up.scrollHeight, up.clientHeight)
                || goes(overflowX, up.scrollWidth, up.clientWidth) ? [up, ...scroll] : scroll,
            hide: hides(overflowX) || hides(overflowY)
                ? [[up, hides(overflowX), hides(overflowY)], ...hide] : hide,
        };
    });
    const scrollers = each => panelsOf(each.parentElement).scroll;
    /* The part of the screen in which an element inside of these panels can be seen. */
    const frame = panels => panels.reduce((box, panel) => {
        const own = panel.getBoundingClientRect();
        return {left: Math.max(box.left, own.left), top: Math.max(box.top, own.top),
            right: Math.min(box.right, own.right), bottom: Math.min(box.bottom, own.bottom)};
    }, {left: 0, top: 0, right: wide, bottom: high});
    const within = (box, around) => box.left >= around.left - 1 && box.top >= around.top - 1
        && box.right <= around.right + 1 && box.bottom <= around.bottom + 1;
    /* Whether something around it that cannot scroll hides a part of it. */
    const cut = (each, box) => panelsOf(each.parentElement).hide.find(([up, wide, high]) => {
        const own = up.getBoundingClientRect();
        return wide && (box.left < own.left - 2 || box.right > own.right + 2)
            || high && (box.top < own.top - 2 || box.bottom > own.bottom + 2);
    })?.[0];
    /* Where a finger touches a control; in a text, the middle of each line that is in sight. */
    const points = (each, box) => {
        if (each.matches(controls))
            return [[.5, .5], [.15, .5], [.85, .5], [.5, .2], [.5, .8]]
                .map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]);
        const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        const lines = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            if (!node.data.trim() || !shown(node.parentElement)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            // Of a long report that is cut only the lines in sight count.
            const brief = node.parentElement.closest('[data-brief]');
            const around = frame(brief ? [brief, ...scrollers(node)] : scrollers(node));
            lines.push(...[...range.getClientRects()].filter(line => within(line, around)));
        }
        return lines.map(line => [(line.left + line.right) / 2, (line.top + line.bottom) / 2]);
    };
    const look = each => {
        const panels = scrollers(each);
        const before = panels.map(panel => [panel, panel.scrollTop, panel.scrollLeft]);
        const page = [scrollX, scrollY];
        let box = each.getBoundingClientRect();
        if (panels.length && !within(box, frame(panels))) {
            each.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
            if (!pageScrolls) scrollTo({left: page[0], top: page[1], behavior: 'instant'});
            box = each.getBoundingClientRect();
        } else if (pageScrolls && !within(box, frame([]))) {
            each.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
            box = each.getBoundingClientRect();
        }
        if (!within(box, frame([]))) {
            const [left, top] = [Math.round(box.left), Math.round(box.top)];
            const [right, bottom] = [Math.round(box.right), Math.round(box.bottom)];
            found.push(`off the screen (${left},${top} to ${right},${bottom}): ${told(each)}`);
        } else if (cut(each, box)) {
            found.push(`cut by ${told(cut(each, box))}: ${told(each)}`);
        } else {
            for (const at of points(each, box)) {
                const top = document.elementFromPoint(...at);
                if (top && !each.contains(top) && !top.contains(each)
                    && !each.closest('label')?.contains(top)) {
                    found.push(`covered by ${told(top)}: ${told(each)}`);
                    break;
                }
            }
        }
        for (const [panel, top, left] of before) [panel.scrollTop, panel.scrollLeft] = [top, left];
        if (scrollX !== page[0] || scrollY !== page[1])
            scrollTo({left: page[0], top: page[1], behavior: 'instant'});
        return box;
    };
    for (const each of room.querySelectorAll(controls)) {
        if (!shown(each)) continue;
        const box = look(each);
        if (box.width < 1 || box.height < 1) continue;
        // A touch anywhere on its label changes a switch, a box to tick or a slider.
        const {width, height} = (each.closest('label') ?? each).getBoundingClientRect();
        // The first touch on a whole map shows that part of it closely.
        const far = each.closest('.map-box .frame.whole');
        if (finger && !each.disabled && !far && Math.min(width, height) < finger - .5)
            found.push(`too small for a finger (${Math.round(width)} × `
                + `${Math.round(height)}): ${told(each)}`);
    }
    for (const selector of seen) {
        const all = [...room.querySelectorAll(selector)].filter(shown);
        if (!all.length && !dialog) found.push(`not there: ${selector}`);
        for (const each of all) look(each);
    }
    /* A panel that the player has scrolled is looked at where it begins. */
    for (const each of atOnce.flatMap(selector => [...room.querySelectorAll(selector)])) {
        if (!shown(each)) continue;
        const panels = scrollers(each);
        const before = panels.map(panel => [panel, panel.scrollTop]);
        for (const panel of panels) panel.scrollTop = 0;
        if (!within(each.getBoundingClientRect(), frame(panels)))
            found.push(`has to be scrolled: ${told(each)}`);
        for (const [panel, top] of before) panel.scrollTop = top;
    }
    for (const each of room.querySelectorAll('*')) {
        // The prompt cuts a long report of the others' moves. The log has all of it.
        if (each instanceof SVGElement || each.matches('[data-brief]')) continue;
        const style = getComputedStyle(each);
        if (!/hidden|clip/.test(style.overflowY) || !shown(each) || !words(each)) continue;
        if (each.scrollHeight > each.clientHeight + 2 && each.clientHeight > 0)
            found.push(`cut below: ${told(each)}`);
    }
    const root = document.scrollingElement;
    if (!dialog && root.scrollWidth > wide + 1) found.push('the page scrolls sideways');
    if (!dialog && !pageScrolls && root.scrollHeight > high + 1)
        found.push(`the page is ${root.scrollHeight} px high on a screen of ${high} px`);
    return [...new Set(found)];
}"""


def troubles(
    page: Page,
    *,
    touch: bool = False,
    page_scrolls: bool = False,
    seen: tuple[str, ...] = (".asked",),
    at_once: tuple[str, ...] = UNSCROLLED,
) -> list[str]:
    """What a player cannot see, reach, read or hit now; empty if all is well.

    `touch` asks for targets of 44 px, `page_scrolls` allows a page longer than the screen, `seen`
    names texts that must be wholly in sight besides the controls, and `at_once` what must never be
    scrolled.
    """
    laid_out(page)
    screen = page.viewport_size
    assert screen is not None
    wish: dict[str, Any] = {
        "controls": CONTROLS,
        "finger": FINGER if touch else 0,
        "pageScrolls": page_scrolls,
        "seen": list(seen),
        "atOnce": list(at_once),
        # A phone's browser makes a page that is too wide smaller, and then says that all is well.
        "wide": screen["width"],
        "high": screen["height"],
    }
    return [*page.evaluate(_LOOK, wish), *misfits_now(page)]
