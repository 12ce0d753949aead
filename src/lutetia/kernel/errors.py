"""Everything that can be wrong with what a person or a program hands us.

Each error has a stable `code` for programs and a message of one line for people. Nothing here
is a bug of ours; a bug stays an ordinary exception and is never dressed up as bad input.
"""

from __future__ import annotations

from typing import ClassVar

LONGEST_MESSAGE = 500


class LutetiaError(Exception):
    """Bad input: the message is one sentence that names the place and the reason."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str) -> None:
        # What is quoted may be anything: it shall neither break the line nor command the terminal.
        line = "".join(sign if sign.isprintable() else " " for sign in message)
        short = len(line) <= LONGEST_MESSAGE
        super().__init__(line if short else line[: LONGEST_MESSAGE - 1] + "…")


class MoveError(LutetiaError):
    """A move that was not played; the position is as it was."""

    code = "move"


class UnparsableMove(MoveError):
    """The text is no move of this game in any position."""

    code = "unparsable"


class AmbiguousMove(MoveError):
    """The text fits several legal moves."""

    code = "ambiguous"

    def __init__(self, text: str, candidates: list[str]) -> None:
        self.candidates = candidates
        shown = ", ".join(candidates[:6]) + (", …" if len(candidates) > 6 else "")
        super().__init__(f"“{text}” fits {len(candidates)} moves: {shown}")
        self.text = text

    def __reduce__(self) -> tuple[type[AmbiguousMove], tuple[str, list[str]]]:
        # An error from another process is made again from what it was made of.
        return AmbiguousMove, (self.text, self.candidates)


class IllegalMove(MoveError):
    """A move of this game that the rules forbid here."""

    code = "illegal"

    def __init__(self, text: str, rule: str, reason: str) -> None:
        self.text = text
        self.rule = rule
        self.reason = reason
        super().__init__(f"{text}: {reason} ({rule})")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str, str]]:
        return IllegalMove, (self.text, self.rule, self.reason)


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
    """A component file that cannot be a set of this game; the message names the field."""

    code = "components"


class BadRecord(LutetiaError):
    """A record of a game that is broken, incomplete, tampered with or cannot be opened here."""

    code = "record"


class UnknownRules(BadRecord):
    """A version of a game's rules by which this program cannot play."""

    code = "unknown-rules"


class UnknownComponents(BadRecord):
    """A game with pieces of which this program keeps no file."""

    code = "unknown-components"


class BadTable(LutetiaError):
    """A described table that cannot be: the message says what is impossible about it."""

    code = "table"


class BadFile(LutetiaError):
    """A file that cannot be read or written."""

    code = "file"
