"""`python -m tests.hostile`: see `suite`."""

from __future__ import annotations

import sys

from tests.hostile.suite import main

if __name__ == "__main__":
    sys.exit(main())
