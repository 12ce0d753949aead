"""Scores a real table of the Belle Époque (docs/notation.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.games.belle_epoque.rules.score_parts import tie_breaks
from lutetia.games.belle_epoque.rules.scoring import TILE_27
from lutetia.games.belle_epoque.rules.state import NONE, STATE
from lutetia.kernel.faults import TableFault, fault, impossible, refuse
from lutetia.kernel.real_table import Description, Detail, Line, Sections, TableResult, sections
from lutetia.kernel.types import Record, new_record

SECTIONS = ("points", "francs", "tile-27", "scoring", "properties")
SETTINGS = ("game", "players")
MOST = 100_000
"""The most points or francs; larger numbers are typing errors."""
TILE_9, TILE_16 = 8, 15
PLACES = ("first", "second", "third")

Property = tuple[int, int]
"""District and site: the spaces by rising value, then the landmarks."""


@dataclass
class DescribedTable:
    """What the text says; its lines are not yet compared with each other."""

    names: list[str]
    points: dict[int, int] = field(default_factory=dict)
    francs: dict[int, int] = field(default_factory=dict)
    tile_27: set[int] = field(default_factory=set)
    scoring: dict[int, int] = field(default_factory=dict)
    """District: scoring tile."""
    keys: Counter[tuple[int, Property]] = field(default_factory=Counter)
    """How many keys a seat has on a property."""

    def owners(self) -> dict[Property, list[int]]:
        """The seats with keys on each property."""
        found: dict[Property, list[int]] = {}
        for seat, place in sorted(self.keys):
            found.setdefault(place, []).append(seat)
        return found

    def owned(self, seat: int, district: int) -> list[Property]:
        """A seat's properties in a district, one for each key, the most valuable first."""
        found = [
            place
            for (owner, place), count in self.keys.items()
            for _ in range(count)
            if owner == seat and place[0] == district
        ]
        return sorted(found, reverse=True)


def score_table(description: Description, components: Path | None = None) -> TableResult:
    """The score of a described table; `BadTable` says what is impossible about it."""
    found = sections(description, SECTIONS, SETTINGS)
    names = _names(found)
    game = BelleEpoque.open(len(names), components=components)
    table = _read(DescribedTable(names), found, game)
    refuse(_faults(table, game))
    state = _state(table)
    return TableResult(
        game=game.id,
        seats=names,
        scores=game.score(state),
        details=[
            detail for seat in range(game.seats) for detail in _details(table, game, state, seat)
        ],
        tie_breaks=tie_breaks(game, state),
        ranks=game.ranks(state),
    )


def _names(found: Sections) -> list[str]:
    line = found.settings.get("players")
    if line is None:
        raise found.settings["game"].fault("the next line is: players NAME NAME…")
    names = [name.lower() for name in line.words[1:]]
    if len(set(names)) != len(names):
        raise line.fault("a player is named twice")
    if len(names) not in BelleEpoque.seat_counts:
        raise line.fault(f"{len(names)} cannot play, 2 to 4 can")
    return names


def _read(table: DescribedTable, found: Sections, game: BelleEpoque) -> DescribedTable:
    for name, target in (("points", table.points), ("francs", table.francs)):
        for line in found.part(name):
            seat = _seat(table, line)
            if len(line.words) != 2:
                raise line.fault(f"write PLAYER and the {name}")
            if seat in target:
                raise line.fault(f"the {name} of {line.words[0]} are given twice")
            target[seat] = _number(line, line.words[1], range(MOST + 1), f"number of {name}")
    for line in found.part("tile-27"):
        if len(line.words) != 1:
            raise line.fault("write one player who has bonus tile 27 (B1.9)")
        seat = _seat(table, line)
        if seat in table.tile_27:
            raise line.fault(f"{line.words[0]} is named twice")
        table.tile_27.add(seat)
        copies = int(game.box.bonus_copies[TILE_27])
        if len(table.tile_27) > copies:
            raise line.fault(f"bonus tile 27 is there {_times(copies)} (B1.9)")
    for line in found.part("scoring"):
        _read_scoring(table, line, game)
    for line in found.part("properties"):
        _read_properties(table, line, game)
    return table


def _seat(table: DescribedTable, line: Line) -> int:
    name = line.words[0].lower()
    if name not in table.names:
        raise line.fault(f"no player is called {line.words[0]!r}")
    return table.names.index(name)


def _district(line: Line, word: str) -> int:
    if word.lower() not in terms.DISTRICTS:
        raise line.fault(f"no district is called {word!r}; there are {', '.join(terms.DISTRICTS)}")
    return terms.DISTRICTS.index(word.lower())


def _number(line: Line, word: str, allowed: range | list[int], what: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10) or int(word) not in allowed:
        raise line.fault(f"{word!r} is no {what}")
    return int(word)


def _read_scoring(table: DescribedTable, line: Line, game: BelleEpoque) -> None:
    """`DISTRICT POINTS`: a scoring tile is named by its points for the first place."""
    if len(line.words) != 2:
        raise line.fault("write DISTRICT and the points for the first")
    district = _district(line, line.words[0])
    firsts = [int(points) for points in game.box.scoring[:, 0]]
    tile = firsts.index(_number(line, line.words[1], firsts, "scoring tile (B1.8)"))
    if district in table.scoring:
        name, sentence = terms.DISTRICTS[district], f"a second scoring tile on {line.words[0]}"
        raise impossible(line, "second-scoring-tile", "B6.4", sentence, district=name)
    if tile in table.scoring.values():
        sentence = f"the scoring tile {line.words[1]} is on the map twice"
        raise impossible(line, "scoring-tile-twice", "B1.8", sentence, tile=firsts[tile])
    table.scoring[district] = tile


