"""Arrays that compiled code passes on without counting references.

Normally every call with an array changes its reference count twice, atomically. In the solver's
innermost loops this took a fifth of the time. The caller keeps the arrays until the call returns.
"""

from __future__ import annotations

from typing import Any

from lutetia.kernel.compiled import JIT

if JIT:
    from numba.core import cgutils, types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def borrowed(typing_context: Any, array: Any) -> Any:
        """`borrowed(array)`: the same array, without reference counts."""
        if not isinstance(array, types.Array):
            raise TypingError("borrowed takes an array")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            uncounted = context.make_array(array)(context, builder, arguments[0])
            uncounted.meminfo = cgutils.get_null_value(uncounted.meminfo.type)
            return uncounted._getvalue()  # noqa: SLF001 (Numba has no other way)

        return array(array), generate

else:

    def borrowed(array: Any) -> Any:
        """The same array."""
        return array
