"""Accounts, ratings, and the games and data of a player."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import TypeAdapter, ValidationError

from lutetia.kernel.catalogue import GAMES, find_game
from lutetia.kernel.errors import LutetiaError
from lutetia.match.commands import Claim
from lutetia.match.errors import CANNOT_OPEN, NotFound, NotPossible
from lutetia.match.errors import Closed as GameClosed
from lutetia.match.views import view_for
from lutetia.server.access import passwords
from lutetia.server.access.identity import COOKIE, Identity, NotSignedIn, fresh_session
from lutetia.server.http.routes.common import (
    REFUSALS,
    Before,
    ServicesDep,
    Who,
    address_of,
    heavy,
    set_cookie,
)
from lutetia.server.http.routes.tables import page
from lutetia.server.protocol.base import BAD_NAME
from lutetia.server.protocol.people import (
    ACCOUNT_NAME_RULE,
    AccountName,
    Export,
    Leaderboard,
    Login,
    Me,
    MyGames,
    NewAccount,
    NewPassword,
    PlayerInfo,
    Proof,
    Rename,
)
from lutetia.server.services import Services
from lutetia.server.tables import renaming
from lutetia.server.tables.opening import finished_record
from lutetia.server.tables.rating import estimate, rating_json, spread
from lutetia.server.tables.statistics import statistics
from lutetia.storage.lists import Wanted
from lutetia.storage.names import name_key
from lutetia.storage.people import Player

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
PAGE = 30
LEADERS = 100
RECORDS = "application/jsonl"


async def _me(services: Services, who: Identity) -> dict[str, Any]:
    return {
        "kind": who.kind,
        "name": who.name,
        "ratings": await _ratings(services, who.player),
        "operator": who.kind == "account" and await services.operators.includes(who.player),
    }


async def _ratings(services: Services, player: str) -> list[dict[str, Any]]:
    found = await services.ratings.of([player])
    return [
        rating_json(game, seats, rating)
        for (_, game, seats), rating in sorted(found.items(), key=lambda item: item[0])
    ]


async def _profile(services: Services, player: str, name: str, since: int) -> dict[str, Any]:
    """`PlayerInfo`."""
    return {
        "name": name,
        "ratings": await _ratings(services, player),
        "history": [
            {
                "table": one.table,
                "game": one.game,
                "seats": one.seats,
                "estimate": estimate(one.mu),
                "spread": spread(one.sigma),
                "at": one.at,
            }
            for one in await services.results.history(player)
        ],
        "statistics": statistics(await services.results.of(player)),
        "since": since,
    }


@router.get("/me", response_model=Me)
async def me(services: ServicesDep, who: Who) -> Any:
    """The player of this browser."""
    return await _me(services, who)


@router.patch("/me", response_model=Me)
async def rename(services: ServicesDep, who: Who, wish: Rename) -> Any:
    """Change the name of this player, everywhere at once."""
    await services.limits.take("names", who.player)
    if who.kind == "bot":
        raise NotPossible("the name of a bot cannot be changed")
    if who.kind == "account":
        _check_account_name(wish.name)
    await renaming.rename(services, who, who.kind, wish.name)
    return await _me(services, replace(who, name=wish.name))


class BadName(LutetiaError):
    """An account cannot have this name."""

    code = BAD_NAME


def _check_account_name(name: str) -> None:
    try:
        TypeAdapter(AccountName).validate_python(name)
    except ValidationError:
        raise BadName(ACCOUNT_NAME_RULE) from None


@router.get("/me/profile", response_model=PlayerInfo)
async def my_profile(services: ServicesDep, who: Who) -> Any:
    """The ratings and statistics of this player. A guest has statistics, too."""
    stored = await services.people.find(who.player)
    return await _profile(services, who.player, who.name, stored.created if stored else 0)


@router.get("/me/games", response_model=MyGames)
async def my_games(
    services: ServicesDep,
    who: Who,
    before: Before = None,
    game: Annotated[Literal[tuple(GAMES)] | None, Query()] = None,  # type: ignore[valid-type]
    over: Annotated[bool | None, Query(description="Only finished games, or only others.")] = None,
    won: Annotated[bool | None, Query(description="Only games won, or only others.")] = None,
) -> Any:
    """The games of this player, the latest first."""
    wanted = Wanted(game, over, won)
    ids = await services.lists.of_player(who.player, PAGE + 1, before, wanted)
    found = await page(services, who, ids, PAGE)
    for summary in found["tables"]:
        table = await services.keeper.table(summary["table"]["id"])
        if table.is_dealt:
            seat = next(iter(table.seats_of(who.player)), None)
            summary["position"] = table.game.position(view_for(table, seat))
    return {"games": found["tables"], "unopened": found["unopened"], "more": found["more"]}


@router.get("/me/export", response_model=Export)
async def export(services: ServicesDep, who: Who, request: Request) -> Any:
    """Everything that is stored about this player."""
    await heavy(request)
    stored = await services.people.find(who.player)
    games: list[dict[str, Any]] = []
    for table_id in await services.people.game_ids(who.player):
        try:
            table = await services.keeper.table(table_id)
        except CANNOT_OPEN as error:
            games.append({"table": table_id, "fault": str(error)})
            continue
        try:
            record = (await finished_record(services, table)).model_dump(mode="json")
        except NotPossible:
            record = None  # the game is not over, or the other game of its match is not
        games.append(
            {
                "table": table_id,
                "seats": [s for s, sitter in enumerate(table.sitters) if sitter == who.player],
                "phase": table.phase,
                "record": record,
            }
        )
    mail = await services.notices.mail_of(who.player)
    return {
        "kind": who.kind,
        "name": who.name,
        "created": stored.created if stored else 0,
        "ratings": await _ratings(services, who.player),
        "games": games,
        "chat": await services.people.chat_of(who.player),
        "bots": [bot.name for bot in await services.people.bots_of(who.player)],
        "mail": mail.address if mail else None,
        "browsers": [push.endpoint for push in await services.notices.pushes_of(who.player)],
        "holidays": await services.notices.holidays_of(who.player, 0),
        "muted": await services.mutes.of(who.player),
    }


@router.get("/me/records", response_class=Response, responses={200: {"content": {RECORDS: {}}}})
async def my_records(services: ServicesDep, who: Who, request: Request) -> Response:
    """The records of this player's finished games, one a line."""
    await heavy(request)
    lines: list[str] = []
    for table_id in await services.people.game_ids(who.player):
        try:
            table = await services.keeper.table(table_id)
            if table.phase == "over":
                record = await finished_record(services, table)
                lines.append(json.dumps(record.model_dump(mode="json"), ensure_ascii=False))
        except (*CANNOT_OPEN, NotPossible):
            continue  # `export` names these
    return Response(
        "".join(f"{line}\n" for line in lines),
        media_type=RECORDS,
        headers={"content-disposition": 'attachment; filename="lutetia-games.jsonl"'},
    )


