"""Connections to Redis whose questions can be cancelled at any time.

Two things of the Redis client need care, because a task that misses its cancellation never ends:

- With a timeout of the socket it sends through `asyncio.wait_for`. In Python 3.11 this drops a
  cancellation that comes right after the data was sent. So the timeouts are ours
  (`asyncio.timeout`), and keepalive of TCP finds a connection whose other end is gone.
- While it connects, it can turn a cancellation into an error of its own. So whoever goes on after
  an error of Redis calls `raise_if_cancelled` first.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

ANSWER_WITHIN = 5.0
"""Seconds for an answer of Redis."""
NO_ANSWER = (RedisError, OSError)
"""Errors of a Redis that is away; among them is `TimeoutError`."""

_KEEPALIVE = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
CONNECTION: dict[str, Any] = {
    "socket_timeout": None,
    "socket_connect_timeout": ANSWER_WITHIN,
    "socket_keepalive": True,
    "socket_keepalive_options": {
        getattr(socket, name): value for name, value in _KEEPALIVE.items() if hasattr(socket, name)
    },
}
"""The options of every connection."""


def connect(url: str, **more: Any) -> Redis:
    """A client. Its questions have no timeout of their own."""
    return Redis.from_url(url, **CONNECTION, **more)


def raise_if_cancelled() -> None:
    """Call this after an error of Redis, before you go on."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
