"""The installed games. They are found through the entry points of the group `lutetia.games`.

There is no other way to a game. A package that cannot be loaded is left out of the list, and one
sentence says why. The other games are not affected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from lutetia.kernel.components import Which
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BrokenGame, UnknownGame
from lutetia.kernel.package import GamePackage, RulesOnly

GROUP = "lutetia.games"
SMALLEST_STATE = 8
"""In bytes. Searches hash states in words of this size."""


class Catalogue(Mapping[str, GamePackage]):
    """Game packages by the id of their game. A package is loaded when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, GamePackage] = {}

    @cached_property
    def _registered(self) -> dict[str, list[EntryPoint]]:
        found: dict[str, list[EntryPoint]] = {}
        for point in entry_points(group=GROUP):
            same = found.setdefault(point.name, [])
            if all(point.value != other.value for other in same):
                same.append(point)
        if not found:
            raise UnknownGame(
                "no game is registered: the installation is older than the program; "
                "install it again (make venv, or pip install lutetia)"
            )
        return found

    @cached_property
    def _checked(self) -> tuple[dict[str, GamePackage], dict[str, str]]:
        """The packages that can be loaded, sorted by title, and why the others cannot."""
        sound, broken = {}, {}
        for name in self._registered:
            try:
                sound[name] = self.load(name)
            except BrokenGame as error:
                broken[name] = str(error)
        order = sorted(sound, key=lambda name: sound[name].game().title)
        return {name: sound[name] for name in order}, dict(sorted(broken.items()))

    @property
    def broken(self) -> Mapping[str, str]:
        """One sentence for each registered game that cannot be loaded. It says why."""
        return self._checked[1]

    def load(self, name: str) -> GamePackage:
        """The package of exactly this name. `BrokenGame` says what is wrong with it."""
        if name not in self._loaded:
            self._loaded[name] = _load(name, self._registered[name])
        return self._loaded[name]

    def __getitem__(self, name: str) -> GamePackage:
        if name not in self._registered:
            raise KeyError(name)
        try:
            return self.load(name)
        except BrokenGame:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._checked[0])

    def __len__(self) -> int:
        return len(self._checked[0])

    def find(self, name: str) -> GamePackage:
        """The package of a name; hyphens and capitals do not matter."""
        wanted = name.strip().lower().replace("-", "_")
        if wanted not in self._registered:
            raise UnknownGame(f"no game is called {name!r}; there are {', '.join(self)}")
        return self.load(wanted)


def _load(name: str, points: list[EntryPoint]) -> GamePackage:
    """Load an entry point. Its code may fail in any way; the other games must still work."""
    if len(points) > 1:
        raise BrokenGame(f"the game {name!r} is registered by two packages: remove one of them")
    where = f"the game {name!r} ({points[0].value})"
    try:
        package: object = points[0].load()
    except Exception as error:
        raise BrokenGame(f"{where} cannot be loaded: {_told(error)}") from error
    if not isinstance(package, GamePackage):
        raise BrokenGame(f"{where} is no GamePackage")
    try:
        game: object = package.game()
    except Exception as error:
        raise BrokenGame(f"the rules of {where} cannot be loaded: {_told(error)}") from error
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise BrokenGame(f"{where} has rules that are no Game")
    fields = game.state_type.names or ()
    if not {"ply", "to_move"} <= set(fields) or game.state_type.itemsize < SMALLEST_STATE:
        raise BrokenGame(
            f"{where} has a state without `ply` and `to_move`, or one of fewer than 8 bytes"
        )
    if game.id != name:
        raise BrokenGame(f"{where} registers a game whose id is {game.id!r}: the two must agree")
    return package


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


GAMES = Catalogue()


def find_game(name: str) -> type[Game]:
    """The game of a name; hyphens and capitals do not matter."""
    return GAMES.find(name).game()


def package_of(game: Game) -> GamePackage:
    """The package of an opened game. A game that is not registered gets the defaults."""
    package = GAMES.get(game.id)
    if package is None or not isinstance(game, package.game()):
        return RulesOnly(type(game))
    return package


def open_game(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: Which = None,
    rules_version: int | None = None,
) -> Game:
    """Open a box of a game by its name (`Game.open`)."""
    return find_game(name).open(seats, options, components, rules_version)
