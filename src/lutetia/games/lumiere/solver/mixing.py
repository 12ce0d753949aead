"""Mixing words into 64-bit hashes."""

from __future__ import annotations

import numpy as np

from lutetia.kernel.compiled import inlined
from lutetia.kernel.types import Word

FACTOR = np.uint64(0x9E3779B97F4A7C15)
OTHER = np.uint64(0xD6E8FEB86659FD93)


@inlined
def mixed(hash_: Word, word: Word) -> Word:
    """The hash with one more word."""
    hash_ = (hash_ ^ word) * FACTOR
    return hash_ ^ (hash_ >> np.uint64(32))


@inlined
def finished(hash_: Word) -> Word:
    """Spread the last words over all bits."""
    hash_ = (hash_ ^ (hash_ >> np.uint64(29))) * OTHER
    return hash_ ^ (hash_ >> np.uint64(32))
