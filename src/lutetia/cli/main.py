"""The `lutetia` command: finds the command and reports every fault in one line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from lutetia import __version__
from lutetia.cli.files import one_line
from lutetia.kernel.errors import LutetiaError

COMMANDS = (
    "play", "games", "levels",
    "selfplay", "replay", "verify", "score", "schema", "perft",
    "bench", "balance", "calibrate", "components",
    "arena", "analyse", "luck", "hint", "solve", "puzzles", "train", "engine",
    "serve", "worker", "admin",
)  # fmt: skip
"""Modules of this package, in the order in which help shows them."""

WELCOME = f"""\
Lutetia {__version__}: two board games about Paris.

  lutetia serve --open        play in the browser, with friends or a computer
  lutetia play lumiere        play La Cité de la Lumière in the terminal
  lutetia play belle_epoque   play Paris of the Belle Époque in the terminal
  lutetia games               list the games and their options
  lutetia levels              list the levels of the computer
  lutetia --help              list all commands

The first start compiles the rules. This takes one or two minutes, only once.
"""

BAD_INPUT = 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line in one line, like every other fault."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"lutetia: {message} (see {self.prog} --help)\n")


def parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of all commands, or of some."""
    top = _Parser(
        prog="lutetia",
        description="Two board games about Paris: play, check, measure.",
        epilog="`lutetia COMMAND --help` shows the options of a command.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"lutetia {__version__}")
    subparsers = top.add_subparsers(
        title="commands", metavar="COMMAND", required=True, dest="command"
    )
    for name in commands:
        import_module(f"lutetia.cli.{name}").add(subparsers)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, 2 for bad input, or 130 if interrupted."""
    words = sys.argv[1:] if words is None else words
    if not words:
        sys.stdout.write(WELCOME)
        return 0
    # Only the module of the command is imported, so the command starts sooner.
    known = bool(words) and (words[0] in COMMANDS or words[0] == "--version")
    wanted = [name for name in COMMANDS if name in words[:1]] if known else COMMANDS
    try:
        arguments = parser(wanted).parse_args(words)
        code = int(arguments.run(arguments))
        sys.stdout.flush()
    except SystemExit as stop:  # argparse has printed its message
        return BAD_INPUT if stop.code is None else int(stop.code)
    except LutetiaError as error:
        sys.stderr.write(f"lutetia: {one_line(str(error))}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; the rest of the output is thrown away.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
