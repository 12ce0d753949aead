"""What is impossible about a described table of La Cité."""

from __future__ import annotations

from collections import Counter

from lutetia.games.lumiere.geometry import IN_FRONT_OF, SIDES_OF, SPACES, SQUARES, space_name
from lutetia.games.lumiere.names import (
    BOUQUINISTES,
    BUILDING_NAMES,
    CHARTIER,
    FOUNTAIN,
    GARDEN,
    JARDIN,
    LARGE_LAMP,
    METROPOLITAIN,
    MIXED,
    PIECE_POSTCARD,
    PIECES,
    POSTCARDS,
    SEATS,
    STATUE,
    STREETLIGHT,
    TILES,
    TOKENS,
)
from lutetia.games.lumiere.notation import square_name
from lutetia.games.lumiere.table_reading import DescribedTable, PlacedPiece
from lutetia.kernel.types import Record


def faults_of(table: DescribedTable, box: Record) -> list[str]:
    """Everything that cannot be, each in a few words with its line or its rule."""
    checks = _Checks(table, box)
    checks.postcards()
    checks.duplicates()
    checks.overlaps()
    checks.unknown_spaces()
    checks.colours()
    checks.annex()
    checks.pieces()
    if not table.from_tiles:
        checks.tiles()
    return checks.faults


