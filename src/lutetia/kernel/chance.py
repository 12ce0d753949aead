"""Random numbers: a 256-bit generator seeded by a hash, and a fair shuffle.

The generator is an argument of every function that needs chance. It is xoshiro256** (Blackman and
Vigna, 2018): four 64-bit words in an array. It is not a cipher and does not have to be one: all
cards of a whole game reveal far fewer than 256 bits of it (docs/notation.md, "The shuffle").
"""

from __future__ import annotations

import hashlib
import secrets

import numpy as np

from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Words

SEED_BYTES = 32
_COMMITMENT = b"lutetia commitment 1\n"
_GENERATOR = b"lutetia generator 1\n"


def fresh_seed() -> bytes:
    """A secret seed for one game, from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def derived_seed(*parts: object) -> bytes:
    """A seed that follows from its parts: for self-play, tests and puzzles."""
    return hashlib.sha256("\n".join(["lutetia seed 1", *map(str, parts)]).encode()).digest()


def commitment(seed: bytes) -> str:
    """A hash of the seed, published before the first move. It fixes the seed and hides it."""
    return hashlib.sha256(_COMMITMENT + seed).hexdigest()


def generator(seed: bytes) -> Words:
    """The generator that starts from a seed."""
    words = np.frombuffer(hashlib.sha256(_GENERATOR + seed).digest(), dtype="<u8")
    return words.astype(np.uint64)


@compiled
def next_word(chance: Words) -> int:
    """Advance the generator and return 64 bits."""
    first = chance[1] * np.uint64(5)
    word = ((first << np.uint64(7)) | (first >> np.uint64(57))) * np.uint64(9)
    shifted = chance[1] << np.uint64(17)
    chance[2] ^= chance[0]
    chance[3] ^= chance[1]
    chance[1] ^= chance[2]
    chance[0] ^= chance[3]
    chance[2] ^= shifted
    chance[3] = (chance[3] << np.uint64(45)) | (chance[3] >> np.uint64(19))
    return word


@compiled
def below(chance: Words, bound: int) -> int:
    """A whole number from 0 to bound − 1; all are exactly equally likely; bound < 2³²."""
    # Multiply-and-reject on the upper 32 bits (Lemire 2019): no division in the common case.
    limit = np.uint64(bound)
    product = (next_word(chance) >> np.uint64(32)) * limit
    if (product & np.uint64(0xFFFFFFFF)) < limit:
        threshold = (np.uint64(1) << np.uint64(32)) % limit
        while (product & np.uint64(0xFFFFFFFF)) < threshold:
            product = (next_word(chance) >> np.uint64(32)) * limit
    return np.int64(product >> np.uint64(32))  # type: ignore[return-value]


@compiled
def shuffle(chance: Words, cards: np.ndarray, count: int) -> None:
    """Shuffle the first `count` cards in place (Fisher and Yates, from the end)."""
    for last in range(count - 1, 0, -1):
        other = below(chance, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
