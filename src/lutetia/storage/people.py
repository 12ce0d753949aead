"""Players: accounts, bots, and guests who have chosen a name or played."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from lutetia.match.errors import NotFound, TableError
from lutetia.match.quotas import QuotaUsedUp
from lutetia.storage.copied_names import forget_copies
from lutetia.storage.database import Database
from lutetia.storage.names import look_key, name_key
from lutetia.storage.schema import (
    chat,
    ended_sessions,
    entries,
    guest_seats,
    holidays,
    mail_addresses,
    mutes,
    notices,
    operators,
    players,
    push_subscriptions,
    ratings,
    results,
    seatings,
    seekers,
    sign_ins,
    table_bans,
    tables,
)

GONE = "deleted player"
ABOUT_A_PLAYER = (
    chat,
    guest_seats,
    notices,
    push_subscriptions,
    mail_addresses,
    holidays,
    seekers,
    mutes,
    operators,
    sign_ins,
    table_bans,
)
"""What is deleted with a person."""
_BY_ID = select(players).where(players.c.id == bindparam("who"))
_ENDED = select(ended_sessions.c.session).where(ended_sessions.c.player == bindparam("who"))


class NameTaken(TableError):
    """Another account or bot has this name."""

    code = "name-taken"


@dataclass(frozen=True, slots=True)
class Player:
    """A player as stored."""

    id: str
    kind: Literal["guest", "account", "bot"]
    name: str
    serial: int
    created: int
    password: str | None = None
    owner: str | None = None


class People:
    """All players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player: str) -> Player | None:
        """A player by id."""
        return await self._one(players.c.id == player)

    async def find_with_sessions(self, player: str) -> tuple[Player | None, frozenset[str]]:
        """A player by id, and the sessions of this player that were ended."""
        values = {"who": player}

        def read(connection: Connection) -> tuple[RowMapping | None, frozenset[str]]:
            row = connection.execute(_BY_ID, values).mappings().one_or_none()
            return row, frozenset(connection.execute(_ENDED, values).scalars())

        row, ended = await self._database.read(read)
        return None if row is None else _player(row), ended

    async def by_name(self, name: str) -> Player | None:
        """An account or bot by name."""
        return await self._one(players.c.name_key == name_key(name))

    async def by_token(self, token_hash: str) -> Player | None:
        """A bot by the hash of its token."""
        return await self._one(players.c.token_hash == token_hash)

    async def _one(self, condition: Any) -> Player | None:
        query = select(players).where(condition)
        row = await self._database.read(lambda c: c.execute(query).mappings().one_or_none())
        return None if row is None else _player(row)

    async def register(self, player: str, name: str, password: str, now: int) -> Player:
        """Turn a guest into an account. The account keeps the seats of the guest."""
        row = {
            "kind": "account",
            "name": name,
            "name_key": name_key(name),
            "look_key": look_key(name),
            "password": password,
            "serial": 1,
        }
        try:
            async with self._database.writing() as connection:
                done = await connection.execute(
                    update(players)
                    .where(players.c.id == player, players.c.kind == "guest")
                    .values(**row)
                )
                if done.rowcount == 0:
                    await connection.execute(insert(players), {"id": player, "created": now, **row})
        except IntegrityError:
            raise NameTaken("this name is taken, or looks like one that is taken") from None
        return Player(player, "account", name, 1, now, password)

    async def set_password(self, player: str, password: str) -> int:
        """Change a password and sign out all devices. Returns the new serial."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(players)
                .where(players.c.id == player)
                .values(password=password, serial=players.c.serial + 1)
            )
            found = await connection.execute(select(players.c.serial).where(players.c.id == player))
            return int(found.scalar_one())

    async def end_session(self, player: str, session: str, now: int) -> None:
        """Sign one browser out: a copy of its cookie opens nothing any more."""
        row = {"player": player, "session": session, "at": now}
        # It may have been ended already.
        with contextlib.suppress(IntegrityError):
            async with self._database.writing() as connection:
                await connection.execute(insert(ended_sessions), row)

    async def forget_sessions(self, before: int) -> None:
        """Delete sessions whose cookies are too old to be sent."""
        old = delete(ended_sessions).where(ended_sessions.c.at < before)
        await self._database.change(lambda c: c.execute(old).close())

    async def add_bot(self, bot: Player, token_hash: str, most: int) -> None:
        """Register a bot. `QuotaUsedUp`: its owner has `most` bots already."""
        row = {
            "id": bot.id,
            "kind": "bot",
            "name": bot.name,
            "name_key": name_key(bot.name),
            "look_key": look_key(bot.name),
            "serial": 0,
            "owner": bot.owner,
            "token_hash": token_hash,
            "created": bot.created,
        }
        try:
            async with self._database.writing() as connection:
                # Whoever asks for another bot at the same time waits here until this one counts.
                owner = select(players.c.id).where(players.c.id == bot.owner).with_for_update()
                await connection.execute(owner)
                count = select(func.count()).where(players.c.owner == bot.owner)
                if (await connection.execute(count)).scalar_one() >= most:
                    raise QuotaUsedUp("player")
                await connection.execute(insert(players), row)
        except IntegrityError:
            raise NameTaken("this name is taken, or looks like one that is taken") from None

    async def bots_of(self, owner: str) -> list[Player]:
        """A player's bots."""
        query = select(players).where(players.c.owner == owner).order_by(players.c.created)
        async with self._database.reading() as connection:
            return [_player(row) for row in (await connection.execute(query)).mappings()]

    async def remove_bot(self, owner: str, bot: str) -> None:
        """Delete the token and the name of a bot. Its games stay without the name."""
        async with self._database.writing() as connection:
            if not await _forget_bots(connection, players.c.id == bot, players.c.owner == owner):
                raise NotFound("you have no such bot")
            await _forget_name(connection, bot)

    async def erase(self, player: str) -> tuple[list[str], list[str]]:
        """Delete a person: name, password, ratings, chat, bots. The games stay without the names.
        Returns the tables whose log was changed, and the bots."""
        async with self._database.writing() as connection:
            await connection.execute(delete(ratings).where(ratings.c.player == player))
            for about in ABOUT_A_PLAYER:
                await connection.execute(delete(about).where(about.c.player == player))
            bots = await _forget_bots(connection, players.c.owner == player)
            await connection.execute(delete(players).where(players.c.id == player))
            changed: list[str] = []
            for who in (player, *bots):
                changed += await _forget_name(connection, who)
        return changed, bots

    async def rename(
        self, player: str, kind: Literal["guest", "account"], before: str, name: str, now: int
    ) -> list[str]:
        """Change the name of a person, also in the chat and in finished games. Returns the tables
        where something was changed.

        Games that are not finished are left out: their logs get an entry instead.
        """
        key, look = (name_key(name), look_key(name)) if kind == "account" else (None, None)
        try:
            async with self._database.writing() as connection:
                done = await connection.execute(
                    update(players)
                    .where(players.c.id == player, players.c.kind == kind)
                    .values(name=name, name_key=key, look_key=look)
                )
                if done.rowcount == 0:
                    row = {"id": player, "kind": kind, "name": name, "serial": 0, "created": now}
                    await connection.execute(insert(players), row)
                spoken = chat.c.player == player
                said = await connection.execute(select(chat.c.table_id).where(spoken).distinct())
                changed = set(said.scalars())
                await connection.execute(update(chat).where(spoken).values(name=name))
                over = await connection.execute(
                    select(seatings.c.table_id)
                    .join(tables, tables.c.id == seatings.c.table_id)
                    .where(seatings.c.player == player, tables.c.phase == "over")
                    .distinct()
                )
                finished = set(over.scalars())
                for table in sorted(finished):
                    await _write_name(connection, table, player, before, name)
        except IntegrityError:
            raise NameTaken("this name is taken") from None
        return sorted(changed | finished)

    async def chat_of(self, player: str) -> list[dict[str, Any]]:
        """All lines of chat of a player."""
        query = select(chat.c.table_id, chat.c.text, chat.c.at).where(chat.c.player == player)
        async with self._database.reading() as connection:
            return [
                {"table": row.table_id, "text": row.text, "at": row.at}
                for row in await connection.execute(query.order_by(chat.c.number))
            ]

    async def game_ids(self, player: str) -> list[str]:
        """All tables at which a player has or had a seat."""
        query = (
            select(tables.c.id, tables.c.created)
            .join(seatings, seatings.c.table_id == tables.c.id)
            .where(seatings.c.player == player)
            .distinct()
            .order_by(tables.c.created)
        )
        async with self._database.reading() as connection:
            return [row.id for row in await connection.execute(query)]


