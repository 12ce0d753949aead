"""Structured logs: one event a line, with the table and ply it is about, never a secret."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET_WORDS = ("password", "token", "cookie", "secret", "seed", "authorization", "key")


def configure(form: str) -> None:
    """Set the log up: JSON for machines, coloured lines for a person at a terminal."""
    people = form == "console" or (form == "auto" and sys.stderr.isatty())
    renderer: Any = (
        structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
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
    """Every line says which table and ply it is about, or that it is about none."""
    event.setdefault("table", None)
    event.setdefault("ply", None)
    return event


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A value that is named like a secret is not written."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = "…"
    return event


class _Lines:
    """Writes lines; that nobody reads them any more must not stop a game."""

    def __init__(self, *_: Any) -> None:
        self.debug = self.info = self.warning = self.error = self.critical = self.msg

    def msg(self, line: str) -> None:
        """One line."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(line + "\n")


class _Bridge(logging.Handler):
    """Lines of libraries, in the same form."""

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
    """The log; bound once, since a busy server asks for it often."""
    if not _current:
        _current.append(structlog.get_logger().bind())
    return _current[0]
