"""B1: what is in the box, and the component file with its figures."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.components import current_components, provenance
from lutetia.games.belle_epoque.rules.terms import DISTRICTS, KINDS, TYPES
from lutetia.kernel.components import current_text
from lutetia.kernel.errors import BadComponents
from tests.belle_epoque.boards import dealt, opened, table

pytestmark = pytest.mark.plain

Figures = dict[str, Any]


def figures() -> Figures:
    return tomllib.loads(current_text("lutetia.games.belle_epoque.rules"))


def test_b1_1_districts_values_and_bank_incomes() -> None:
    districts = dealt().position["districts"]
    assert {name: part["income"] for name, part in districts.items()} == {
        "belleville": 2, "la-villette": 3, "montmartre": 4,
        "batignolles": 5, "saint-germain": 6, "chaillot": 7,
    }  # fmt: skip
    assert all(
        list(part["spaces"]) == ["1", "2", "3", "4", "5", "8"] for part in districts.values()
    )


def test_b1_1_the_arc_has_no_income() -> None:
    board = dealt().with_changes(phase="act")
    assert board.play("key:arc").seat(str(board.to_move))["francs"] == 3


def test_b1_2_each_district_has_each_value_and_each_type_once() -> None:
    board = table(built="all")
    for district in DISTRICTS:
        found = [board.space(district, value)["type"] for value in (1, 2, 3, 4, 5, 8)]
        assert sorted(found) == sorted(TYPES)


def test_b1_2_the_table() -> None:
    board = table(built="all")
    rows = {value: [board.space(name, value)["type"] for name in DISTRICTS] for value in (1, 5, 8)}
    assert rows == {
        1: ["cafe", "bakery", "theatre", "residence", "restaurant", "hotel"],
        5: ["theatre", "restaurant", "hotel", "cafe", "bakery", "residence"],
        8: ["residence", "theatre", "bakery", "hotel", "cafe", "restaurant"],
    }


def test_b1_3_a_back_shows_the_district_and_nothing_else() -> None:
    board = dealt()
    game, truth = board.game, board.position
    seen = game.position(game.view(board.state, 0))
    for shown, pile in zip(seen["piles"], truth["piles"], strict=True):
        assert shown == {"left": 11, "back": pile["tiles"][0].split(":")[0], "tiles": None}


def test_b1_4_a_residence_costs_one_wood() -> None:
    setting: Any = {"built": {"montmartre": [5, 8]}, "keys": {"orange": ["montmartre:bank"]}}
    poor = table(**setting, seats={"orange": {"francs": 20}})
    assert poor.refused("move:montmartre:bank:8") == "B5.2"
    assert "move:montmartre:bank:5" in poor.legal()
    rich = table(**setting, seats={"orange": {"francs": 20, "tokens": {"wood": 1}}})
    after = rich.play("move:montmartre:bank:8").seat("orange")
    assert (after["francs"], after["tokens"]["wood"]) == (12, 0)


def test_b1_4_option_eights_asks_the_wood_of_the_eights_instead() -> None:
    setting: Any = {
        "built": {"belleville": [1, 8]},  # a residence of value 1, a hotel of value 8
        "keys": {"orange": ["belleville:bank"]},
        "seats": {"orange": {"francs": 20}},
    }
    board = table(**setting, wood="eights")
    assert "move:belleville:bank:1" in board.legal()
    assert board.refused("move:belleville:bank:8") == "B5.2"
    assert table(**setting).refused("move:belleville:bank:1") == "B5.2"
    assert "move:belleville:bank:8" in table(**setting).legal()


def test_b1_5_six_tokens_of_each_kind_on_the_board() -> None:
    board = dealt()
    beside = {
        value: {board.space(name, value)["token"] for name in DISTRICTS}
        for value in (1, 2, 3, 4, 5, 8)
    }
    assert beside == {
        1: {"bronze-medal"}, 2: {"silver-medal"}, 3: {"gold-medal"},
        4: {"wood"}, 5: {"marble"}, 8: {"gold"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "cost", "kind", "points"),
    [
        (9, {"marble": 1}, "bronze-medal", 3),
        (10, {"gold": 1}, "bronze-medal", 3),
        (11, {"marble": 2}, "silver-medal", 4),
        (12, {"marble": 1, "gold": 1}, "silver-medal", 4),
        (13, {"gold": 2}, "silver-medal", 4),
        (14, {"marble": 2, "gold": 1}, "gold-medal", 5),
        (15, {"marble": 1, "gold": 2}, "gold-medal", 5),
        (16, {"gold": 3}, "gold-medal", 5),
    ],
)
def test_b1_6_landmarks_cost_and_prestige(
    value: int, cost: dict[str, int], kind: str, points: int
) -> None:
    def with_tokens(tokens: dict[str, int]) -> Any:
        return table(keys={"orange": ["arc"]}, seats={"orange": {"francs": 20, "tokens": tokens}})

    move = f"move:arc:chaillot:{value}"
    for resource, needed in cost.items():
        assert with_tokens({**cost, resource: needed - 1}).refused(move) == "B5.2"
    board = with_tokens({**cost, kind: 1}).play(move)
    assert {kind: board.me["tokens"][kind] for kind in cost} == dict.fromkeys(cost, 0)
    assert board.me["francs"] == 20 - value
    assert board.play("discard:1").seat("orange")["points"] == points


def test_b1_7_prices() -> None:
    board = table(
        supply={"wood": 1, "marble": 1, "gold": 1},
        seats={"orange": {"francs": 50, "tokens": dict.fromkeys(KINDS, 1)}},
    )
    prices = {
        text: board.play(text).me["francs"] - 50 for text in sorted(board.legal("buy", "sell"))
    }
    assert prices == {
        "buy:wood": -4, "buy:marble": -5, "buy:gold": -6,
        "sell:wood": 2, "sell:marble": 3, "sell:gold": 4,
        "sell:bronze-medal": 1, "sell:silver-medal": 2, "sell:gold-medal": 3,
    }  # fmt: skip


def test_b1_7_prestige_cannot_be_bought() -> None:
    assert opened().parse_exact("buy:bronze-medal") is None


def test_b1_8_scoring_tiles() -> None:
    assert dealt().position["scoring_tiles"] == [20, 18, 16, 14, 12, 10]
    assert [[int(x) for x in row] for row in opened().box.scoring] == [
        [20, 10, 5], [18, 9, 4], [16, 8, 4], [14, 7, 3], [12, 6, 3], [10, 5, 2],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "twice"),
    [(2, []), (3, [2, 3, 4, 10, 13, 18]), (4, [2, 3, 4, 6, 8, 10, 11, 13, 15, 18, 21, 26])],
)
def test_b1_9_second_copies_by_number_of_players(players: int, twice: list[int]) -> None:
    track = dealt(players).position["track"]
    assert [place["tile"] for place in track] == list(range(1, 31))
    assert [place["tile"] for place in track if place["left"] == 2] == twice
    assert sum(place["left"] for place in track) == {2: 30, 3: 36, 4: 42}[players]


def test_b1_10_the_twelve_end_of_game_tiles() -> None:
    assert Counter(dealt().position["end_tiles"]["faces"]) == {
        "points:4": 2, "points:3": 2, "francs:6": 2, "francs:5": 1,
        "resources:1": 2, "resources:2": 1, "prestige:1": 2,
    }  # fmt: skip


@pytest.mark.parametrize(("players", "keys"), [(2, 10), (3, 9), (4, 7)])
def test_b1_11_keys_in_hand_and_in_the_pool(players: int, keys: int) -> None:
    for seat in dealt(players).position["seats"].values():
        assert (seat["hand"], seat["pool"]) == (keys, 2)


def test_version_1_is_played_with_the_first_figures_and_version_2_with_the_calibrated_ones() -> (
    None
):
    first, second = BelleEpoque.open(2, rules_version=1), BelleEpoque.open(2, rules_version=2)
    assert (first.components_digest, second.components_digest) == (
        opened().components_digest,
        current_components().digest(),
    )
    assert [int(price) for price in first.box.buy] == [4, 5, 6]
    assert [int(price) for price in second.box.buy] == [2, 3, 4]
    # A record names its figures, so each version also plays the other ones.
    other = BelleEpoque.open(2, components=second.components_digest, rules_version=1)
    assert other.components_digest == second.components_digest


def test_every_figure_says_where_it_comes_from() -> None:
    rows = provenance(current_components())
    assert {source for _, _, source in rows} == {
        "rulebook", "public", "reconstruction", "calibrated"
    }  # fmt: skip
    told = {place: source for place, _, source in rows}
    assert told["landmarks[6].cost"] == "rulebook"
    assert told["landmarks[7].value"] == "public"
    assert told["bonus_tiles[17].points"] == "rulebook"
    assert told["bonus_tiles[5].building"] == "reconstruction"
    assert told["bonus_tiles[5].points"] == "calibrated"
    assert told["scoring_tiles[2].points[2]"] == "rulebook"
    assert told["scoring_tiles[2].points[1]"] == "reconstruction"


def _write(path: Path, content: Figures) -> Path:
    """A TOML file; it supports only what these components need."""

    def value(found: Any) -> str:
        if isinstance(found, dict):
            return (
                "{ " + ", ".join(f'"{key}" = {value(part)}' for key, part in found.items()) + " }"
            )
        if isinstance(found, list):
            return "[" + ", ".join(map(value, found)) + "]"
        return str(found) if isinstance(found, int) else f'"{found}"'

    path.write_text("\n".join(f"{key} = {value(part)}" for key, part in content.items()), "utf-8")
    return path


def test_a_users_own_file_is_played_with(tmp_path: Path) -> None:
    content = figures()
    content["prices"]["buy"]["gold"] = 9
    content["districts"][0]["income"] = 5
    game = BelleEpoque.open(2, components=_write(tmp_path / "mine.toml", content))
    assert game.components_digest != BelleEpoque.open(2).components_digest
    assert int(game.box.income[0]) == 5
    assert int(game.box.buy[2]) == 9


def test_layout_and_provenance_do_not_change_what_a_file_means(tmp_path: Path) -> None:
    content = figures()
    content["prices"]["from"]["buy"] = "public"
    game = BelleEpoque.open(2, components=_write(tmp_path / "mine.toml", content))
    assert game.components_digest == BelleEpoque.open(2).components_digest


def _set(*path: Any) -> Callable[[Figures], None]:
    *where, last, value = path

    def change(content: Figures) -> None:
        part: Any = content
        for step in where:
            part = part[step]
        part[last] = value

    return change


def _drop(*path: Any) -> Callable[[Figures], None]:
    *where, last = path

    def change(content: Figures) -> None:
        part: Any = content
        for step in where:
            part = part[step]
        del part[last]

    return change


_FIVE_POINTS = {
    "tile": 1, "zone": "A", "francs": 3, "points": 5,
    "from": {"zone": "public", "francs": "public", "points": "public"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_set("format", 2), "format: "),
        (_drop("prices"), "prices: Field required"),
        (_set("landmarks", 2, "value", "eleven"), "landmarks[2].value: "),
        (_set("landmarks", 2, "height", 3), "landmarks[2].height: Extra inputs"),
        (_set("landmarks", 2, "value", 10), "landmarks: the values must rise"),
        (_set("landmarks", 0, "value", 8), "landmarks: the values must rise, from above 8, not 8"),
        (_drop("landmarks", 2, "from", "value"), "landmarks[2]: “from” does not say where value"),
        (_set("landmarks", 2, "from", "value", "hearsay"), "landmarks[2].from.value: "),
        (_set("start", "from", "colour", "public"), "start: “from” names colour"),
        (_set("prices", "sell", "gold", 6), "prices: gold must sell for less than it costs"),
        (_drop("prices", "sell", "gold"), "prices: every kind of token needs its price"),
        (_set("districts", 1, "name", "montmartre"), "districts must be montmartre, la-villette"),
        (_set("districts", 1, "buildings", 0, "hotel"), "districts[1]: la-villette must have each"),
        (_set("districts", 1, "tokens", 0, "gold"), "districts: there must be 6 wood tokens"),
        (
            _set("board", "values", [1, 2, 3, 5, 4, 8]),
            "board: the values must rise, not 1, 2, 3, 5, 4, 8",
        ),
        (_set("board", "points", {"7": 2}), "board: no building has the value 7"),
        (_set("start", "put_away", 4), "start: put_away must leave three piles"),
        (_set("start", "keys", "2", 11), "start: keys and pool are more than the 12"),
        (_drop("start", "keys", "3"), "start: keys must be given for 2, 3 and 4"),
        (_set("scoring_tiles", 1, "points", [20, 9, 4]), "scoring_tiles: the points for the first"),
        (_set("bonus_tiles", 0, "tile", 2), "bonus_tiles[0]: tile 2 needs token"),
        (_set("bonus_tiles", 0, _FIVE_POINTS), "bonus_tiles[0]: tile 1 has no points"),
        (_set("bonus_tiles", 18, "amount", 1), "bonus_tiles[18]: the amount of tile 19 is 2"),
        (_set("bonus_tiles", 17, "building", 7), "bonus_tiles: no building has tile 18's value 7"),
        (_drop("bonus_tiles", 19, "points_by_players", "3"), "bonus_tiles[19]: tile 20 needs 3"),
        (_set("end_tiles", 0, "copies", 3), "end_tiles: there must be 12 copies, not 11"),
        (_set("end_tiles", 1, "amount", 8), "end_tiles: points:8 stands there 2 times, not once"),
        (_set("end_tiles", 5, "amount", 3), "end_tiles[5]: a tile gives at most 2 tokens"),
        (_set("end_tiles", 0, "gives", "resources"), "end_tiles[0]: a tile gives at most 2"),
    ],
)
def test_a_file_that_cannot_be_a_set_is_refused_by_field(
    change: Callable[[Figures], None], fault: str, tmp_path: Path
) -> None:
    content = figures()
    change(content)
    path = _write(tmp_path / "mine.toml", content)
    with pytest.raises(BadComponents, match=r"mine\.toml: " + re.escape(fault)) as caught:
        BelleEpoque.open(2, components=path)
    assert "\n" not in str(caught.value)


def test_tiles_that_move_to_another_place_in_the_list_are_refused(tmp_path: Path) -> None:
    content = figures()
    content["bonus_tiles"].reverse()
    with pytest.raises(
        BadComponents, match="bonus_tiles must be 1 to 30, in this order: 30 stands in"
    ):
        BelleEpoque.open(2, components=_write(tmp_path / "mine.toml", content))


def test_more_end_tokens_than_the_moves_can_name_are_refused(tmp_path: Path) -> None:
    content = figures()
    content["end_tiles"] = [
        {
            "gives": "resources", "amount": 2, "copies": 12,
            "from": dict.fromkeys(["gives", "amount", "copies"], "public"),
        }
    ]  # fmt: skip
    with pytest.raises(BadComponents, match="end_tiles give 24 resources, more than 5"):
        BelleEpoque.open(2, components=_write(tmp_path / "mine.toml", content))
