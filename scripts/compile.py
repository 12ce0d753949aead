"""Compile a game once, rules and players: what every later process then finds on the disk.

Without this each worker of the tests would compile everything for itself.
"""

from __future__ import annotations

import sys

from lutetia.server.thinking import jobs


def main() -> None:
    """Compile the games that are named."""
    for game in sys.argv[1:]:
        jobs.warm_rules(game)
        jobs.warm_players(game)
        jobs.warm_endings(game)


if __name__ == "__main__":
    main()
