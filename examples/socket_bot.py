"""A bot over the WebSocket: takes an open seat, plays random legal moves, and says how it ended.

    python examples/socket_bot.py ws://localhost:8000 TOKEN TABLE

`POST /api/bots` gives the token. docs/protocol.md describes the messages; the same can be written
in any language that has WebSockets. To make the bot stronger, replace `choose`.
"""

import json
import random
import sys
from typing import Any

from websockets.sync.client import connect

server, token, table = sys.argv[1:4]


def choose(position: object, legal: list[str]) -> str:
    """The move to play; `position` is what the seat sees, `legal` lists its legal moves."""
    return random.choice(legal)


headers = {"Authorization": f"Bearer {token}"}
with connect(f"{server}/ws/tables/{table}", additional_headers=headers) as socket:
    asked, sat = 0, False
    for text in socket:
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "error":
            sys.exit(message["error"]["message"])
        state = message.get("state")
        if state is None:
            continue
        mine = next((view for view in state["views"] if view["seat"] is not None), None)
        answer: dict[str, Any] | None = None
        if state["phase"] == "over":
            print(json.dumps({"ranks": state["outcome"]["ranks"]}))
            break
        seated = any(chair["yours"] for chair in state["seats"])
        if not seated and not sat:
            seat = [chair["kind"] for chair in state["seats"]].index("open")
            answer, sat = {"type": "sit", "seat": seat, "name": "Socket"}, True
        elif mine is not None and mine["legal"]:
            move = choose(mine["position"], mine["legal"])
            answer = {"type": "move", "seat": mine["seat"], "ply": state["ply"], "move": move}
        if answer is not None:
            asked += 1
            socket.send(json.dumps({"id": asked, **answer}))
