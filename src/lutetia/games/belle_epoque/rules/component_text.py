"""Writes a set of components as the text of a component file."""

from __future__ import annotations

import json
from typing import Any

from lutetia.games.belle_epoque.rules.components import Components

PARTS = ("board", "start", "prices")
LISTS = ("districts", "landmarks", "scoring_tiles", "bonus_tiles", "end_tiles")


def component_text(components: Components, comment: str) -> str:
    """A component file; reading it gives the same components and sources."""
    content = components.model_dump(by_alias=True, exclude_unset=True)
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += ["", f"format = {content['format']}"]
    for name in PARTS:
        lines += ["", f"[{name}]", *_fields(content[name])]
    for name in LISTS:
        for part in content[name]:
            lines += ["", f"[[{name}]]", *_fields(part)]
    return "\n".join(lines) + "\n"


def _fields(part: dict[str, Any]) -> list[str]:
    return [f"{name} = {_value(value)}" for name, value in part.items()]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {_value(one)}' for name, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # A JSON text is also a TOML text.
    return json.dumps(value, ensure_ascii=False)