@router.post("/accounts", response_model=Me, status_code=201)
async def register(
    services: ServicesDep, who: Who, request: Request, response: Response, wish: NewAccount
) -> Any:
    """Turn the guest of this browser into an account. The account keeps the games."""
    await services.limits.take("accounts", address_of(request))
    if who.kind != "guest":
        raise NotPossible("you already have an account")
    secret = await passwords.hashed(wish.password.get_secret_value())
    made = await services.people.register(who.player, wish.name, secret, services.now())
    return await _sign_in(services, request, response, made.id, made.name, made.serial)


@router.post("/session", response_model=Me)
async def sign_in(
    services: ServicesDep, who: Who, request: Request, response: Response, wish: Login
) -> Any:
    """Sign in to an account. It can take over the games of this browser's guest."""
    found = await services.people.by_name(wish.name)
    await _check_password(services, request, wish.name, found, wish.password.get_secret_value())
    assert found is not None
    if wish.take and who.kind == "guest":
        await _take_games(services, who.player, found.id)
    return await _sign_in(services, request, response, found.id, found.name, found.serial)


async def _take_games(services: Services, guest: str, account: str) -> None:
    """Let an account act for every seat of a guest, and have the guest's finished games."""
    for table_id in await services.people.game_ids(guest):
        try:
            table = await services.keeper.table(table_id)
            for seat in table.seats_of(guest):
                await services.keeper.act(table_id, account, Claim(seat, guest))
        except (*CANNOT_OPEN, NotPossible, GameClosed):
            continue  # the guest keeps this one


