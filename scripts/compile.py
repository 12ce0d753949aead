"""Compile a game once, rules and players: what every later process then finds on the disk.

Without this each worker of the tests would compile everything for itself.
"""

from __future__ import annotations

import sys

from lutetia.server import brains


def main() -> None:
    """Compile the games that are named."""
    for game in sys.argv[1:]:
        brains.warm_rules(game)
        brains.warm_players(game)
        brains.warm_endings(game)


if __name__ == "__main__":
    main()
