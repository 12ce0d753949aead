"""Chance: the published generator, exact uniformity, and a shuffle with a commitment."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lutetia.kernel.chance import (
    SEED_BYTES,
    below,
    commitment,
    derived_seed,
    fresh_seed,
    generator,
    next_word,
    shuffle,
)
from lutetia.kernel.compiled import JIT
from lutetia.kernel.types import Words

WORD = 2**64
SAMPLE = 20_000 if JIT else 2_000


def xoshiro(state: list[int]) -> Iterator[int]:
    """The same generator in whole numbers, written from its authors' description."""

    def rotated(word: int, places: int) -> int:
        return (word << places | word >> 64 - places) % WORD

    while True:
        yield rotated(state[1] * 5 % WORD, 7) * 9 % WORD
        shifted = state[1] << 17
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] = (state[2] ^ shifted) % WORD
        state[3] = rotated(state[3], 45)


def started(*words: int) -> Words:
    return np.array(words, dtype=np.uint64)


@pytest.mark.plain
def test_the_first_words_from_1_2_3_4_are_the_published_ones() -> None:
    chance = started(1, 2, 3, 4)
    assert [int(next_word(chance)) for _ in range(10)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


@pytest.mark.plain
@given(st.lists(st.integers(0, WORD - 1), min_size=4, max_size=4))
def test_every_state_goes_on_as_described(words: list[int]) -> None:
    chance, expected = started(*words), xoshiro(list(words))
    assert [int(next_word(chance)) for _ in range(20)] == [next(expected) for _ in range(20)]


@pytest.mark.plain
@given(st.lists(st.integers(0, WORD - 1), min_size=4, max_size=4), st.integers(1, 2**32 - 1))
def test_below_stays_below(words: list[int], bound: int) -> None:
    chance = started(*words, 1)[:4]
    chance[0] |= np.uint64(1)  # a generator with only zeros gives only zeros
    for _ in range(5):
        assert 0 <= below(chance, bound) < bound


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(classes: int) -> float:
    """The value that chi-square exceeds once in about 100,000 samples (Wilson and Hilferty)."""
    freedom = classes - 1
    return freedom * (1 - 2 / (9 * freedom) + 4.27 * math.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.plain
@pytest.mark.parametrize("bound", [2, 3, 7, 12, 52, 100])
def test_below_is_uniform(bound: int) -> None:
    chance = generator(derived_seed("uniform", bound))
    counts = Counter(int(below(chance, bound)) for _ in range(SAMPLE))
    assert chi_square([counts[number] for number in range(bound)]) < limit(bound)


@pytest.mark.parametrize("bound", [3 * 2**30, 2**31 + 1, 2**32 - 1])
def test_below_is_uniform_where_a_careless_one_is_not(bound: int) -> None:
    """Without rejection, every third number of 3·2³⁰ would come twice as often."""
    chance = generator(derived_seed("careless", bound))
    numbers = [int(below(chance, bound)) for _ in range(SAMPLE)]
    assert chi_square(list(Counter(number % 3 for number in numbers).values())) < limit(3)
    parts = Counter(number * 16 // bound for number in numbers)
    assert chi_square([parts[part] for part in range(16)]) < limit(16)


@pytest.mark.plain
def test_one_stone_leaves_no_choice() -> None:
    chance = generator(bytes(32))
    assert [int(below(chance, 1)) for _ in range(10)] == [0] * 10


def test_every_order_of_four_cards_is_equally_likely() -> None:
    chance = generator(derived_seed("shuffle"))
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(SAMPLE):
        cards = np.arange(4)
        shuffle(chance, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert chi_square([counts[order] for order in permutations(range(4))]) < limit(24)


@pytest.mark.plain
def test_a_shuffle_keeps_the_cards_and_leaves_the_rest_alone() -> None:
    chance = generator(derived_seed("part"))
    for count in range(9):
        cards = np.arange(12)
        shuffle(chance, cards, count)
        assert sorted(cards[:count].tolist()) == list(range(count))
        assert cards[count:].tolist() == list(range(count, 12))


@pytest.mark.plain
def test_a_generator_is_the_hash_of_its_seed() -> None:
    seed = derived_seed("one")
    digest = hashlib.sha256(b"lutetia generator 1\n" + seed).digest()
    words = [int.from_bytes(digest[at : at + 8], "little") for at in (0, 8, 16, 24)]
    assert generator(seed).tolist() == words
    assert generator(seed).dtype == np.uint64


@pytest.mark.plain
def test_a_commitment_is_a_different_hash_of_the_seed() -> None:
    seed = derived_seed("one")
    assert commitment(seed) == hashlib.sha256(b"lutetia commitment 1\n" + seed).hexdigest()
    assert commitment(seed) != commitment(derived_seed("two"))
    assert bytes.fromhex(commitment(seed)) != generator(seed).tobytes()


@pytest.mark.plain
def test_seeds_are_long_enough_and_derived_ones_repeat() -> None:
    assert len(fresh_seed()) == len(derived_seed("x")) == SEED_BYTES == 32
    assert fresh_seed() != fresh_seed()
    assert derived_seed("game", 1) == derived_seed("game", 1) != derived_seed("game", 2)
