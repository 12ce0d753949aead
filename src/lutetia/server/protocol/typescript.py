"""Write TypeScript for the client: the types of messages and positions, and its addresses.

`python -m lutetia.server.protocol.typescript` writes `web/src/lib/protocol.ts`, and for each game
with a board of its own `web/src/games/GAME/position.ts` and, if the game has them, the types of its
offers and figures in `facts.ts`. With `--check` nothing is written; the
exit status says whether the files are up to date.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from lutetia.kernel.catalogue import GAMES
from lutetia.server.protocol import (
    analysis,
    base,
    components,
    notify,
    people,
    public_list,
    puzzles,
    rest,
    socket,
    table,
)
from lutetia.server.protocol.client_pages import PAGES

HEAD = """\
// Made by `python -m lutetia.server.protocol.typescript`; do not edit.
// The meaning of each message is in docs/protocol.md.

/* eslint-disable */
export type Json = { [key: string]: any };
export const PROTOCOL = %d;
"""


POSITION_HEAD = """\
// Made by `python -m lutetia.server.protocol.typescript`; do not edit.

import type { Json } from "$/lib/protocol";

"""

POSITION_CHECK = """\
const NAMES = [%s];

/** Whether the server sent a position of this game. */
export function isPosition(value: Json): value is Position {
  return NAMES.every((name) => name in value);
}
"""

FACTS_CHECK = """\
/** Whether the server sent this; it sends an empty object if it does not know. */
export function is%(name)s(value: Json): value is %(name)s {
  return [%(fields)s].every((name) => name in value);
}
"""


def wire_models() -> list[type[BaseModel]]:
    """Every body and message, in the order of their definition."""
    found: dict[str, type[BaseModel]] = {}
    modules = (
        base,
        analysis,
        table,
        socket,
        rest,
        components,
        public_list,
        puzzles,
        people,
        notify,
    )
    for module in modules:
        for name, thing in vars(module).items():
            if inspect.isclass(thing) and issubclass(thing, base.Wire) and thing is not base.Wire:
                found.setdefault(name, thing)
    return list(found.values())


def typescript() -> str:
    """The text of protocol.ts."""
    models = wire_models()
    # Defaults are filled in by the server, so what it sends is complete; what a client sends
    # may leave them out. One type serves both: a field with a default is optional in requests.
    _, schema = models_json_schema([(model, "validation") for model in models])
    definitions = schema["$defs"]
    parts = [HEAD % base.PROTOCOL, _pages()]
    parts += [_interface(name, definitions[name]) for name in sorted(definitions)]
    parts += [
        f"export type {name} =\n  | " + "\n  | ".join(_union(adapter.json_schema())) + ";\n"
        for name, adapter in (
            ("ClientMessage", socket.CLIENT_MESSAGE),
            ("ServerMessage", socket.SERVER_MESSAGE),
            ("ListMessage", public_list.LIST_MESSAGE),
        )
    ]
    return "\n".join(parts)


def position_types(model: type[BaseModel]) -> str:
    """The text of a game's position.ts."""
    schema = model.model_json_schema()
    definitions = {**schema.pop("$defs", {}), "Position": schema}
    parts = [_interface(name, definitions[name]) for name in sorted(definitions)]
    names = ", ".join(_literal(name) for name in schema["required"])
    return POSITION_HEAD + "\n".join([*parts, POSITION_CHECK % names])


def facts_types(models: Sequence[type[BaseModel]]) -> str:
    """The text of a game's facts.ts."""
    _, schema = models_json_schema([(model, "validation") for model in models])
    definitions = schema["$defs"]
    parts = [_interface(name, definitions[name]) for name in sorted(definitions)]
    checks = [
        FACTS_CHECK
        % {
            "name": model.__name__,
            "fields": ", ".join(_literal(name) for name in definitions[model.__name__]["required"]),
        }
        for model in models
    ]
    return POSITION_HEAD + "\n".join([*parts, *checks])


def files() -> dict[str, str]:
    """Everything that is made, by its path below the client's sources."""
    made = {"lib/protocol.ts": typescript()}
    for name, package in GAMES.items():
        model = package.position_model()
        if package.has_client and model is not None:
            made[f"games/{name}/position.ts"] = position_types(model)
        if package.has_client and package.client_models():
            made[f"games/{name}/facts.ts"] = facts_types(package.client_models())
    return made


def _pages() -> str:
    """The addresses of the client's own pages."""
    lines = [f'  {page}: "{address}",' for page, address in PAGES.items()]
    head = "/** The client's pages; what follows `#` may be left out (`client_pages.py`). */"
    return "\n".join([head, "export const PAGES = {", *lines, "} as const;", ""])


def _union(schema: dict[str, Any]) -> list[str]:
    return [_type(option) for option in schema["oneOf"]]


def _interface(name: str, schema: dict[str, Any]) -> str:
    lines = [*_comment(schema, ""), f"export interface {name} {{"]
    required = set(schema.get("required", ()))
    for field, shape in schema.get("properties", {}).items():
        lines += _comment(shape, "  ")
        # The server writes every field; a tag is always there, it tells a union apart.
        sent = field in required or field in {"type", "kind"} or name in _sent_only()
        lines.append(f"  {field}{'' if sent else '?'}: {_type(shape)};")
    return "\n".join([*lines, "}", ""])


def _sent_only() -> set[str]:
    """Models that only the server writes: there every field is present."""
    asked = {"NoClock", "MinutesClock", "DaysClock", "SeatWish"}
    asked |= {
        name
        for module in (socket, rest, people, notify)
        for name, thing in vars(module).items()
        if inspect.isclass(thing)
        and issubclass(thing, base.Wire)
        and (issubclass(thing, socket.Request) or name in REQUESTS)
    }
    return {model.__name__ for model in wire_models()} - asked


REQUESTS = {
    "NewTable", "BranchTable", "SitBody", "SeatKey", "RecordUpload", "ReplayRequest",
    "NewAnalysis", "NewLuck", "TryMove", "RealTable", "BotMove", "NewAccount", "Login", "Proof",
    "NewPassword", "Rename", "NewBot", "Seek", "NewPush", "PushKeys", "PushEndpoint", "NewMail",
    "MailToken", "NewHoliday", "ChangeMuted", "Settle",
}  # fmt: skip
"""Bodies that a client writes."""


def _comment(schema: dict[str, Any], indent: str) -> list[str]:
    text = " ".join(schema.get("description", "").split())
    return [f"{indent}/** {text} */"] if text else []


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(_type(option) for option in schema[key]))
    kind = schema.get("type")
    if kind == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        if not isinstance(more, dict):
            return "Json"
        names = schema.get("propertyNames", {}).get("enum")
        if names is None:
            return f"{{ [key: string]: {_type(more)} }}"
        record = f"Record<{' | '.join(_literal(name) for name in names)}, {_type(more)}>"
        return record if schema.get("minProperties") == len(names) else f"Partial<{record}>"
    simple = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return "null" if kind == "null" else simple.get(str(kind), "any")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def main(arguments: list[str] | None = None) -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(prog="lutetia.server.protocol.typescript", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("web/src"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    stale = 0
    for name, text in files().items():
        file: Path = options.folder / name
        current = file.read_text(encoding="utf-8") if file.exists() else ""
        if current == text:
            continue
        stale = 1
        if options.check:
            print(f"{file} is not up to date", file=sys.stderr)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return stale if options.check else 0


if __name__ == "__main__":
    sys.exit(main())
