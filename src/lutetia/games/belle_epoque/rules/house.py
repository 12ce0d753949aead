"""House rules: options of our own, off by default. No rulebook has them (docs/balance.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lutetia.kernel.options import Option
from lutetia.kernel.types import Record

HOUSE_RULES = (
    Option(
        "steps",
        "any",
        ("any", "six"),
        "H1.1",
        "house rule: a flâneur walks to any later tile, or only to one of the next six",
    ),
    Option(
        "later-francs",
        "none",
        ("none", "more"),
        "H1.2",
        "house rule: later players begin with as many francs as the first, or with more",
    ),
    Option(
        "tile-27",
        "one",
        ("one", "two"),
        "H1.3",
        "house rule: tile 27 lies once on the track, or twice",
    ),
    Option(
        "scoring-key",
        "fourth",
        ("fourth", "third", "second"),
        "H1.4",
        "house rule: the key in a district that brings a scoring tile",
    ),
    Option(
        "medals",
        "sold",
        ("sold", "kept"),
        "H1.5",
        "house rule: medals can be sold, or only given up at landmarks and for tile 23",
    ),
    Option(
        "second-tiles",
        "usual",
        ("usual", "all"),
        "H1.6",
        "house rule: second bonus tiles lie on the track from three or four players on, or always",
    ),
)
USUAL_KEY = 4
EARLIER_KEYS = {"third": 3, "second": 2}
NEAR_TILES = {"any": 0, "six": 6}
LATER_FRANCS = {2: (8,), 3: (5, 0), 4: (6, 2, 2)}
"""How many francs the second, third and fourth player have more than the first. Measured for games
with two tiles 27."""


def fill_house_rules(
    box: Record, seats: int, options: Mapping[str, Any], twice: Sequence[int]
) -> None:
    """Write the chosen house rules into the box, after the components.

    `twice` are the bonus tiles that have a second copy."""
    box.near_tiles = NEAR_TILES[options["steps"]]
    if options["later-francs"] == "more":
        box.later_francs[1:seats] = LATER_FRANCS[seats]
    if options["tile-27"] == "two":
        box.bonus_copies[27 - 1] = 2
    if options["second-tiles"] == "all":
        for tile in twice:
            box.bonus_copies[tile - 1] = 2
    if options["scoring-key"] in EARLIER_KEYS:
        box.keys_for_scoring = EARLIER_KEYS[options["scoring-key"]]
    box.medals_kept = options["medals"] == "kept"
