"""A record as a small player: one HTML page that contains everything it needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lutetia.api.drawing import Look, client_scores, drawing_script
from lutetia.kernel.contract import WATCHER
from lutetia.kernel.errors import BadFile
from lutetia.kernel.types import Record

if TYPE_CHECKING:
    from lutetia.api.game import GameInPlay

HEIGHT = 860
"""Of the frame in a notebook, in pixels."""


class RecordPlayer:
    """Plays a game back, move by move. A notebook shows it; `save` writes it as a page."""

    def __init__(self, game: GameInPlay, look: Look = "light") -> None:
        self._game = game
        self._look = look

    @property
    def html(self) -> str:
        """The page. It loads nothing from anywhere."""
        page = resources.files("lutetia.api").joinpath("player.html").read_text(encoding="utf-8")
        parts = {
            "__TITLE__": escape(self._game.rules.title),
            "__SCRIPT__": drawing_script().replace("</script", "<\\/script"),
            "__GAME__": json.dumps(self._content()).replace("</", "<\\/"),
        }
        for name, text in parts.items():
            page = page.replace(name, text)
        return page

    def save(self, path: str | Path) -> None:
        """Write the page to a file; a file that is there is replaced."""
        try:
            Path(path).write_text(self.html, encoding="utf-8")
        except OSError as error:
            raise BadFile(f"{path}: cannot be written ({error.strerror})") from None

    def _content(self) -> dict[str, Any]:
        game = self._game
        plies = list(game)
        states = [plies[0].before, *(ply.after for ply in plies)] if plies else [game.state]
        frames = [self._frame(state) for state in states]
        pairs = pairwise(frames)
        return {
            "game": game.name,
            "look": self._look,
            "seats": game.seats,
            "moves": [
                [game.rules.seat_name(int(ply.before.to_move)), game.rules.notation(ply.move)]
                for ply in plies
            ],
            "first": frames[0],
            "changes": [list(differences(before, after)) for before, after in pairs],
            "begin": 0,
        }

    def _frame(self, state: Record) -> dict[str, Any]:
        rules = self._game.rules
        return {
            "position": rules.position(rules.view(state, WATCHER)),
            "scores": client_scores(rules.score(state)),
        }

    def _repr_html_(self) -> str:
        """A frame of its own, so that the styles of the notebook and of the player never meet."""
        page = escape(self.html, quote=True)
        style = f"width:100%;max-width:42rem;height:{HEIGHT}px;border:0"
        return f'<iframe title="a game" style="{style}" srcdoc="{page}"></iframe>'


def differences(before: Any, after: Any, path: tuple[str, ...] = ()) -> Iterator[list[Any]]:
    """What changed: the place and the new value. Only objects are compared inside."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name, value in after.items():
            yield from differences(before[name], value, (*path, name))
    else:
        yield [list(path), after]
