"""A counter that several threads of compiled code share."""

from __future__ import annotations

from typing import Any

from lutetia.kernel.compiled import JIT

if JIT:
    from numba import types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def taken(typing_context: Any, counter: Any, number: Any) -> Any:
        """`taken(counter, number)`: add a number to an array of one int64, and return what it was.

        Two threads never get the same answer.
        """
        if not isinstance(counter, types.Array) or counter.dtype != types.int64:
            raise TypingError("taken takes an array of int64")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(counter)(context, builder, value=arguments[0])
            return builder.atomic_rmw("add", array.data, arguments[1], "monotonic")

        return types.int64(counter, types.int64), generate

else:

    def taken(counter: Any, number: int) -> int:
        """Add a number to an array of one int64, and return what it was."""
        before = int(counter[0])
        counter[0] += number
        return before
