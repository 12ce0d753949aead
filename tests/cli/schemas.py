"""What a command writes, held against the published JSON Schemas."""

from __future__ import annotations

from jsonschema import Draft202012Validator

from lutetia.cli.schema import published


def fits(name: str, value: object) -> None:
    """Fail if a value does not fit the schema of this name."""
    schema = published()[name]
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(value)
