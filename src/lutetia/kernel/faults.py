"""What is impossible in a described table: a sentence for people, a code for programs.

A client uses the code and the values to say it in the reader's language. The codes are stable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lutetia.kernel.errors import BadTable
from lutetia.kernel.real_table import Line, raise_faults

Value = str | int | list[str]


@dataclass(frozen=True)
class TableFault:
    """One impossible thing."""

    code: str
    rule: str
    """One rule, or several with commas; empty if no rule is needed to see the fault."""
    message: str
    """One English sentence, with the rule and, if there is one, the line of the text."""
    values: Mapping[str, Value]
    """The things that the sentence names, in the words of the notation."""


class ImpossibleTable(BadTable):
    """A description that can be read, but of an impossible table."""

    def __init__(self, message: str, faults: Sequence[TableFault]) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


def fault(
    code: str, rule: str, sentence: str, *, line: Line | None = None, **values: Value
) -> TableFault:
    """A fault. Its message also names the line and the rule."""
    place = f"line {line.number}: " if line else ""
    return TableFault(code, rule, f"{place}{sentence}{f' ({rule})' if rule else ''}", values)


def impossible(line: Line, code: str, rule: str, sentence: str, **values: Value) -> ImpossibleTable:
    """The error of a line that contradicts the lines above it."""
    found = fault(code, rule, sentence, line=line, **values)
    return ImpossibleTable(found.message, [found])


def refuse(faults: Sequence[TableFault]) -> None:
    """Raise all faults as one error, if there are any."""
    try:
        raise_faults([found.message for found in faults])
    except BadTable as error:
        raise ImpossibleTable(str(error), faults) from None
