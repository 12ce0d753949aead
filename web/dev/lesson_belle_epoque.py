"""Make the lesson of Belle Époque from one real game: `python web/dev/lesson_belle_epoque.py`.

It looks for the first seed whose game has, in this order, a position for every step of the lesson.
It writes `web/src/games/belle_epoque/lesson.json`: the positions, the moves that solve them, and
the positions after these moves. Of each position only the changes since the last one are kept.
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

OUT = Path(__file__).parent.parent / "src/games/belle_epoque/lesson.json"
ORANGE = 0
GOOD_BANKS = ("key:batignolles", "key:saint-germain", "key:chaillot")
MOST_WANTED = 8

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


STEPS: tuple[tuple[str, Callable[[Moment], list[str]] | None], ...] = (
    ("welcome", None),
    ("draw", in_phase("draw", "draw:")),
    ("bank", lambda m: m.named(*GOOD_BANKS)),
    ("end", in_phase("end", "end")),
    ("arc", lambda m: m.named("key:arc")),
    ("move", lambda m: key_moves(m, lambda start, to: start == "bank" and to < 9)),
    ("track", in_phase("bonus", "bonus:")),
    ("tile", simple_tiles),
    ("up", lambda m: key_moves(m, lambda start, to: start.isdigit() and to < 9)),
    ("eight", lambda m: key_moves(m, lambda _, to: to == 8)),
    ("landmark", lambda m: key_moves(m, lambda _, to: to > 8)),
    ("medals", best_discard),
    ("scoring", own_majority),
    ("sell", lambda m: m.named("sell:")),
    ("take", lambda m: m.named("take")),
    ("choose", in_phase("choose", "choose:")),
    ("over", None),
)


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


def plain(value: Any) -> Any:
    """Numbers of the engine as JSON numbers."""
    return json.loads(json.dumps(value, default=lambda number: number.item()))


def scores(game: Game, state: Record) -> list[dict[str, Any]]:
    """Points by seat, in the form of the protocol."""
    return [{"total": sum(lines.values()), "lines": lines} for lines in game.score(state)]


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
    """The result of a move, in the form of the protocol."""
    game, move = moment.game, moment.moves[text]
    after = game.play(moment.state, move)
    events = game.events(moment.state, move, after)
    return plain(
        {
            "move": text,
            "before": scores(game, moment.state),
            "after": scores(game, after),
            "certain": True,
            "events": [
                {"kind": e.kind, "seat": e.seat, "details": dict(e.details)} for e in events
            ],
        }
    )


def step_of(moment: Moment, name: str, wanted: list[str], last: Any) -> tuple[Any, Any]:
    """The step as the file keeps it, and its view."""
    view = view_of(moment.game, moment.state, bool(wanted))
    after = {
        text: difference(
            view, view_of(moment.game, moment.game.play(moment.state, moment.moves[text]), False)
        )
        for text in wanted
    }
    previews = [preview(moment, text) for text in wanted if not text.startswith("draw:")]
    step = {
        "id": name,
        "seat": ORANGE,
        "wanted": wanted,
        "view": difference(last, view),
        "after": after,
        "previews": previews,
    }
    return step, view


def likely(rng: np.random.Generator, moves: dict[str, int]) -> str:
    """A move like those of people: it prefers a property to a bank, and near bonus tiles."""

    def weight(text: str) -> float:
        kind, *_ = text.split(":")
        factor = 1.0
        if kind == "move":
            factor = 5.0 if parts(text)[2] >= 8 else 1.0
        elif kind == "bonus":
            factor = 3 / (1 + int(text.split(":")[1]))
        return WEIGHTS.get(kind, 1.0) * factor

    weights = np.array([weight(text) for text in moves])
    return str(rng.choice(list(moves), p=weights / weights.sum()))


def attempt(game: Game, seed: int) -> list[Any] | None:
    """The lesson of one game, if it has a position for every step."""
    rng = np.random.default_rng(seed)
    state = game.deal(bytes([seed % 256]) * 32)
    found: list[Any] = []
    last: Any = {}
    while int(state.to_move) >= 0:
        moves = {game.notation(int(m)): int(m) for m in game.legal_moves(state)}
        text = likely(rng, moves)
        if int(state.to_move) == ORANGE and len(found) < len(STEPS) - 1:
            moment = Moment(game, state, moves)
            name, solve = STEPS[len(found)]
            if solve is None:
                step, last = step_of(moment, name, [], last)
                found.append(step)
                name, solve = STEPS[len(found)]
            wanted = solve(moment)[:MOST_WANTED] if solve else []
            if wanted:
                step, last = step_of(moment, name, wanted, last)
                found.append(step)
                text = wanted[-1] if name in ("medals", "scoring") else str(rng.choice(wanted))
        state = game.play(state, moves[text])
    if len(found) < len(STEPS) - 1:
        return None
    step, _ = step_of(Moment(game, state, {}), STEPS[-1][0], [], last)
    return [*found, step]


def main() -> int:
    """Try seeds until one game has everything."""
    game = BelleEpoque.open(2, {"start": "orange"})
    for seed in range(2000):
        steps = attempt(game, seed)
        if steps is not None:
            OUT.write_text(json.dumps(steps, separators=(",", ":"), ensure_ascii=False) + "\n")
            sys.stderr.write(f"seed {seed}: {len(steps)} steps, {OUT.stat().st_size} bytes\n")
            return 0
    sys.stderr.write("no seed has a position for every step\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
