"""Arguments that several commands share, and their meaning."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from lutetia.kernel.catalogue import find_game, open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadOption
from lutetia.kernel.options import Option

# argparse has no public name for this type.
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001

MOST = 10**9
"""Larger numbers are typing errors."""


def add_command(
    subparsers: Subparsers, name: str, run: Callable[[argparse.Namespace], int], summary: str
) -> argparse.ArgumentParser:
    """A command with a name; `run` gets its arguments and returns the exit code."""
    parser = subparsers.add_parser(name, help=summary, description=summary, allow_abbrev=False)
    parser.set_defaults(run=run)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game to open: its name, players, options and components."""
    parser.add_argument("game", metavar="GAME", help="a name that `lutetia games` lists")
    add_box(parser)


def add_box(parser: argparse.ArgumentParser) -> None:
    """What is agreed before a game begins."""
    parser.add_argument(
        "--players",
        type=whole(1),
        metavar="N",
        help="the number of players (default: the smallest)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, as `lutetia games` lists them; may be repeated",
    )
    add_components(parser)


def add_components(parser: argparse.ArgumentParser) -> None:
    """A component file in place of the standard one."""
    parser.add_argument(
        "--components", type=Path, metavar="FILE", help="a file with the pieces of another edition"
    )


def opened(arguments: argparse.Namespace) -> Game:
    """The game that the arguments of `add_game` describe."""
    options = parsed_options(arguments.option, find_game(arguments.game).options_offered)
    return open_game(arguments.game, arguments.players, options, arguments.components)


def parsed_options(words: list[str], offered: Sequence[Option]) -> dict[str, Any]:
    """`NAME=VALUE` words as options; commas make a list."""
    choices = {option.name: option.choices for option in offered}
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise BadOption(f"--option {word}: write NAME=VALUE")
        if name in options:
            raise BadOption(f"--option {name}: given twice")
        options[name] = _value(value, choices.get(name, ()))
    return options


def _value(text: str, choices: Sequence[Any]) -> Any:
    """The choice that a text means; it may be a number, or yes or no."""
    if "," in text:
        return [part.strip() for part in text.split(",")]
    return next((choice for choice in choices if str(choice).lower() == text), text)


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not between {least} and {most}")
        return number

    return read


def seconds(text: str) -> float:
    """A reader of durations."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < number <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 86400 seconds")
    return number
