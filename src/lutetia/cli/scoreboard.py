"""Points by line, and the winner."""

from __future__ import annotations

from rich.table import Table

from lutetia.kernel.contract import Game, seat_names
from lutetia.kernel.types import Record


def scoreboard(game: Game, state: Record) -> Table:
    """The score of a state, as if the game ended there."""
    names = list(seat_names(game))
    table = Table("", *names, box=None, padding=(0, 2))
    scores = game.score(state)
    for line in game.score_lines:
        table.add_row(line, *(str(lines[line]) for lines in scores))
    table.add_row("total", *map(str, game.totals(state)), style="bold")
    table.add_row("place", *map(str, game.ranks(state)))
    return table


def outcome(names: list[str], ranks: list[int]) -> str:
    """The winner in words."""
    first = [name for name, rank in zip(names, ranks, strict=True) if rank == 1]
    if len(first) == 1:
        return f"{first[0]} wins"
    return f"{' and '.join(first)} share the win" if len(names) > 2 else "a draw"
