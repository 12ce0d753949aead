"""Finds a full board that gives the lines of the rulebooks' example (L9), and its game.

    python -m tests.lumiere.tools.find_worked_example [SEED]

Simulated annealing finds the places of the buildings and streetlights. Then an exact matching of
squares to tiles finds the tiles. Prints the tile orders and the moves for `test_worked_example.py`.
"""

from __future__ import annotations

import math
import random
import sys
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.lumiere.boards import FIRST_GAME_SET
from tests.lumiere.reference import (
    PLACES,
    PLAYERS,
    RIVAL,
    SPACES,
    SQUARES,
    TILES,
    ReferenceGame,
    clockwise,
)

BIT = {space: 1 << number for number, space in enumerate(SPACES)}
FOURS = ("square", "small-t", "small-l", "zigzag")
FIVES = ("big-t", "cross", "stairs", "chunk")
NOT_A = sum(BIT[s] for s in SPACES if s[0] != "a")
NOT_H = sum(BIT[s] for s in SPACES if s[0] != "h")
BOARD = (1 << 64) - 1

MASKS = {
    name: [sum(BIT[s] for s in spaces) for _, _, spaces in found] for name, found in PLACES.items()
}
PLACE_OF = {
    (name, sum(BIT[s] for s in spaces)): f"{corner}:{degrees}"
    for name, found in PLACES.items()
    for corner, degrees, spaces in found
}

# The number of lights of each building of the example.
TARGETS = {"A": 1, "B": 3, "garden": 3, "D": 2, "E": 3, "F": 3, "G": 3, "H": 0}
ORANGE, BLUE = ("A", "B", "garden"), ("D", "E", "F", "G", "H")


class Board(NamedTuple):
    """A candidate: shapes and places of the eight buildings, the annex, the eight lights."""

    shapes: dict[str, str]
    masks: dict[str, int]
    annex: int
    lights: tuple[int, ...]


def beside(spaces: int) -> int:
    """The spaces that share a side with a set."""
    return (
        (spaces << 8 & BOARD) | spaces >> 8 | (spaces << 1 & NOT_A) | (spaces >> 1 & NOT_H)
    ) & BOARD


def parts(spaces: int) -> list[int]:
    """The connected parts of a set."""
    found = []
    while spaces:
        part = spaces & -spaces
        while True:
            wider = (part | beside(part)) & spaces
            if wider == part:
                break
            part = wider
        found.append(part)
        spaces &= ~part
    return found


def random_board(chance: random.Random) -> Board:
    shapes = {"A": "smile", "B": "big-l", "garden": "garden", "G": "line", "H": "corner"}
    if chance.random() < 0.5:
        shapes["A"], shapes["B"] = shapes["B"], shapes["A"]
    if chance.random() < 0.5:
        shapes["G"], shapes["H"] = shapes["H"], shapes["G"]
    shapes["D"] = chance.choice(FIVES)
    shapes["E"], shapes["F"] = chance.sample(FOURS, 2)
    masks = {role: chance.choice(MASKS[shape]) for role, shape in shapes.items()}
    squares = chance.sample(range(16), 8)
    lights = tuple(chance.choice(square_bits(number)) for number in squares)
    return Board(shapes, masks, 1 << chance.randrange(64), lights)


@cache
def square_bits(number: int) -> list[int]:
    """The spaces of a square: upper left, upper right, lower left, lower right."""
    column, row = list(SQUARES[number])
    right, upper = chr(ord(column) + 1), chr(ord(row) + 1)
    return [BIT[s] for s in (column + upper, right + upper, column + row, right + row)]


def changed(board: Board, chance: random.Random) -> Board:
    """The same board with one thing at another place."""
    kind = chance.random()
    if kind < 0.6:
        role = chance.choice(tuple(TARGETS))
        masks = {**board.masks, role: chance.choice(MASKS[board.shapes[role]])}
        return board._replace(masks=masks)
    if kind < 0.7:
        return board._replace(annex=1 << chance.randrange(64))
    lights = list(board.lights)
    which = chance.randrange(8)
    taken = [n for n in range(16) if any(light in square_bits(n) for light in lights)]
    lamp_square = next(n for n in range(16) if lights[which] in square_bits(n))
    free = [lamp_square, *(n for n in range(16) if n not in taken)]
    lights[which] = chance.choice(square_bits(chance.choice(free)))
    return board._replace(lights=tuple(lights))


