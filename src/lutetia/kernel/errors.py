"""Everything that can be wrong with input from a person or a program.

Each error has a stable `code` for programs and a message of one line for people. A bug of the
program is never one of these errors: it stays an ordinary exception.
"""

from __future__ import annotations

from typing import Any, ClassVar

LONGEST_MESSAGE = 500


class LutetiaError(Exception):
    """Bad input: the message is one sentence that names the place and the reason."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str) -> None:
        # Quoted text may contain anything. It must not break the line or control the terminal.
        line = "".join(sign if sign.isprintable() else " " for sign in message)
        short = len(line) <= LONGEST_MESSAGE
        super().__init__(line if short else line[: LONGEST_MESSAGE - 1] + "…")

    def __reduce__(self) -> tuple[Any, tuple[type[LutetiaError], str, dict[str, Any]]]:
        # Pickle brings an error from another process. A subclass may have other arguments.
        return _made_again, (type(self), str(self), vars(self))


def _made_again(kind: type[LutetiaError], message: str, more: dict[str, Any]) -> LutetiaError:
    error = kind.__new__(kind, message)
    vars(error).update(more)
    return error


class MoveError(LutetiaError):
    """A move that was not played; the position has not changed."""

    code = "move"


class UnparsableMove(MoveError):
    """The text is not a move of this game in any position."""

    code = "unparsable"


class AmbiguousMove(MoveError):
    """The text fits several legal moves."""

    code = "ambiguous"

    def __init__(self, text: str, candidates: list[str]) -> None:
        self.candidates = candidates
        shown = ", ".join(candidates[:6]) + (", …" if len(candidates) > 6 else "")
        super().__init__(f"“{text}” fits {len(candidates)} moves: {shown}")
        self.text = text


class IllegalMove(MoveError):
    """A move of this game that the rules forbid here."""

    code = "illegal"

    def __init__(self, text: str, rule: str, reason: str) -> None:
        self.text = text
        self.rule = rule
        self.reason = reason
        super().__init__(f"{text}: {reason} ({rule})")


class NotYourTurn(MoveError):
    """Another seat is to move."""

    code = "not-your-turn"


class StaleMove(MoveError):
    """The move answers a position that is no longer the current one."""

    code = "stale"


class GameOver(MoveError):
    """The game has ended."""

    code = "game-over"


class UnknownGame(LutetiaError):
    """No game of the catalogue has this name."""

    code = "unknown-game"


class BrokenGame(LutetiaError):
    """A game is installed, but its package cannot be loaded; the message says why."""

    code = "broken-game"


class NotOffered(LutetiaError):
    """Something that this game does not offer: a solver, the scoring of real tables."""

    code = "not-offered"


class BadOption(LutetiaError):
    """An option or number of players that the game does not have."""

    code = "option"


class BadComponents(LutetiaError):
    """A component file that does not fit this game; the message names the field."""

    code = "components"


class BadRecord(LutetiaError):
    """A record that is broken, incomplete or changed by somebody, or cannot be opened here."""

    code = "record"


class UnknownRules(BadRecord):
    """A version of a game's rules that this program does not know."""

    code = "unknown-rules"


class UnknownComponents(BadRecord):
    """A game with a component file that this program does not keep."""

    code = "unknown-components"


class BadTable(LutetiaError):
    """A description of an impossible table; the message says what is impossible."""

    code = "table"


class BadFile(LutetiaError):
    """A file that cannot be read or written."""

    code = "file"
