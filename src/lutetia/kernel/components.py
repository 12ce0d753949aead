"""Component files: the current file of a game, the files of earlier releases, a user's own file.

A game's package holds `components.toml`; new games are played with it. The folder `earlier` holds
the files that it replaced, each named by its digest. A record or table names the digest of its
pieces, so it goes on with the same pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Protocol, TypeVar

from lutetia.kernel.errors import BadFile, UnknownComponents

CURRENT = "components.toml"
EARLIER = "earlier"


class Pieces(Protocol):
    """The checked content of a component file."""

    def digest(self) -> str:
        """A hash of what the file means. Comments and order do not change it."""


P = TypeVar("P", bound=Pieces)


def current_text(package: str) -> str:
    """The text of the file for new games."""
    return resources.files(package).joinpath(CURRENT).read_text(encoding="utf-8")


def chosen_components(
    package: str,
    which: Path | str | None,
    current: Callable[[], P],
    parse: Callable[[str, str], P],
) -> tuple[P, str]:
    """The wanted pieces and their digest.

    A path is a user's own file. A text is the digest of a file that the program keeps. None is the
    current file."""
    if isinstance(which, Path):
        own = parse(_own_text(which), str(which))
        return own, own.digest()
    pieces = current()
    digest = pieces.digest()
    if which is None or which == digest:
        return pieces, digest
    # The name of an earlier file is its digest, even if a later program would compute another one.
    return parse(_earlier_text(package, which), f"{EARLIER}/{which}.toml"), which


def _own_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # also for a null character in the name or bad UTF-8
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"{path}: cannot be read ({reason})") from None


def _earlier_text(package: str, digest: str) -> str:
    if re.fullmatch(r"[0-9a-f]{64}", digest):
        kept = resources.files(package).joinpath(EARLIER, f"{digest}.toml")
        if kept.is_file():
            return kept.read_text(encoding="utf-8")
    raise UnknownComponents(
        "components: this game was played with another component file, "
        f"and this program keeps none with the digest {digest[:12]}…"
    )
