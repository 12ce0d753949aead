"""Players who try to know, to choose or to gain what the others cannot."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import main
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.draw import share_commitment
from lutetia.kernel.record import GameRecord
from lutetia.server.tables.rating import rate_table
from tests.server.in_process import LocalServer, Person, Socket


async def account(server: LocalServer, name: str) -> Person:
    """A person with an account."""
    person = server.person(name)
    await person.ask("POST", "/api/accounts", {"name": name, "password": "a long password"})
    return person


async def begun(socket: Socket) -> None:
    """Read until the game has begun."""
    while socket.state["phase"] != "playing":
        await socket.message()


async def test_the_shuffle_is_drawn_by_the_server_and_every_seat(
    server: LocalServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each player checks the record with the hashes that were shown before the game, and with
    the command; whoever changes a share, the secret or the seed is found out."""
    anna, bert = server.person("Anna"), server.person("Bert")
    mine, his = "a1" * 32, "b2" * 32
    made = await anna.ask(
        "POST",
        "/api/tables",
        {"game": "lumiere", "seats": [{"kind": "me", "share": mine}, {"kind": "open"}]},
    )
    table = made["table"]["table"]["id"]
    promised = made["table"]["table"]["commitment"]
    assert made["table"]["seats"][0]["share"] == share_commitment(bytes.fromhex(mine))
    first = await anna.socket(table)
    second = await bert.socket(table)
    assert (await second.ask("sit", seat=1, name="Bert", share=his))["type"] == "done"
    await begun(first)
    assert [seat["share"] for seat in first.state["seats"]] == [
        share_commitment(bytes.fromhex(share)) for share in (mine, his)
    ]
    assert mine not in "".join(second.received)
    await first.ask("resign", seat=0)
    record = await anna.ask("GET", f"/api/tables/{table}/record")
    draw = record["draw"]
    assert draw["shares"] == [mine, his]
    assert draw["commitment"] == promised
    # Nothing of our program: what docs/security.md tells.
    secret = bytes.fromhex(draw["secret"])
    assert hashlib.sha256(b"lutetia commitment 1\n" + secret).hexdigest() == promised
    whole = b"lutetia draw 1\n" + secret + bytes.fromhex(mine) + bytes.fromhex(his)
    assert hashlib.sha256(whole).hexdigest() == record["seed"]

    def verified(change: Callable[[dict[str, Any]], None]) -> int:
        content = json.loads(json.dumps(record))
        content.pop("digest", None)
        change(content)
        path = tmp_path / "game.json"
        path.write_text(json.dumps(content))
        return main(["verify", str(path)])

    assert verified(lambda _: None) == 0
    assert "shuffle drawn by the server and 2 seats" in capsys.readouterr().out
    for part, wrong in (("secret", "00" * 32), ("commitment", "00" * 32)):
        assert verified(lambda c, p=part, w=wrong: c["draw"].update({p: w})) == 2  # type: ignore[misc]
    assert verified(lambda c: c["draw"]["shares"].__setitem__(1, "cc" * 32)) == 2
    assert verified(lambda c: c["draw"]["shares"].pop()) == 2
    verdict = await anna.ask("POST", "/api/records/verify", {"record": record})
    assert verdict["valid"]


