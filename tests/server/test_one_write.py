"""The head of an answer and its body in one write."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from lutetia.server.one_write import OneWrite


class Wire:
    """A transport that remembers what was written at once."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.written.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def wire() -> Wire:
    return Wire()


def one_write(wire: Wire) -> OneWrite:
    return OneWrite(cast(Any, wire), asyncio.get_running_loop())


async def test_a_head_and_its_body_are_one_write_and_the_rest_follows_at_once(wire: Wire) -> None:
    answer = one_write(wire)
    for part in (b"head ", b"body ", b"more ", b"end"):
        answer.write(part)
    await asyncio.sleep(0)
    assert wire.written == [b"head body ", b"more ", b"end"]


async def test_a_head_whose_body_comes_later_does_not_wait_for_it(wire: Wire) -> None:
    answer = one_write(wire)
    answer.write(b"head ")
    await asyncio.sleep(0)
    assert wire.written == [b"head "]
    answer.write(b"body")
    assert wire.written == [b"head ", b"body"]


async def test_what_was_written_leaves_before_the_end(wire: Wire) -> None:
    answer = one_write(wire)
    answer.write(b"head")
    assert not answer.is_closing()
    answer.close()
    assert (wire.written, wire.closed) == ([b"head"], True)
    assert answer.is_closing()


async def test_nothing_is_written_to_a_connection_that_was_lost(wire: Wire) -> None:
    one_write(wire).write(b"head")
    wire.closed = True
    await asyncio.sleep(0)
    assert wire.written == []
