"""Positions of La Cité from pictures, so that tests are easy to read.

A picture has eight lines, row 8 first: o orange, b blue, m mixed, L streetlight. Any colours are
possible: the rules of phase two do not need real tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.position import read_position
from lutetia.kernel.errors import IllegalMove
from lutetia.kernel.types import Record

PLAYERS = ("orange", "blue")
BUILDINGS = (
    "line", "corner", "square", "small-t", "small-l", "zigzag",
    "big-t", "cross", "stairs", "chunk", "smile", "big-l",
)  # fmt: skip
FIRST_GAME_SET = (
    "levitation", "metropolitain", "jardin-des-plantes", "sacre-coeur",
    "le-peintre", "chartier", "bouquinistes", "lampadaire",
)  # fmt: skip
OTHERS = ("moulin-rouge", "fontaine-des-mers", "le-penseur", "la-grande-lumiere")
CARD_OF = {
    "painter": "le-peintre",
    "lamp": "lampadaire",
    "dancer": "moulin-rouge",
    "fountain": "fontaine-des-mers",
    "large-lamp": "la-grande-lumiere",
    "statue": "le-penseur",
}
KINDS = {"o": "orange", "b": "blue", "m": "mixed", "L": "streetlight"}
SQUARES = [column + row for row in "1357" for column in "aceg"]
ALL_ORANGE = "\n".join(["oooooooo"] * 8)


class Table:
    """One position, with methods to ask about it."""

    def __init__(self, game: Lumiere, state: Record) -> None:
        self.game = game
        self.state = state

    def legal(self, start: str = "") -> set[str]:
        """The legal moves that begin with some text."""
        texts = {self.game.notation(int(move)) for move in self.game.legal_moves(self.state)}
        return {text for text in texts if text.startswith(start)}

    def play(self, *texts: str) -> Table:
        """The position after these moves. Generator and validator must agree on each move."""
        state = self.state
        for text in texts:
            move = self.game.parse_exact(text)
            assert move is not None, text
            after = self.game.play(state, move)
            assert move in self.game.legal_moves(state), text
            state = after
        return Table(self.game, state)

    def refused(self, text: str) -> str:
        """The rule that forbids a move. The move must not be among the legal moves."""
        assert text not in self.legal()
        with pytest.raises(IllegalMove) as caught:
            self.play(text)
        return caught.value.rule

    def allows(self, text: str) -> bool:
        """Whether generator and validator both accept a move."""
        move = self.game.parse_exact(text)
        assert move is not None, text
        listed = text in self.legal()
        assert listed == self.game.is_legal(self.state, move), text
        return listed

    def score(self, player: str) -> dict[str, int]:
        return self.game.score(self.state)[PLAYERS.index(player)]

    @property
    def winner(self) -> str | None:
        """The player in first place; None for a draw."""
        ranks = self.game.ranks(self.state)
        return None if ranks == [1, 1] else PLAYERS[ranks.index(1)]

    @property
    def position(self) -> dict[str, Any]:
        return self.game.position(self.state)

    @property
    def to_move(self) -> str | None:
        found = self.position["to_move"]
        assert found is None or isinstance(found, str)
        return found

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)


def colours(picture: str) -> dict[str, str]:
    """The kind of every space of a picture."""
    rows = [line.replace(" ", "") for line in picture.split("\n") if line.strip()]
    assert [len(row) for row in rows] == [8] * 8, picture
    return {
        f"{'abcdefgh'[x]}{8 - y}": KINDS[sign]
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
    }


def built(*texts: str) -> list[dict[str, Any]]:
    """Buildings from lines like "orange line a1 b1 c1", an annex after a plus sign: "+a2"."""
    found = []
    for text in texts:
        owner, name, *spaces = text.split()
        annex = [space[1:] for space in spaces if space.startswith("+")]
        found.append(
            {
                "owner": owner,
                "name": name,
                "spaces": [space.lstrip("+") for space in spaces],
                "annex": annex[0] if annex else None,
            }
        )
    return found


@cache
def opened(postcards: tuple[str, ...], penseur: str) -> Lumiere:
    """A box, opened once."""
    return Lumiere.open(options={"postcards": list(postcards), "penseur": penseur})


@cache
def opened_to_deal(start: str, two_tile_hand: bool) -> Lumiere:
    """The same with the options for phase one."""
    return Lumiere.open(options={"start": start, "two-tile-hand": two_tile_hand})


def table(
    picture: str = ALL_ORANGE,
    *,
    to_move: str | None = "orange",
    orange: Iterable[str] = (),
    blue: Iterable[str] = (),
    buildings: Iterable[str] = (),
    pieces: Mapping[str, str] | None = None,
    used: Mapping[str, str] | None = None,
    held: Mapping[str, str] | None = None,
    spent: Iterable[str] = (),
    postcards: Iterable[str] = FIRST_GAME_SET,
    passes: int = 0,
    penseur: str = "any",
) -> Table:
    """A position of phase two.

    `orange` and `blue` are the reserves. All other buildings that are not on the board are in the
    pool. `pieces` maps a piece to "player space" (and the statue's side). `used` maps a postcard to
    the player who activated it. `held` does the same for a power that is not spent.
    """
    in_play = tuple(postcards)
    game = opened(in_play, penseur)
    on_board = built(*buildings)
    placed = {name: text.split() for name, text in (pieces or {}).items()}
    owners = {**(used or {}), **(held or {})}
    owners |= {CARD_OF[name]: words[0] for name, words in placed.items()}
    for building in on_board:
        if building["name"] == "garden":
            owners["jardin-des-plantes"] = building["owner"]
        if building["annex"]:
            owners["bouquinistes"] = building["owner"]
    assert set(owners) <= set(in_play)
    left = {player: 4 - list(owners.values()).count(player) for player in PLAYERS}
    assert min(left.values()) >= 0
    away = {*orange, *blue, *(b["name"] for b in on_board)}
    state = read_position(
        {
            "game": "lumiere",
            "ply": 16,
            "phase": "building" if to_move else "over",
            "to_move": to_move,
            "passes": passes,
            "pending": None,
            "squares": dict.fromkeys(SQUARES),
            "spaces": _spaces(picture, on_board, placed),
            "buildings": on_board,
            "pieces": {name: _piece(placed.get(name)) for name in CARD_OF},
            "pool": [name for name in BUILDINGS if name not in away],
            "reserves": {"orange": list(orange), "blue": list(blue)},
            "postcards": [
                {"name": name, "state": "open", "owner": owners.get(name)} for name in in_play
            ],
            "powers": {
                name: "held" if name in (held or {}) else "spent" if name in spent else "none"
                for name in ("metropolitain", "chartier")
            },
            "tokens": left,
            "hands": {"orange": [], "blue": []},
            "hand_counts": {"orange": 0, "blue": 0},
            "piles": {"orange": [], "blue": []},
            "pile_counts": {"orange": 0, "blue": 0},
        }
    )
    return Table(game, state)


def _spaces(
    picture: str, on_board: list[dict[str, Any]], placed: Mapping[str, list[str]]
) -> dict[str, Any]:
    covered = {space: b["name"] for b in on_board for space in b["spaces"]}
    covered |= {words[1]: name for name, words in placed.items()}
    return {
        space: {"kind": kind, "piece": covered.get(space), "owner": None}
        for space, kind in colours(picture).items()
    }


def _piece(words: list[str] | None) -> dict[str, Any] | None:
    if words is None:
        return None
    found = {"space": words[1], "owner": words[0]}
    return found | {"facing": words[2]} if len(words) > 2 else found


def dealt(
    orange: list[int] | None = None,
    blue: list[int] | None = None,
    start: str = "orange",
    two_tile_hand: bool = False,
) -> Table:
    """A new game in which the tiles are drawn in these orders."""
    game = opened_to_deal(start, two_tile_hand)
    position = game.position(game.deal(bytes(32)))
    size = 2 if two_tile_hand else 1
    for player, order in zip(PLAYERS, (orange, blue), strict=True):
        tiles = order or [1, 2, 3, 4, 5, 6, 7, 8]
        assert sorted(tiles) == [1, 2, 3, 4, 5, 6, 7, 8]
        position["hands"][player] = sorted(tiles[:size])
        position["piles"][player] = tiles[size:]
    return Table(game, game.state_from(position))


def lay_all(table_: Table, squares: Iterable[str]) -> Table:
    """Lay held tiles, the lowest number first and unturned, on these squares in order."""
    for square in squares:
        assert table_.to_move is not None
        tile = table_.position["hands"][table_.to_move][0]
        table_ = table_.play(f"lay:{tile}:{square}:0")
    return table_
