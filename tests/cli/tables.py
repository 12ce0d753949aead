"""A finished state of La Cité written as a person would describe the table."""

from __future__ import annotations

from typing import Any

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.names import KINDS, SEATS
from lutetia.kernel.types import Record

SIGNS = dict(zip(KINDS, "obmL", strict=True))


def described(game: Lumiere, state: Record, *, seen: bool = False, form: str = "spaces") -> str:
    """The text of a table.

    With `seen` the colours under pieces stay unknown, as they are at a real table. The form of
    the buildings is `spaces`, `drawing` or `unnamed`.
    """
    found = game.position(state)
    lines = ["game lumiere", f"penseur {game.options['penseur']}", "board"]
    lines += [
        "".join(_sign(found["spaces"][f"{file}{row}"], seen) for file in "abcdefgh")
        for row in range(8, 0, -1)
    ]
    lines += _buildings(found, form)
    lines.append("pieces")
    for building in found["buildings"]:
        if building["annex"]:
            lines.append(f"annex {building['annex']} {building['name']}")
    for name, piece in found["pieces"].items():
        if piece:
            lines.append(" ".join([name, piece["space"], piece.get("facing", "")]).strip())
    lines.append("postcards")
    lines += [f"{card['owner']} {card['name']}" for card in found["postcards"] if card["owner"]]
    lines.append("reserves")
    lines += [f"{seat} {' '.join(found['reserves'][seat]) or '-'}" for seat in SEATS]
    return "\n".join(lines) + "\n"


def _sign(space: dict[str, Any], seen: bool) -> str:
    return "?" if seen and space["piece"] else SIGNS[space["kind"]]


def _buildings(found: dict[str, Any], form: str) -> list[str]:
    letters: dict[str, str] = {}
    lines = ["buildings"]
    for letter, building in zip("ABCDEFGHIJKLM", found["buildings"], strict=False):
        spaces = [space for space in building["spaces"] if space != building["annex"]]
        letters.update(dict.fromkeys(spaces, letter))
        place = letter if form == "drawing" else " ".join(spaces)
        name = "" if form == "unnamed" else building["name"]
        lines.append(f"{building['owner']} {name} {place}")
    if form == "drawing":
        rows = [
            "".join(letters.get(f"{file}{row}", ".") for file in "abcdefgh")
            for row in range(8, 0, -1)
        ]
        lines = ["drawing", *rows, *lines]
    return lines
