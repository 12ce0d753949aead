"""Lutetia: a digital home for two board games about Paris.

The names below are the public Python API (`lutetia.api`, docs/python.md). They are loaded when they
are first used, so that the command starts at once. The packages below import down only.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lutetia.api import (
        Breakdown,
        Computer,
        GameAnalysis,
        GameInPlay,
        MatchResult,
        Picture,
        RecordPlayer,
        load,
        loads,
        new_game,
        play_match,
        resume,
    )

__version__ = "0.2.0.dev0"

__all__ = [
    "Breakdown",
    "Computer",
    "GameAnalysis",
    "GameInPlay",
    "MatchResult",
    "Picture",
    "RecordPlayer",
    "__version__",
    "load",
    "loads",
    "new_game",
    "play_match",
    "resume",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from lutetia import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
