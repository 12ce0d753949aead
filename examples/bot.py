"""A program that plays at one table: any legal move, whenever it is its turn.

LUTETIA_TOKEN=… python examples/bot.py http://localhost:8000 TABLE SEAT
"""

import json
import os
import random
import sys
import time
from http.client import HTTPException, HTTPResponse
from urllib.request import Request, urlopen

server, table, seat = sys.argv[1:]
chance = random.Random()
head = {
    "Authorization": f"Bearer {os.environ['LUTETIA_TOKEN']}",
    "Content-Type": "application/json",
}


def ask(method: str, path: str, body: object = None) -> HTTPResponse:
    data = None if body is None else json.dumps(body).encode()
    answer: HTTPResponse = urlopen(Request(server + path, data, head, method=method), timeout=60)
    return answer


ask("POST", f"/api/tables/{table}/seats/{seat}", {"name": "Example bot"}).close()
while True:
    try:
        for line in ask("GET", "/api/bot/events"):
            event = json.loads(line[6:]) if line.startswith(b"data: ") else {}
            if event.get("table") != table:
                continue
            if event["type"] == "over":
                print("over; places by seat:", event["ranks"])
                sys.exit()
            move = {"ply": event["ply"], "move": chance.choice(event["legal"])}
            ask("POST", f"/api/bot/tables/{table}/moves", move).close()
    except (OSError, HTTPException):
        time.sleep(1)  # whatever it was: the stream begins with the turns that wait
