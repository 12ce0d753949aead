"""A queue of jobs as a stream in Redis that knows which of its jobs run in this process.

Redis counts a job as taken when it has sent it. The job may be lost on its way, or end without a
result that could be stored. So only a job that runs here may be kept from other workers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from taskiq import AckableMessage
from taskiq.receiver import Receiver
from taskiq_redis import RedisStreamBroker


@dataclass(frozen=True, slots=True)
class Done:
    """Takes a job from the queue."""

    entry: bytes
    """The id of the job in the stream."""
    tell: Callable[[], Awaitable[None]]

    async def __call__(self) -> None:
        await self.tell()


class JobStream(RedisStreamBroker):
    """One queue."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.running: set[bytes] = set()
        """The ids of the jobs that run here."""

    def _ack_generator(self, id: Any, queue_name: str) -> Done:  # noqa: A002 (the library's name)
        """The library calls this for each job that it has received."""
        return Done(id, super()._ack_generator(id, queue_name))


class JobReceiver(Receiver):
    """Carries out the jobs of a queue."""

    async def callback(self, message: bytes | AckableMessage, raise_err: bool = False) -> None:
        """Carry out a job. The library calls this."""
        assert isinstance(message, AckableMessage)
        assert isinstance(message.ack, Done)
        assert isinstance(self.broker, JobStream)
        entry = message.ack.entry
        self.broker.running.add(entry)
        try:
            await super().callback(message, raise_err)
        finally:
            self.broker.running.discard(entry)
