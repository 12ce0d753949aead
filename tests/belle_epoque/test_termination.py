"""Every game ends: no cycle of moves exists, and 100,000 random games show how long games are.

Why there is no cycle: There are at most 36 draws. The number of actions is finite, too. A key is
placed once and then only moves up, and there are twelve end-of-game tiles. A turn without an action
is possible only if there is no action (while end-of-game tiles are left, there is one) or in the
final turn. Of the free actions, each tile is used once. A resource sells for less than it costs (a
component file with other prices is refused). So the sum of francs and of tokens at their selling
price falls with every purchase, and rises only by actions and tiles.
"""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.games.belle_epoque.rules.terms import KINDS
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record
from tests.belle_epoque.boards import opened
from tests.belle_epoque.playing import boxes, whole_game


def wealth(game: Game, state: Record, seat: int) -> int:
    """Francs, and all tokens at their selling price."""
    sell = [int(price) for price in game.box.sell]
    return int(state.francs[seat]) + sum(
        int(count) * price for count, price in zip(state.tokens[seat], sell, strict=True)
    )


@pytest.mark.plain
def test_buying_and_selling_never_gains_anything() -> None:
    """A purchase lowers the total worth of francs and tokens; a sale keeps it."""
    game = opened(2)
    for number in range(3):
        states, moves = whole_game(game, generator(derived_seed("trade", number)))
        for before, move, after in zip(states, moves, states[1:], strict=False):
            verb = game.notation(move).split(":")[0]
            seat = int(before.to_move)
            change = wealth(game, after, seat) - wealth(game, before, seat)
            if verb == "buy":
                assert change < 0
            if verb == "sell":
                assert change == 0
    assert len(KINDS) == len(game.box.sell)


@pytest.mark.parametrize("number", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_random_games_end(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    all_plies = longest = games = 0
    for index, game in enumerate(boxes()):
        share = number // len(boxes()) + (index < number % len(boxes()))
        playout = specialise("lutetia.kernel.playout", game.id, game.rules)
        plies, most = playout.random_games(
            game.box,
            game.new_state(),
            generator(derived_seed("termination", index)),
            np.empty(game.move_space, dtype=np.int32),
            np.zeros((game.seats, len(game.score_lines)), dtype=np.int32),
            share,
        )
        all_plies += int(plies)
        longest = max(longest, int(most))
        games += share
    assert games == number
    told = f"{all_plies / games:.1f} steps on average, {longest} in the longest"
    with capsys.disabled():
        print(f"\n{games:,} random games end: {told}")  # noqa: T201 (people ask for this figure)
    assert all_plies > 200 * games
    assert longest < 2_000
