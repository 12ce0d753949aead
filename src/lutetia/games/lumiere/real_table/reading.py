"""Reads the description of a finished table of La Cité (docs/notation.md, "A real table")."""

from __future__ import annotations

from dataclasses import dataclass, field

from lutetia.games.lumiere.rules.geometry import SIDE, SPACES
from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    GARDEN,
    MIXED,
    PIECES,
    POSTCARDS,
    SEATS,
    STATUE,
    STREETLIGHT,
    TILES,
)
from lutetia.games.lumiere.rules.notation import SIDES
from lutetia.games.lumiere.rules.position import NUMBER_OF_SPACE, NUMBER_OF_SQUARE
from lutetia.kernel.faults import impossible
from lutetia.kernel.real_table import Description, Line, Sections, sections
from lutetia.kernel.types import Record

SECTIONS = ("board", "tiles", "drawing", "buildings", "pieces", "postcards", "reserves")
SETTINGS = ("game", "penseur", "count")
SIGNS = {"o": 0, "b": 1, "m": MIXED, "l": STREETLIGHT, "*": STREETLIGHT, "?": None}
TURNS = ("0", "90", "180", "270")
NOTHING = ("-", "none")


@dataclass(frozen=True)
class PlacedBuilding:
    """A building on the board."""

    line: Line
    seat: int
    building: int
    spaces: int
    """The set of its spaces, without the annex."""


@dataclass(frozen=True)
class PlacedPiece:
    """A piece of one space."""

    line: Line
    space: int
    detail: int = -1
    """Where the statue faces, or which building the annex enlarges."""


@dataclass
class DescribedTable:
    """What the text says, each thing with its line. Nobody has checked yet that all this agrees."""

    kinds: list[int | None] = field(default_factory=lambda: [None] * SPACES)
    """The kind of every space; None if the text does not say it."""
    from_tiles: bool = False
    buildings: list[PlacedBuilding] = field(default_factory=list)
    pieces: dict[int, PlacedPiece] = field(default_factory=dict)
    annex: PlacedPiece | None = None
    used_by: dict[int, int] = field(default_factory=dict)
    reserves: dict[int, tuple[Line, int]] = field(default_factory=dict)
    """For each building in a reserve: its line and seat."""


def cut(description: Description) -> Sections:
    """The settings and sections of a description."""
    return sections(description, SECTIONS, SETTINGS)


def read_table(found: Sections, box: Record) -> DescribedTable:
    """Read the sections; `BadTable` names the first line that cannot be read."""
    table = DescribedTable()
    if "tiles" in found.parts or ("board" not in found.parts and read_so_far(found)):
        if "board" in found.parts:
            raise found.part("tiles")[0].fault("give either the board or its tiles")
        _read_tiles(table, found.part("tiles"), box, read_so_far(found))
    else:
        _read_board(table, found)
    drawing = _read_drawing(found.part("drawing"))
    for line in found.part("buildings"):
        table.buildings.append(_building(line, drawing, box))
    for line in found.part("pieces"):
        _read_piece(table, line)
    for line in found.part("postcards"):
        _read_postcards(table, line)
    for line in found.part("reserves"):
        _read_reserve(table, line)
    return table


def read_penseur(found: Sections) -> str:
    """The option that the score depends on (L7.11)."""
    line = found.settings.get("penseur")
    if line is None:
        return "any"
    if line.words[1:] not in (["any"], ["own"]):
        raise line.fault("penseur is any or own")
    return line.words[1]


def read_so_far(found: Sections) -> bool:
    """Whether a table is counted that is not described to its end (`count so-far`)."""
    line = found.settings.get("count")
    if line is None:
        return False
    if line.words[1:] not in (["whole"], ["so-far"]):
        raise line.fault("count is whole or so-far")
    return line.words[1] == "so-far"


def _grid(lines: list[Line], what: str) -> list[tuple[Line, str]]:
    """Eight rows of eight signs, the top row first."""
    for line in lines[SIDE:]:
        raise line.fault(f"{what} has more than {SIDE} rows")
    rows = [(line, "".join(line.words)) for line in lines]
    for line, row in rows:
        if len(row) != SIDE:
            raise line.fault(f"a row of {what} has {SIDE} spaces, not {len(row)}")
    if len(rows) < SIDE:
        last = lines[-1] if lines else Line(1, [])
        raise last.fault(f"{what} has {len(rows)} rows, not {SIDE}")
    return rows