class _Checks:
    """Collects faults; each check looks at one side of the table."""

    def __init__(self, table: DescribedTable, box: Record) -> None:
        self.table = table
        self.box = box
        self.faults: list[str] = []
        self.owner = {placed.building: placed.seat for placed in table.buildings}

    def expect(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(fault)

    def postcards(self) -> None:
        """L4.4: the game ends with all eight tokens on postcards."""
        used = Counter(self.table.used_by.values())
        for seat, name in enumerate(SEATS):
            self.expect(
                used[seat] == TOKENS,
                f"{name} has activated {used[seat]} postcards, and the game ends with {TOKENS} "
                "each (L4.4)",
            )

    def duplicates(self) -> None:
        """L1.4: every building is there once."""
        seen: set[int] = set()
        for placed in self.table.buildings:
            name = BUILDING_NAMES[placed.building]
            self.expect(
                placed.building not in seen,
                f"line {placed.line.number}: {name} stands twice (L1.4)",
            )
            seen.add(placed.building)
            if placed.building == GARDEN:
                self.expect(
                    self.table.used_by.get(JARDIN) == placed.seat,
                    f"line {placed.line.number}: {SEATS[placed.seat]} has not activated "
                    f"{POSTCARDS[JARDIN]} (L7.1)",
                )
        for building, (line, _) in self.table.reserves.items():
            self.expect(
                building not in seen,
                f"line {line.number}: {BUILDING_NAMES[building]} is on the board and in a "
                "reserve (L1.4)",
            )

    def overlaps(self) -> None:
        """L1.2: one thing on a space."""
        taken: dict[int, str] = {}
        for name, line, spaces in self.standing():
            for space in _members(spaces):
                self.expect(
                    space not in taken,
                    f"line {line}: {name} and {taken.get(space)} both stand on {space_name(space)}",
                )
                taken[space] = name

    def standing(self) -> list[tuple[str, int, int]]:
        """Everything on the board: name, line, spaces."""
        found = [
            (BUILDING_NAMES[placed.building], placed.line.number, placed.spaces)
            for placed in self.table.buildings
        ]
        if self.table.annex is not None:
            found.append(("annex", self.table.annex.line.number, 1 << self.table.annex.space))
        found += [
            (PIECES[piece], placed.line.number, 1 << placed.space)
            for piece, placed in self.table.pieces.items()
        ]
        return found

    def unknown_spaces(self) -> None:
        """Only what is covered may be unknown."""
        covered = 0
        for _, _, spaces in self.standing():
            covered |= spaces
        unknown = [
            space_name(space)
            for space in range(SPACES)
            if self.table.kinds[space] is None and not covered >> space & 1
        ]
        self.expect(
            not unknown,
            f"the kind of {', '.join(unknown[:6])}{', …' if len(unknown) > 6 else ''} is unknown, "
            "and nothing covers it",
        )

    def colours(self) -> None:
        """L5.1: own colour or mixed; L7.3 and L7.4 each allow one exception in a game."""
        spent = Counter[int]()
        for placed in self.table.buildings:
            kinds = Counter(self.table.kinds[space] for space in _members(placed.spaces))
            for kind, card in ((STREETLIGHT, METROPOLITAIN), (1 - placed.seat, CHARTIER)):
                if kinds[kind]:
                    self.exception(placed.line.number, placed.seat, card, kinds[kind], spent[card])
                    spent[card] += kinds[kind]
        fountain = self.table.pieces.get(FOUNTAIN)
        seat = self.table.used_by.get(int(PIECE_POSTCARD[FOUNTAIN]))
        if fountain and seat is not None and self.table.kinds[fountain.space] == 1 - seat:
            self.exception(fountain.line.number, seat, CHARTIER, 1, spent[CHARTIER])

    def exception(self, line: int, seat: int, card: int, needed: int, before: int) -> None:
        what = "streetlight space" if card == METROPOLITAIN else "space of the rival's colour"
        rule = "L7.3" if card == METROPOLITAIN else "L7.4"
        if self.table.used_by.get(card) != seat:
            self.faults.append(
                f"line {line}: a {what} is covered, and {SEATS[seat]} has not activated "
                f"{POSTCARDS[card]} (L5.1, {rule})"
            )
        elif needed + before > 1:
            self.faults.append(
                f"line {line}: {POSTCARDS[card]} allows to cover one {what}, not "
                f"{needed + before} ({rule})"
            )

    def annex(self) -> None:
        """L7.7."""
        annex = self.table.annex
        if annex is None:
            return
        number, host = annex.line.number, annex.detail
        user = self.user(annex, BOUQUINISTES)
        if user is None:
            return
        placed = [found for found in self.table.buildings if found.building == host]
        if not placed or placed[0].seat != user:
            self.faults.append(
                f"line {number}: {BUILDING_NAMES[host]} is no building of {SEATS[user]} on the "
                "board (L7.7)"
            )
        elif not placed[0].spaces & int(SIDES_OF[annex.space]):
            self.faults.append(
                f"line {number}: the annex on {space_name(annex.space)} does not share a side with "
                f"{BUILDING_NAMES[host]} (L7.7)"
            )
        self.on_colour(annex, {user}, f"the annex goes on {SEATS[user]} (L7.7)")

    def pieces(self) -> None:
        """L6.3, L7.6 to L7.12."""
        for piece, placed in self.table.pieces.items():
            user = self.user(placed, int(PIECE_POSTCARD[piece]))
            if user is None:
                continue
            name = PIECES[piece]
            if piece == LARGE_LAMP:
                fault = "the large streetlight goes on a printed streetlight space (L7.12)"
                self.on_colour(placed, {STREETLIGHT}, fault)
            elif piece == FOUNTAIN:
                fault = "the fountain never goes on a streetlight space (L7.10)"
                self.on_colour(placed, {user, 1 - user, MIXED}, fault)
            else:
                self.on_colour(placed, {user}, f"the {name} goes on {SEATS[user]} (L6.3)")
            if piece == STATUE:
                self.expect(
                    int(IN_FRONT_OF[placed.space, placed.detail]) >= 0,
                    f"line {placed.line.number}: the statue faces the edge of the board (L7.11)",
                )

    def user(self, placed: PlacedPiece, card: int) -> int | None:
        """Who activated the postcard that brings a piece."""
        found = self.table.used_by.get(card)
        self.expect(
            found is not None,
            f"line {placed.line.number}: nobody has activated {POSTCARDS[card]}",
        )
        return found

    def on_colour(self, placed: PlacedPiece, kinds: set[int], fault: str) -> None:
        kind = self.table.kinds[placed.space]
        self.expect(kind is None or kind in kinds, f"line {placed.line.number}: {fault}")

    def tiles(self) -> None:
        """L1.3: every square is another tile of the box, somehow turned."""
        fitting = [self.fitting_tiles(square) for square in range(SQUARES)]
        strange = [square_name(square) for square in range(SQUARES) if not fitting[square]]
        if strange:
            self.faults.append(
                f"no tile of the box looks like the square of {', '.join(strange)} (L1.3)"
            )
            return
        crowded = _too_few_tiles(fitting)
        if crowded:
            squares = ", ".join(square_name(square) for square in sorted(crowded))
            tiles = set[int]().union(*(fitting[square] for square in crowded))
            self.faults.append(
                f"the squares of {squares} look like only {len(tiles)} "
                f"{'tile' if len(tiles) == 1 else 'tiles'} of the box (L1.3)"
            )

    def fitting_tiles(self, square: int) -> set[int]:
        """The tiles that a square may be, as far as its spaces are known."""
        corner = square // 4 * 16 + square % 4 * 2
        spaces = (corner, corner + 1, corner + 8, corner + 9)
        known = [(s, kind) for s in spaces if (kind := self.table.kinds[s]) is not None]
        return {
            tile
            for tile in range(2 * TILES)
            if any(
                all(int(self.box.tile_spaces[tile, turns, square, k]) >> s & 1 for s, k in known)
                for turns in range(4)
            )
        }


def _members(spaces: int) -> list[int]:
    return [space for space in range(SPACES) if spaces >> space & 1]


def _too_few_tiles(fitting: list[set[int]]) -> set[int]:
    """Squares that together fit fewer tiles than they are; empty if every square gets its own.

    Tiles are handed out along alternating paths; where that fails, the squares that were tried
    on the way are such a set (Hall's theorem).
    """
    square_of: dict[int, int] = {}

    def hand_out(square: int, tried: set[int], squares: set[int]) -> bool:
        squares.add(square)
        for tile in fitting[square]:
            if tile not in tried:
                tried.add(tile)
                if tile not in square_of or hand_out(square_of[tile], tried, squares):
                    square_of[tile] = square
                    return True
        return False

    for square in range(len(fitting)):
        squares: set[int] = set()
        if not hand_out(square, set(), squares):
            return squares
    return set()
