"""Puzzles through the real application: the list, one puzzle, and why a move is refused."""

from __future__ import annotations

from lutetia.kernel.catalogue import open_game
from lutetia.server.protocol.puzzles import PuzzleBody, PuzzleList
from tests.server.in_process import Person


async def test_a_puzzle_has_everything_that_is_needed_to_solve_it(anna: Person) -> None:
    catalogue = await anna.ask("GET", "/api/catalogue")
    counts = {game["id"]: game["puzzles"] for game in catalogue["games"]}
    found = await anna.ask("GET", "/api/puzzles/lumiere")
    PuzzleList.model_validate(found)
    assert counts["lumiere"] == len(found["puzzles"]) >= 60
    assert counts["belle_epoque"] == 0
    game = open_game("lumiere")
    for info in found["puzzles"][:5]:
        body = await anna.ask("GET", f"/api/puzzles/lumiere/{info['id']}")
        PuzzleBody.model_validate(body)
        assert body["info"] == info
        view, line = body["view"], body["line"]
        state = game.state_from(view["position"])
        legal = {game.notation(int(move)) for move in game.legal_moves(state)}
        assert set(view["legal"]) == legal == {one["move"] for one in body["tries"]}
        assert {one["move"] for one in body["previews"]} == legal
        assert body["tries"][0]["move"] == line[0]["move"]
        assert body["tries"][0]["margin"] == info["value"]
        assert body["tries"][1]["margin"] == info["second"]
        # The line is a game to its end, and ends as the certificate says.
        for step in line:
            assert step["seat"] == int(state.to_move)
            state = game.play(state, game.read(step["move"]))
            assert step["position"] == game.position(state)
        assert game.is_over(state)
        assert line[-1]["to_move"] is None
        totals = [score["total"] for score in line[-1]["scores"]]
        assert totals == game.totals(state)
        assert totals[info["seat"]] - totals[1 - info["seat"]] == info["value"]


async def test_a_try_that_is_not_legal_is_refused_with_its_rule(anna: Person) -> None:
    info = (await anna.ask("GET", "/api/puzzles/lumiere"))["puzzles"][0]
    address = f"/api/puzzles/lumiere/{info['id']}"
    body = await anna.ask("GET", address)
    legal = body["view"]["legal"][0]
    assert await anna.ask("POST", f"{address}/try", {"move": legal}, expect=204) is None
    fault = await anna.ask("POST", f"{address}/try", {"move": "take:smile"}, expect=409)
    assert fault["code"] == "illegal"
    assert fault["rule"] == "L3.1"
    await anna.ask("POST", f"{address}/try", {"move": "nonsense"}, expect=422)


async def test_what_does_not_exist_is_not_found(anna: Person) -> None:
    for path in ("belle_epoque", "chess", "lumiere/aaaaaaaa"):
        await anna.ask("GET", f"/api/puzzles/{path}", expect=404)
    await anna.ask("GET", "/api/puzzles/lumiere/UPPER", expect=422)
