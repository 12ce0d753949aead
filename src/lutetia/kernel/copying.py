"""Copying a state inside compiled code: all bytes at once."""

from __future__ import annotations

from typing import Any

from lutetia.kernel.compiled import JIT
from lutetia.kernel.types import Record

if JIT:
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_into(typing_context: Any, source: Any, target: Any) -> Any:
        """`copy_into(source, target)`: overwrite a record with another of the same type."""
        if not isinstance(source, types.Record) or source != target:
            raise TypingError("copy_into takes two records of one type")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, source.size)
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
            return context.get_dummy_value()

        return types.void(source, target), generate

else:

    def copy_into(source: Record, target: Record) -> None:
        """Overwrite a record with another of the same type."""
        for name in source.dtype.names:
            target[name] = source[name]