def cost(board: Board) -> tuple[int, int]:
    """How far a board is from the example, and a space set for the painter (0: none)."""
    masks = {**board.masks, "B": board.masks["B"] | board.annex}
    lights = sum(board.lights)
    laid = [*board.masks.values(), board.annex, lights]
    union = 0
    for mask in laid:
        union |= mask
    wrong = 4 * (sum(mask.bit_count() for mask in laid) - union.bit_count())
    for role, target in TARGETS.items():
        wrong += 2 * abs((beside(masks[role]) & lights).bit_count() - target)
    wrong += 0 if beside(board.masks["B"]) & board.annex else 3
    orange = masks["A"] | masks["B"] | masks["garden"]
    group = masks["D"] | masks["E"] | masks["F"]
    wrong += 3 * (len(parts(orange)) - 1) + 3 * (len(parts(group)) - 1)
    wrong += 2 * (beside(masks["G"]) & group).bit_count()
    wrong += 2 * (beside(masks["H"]) & group).bit_count()
    blue = group | masks["G"] | masks["H"]
    best, painter = 4, 0
    for part in parts(BOARD & ~(orange | blue)):
        if part & ~lights:
            off = abs((part & lights).bit_count() - 2)
            if off < best:
                best, painter = off, part & ~lights
    wrong += 2 * best
    if wrong > 12:
        return wrong + 16, painter
    return wrong + 2 * (16 - len(tiling(orange & ~board.annex, blue, board.annex, lights, 0))), (
        painter if best == 0 else 0
    )


@cache
def fitting_tiles(pattern: str) -> list[tuple[int, int]]:
    """The tiles (number, quarter turns) whose four spaces match a pattern, one letter a space:
    L streetlight, O orange or mixed, B blue or mixed, o orange, b blue, x anything but a light."""
    allowed = {"L": "L", "O": "om", "B": "bm", "o": "o", "b": "b", "x": "obm"}
    found = []
    for owner in range(2):
        for tile, rows in TILES.items():
            turned = rows
            for turns in range(4):
                signs = "".join(turned).translate(str.maketrans("or", "ob" if not owner else "bo"))
                if all(sign in allowed[want] for sign, want in zip(signs, pattern, strict=True)):
                    found.append((owner * 8 + tile - 1, turns))
                    break
                turned = clockwise(turned)
    return found


def tiling(orange: int, blue: int, annex: int, lights: int, painter: int) -> dict[int, int]:
    """As many squares as possible, each with its own tile (augmenting paths)."""
    patterns = []
    for number in range(16):
        letters = ""
        for space in square_bits(number):
            letters += (
                "L" if space & lights else "o" if space & annex else "b" if space & painter
                else "O" if space & orange else "B" if space & blue else "x"
            )  # fmt: skip
        patterns.append(letters)
    square_of: dict[int, int] = {}

    def place(square: int, tried: set[int]) -> bool:
        for tile, _ in fitting_tiles(patterns[square]):
            if tile not in tried:
                tried.add(tile)
                if tile not in square_of or place(square_of[tile], tried):
                    square_of[tile] = square
                    return True
        return False

    for square in range(16):
        place(square, set())
    return {square: tile for tile, square in square_of.items()}


def anneal(chance: random.Random, steps: int = 120_000) -> Board | None:
    board = random_board(chance)
    now, _ = cost(board)
    for step in range(steps):
        heat = 4.0 * (1 - step / steps) ** 2 + 0.25
        other = changed(board, chance)
        then, painter = cost(other)
        if then <= now or chance.random() < math.exp((now - then) / heat):
            board, now = other, then
            if now == 0 and painter:
                return board
    return None


def tiles_of(board: Board) -> tuple[dict[int, tuple[int, int]], int] | None:
    """Tiles for every square (tile, turns) and the painter's space."""
    masks = {**board.masks, "B": board.masks["B"] | board.annex}
    orange = masks["A"] | masks["B"] | masks["garden"]
    blue = masks["D"] | masks["E"] | masks["F"] | masks["G"] | masks["H"]
    lights = sum(board.lights)
    _, pocket = cost(board)
    for space in BIT.values():
        if space & pocket:
            found = tiling(orange & ~board.annex, blue, board.annex, lights, space)
            if len(found) == 16:
                return with_turns(board, found, orange, blue, lights, space), space
    return None


def with_turns(
    board: Board, found: dict[int, int], orange: int, blue: int, lights: int, painter: int
) -> dict[int, tuple[int, int]]:
    result = {}
    for square, tile in found.items():
        pattern = "".join(
            "L" if s & lights else "o" if s & board.annex else "b" if s & painter
            else "O" if s & orange else "B" if s & blue else "x"
            for s in square_bits(square)
        )  # fmt: skip
        result[square] = next(pair for pair in fitting_tiles(pattern) if pair[0] == tile)
    return result


