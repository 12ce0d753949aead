"""A second version of the rules in plain Python: slow, and without any code of the program.

The figures are typed again from the rules. Every key, token and tile is an object in a list. Moves
are the texts of the notation. Only the deal comes from the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import Any

SEATS = ["orange", "blue", "absinthe", "peony"]
DISTRICTS = ["montmartre", "la-villette", "saint-germain", "belleville", "batignolles", "chaillot"]
RESOURCES = ["wood", "marble", "gold"]
MEDALS = ["bronze-medal", "silver-medal", "gold-medal"]
INCOME = dict(zip(DISTRICTS, [4, 3, 6, 2, 5, 7], strict=True))
TABLE = """
1 cafe        bakery      theatre    residence   restaurant hotel
2 bakery      hotel       cafe       restaurant  residence  theatre
3 restaurant  cafe        residence  theatre     hotel      bakery
4 hotel       residence   restaurant bakery      theatre    cafe
5 theatre     restaurant  hotel      cafe        bakery     residence
8 residence   theatre     bakery     hotel       cafe       restaurant
"""
TYPE_OF = {
    f"{district}:{row.split()[0]}": kind
    for row in TABLE.strip().splitlines()
    for district, kind in zip(DISTRICTS, row.split()[1:], strict=True)
}
LANDMARKS: dict[int, tuple[dict[str, int], str, int]] = {
    9: ({"marble": 1}, "bronze-medal", 3),
    10: ({"gold": 1}, "bronze-medal", 3),
    11: ({"marble": 2}, "silver-medal", 4),
    12: ({"marble": 1, "gold": 1}, "silver-medal", 4),
    13: ({"gold": 2}, "silver-medal", 4),
    14: ({"marble": 2, "gold": 1}, "gold-medal", 5),
    15: ({"marble": 1, "gold": 2}, "gold-medal", 5),
    16: ({"gold": 3}, "gold-medal", 5),
}
BUY = {"wood": 4, "marble": 5, "gold": 6}
SELL = {"wood": 2, "marble": 3, "gold": 4, "bronze-medal": 1, "silver-medal": 2, "gold-medal": 3}
SCORING = {20: (20, 10, 5), 18: (18, 9, 4), 16: (16, 8, 4), 14: (14, 7, 3), 12: (12, 6, 3),
           10: (10, 5, 2)}  # fmt: skip
GIFTS = {1: (3, 0), 5: (0, 3), 7: (5, 0), 12: (0, 6), 22: (5, 5)}
RESOURCE_TILES = {2: "wood", 3: "marble", 4: "gold"}
BUILDING_TILES = {6: (1, 2), 11: (2, 3), 15: (3, 4), 18: (4, 5), 26: (5, 6), 28: (8, 8)}
KEY_PRICES = {13: 5, 14: 3}
ANY = {8: (MEDALS, 1), 19: (MEDALS, 2), 10: (RESOURCES, 1), 21: (RESOURCES, 2)}
PAIRS = {23: MEDALS, 24: RESOURCES}


@dataclass
class Key:
    """Where a key is: hand, pool, arc, (district, "bank") or (district, value)."""

    seat: str
    where: Any


@dataclass
class Token:
    """A token that a seat holds."""

    kind: str
    from_tile: bool


@dataclass
class Player:
    """Everything that a seat has except keys."""

    francs: int = 3
    points: int = 0
    meeple: int = 0
    tokens: list[Token] = field(default_factory=list)
    unused: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    end_tiles: list[str] = field(default_factory=list)

    def has(self, kind: str) -> int:
        return sum(token.kind == kind for token in self.tokens)


class Reference:
    """A game from its deal on."""

    def __init__(self, dealt: Mapping[str, Any], options: Mapping[str, str]) -> None:
        self.players = list(dealt["seats"])
        self.any_district = options["placement"] == "any-district"
        self.wood_on_eights = options["wood"] == "eights"
        self.piles = [list(pile["tiles"]) for pile in dealt["piles"]]
        self.tokens = {
            (district, int(value)): space["token"]
            for district, part in dealt["districts"].items()
            for value, space in part["spaces"].items()
        }
        self.buildings: dict[tuple[str, int], str] = {}
        self.landmarks: dict[int, str] = {}
        self.track = {place["tile"]: [place["space"], place["left"]] for place in dealt["track"]}
        self.end_tiles = ["points:4", "points:4", "points:3", "points:3", "francs:6", "francs:6",
                          "francs:5", "resources:1", "resources:1", "resources:2", "prestige:1",
                          "prestige:1"]  # fmt: skip
        self.scoring: dict[str, int] = {}
        self.supply = dict.fromkeys(RESOURCES, 0)
        self.seats = {seat: Player() for seat in self.players}
        self.reach = {"any": 30, "six": 6}[options["steps"]]
        self.keys_for_scoring = {"fourth": 4, "third": 3, "second": 2}[options["scoring-key"]]
        self.medals_kept = options["medals"] == "kept"
        if options["later-francs"] == "more":
            more = {2: [0, 8], 3: [0, 5, 0], 4: [0, 6, 2, 2]}[len(self.players)]
            begins = self.players.index(dealt["first"])
            for seat, francs in zip(
                self.players[begins:] + self.players[:begins], more, strict=True
            ):
                self.seats[seat].francs += francs
        if options["tile-27"] == "two":
            assert self.track[27][1] == 2
        if options["second-tiles"] == "all":
            assert sum(left for _, left in self.track.values()) in (42, 43)
        hand = {2: 10, 3: 9, 4: 7}[len(self.players)]
        self.keys = [Key(seat, "hand") for seat in self.players for _ in range(hand)]
        self.keys += [Key(seat, "pool") for seat in self.players for _ in range(2)]
        self.first: str = dealt["first"]
        self.turn: str | None = self.first
        self.phase = "draw"
        self.drawn: str | None = None
        self.at: Any = None
        self.scoring_key = False
        self.last_round = self.final = False

    @property
    def me(self) -> Player:
        assert self.turn is not None
        return self.seats[self.turn]

    # What may be done

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        moves = set(self.main_moves())
        moves |= set(self.free_actions())
        if self.phase == "end" or (self.phase == "act" and self.final):
            moves.add("end")
        return moves

    def main_moves(self) -> Iterator[str]:
        if self.phase == "draw":
            yield from (f"draw:{n + 1}" for n, pile in enumerate(self.piles) if pile)
        elif self.phase == "place":
            assert self.drawn is not None
            yield from (f"place:{name}" for name in self.districts_for(self.drawn))
        elif self.phase == "act":
            actions = list(self.actions())
            yield from actions
            if not actions and not self.final:
                yield "pass"
        elif self.phase == "choose":
            yield from (f"choose:{face}" for face in self.end_tiles)
        elif self.phase == "bonus":
            price = 2 if self.at[1] == 3 else 0
            if self.me.francs >= price:
                yield from (f"bonus:{tile}" for tile in self.tiles_ahead())
            yield "decline"
        elif self.phase == "prestige":
            medals = self.me.has(LANDMARKS[self.at[1]][1])
            yield from (f"discard:{n}" for n in (1, 2, 3) if n <= medals)
            yield "decline"
        elif self.phase == "scoring":
            for points, district in product(SCORING, DISTRICTS):
                if points not in self.scoring.values() and district not in self.scoring:
                    yield f"score:{points}:{district}"
            yield "decline"

    def districts_for(self, tile: str) -> list[str]:
        value = int(tile.split(":")[1])
        return [
            name
            for name in DISTRICTS
            if (name, value) not in self.buildings
            and not any(
                there == name and TYPE_OF[other] == TYPE_OF[tile]
                for (there, _), other in self.buildings.items()
            )
        ]

    def actions(self) -> Iterator[str]:
        mine = [key for key in self.keys if key.seat == self.turn]
        if any(key.where == "hand" for key in mine):
            if not any(key.where == "arc" for key in mine):
                yield "key:arc"
            for name in DISTRICTS:
                if not any(key.where == (name, "bank") for key in mine):
                    yield f"key:{name}"
        for key in mine:
            if key.where == "arc":
                for name in DISTRICTS:
                    yield from self.ways(f"move:arc:{name}", name, 0)
            elif key.where not in ("hand", "pool"):
                name, start = key.where
                value = 0 if start == "bank" else start
                yield from self.ways(f"move:{name}:{start}", name, value)
        if not any(self.piles) and self.end_tiles:
            yield "take"

    def ways(self, text: str, district: str, start: int) -> Iterator[str]:
        for value in (1, 2, 3, 4, 5, 8, *LANDMARKS):
            if value <= start or not self.can_be_target(district, value):
                continue
            if self.me.francs < value - start:
                continue
            cost = self.resource_cost(district, value)
            if any(self.me.has(kind) < amount for kind, amount in cost.items()):
                continue
            owners = {key.seat for key in self.keys if key.where == (district, value)}
            if not owners:
                yield f"{text}:{value}"
            if self.turn in owners and 9 in self.me.unused:
                yield f"{text}:{value}:with-9"
            if owners - {self.turn} and 16 in self.me.unused:
                yield f"{text}:{value}:with-16"

    def can_be_target(self, district: str, value: int) -> bool:
        if value in LANDMARKS:
            if value in self.landmarks:
                return self.landmarks[value] == district
            return all(
                value > other for other, there in self.landmarks.items() if there == district
            )
        return (district, value) in self.buildings

    def resource_cost(self, district: str, value: int) -> dict[str, int]:
        if value in LANDMARKS:
            return LANDMARKS[value][0]
        if self.wood_on_eights:
            return {"wood": 1} if value == 8 else {}
        return {"wood": 1} if TYPE_OF[self.buildings[district, value]] == "residence" else {}

    def free_tiles(self) -> list[int]:
        had = self.me.unused + self.me.used
        return [tile for tile, (_, left) in self.track.items() if left and tile not in had]

    def tiles_ahead(self) -> list[int]:
        ahead = [tile for tile in self.free_tiles() if self.track[tile][0] > self.me.meeple]
        return sorted(ahead, key=lambda tile: self.track[tile][0])[: self.reach]

    def tiles_behind(self) -> list[int]:
        at = self.me.meeple
        return [tile for tile in self.free_tiles() if 1 <= at - self.track[tile][0] <= 5]

    def free_actions(self) -> Iterator[str]:
        for kind in RESOURCES:
            if self.supply[kind] and self.me.francs >= BUY[kind]:
                yield f"buy:{kind}"
        unsold = MEDALS if self.medals_kept else ()
        yield from (f"sell:{token.kind}" for token in self.me.tokens if token.kind not in unsold)
        for tile in self.me.unused:
            yield from self.activations(tile)
        for face in self.me.end_tiles:
            gives, amount = face.split(":")
            family = {"resources": RESOURCES, "prestige": MEDALS}.get(gives)
            if family is None:
                yield f"activate:{face}"
            else:
                for kinds in combinations_with_replacement(family, int(amount)):
                    yield f"activate:{face}:" + ":".join(kinds)

    def activations(self, tile: int) -> Iterator[str]:
        if tile in ANY:
            family, amount = ANY[tile]
            for kinds in combinations_with_replacement(family, amount):
                yield f"activate:{tile}:" + ":".join(kinds)
        elif tile in PAIRS:
            most = [self.me.has(kind) // 2 for kind in PAIRS[tile]]
            for counts in product(*(range(n + 1) for n in most)):
                if any(counts):
                    yield f"activate:{tile}:" + ":".join(map(str, counts))
        elif tile == 17:
            yield from (f"activate:17:{other}" for other in self.free_tiles())
        elif tile == 25:
            yield from (f"activate:25:{other}" for other in self.tiles_behind())
        elif tile in KEY_PRICES:
            pool = any(key.seat == self.turn and key.where == "pool" for key in self.keys)
            if pool and self.me.francs >= KEY_PRICES[tile]:
                yield f"activate:{tile}"
        elif self.gives_something(tile):
            yield f"activate:{tile}"

    def gives_something(self, tile: int) -> bool:
        if tile in (9, 16, 27):
            return False
        return tile in GIFTS or tile in RESOURCE_TILES or self.points_of(tile) > 0

    def points_of(self, tile: int) -> int:
        players = len(self.players)
        mine: list[Any] = [key.where for key in self.keys if key.seat == self.turn]
        owned: list[Any] = [
            where for where in mine if isinstance(where, tuple) and where[1] != "bank"
        ]
        if tile in BUILDING_TILES:
            value, each = BUILDING_TILES[tile]
            return each * [where[1] for where in owned].count(value)
        if tile == 20:
            return (players - 1) * (len(self.me.unused) - 1)
        if tile == 29:
            return 8 * sum(where[1] in LANDMARKS for where in owned)
        assert tile == 30
        types = {
            "landmark" if where[1] in LANDMARKS else TYPE_OF[self.buildings[where]]
            for where in owned
        }
        return {4: 10, 5: 15, 6: 20, 7: 25}.get(len(types), 0)

    # What it does

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        verb, *words = text.split(":")
        getattr(self, f"do_{verb}")(*words)

    def do_draw(self, pile: str) -> None:
        tile = self.piles[int(pile) - 1].pop(0)
        self.phase = "act"
        if not self.any_district:
            district, value = tile.split(":")
            self.buildings[district, int(value)] = tile
        elif self.districts_for(tile):
            self.drawn = tile
            self.phase = "place"

    def do_place(self, district: str) -> None:
        assert self.drawn is not None
        self.buildings[district, int(self.drawn.split(":")[1])] = self.drawn
        self.drawn = None
        self.phase = "act"

    def do_key(self, where: str) -> None:
        key = next(key for key in self.keys if key.seat == self.turn and key.where == "hand")
        key.where = "arc" if where == "arc" else (where, "bank")
        if where != "arc":
            self.me.francs += INCOME[where]
        self.phase = "end"

    def do_move(self, one: str, two: str, value_text: str, *with_tile: str) -> None:
        district = two if one == "arc" else one
        start: Any = "arc" if one == "arc" else (one, two if two == "bank" else int(two))
        value = int(value_text)
        key = next(key for key in self.keys if key.seat == self.turn and key.where == start)
        from_outside = start == "arc" or start[1] == "bank"
        self.me.francs -= value if from_outside else value - start[1]
        for kind, amount in self.resource_cost(district, value).items():
            self.spend(kind, amount)
        if value in LANDMARKS:
            self.landmarks[value] = district
        for text in with_tile:
            self.use_up(int(text.removeprefix("with-")))
        key.where = (district, value)
        self.benefits(district, value, from_outside)

    def benefits(self, district: str, value: int, from_outside: bool) -> None:
        self.at = (district, value)
        inside = sum(
            isinstance(key.where, tuple) and key.where[0] == district and key.where[1] != "bank"
            for key in self.keys
        )
        self.scoring_key = from_outside and inside == self.keys_for_scoring
        token = self.tokens.get(self.at)
        if token:
            self.me.tokens.append(Token(token, from_tile=False))
            self.tokens[self.at] = None
        if value == 8:
            self.me.points += 2
        # The question comes only if there is an answer, perhaps after using a tile.
        if value in (1, 2, 3) and (self.tiles_ahead() or {17, 25} & set(self.me.unused)):
            self.phase = "bonus"
        elif value in LANDMARKS and (
            self.me.has(LANDMARKS[value][1])
            or {8, 17, 19, 25} & set(self.me.unused)
            or self.me.end_tiles
        ):
            self.phase = "prestige"
        else:
            self.go_on()

    def go_on(self) -> None:
        self.phase = "scoring" if self.scoring_key else "end"
        self.scoring_key = False

    def do_bonus(self, tile: str) -> None:
        self.me.francs -= 2 if self.at[1] == 3 else 0
        self.me.meeple = self.track[int(tile)][0]
        self.take_tile(int(tile))
        self.go_on()

    def do_discard(self, amount: str) -> None:
        _, kind, points = LANDMARKS[self.at[1]]
        self.spend(kind, int(amount))
        self.me.points += points * int(amount)
        self.go_on()

    def do_score(self, points: str, district: str) -> None:
        self.scoring[district] = int(points)
        self.go_on()

    def do_decline(self) -> None:
        self.go_on()

    def do_pass(self) -> None:
        self.phase = "end"

    def do_take(self) -> None:
        self.phase = "choose"

    def do_choose(self, gives: str, amount: str) -> None:
        self.end_tiles.remove(f"{gives}:{amount}")
        self.me.end_tiles.append(f"{gives}:{amount}")
        self.last_round = self.last_round or not self.end_tiles
        self.phase = "end"

    def do_buy(self, kind: str) -> None:
        self.me.francs -= BUY[kind]
        self.supply[kind] -= 1
        self.me.tokens.append(Token(kind, from_tile=False))

    def do_sell(self, kind: str) -> None:
        self.spend(kind, 1)
        self.me.francs += SELL[kind]

    def spend(self, kind: str, amount: int) -> None:
        for _ in range(amount):
            held = [token for token in self.me.tokens if token.kind == kind]
            token = max(held, key=lambda token: token.from_tile)
            self.me.tokens.remove(token)
            if kind in RESOURCES and not token.from_tile:
                self.supply[kind] += 1

    def take_tile(self, tile: int) -> None:
        self.track[tile][1] -= 1
        self.me.unused.append(tile)

    def use_up(self, tile: int) -> None:
        self.me.unused.remove(tile)
        self.me.used.append(tile)

    def do_activate(self, what: str, *words: str) -> None:
        if not what.isdigit():
            self.use_end_tile(what, *words)
            return
        tile = int(what)
        if tile in ANY:
            self.me.tokens += [Token(kind, from_tile=True) for kind in words]
        elif tile in PAIRS:
            for kind, pairs in zip(PAIRS[tile], words, strict=True):
                self.spend(kind, 2 * int(pairs))
                self.me.points += len(self.players) * int(pairs)
        elif tile == 17:
            self.take_tile(int(words[0]))
        elif tile == 25:
            self.me.meeple = self.track[int(words[0])][0]
            self.take_tile(int(words[0]))
        elif tile in KEY_PRICES:
            self.me.francs -= KEY_PRICES[tile]
            next(k for k in self.keys if (k.seat, k.where) == (self.turn, "pool")).where = "hand"
        elif tile in GIFTS:
            self.me.francs += GIFTS[tile][0]
            self.me.points += GIFTS[tile][1]
        elif tile in RESOURCE_TILES:
            self.me.tokens.append(Token(RESOURCE_TILES[tile], from_tile=True))
        else:
            self.me.points += self.points_of(tile)
        self.use_up(tile)

    def use_end_tile(self, gives: str, amount: str, *kinds: str) -> None:
        self.me.end_tiles.remove(f"{gives}:{amount}")
        if gives == "points":
            self.me.points += int(amount)
        elif gives == "francs":
            self.me.francs += int(amount)
        else:
            self.me.tokens += [Token(kind, from_tile=True) for kind in kinds]

    def do_end(self) -> None:
        assert self.turn is not None
        following = self.players[(self.players.index(self.turn) + 1) % len(self.players)]
        if following == self.first:
            if self.final:
                self.turn = None
                return
            self.final = self.last_round
        self.turn = following
        self.phase = "draw" if any(self.piles) else "act"

    # What it is worth

    def scores(self) -> dict[str, dict[str, int]]:
        found = {
            seat: {
                "points": player.points,
                "tile-27": player.francs if 27 in player.unused else 0,
                **dict.fromkeys(DISTRICTS, 0),
            }
            for seat, player in self.seats.items()
        }
        for district, tile in self.scoring.items():
            for seat, points in self.majority(district, SCORING[tile]).items():
                found[seat][district] = points
        return found

    def owned(self, seat: str, district: str | None = None) -> list[int]:
        return [
            key.where[1]
            for key in self.keys
            if key.seat == seat
            and isinstance(key.where, tuple)
            and key.where[1] != "bank"
            and district in (None, key.where[0])
        ]

    def majority(self, district: str, points: tuple[int, ...]) -> dict[str, int]:
        worth = {
            seat: (sum(owned), max(owned))
            for seat in self.players
            if (owned := self.owned(seat, district))
        }
        found = {}
        for seat, mine in worth.items():
            rank = sum(other > mine for other in worth.values())
            half = 2 * mine[0] >= max(other[0] for other in worth.values())
            if rank < 3 and (half or len(self.players) > 2):
                found[seat] = points[rank]
        return found

    def ranks(self) -> list[int]:
        scores = self.scores()
        standing = [
            (sum(scores[seat].values()), self.seats[seat].francs, sum(self.owned(seat)))
            for seat in self.players
        ]
        return [1 + sum(other > mine for other in standing) for mine in standing]
