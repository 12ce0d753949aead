"""Lutetia's command, as a player would run it."""

from __future__ import annotations

import sys
from pathlib import Path


def lutetia(*words: str) -> list[str]:
    """The command line of the `lutetia` that belongs to this interpreter."""
    return [str(Path(sys.executable).with_name("lutetia")), *words]
