"""Makes code for one game from code that knows no game.

Numba compiles a loop over a game's functions best when they are constants. Only then can it reuse
the loop from disk: functions in arguments or closures never match a cache entry again. So a
general loop is written once as a *pattern*: a module whose compiled functions call the names of
`Rules`. `specialise` runs that source again for each game and puts the game's functions in place
of these names.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lutetia.kernel.compiled import made_from

if TYPE_CHECKING:
    # Not a part of the machine code: a change of the contract needs no new compilation.
    from lutetia.kernel.contract import Rules


def specialise(pattern: str, name: str, rules: Rules, **more: Any) -> ModuleType:
    """The pattern with this dotted name, made for a game's functions.

    The result is kept: the same pattern for the same name is made once in a process. `more` sets
    further names that the pattern leaves open.
    """
    made = f"{pattern}[{name}]"
    if made in sys.modules:
        return sys.modules[made]
    found = importlib.util.find_spec(pattern)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(pattern)
    spec = importlib.util.spec_from_file_location(made, found.origin)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(pattern)
    module = importlib.util.module_from_spec(spec)
    sys.modules[made] = module
    parts = {**rules._asdict(), **more}
    made_from(made, name, pattern, parts)
    OPEN_NAMES.append(parts)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[made]
        raise
    finally:
        OPEN_NAMES.pop()
    return module


OPEN_NAMES: list[dict[str, Any]] = []


def game_function(name: str) -> Any:
    """In a pattern: the game's function with this name. In the plain module: a stand-in."""
    if OPEN_NAMES:
        return OPEN_NAMES[-1][name]

    def stand_in(*_: Any) -> Any:
        raise TypeError(f"{name} belongs to a game: specialise this pattern first")

    return stand_in
