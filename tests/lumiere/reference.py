"""La Cité again, written from the rules text alone: sets of space names, no tables, no bits.

It is slow and plain on purpose. It shares only the rules and the notation with the program. So if
the two disagree, one of them has a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

PLAYERS = ("orange", "blue")
RIVAL = {"orange": "blue", "blue": "orange"}

# L1.3: top row, bottom row; o own colour, r the rival's, m mixed, L streetlight.
TILES = {
    1: ["ro", "mo"],
    2: ["mo", "or"],
    3: ["oL", "or"],
    4: ["Lo", "rm"],
    5: ["mo", "ro"],
    6: ["oL", "ro"],
    7: ["Lo", "om"],
    8: ["oo", "or"],
}

# L1.4.
SHAPES = {
    "line": ["###"],
    "corner": [".#", "##"],
    "square": ["##", "##"],
    "small-t": ["#.", "##", "#."],
    "small-l": ["##", ".#", ".#"],
    "zigzag": ["#.", "##", ".#"],
    "big-t": [".#.", ".#.", "###"],
    "cross": [".#.", "###", ".#."],
    "stairs": ["..#", ".##", "##."],
    "chunk": [".##", "###"],
    "smile": ["####", "#..#"],
    "big-l": ["###", "#..", "#..", "#.."],
}
GARDEN = ["##"]

# L1.5, and the postcards without a choice (L6.2).
SIMPLE_CARDS = ("metropolitain", "chartier", "sacre-coeur")
OWN_COLOUR_PIECES = {
    "le-peintre": "painter",
    "lampadaire": "streetlight piece",
    "moulin-rouge": "dancer",
}
SIDES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
DEGREES = ("0", "90", "180", "270")
SPACES = [column + row for row in "12345678" for column in "abcdefgh"]
SQUARES = [column + row for row in "1357" for column in "aceg"]


def step(space: str, right: int, up: int) -> str | None:
    """The space at this distance, if it is on the board."""
    there = chr(ord(space[0]) + right) + chr(ord(space[1]) + up)
    return there if "a" <= there[0] <= "h" and "1" <= there[1] <= "8" else None


def at_sides(space: str) -> set[str]:
    """The spaces that share a side with a space."""
    found = {step(space, right, up) for right, up in SIDES.values()}
    return {there for there in found if there is not None}


def at_corners(space: str) -> set[str]:
    """The spaces that touch a space at a corner."""
    found = {step(space, right, up) for right, up in CORNERS}
    return {there for there in found if there is not None}


def clockwise(rows: list[str]) -> list[str]:
    """A picture after a quarter turn."""
    return ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]


def turned_pictures(rows: list[str]) -> dict[str, list[str]]:
    """The pictures by degrees; a turn that looks like a smaller one is left out."""
    found: dict[str, list[str]] = {}
    for degrees in DEGREES:
        if rows not in found.values():
            found[degrees] = rows
        rows = clockwise(rows)
    return found


def spaces_of_picture(rows: list[str], corner: str) -> dict[str, str] | None:
    """The sign on each space of a picture with this lower left corner; None off the board."""
    found = {}
    for up, row in enumerate(reversed(rows)):
        for right, sign in enumerate(row):
            there = step(corner, right, up)
            if there is None:
                return None
            found[there] = sign
    return found


def places(rows: list[str]) -> list[tuple[str, str, frozenset[str]]]:
    """Every place of a piece on an empty board: corner, degrees, spaces."""
    found = []
    for degrees, picture in turned_pictures(rows).items():
        for corner in SPACES:
            signs = spaces_of_picture(picture, corner)
            if signs is not None:
                covered = frozenset(there for there, sign in signs.items() if sign == "#")
                found.append((corner, degrees, covered))
    return found


PLACES = {name: places(rows) for name, rows in {**SHAPES, "garden": GARDEN}.items()}


@dataclass
class Building:
    """A building on the board."""

    owner: str
    spaces: set[str]


@dataclass
class ReferenceGame:
    """One game, changed in place by `play`."""

    hands: dict[str, set[int]]
    piles: dict[str, list[int]]
    postcards: list[str]
    turn: str | None
    hand_size: int = 1
    penseur: str = "any"
    phase: int = 1
    colour: dict[str, str] = field(default_factory=dict)
    standing_on: dict[str, str] = field(default_factory=dict)
    laid: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLAYERS, 0))
    pool: set[str] = field(default_factory=lambda: set(SHAPES))
    reserve: dict[str, set[str]] = field(default_factory=lambda: {p: set() for p in PLAYERS})
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLAYERS, 4))
    activated: dict[str, str] = field(default_factory=dict)
    powers: dict[str, str] = field(default_factory=dict)
    buildings: dict[str, Building] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    statue_faces: str = ""
    levitated: str | None = None
    passed_in_a_row: int = 0

    # What may be done

    def legal(self) -> set[str]:
        """All legal moves in notation."""
        return set(self.moves())

    def moves(self) -> Iterator[str]:
        if self.turn is None:
            return
        if self.phase == 1:
            yield from self.laying_moves(self.turn)
        elif self.levitated is not None:
            yield from self.builds(self.turn, self.levitated, powers=True)
        else:
            yield from self.building_moves(self.turn)

    def laying_moves(self, player: str) -> Iterator[str]:
        """L3.1, L3.2."""
        for tile in self.hands[player]:
            for square in SQUARES:
                if square not in self.colour:
                    for degrees in DEGREES:
                        yield f"lay:{tile}:{square}:{degrees}"
        for building in self.pool:
            yield f"take:{building}"
        if self.laid[player] == 8:
            yield "pass"

    def building_moves(self, player: str) -> Iterator[str]:
        """L4.2, L4.3."""
        for building in self.reserve[player]:
            yield from self.builds(player, building, powers=True)
        if self.tokens[player] > 0:
            for card in self.postcards:
                if card not in self.activated:
                    yield from self.activations(player, card)
        elif not self.has_build(player, powers=False):
            yield "pass"

    def free(self, space: str) -> bool:
        """L1.2."""
        return space in self.colour and space not in self.standing_on

    def is_free_own_colour(self, player: str, space: str) -> bool:
        """L6.3."""
        return self.free(space) and self.colour[space] == player

    def fits(self, player: str, spaces: frozenset[str], powers: bool) -> bool:
        """L5.1, L7.3, L7.4."""
        streetlights = rivals = 0
        for space in spaces:
            if not self.free(space):
                return False
            if self.colour[space] == "streetlight":
                streetlights += 1
            elif self.colour[space] == RIVAL[player]:
                rivals += 1
        metro = 1 if powers and self.powers.get("metropolitain") == player else 0
        chartier = 1 if powers and self.powers.get("chartier") == player else 0
        return streetlights <= metro and rivals <= chartier

    def builds(self, player: str, building: str, powers: bool) -> Iterator[str]:
        for corner, degrees, spaces in PLACES[building]:
            if self.fits(player, spaces, powers):
                yield f"build:{building}:{corner}:{degrees}"

    def has_build(self, player: str, powers: bool) -> bool:
        return any(
            self.fits(player, spaces, powers)
            for building in self.reserve[player]
            for _, _, spaces in PLACES[building]
        )

    def activations(self, player: str, card: str) -> Iterator[str]:
        """L6.2 and L7."""
        if card in SIMPLE_CARDS:
            yield card
            return
        yield f"{card}:undone"
        if card == "levitation":
            for taken in self.pool:
                if any(self.fits(player, spaces, True) for _, _, spaces in PLACES[taken]):
                    for given in self.reserve[player]:
                        yield f"levitation:{given}:{taken}"
        elif card == "jardin-des-plantes":
            for corner, degrees, spaces in PLACES["garden"]:
                if self.fits(player, spaces, True):
                    yield f"jardin-des-plantes:{corner}:{degrees}"
        else:
            for space in SPACES:
                yield from self.piece_moves(player, card, space)

    def piece_moves(self, player: str, card: str, space: str) -> Iterator[str]:
        if not self.free(space):
            return
        colour = self.colour[space]
        if card in OWN_COLOUR_PIECES and colour == player:
            yield f"{card}:{space}"
        if card == "la-grande-lumiere" and colour == "streetlight":
            yield f"{card}:{space}"
        if card == "fontaine-des-mers":
            made_mixed = colour == RIVAL[player] and self.powers.get("chartier") == player
            if colour in (player, "mixed") or made_mixed:
                yield f"{card}:{space}"
        if card == "le-penseur" and colour == player:
            for side, (right, up) in SIDES.items():
                front = step(space, right, up)
                if front is not None and self.free(front):
                    yield f"{card}:{space}:{side}"
        if card == "bouquinistes" and colour == player:
            for name, building in self.buildings.items():
                if building.owner == player and building.spaces & at_sides(space):
                    yield f"{card}:{space}:{name}"

    # What a move does

    def play(self, text: str) -> None:
        """Make a legal move."""
        player = self.turn
        assert player is not None
        verb, *words = text.split(":")
        if self.phase == 1:
            self.play_laying(player, verb, words)
            return
        if verb == "pass":
            self.passed_in_a_row += 1
            self.next_turn()
            return
        if verb == "build":
            building, corner, degrees = words
            self.reserve[player].discard(building)
            self.levitated = None
            self.put_building(player, building, corner, degrees)
        else:
            self.activated[verb] = player
            self.tokens[player] -= 1
            self.act(player, verb, words)
            if self.levitated is not None:
                return
        self.passed_in_a_row = 0
        self.next_turn()

    def play_laying(self, player: str, verb: str, words: list[str]) -> None:
        if verb == "lay":
            tile, square, degrees = words
            self.lay(player, int(tile), square, DEGREES.index(degrees))
        elif verb == "take":
            self.pool.remove(words[0])
            self.reserve[player].add(words[0])
        self.turn = RIVAL[player]
        if self.laid == {"orange": 8, "blue": 8}:
            # L4.1: the player who lays the last tile was not the first to lay all eight.
            self.phase = 2

    def lay(self, player: str, tile: int, square: str, turns: int) -> None:
        rows = TILES[tile]
        for _ in range(turns):
            rows = clockwise(rows)
        signs = spaces_of_picture(rows, square)
        assert signs is not None
        meaning = {"o": player, "r": RIVAL[player], "m": "mixed", "L": "streetlight"}
        for space, sign in signs.items():
            self.colour[space] = meaning[sign]
        self.laid[player] += 1
        self.hands[player].remove(tile)
        while len(self.hands[player]) < self.hand_size and self.piles[player]:
            self.hands[player].add(self.piles[player].pop(0))

    def put_building(self, player: str, building: str, corner: str, degrees: str) -> None:
        spaces = next(s for c, d, s in PLACES[building] if (c, d) == (corner, degrees))
        for space in spaces:
            self.standing_on[space] = building
            self.spend_for(player, space)
        self.buildings[building] = Building(player, set(spaces))

    def spend_for(self, player: str, space: str) -> None:
        """Spend a held power if a place needs it."""
        if self.colour[space] == "streetlight":
            del self.powers["metropolitain"]
        if self.colour[space] == RIVAL[player]:
            del self.powers["chartier"]

    def act(self, player: str, card: str, words: list[str]) -> None:
        if card in ("metropolitain", "chartier"):
            self.powers[card] = player
        elif card == "sacre-coeur" or words == ["undone"]:
            return
        elif card == "levitation":
            given, taken = words
            self.reserve[player].remove(given)
            self.pool.remove(taken)
            self.pool.add(given)
            self.reserve[player].add(taken)
            self.levitated = taken
        elif card == "jardin-des-plantes":
            self.put_building(player, "garden", words[0], words[1])
        elif card == "bouquinistes":
            space, host = words
            self.standing_on[space] = host
            self.buildings[host].spaces.add(space)
        else:
            if card == "fontaine-des-mers":
                self.spend_for(player, words[0])
            self.standing_on[words[0]] = card
            self.pieces[card] = words[0]
            if card == "le-penseur":
                self.statue_faces = words[1]

    def next_turn(self) -> None:
        """L4.3, L4.4."""
        assert self.turn is not None
        while True:
            if self.passed_in_a_row >= 2 and not any(self.tokens.values()):
                self.turn = None
                return
            self.turn = RIVAL[self.turn]
            if self.tokens[self.turn] > 0 or self.has_build(self.turn, powers=True):
                return
            self.passed_in_a_row += 1

    # What it is worth (L8)

    def score(self, player: str) -> dict[str, int]:
        """The points by line."""
        return {
            "light": self.light(player),
            "group": self.group(player),
            "unbuilt": 0
            if self.activated.get("sacre-coeur") == player
            else -3 * len(self.reserve[player]),
            "postcards": sum(
                self.piece_score(player, card)
                for card in self.pieces
                if self.activated[card] == player
            ),
        }

    def walls(self) -> set[str]:
        return {space for building in self.buildings.values() for space in building.spaces}

    def streetlights(self) -> dict[str, set[str]]:
        """Every shining streetlight and the spaces it lights (L7.8, L7.12, L8.1)."""
        found = {}
        for space, colour in self.colour.items():
            if colour == "streetlight" and space not in self.standing_on:
                found[space] = at_sides(space)
        if "lampadaire" in self.pieces:
            found[self.pieces["lampadaire"]] = at_sides(self.pieces["lampadaire"])
        if "la-grande-lumiere" in self.pieces:
            lamp = self.pieces["la-grande-lumiere"]
            found[lamp] = at_sides(lamp) | at_corners(lamp)
            for right, up in SIDES.values():
                between, far = step(lamp, right, up), step(lamp, 2 * right, 2 * up)
                if far is not None and between not in self.walls():
                    found[lamp].add(far)
        return found

    def light(self, player: str) -> int:
        lit_by = self.streetlights().values()
        return sum(
            len(building.spaces) * sum(1 for lit in lit_by if lit & building.spaces)
            for building in self.buildings.values()
            if building.owner == player
        )

    def group(self, player: str) -> int:
        mine = [b.spaces for b in self.buildings.values() if b.owner == player]
        best = 0
        while mine:
            group = [mine.pop()]
            for member in group:
                around = {there for space in member for there in at_sides(space)}
                touching = [other for other in mine if other & around]
                group += touching
                mine = [other for other in mine if other not in touching]
            best = max(best, sum(len(member) for member in group))
        return best

    def area(self, start: str, over: set[str]) -> set[str]:
        found, edge = {start}, [start]
        while edge:
            for there in at_sides(edge.pop()):
                if there in over and there not in found:
                    found.add(there)
                    edge.append(there)
        return found

    def piece_score(self, player: str, card: str) -> int:
        space = self.pieces[card]
        if card == "le-peintre":
            area = self.area(space, set(SPACES) - self.walls())
            return 2 * len(area & set(self.streetlights()))
        if card == "moulin-rouge":
            ground = {s for s in SPACES if self.free(s) and self.colour[s] != "streetlight"}
            return len(self.area(space, ground))
        if card == "fontaine-des-mers":
            mine = [b.spaces for b in self.buildings.values() if b.owner == player]
            return 3 * sum(1 for spaces in mine if spaces & at_sides(space))
        if card == "le-penseur":
            return self.statue_score(player, space)
        return 0

    def statue_score(self, player: str, space: str) -> int:
        """L7.11."""
        front = step(space, *SIDES[self.statue_faces])
        if front is None or not self.free(front):
            return 0
        sides = [s for s in at_sides(space) if self.free(s)]
        if self.penseur == "own":
            sides = [s for s in sides if self.colour[s] == player]
        return 2 * len(sides) + sum(1 for s in at_corners(space) if self.free(s))

    def ranks(self) -> list[int]:
        """L8.6: the places of orange and blue."""
        standing = []
        for player in PLAYERS:
            bare = sum(1 for s, c in self.colour.items() if c == player and self.free(s))
            standing.append((sum(self.score(player).values()), bare))
        return [1 + sum(1 for other in standing if other > mine) for mine in standing]


def from_deal(position: Mapping[str, object], options: Mapping[str, object]) -> ReferenceGame:
    """The same deal as a position in JSON before the first move."""
    found = dict(position)
    hands, piles, cards = found["hands"], found["piles"], found["postcards"]
    assert isinstance(hands, dict)
    assert isinstance(piles, dict)
    assert isinstance(cards, list)
    start = found["to_move"]
    assert isinstance(start, str)
    return ReferenceGame(
        hands={player: set(hands[player]) for player in PLAYERS},
        piles={player: list(piles[player]) for player in PLAYERS},
        postcards=[card["name"] for card in cards],
        turn=start,
        hand_size=2 if options["two-tile-hand"] else 1,
        penseur=str(options["penseur"]),
    )
