"""Arrays without reference counting, for compiled code that runs very often.

Numba counts the references to an array atomically: at every call that passes it on, and for every
row that is taken from it. In a small function this costs more than the work. The arrays of this
module are not counted. So nobody may keep one longer than the call that got or made it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lutetia.kernel.compiled import JIT
from lutetia.kernel.types import Floats

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    def scratch(*shape: int) -> Callable[[], Floats]:
        """A function that makes floats of this shape on the stack, all 0."""
        made = types.Array(types.float64, len(shape), "C")
        size = 8 * math.prod(shape)
        strides = [8 * math.prod(shape[place + 1 :]) for place in range(len(shape))]

        @intrinsic  # type: ignore[untyped-decorator]
        def zeros(typing_context: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                array = context.make_array(made)(context, builder)
                with builder.goto_entry_block():
                    place = builder.alloca(ir.ArrayType(ir.DoubleType(), size // 8))
                    place.align = 64
                cgutils.memset(builder, place, context.get_constant(types.intp, size), 0)
                populate_array(
                    array,
                    data=builder.bitcast(place, array.data.type),
                    shape=[context.get_constant(types.intp, length) for length in shape],
                    strides=[context.get_constant(types.intp, stride) for stride in strides],
                    itemsize=context.get_constant(types.intp, 8),
                    meminfo=None,
                )
                return array._getvalue()  # noqa: SLF001  as Numba writes it

            return made(), generate

        return zeros  # type: ignore[no-any-return]

    @intrinsic  # type: ignore[untyped-decorator]
    def borrowed(typing_context: Any, array: Any) -> Any:
        """`borrowed(array)`: the same array, not counted. The caller keeps it alive."""
        if not isinstance(array, types.Array):
            raise TypingError("borrowed takes an array")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            view = context.make_array(array)(context, builder, value=arguments[0])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            return view._getvalue()  # noqa: SLF001

        return array(array), generate

else:

    def scratch(*shape: int) -> Callable[[], Floats]:
        """A function that makes floats of this shape, all 0."""

        def zeros() -> Floats:
            return np.zeros(shape)

        return zeros

    def borrowed(array: Any) -> Any:
        """The same array."""
        return array
