"""Write what the client takes from the server: the types of the protocol, and its own addresses.

`python -m lutetia.server.protocol.typescript FILE` writes the file. With `--check` nothing is
written; the exit status says whether the file is up to date.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from lutetia.server.protocol import base, people, rest, socket, table
from lutetia.server.protocol.client_pages import PAGES

HEAD = """\
// Made by `python -m lutetia.server.protocol.typescript`; do not edit.
// The meaning of each message is in docs/protocol.md.

/* eslint-disable */
export type Json = { [key: string]: any };
export const PROTOCOL = %d;
"""


def wire_models() -> list[type[BaseModel]]:
    """Every body and message, in the order of their definition."""
    found: dict[str, type[BaseModel]] = {}
    for module in (base, table, socket, rest, people):
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
        )
    ]
    return "\n".join(parts)


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
        for module in (socket, rest, people)
        for name, thing in vars(module).items()
        if inspect.isclass(thing)
        and issubclass(thing, base.Wire)
        and (issubclass(thing, socket.Request) or name in REQUESTS)
    }
    return {model.__name__ for model in wire_models()} - asked


REQUESTS = {
    "NewTable", "BranchTable", "SitBody", "SeatKey", "RecordUpload", "ReplayRequest",
    "NewAnalysis", "TryMove", "RealTable", "BotMove", "NewAccount", "Login", "Proof",
    "NewPassword", "Rename", "NewBot",
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
        return f"{{ [key: string]: {_type(more)} }}" if isinstance(more, dict) else "Json"
    simple = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return "null" if kind == "null" else simple.get(str(kind), "any")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def main(arguments: list[str] | None = None) -> int:
    """Write or check the file."""
    parser = argparse.ArgumentParser(prog="lutetia.server.protocol.typescript", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=Path("web/src/lib/protocol.ts"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    text = typescript()
    if options.check:
        current = options.file.read_text(encoding="utf-8") if options.file.exists() else ""
        return int(current != text)
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
