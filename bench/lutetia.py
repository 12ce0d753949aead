"""The `lutetia` command."""

from __future__ import annotations

import sys
from pathlib import Path


def lutetia(*words: str) -> list[str]:
    """The command line of the `lutetia` of this interpreter."""
    return [str(Path(sys.executable).with_name("lutetia")), *words]
