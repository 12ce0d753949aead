"""The order of moves. Perft does not notice a new order, but stored move numbers depend on it."""

from __future__ import annotations

import pytest

from lutetia.games.lumiere.rules import Lumiere
from tests.lumiere.boards import OTHERS, Table, table

pytestmark = pytest.mark.plain


def in_order(board: Table) -> list[str]:
    return [board.game.notation(int(move)) for move in board.game.legal_moves(board.state)]


PICTURE = """
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b b b b b L
    m o b b b b b b
    o o b b b b b b
"""


def test_builds_come_first_then_postcards_by_number_then_their_actions() -> None:
    cards = ("levitation", "jardin-des-plantes", "bouquinistes", "lampadaire", *OTHERS)
    board = table(PICTURE, postcards=cards, orange=["corner", "square", "big-l"])
    assert in_order(board) == [
        "build:corner:a1:0", "build:corner:a1:90", "build:corner:a1:180", "build:corner:a1:270",
        "build:square:a1:0",
        "levitation:undone", "jardin-des-plantes:undone", "bouquinistes:undone",
        "lampadaire:undone", "moulin-rouge:undone", "fontaine-des-mers:undone",
        "le-penseur:undone", "la-grande-lumiere:undone",
        "jardin-des-plantes:a1:0", "jardin-des-plantes:a2:0",
        "jardin-des-plantes:a1:90", "jardin-des-plantes:b1:90",
        "lampadaire:a1", "lampadaire:b1", "lampadaire:b2",
        "moulin-rouge:a1", "moulin-rouge:b1", "moulin-rouge:b2",
        "fontaine-des-mers:a1", "fontaine-des-mers:b1", "fontaine-des-mers:a2",
        "fontaine-des-mers:b2",
        "la-grande-lumiere:h3",
        "le-penseur:a1:north", "le-penseur:a1:east",
        "le-penseur:b1:north", "le-penseur:b1:east", "le-penseur:b1:west",
        "le-penseur:b2:north", "le-penseur:b2:east", "le-penseur:b2:south", "le-penseur:b2:west",
    ]  # fmt: skip


def test_the_blocks_of_the_move_space_lie_where_they_lay() -> None:
    """Stored policies and evaluations refer to moves by their numbers."""
    game = Lumiere.open()
    firsts = {
        "lay:1:a1:0": 0, "take:line": 512, "pass": 524, "build:line:a1:0": 525,
        "levitation:undone": 3597, "levitation:line:line": 3609, "jardin-des-plantes:a1:0": 3753,
        "le-peintre:a1": 4009, "le-penseur:a1:north": 4329, "bouquinistes:a1:line": 4585,
    }  # fmt: skip
    assert {text: game.parse_exact(text) for text in firsts} == firsts
    assert game.move_space == 5417
    assert game.notation(5416) == "bouquinistes:h8:garden"
