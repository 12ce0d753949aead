"""Write the picture of docs/observation.md: a position, and what a network sees of it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

import lutetia
from lutetia.kernel.catalogue import package_of

OUT = Path(__file__).resolve().parents[1] / "docs/images/observation.svg"
SEED, PLIES = "a picture", 34
SHOWN = (0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 27, 33)
"""The planes of the picture; the page lists all."""
BOARD, CELL, GAP, COLUMNS = 400, 11, 22, 4


def picture() -> str:
    """The SVG: the board as the client draws it, and some planes."""
    game = lutetia.new_game("lumiere", seed=SEED).play_out("greedy")
    game.undo(len(game.moves) - PLIES)
    observation = package_of(game.rules).observation()
    assert observation is not None
    planes = np.zeros(observation.planes, dtype=np.uint64)
    numbers = np.zeros(observation.numbers, dtype=np.int8)
    observation.observe(game.rules.box, game.state, planes, numbers)
    board = re.sub(
        r'width="\d+"',
        f'x="10" y="40" width="{BOARD}" height="{BOARD}"',
        game.picture().svg,
        count=1,
    )
    side = 8 * CELL + GAP
    parts = [
        _text(10, 24, f"a position of La Cité; {game.to_move} is to move", 15),
        board,
        _text(BOARD + 40, 24, "some of the 35 planes: 64 bits each, from the mover's seat", 15),
    ]
    for place, plane in enumerate(SHOWN):
        x = BOARD + 40 + place % COLUMNS * (side + 8)
        y = 52 + place // COLUMNS * (side + 22)
        parts.append(_text(x, y - 5, f"{plane} {observation.plane_names[plane]}", 11))
        parts.append(_plane(int(planes[plane]), x, y))
    count = 28
    parts.append(_text(10, BOARD + 72, f"the first {count} of 162 numbers:", 13))
    for index in range(count):
        x, value = 10 + index * 30, int(numbers[index])
        fill = "#8a4b1f" if value else "#faf6ee"
        parts.append(
            f'<rect x="{x}" y="{BOARD + 82}" width="28" height="24" '
            f'fill="{fill}" stroke="#8a4b1f"/>'
        )
        ink = "#fff" if value else "#6b5d4d"
        parts.append(_text(x + 9, BOARD + 99, str(value), 12, ink))
    width, height = BOARD + 60 + COLUMNS * (side + 8), BOARD + 120
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    title = "<title>A position of La Cité, and planes and numbers of its observation</title>"
    return f'{opening} font-family="system-ui, sans-serif">{title}{"".join(parts)}</svg>\n'


def _text(x: int, y: int, text: str, size: int, fill: str = "#2b2622") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}">{text}</text>'


def _plane(word: int, x: int, y: int) -> str:
    """a1 is bit 0, at the lower left."""
    side = 8 * CELL
    cells = [
        f'<rect x="{x + space % 8 * CELL}" y="{y + (7 - space // 8) * CELL}" '
        f'width="{CELL}" height="{CELL}" fill="#8a4b1f"/>'
        for space in range(64)
        if word >> space & 1
    ]
    lines = "".join(
        f"M{x + step * CELL} {y}v{side}M{x} {y + step * CELL}h{side}" for step in range(9)
    )
    return f'{"".join(cells)}<path d="{lines}" stroke="#d8cbb4" fill="none"/>'


if __name__ == "__main__":
    OUT.write_text(picture(), encoding="utf-8")
