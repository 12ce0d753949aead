"""Each game offers its own levels, and a table refuses a level that its game does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from lutetia.games.belle_epoque import BelleEpoquePackage
from tests.server.in_process import living


async def test_a_table_has_the_levels_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fewer = tuple(BelleEpoquePackage().levels()[:8])
    monkeypatch.setattr(BelleEpoquePackage, "levels", lambda _: fewer)
    async with living(tmp_path) as server:
        anna = server.person("Anna")
        await anna.ask("GET", "/api/me")
        games = (await anna.ask("GET", "/api/catalogue"))["games"]
        offered = {game["id"]: [one["level"] for one in game["levels"]] for game in games}
        assert offered["lumiere"] == list(range(1, 10))
        assert offered["belle_epoque"] == list(range(1, 9))
        for game, levels in offered.items():
            table = await anna.open("me", "open", game=game)
            socket = await anna.socket(table)
            answer = await socket.ask("computer", seat=1, level=levels[-1])
            assert answer["type"] == "done", answer
            too_high = {"kind": "computer", "level": levels[-1] + 1}
            wish = {"game": game, "seats": [{"kind": "me"}, too_high]}
            await anna.ask("POST", "/api/tables", wish, expect=422)
        # Level 9 exists, but not in this game.
        socket = await anna.socket(await anna.open("me", "open", game="belle_epoque"))
        refused = await socket.ask("computer", seat=1, level=9)
        assert refused["type"] == "error", refused
        assert "has the levels 1 to 8" in refused["error"]["message"]
        wish = {"game": "belle_epoque", "seats": [{"kind": "me"}] * 3, "plays_on": 9}
        fault = await anna.ask("POST", "/api/tables", wish, expect=422)
        assert "has the levels 1 to 8" in fault["message"]