def _read_properties(table: DescribedTable, line: Line, game: BelleEpoque) -> None:
    """`PLAYER DISTRICT VALUE…`: one value for each key, banks not counted."""
    if len(line.words) < 3:
        raise line.fault("write PLAYER DISTRICT VALUE…")
    seat = _seat(table, line)
    district = _district(line, line.words[1])
    values = [int(value) for value in game.box.values]
    for word in line.words[2:]:
        site = values.index(_number(line, word, values, "value of a building or landmark (B1.1)"))
        table.keys[seat, (district, site)] += 1


def _faults(table: DescribedTable, game: BelleEpoque) -> list[TableFault]:
    """Everything that is impossible."""
    faults = [
        fault(f"{what}-missing", "", f"the {what} of {name} are missing", player=name)
        for what, given in (("points", table.points), ("francs", table.francs))
        for seat, name in enumerate(table.names)
        if seat not in given
    ]
    limit = int(game.box.hand) + int(game.box.pool)
    for seat, name in enumerate(table.names):
        count = sum(number for (owner, _), number in table.keys.items() if owner == seat)
        if count > limit:
            sentence = f"{name} has {count} keys on properties, and nobody has more than {limit}"
            faults.append(
                fault("too-many-keys", "B1.11", sentence, player=name, n=count, most=limit)
            )
    faults += _landmark_faults(table, game)
    faults += _shared_faults(table, game)
    # Keys never leave a district, so the right to a scoring tile came from one with four keys now.
    in_district = Counter[int]()
    for (_, place), number in table.keys.items():
        in_district[place[0]] += number
    needed = int(game.box.keys_for_scoring)
    full = sum(count >= needed for count in in_district.values())
    if len(table.scoring) > full:
        lying = len(table.scoring)
        sentence = f"{lying} scoring tiles are on the map, and {full} districts have {needed} keys"
        faults.append(
            fault("too-many-scoring-tiles", "B6.4", sentence, n=lying, most=full, keys=needed)
        )
    return faults


def _landmark_faults(table: DescribedTable, game: BelleEpoque) -> list[TableFault]:
    """B1.6: every landmark exists once."""
    places: dict[int, set[int]] = {}
    for _, (district, site) in table.keys:
        if site >= terms.SLOTS:
            places.setdefault(site, set()).add(district)
    return [
        fault(
            "landmark-twice",
            "B1.6",
            f"landmark {int(game.box.values[site])} is in {len(districts)} districts",
            landmark=int(game.box.values[site]),
            districts=[terms.DISTRICTS[district] for district in sorted(districts)],
        )
        for site, districts in sorted(places.items())
        if len(districts) > 1
    ]


def _shared_faults(table: DescribedTable, game: BelleEpoque) -> list[TableFault]:
    """B5.4: a second own key on a property needs tile 9; a key beside another player's, tile 16."""
    doubled = sum(count - 1 for count in table.keys.values())
    shared = sum(len(owners) - 1 for owners in table.owners().values())
    faults = []
    for code, count, tile, what in (
        ("own-keys-together", doubled, TILE_9, "keys beside one of their owner's"),
        ("keys-together", shared, TILE_16, "keys beside another player's"),
    ):
        copies = int(game.box.bonus_copies[tile])
        if count > copies:
            sentence = f"{count} {what}, and bonus tile {tile + 1} is there {_times(copies)}"
            faults.append(fault(code, "B5.4", sentence, n=count, tile=tile + 1, most=copies))
    return faults


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _state(table: DescribedTable) -> Record:
    """A state with the same score as the table."""
    state = new_record(STATE)
    state.to_move = NONE
    state.scoring_tile[:] = NONE
    for seat in range(len(table.names)):
        state.points[seat] = table.points[seat]
        state.francs[seat] = table.francs[seat]
    for seat in table.tile_27:
        state.had[seat] = np.uint64(1 << TILE_27)
    for district, tile in table.scoring.items():
        state.scoring_tile[district] = tile
    for (seat, (district, site)), count in table.keys.items():
        landmark = site - terms.SLOTS
        place = terms.TILES + landmark if landmark >= 0 else district * terms.SLOTS + site
        if landmark >= 0:
            state.laid[district] |= np.uint64(1 << landmark)
        for layer in range(count):
            state.keys[seat, layer] |= np.uint64(1 << place)
    return state


def _details(table: DescribedTable, game: BelleEpoque, state: Record, seat: int) -> list[Detail]:
    lines = game.score(state)[seat]
    details = [Detail(seat, "points", "won in play", lines["points"])]
    if seat in table.tile_27:
        what = f"bonus tile 27: {table.francs[seat]} francs"
        details.append(Detail(seat, "tile-27", what, lines["tile-27"]))
    for district, tile in table.scoring.items():
        owned = table.owned(seat, district)
        if not owned:
            continue
        values = [int(game.box.values[site]) for _, site in owned]
        won = lines[terms.DISTRICTS[district]]
        points = [int(value) for value in game.box.scoring[tile]]
        place = PLACES[points.index(won)] if won else "nothing"
        what = f"{'+'.join(map(str, values))} = {sum(values)}: {place} of {points}"
        details.append(Detail(seat, terms.DISTRICTS[district], what.replace(", ", "/"), won))
    return details
