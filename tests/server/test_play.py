"""Playing through the real application: sockets, seats, watchers, questions."""

from __future__ import annotations

import random
import time
from typing import Any
from urllib.parse import urlsplit

import pytest

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.record import loads, reopen, verify
from lutetia.match.errors import Unavailable
from lutetia.server.live import fanout
from lutetia.server.protocol.client_pages import page_at
from tests.server.in_process import ALL_GAMES, Closed, LocalServer, Person, Socket, check_protocol


def my_view(socket: Socket) -> dict[str, Any]:
    view: dict[str, Any] = socket.state["views"][0]
    return view


async def play_one(socket: Socket, chance: random.Random, index: int = 0) -> None:
    """The socket's seat, or one of its seats, plays any legal move."""
    view = socket.state["views"][index]
    answer = await socket.ask(
        "move", seat=view["seat"], ply=socket.state["ply"], move=chance.choice(view["legal"])
    )
    assert answer["type"] == "done", answer
    await socket.settled(answer["ply"])


async def play_to_the_end(sockets: list[Socket], chance: random.Random) -> None:
    while sockets[0].state["phase"] == "playing":
        seat = sockets[0].state["to_move"]
        await play_one(next(s for s in sockets if my_view(s)["seat"] == seat), chance)
        for socket in sockets:
            await socket.settled(max(s.state["ply"] for s in sockets))


async def two_at_a_table(anna: Person, bert: Person, **more: Any) -> tuple[str, Socket, Socket]:
    table = await anna.open("me", "open", **more)
    await bert.sit(table, 1)
    return table, await anna.socket(table), await bert.socket(table)


async def test_a_game_against_the_computer_from_the_first_click_to_the_verified_record(
    anna: Person,
) -> None:
    table = await anna.open("me", 1)
    socket = await anna.socket(table)
    chance = random.Random(1)
    while socket.state["phase"] == "playing":
        if socket.state["to_move"] == 0:
            await play_one(socket, chance)
        else:
            await socket.message()
    assert socket.state["outcome"]["reason"] == "played"
    for text in socket.received:
        check_protocol(text)
    answer = await anna.http.get(f"/api/tables/{table}/record")
    record = loads(answer.text)
    verify(reopen(record, open_game), record)
    assert record.moves == [entry["move"] for entry in socket.logs[0]]
    verdict = await anna.ask("POST", "/api/records/verify", {"record": answer.json()})
    assert verdict["valid"]


@pytest.mark.parametrize("game", ALL_GAMES)
async def test_two_people_and_a_watcher_see_the_same_game_in_their_own_way(
    game: str, server: LocalServer, anna: Person, bert: Person
) -> None:
    table, first, second = await two_at_a_table(anna, bert, game=game)
    watcher = await server.person("Wim").socket(table)
    assert watcher.state["views"][0]["seat"] is None
    await play_to_the_end([first, second], random.Random(2))
    await watcher.settled(first.state["ply"])
    for socket in (first, second, watcher):
        assert socket.state["phase"] == "over"
        fresh = await socket.ask("resync")
        assert fresh["type"] == "welcome"
    assert [e["number"] for e in watcher.logs[None]] == list(range(1, len(watcher.logs[None]) + 1))
    for socket in (first, second, watcher):
        for text in socket.received:
            check_protocol(text)


async def test_a_table_waits_and_begins_when_somebody_sits_down_by_socket(
    anna: Person, bert: Person
) -> None:
    table = await anna.open("me", "open")
    first = await anna.socket(table)
    assert first.state["phase"] == "waiting"
    second = await bert.socket(table)
    assert (await second.ask("sit", seat=1, name="Bert"))["type"] == "done"
    await second.until(lambda m: m["type"] == "state")
    assert (my_view(second)["seat"], second.state["phase"]) == (1, "playing")
    await first.until(lambda m: m["type"] == "state" and m["state"]["phase"] == "playing")
    assert first.state["seats"][1]["name"] == "Bert"


