"""Make the lesson of La Cité from one real game: `python -m web.dev.lesson_lumiere`.

It looks for a seed whose game has, in this order, a position for every step of the lesson. It
writes `web/src/games/lumiere/lesson.json`: the positions, the moves that solve them, their results,
and why other moves are refused.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.games.lumiere.rules.names import BUILDINGS, SIZES
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from web.dev.lesson_parts import refusals, scores, write

OUT = Path(__file__).parent.parent / "src/games/lumiere/lesson.json"
ORANGE = 0
TOP_RIGHT_OF_C5 = "d6"

Patch = dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A position where orange is to move, with the changes of each move."""

    game: Game
    state: Record
    moves: list[int]
    known: dict[int, list[dict[str, int]]] = field(default_factory=dict)

    def lines(self, move: int) -> list[dict[str, int]]:
        if move not in self.known:
            self.known[move] = self.game.score(self.game.play(self.state, move))
        return self.known[move]

    def gain(self, move: int, line: str, seat: int = ORANGE) -> int:
        if -1 not in self.known:
            self.known[-1] = self.game.score(self.state)
        return self.lines(move)[seat][line] - self.known[-1][seat][line]

    def named(self, start: str) -> list[int]:
        return [m for m in self.moves if self.game.notation(m).startswith(start)]


def size_of(moment: Moment, move: int) -> int:
    """The number of spaces of the building that a move builds."""
    return SIZES[BUILDINGS.index(moment.game.notation(move).split(":")[1])]


def laid_upright(moment: Moment) -> list[int]:
    """Lay the tile on c5 with its streetlight at the top right."""
    found = []
    for move in moment.named("lay:"):
        if moment.game.notation(move).split(":")[2] != "c5":
            continue
        after = moment.game.position(moment.game.play(moment.state, move))
        if after["spaces"][TOP_RIGHT_OF_C5]["kind"] == "streetlight":
            found.append(move)
    return found if len(moment.named("lay:")) > 4 and not turned_right(moment) else []


def turned_right(moment: Moment) -> bool:
    """Whether the tile need not be turned."""
    for move in moment.named("lay:"):
        words = moment.game.notation(move).split(":")
        if words[2] == "c5" and words[3] == "0":
            after = moment.game.position(moment.game.play(moment.state, move))
            return bool(after["spaces"][TOP_RIGHT_OF_C5]["kind"] == "streetlight")
    return True


def streetlights(game: Game, state: Record) -> int:
    """The number of streetlights that are printed on the laid tiles."""
    spaces = game.position(state)["spaces"].values()
    return sum(s is not None and s["kind"] == "streetlight" for s in spaces)


def builds_with(moment: Moment, good: Callable[[int], bool]) -> list[int]:
    """The moves that build and that are good."""
    return [m for m in moment.named("build:") if good(m)]


def spends_on_rival(moment: Moment) -> list[int]:
    """Buildings over a streetlight, with the Métropolitain, that cost the rival light."""
    if moment.game.position(moment.state)["powers"]["metropolitain"] != "held":
        return []
    before = moment.game.position(moment.state)["spaces"]
    found = []
    for move in moment.named("build:"):
        after = moment.game.position(moment.game.play(moment.state, move))["spaces"]
        covers = any(
            s["kind"] == "streetlight" and s["piece"] is None and after[at]["piece"] is not None
            for at, s in before.items()
        )
        if covers and moment.gain(move, "light", 1) < 0:
            found.append(move)
    return found


def best(moment: Moment, wanted: list[int]) -> int:
    """The wanted move with the best margin for orange."""

    def margin(move: int) -> int:
        totals = moment.game.totals(moment.game.play(moment.state, move))
        return totals[0] - totals[1]

    return max(wanted, key=margin)


STEPS: tuple[tuple[str, Callable[[Moment], list[int]] | None], ...] = (
    ("welcome", None),
    ("lay", lambda m: m.named("lay:")),
    ("turn", laid_upright),
    ("take", lambda m: m.named("take:stairs")),
    ("phase2", None),
    ("build", lambda m: builds_with(m, lambda b: m.gain(b, "light") > 0)),
    ("twolights", lambda m: builds_with(m, lambda b: m.gain(b, "light") >= 2 * size_of(m, b))),
    ("group", lambda m: builds_with(m, lambda b: m.gain(b, "group") > 0)),
    ("refused", lambda m: m.named("build:")),
    ("lamp", lambda m: [x for x in m.named("lampadaire:") if m.gain(x, "light") > 0]),
    ("painter", lambda m: [x for x in m.named("le-peintre:") if m.gain(x, "postcards") >= 4]),
    ("hold", lambda m: m.named("metropolitain")),
    ("over", spends_on_rival),
    ("end", None),
)


