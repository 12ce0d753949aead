"""A score in full, as a Python object that notebooks show as a table."""

from __future__ import annotations

from html import escape
from typing import Any

from lutetia.kernel.score_sheet import ScoreDetail, ScoreSheet, TieBreak


class Breakdown:
    """The points of every seat by line and by part, with the tie-breaks (docs/formats.md)."""

    def __init__(self, sheet: ScoreSheet, title: str) -> None:
        self.sheet = sheet
        """All values, typed."""
        self._title = title

    @property
    def details(self) -> list[ScoreDetail]:
        """The parts of the points."""
        return self.sheet.details

    @property
    def tie_breaks(self) -> list[TieBreak]:
        """The values that decide between equal totals."""
        return self.sheet.tie_breaks

    def as_json(self) -> dict[str, Any]:
        """The score as plain data."""
        return self.sheet.model_dump()

    def __repr__(self) -> str:
        pairs = zip(self.sheet.seat_names, self.sheet.totals, strict=True)
        return f"<Breakdown: {', '.join(f'{seat} {total}' for seat, total in pairs)}>"

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        sheet = self.sheet
        rows = [_row("th", ["", *sheet.seat_names])]
        for line in sheet.scores[0]:
            values: list[object] = [lines[line] for lines in sheet.scores]
            rows.append(_row("td", [line, *values]))
            rows += [
                _row("td", [f"· {part.what}", *_only(part.seat, part.points, sheet.seats)], "part")
                for part in sheet.details
                if part.line == line and len(values) and part.what
            ]
        rows.append(_row("th", ["total", *sheet.totals]))
        rows += [_row("td", [f"if tied: {tie.name}", *tie.values]) for tie in sheet.tie_breaks]
        rows.append(_row("td", ["rank", *sheet.ranks]))
        style = "<style>.lutetia-part td{opacity:.7;font-size:.9em}</style>"
        return f"{style}<table><caption>{escape(self._title)}</caption>{''.join(rows)}</table>"


def _only(seat: int, points: int, seats: int) -> list[object]:
    return [points if one == seat else "" for one in range(seats)]


def _row(cell: str, values: list[Any], kind: str = "line") -> str:
    cells = "".join(f"<{cell}>{escape(str(value))}</{cell}>" for value in values)
    return f'<tr class="lutetia-{kind}">{cells}</tr>'
