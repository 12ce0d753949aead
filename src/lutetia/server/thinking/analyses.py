"""Analyses of whole games. They run in the background, and each is made and stored once."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.record import GameRecord
from lutetia.match.errors import Limit
from lutetia.match.ports import ThinkingJob
from lutetia.server.logs import log
from lutetia.storage.analyses import Analyses

LOST = 60_000
"""An analysis without progress for so many milliseconds is started again."""


FORM = 2
"""Increases when analyses tell more than before. Then a game is analysed again when asked for."""


class Analyst(Protocol):
    """Analyses whole games, never in the event loop."""

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """The analysis of a record (docs/analysis.md)."""

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end."""


def analysis_id(record: GameRecord, effort: int) -> str:
    """The id of an analysis. The same game with the same effort has the same id."""
    words = f"{record.computed_digest()}/{effort}/{FORM}"
    return hashlib.sha256(words.encode()).hexdigest()[:32]


class AnalysisRunner:
    """Starts, resumes and stores the analyses of this process."""

    def __init__(self, stored: Analyses, analyst: Any, now: Callable[[], int]) -> None:
        self._stored = stored
        self._analyst: Analyst = analyst
        self._now = now
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopped = False

    async def ask(self, record: GameRecord, effort: int, owner: str, most: int) -> str:
        """Start an analysis, unless it exists already; one that has failed is started again.
        Returns its id. One client may have `most` in the queue, in all processes together."""
        name = analysis_id(record, effort)
        text = record.model_dump_json()
        asked = await self._stored.ask(name, text, effort, self._now(), owner, most)
        if asked == "too many":
            raise Limit("your other analyses are not finished yet: wait for them")
        if asked == "new":
            self._begin(name, text, effort)
        return name

    async def knows(self, record: GameRecord, effort: int) -> bool:
        """Whether an analysis exists already and has not failed."""
        found = await self._stored.find(analysis_id(record, effort))
        return found is not None and found.state != "failed"

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end. This is quick, so the caller waits for it."""
        return await self._analyst.outlook(job)

    async def resume(self) -> None:
        """Start the analyses again that a crash interrupted."""
        for name in await self._stored.unfinished(self._now() - LOST):
            found = await self._stored.find(name)
            if found is not None and name not in self._tasks:
                self._begin(name, found.record, found.effort)

    def _begin(self, name: str, record: str, effort: int) -> None:
        if self._stopped:
            return
        task = asyncio.create_task(self._work(name, record, effort))
        self._tasks[name] = task
        task.add_done_callback(partial(self._forget, name))

    def _forget(self, name: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(name) is task:  # a failed one may have been asked for again
            del self._tasks[name]

    async def _work(self, name: str, record: str, effort: int) -> None:
        share = 0.0

        def progress(now: float) -> None:
            nonlocal share
            share = min(1.0, max(share, now))

        async def tell() -> None:
            while True:
                state = "running" if share > 0 else "queued"
                await self._stored.note(name, state=state, progress=share, updated=self._now())
                await asyncio.sleep(1.0)

        telling = asyncio.create_task(tell())
        try:
            result = await self._analyst.analyse(name, record, effort, progress)
            end: dict[str, Any] = {"state": "done", "progress": 1.0, "result": result}
        except LutetiaError as error:
            end = {"state": "failed", "error": str(error)}
        except Exception as error:  # noqa: BLE001 (any failure is reported to the client)
            log().error("analysis-failed", analysis=name, reason=str(error)[:300])
            end = {"state": "failed", "error": "the analysis failed"}
        finally:
            telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        await self._stored.finish(name, record, self._now(), **end)

    async def stop(self) -> None:
        """Stop all analyses and begin none. The next server resumes them."""
        self._stopped = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
