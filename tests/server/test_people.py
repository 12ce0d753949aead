"""Guests, accounts, ratings, one's data, and programs that play."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from lutetia.server.tables.rating import rate, shown
from tests.patience import PATIENCE
from tests.server.in_process import Closed, LocalServer, Person, Socket
from tests.server.test_play import play_to_the_end, two_at_a_table

PASSWORD = "lampadaire 1889"


def my_seats(socket: Socket) -> list[int]:
    return [seat["seat"] for seat in socket.state["seats"] if seat["yours"]]


async def account(person: Person, name: str | None = None) -> None:
    body = {"name": name or person.name, "password": PASSWORD}
    await person.ask("POST", "/api/accounts", body)


async def test_a_guest_needs_no_account_and_keeps_name_and_games(anna: Person) -> None:
    me = await anna.ask("GET", "/api/me")
    assert me["kind"] == "guest"
    assert re.fullmatch(r"Guest \d{4}", me["name"])  # the client translates this form
    assert (await anna.ask("GET", "/api/me"))["name"] == me["name"]
    await anna.ask("PATCH", "/api/me", {"name": "  Änna  Müller "})
    table = await anna.open("me", 1)
    games = await anna.ask("GET", "/api/me/games")
    assert [game["table"]["id"] for game in games["games"]] == [table]
    assert games["games"][0]["seats"][0]["name"] == "Änna Müller"


async def test_the_cookie_is_signed_and_out_of_scripts_reach(server: LocalServer) -> None:
    answer = await server.person().http.get("/api/me")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


async def test_an_account_keeps_the_guests_games_and_comes_back_elsewhere(
    server: LocalServer, anna: Person
) -> None:
    table = await anna.open("me", "open")
    await account(anna)
    assert (await anna.ask("GET", "/api/me"))["kind"] == "account"
    laptop = server.person("Laptop")
    wrong = {"name": "Anna", "password": "something else"}
    assert (await laptop.ask("POST", "/api/session", wrong, expect=401))["code"] == "wrong-password"
    unknown = {"name": "Nobody", "password": PASSWORD}
    refused = await laptop.ask("POST", "/api/session", unknown, expect=401)
    assert refused["code"] == "wrong-password"
    await laptop.ask("POST", "/api/session", {"name": "ANNA", "password": PASSWORD})
    socket = await laptop.socket(table)
    assert my_seats(socket) == [0]
    out = await laptop.ask("DELETE", "/api/session")
    assert out["kind"] == "guest"
    again = await laptop.socket(table)
    assert my_seats(again) == []


async def test_a_name_belongs_to_one_account(anna: Person, bert: Person) -> None:
    await account(anna)
    body = {"name": "aNNa", "password": PASSWORD}
    assert (await bert.ask("POST", "/api/accounts", body, expect=409))["code"] == "name-taken"
    again = await anna.ask("POST", "/api/accounts", body, expect=409)
    assert again["code"] == "not-possible"
    short = {"name": "Xaver", "password": "short"}
    assert (await bert.ask("POST", "/api/accounts", short, expect=422))["code"] == "bad-request"


async def test_a_name_that_nobody_can_have_is_refused_with_the_rule_of_names(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    table = await anna.open("me", "open")
    for odd in ("<b>x</b>", "Anna 🦊", "x" * 25, "   ", "Аnna"):
        for method, path in (("PATCH", "/api/me"), ("POST", f"/api/tables/{table}/seats/1")):
            refused = await bert.ask(method, path, {"name": odd}, expect=422)
            assert refused["code"] == "bad-name", odd
            assert "up to 24 letters" in refused["message"]
        body = {"name": odd, "password": PASSWORD}
        refused = await bert.ask("POST", "/api/accounts", body, expect=422)
        assert refused["code"] == "bad-name", odd
        assert "2 to 24 letters" in refused["message"]
    # What is no text at all is a fault of the program that sends it.
    assert (await bert.ask("PATCH", "/api/me", {"name": 7}, expect=422))["code"] == "bad-request"
    await account(anna)
    refused = await anna.ask("PATCH", "/api/me", {"name": "A*"}, expect=422)
    assert refused["code"] == "bad-name"
    assert "2 to 24 letters" in refused["message"]


async def test_a_new_password_signs_every_other_device_out(
    server: LocalServer, anna: Person
) -> None:
    await account(anna)
    table = await anna.open("me", 1)
    phone = server.person("Phone")
    await phone.ask("POST", "/api/session", {"name": "Anna", "password": PASSWORD})
    socket = await phone.socket(table)
    change = {"password": PASSWORD, "new_password": "bouquinistes 1889"}
    await anna.ask("PUT", "/api/me/password", change)
    with pytest.raises(Closed):
        await socket.until(lambda _: False)
    assert (await phone.ask("GET", "/api/me"))["kind"] == "guest"
    assert (await anna.ask("GET", "/api/me"))["kind"] == "account"


async def test_a_rated_game_changes_both_ratings_once(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    refused = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True}
    await anna.ask("POST", "/api/tables", refused, expect=401)
    await account(anna)
    table = await anna.open("me", "open", rated=True)
    assert (await bert.sit(table, 1, expect=401))["code"] == "not-signed-in"
    assert (await anna.sit(table, 1, expect=409))["code"] == "not-possible"
    await account(bert)
    await bert.sit(table, 1)
    first, second = await anna.socket(table), await bert.socket(table)
    await play_to_the_end([first, second], random.Random(1))
    await server.services._housekeeping()
    ratings = (await anna.ask("GET", "/api/me"))["ratings"]
    assert ratings[0]["games"] == 1
    assert ratings[0]["provisional"]
    await server.services._housekeeping()
    board = await anna.ask("GET", "/api/ratings/lumiere")
    assert {leader["games"] for leader in board["leaders"]} == {1}
    ranks = first.state["outcome"]["ranks"]
    if ranks == [1, 2]:
        assert [leader["name"] for leader in board["leaders"]] == ["Anna", "Bert"]
    public = await bert.ask("GET", "/api/players/anna")
    assert public["ratings"] == ratings
    await bert.ask("GET", "/api/players/nobody", expect=404)
    await bert.ask("GET", "/api/ratings/chess", expect=404)


def test_ratings_of_four_players_move_with_their_places() -> None:
    new = rate([1, 2, 2, 4], [None] * 4)
    assert new[0].mu > new[1].mu > new[3].mu
    assert abs(new[1].mu - new[2].mu) < 1e-6
    again = rate([4, 1, 2, 3], new)
    assert [rating.games for rating in again] == [2] * 4
    assert shown(again[1]) > shown(new[3])


async def test_everything_about_a_player_can_be_taken_away_and_erased(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    await account(anna)
    table, first, _ = await two_at_a_table(anna, bert)
    await first.ask("chat", text="a private joke")
    await first.ask("resign", seat=0)
    data = await anna.ask("GET", "/api/me/export")
    assert data["name"] == "Anna"
    assert data["chat"][0]["text"] == "a private joke"
    assert data["games"][0]["record"]["players"] == ["Anna", "Bert"]
    wrong = {"password": "not this"}
    assert (await anna.ask("POST", "/api/me/delete", wrong, expect=401))["code"] == "wrong-password"
    await anna.ask("POST", "/api/me/delete", {"password": PASSWORD}, expect=204)
    assert (await anna.ask("GET", "/api/me"))["kind"] == "guest"
    socket = await bert.socket(table)
    assert "joke" not in socket.received[0]
    assert "Anna" not in socket.received[0]
    assert (await bert.http.get(f"/api/tables/{table}/record")).json()["players"] != [
        "Anna",
        "Bert",
    ]
    login = {"name": "Anna", "password": PASSWORD}
    await server.person().ask("POST", "/api/session", login, expect=401)


async def test_bots_have_tokens_that_can_be_taken_away(server: LocalServer, anna: Person) -> None:
    await anna.ask("POST", "/api/bots", {"name": "Robo"}, expect=401)
    await account(anna)
    made = await anna.ask("POST", "/api/bots", {"name": "Robo"})
    headers = {"authorization": f"Bearer {made['token']}"}
    robo = server.person("Robo")
    assert (await robo.ask("GET", "/api/me", headers=headers))["kind"] == "bot"
    stored = await server.services.people.find(made["bot"]["id"])
    assert made["token"] not in repr(stored)
    table = await anna.open("me", "open", options={"start": "blue"})
    await robo.ask("POST", f"/api/tables/{table}/seats/1", {}, headers=headers)
    socket = await anna.socket(table)
    assert socket.state["seats"][1]["kind"] == "bot"
    path = f"/api/bot/tables/{table}/moves"
    stale = await robo.ask("POST", path, {"ply": 3, "move": "pass"}, headers=headers, expect=409)
    assert stale["code"] == "stale"
    done = await robo.ask("POST", path, {"ply": 0, "move": "take:line"}, headers=headers)
    assert done["ply"] == 1
    assert (await anna.ask("GET", "/api/bots"))["bots"][0]["name"] == "Robo"
    await anna.ask("DELETE", f"/api/bots/{made['bot']['id']}", expect=204)
    gone = await robo.ask("POST", path, {"ply": 2, "move": "pass"}, headers=headers, expect=401)
    assert gone["code"] == "not-signed-in"
    await robo.ask("GET", "/api/bot/events", expect=401)


async def test_who_asks_for_many_bots_at_once_gets_as_many_as_allowed(
    server: LocalServer, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault: simultaneous requests all passed, because each counted the bots before."""
    monkeypatch.setattr(server.services.limits, "factor", 0.3)
    await account(anna)
    answers = await asyncio.gather(
        *(anna.http.post("/api/bots", json={"name": f"Robo {n}"}) for n in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 5
    assert answers[-1].json()["message"] == "one person may have 3 bots"


@pytest.mark.slow
@pytest.mark.parametrize(("bot_file", "scheme"), [("bot.py", "http"), ("socket_bot.py", "ws")])
async def test_the_example_bots_play_a_whole_game(
    bot_file: str, scheme: str, tmp_path: Path
) -> None:
    """The programs of examples/, as their reader would start them, against a real server."""
    from tests.server.test_crashes import forking_server

    async with forking_server(tmp_path) as server:
        await server.start_server()
        base = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as owner:
            await owner.post("/api/accounts", json={"name": "Owner", "password": PASSWORD})
            token = (await owner.post("/api/bots", json={"name": "Robo"})).json()["token"]
            seats = [{"kind": "open"}, {"kind": "computer", "level": 1}]
            wish = {"game": "lumiere", "seats": seats}
            opened: Any = (await owner.post("/api/tables", json=wish)).json()
            table = opened["table"]["table"]["id"]
            bot = await asyncio.create_subprocess_exec(
                sys.executable,
                f"examples/{bot_file}",
                base.replace("http", scheme),
                token,
                table,
                stdout=asyncio.subprocess.PIPE,
            )
            out, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
            assert bot.returncode == 0
            found = (await owner.get(f"/api/tables/{table}")).json()
            assert found["table"]["phase"] == "over"
            assert json.loads(out.splitlines()[-1])["ranks"] == found["table"]["ranks"]


async def test_a_profile_tells_results_points_favourites_and_opponents(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    await account(anna)
    await account(bert)
    table = await anna.open("me", "open", rated=True)
    await bert.sit(table, 1)
    sockets = [await anna.socket(table), await bert.socket(table)]
    await play_to_the_end(sockets, random.Random(2))
    await server.services._housekeeping()
    outcome = sockets[0].state["outcome"]
    mine = await anna.ask("GET", "/api/me/profile")
    public = await bert.ask("GET", "/api/players/ANNA")
    assert mine == public
    (found,) = mine["statistics"]
    assert (found["game"], found["seats"], found["games"]) == ("lumiere", 2, 1)
    assert found["places"] == [int(outcome["ranks"][0] == 1), int(outcome["ranks"][0] == 2)]
    assert found["lines"] == outcome["scores"][0]["lines"]
    assert found["points"] == outcome["scores"][0]["total"] == found["best"]
    (other,) = found["opponents"]
    assert (other["name"], other["level"], other["games"]) == ("Bert", None, 1)
    assert {thing["group"] for thing in found["favourites"]} >= {"postcards", "buildings"}
    (point,) = mine["history"]
    (rating,) = mine["ratings"]
    assert (point["table"], point["estimate"]) == (table, rating["estimate"])
    assert rating["seats"] == 2
    assert rating["spread"] > 500  # one game says little
    assert (await anna.ask("GET", "/api/ratings/lumiere?seats=2"))["leaders"][0]["spread"]
    assert (await anna.ask("GET", "/api/ratings/belle_epoque?seats=3"))["leaders"] == []
    # The list of games is filtered, and has a picture of each.
    won = outcome["ranks"][0] == 1
    for query, number in (
        ("over=true", 1), ("over=false", 0), ("game=belle_epoque", 0), ("game=lumiere", 1),
        (f"won={str(won).lower()}", 1), (f"won={str(not won).lower()}", 0),
    ):  # fmt: skip
        games = (await anna.ask("GET", f"/api/me/games?{query}"))["games"]
        assert len(games) == number, query
        assert all(game["position"] for game in games)
    # Who deletes the account is no longer named by the others' statistics.
    await bert.ask("POST", "/api/me/delete", {"password": PASSWORD})
    (found,) = (await anna.ask("GET", "/api/me/profile"))["statistics"]
    assert found["opponents"][0]["name"] == "deleted player"


async def test_a_rating_belongs_to_a_number_of_players(server: LocalServer) -> None:
    people = [server.person(name) for name in ("Ada", "Bea", "Cleo")]
    for person in people:
        await account(person)
    for number in (2, 3):
        table = await people[0].open(
            "me", *["open"] * (number - 1), game="belle_epoque", rated=True
        )
        for seat in range(1, number):
            await people[seat].sit(table, seat)
        for seat in range(1, number):
            socket = await people[seat].socket(table)
            await socket.ask("resign", seat=seat)
    await server.services._housekeeping()
    ratings = (await people[0].ask("GET", "/api/me"))["ratings"]
    assert [(one["seats"], one["games"]) for one in ratings] == [(2, 1), (3, 1)]


async def test_a_guest_takes_the_games_along_into_an_old_account(
    server: LocalServer, anna: Person
) -> None:
    await account(anna)
    phone = server.person("Phone")
    going_on, over = await phone.open("me", "open"), await phone.open("me", 1)
    socket = await phone.socket(over)
    await socket.ask("resign", seat=0)
    await server.services._housekeeping()
    await phone.ask("POST", "/api/session", {"name": "Anna", "password": PASSWORD, "take": True})
    assert my_seats(await phone.socket(going_on)) == [0]
    games = (await anna.ask("GET", "/api/me/games"))["games"]
    assert {game["table"]["id"] for game in games} == {going_on, over}
    assert (await anna.ask("GET", "/api/me/profile"))["statistics"][0]["games"] == 1


async def test_no_engine_helps_in_a_rated_game(anna: Person, bert: Person) -> None:
    await account(anna)
    await account(bert)
    table = await anna.open("me", "open", rated=True, options={"start": "orange"})
    await bert.sit(table, 1)
    socket = await anna.socket(table)
    answer = await socket.ask("hint", seat=0, ply=0)
    assert answer["error"]["code"] == "not-possible"
    refused = await anna.ask("POST", "/api/records/hint", {"table": table, "ply": 0}, expect=409)
    assert refused["code"] == "not-possible"
    refused = await anna.ask("POST", "/api/analyses", {"table": table}, expect=409)
    assert refused["code"] == "not-possible"
    wish = {
        "game": "lumiere",
        "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}],
        "rated": True,
    }
    assert (await anna.ask("POST", "/api/tables", wish, expect=422))["code"] == "option"