def grounds(board: Board, tiles: dict[int, tuple[int, int]], painter: int) -> dict[str, int]:
    """For each player: the free spaces to build on at the end."""
    covered = board.annex | painter
    for mask in board.masks.values():
        covered |= mask
    found = dict.fromkeys(PLAYERS, 0)
    for square, (tile, turns) in tiles.items():
        rows = TILES[tile % 8 + 1]
        for _ in range(turns):
            rows = clockwise(rows)
        owner = PLAYERS[tile // 8]
        colour = {"o": [owner], "r": [RIVAL[owner]], "m": list(PLAYERS), "L": []}
        for space, sign in zip(square_bits(square), "".join(rows), strict=True):
            for player in colour[sign]:
                found[player] |= space & ~covered
    return found


def unbuilt(board: Board, free: dict[str, int]) -> tuple[list[str], str] | None:
    """Two buildings for orange and one for blue that fit nowhere."""
    left = [b for b in (*FIVES, *FOURS) if b not in board.shapes.values()]
    homeless = {
        player: [b for b in left if all(mask & ~free[player] for mask in MASKS[b])]
        for player in PLAYERS
    }
    for pair in combinations(homeless["orange"], 2):
        for single in homeless["blue"]:
            if single not in pair:
                return list(pair), single
    return None


def story(
    board: Board, tiles: dict[int, tuple[int, int]], painter: int, rest: tuple[list[str], str]
) -> tuple[dict[str, list[int]], list[str]]:
    """The order of each player's tiles, and all moves; orange starts."""
    names = {bit: space for space, bit in BIT.items()}
    orders: dict[str, list[int]] = {player: [] for player in PLAYERS}
    turns: dict[str, list[str]] = {player: [] for player in PLAYERS}
    for square, (tile, quarter) in sorted(tiles.items()):
        player = PLAYERS[tile // 8]
        orders[player].append(tile % 8 + 1)
        turns[player].append(f"lay:{tile % 8 + 1}:{SQUARES[square]}:{90 * quarter}")
    takes = {
        "orange": [board.shapes["A"], board.shapes["B"], *rest[0]],
        "blue": [*(board.shapes[role] for role in BLUE), rest[1]],
    }
    for player in PLAYERS:
        for number, building in enumerate(takes[player]):
            turns[player].insert(2 * number + 1, f"take:{building}")

    def build(role: str) -> str:
        shape = board.shapes[role]
        return f"build:{shape}:{PLACE_OF[shape, board.masks[role]]}"

    garden = PLACE_OF["garden", board.masks["garden"]]
    turns["orange"] += [
        build("A"), build("B"), f"jardin-des-plantes:{garden}",
        f"bouquinistes:{names[board.annex]}:{board.shapes['B']}", "sacre-coeur", "metropolitain",
    ]  # fmt: skip
    turns["blue"] += [
        *(build(role) for role in BLUE), f"le-peintre:{names[painter]}", "lampadaire:undone",
        "levitation:undone", "chartier",
    ]  # fmt: skip
    return orders, interleaved(orders, turns)


def interleaved(orders: dict[str, list[int]], turns: dict[str, list[str]]) -> list[str]:
    """One list of moves: the players in turn, with a pass where the rules require one."""
    game = ReferenceGame(
        hands={player: {order[0]} for player, order in orders.items()},
        piles={player: order[1:] for player, order in orders.items()},
        postcards=list(FIRST_GAME_SET),
        turn="orange",
    )
    moves: list[str] = []
    while game.turn is not None:
        waiting = turns[game.turn]
        laid_all = game.phase == 1 and game.laid[game.turn] == 8
        text = "pass" if laid_all or not waiting else waiting.pop(0)
        assert text in game.legal(), (text, moves)
        game.play(text)
        moves.append(text)
    return moves


def main() -> None:
    """Search until there is a board on which the unbuilt buildings fit nowhere."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    chance = random.Random(seed)
    while True:
        board = anneal(chance)
        found = tiles_of(board) if board else None
        if board is None or found is None:
            continue
        rest = unbuilt(board, grounds(board, *found))
        if rest is None:
            continue
        orders, moves = story(board, *found, rest)
        lines = [*(f"{player}: {order}" for player, order in orders.items()), *moves]
        sys.stdout.write("\n".join(lines) + "\n")
        return


if __name__ == "__main__":
    main()
