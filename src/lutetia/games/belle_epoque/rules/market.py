"""Tokens: gaining, spending, buying and selling them (B1.7, B3.2, B3.3)."""

from __future__ import annotations

from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.moves import BUY, SELL
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves


@compiled
def list_trades(box: Box, state: State, seat: int, out: Moves, count: int) -> int:
    """Every purchase and sale that is possible."""
    for kind in range(terms.RESOURCES):
        if state.supply[kind] > 0 and state.francs[seat] >= box.buy[kind]:
            out[count] = BUY + kind
            count += 1
    for kind in range(len(terms.KINDS)):
        if refuse_sell(box, state, seat, kind) == no.LEGAL:
            out[count] = SELL + kind
            count += 1
    return count


@compiled
def refuse_buy(box: Box, state: State, seat: int, kind: int) -> int:
    """Why a resource cannot be bought."""
    if state.supply[kind] == 0:
        return no.SUPPLY_EMPTY
    if state.francs[seat] < box.buy[kind]:
        return no.TOO_DEAR
    return no.LEGAL


@compiled
def refuse_sell(box: Box, state: State, seat: int, kind: int) -> int:
    """Why a token cannot be sold."""
    if state.tokens[seat, kind] == 0:
        return no.NO_TOKEN
    if box.medals_kept and kind >= terms.RESOURCES:
        return no.MEDALS_KEPT
    return no.LEGAL


@compiled
def buy(box: Box, state: State, seat: int, kind: int) -> None:
    """Buy a resource from the supply."""
    state.francs[seat] -= box.buy[kind]
    state.supply[kind] -= 1
    state.tokens[seat, kind] += 1


@compiled
def sell(box: Box, state: State, seat: int, kind: int) -> None:
    """Sell a token for its price; a resource goes to the supply, prestige leaves the game."""
    give_up(state, seat, kind, whole(1))
    state.francs[seat] += box.sell[kind]


@compiled
def give_up(state: State, seat: int, kind: int, amount: int) -> None:
    """Spend tokens; first those from tiles, which never enter the supply (B3.3)."""
    given = min(amount, whole(state.from_tiles[seat, kind]))
    state.from_tiles[seat, kind] -= given
    state.tokens[seat, kind] -= amount
    if kind < terms.RESOURCES:
        state.supply[kind] += amount - given


@compiled
def gain_from_tile(state: State, seat: int, kind: int) -> None:
    """From now on a tile counts as a token (B3.3)."""
    state.tokens[seat, kind] += 1
    state.from_tiles[seat, kind] += 1
