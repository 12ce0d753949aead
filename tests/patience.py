"""How long a test waits for something before it counts as missing.

Nobody waits so long when all is well: each wait ends with what it waits for. The times are long
because a machine may be slow or busy, and that must not decide whether a test passes. They are
shorter than the time after which pytest stops a whole test (`timeout` in pyproject.toml).
"""

from __future__ import annotations

PATIENCE = 300.0
"""Seconds."""
BROWSER_PATIENCE = 120_000.0
"""Milliseconds, for what a page should show."""
