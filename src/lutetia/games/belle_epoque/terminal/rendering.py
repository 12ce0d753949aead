"""Paris of the Belle Époque in a terminal, with or without colours."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.games.belle_epoque.terminal.words import MOVE_WORDS, bonus_words, landmark_words
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

EMBLEMS = dict(zip(terms.SEATS, "●◆♣■", strict=True))
COLOURS = dict(zip(terms.SEATS, ("#ff9a52", "#66bbff", "#c9efbf", "#f48cc6"), strict=True))
GOLD = "#ffd98c"
QUIET = "#94a0c4"
SHORT = dict(
    zip(terms.KINDS, ("wood", "marble", "gold", "bronze", "silver", "g-medal"), strict=True)
)
WIDTH = 31
TRACK_ROW = 15


class BelleEpoqueRenderer:
    """Draws Paris."""

    def table(self, game: Game, state: Record) -> RenderableType:
        """The six districts, the display, the track, and the players."""
        assert isinstance(game, BelleEpoque)
        found = game.position(state)
        grid = Table.grid(padding=(0, 2))
        blocks = [_district(game, name, part) for name, part in found["districts"].items()]
        grid.add_row(*blocks[:3])
        grid.add_row()
        grid.add_row(*blocks[3:])
        return Group(grid, Text(), _display(found), _track(found), Text(), _players(found))

    def hand(self, game: Game, view: Record, seat: int) -> RenderableType | None:
        """What is behind the seat's own screen."""
        name = terms.SEATS[seat]
        found = game.position(view)
        mine = found["seats"][name]
        faces = [
            tile["face"] for tile in found["end_tiles"]["taken"]
            if tile["by"] == name and not tile["used"]
        ]  # fmt: skip
        text = Text("behind your screen: ", style="bold")
        parts = [
            f"{mine['francs']} francs",
            f"{mine['hand']} keys",
            _tokens(mine["tokens"]) or "no tokens",
            "bonus tiles " + (", ".join(map(str, mine["bonus"]["unused"])) or "none"),
            "tiles for the end " + (", ".join(faces) or "none"),
        ]
        text.append("; ".join(parts), style="not bold")
        if found["end_tiles"]["faces"] is not None:
            text.append(f"\nleft to choose from: {', '.join(found['end_tiles']['faces'])}")
        return text

    def explain(self, game: Game, word: str) -> RenderableType | None:
        """Moves, bonus tiles by number, landmarks by value."""
        assert isinstance(game, BelleEpoque)
        if word in MOVE_WORDS:
            return Text(MOVE_WORDS[word])
        if word in BONUS_NAMES:
            return Text(bonus_words(game.components, game.seats, int(word.removeprefix("tile-"))))
        if word == "landmarks":
            return Text(landmark_words(game.components))
        return None

    def words(self) -> list[str]:
        """Everything that a person can ask about."""
        return [*MOVE_WORDS, "landmarks", *BONUS_NAMES]


BONUS_NAMES = [f"tile-{number}" for number in range(1, terms.BONUS_TILES + 1)]


def _district(game: BelleEpoque, name: str, part: dict[str, Any]) -> Text:
    text = Text(f"{name} ", style=f"bold {GOLD}")
    if part["scoring_tile"] is not None:
        points = next(t.points for t in game.components.scoring_tiles
                      if t.points[0] == part["scoring_tile"])  # fmt: skip
        text.append("/".join(map(str, points)), style="bold reverse")
    text.append(f"\n  bank, income {part['income']} ", style="not bold not reverse")
    text.append_text(_keys(dict.fromkeys(part["bank"], 1)))
    for value, space in part["spaces"].items():
        text.append(f"\n{value:>3} ", style=GOLD)
        if space["tile"] is None:
            text.append("·".ljust(13), style=QUIET)
        else:
            text.append(space["type"].ljust(13))
        text.append_text(_keys(space["keys"]))
        if space["token"] is not None:
            text.append(f" ({SHORT[space['token']]})", style=QUIET)
    names = {str(landmark.value): landmark.name for landmark in game.components.landmarks}
    for value, keys in part["landmarks"].items():
        text.append(f"\n{value:>3} ", style=GOLD)
        text.append(names[value].ljust(13), style="bold")
        text.append_text(_keys(keys))
    return _padded(text)