async def _sign_in(
    services: Services, request: Request, response: Response, player: str, name: str, serial: int
) -> dict[str, Any]:
    services.identities.forget(player)
    trace = services.identities.trace_of(address_of(request))
    await services.sign_ins.note(player, trace, services.now())
    who = Identity(player, "account", name, serial, fresh_session())
    set_cookie(request, response, who)
    return await _me(services, who)


@router.delete("/session", response_model=Me)
async def sign_out(services: ServicesDep, who: Who, request: Request, response: Response) -> Any:
    """Sign out. The cookie ends, also every copy of it. The browser becomes a new guest."""
    if not who.fresh:
        await services.people.end_session(who.player, who.session, services.now())
        services.end_access(who.player, session=who.session)
    guest = services.identities.new_guest()
    if who.kind == "account":
        trace = services.identities.trace_of_browser(guest.player)
        await services.sign_ins.note(who.player, trace, services.now())
    set_cookie(request, response, guest)
    return await _me(services, guest)


async def _prove(services: Services, who: Identity, request: Request, proof: Proof) -> None:
    if who.kind != "account":
        raise NotSignedIn("sign in first")
    stored = await services.people.find(who.player)
    await _check_password(services, request, who.name, stored, proof.password.get_secret_value())


async def _check_password(
    services: Services, request: Request, name: str, account: Player | None, given: str
) -> None:
    """Check a password, with limits. Wrong passwords from elsewhere do not lock the owner out: a
    browser, or else an address, that has signed in before has a limit of its own."""
    limits, identities = services.limits, services.identities
    address, key = address_of(request), name_key(name)
    browser = identities.signed_for(request.cookies.get(COOKIE)) or ""
    of_address, of_browser = identities.trace_of(address), identities.trace_of_browser(browser)
    # Nobody has the empty id; the question takes as long as for a name that exists.
    owner = account.id if account is not None else ""
    known = await services.sign_ins.known(owner, [of_address, of_browser])
    if browser and (browser == owner or of_browser in known):
        bucket = f"{browser} {key}"
        await limits.take("passwords", bucket)
    else:
        bucket = f"{address} {key}"
        await limits.take("passwords-address", address)
        await limits.take("passwords", bucket)
        if of_address not in known:
            await limits.take("passwords-name", key)
    await passwords.check(account.password if account is not None else None, given)
    await limits.refill("passwords", bucket)


@router.put("/me/password", response_model=Me)
async def change_password(
    services: ServicesDep, who: Who, request: Request, response: Response, wish: NewPassword
) -> Any:
    """Change the password. Every other device is signed out."""
    await _prove(services, who, request, wish)
    secret = await passwords.hashed(wish.new_password.get_secret_value())
    serial = await services.people.set_password(who.player, secret)
    services.end_access(who.player)
    return await _sign_in(services, request, response, who.player, who.name, serial)


@router.post("/me/delete", status_code=204)
async def delete(services: ServicesDep, who: Who, request: Request, proof: Proof) -> Response:
    """Delete the account: name, password, ratings and chat. Games stay without the name."""
    await _prove(services, who, request, proof)
    _, bots = await services.people.erase(who.player)
    for player in (who.player, *bots):
        services.end_access(player, erased=True)
    response = Response(status_code=204)
    set_cookie(request, response, services.identities.new_guest())
    return response


@router.get("/players/{name}", response_model=PlayerInfo)
async def player(services: ServicesDep, name: Annotated[str, Path(max_length=48)]) -> Any:
    """An account or bot, as others see it."""
    found = await services.people.by_name(name)
    if found is None:
        raise NotFound("nobody has this name")
    return await _profile(services, found.id, found.name, found.created)


@router.get("/ratings/{game}", response_model=Leaderboard)
async def leaderboard(
    services: ServicesDep,
    game: Annotated[str, Path(max_length=40)],
    seats: Annotated[int | None, Query(ge=2, le=8)] = None,
) -> Any:
    """The best players of a game with a number of players; by default the smallest."""
    try:
        kind = find_game(game)
    except LutetiaError:
        raise NotFound("there is no such game") from None
    number = seats or min(kind.seat_counts)
    leaders = []
    for place, (who, rating) in enumerate(await services.ratings.best(kind.id, number, LEADERS), 1):
        shown = rating_json(kind.id, number, rating)
        names = ("rating", "estimate", "spread", "games", "provisional")
        leaders.append({"place": place, "name": who, **{name: shown[name] for name in names}})
    return {"game": kind.id, "seats": number, "leaders": leaders}
