"""Sets as 64-bit words. Counting and finding members compile to one instruction each."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.kernel.compiled import JIT
from lutetia.kernel.types import Word

if JIT:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def count(typing_context: Any, members: Any) -> Any:
        """`count(members)`: how many members a set has."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(typing_context: Any, members: Any) -> Any:
        """`lowest(members)`: the first member of a set that is not empty."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.uint64), generate

else:

    def count(members: Word) -> int:
        """How many members a set has."""
        return int(members).bit_count()

    def lowest(members: Word) -> int:
        """The first member of a set that is not empty."""
        number = int(members)
        return (number & -number).bit_length() - 1


def constant(value: int) -> Any:
    """An integer as a constant for compiled code.

    Numba compiles a function again for each Python integer that it gets as a constant. A NumPy
    integer has one type for all values.
    """
    return np.int64(value)


def constants(number: int) -> tuple[Any, ...]:
    """The integers from 0 as constants for compiled code."""
    return tuple(constant(value) for value in range(number))
