"""A bot in thirty lines: takes a seat at a table and plays random legal moves until the game ends.

    python examples/bot.py http://localhost:8000 TOKEN TABLE

`POST /api/bots` gives the token. The link of the table contains its name. To make the bot stronger,
replace `choose`.
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

server, token, table = sys.argv[1:4]


def ask(path: str, body: object = None) -> Any:
    """Send a request: a POST with a JSON body, or a GET without a body."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(server + path, data, headers))


def choose(position: object, legal: list[str]) -> str:
    """The move to play; `position` is what the seat sees, `legal` lists its legal moves."""
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
