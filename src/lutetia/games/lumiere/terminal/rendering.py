"""La Cité de la Lumière in a terminal: readable with colours, and without them."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from lutetia.games.lumiere.rules.geometry import FILES, SIDE, beside, space_name
from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    FOUNTAIN,
    GARDEN,
    KINDS,
    LAMP,
    LARGE_LAMP,
    MIXED,
    PIECES,
    SEATS,
    STATUE,
    STREETLIGHT,
    TILES,
)
from lutetia.games.lumiere.rules.scoring import large_light, small_lights
from lutetia.games.lumiere.terminal.words import MOVE_WORDS, POSTCARD_WORDS, RULE_OF_POSTCARD
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

CELL = 5
EMBLEMS = ("●", "◆")
ARROWS = "↑→↓←"
STAR = "✶"

INK = "#14100a"
PAPER = "#f6eedd"
GOLD = "#ffd98c"
QUIET = "#94a0c4"
PLAYER = ("#ff9a52", "#66bbff")
HOUSES = (("#ff9a52", "#f0843a", "#ffb27d"), ("#66bbff", "#4aa3ea", "#8fcdff"))
"""Three shades for each player, so that touching buildings look different."""
DARK = ("#5f3625", "#173c64", "#3b3950", "#29325a")
LIT = ("#a2562b", "#265f9a", "#6b5a5e", "#4a4f78")
"""Backgrounds of free spaces by kind: dark and lit."""

SHORT = {
    "line": "line", "corner": "corn", "square": "squa", "small-t": "sm-t", "small-l": "sm-l",
    "zigzag": "zigz", "big-t": "bigt", "cross": "cros", "stairs": "stai", "chunk": "chun",
    "smile": "smil", "big-l": "bigl", "garden": "gard",
    "painter": "paint", "lamp": f"lamp{STAR}", "dancer": "dance", "fountain": "fount",
    "large-lamp": f"LAMP{STAR}", "statue": "stat",
}  # fmt: skip


class LumiereRenderer:
    """Draws La Cité."""

    def table(self, game: Game, state: Record) -> RenderableType:
        """The board on the left; players, pool and postcards beside it."""
        grid = Table.grid(padding=(0, 3))
        grid.add_row(Text("\n").join(_board(game, state)), Group(*_panels(game, state)))
        return grid

    def hand(self, game: Game, view: Record, seat: int) -> RenderableType | None:
        """The held tiles in their four turns."""
        held = [tile for tile in range(TILES) if int(view.held[seat]) >> tile & 1]
        if not held:
            return None
        grid = Table.grid(padding=(0, 3))
        for tile in held:
            name = Text(f"your tile {tile + 1}", style="bold")
            turns = [_tile(game, seat * TILES + tile, turns) for turns in range(4)]
            grid.add_row(name, *turns)
        return grid

    def explain(self, game: Game, word: str) -> RenderableType | None:
        """Moves, postcards and buildings."""
        if word in MOVE_WORDS:
            return Text(MOVE_WORDS[word])
        if word in POSTCARD_WORDS:
            return Text(f"{POSTCARD_WORDS[word]} ({RULE_OF_POSTCARD[word]})")
        if word in BUILDING_NAMES:
            return _shapes(game, BUILDING_NAMES.index(word))
        return None

    def words(self) -> list[str]:
        """All words that `explain` knows."""
        return [*MOVE_WORDS, *POSTCARD_WORDS, *BUILDING_NAMES]


def _board(game: Game, state: Record) -> list[Text]:
    lit = int(beside(np.uint64(small_lights(state)))) | int(large_light(game.box, state))
    letters = Text("   " + "".join(letter.center(CELL) for letter in FILES), style=GOLD)
    lines = [letters]
    for row in reversed(range(SIDE)):
        upper, lower = Text("   "), Text(f" {row + 1} ", style=GOLD)
        for column in range(SIDE):
            top, bottom = _cell(state, row * SIDE + column, bool(lit >> row * SIDE + column & 1))
            upper.append_text(top)
            lower.append_text(bottom)
        lines += [upper, lower]
    return [*lines, letters]


def _cell(state: Record, space: int, lit: bool) -> tuple[Text, Text]:
    """The two lines of a space: what stands there, or its printed kind."""
    for building in range(GARDEN + 1):
        if int(state.footprint[building]) >> space & 1:
            return _built(state, building, space)
    for piece in range(len(PIECES)):
        if int(state.piece[piece]) == space:
            return _piece(state, piece, lit)
    for kind in range(4):
        if int(state.spaces[kind]) >> space & 1:
            return _free(kind, lit)
    return Text(" " * CELL), Text("·".center(CELL), style=QUIET)


def _built(state: Record, building: int, space: int) -> tuple[Text, Text]:
    seat = int(state.owner[building])
    style = Style(color=INK, bgcolor=HOUSES[seat][building % 3], bold=True)
    name = SHORT[BUILDING_NAMES[building]]
    if int(state.annex) == space:
        return Text("annex", style=style), Text(f"{EMBLEMS[seat]}{name}", style=style)
    return Text(name.center(CELL), style=style), Text(EMBLEMS[seat].center(CELL), style=style)


def _piece(state: Record, piece: int, lit: bool) -> tuple[Text, Text]:
    kind = next(
        (k for k in range(4) if int(state.spaces[k]) >> int(state.piece[piece]) & 1), STREETLIGHT
    )
    ground = (LIT if lit else DARK)[kind]
    shines = piece in (LAMP, LARGE_LAMP)
    style = Style(color=GOLD if shines else PAPER, bgcolor=ground, bold=True)
    name = SHORT[PIECES[piece]]
    if piece == STATUE:
        name += ARROWS[int(state.facing)]
    below = "" if piece == FOUNTAIN or kind == STREETLIGHT else KINDS[kind][0]
    return Text(name.center(CELL), style=style), Text(below.center(CELL), style=style)


def _free(kind: int, lit: bool) -> tuple[Text, Text]:
    grounds = LIT if lit else DARK
    if kind == STREETLIGHT:
        style = Style(color=GOLD, bgcolor=grounds[kind], bold=True)
        return Text(STAR.center(CELL), style=style), Text(" " * CELL, style=style)
    if kind == MIXED:
        left, right = (Style(color=PAPER, bgcolor=grounds[seat]) for seat in range(2))
        return (
            Text.assemble(("   ", left), ("  ", right)),
            Text.assemble((" o ", left), ("b ", right)),
        )
    style = Style(color=PAPER, bgcolor=grounds[kind])
    return Text(" " * CELL, style=style), Text(KINDS[kind][0].center(CELL), style=style)


def _panels(game: Game, state: Record) -> list[RenderableType]:
    found = game.position(state)
    panels: list[RenderableType] = []
    for seat, name in enumerate(SEATS):
        panels += [_player(game, state, seat, found["reserves"][name]), Text()]
    pool = ", ".join(found["pool"]) or "empty"
    panels += [Text.assemble(("pool  ", "bold"), pool), Text(), _postcards(found["postcards"])]
    return panels


def _player(game: Game, state: Record, seat: int, reserve: list[str]) -> Text:
    lines = game.score(state)[seat]
    head = Text(
        f"{EMBLEMS[seat]} {SEATS[seat]}  {sum(lines.values())}", style=f"bold {PLAYER[seat]}"
    )
    if int(state.to_move) == seat:
        head.append("  to move", style=GOLD)
    points = "  ".join(f"{line} {value}" for line, value in lines.items())
    tiles = int(state.held_count[seat]) + TILES - int(state.drawn[seat])
    rest = f"\n{points}\ntokens {int(state.tokens[seat])}"
    if tiles:
        rest += f", tiles {tiles}"
    return head.append(f"{rest}\nreserve {', '.join(reserve) or 'empty'}", style="not bold default")


def _postcards(cards: list[dict[str, Any]]) -> Text:
    text = Text("postcards", style="bold")
    for card in cards:
        if card["owner"] is None:
            text.append(f"\n○ {card['name']}", style=f"not bold {GOLD}")
            continue
        seat = SEATS.index(card["owner"])
        held = ", held" if card["state"] == "held" else ""
        text.append(f"\n{EMBLEMS[seat]} {card['name']}{held}", style=f"not bold {PLAYER[seat]}")
    return text


def _tile(game: Game, tile: int, turns: int) -> Text:
    """A tile in this turn, as it would lie on the board, with the turn written below."""
    lines = []
    for row in (1, 0):
        line = Text()
        for column in (0, 1):
            space = row * SIDE + column
            kind = next(
                k for k in range(4) if int(game.box.tile_spaces[tile, turns, 0, k]) >> space & 1
            )
            line.append_text(_free(kind, lit=False)[0 if kind == STREETLIGHT else 1])
        lines.append(line)
    return Text("\n").join([*lines, Text(f"{turns * 90}°".center(2 * CELL), style=QUIET)])


def _shapes(game: Game, building: int) -> RenderableType:
    """A building in each of its turns. The move of a build names its lower left corner."""
    grid = Table.grid(padding=(0, 4))
    shapes = []
    for turns in range(4):
        spaces = int(game.box.placement[building, turns, 0])
        if not spaces:
            continue
        members = [space for space in range(SIDE * SIDE) if spaces >> space & 1]
        width = max(space % SIDE for space in members) + 1
        rows = [
            "".join("██" if spaces >> row * SIDE + column & 1 else "· " for column in range(width))
            for row in reversed(range(max(members) // SIDE + 1))
        ]
        shapes.append(Text("\n".join([f"{turns * 90}°", *rows])))
    grid.add_row(*shapes)
    note = (
        f"size {int(game.box.building_size[building])}; a build names the space of the lower left "
        f"corner of the box around it, such as {space_name(0)}, and the turn"
    )
    return Group(grid, Text(note, style=QUIET))


RENDERER = LumiereRenderer()