async def test_two_people_at_one_screen_get_both_views(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    assert [view["seat"] for view in socket.state["views"]] == [0, 1]
    chance = random.Random(3)
    for _ in range(8):
        seat = socket.state["to_move"]
        assert not socket.state["views"][1 - seat]["legal"]
        await play_one(socket, chance, seat)


async def test_a_lost_connection_comes_back_to_the_same_game(anna: Person, bert: Person) -> None:
    table, first, second = await two_at_a_table(anna, bert)
    chance = random.Random(4)
    for _ in range(6):
        seat = first.state["to_move"]
        await play_one((first, second)[seat], chance)
        await first.settled(second.state["ply"])
        await second.settled(first.state["ply"])
    await first.close()
    presence = await second.until(lambda m: m["type"] == "presence")
    assert presence["online"] == [1]
    again = await anna.socket(table)
    assert again.logs[0] == first.logs[0]
    assert again.state["views"] == [
        {**view, "log_from": 0, "log": first.logs[0]} for view in first.state["views"]
    ]


async def test_a_move_that_was_stored_without_an_answer_is_shown_to_everybody(
    server: LocalServer, anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database may die after it has stored and before it has said so."""
    _, first, second = await two_at_a_table(anna, bert, options={"start": "orange"})
    append = server.services.journal.append

    async def without_answer(*stored: Any) -> None:
        await append(*stored)
        raise Unavailable("the database does not answer")

    move = {"seat": 0, "ply": 0, "move": my_view(first)["legal"][0]}
    with monkeypatch.context() as broken:
        broken.setattr(server.services.journal, "append", without_answer)
        assert (await first.ask("move", **move))["error"]["code"] == "unavailable"
    assert (await first.ask("move", **move))["error"]["code"] == "stale"
    for socket in (first, second):
        await socket.settled(1)


async def test_a_seat_opens_on_another_device_with_its_key(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    table, first, _ = await two_at_a_table(anna, bert)
    key = await anna.ask("POST", f"/api/tables/{table}/seats/0/key")
    phone = server.person("Anna's phone")
    await phone.ask("POST", f"/api/tables/{table}/keys", key)
    socket = await phone.socket(table)
    assert my_view(socket)["seat"] == 0
    if socket.state["to_move"] == 0:
        await play_one(socket, random.Random(5))
        await first.settled(1)


async def test_undo_draw_and_rematch_by_socket(anna: Person, bert: Person) -> None:
    table, first, second = await two_at_a_table(anna, bert, options={"start": "orange"})
    move = next(move for move in my_view(first)["legal"] if move.startswith("lay"))
    await first.ask("move", seat=0, ply=0, move=move)
    await first.settled(1)
    assert my_view(first)["may_undo"]
    assert (await first.ask("undo", seat=0))["type"] == "done"
    await second.until(lambda m: m["type"] == "state" and m["state"]["ask"] is not None)
    ask = second.state["ask"]
    assert (ask["kind"], ask["by"], ask["waiting"]) == ("takeback", 0, [1])
    await second.ask("answer", seat=1, ask=ask["id"], yes=True)
    await first.settled(2)
    assert first.logs[0] == []
    await first.ask("draw", seat=0)
    await second.until(lambda m: m["type"] == "state" and m["state"]["ask"] is not None)
    await second.ask("answer", seat=1, ask=second.state["ask"]["id"], yes=True)
    await first.until(lambda m: m["type"] == "state" and m["state"]["phase"] == "over")
    assert first.state["outcome"]["ranks"] == [1, 1]
    await second.ask("rematch", seat=1)
    await first.until(lambda m: m["type"] == "state" and m["state"]["ask"] is not None)
    await first.ask("answer", seat=0, ask=first.state["ask"]["id"], yes=True)
    await second.until(lambda m: m["type"] == "state" and m["state"]["next_table"])
    following = await bert.socket(second.state["next_table"])
    assert my_view(following)["seat"] == 1
    assert table != second.state["next_table"]


async def test_chat_reaches_everybody_and_is_there_later(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    table, first, second = await two_at_a_table(anna, bert)
    watcher = await server.person("Wim").socket(table)
    assert (await first.ask("chat", text="bonsoir <b>!</b>"))["type"] == "done"
    for socket in (second, watcher):
        told = await socket.until(lambda m: m["type"] == "chat")
        assert (told["line"]["text"], told["line"]["seat"]) == ("bonsoir <b>!</b>", 0)
    late = await bert.socket(table)
    assert "bonsoir" in late.received[0]


async def test_a_preview_and_a_hint(anna: Person, bert: Person) -> None:
    table = await anna.open("me", 1, options={"start": "orange"})
    socket = await anna.socket(table)
    moves = my_view(socket)["legal"][:4]
    answer = await socket.ask("preview", seat=0, ply=0, moves=moves)
    assert [one["move"] for one in answer["previews"]] == moves
    figures = await socket.ask("figures", seat=0, ply=0)
    assert figures["figures"] == {}  # La Cité has none
    check_protocol(socket.received[-1])
    stale = await socket.ask("figures", seat=0, ply=7)
    assert stale["error"]["code"] == "stale"
    hint = await socket.ask("hint", seat=0, ply=0)
    assert hint["type"] == "hint", hint
    assert hint["hint"]["move"] in my_view(socket)["legal"]
    check_protocol(socket.received[-1])
    _, first, second = await two_at_a_table(anna, bert)
    mover = (first, second)[first.state["to_move"]]
    refused = await mover.ask("hint", seat=my_view(mover)["seat"], ply=0)
    assert refused["error"]["code"] == "not-possible"


async def test_the_positions_of_the_past_are_those_that_the_seat_saw(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    table, first, second = await two_at_a_table(anna, bert, options={"start": "orange"})
    watcher = await server.person("Wim").socket(table)
    saw = [my_view(first)["position"]]
    chance = random.Random(7)
    for turn in range(6):
        await play_one((first, second)[turn % 2], chance)
        for socket in (first, second):
            await socket.settled(turn + 1)
        saw.append(my_view(first)["position"])
    answer = await first.ask("past", seat=0, first=2)
    check_protocol(first.received[-1])
    assert (answer["first"], answer["ply"]) == (2, 6)
    assert [one["position"] for one in answer["positions"]] == saw[2:]
    assert [one["to_move"] for one in answer["positions"]] == [0, 1, 0, 1, 0]
    own, theirs = saw[2]["hands"]["orange"], saw[2]["hands"]["blue"]
    assert own is not None
    assert theirs is None
    public = await watcher.ask("past", seat=None, first=2)
    assert public["positions"][0]["position"]["hands"] == {"orange": None, "blue": None}
    late = await first.ask("past", seat=0, first=99)
    assert (late["first"], len(late["positions"])) == (6, 1)


async def test_the_computer_takes_over_for_somebody_who_went_away(
    anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, second = await two_at_a_table(anna, bert)
    here = await first.ask("replace", seat=0, absent=1)
    assert here["error"]["code"] == "not-possible"
    await second.close()
    early = await first.ask("replace", seat=0, absent=1)
    assert early["error"]["code"] == "not-possible"
    later = time.monotonic() + 61
    monkeypatch.setattr(fanout, "monotonic", lambda: later)
    assert (await first.ask("replace", seat=0, absent=1, level=2))["type"] == "done"
    await first.until(lambda m: m["type"] == "state")
    seat = first.state["seats"][1]
    assert (seat["kind"], seat["level"], seat["resigned"]) == ("computer", 2, True)


async def test_time_runs_out_while_nobody_does_anything(
    server: LocalServer, anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "minutes", "minutes": 1, "increment": 2}
    _, first, _ = await two_at_a_table(anna, bert, clock=clock)
    left = first.state["clock"]["left"]
    assert 30_000 < left[first.state["to_move"]] <= 60_000
    assert left[1 - first.state["to_move"]] == 60_000
    now = server.services.keeper.now
    monkeypatch.setattr(server.services.keeper, "now", lambda: now() + 61_000)
    await first.until(lambda m: m["type"] == "state" and m["state"]["phase"] == "over")
    assert first.state["outcome"]["reason"] == "time"


async def test_branching_off_a_record_and_trying_another_move(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    chance = random.Random(6)
    for _ in range(12):
        seat = socket.state["to_move"]
        move = chance.choice(socket.state["views"][seat]["legal"])
        await socket.settled(
            (await socket.ask("move", seat=seat, ply=socket.state["ply"], move=move))["ply"]
        )
    await anna.ask("GET", f"/api/tables/{table}/record", expect=409)
    await socket.ask("resign", seat=0)
    body = await anna.ask(
        "POST",
        "/api/tables/branch",
        {"table": table, "ply": 7, "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}]},
    )
    branch = body["table"]["table"]
    assert branch["first_ply"] == 7
    other = await anna.socket(branch["id"])
    assert [e["move"] for e in other.logs[0][:7]] == [e["move"] for e in socket.logs[0][:7]]
    for _ in range(3):
        while other.state["to_move"] != 0:
            await other.message()
        await play_one(other, chance)
    refused = await anna.ask(
        "POST",
        "/api/tables/branch",
        {"table": table, "ply": 99, "seats": [{"kind": "me"}, {"kind": "me"}]},
        expect=422,
    )
    assert refused["code"] == "option"


async def test_the_replay_of_a_table_says_who_resigned(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    await socket.ask("resign", seat=0)
    replay = await anna.ask("POST", "/api/records/replay", {"table": table})
    assert replay["ending"] == {"reason": "resigned", "ranks": [2, 1]}
    assert replay["ranks"] is None, "the record has no result"
    record = await anna.ask("GET", f"/api/records/{table}")
    assert (await anna.ask("POST", "/api/records/replay", {"record": record}))["ending"] is None


async def test_a_branch_begins_with_a_better_line(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    seat = socket.state["to_move"]
    played, better = socket.state["views"][seat]["legal"][:2]
    await socket.settled((await socket.ask("move", seat=seat, ply=0, move=played))["ply"])
    await socket.ask("resign", seat=0)
    wish = {"table": table, "ply": 0, "seats": [{"kind": "me"}, {"kind": "me"}]}
    body = await anna.ask("POST", "/api/tables/branch", {**wish, "moves": [better]})
    other = await anna.socket(body["table"]["table"]["id"])
    assert [entry["move"] for entry in other.logs[seat]] == [better]
    for moves, code, status in ((["castle"], "unparsable", 422), ([better] * 2, "illegal", 409)):
        sent = {**wish, "moves": moves}
        refused = await anna.ask("POST", "/api/tables/branch", sent, expect=status)
        assert refused["code"] == code


async def test_a_replay_shows_every_position(anna: Person) -> None:
    table = await anna.open("me", "me")
    socket = await anna.socket(table)
    chance = random.Random(7)
    while socket.state["phase"] == "playing":
        seat = socket.state["to_move"]
        move = chance.choice(socket.state["views"][seat]["legal"])
        await socket.settled(
            (await socket.ask("move", seat=seat, ply=socket.state["ply"], move=move))["ply"]
        )
    replay = await anna.ask("POST", "/api/records/replay", {"table": table})
    assert [frame["move"] for frame in replay["frames"][1:]] == replay["moves"]
    assert replay["frames"][-1]["to_move"] is None
    part = await anna.ask("POST", "/api/records/replay", {"table": table, "first": 3, "last": 5})
    assert part["frames"] == replay["frames"][3:6]
    # Another line after three moves: its positions, or the reason why it is not legal.
    other = next(
        move for move in replay["frames"][3]["legal"] if move != replay["frames"][4]["move"]
    )
    line = {"table": table, "first": 3, "instead": [other]}
    before, after = (await anna.ask("POST", "/api/records/replay", line))["frames"]
    assert before == replay["frames"][3]
    assert (after["ply"], after["seat"], after["move"]) == (4, before["to_move"], other)
    assert after["position"] != replay["frames"][4]["position"]
    illegal = await anna.ask(
        "POST", "/api/records/replay", {**line, "instead": [other, other]}, expect=409
    )
    assert illegal["code"] == "illegal"
    late = await anna.ask("POST", "/api/records/replay", {**line, "first": 99_999}, expect=422)
    assert "this record has" in late["message"]
    seen = await anna.ask("POST", "/api/records/replay", {"table": table, "seat": 1})
    assert seen["frames"][2]["position"] != replay["frames"][2]["position"]
    record = (await anna.http.get(f"/api/tables/{table}/record")).json()
    shared = await anna.ask("POST", "/api/records", {"record": record})
    again = await anna.ask("POST", "/api/records", {"record": record})
    assert again == shared
    # A link names a record or a table, and nobody needs to know which to open it.
    for kept in (shared["id"], table):
        assert await anna.ask("GET", f"/api/records/{kept}") == record
        link = await anna.ask("GET", f"/api/records/{kept}/link")
        assert link["id"] == kept
        assert (await anna.http.get(link["link"])).status_code == 200, "a page of the client"
        assert link["link"].endswith(f"/{kept}")
        assert page_at(urlsplit(link["link"]).path) == "replay"
        assert await anna.ask("POST", "/api/records/replay", {"table": kept}) == replay
    missing = await anna.ask("GET", "/api/records/aaaaaaaaaaaaaaaa", expect=404)
    assert await anna.ask("GET", "/api/records/aaaaaaaaaaaaaaaa/link", expect=404) == missing
    assert missing["code"] == "not-found"
    hint = await anna.ask("POST", "/api/records/hint", {"record": record, "ply": 4})
    assert hint["move"] in replay["frames"][4]["legal"]
    outlook = await anna.ask("POST", "/api/records/outlook", {"record": record, "ply": 4})
    assert outlook["places"]["c5"] == {"owners": [0.5, 0.25], "light": 1.5}


async def test_there_is_no_socket_to_a_table_that_is_not(server: LocalServer) -> None:
    person = server.person()
    socket = Socket(server.app, "/ws/tables/aaaaaaaaaaaaaaaa", {})
    await socket.accept()
    bye = await socket.message()
    assert bye["reason"]["code"] == "not-found"
    with pytest.raises(Closed) as closed:
        await socket.message()
    assert closed.value.code == 4404
    await person.close()


async def test_a_stopping_server_says_goodbye_after_what_it_acknowledged(
    server: LocalServer, anna: Person, bert: Person
) -> None:
    _, first, second = await two_at_a_table(anna, bert)
    await play_one((first, second)[first.state["to_move"]], random.Random(8))
    await server.services.stop()
    bye = await first.until(lambda m: m["type"] == "bye")
    assert bye["again_ms"] > 0
    with pytest.raises(Closed) as closed:
        await first.message()
    assert closed.value.code == 1001
