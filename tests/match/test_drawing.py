"""The seed of a shuffle: promised by every seat before anybody's share is known, then revealed."""

from __future__ import annotations

import json

import pytest

from lutetia.kernel.draw import drawn_seed, share_commitment
from lutetia.kernel.errors import BadRecord
from lutetia.kernel.record import loads
from lutetia.match.commands import Answer, Close, Leave, OfferRematch, Resign, Reveal, Sit
from lutetia.match.computers import Computers
from lutetia.match.errors import Damaged, NotPossible, NotYourSeat
from lutetia.match.keeper import Keeper
from lutetia.match.reading import read_table
from lutetia.match.records import record_of
from lutetia.match.sweeper import Sweeper
from lutetia.match.table import REVEAL_WITHIN, Table
from tests.match.support import (
    ANNA,
    BERT,
    Clock,
    FirstMove,
    MemoryJournal,
    act,
    make_header,
    make_keeper,
    phase,
    same,
)

MINE, HIS = b"\xa1" * 32, b"\xb2" * 32
ONE, OTHER = (share_commitment(share) for share in (MINE, HIS))


async def seated(keeper: Keeper) -> Table:
    """A table at which both players have promised a share."""
    table = await keeper.open(make_header(), [])
    await act(keeper, table, ANNA, Sit(0, "Anna", promise=ONE))
    with pytest.raises(NotPossible):  # Bert could still choose
        await act(keeper, table, ANNA, Reveal(0, MINE))
    return await act(keeper, table, BERT, Sit(1, "Bert", promise=OTHER))


async def test_the_game_begins_when_all_shares_are_revealed() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await seated(keeper)
    assert (phase(table), table.drawing_since) == ("waiting", 1_000_000)
    for wrong in (Reveal(0, HIS), Leave(0), Close()):
        with pytest.raises(NotPossible):
            await act(keeper, table, ANNA, wrong)
    with pytest.raises(NotYourSeat):
        await act(keeper, table, BERT, Reveal(0, MINE))
    await act(keeper, table, BERT, Reveal(1, HIS))
    await act(keeper, table, BERT, Reveal(1, HIS))  # again: nothing happens
    assert (phase(table), len(journal.logs[table.header.id])) == ("waiting", 3)
    await act(keeper, table, ANNA, Reveal(0, MINE))
    assert (phase(table), table.drawing_since) == ("playing", None)
    assert table.seed == drawn_seed(table.header.seed, (MINE, HIS))
    same(table, read_table(table.header, journal.logs[table.header.id]))
    await act(keeper, table, ANNA, Resign(0))
    record = record_of(table)
    assert record.draw is not None
    assert record.draw.promises == [ONE, OTHER]
    content = json.loads(record.dumps())
    loads(json.dumps(content)).draw.check(table.seed, 2)  # type: ignore[union-attr]
    for promises in ([ONE, ONE], [ONE]):
        content["draw"]["promises"] = promises
        content.pop("digest", None)
        changed = loads(json.dumps(content)).draw
        assert changed is not None
        with pytest.raises(BadRecord, match="promise"):
            changed.check(table.seed, 2)


async def test_who_does_not_reveal_chooses_nothing() -> None:
    """The promise counts then, which everybody has known since its player sat down."""
    journal, clock = MemoryJournal(), Clock()
    keeper = make_keeper(journal, clock)
    table = await seated(keeper)
    await act(keeper, table, ANNA, Reveal(0, MINE))
    sweeper = Sweeper(keeper, Computers(keeper, FirstMove(), lambda *_: None), lambda *_: None)
    clock.now += REVEAL_WITHIN
    await sweeper.sweep()
    assert phase(table) == "waiting"
    clock.now += 1
    await sweeper.sweep()
    assert phase(table) == "playing"
    assert table.seed == drawn_seed(table.header.seed, (MINE, bytes.fromhex(OTHER)))
    await act(keeper, table, BERT, Reveal(1, HIS))  # too late: nothing happens
    assert table.seed == drawn_seed(table.header.seed, (MINE, bytes.fromhex(OTHER)))
    same(table, read_table(table.header, journal.logs[table.header.id]))
    await act(keeper, table, BERT, Resign(1))
    draw = record_of(table).draw
    assert draw is not None
    draw.check(table.seed, 2)
    assert draw.shares[1] == draw.promises[1] == OTHER


async def test_players_of_a_rematch_promise_when_they_agree() -> None:
    keeper = make_keeper()
    table = await seated(keeper)
    await act(keeper, table, ANNA, Reveal(0, MINE))
    await act(keeper, table, BERT, Reveal(1, HIS))
    await act(keeper, table, ANNA, Resign(0))
    next_mine, next_his = b"\x01" * 32, b"\x02" * 32
    await act(keeper, table, ANNA, OfferRematch(0, share_commitment(next_mine)))
    assert table.ask is not None
    yes = Answer(1, table.ask.id, yes=True, promise=share_commitment(next_his))
    await act(keeper, table, BERT, yes)
    assert table.next_table is not None
    following = await keeper.table(table.next_table)
    assert phase(following) == "waiting"
    await act(keeper, following, ANNA, Reveal(0, next_mine))
    await act(keeper, following, BERT, Reveal(1, next_his))
    assert following.seed == drawn_seed(following.header.seed, (next_mine, next_his))


async def test_a_stored_share_that_was_not_promised_is_damage() -> None:
    journal = MemoryJournal()
    keeper = make_keeper(journal)
    table = await seated(keeper)
    await act(keeper, table, ANNA, Reveal(0, MINE))
    log = journal.logs[table.header.id]
    log[-1].data["share"] = HIS.hex()  # type: ignore[index]
    with pytest.raises(Damaged):
        read_table(table.header, log)
