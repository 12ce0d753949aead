"""Analyses that people have asked for, and how many they may ask for."""

from __future__ import annotations

import asyncio

from lutetia.storage.analyses import Analyses
from lutetia.storage.database import Database

ANNA, BERT = "anna", "bert"


async def test_of_many_questions_at_once_as_many_are_stored_as_there_are_places(
    database: Database,
) -> None:
    """The attack: two questions for the last place were both stored, then both deleted; whoever
    asked for the same game heard of an analysis that was gone."""
    processes = Analyses(database), Analyses(database)
    asked = await asyncio.gather(
        *(processes[n % 2].ask(f"game {n}", "{}", 1, 0, ANNA, 3) for n in range(8)),
        *(processes[n % 2].ask(f"game {n}", "{}", 1, 0, BERT, 3) for n in range(8)),
    )
    for answers, owner in ((asked[:8], ANNA), (asked[8:], BERT)):
        assert answers.count("new") <= 3, owner
    assert asked.count("new") == 6
    for n in range(8):
        heard = {asked[n], asked[8 + n]}
        stored = await processes[0].find(f"game {n}")
        assert (stored is None) == (heard == {"too many"}), heard
    assert await processes[0].ask("game 9", "{}", 1, 0, ANNA, 3) == "too many"


async def test_an_analysis_that_failed_is_queued_again_for_whoever_asks(
    database: Database,
) -> None:
    stored = Analyses(database)
    assert await stored.ask("game", '{"players": ["?"]}', 1, 1, ANNA, 1) == "new"
    await stored.finish("game", "{}", 2, state="failed", error="too much time")
    assert await stored.ask("other", "{}", 1, 3, BERT, 1) == "new"
    assert await stored.ask("game", "{}", 1, 4, BERT, 1) == "too many", "it counts again"
    both = await asyncio.gather(*(stored.ask("game", "{}", 1, 5, ANNA, 1) for _ in range(2)))
    assert sorted(both) == ["known", "new"]
    found = await stored.find("game")
    assert found is not None
    assert (found.state, found.progress, found.error, found.owner) == ("queued", 0.0, None, ANNA)
    assert found.record == '{"players": ["?"]}', "deleted names stay deleted"
