"""The expected margin over a game as a picture (SVG, no script, readable in print)."""

from __future__ import annotations

import math
from html import escape

from lutetia.ai.analysis.report import Analysis

WIDTH, HEIGHT = 900, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 28, 40
COLOURS = {"orange": "#d2691e", "blue": "#2f5d9b", "absinthe": "#5d8a3a", "peony": "#b4457c"}
INK, PAPER, GRID = "#2b2620", "#fbf7ef", "#d9d0bf"
_OPENING = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
    f'font-family="Georgia, serif" font-size="12" fill="{INK}" role="img">'
)


def graph(analysis: Analysis) -> str:
    """With two seats one line, for the first seat. With more seats one line for each."""
    shown = range(1 if analysis.seats == 2 else analysis.seats)
    series = [[0.0] + [move.margins[seat] for move in analysis.moves] for seat in shown]
    top = max(5.0, *(abs(value) for line in series for value in line))
    step = _step(top)
    top = step * math.ceil(top / step)
    count = max(1, len(analysis.moves))

    def x(ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / count

    def y(margin: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (top - margin) / (2 * top)

    title = escape(_title(analysis))
    parts = [
        _OPENING,
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{title}</text>',
    ]
    level = -top
    while level <= top + 1e-9:
        weight = 1.5 if abs(level) < 1e-9 else 0.5
        parts.append(
            f'<path d="M{LEFT} {y(level):.1f}H{WIDTH - RIGHT}" stroke="{GRID}" '
            f'stroke-width="{weight}"/>'
            f'<text x="{LEFT - 8}" y="{y(level) + 4:.1f}" text-anchor="end">{level:+.0f}</text>'
        )
        level += step
    for ply in range(0, count + 1, max(1, round(count / 10))):
        parts.append(f'<text x="{x(ply):.1f}" y="{HEIGHT - 20}" text-anchor="middle">{ply}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 4}" text-anchor="middle">move</text>')
    for seat, line in zip(shown, series, strict=True):
        parts.append(_line(analysis, seat, [(x(n), y(value)) for n, value in enumerate(line)]))
    parts += _marks(
        analysis, [(x(move.ply), y(_shown(move.margins, shown))) for move in analysis.moves]
    )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _title(analysis: Analysis) -> str:
    if analysis.seats == 2:
        one, other = analysis.seat_names
        return f"Expected margin of {one} over {other}, in points"
    return "Expected lead of each seat over the best of the others, in points"


def _step(top: float) -> float:
    """A round distance between grid lines: about four lines above zero and four below."""
    for step in (1.0, 2.0, 5.0, 10.0, 20.0, 50.0):
        if top / step <= 5:
            return step
    return 100.0


def _shown(margins: list[float], shown: range) -> float:
    return margins[shown[0]]


def _line(analysis: Analysis, seat: int, places: list[tuple[float, float]]) -> str:
    """The line of a seat: dashed where the margin is estimated, solid where it is proved."""
    colour = COLOURS.get(analysis.seat_names[seat], INK)
    parts = []
    for number in range(1, len(places)):
        proved = analysis.moves[number - 1].proved
        (x1, y1), (x2, y2) = places[number - 1], places[number]
        dashes = "" if proved else ' stroke-dasharray="4 3"'
        parts.append(
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" '
            f'stroke-width="2" fill="none" stroke-linecap="round"{dashes}/>'
        )
    return "\n".join(parts)


def _marks(analysis: Analysis, places: list[tuple[float, float]]) -> list[str]:
    """A dot with a tooltip at every costly move, in the colour of the seat that made it."""
    marks = []
    for move, (x, y) in zip(analysis.moves, places, strict=True):
        if move.mark in {"?", "??"}:
            what = f"{move.ply}. {move.seat} {move.move}{move.mark}"
            text = f"{what}: −{move.loss:g}, better {move.best}"
            marks.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{COLOURS.get(move.seat, INK)}">'
                f"<title>{escape(text)}</title></circle>"
            )
    return marks
