"""Component files: the current file of a game, the files of earlier releases, a user's own file.

A game's package holds `components.toml`; new games are played with it. The folder `earlier` holds
the files that it replaced, each named by its digest. A record or table names the digest of its
pieces, so it goes on with the same pieces. A game with a user's own file keeps the text of that
file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from lutetia.kernel.errors import BadComponents, BadFile, UnknownComponents

CURRENT = "components.toml"
EARLIER = "earlier"
LARGEST_OWN_FILE = 64_000
"""In characters. The file of the Belle Époque needs a fifth of it."""


class Pieces(Protocol):
    """The checked content of a component file."""

    def digest(self) -> str:
        """A hash of what the file means. Comments and order do not change it."""


P = TypeVar("P", bound=Pieces)


@dataclass(frozen=True)
class OwnFile:
    """The text of a user's own component file."""

    text: str
    name: str = "component file"
    """What a message calls it."""


Which = Path | OwnFile | str | None
"""A user's own file, the digest of a file that the program keeps, or None for the current file."""


@dataclass(frozen=True)
class Chosen(Generic[P]):
    """The pieces of a game."""

    pieces: P
    digest: str
    own: str | None
    """The text of the file, if the program does not keep these pieces."""


def current_text(package: str) -> str:
    """The text of the file for new games."""
    return resources.files(package).joinpath(CURRENT).read_text(encoding="utf-8")


def chosen_components(
    package: str,
    which: Which,
    current: Callable[[], P],
    parse: Callable[[str, str], P],
) -> Chosen[P]:
    """The wanted pieces and their digest."""
    pieces = current()
    digest = pieces.digest()
    if isinstance(which, Path):
        which = _own_file(which)
    if isinstance(which, OwnFile):
        if len(which.text) > LARGEST_OWN_FILE:
            raise BadComponents(
                f"{which.name}: a component file has at most {LARGEST_OWN_FILE} characters"
            )
        own = parse(which.text, which.name)
        return Chosen(own, own.digest(), None if own.digest() == digest else which.text)
    if which is None or which == digest:
        return Chosen(pieces, digest, None)
    # The name of an earlier file is its digest, even if a later program would compute another one.
    kept = parse(_earlier_text(package, which), f"{EARLIER}/{which}.toml")
    return Chosen(kept, which, None)


def _own_file(path: Path) -> OwnFile:
    try:
        return OwnFile(path.read_text(encoding="utf-8"), str(path))
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
