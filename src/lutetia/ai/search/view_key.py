"""A 64-bit hash of a view. The search tree finds its nodes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lutetia.kernel.compiled import JIT, compiled
from lutetia.kernel.types import Record, Word, Words

if TYPE_CHECKING:
    # Not a part of the machine code: a change of the contract needs no new compilation.
    from lutetia.kernel.contract import Game

WORD = 8

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def word_at(typing_context: Any, record: Any, offset: Any) -> Any:
        """`word_at(record, offset)`: eight bytes of a record, at any offset."""
        if not isinstance(record, types.Record):
            raise TypingError("word_at takes a record")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            first = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
            place = builder.gep(first, [arguments[1]])
            word = builder.bitcast(place, ir.IntType(64).as_pointer())
            return builder.load(word, align=1)

        return types.uint64(record, types.int64), generate

else:

    def word_at(record: Record, offset: int) -> Word:
        """Eight bytes of a record, at any offset."""
        return np.frombuffer(record.tobytes(), dtype="<u8", count=1, offset=offset)[0]


def field_masks(state_type: np.dtype[Any]) -> Words:
    """For each word of a record: the bits that belong to a field.

    The bytes between fields may hold anything. If the last word would reach beyond the record, it
    is moved back to end with the record. The mask removes the bits that the word before contains.
    """
    used = np.zeros(state_type.itemsize, dtype=np.uint8)
    assert state_type.fields is not None
    for field_type, offset, *_ in state_type.fields.values():
        used[offset : offset + field_type.itemsize] = 0xFF
    whole, rest = divmod(state_type.itemsize, WORD)
    masks = used[: whole * WORD]
    if rest:
        last = used[-WORD:].copy()
        last[: WORD - rest] = 0
        masks = np.concatenate([masks, last])
    return masks.view("<u8").astype(np.uint64)


@compiled
def digest(record: Record, masks: Words, size: int) -> Word:
    """A hash of all fields of a record of `size` bytes."""
    found = np.uint64(0x9E3779B97F4A7C15)
    for index in range(len(masks)):
        word = word_at(record, min(index * WORD, size - WORD)) & masks[index]
        found = (found ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        found ^= found >> np.uint64(29)
    found *= np.uint64(0x94D049BB133111EB)
    return found ^ (found >> np.uint64(32))


def view_key(game: Game, view: Record) -> int:
    """The hash of a view, for Python code."""
    return int(digest(view, field_masks(game.state_type), game.state_type.itemsize))
