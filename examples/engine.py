"""A program for `lutetia arena`, in thirty lines: it lays and builds where most points are.

    lutetia arena lumiere "exec:python examples/engine.py" random --pairs 10

It needs nothing of Lutetia: the same can be written in any language. docs/engine-protocol.md
describes the messages.
"""

import json
import random
import sys

LIKED = ("build", "take", "activate", "lay")


def choose(legal: list[str]) -> str:
    """A move of the kind that this program likes most."""
    for kind in LIKED:
        moves = [move for move in legal if move.startswith(kind)]
        if moves:
            return random.choice(moves)
    return random.choice(legal)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "Builder"}
    elif message["type"] == "game":
        answer = {"type": "ready"}
    elif message["type"] == "move":
        answer = {"type": "move", "move": choose(message["legal"])}
    else:
        break
    print(json.dumps(answer), flush=True)
