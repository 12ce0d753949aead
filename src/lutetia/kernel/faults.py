"""What is impossible about a described table: a sentence for people, a code for programs.

A client says it in its reader's language by the code and the values; the codes are stable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lutetia.kernel.errors import BadTable
from lutetia.kernel.real_table import Line, raise_faults

Value = str | int | list[str]


@dataclass(frozen=True)
class TableFault:
    """One thing that cannot be."""

    code: str
    rule: str
    """Or several, with commas; empty where no rule is needed to see it."""
    message: str
    """One English sentence, with the line of the text where there is one, and the rule."""
    values: Mapping[str, Value]
    """What the sentence names, in the words of the notation."""


class ImpossibleTable(BadTable):
    """A described table that can be read and cannot be."""

    def __init__(self, message: str, faults: Sequence[TableFault]) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


def fault(
    code: str, rule: str, sentence: str, *, line: Line | None = None, **values: Value
) -> TableFault:
    """A fault; its message names the line and the rule besides."""
    place = f"line {line.number}: " if line else ""
    return TableFault(code, rule, f"{place}{sentence}{f' ({rule})' if rule else ''}", values)


def impossible(line: Line, code: str, rule: str, sentence: str, **values: Value) -> ImpossibleTable:
    """The error of a line that contradicts what stands above it."""
    found = fault(code, rule, sentence, line=line, **values)
    return ImpossibleTable(found.message, [found])


def refuse(faults: Sequence[TableFault]) -> None:
    """Raise all of them as one error, if there are any."""
    try:
        raise_faults([found.message for found in faults])
    except BadTable as error:
        raise ImpossibleTable(str(error), faults) from None
