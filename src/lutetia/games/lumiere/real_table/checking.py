"""What is impossible about a described table of La Cité."""

from __future__ import annotations

from collections import Counter

from lutetia.games.lumiere.real_table.reading import DescribedTable, PlacedPiece
from lutetia.games.lumiere.rules.geometry import IN_FRONT_OF, SIDES_OF, SPACES, SQUARES, space_name
from lutetia.games.lumiere.rules.names import (
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
from lutetia.games.lumiere.rules.notation import square_name
from lutetia.kernel.faults import TableFault, Value, fault
from lutetia.kernel.real_table import Line
from lutetia.kernel.types import Record


def faults_of(table: DescribedTable, box: Record, so_far: bool = False) -> list[TableFault]:
    """Everything that is impossible. Each fault has a short text and its line or its rule.

    A table that is counted so far may lack tiles and postcards.
    """
    checks = _Checks(table, box, so_far)
    checks.postcards()
    checks.duplicates()
    checks.overlaps()
    if not so_far:
        checks.unknown_spaces()
    checks.colours()
    checks.annex()
    checks.pieces()
    if not table.from_tiles:
        checks.tiles()
    return checks.faults


class _Checks:
    """Collects faults. Each check looks at one subject."""

    def __init__(self, table: DescribedTable, box: Record, so_far: bool) -> None:
        self.table = table
        self.box = box
        self.so_far = so_far
        self.faults: list[TableFault] = []
        self.owner = {placed.building: placed.seat for placed in table.buildings}

    def expect(self, holds: bool, found: TableFault) -> None:
        if not holds:
            self.faults.append(found)

    def postcards(self) -> None:
        """L4.4: the game ends with all eight tokens on postcards."""
        used = Counter(self.table.used_by.values())
        for seat, name in enumerate(SEATS):
            sentence = (
                f"{name} has used {used[seat]} postcards; at the end each player has used {TOKENS}"
            )
            found = fault("postcards", "L4.4", sentence, seat=name, n=used[seat], most=TOKENS)
            missing = self.so_far and used[seat] < TOKENS
            self.expect(missing or used[seat] == TOKENS, found)

    def duplicates(self) -> None:
        """L1.4: every building exists once."""
        seen: set[int] = set()
        for placed in self.table.buildings:
            name, line = BUILDING_NAMES[placed.building], placed.line
            sentence = f"{name} is on the board twice"
            found = fault("building-twice", "L1.4", sentence, line=line, building=name)
            self.expect(placed.building not in seen, found)
            seen.add(placed.building)
            if placed.building == GARDEN:
                seat, card = SEATS[placed.seat], POSTCARDS[JARDIN]
                sentence = f"{seat} has not used {card}"
                found = fault("garden", "L7.1", sentence, line=line, seat=seat, card=card)
                self.expect(self.table.used_by.get(JARDIN) == placed.seat, found)
        for building, (line, _) in self.table.reserves.items():
            name = BUILDING_NAMES[building]
            sentence = f"{name} is on the board and in a reserve"
            found = fault("board-and-reserve", "L1.4", sentence, line=line, building=name)
            self.expect(building not in seen, found)

    def overlaps(self) -> None:
        """L1.2: a space holds one thing only."""
        taken: dict[int, str] = {}
        for name, line, spaces in self.standing():
            for space in _members(spaces):
                if space in taken:
                    sentence = f"{name} and {taken[space]} are both on {space_name(space)}"
                    things = {"one": name, "other": taken[space], "space": space_name(space)}
                    self.faults.append(fault("overlap", "", sentence, line=line, **things))
                taken[space] = name

    def standing(self) -> list[tuple[str, Line, int]]:
        """Everything on the board: name, line, spaces."""
        found = [
            (BUILDING_NAMES[placed.building], placed.line, placed.spaces)
            for placed in self.table.buildings
        ]
        if self.table.annex is not None:
            found.append(("annex", self.table.annex.line, 1 << self.table.annex.space))
        found += [
            (PIECES[piece], placed.line, 1 << placed.space)
            for piece, placed in self.table.pieces.items()
        ]
        return found

    def unknown_spaces(self) -> None:
        """Only a covered space may be of an unknown kind."""
        covered = 0
        for _, _, spaces in self.standing():
            covered |= spaces
        unknown = [
            space_name(space)
            for space in range(SPACES)
            if self.table.kinds[space] is None and not covered >> space & 1
        ]
        named = f"{', '.join(unknown[:6])}{', …' if len(unknown) > 6 else ''}"
        sentence = f"the kind of {named} is unknown, and nothing covers it"
        self.expect(not unknown, fault("unknown-spaces", "", sentence, spaces=unknown))

    def colours(self) -> None:
        """L5.1: own colour or mixed. L7.3 and L7.4 each allow one exception in a game."""
        spent = Counter[int]()
        for placed in self.table.buildings:
            kinds = Counter(self.table.kinds[space] for space in _members(placed.spaces))
            for kind, card in ((STREETLIGHT, METROPOLITAIN), (1 - placed.seat, CHARTIER)):
                if kinds[kind]:
                    self.exception(placed.line, placed.seat, card, kinds[kind], spent[card])
                    spent[card] += kinds[kind]
        fountain = self.table.pieces.get(FOUNTAIN)
        seat = self.table.used_by.get(int(PIECE_POSTCARD[FOUNTAIN]))
        if fountain and seat is not None and self.table.kinds[fountain.space] == 1 - seat:
            self.exception(fountain.line, seat, CHARTIER, 1, spent[CHARTIER])

    def exception(self, line: Line, seat: int, card: int, needed: int, before: int) -> None:
        lamp = card == METROPOLITAIN
        what = "streetlight space" if lamp else "space of the rival's colour"
        code, rule = ("streetlight-covered", "L7.3") if lamp else ("rival-covered", "L7.4")
        count, name = needed + before, POSTCARDS[card]
        if self.so_far and card not in self.table.used_by:
            return  # the postcard may still be told
        if self.table.used_by.get(card) != seat:
            sentence = f"a {what} is covered, and {SEATS[seat]} has not used {name}"
            self.faults.append(
                fault(code, f"L5.1, {rule}", sentence, line=line, seat=SEATS[seat], card=name)
            )
        elif count > 1:
            sentence = f"{name} lets a player cover one {what}, not {count}"
            self.faults.append(fault(f"{code}-more", rule, sentence, line=line, card=name, n=count))

    def annex(self) -> None:
        """L7.7."""
        annex = self.table.annex
        if annex is None:
            return
        user = self.user(annex, BOUQUINISTES)
        if user is None:
            return
        host, seat, space = BUILDING_NAMES[annex.detail], SEATS[user], space_name(annex.space)
        placed = [found for found in self.table.buildings if found.building == annex.detail]
        if not placed or placed[0].seat != user:
            sentence = f"{seat} has no {host} on the board"
            names: dict[str, Value] = {"building": host, "seat": seat}
            self.faults.append(fault("annex-host", "L7.7", sentence, line=annex.line, **names))
        elif not placed[0].spaces & int(SIDES_OF[annex.space]):
            sentence = f"the annex on {space} does not share a side with {host}"
            names = {"building": host, "space": space}
            self.faults.append(fault("annex-apart", "L7.7", sentence, line=annex.line, **names))
        sentence = f"the annex needs a space that is {seat}"
        self.on_colour(
            annex, {user}, fault("annex-ground", "L7.7", sentence, line=annex.line, seat=seat)
        )

    def pieces(self) -> None:
        """L6.3, L7.6 to L7.12."""
        for piece, placed in self.table.pieces.items():
            user = self.user(placed, int(PIECE_POSTCARD[piece]))
            if user is None:
                continue
            line, name, seat = placed.line, PIECES[piece], SEATS[user]
            if piece == LARGE_LAMP:
                sentence = "the great streetlight needs a printed streetlight space"
                found = fault("large-lamp-ground", "L7.12", sentence, line=line)
                self.on_colour(placed, {STREETLIGHT}, found)
            elif piece == FOUNTAIN:
                sentence = "the fountain cannot be on a streetlight space"
                found = fault("fountain-ground", "L7.10", sentence, line=line)
                self.on_colour(placed, {user, 1 - user, MIXED}, found)
            else:
                sentence = f"the {name} needs a space that is {seat}"
                found = fault("piece-ground", "L6.3", sentence, line=line, piece=name, seat=seat)
                self.on_colour(placed, {user}, found)
            if piece == STATUE:
                sentence = "the statue cannot face the edge of the board"
                found = fault("statue-edge", "L7.11", sentence, line=line)
                self.expect(int(IN_FRONT_OF[placed.space, placed.detail]) >= 0, found)

    def user(self, placed: PlacedPiece, card: int) -> int | None:
        """Who activated the postcard that brings a piece."""
        user, name = self.table.used_by.get(card), POSTCARDS[card]
        sentence = f"nobody has used {name}"
        self.expect(
            user is not None, fault("card-unused", "", sentence, line=placed.line, card=name)
        )
        return user

    def on_colour(self, placed: PlacedPiece, kinds: set[int], found: TableFault) -> None:
        kind = self.table.kinds[placed.space]
        self.expect(kind is None or kind in kinds, found)

    def tiles(self) -> None:
        """L1.3: every square has its own tile of the box, in any turn."""
        fitting = [self.fitting_tiles(square) for square in range(SQUARES)]
        strange = [square_name(square) for square in range(SQUARES) if not fitting[square]]
        if strange:
            sentence = f"no tile of the box looks like the square of {', '.join(strange)}"
            self.faults.append(fault("strange-squares", "L1.3", sentence, squares=strange))
            return
        crowded = sorted(_too_few_tiles(fitting))
        if crowded:
            squares = [square_name(square) for square in crowded]
            tiles = len(set[int]().union(*(fitting[square] for square in crowded)))
            sentence = (
                f"the squares of {', '.join(squares)} look like only {tiles} "
                f"{'tile' if tiles == 1 else 'tiles'} of the box"
            )
            self.faults.append(fault("alike-squares", "L1.3", sentence, squares=squares, n=tiles))

    def fitting_tiles(self, square: int) -> set[int]:
        """The tiles that fit a square, by those of its spaces that are known."""
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
    """A set of squares with too few fitting tiles; empty if every square gets its own tile.

    The function gives out tiles along alternating paths. If that fails, the squares that it tried
    on the way have fewer fitting tiles than there are squares (Hall's theorem).
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
