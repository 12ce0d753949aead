"""The deal, from its description in docs/notation.md alone: nothing of our generator is used."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lutetia.games.lumiere.rules.names import POSTCARDS
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import commitment, derived_seed
from lutetia.kernel.contract import Game

WORD = 2**64


def rotl(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) % WORD


class Chance:
    """xoshiro256** as the page tells it."""

    def __init__(self, seed: bytes) -> None:
        state = hashlib.sha256(b"lutetia generator 1\n" + seed).digest()
        self.s = [int.from_bytes(state[at : at + 8], "little") for at in range(0, 32, 8)]

    def word(self) -> int:
        s = self.s
        word = rotl(s[1] * 5 % WORD, 7) * 9 % WORD
        shifted = s[1] * 2**17 % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotl(s[3], 45)
        return word

    def below(self, n: int) -> int:
        while True:
            m = (self.word() >> 32) * n
            if m % 2**32 >= 2**32 % n:
                return m >> 32

    def shuffled(self, cards: list[int]) -> list[int]:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


seeds = st.binary(min_size=32, max_size=32)


@cache
def opened(two: bool, postcards: str, start: str) -> Game:
    options = {"two-tile-hand": two, "postcards": postcards, "start": start}
    return open_game("lumiere", options=options)


@pytest.mark.plain
@given(seeds, st.booleans(), st.booleans(), st.sampled_from(["drawn", "orange", "blue"]))
def test_the_deal_of_la_cite(seed: bytes, two: bool, drawn_cards: bool, start: str) -> None:
    game = opened(two, "random" if drawn_cards else "first-game", start)
    found = game.position(game.deal(seed))

    chance = Chance(seed)
    for seat in ("orange", "blue"):
        tiles = chance.shuffled(list(range(1, 9)))
        held = 2 if two else 1
        assert found["hands"][seat] == sorted(tiles[:held])
        assert found["piles"][seat] == tiles[held:]
    cards = chance.shuffled(list(range(12)))[:8] if drawn_cards else list(range(8))
    assert {card["name"] for card in found["postcards"]} == {POSTCARDS[card] for card in cards}
    starter = ("orange", "blue")[chance.below(2)] if start == "drawn" else start
    assert found["to_move"] == starter


@cache
def opened_belle(players: int, setup: str, placement: str, start: str) -> Game:
    options = {"setup": setup, "placement": placement, "start": start}
    return open_game("belle_epoque", players, options)


@pytest.mark.plain
@given(
    seeds,
    st.integers(2, 4),
    st.sampled_from(["basic", "advanced"]),
    st.sampled_from(["own-district", "any-district"]),
    st.sampled_from(["drawn", "blue"]),
)
def test_the_deal_of_the_belle_epoque(
    seed: bytes, players: int, setup: str, placement: str, start: str
) -> None:
    game = opened_belle(players, setup, placement, start)
    found = game.position(game.deal(seed))
    districts = list(found["districts"])
    values = (1, 2, 3, 4, 5, 8)

    chance = Chance(seed)
    home = [f"{district}:{value}" for district in districts for value in values]
    tiles = [home[tile] for tile in chance.shuffled(list(range(36)))]
    away = 0 if placement == "any-district" else 3
    assert found["put_away"] == tiles[:away]
    height = (36 - away) // 3
    for number, pile in enumerate(found["piles"]):
        assert pile["tiles"] == tiles[away + number * height :][:height][::-1]
    first = chance.below(players)
    assert found["first"] == (
        ("orange", "blue", "absinthe", "peony")[first] if start == "drawn" else start
    )
    if setup == "advanced":
        kinds = ("wood", "marble", "bronze-medal", "silver-medal", "gold-medal")
        tokens = [kinds[token // 6] for token in chance.shuffled(list(range(30)))]
        for district in districts:
            laid = [found["districts"][district]["spaces"][str(v)]["token"] for v in values]
            assert laid == [*(tokens.pop(0) for _ in range(5)), "gold"]
        track = [
            10 * zone + tile + 1 for zone in range(3) for tile in chance.shuffled([*range(10)])
        ]
        assert [place["tile"] for place in found["track"]] == track


@given(seeds)
def test_the_commitment(seed: bytes) -> None:
    assert commitment(seed) == hashlib.sha256(b"lutetia commitment 1\n" + seed).hexdigest()
    assert len(b"lutetia commitment 1\n") == 21
    assert len(b"lutetia generator 1\n") == 20


def test_seeds_that_follow_from_a_name() -> None:
    expected = hashlib.sha256(b"lutetia seed 1\nselfplay\nx\n3").digest()
    assert derived_seed("selfplay", "x", 3) == expected


@given(st.integers(1, 2**32 - 1), seeds)
def test_numbers_stay_below_their_bound(bound: int, seed: bytes) -> None:
    chance = Chance(seed)
    assert all(0 <= chance.below(bound) < bound for _ in range(20))


def test_numbers_are_drawn_in_sequence() -> None:
    chance = Chance(bytes(32))
    words = [chance.word() for _ in range(100)]
    assert all(one != other for one, other in pairwise(words))
