"""Structured logs. Each line is one event with its table and ply, and never contains a secret."""

from __future__ import annotations

import contextlib
import json
import logging
import sys
from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

import structlog
from pydantic_core import to_json

SECRET_WORDS = ("password", "token", "cookie", "secret", "seed", "authorization", "key")


def configure(form: str) -> None:
    """Configure the log: JSON for programs, coloured lines for a terminal."""
    people = form == "console" or (form == "auto" and sys.stderr.isatty())
    renderer: Any = (
        structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer(_json)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            always_table_and_ply,
            without_secrets,
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_Lines,
        cache_logger_on_first_use=True,
    )
    _current.clear()
    logging.basicConfig(level=logging.WARNING, handlers=[_Bridge()], force=True)


def always_table_and_ply(
    _: Any, __: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Add the fields `table` and `ply` to every line; they may be null."""
    event.setdefault("table", None)
    event.setdefault("ply", None)
    return event


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide the values of fields whose names look like secrets."""
    for name in event:
        if _is_secret(name):
            event[name] = "…"
    return event


def _json(event: MutableMapping[str, Any], **_: Any) -> str:
    """An event as JSON in ASCII. Most events are ASCII, and for them there is a quicker way."""
    try:
        line = to_json(event, fallback=repr).decode()
    except ValueError:  # half of a sign
        line = ""
    return line if line.isascii() and line else json.dumps(event, default=repr)


@lru_cache(1000)
def _is_secret(name: str) -> bool:
    return any(word in name.lower() for word in SECRET_WORDS)


class _Lines:
    """Writes lines to stderr. A closed stderr must not stop a game."""

    def __init__(self, *_: Any) -> None:
        self.debug = self.info = self.warning = self.error = self.critical = self.msg

    def msg(self, line: str) -> None:
        """Write one line."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(line + "\n")


class _Bridge(logging.Handler):
    """Writes the log of libraries in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        trouble = record.exc_info[1] if record.exc_info else None
        structlog.get_logger().log(
            record.levelno,
            "library",
            source=record.name,
            text=record.getMessage(),
            **({"exc_info": trouble} if trouble is not None else {}),
        )


_current: list[Any] = []


def log() -> Any:
    """The logger. It is made once, because a busy server uses it often."""
    if not _current:
        _current.append(structlog.get_logger().bind())
    return _current[0]