def _padded(text: Text) -> Text:
    """A block of a fixed width, so that the districts form columns."""
    lines = text.split("\n", allow_blank=True)
    for line in lines:
        line.truncate(WIDTH, pad=True)
    return Text("\n").join(lines)


def _keys(keys: dict[str, int]) -> Text:
    text = Text()
    for seat, count in keys.items():
        text.append(EMBLEMS[seat] * count, style=f"bold {COLOURS[seat]}")
    return text


def _tokens(tokens: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in tokens.items() if count)


def _display(found: dict[str, Any]) -> Text:
    text = Text()
    piles = [
        f"{number}: {pile['left']}" + (f" ({pile['back']})" if pile["back"] else "")
        for number, pile in enumerate(found["piles"], 1)
    ]
    rows = [
        ("piles", ", ".join(piles)),
        ("Arc", ""),
        ("landmarks", ", ".join(map(str, found["landmarks"])) or "all on the map"),
        ("scoring tiles", ", ".join(map(str, found["scoring_tiles"])) or "all placed"),
        ("supply", _tokens(found["supply"]) or "empty"),
        ("tiles for the end", f"{found['end_tiles']['left']} left"),
    ]
    for name, content in rows:
        text.append(f"{name}  ", style="bold")
        text.append(content)
        if name == "Arc":
            text.append_text(_keys(dict.fromkeys(found["arc"], 1)))
        text.append("\n" if name in ("piles", "landmarks", "supply") else "   ")
    if found["drawn"] is not None:
        text.append(f"\ndrawn, and waiting for its district: {found['drawn']}", style=GOLD)
    text.rstrip()
    return text


def _track(found: dict[str, Any]) -> Text:
    """The bonus track: the tiles that are left, in the order of their spaces."""
    text = Text("track  ", style="bold")
    meeples: dict[int, list[str]] = {}
    for seat, mine in found["seats"].items():
        meeples.setdefault(mine["meeple"], []).append(seat)
    text.append_text(_keys(dict.fromkeys(meeples.get(0, []), 1)))
    for place in found["track"]:
        label = str(place["tile"]) if place["left"] else "·"
        text.append(f" {label}" + ("²" if place["left"] > 1 else ""), style="not bold")
        text.append_text(_keys(dict.fromkeys(meeples.get(place["space"], []), 1)))
        if place["space"] == TRACK_ROW:
            text.append("\n      ")
    return text


def _players(found: dict[str, Any]) -> Table:
    table = Table(
        "", "points", "francs", "keys", "pool", "tokens", "bonus unused", "bonus used", "end tiles",
        box=None, padding=(0, 1),
    )  # fmt: skip
    for seat, mine in found["seats"].items():
        name = Text(f"{EMBLEMS[seat]} {seat}", style=f"bold {COLOURS[seat]}")
        if found["to_move"] == seat:
            name.append(" to move", style=GOLD)
        unused = mine["bonus"]["unused"]
        table.add_row(
            name,
            str(mine["points"]),
            _known(mine["francs"]),
            _known(mine["hand"]),
            str(mine["pool"]),
            "?" if mine["tokens"] is None else _tokens(mine["tokens"]) or "–",
            str(mine["bonus"]["unused_count"]) if unused is None else _numbers(unused),
            _numbers(mine["bonus"]["used"]),
            str(mine["end_tiles"]),
        )
    return table


def _known(value: int | None) -> str:
    return "?" if value is None else str(value)


def _numbers(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "–"


RENDERER = BelleEpoqueRenderer()