def view_of(game: Game, state: Record, legal: bool) -> dict[str, Any]:
    """What orange would get from the server, with or without the legal moves."""
    moves = game.legal_moves(state).tolist() if legal else []
    return {
        "position": game.position(game.view(state, ORANGE)),
        "legal": [game.notation(int(m)) for m in moves],
        "scores": scores(game, state),
    }


def difference(before: Any, after: Any) -> Any:
    """What changed, key by key; lists and plain values are replaced as a whole."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return {k: difference(before[k], after[k]) for k in after if before[k] != after[k]}
    return after


def tried(position: dict[str, Any]) -> Callable[[str], bool]:
    """Whether a reader can try a move here: with an own building, a tile in hand, an open card."""
    heads = [f"build:{name}:" for name in position["reserves"]["orange"]]
    heads += [f"lay:{tile}:" for tile in position["hands"]["orange"] or []]
    heads += [f"{card['name']}:" for card in position["postcards"] if card["state"] == "open"]
    heads += ["pass", "take:"]
    return lambda text: text.startswith(tuple(heads))


def step_of(moment: Moment, name: str, wanted: list[int]) -> dict[str, Any]:
    """One step of the lesson as the file keeps it."""
    game = moment.game
    view = view_of(game, moment.state, bool(wanted))
    after = {}
    for move in wanted:
        then = view_of(game, game.play(moment.state, move), False)
        after[game.notation(move)] = {
            "position": difference(view["position"], then["position"]),
            "scores": then["scores"],
        }
    shown = [m for m in moment.moves if not game.notation(m).startswith(("lay:", "take:"))]
    return {
        "id": name,
        **view,
        "refusals": refusals(game, moment.state, tried(view["position"])) if wanted else [],
        "wanted": [game.notation(m) for m in wanted],
        "after": after,
        "previews": {
            game.notation(m): [list(lines.values()) for lines in moment.lines(m)]
            for m in (shown if wanted else [])
        },
    }


def greedy(moment: Moment, rng: np.random.Generator, spare: bool) -> int:
    """A sensible move; with `spare` it keeps postcards for the lesson."""
    game, moves = moment.game, moment.moves
    if int(moment.state.phase) == 1:
        takes = moment.named("take:")
        few = int(moment.state.reserve[int(moment.state.to_move)]).bit_count() < 7
        lays = [m for m in moves if m not in takes]
        return int(rng.choice(takes if takes and few and rng.random() < 0.5 else lays or moves))
    seat = int(moment.state.to_move)
    pool = [
        m for m in moves if not spare or game.notation(m).startswith(("build", "pass"))
    ] or moves
    tried = [int(m) for m in rng.permutation(pool)[:16]]

    def margin(move: int) -> int:
        totals = [sum(lines.values()) for lines in moment.lines(move)]
        return totals[seat] - totals[1 - seat]

    return max(tried, key=margin)


def attempt(seed: int) -> Iterator[dict[str, Any]]:
    """The steps that one game has, in order."""
    game = open_game("lumiere", options={"start": "orange"})
    rng = np.random.default_rng(seed)
    state = game.deal(seed.to_bytes(32, "big"))
    todo = list(STEPS)
    while todo:
        over = game.is_over(state)
        seat = int(state.to_move)
        moment = Moment(game, state, [int(m) for m in game.legal_moves(state)])
        name, find = todo[0]
        if name == "end" and over:
            yield step_of(moment, name, [])
            return
        if over:
            return
        ready = seat == ORANGE and int(state.ply) >= 6 and streetlights(game, state) >= 3
        if ready and find is None and (name != "phase2" or int(state.phase) == 2) and name != "end":
            yield step_of(moment, name, [])
            todo.pop(0)
            continue
        wanted = find(moment) if ready and find is not None else []
        if wanted:
            yield step_of(moment, name, wanted)
            todo.pop(0)
            move = best(moment, wanted) if int(state.phase) == 2 else wanted[0]
        else:
            cards = {"lampadaire", "le-peintre", "metropolitain"}
            kept = [m for m in moment.moves if game.notation(m).split(":")[0] not in cards]
            moment = Moment(game, state, kept or moment.moves)
            move = greedy(moment, rng, spare=seat == ORANGE and name != "end")
        state = game.play(state, move)


def main() -> int:
    """Try seeds until one game has everything."""
    most = 0
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 0, 4000):
        steps = list(attempt(seed))
        if len(steps) > most:
            most = len(steps)
            print(f"seed {seed}: {most} of {len(STEPS)} steps", flush=True)
        if len(steps) == len(STEPS):
            write(OUT, steps)
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
