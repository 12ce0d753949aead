"""Asks the person at the terminal, with completion if the terminal has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from lutetia.cli.choices import completions


def _readline() -> ModuleType | None:
    """The module for line editing; some systems lack it, and typing works without it."""
    return import_module("readline") if find_spec("readline") else None


Ask = Callable[[str, list[str]], str]
"""`ask(prompt, texts)` reads one line; Tab completes to the texts."""


@contextmanager
def _completing(texts: list[str]) -> Iterator[None]:
    readline = _readline()
    if readline is None:
        yield
        return

    def complete(typed: str, number: int) -> str | None:
        found = completions(texts, typed.lower())
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    readline.set_completer(complete)
    try:
        yield
    finally:
        readline.set_completer(None)


def ask_terminal(prompt: str, texts: list[str]) -> str:
    """One line from standard input; raises `EOFError` at its end."""
    with _completing(texts):
        return input(prompt)