async def test_shares_are_promised_before_anybody_knows_one(
    server: LocalServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the client does, by HTTP and by socket; a computer's share is promised, too."""
    anna, bert = server.person("Anna"), server.person("Bert")
    mine, his = "a1" * 32, "b2" * 32
    one, other = (share_commitment(bytes.fromhex(share)) for share in (mine, his))
    seats = [{"kind": "me", "promise": one}, {"kind": "open"}, {"kind": "computer", "level": 1}]
    made = await anna.ask("POST", "/api/tables", {"game": "belle_epoque", "seats": seats})
    table = made["table"]["table"]["id"]
    assert not made["table"]["drawing"]
    assert made["table"]["seats"][0]["share"] == one
    computer = made["table"]["seats"][2]["share"]
    await bert.ask("GET", "/api/me")  # from now on one guest, by HTTP and by socket
    first, second = await anna.socket(table), await bert.socket(table)
    early = await first.ask("reveal", seat=0, share=mine)
    assert early["error"]["code"] == "not-possible"
    assert (await second.ask("sit", seat=1, name="Bert", promise=other))["type"] == "done"
    while not first.state["drawing"]:
        await first.message()
    assert first.state["phase"] == "waiting"
    assert [seat["share"] for seat in first.state["seats"]] == [one, other, computer]
    wrong = await first.ask("reveal", seat=0, share=his)
    assert wrong["error"]["code"] == "not-possible"
    path = f"/api/tables/{table}/seats/1/reveal"
    assert (await bert.ask("POST", path, {"share": his}))["table"]["drawing"]
    assert (await first.ask("reveal", seat=0, share=mine))["type"] == "done"
    await begun(first)
    assert not first.state["drawing"]
    assert mine not in "".join(second.received)
    await first.ask("resign", seat=0)
    await second.ask("resign", seat=1)
    record = await anna.ask("GET", f"/api/tables/{table}/record")
    assert record["draw"]["promises"] == [one, other, None]
    assert share_commitment(bytes.fromhex(record["draw"]["shares"][2])) == computer
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    assert "2 of them promised their shares" in capsys.readouterr().out


async def test_two_tables_with_the_same_secret_would_deal_differently(server: LocalServer) -> None:
    """The share of one seat alone changes the deal."""
    anna = server.person("Anna")
    seeds = set()
    for _ in range(3):
        table = await anna.open("me", "me")
        found = await server.services.keeper.table(table)
        assert found.seed != found.header.seed
        seeds.add(found.seed)
    assert len(seeds) == 3


async def rated_game(anna: Person, bert: Person, **more: Any) -> tuple[str, Socket, Socket]:
    """A rated game that has begun."""
    table = await anna.open("me", "open", rated=True, **more)
    await bert.sit(table, 1)
    first, second = await anna.socket(table), await bert.socket(table)
    await begun(first)
    return table, first, second


def made_up_record(options: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    """A record of one's own with other tiles in the piles, but the same board."""
    game = open_game("lumiere", options=options)
    record = GameRecord.start(game, derived_seed("made up"), ["x", "y"])
    record.moves = moves
    return json.loads(record.dumps())  # type: ignore[no-any-return]


QUESTIONS = ("/api/records/hint", "/api/records/outlook", "/api/analyses")


async def refused_everywhere(cheat: Person, record: dict[str, Any], ply: int) -> list[bool]:
    """Whether each question about a position is refused because of a rated game."""
    found = []
    for path in QUESTIONS:
        body = {"record": record} | ({} if path.endswith("analyses") else {"ply": ply})
        answer = await cheat.http.post(path, json=body)
        found.append("rated" in answer.text)
        assert answer.status_code in {200, 202, 409}, answer.text
    return found


async def test_no_engine_helps_in_a_rated_game(server: LocalServer) -> None:
    """The attack: a guest asks about a made-up record that leads to the same position."""
    anna, bert, cheat = (
        await account(server, "Anna"),
        await account(server, "Bert"),
        server.person(),
    )
    rated = {"start": "orange", "postcards": "first-game"}
    _, first, second = await rated_game(anna, bert, options=rated)
    moves = ["take:line", "take:corner"]
    for seat, move in enumerate(moves):
        answer = await (first, second)[seat].ask("move", seat=seat, ply=seat, move=move)
        assert answer["type"] == "done", answer
    same_place = made_up_record(rated, moves)
    assert await refused_everywhere(cheat, same_place, 2) == [True, True, True]
    # A table of one's own that continues from the record gives no hint either.
    branch = await cheat.ask(
        "POST",
        "/api/tables/branch",
        {"record": same_place, "ply": 2, "seats": [{"kind": "me"}, {"kind": "me"}]},
    )
    table = await cheat.socket(branch["table"]["table"]["id"])
    asked = await table.ask("hint", seat=table.state["to_move"], ply=table.state["ply"])
    assert "rated" in asked["error"]["message"]
    # The same with the colours swapped is the same question.
    swapped = {"start": "blue", "postcards": "first-game"}
    assert await refused_everywhere(cheat, made_up_record(swapped, moves), 2) == [True, True, True]
    # Another position is nobody's secret, and after the game neither is this one.
    elsewhere = made_up_record(rated, ["take:line", "take:square"])
    assert await refused_everywhere(cheat, elsewhere, 2) == [False, False, False]
    await first.ask("resign", seat=0)
    assert await refused_everywhere(cheat, same_place, 2) == [False, False, False]


async def test_a_casual_game_keeps_its_hints(server: LocalServer) -> None:
    anna = server.person("Anna")
    table = await anna.open("me", 1, options={"start": "orange"})
    socket = await anna.socket(table)
    assert (await socket.ask("hint", seat=0, ply=0))["type"] == "hint"


async def test_a_table_with_a_known_shuffle_is_never_rated_and_says_so(server: LocalServer) -> None:
    """The attack: a branch at ply 0 of a record with a seed of one's choice, and an open seat."""
    host, guest = await account(server, "Host"), await account(server, "Visitor")
    record = made_up_record({"start": "orange"}, [])
    body = {"record": record, "ply": 0, "seats": [{"kind": "me"}, {"kind": "open"}]}
    refused = await host.http.post("/api/tables/branch", json={**body, "rated": True})
    assert refused.status_code == 422
    made = await host.ask("POST", "/api/tables/branch", body)
    table = made["table"]["table"]["id"]
    seen = [made, await guest.ask("GET", f"/api/tables/{table}")]
    before = await guest.socket(table)
    welcome = json.loads(before.received[0])
    assert welcome["table"]["branch_of"] is not None
    await guest.sit(table, 1)
    await begun(before)
    assert (await server.services.keeper.table(table)).seed.hex() == record["seed"]
    await before.ask("resign", seat=1)
    seen.append({"table": (await guest.ask("GET", "/api/me/games"))["games"][0]})
    for one in seen:
        assert one["table"]["table"]["rated"] is False
        assert one["table"]["table"]["branch_of"] == welcome["table"]["branch_of"]
    assert (await host.ask("GET", "/api/me"))["ratings"] == []
    found = await server.services.keeper.table(table)
    assert not await rate_table(server.services.ratings, found, 0)


INVISIBLE = ["An\u200bna", "An\u202ena", "\u3164", "\u2800", "\u115f", "An\u00adna", "\u2066Anna"]


async def test_names_that_nobody_can_see_or_tell_apart_are_refused(server: LocalServer) -> None:
    await account(server, "Anna Paul")
    guest = server.person()
    for name in [*INVISIBLE, "\u0410nna"]:
        await guest.ask("PATCH", "/api/me", {"name": name}, expect=422)
        seats = [{"kind": "me", "name": name}, {"kind": "open"}]
        await guest.ask("POST", "/api/tables", {"game": "lumiere", "seats": seats}, expect=422)
    wish = {"password": "a long password"}
    for name in ("ANNA PAUL", "Anna PauI", "AnnaPaul", "Anna Pau1"):
        await guest.ask("POST", "/api/accounts", {"name": name, **wish}, expect=409)
    await guest.ask("POST", "/api/accounts", {"name": "José Żółw", **wish}, expect=201)
    await guest.ask("PATCH", "/api/me", {"name": "Anna PauI"}, expect=409)


async def test_a_seat_shows_the_name_of_the_account_and_marks_guests(server: LocalServer) -> None:
    """The attack: an account opens a rated table, or sits down, under the name of another."""
    await account(server, "Anna")
    mallory, guest = await account(server, "Mallory"), server.person()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
    made = await mallory.ask(
        "POST", "/api/tables", {"game": "lumiere", "seats": seats, "rated": True}
    )
    assert made["table"]["seats"][0]["name"] == "Mallory"
    casual = await guest.ask("POST", "/api/tables", {"game": "lumiere", "seats": seats})
    table = casual["table"]["table"]["id"]
    assert (casual["table"]["seats"][0]["name"], casual["table"]["seats"][0]["guest"]) == (
        "Anna",
        True,
    )
    body = await mallory.ask("POST", f"/api/tables/{table}/seats/1", {"name": "Anna"})
    assert (body["table"]["seats"][1]["name"], body["table"]["seats"][1]["guest"]) == (
        "Mallory",
        False,
    )
    socket = await guest.socket(table)
    await socket.ask("chat", text="I am Anna")
    line = next(m for m in map(json.loads, socket.received) if m["type"] == "chat")["line"]
    assert (line["name"], line["guest"]) == ("Anna", True)
    # Two people on one device of an account: only the first is the account.
    two = await mallory.ask(
        "POST", "/api/tables", {"game": "lumiere", "seats": [seats[0], seats[0]]}
    )
    assert [(s["name"], s["guest"]) for s in two["table"]["seats"]] == [
        ("Mallory", False),
        ("Anna", True),
    ]
