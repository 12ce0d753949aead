"""Files that people name: faults are told with their place, files are never half-written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lutetia.kernel.errors import BadFile, LutetiaError

LARGEST_TEXT = 4_000_000
"""In bytes; a longer file is no table and no record."""


@contextmanager
def faults_in(path: object) -> Iterator[None]:
    """Put the file's name before every fault in it."""
    try:
        yield
    except LutetiaError as error:
        text = str(error)
        place = "" if text.startswith(f"{path}: ") else f"{path}: "
        raise BadFile(place + text) from None


def read_text(name: str) -> str:
    """The text of a file; `-` is standard input."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(LARGEST_TEXT + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST_TEXT + 1)
        if len(content) > LARGEST_TEXT:
            raise BadFile(f"{name}: too large for a text")
        return content.decode("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadFile(f"{name}: cannot be read ({_reason(error)})") from None


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet."""
    if path.exists() or path.is_symlink():
        raise BadFile(f"{path}: this file exists already and is not overwritten")
    write(path, text)


def write(path: Path, text: str) -> None:
    """Write a file under another name first, so that nobody sees it half-written."""
    try:
        hidden = path.with_name(f".{path.name}.{os.getpid()}.new")
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            hidden.write_text(text, encoding="utf-8")
            hidden.replace(path)
        finally:
            hidden.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: cannot be written ({_reason(error)})") from None


def make_folder(path: Path) -> None:
    """A folder to write into; it may exist already."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: this folder cannot be created ({_reason(error)})") from None


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def one_line(text: str) -> str:
    """A message on one line, even if the input that it quotes has line breaks."""
    return "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))
