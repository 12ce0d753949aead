"""Make the lesson of Belle Époque from one real game: `python -m web.dev.lesson_belle_epoque`.

It looks for the first seed whose game has a position for every step of the lesson, and in which
orange uses its tiles before the end. Steps of one stage may come in any order. It writes
`web/src/games/belle_epoque/lesson.json`: the positions, the moves that solve them, the positions
after these moves, and why other moves are refused. Of each position only the changes since the last
one are kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from web.dev.lesson_parts import plain, refusals, scores

OUT = Path(__file__).parent.parent / "src/games/belle_epoque/lesson.json"
ORANGE = 0
GOOD_BANKS = ("key:batignolles", "key:saint-germain", "key:chaillot")
MOST_WANTED = 8

TRIED = {"draw", "key", "move", "bonus", "take", "score", "discard", "buy", "sell", "end", "pass"}
MOST_UNUSED = 1
"""Bonus tiles that orange may still have unused at the end."""

WEIGHTS = {
    "draw": 5.0,
    "move": 6.0,
    "key": 1.2,
    "bonus": 4.0,
    "score": 4.0,
    "discard": 8.0,
    "decline": 0.1,
    "buy": 0.01,
    "sell": 0.01,
    "activate": 0.1,
    "end": 6.0,
    "take": 1.5,
}


@dataclass(frozen=True)
class Moment:
    """A position where orange is to move, with its legal moves by notation."""

    game: Game
    state: Record
    moves: dict[str, int]

    def named(self, *starts: str) -> list[str]:
        return [text for text in self.moves if text.startswith(starts)]

    def gain(self, text: str) -> int:
        after = self.game.play(self.state, self.moves[text])
        return self.game.totals(after)[ORANGE] - self.game.totals(self.state)[ORANGE]

    def phase(self) -> str:
        return str(self.game.position(self.state)["phase"])


def parts(text: str) -> tuple[str, str, int]:
    """The start of a key move, its district, and the value of its target."""
    _, first, second, third = text.split(":")[:4]
    return ("arc", second, int(third)) if first == "arc" else (second, first, int(third))


def key_moves(moment: Moment, good: Callable[[str, int], bool]) -> list[str]:
    """The moves of keys from a good start to a good value, without the help of a tile."""
    found = [text for text in moment.named("move:") if "with" not in text]
    return [text for text in found if good(parts(text)[0], parts(text)[2])]


def in_phase(phase: str, *starts: str) -> Callable[[Moment], list[str]]:
    """The moves with one of these starts, but only in one phase."""
    return lambda moment: moment.named(*starts) if moment.phase() == phase else []


def best_discard(moment: Moment) -> list[str]:
    """The discard of the most prestige tokens, which is the last in the list."""
    return moment.named("discard:")[-1:] if moment.phase() == "prestige" else []


def own_majority(moment: Moment) -> list[str]:
    """The choices of a scoring that give orange points."""
    return [text for text in moment.named("score:") if moment.gain(text) > 0][:MOST_WANTED]


def simple_tiles(moment: Moment) -> list[str]:
    """Bonus tiles that give something without another choice."""
    return [text for text in moment.named("activate:") if text.count(":") == 1]


def own(moment: Moment) -> Any:
    """What orange has."""
    return moment.game.position(moment.state)["seats"]["orange"]


def paying(moment: Moment, texts: list[str], what: Callable[[dict[str, Any]], int]) -> list[str]:
    """The moves that leave orange with less of something."""
    before = what(own(moment))
    found = []
    for text in texts:
        after = Moment(moment.game, moment.game.play(moment.state, moment.moves[text]), {})
        if what(own(after)) < before:
            found.append(text)
    return found


def into_residences(moment: Moment) -> list[str]:
    """Key moves onto a building that costs wood."""
    return paying(
        moment, key_moves(moment, lambda _, to: to < 9), lambda seat: seat["tokens"]["wood"]
    )


def walks_from_three(moment: Moment) -> list[str]:
    """A walk that has to be paid: the key has just moved onto value 3."""
    return paying(moment, in_phase("bonus", "bonus:")(moment), lambda seat: seat["francs"])


def free_walks(moment: Moment) -> list[str]:
    """A walk that costs nothing."""
    walks = in_phase("bonus", "bonus:")(moment)
    return [] if walks_from_three(moment) else walks


Solve = Callable[[Moment], list[str]] | None
STAGES: tuple[tuple[tuple[str, Solve], ...], ...] = (
    (("welcome", None),),
    (("draw", in_phase("draw", "draw:")),),
    (("bank", lambda m: m.named(*GOOD_BANKS)),),
    (("end", in_phase("end", "end")),),
    (("arc", lambda m: m.named("key:arc")),),
    (("move", lambda m: key_moves(m, lambda start, to: start == "bank" and to < 9)),),
    (
        ("track", free_walks),
        ("tile", simple_tiles),
        ("up", lambda m: key_moves(m, lambda start, to: start.isdigit() and to < 9)),
        ("wood", into_residences),
        ("three", walks_from_three),
        ("eight", lambda m: key_moves(m, lambda _, to: to == 8)),
    ),
    (("landmark", lambda m: key_moves(m, lambda _, to: to > 8)),),
    (("medals", best_discard), ("scoring", own_majority), ("sell", lambda m: m.named("sell:"))),
    (("take", lambda m: m.named("take")),),
    (("choose", in_phase("choose", "choose:")),),
)
"""The steps in their order. Those of one stage come as the game brings them."""
LAST = "over"


def difference(before: Any, after: Any) -> Any:
    """What changed, key by key; `=` marks an object that is replaced as a whole."""
    if isinstance(after, dict):
        if not isinstance(before, dict) or before.keys() - after.keys():
            return {"=": after} if isinstance(before, dict) else after
        return {
            key: difference(before.get(key), value)
            for key, value in after.items()
            if key not in before or before[key] != value
        }
    return after


def view_of(game: Game, state: Record, legal: bool) -> Any:
    """What orange would get from the server, with or without the legal moves."""
    moves = game.legal_moves(state).tolist() if legal else []
    return plain(
        {
            "seat": ORANGE,
            "position": game.position(game.view(state, ORANGE)),
            "legal": [game.notation(move) for move in moves],
            "scores": scores(game, state),
            "log_from": 0,
            "log": [],
            "may_undo": False,
        }
    )


def preview(moment: Moment, text: str) -> Any:
    """The result of a move: `[move, lines of each seat, events, offer]`.

    The lines are null if no score changes. An offer has only the fields that say something.
    """
    game, move = moment.game, moment.moves[text]
    after = game.play(moment.state, move)
    events = game.events(moment.state, move, after)
    offer = game.offer(game.view(moment.state, ORANGE), move, game.view(after, ORANGE))
    changed = game.score(after) != game.score(moment.state)
    return plain(
        [
            text,
            [list(lines.values()) for lines in game.score(after)] if changed else None,
            [{"kind": e.kind, "seat": e.seat, "details": dict(e.details)} for e in events],
            {name: value for name, value in offer.items() if value is not None},
        ]
    )


def figures(moment: Moment) -> Any:
    """What each bonus tile would bring orange now: `[tile, ways, points, francs, sold]`."""
    found = moment.game.figures(moment.game.view(moment.state, ORANGE), ORANGE)
    return plain([list(figure.values()) for figure in found["tiles"]])


def tried(text: str) -> bool:
    """Whether a reader can try a move by pointing."""
    head = text.partition(":")[0]
    if head == "activate":
        return text.count(":") == 1
    return head in TRIED and "with" not in text


def step_of(moment: Moment, name: str, wanted: list[str], last: Any) -> tuple[Any, Any]:
    """The step as the file keeps it, and its view."""
    view = view_of(moment.game, moment.state, bool(wanted))
    after = {
        text: difference(
            view, view_of(moment.game, moment.game.play(moment.state, moment.moves[text]), False)
        )
        for text in wanted
    }
    # What a draw reveals is not known before it.
    shown = [text for text in moment.moves if wanted and not text.startswith("draw:")]
    step = {
        "id": name,
        "seat": ORANGE,
        "wanted": wanted,
        "view": difference(last, view),
        "after": after,
        "previews": [preview(moment, text) for text in shown],
        "figures": figures(moment) if wanted else [],
        "refusals": plain(refusals(moment.game, moment.state, tried)) if wanted else [],
    }
    return step, view


def likely(rng: np.random.Generator, moves: dict[str, int], late: bool) -> str:
    """A move like those of people: it prefers a property to a bank, and near bonus tiles.

    Late in the game it uses its tiles.
    """

    def weight(text: str) -> float:
        kind, *_ = text.split(":")
        factor = 1.0
        if kind == "move":
            factor = 5.0 if parts(text)[2] >= 8 else 1.0
        elif kind == "bonus":
            factor = 3 / (1 + int(text.split(":")[1]))
        elif kind == "activate" and late:
            factor = 300.0
        return WEIGHTS.get(kind, 1.0) * factor

    weights = np.array([weight(text) for text in moves])
    return str(rng.choice(list(moves), p=weights / weights.sum()))


def attempt(game: Game, seed: int) -> tuple[list[Any], bool]:
    """The steps that one game has, and whether it has them all and ends well."""
    rng = np.random.default_rng(seed)
    state = game.deal(seed.to_bytes(32, "big"))
    found: list[Any] = []
    last: Any = {}
    stages = [list(stage) for stage in STAGES]
    while int(state.to_move) >= 0:
        moves = {game.notation(int(m)): int(m) for m in game.legal_moves(state)}
        late = all(name != "tile" for stage in stages for name, _ in stage)
        text = likely(rng, moves, late)
        if int(state.to_move) == ORANGE and stages:
            moment = Moment(game, state, moves)
            if stages[0][0][1] is None:
                step, last = step_of(moment, stages.pop(0)[0][0], [], last)
                found.append(step)
            for place, (name, solve) in enumerate(stages[0]):
                wanted = solve(moment)[:MOST_WANTED] if solve else []
                if wanted:
                    step, last = step_of(moment, name, wanted, last)
                    found.append(step)
                    del stages[0][place]
                    stages = [stage for stage in stages if stage]
                    text = wanted[-1] if name in ("medals", "scoring") else str(rng.choice(wanted))
                    break
        state = game.play(state, moves[text])
    if stages:
        return found, False
    step, _ = step_of(Moment(game, state, {}), LAST, [], last)
    unused = game.position(state)["seats"]["orange"]["bonus"]["unused"]
    return [*found, step], len(unused) <= MOST_UNUSED


def main() -> int:
    """Try seeds until one game has everything."""
    game = BelleEpoque.open(2, {"start": "orange"})
    most = 0
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 0, 40_000):
        steps, good = attempt(game, seed)
        if len(steps) > most:
            most = len(steps)
            sys.stderr.write(f"seed {seed}: {most} steps\n")
        if good:
            OUT.write_text(json.dumps(steps, separators=(",", ":"), ensure_ascii=False) + "\n")
            sys.stderr.write(f"seed {seed}: {len(steps)} steps, {OUT.stat().st_size} bytes\n")
            return 0
    sys.stderr.write("no seed has a position for every step\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