def _read_board(table: DescribedTable, found: Sections) -> None:
    for number, (line, row) in enumerate(_grid(found.part("board"), "the board")):
        for column, sign in enumerate(row):
            if sign.lower() not in SIGNS:
                raise line.fault(f"{sign!r} is no space; there are o b m L, and ? for unknown")
            table.kinds[(SIDE - 1 - number) * SIDE + column] = SIGNS[sign.lower()]


def _read_tiles(table: DescribedTable, lines: list[Line], box: Record, so_far: bool) -> None:
    """`SQUARE COLOUR TILE TURN`, sixteen times."""
    table.from_tiles = True
    squares: set[int] = set()
    tiles: set[int] = set()
    for line in lines:
        if len(line.words) != 4:
            raise line.fault("write SQUARE COLOUR TILE TURN, such as a1 orange 3 90")
        square = _known(line, line.words[0], NUMBER_OF_SQUARE, "square")
        number = _known(line, line.words[2], {str(n + 1): n for n in range(TILES)}, "tile")
        tile = _seat(line, line.words[1]) * TILES + number
        turns = _turns(line, line.words[3])
        if square in squares:
            raise line.fault(f"a second tile on {line.words[0]}")
        if tile in tiles:
            sentence = f"{line.words[1]} tile {line.words[2]} is on the board twice"
            seat = SEATS[tile // TILES]
            raise impossible(line, "tile-twice", "L1.3", sentence, seat=seat, n=number + 1)
        squares.add(square)
        tiles.add(tile)
        for kind in range(4):
            spaces = int(box.tile_spaces[tile, turns, square, kind])
            for space in range(SPACES):
                if spaces >> space & 1:
                    table.kinds[space] = kind
    if len(lines) != 2 * TILES and not so_far:
        last = lines[-1] if lines else Line(1, [])
        sentence = f"{len(lines)} tiles lie, not {2 * TILES}"
        raise impossible(last, "tiles", "L3.3", sentence, n=len(lines), most=2 * TILES)


def _read_drawing(lines: list[Line]) -> dict[str, int]:
    """The spaces of every letter."""
    spaces: dict[str, int] = {}
    if lines:
        for number, (line, row) in enumerate(_grid(lines, "the drawing")):
            for column, sign in enumerate(row):
                if sign.isalpha() and sign.isascii():
                    space = (SIDE - 1 - number) * SIDE + column
                    spaces[sign.upper()] = spaces.get(sign.upper(), 0) | 1 << space
                elif sign not in ".-·":
                    raise line.fault(f"{sign!r} is neither a letter nor a point")
    return spaces


def _building(line: Line, drawing: dict[str, int], box: Record) -> PlacedBuilding:
    """`COLOUR [BUILDING] PLACE`."""
    seat = _seat(line, line.words[0])
    words = [word.lower() for word in line.words[1:]]
    building = None
    if words and words[0] in BUILDING_NAMES:
        building = BUILDING_NAMES.index(words.pop(0))
    if len(words) == 2 and words[1] in TURNS:
        if building is None:
            raise line.fault("name the building: COLOUR BUILDING SPACE TURN")
        anchor = _known(line, words[0], NUMBER_OF_SPACE, "space")
        spaces = _placement(line, building, TURNS.index(words[1]), anchor, box)
        return PlacedBuilding(line, seat, building, spaces)
    if len(words) == 1 and len(words[0]) == 1:
        if words[0].upper() not in drawing:
            raise line.fault(f"the drawing has no letter {words[0].upper()}")
        spaces = drawing[words[0].upper()]
    else:
        spaces = 0
        for word in words:
            spaces |= 1 << _known(line, word, NUMBER_OF_SPACE, "building or space")
    shapes = _shapes_of(spaces, box)
    if building is None:
        if not shapes:
            raise line.fault("no building has the shape of these spaces (L1.4)")
        building = shapes[0]
    elif building not in shapes:
        name = BUILDING_NAMES[building]
        raise line.fault(f"these spaces have not the shape of {name}, however turned (L1.4)")
    return PlacedBuilding(line, seat, building, spaces)


def _placement(line: Line, building: int, turns: int, anchor: int, box: Record) -> int:
    """The spaces of a building. A turn that looks like a smaller one counts as that one."""
    distinct = [turn for turn in range(4) if int(box.anchors[building, turn])]
    spaces = int(box.placement[building, distinct[turns % len(distinct)], anchor])
    if not spaces:
        sentence = "turned like this, it does not fit on the board"
        name = BUILDING_NAMES[building]
        raise impossible(line, "off-board", "L5.1", sentence, building=name)
    return spaces


def _shapes_of(spaces: int, box: Record) -> list[int]:
    return [
        building
        for building in range(GARDEN + 1)
        if any(
            int(box.placement[building, turns, anchor]) == spaces
            for turns in range(4)
            for anchor in range(SPACES)
        )
        and spaces
    ]


def _read_piece(table: DescribedTable, line: Line) -> None:
    """`PIECE SPACE`, `statue SPACE SIDE`, `annex SPACE BUILDING`."""
    words = [word.lower() for word in line.words]
    name = words[0]
    if name not in (*PIECES, "annex"):
        raise line.fault(f"no piece is called {name!r}; there are {', '.join(PIECES)}, annex")
    wanted = 3 if name in ("statue", "annex") else 2
    if len(words) != wanted:
        more = {"statue": " SIDE", "annex": " BUILDING"}.get(name, "")
        raise line.fault(f"write {name} SPACE{more}")
    space = _known(line, words[1], NUMBER_OF_SPACE, "space")
    if name == "annex":
        if table.annex is not None:
            raise line.fault("there is only one annex (L1.6)")
        host = _known(line, words[2], {n: i for i, n in enumerate(BUILDING_NAMES)}, "building")
        table.annex = PlacedPiece(line, space, host)
        return
    piece = PIECES.index(name)
    if piece in table.pieces:
        raise line.fault(f"there is only one {name} (L1.6)")
    facing = -1
    if piece == STATUE:
        facing = _known(line, words[2], {side: i for i, side in enumerate(SIDES)}, "side")
    table.pieces[piece] = PlacedPiece(line, space, facing)


def _read_postcards(table: DescribedTable, line: Line) -> None:
    """`COLOUR POSTCARD…`: the postcards with the player's tokens."""
    seat = _seat(line, line.words[0])
    for word in line.words[1:]:
        if word in NOTHING:
            continue
        card = _known(line, word, {name: i for i, name in enumerate(POSTCARDS)}, "postcard")
        if card in table.used_by:
            sentence = f"{word} bears one token, not two"
            raise impossible(line, "two-tokens", "L6.1", sentence, card=POSTCARDS[card])
        table.used_by[card] = seat


def _read_reserve(table: DescribedTable, line: Line) -> None:
    """`COLOUR BUILDING…`: the buildings that the player took and never built."""
    seat = _seat(line, line.words[0])
    for word in line.words[1:]:
        if word in NOTHING:
            continue
        building = _known(line, word, {n: i for i, n in enumerate(BUILDING_NAMES)}, "building")
        if building == GARDEN:
            sentence = "the garden is never in a reserve"
            raise impossible(line, "garden-reserve", "L7.1", sentence)
        if building in table.reserves:
            sentence = f"{word} is in a reserve twice"
            raise impossible(line, "reserve-twice", "L1.4", sentence, building=word.lower())
        table.reserves[building] = (line, seat)


def _known(line: Line, word: str, known: dict[str, int], what: str) -> int:
    found = known.get(word.lower())
    if found is None:
        raise line.fault(f"{word!r} is no {what}")
    return found


def _seat(line: Line, word: str) -> int:
    return _known(line, word, {name: seat for seat, name in enumerate(SEATS)}, "player's colour")


def _turns(line: Line, word: str) -> int:
    return _known(line, word, {turn: i for i, turn in enumerate(TURNS)}, "turn (0, 90, 180, 270)")
