"""`lutetia schema`: the shapes of what Lutetia writes, as JSON Schemas."""

from __future__ import annotations

import argparse
import json
from typing import Any

from pydantic import TypeAdapter

from lutetia.ai.analysis.luck import Luck
from lutetia.ai.analysis.report import Analysis
from lutetia.cli.arguments import Subparsers, add_command
from lutetia.kernel.errors import BadOption
from lutetia.kernel.formats import DIALECT, schemas


def add(subparsers: Subparsers) -> None:
    """`schema`."""
    parser = add_command(subparsers, "schema", run, "print a JSON Schema of what Lutetia writes")
    parser.add_argument("name", nargs="?", metavar="NAME", help="a schema; without it: their names")


def run(arguments: argparse.Namespace) -> int:
    """Print the names, or one schema."""
    found = published()
    if arguments.name is None:
        print(*found, sep="\n")
        return 0
    if arguments.name not in found:
        raise BadOption(f"schema: {arguments.name!r} is none; there are {', '.join(found)}")
    print(schema_text(arguments.name))
    return 0


def published() -> dict[str, dict[str, Any]]:
    """Every published schema by its name."""
    found = schemas()
    for name, written in (("analysis", Analysis), ("luck", Luck)):
        shape = TypeAdapter[Any](written).json_schema(mode="serialization")
        found[name] = {"$schema": DIALECT, **shape}
    return found


def schema_text(name: str) -> str:
    """A schema as people read it."""
    return json.dumps(published()[name], indent=2, ensure_ascii=False)