async def _write_name(
    connection: AsyncConnection, table: str, player: str, before: str, name: str
) -> None:
    """Write another name into the log of a table. If the player has several seats there, only
    those with the name `before` change."""
    found = await connection.execute(
        select(entries).where(entries.c.table_id == table, entries.c.kind.in_(("sit", "rename")))
    )
    named = [row for row in found if row.data.get("player") == player]
    alone = len({row.seat for row in named}) == 1
    for row in named:
        if alone or row.data["name"] == before:
            await connection.execute(
                update(entries)
                .where(entries.c.table_id == table, entries.c.number == row.number)
                .values(data={**row.data, "name": name})
            )


def _player(row: RowMapping) -> Player:
    return Player(
        row["id"],
        row["kind"],
        row["name"],
        row["serial"],
        row["created"],
        row["password"],
        row["owner"],
    )


async def _forget_bots(connection: AsyncConnection, *conditions: Any) -> list[str]:
    """Delete the tokens and names of some bots. Returns their ids."""
    found = await connection.execute(select(players.c.id).where(*conditions))
    bots = list(found.scalars())
    await connection.execute(
        update(players)
        .where(players.c.id.in_(bots))
        .values(
            token_hash=None,
            name_key=None,
            look_key=None,
            owner=None,
            name=GONE,
            serial=players.c.serial + 1,
        )
    )
    return bots


async def _forget_name(connection: AsyncConnection, player: str) -> list[str]:
    """Delete the name of a player from the logs, also where they left before the game began, and
    from copies of their games."""
    sits = await connection.execute(
        select(entries).where(
            entries.c.kind.in_(("sit", "rename")), entries.c.data["player"].as_string() == player
        )
    )
    rows = sits.all()
    for row in rows:
        await connection.execute(
            update(entries)
            .where(entries.c.table_id == row.table_id, entries.c.number == row.number)
            .values(data={**row.data, "name": GONE})
        )
        await connection.execute(
            update(results)
            .where(results.c.table_id == row.table_id, results.c.seat == row.seat)
            .where(results.c.name == row.data["name"])
            .values(name=GONE)
        )
    changed = sorted({row.table_id for row in rows})
    names = {row.data["name"] for row in rows} - {GONE, None}
    seeds = await connection.execute(select(tables.c.seed).where(tables.c.id.in_(changed)))
    await forget_copies(connection, names, {bytes(seed).hex() for seed in seeds.scalars()}, GONE)
    return changed
