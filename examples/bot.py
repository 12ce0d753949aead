"""A bot in thirty lines: sits down at a table and plays any legal move until the game is over.

    python examples/bot.py http://localhost:8000 TOKEN TABLE

The token comes from `POST /api/bots`, the table from its link. Replace `choose` by a better idea.
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

server, token, table = sys.argv[1:4]


def ask(path: str, body: object = None) -> Any:
    """Send a request; JSON is posted, nothing is fetched."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(server + path, data, headers))


def choose(position: object, legal: list[str]) -> str:
    """The move to play: `position` is what the seat sees, `legal` what it may do."""
    return random.choice(legal)


seats = json.load(ask(f"/api/tables/{table}"))["table"]["seats"]
ask(f"/api/tables/{table}/seats/{[s['kind'] for s in seats].index('open')}", {})
for line in ask("/api/bot/events"):
    event = json.loads(line[6:]) if line.startswith(b"data: ") else {}
    if event.get("table") == table and event["type"] == "turn":
        move = choose(event["position"], event["legal"])
        ask(f"/api/bot/tables/{table}/moves", {"ply": event["ply"], "move": move})
    elif event.get("table") == table and event["type"] == "over":
        print(json.dumps({"ranks": event["ranks"]}))
        break
