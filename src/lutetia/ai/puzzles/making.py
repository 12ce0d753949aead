"""Makes puzzles: looks through games, proves positions, grades them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lutetia.ai.puzzles.answers import all_answers, only_best
from lutetia.ai.puzzles.candidates import candidates
from lutetia.ai.puzzles.collection import Collection, Puzzle, check_moves, puzzle_id, puzzle_of
from lutetia.ai.puzzles.grading import LEVELS, levels_that_find
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadRecord

LEAD = 2
"""By how many points the best move must be better than every other move."""

EASY, HARD = 6, 3
"""Found by at least so many levels: easy. By at most so many: hard."""

SPREAD = 3
"""How many more puzzles of one grade there may be than of another."""

FURTHEST = 20
"""With a greater lead or arrears at the end the game is decided, and a puzzle is dull."""

SHARE = 4
"""One of so many puzzles may have the same kind of best move, for example the same postcard."""


def grade_of(puzzle: Puzzle) -> str:
    """`easy`, `medium` or `hard`, by the number of levels that find the best move."""
    found = len(puzzle.levels)
    return "easy" if found >= EASY else "hard" if found <= HARD else "medium"


GRADES = ("easy", "medium", "hard")


def new_collection(game: Game, seed: str) -> Collection:
    """A collection without puzzles."""
    return Collection(
        game=game.id,
        rules_version=game.rules_version,
        seats=game.seats,
        options=dict(game.options),
        components=game.components_digest,
        seed=seed,
        games=0,
    )


def grow(game: Game, collection: Collection) -> Iterator[Collection]:
    """The collection after every further game. It depends only on the game and the seed."""
    while True:
        number = collection.games + 1
        found = _puzzle_in(game, collection, number)
        puzzles = [*collection.puzzles, found] if found else collection.puzzles
        collection = collection.model_copy(update={"games": number, "puzzles": puzzles})
        yield collection


def _puzzle_in(game: Game, collection: Collection, number: int) -> Puzzle | None:
    """The first position of a game that is a puzzle and adds variety to the collection."""
    for one in candidates(game, collection.seed, number):
        answers = only_best(game, one.state, LEAD)
        if answers is None or abs(answers[0].margin) > FURTHEST:
            continue
        if not _kind_has_room(collection, game.notation(answers[0].move)):
            continue
        moves = [game.notation(move) for move in one.moves]
        name = puzzle_id(one.deal, moves)
        levels = levels_that_find(game, one.state, answers[0].move, name)
        puzzle = puzzle_of(game, one.deal, moves, answers, levels)
        if _grade_has_room(collection, grade_of(puzzle)):
            return puzzle
    return None


def _grade_has_room(collection: Collection, grade: str) -> bool:
    """Whether the grades stay balanced with one more puzzle of this grade."""
    counts = Counter(grade_of(puzzle) for puzzle in collection.puzzles)
    return counts[grade] < min(counts[other] for other in GRADES) + SPREAD


def _kind_has_room(collection: Collection, best: str) -> bool:
    """Whether not too many puzzles have a best move of this kind."""
    same = sum(kind_of(puzzle.best) == kind_of(best) for puzzle in collection.puzzles)
    return same <= len(collection.puzzles) // SHARE


def kind_of(move: str) -> str:
    """The first word of a notation: `build`, or the name of a postcard."""
    return move.partition(":")[0]


def prove(game: Game, puzzle: Puzzle) -> None:
    """Prove the certificate of a puzzle again; `BadRecord` says what is not true."""
    state = check_moves(game, puzzle)
    answers = all_answers(game, state)
    if answers is None:
        raise BadRecord(f"puzzle {puzzle.id}: a move could not be proved")
    again = puzzle_of(game, bytes.fromhex(puzzle.deal), puzzle.moves, answers, puzzle.levels)
    for name in ("id", "value", "second"):
        told, found = getattr(puzzle, name), getattr(again, name)
        if told != found:
            raise BadRecord(f"puzzle {puzzle.id}: {name} is {found}, not {told}")
    if puzzle.best != again.best or puzzle.value - puzzle.second < LEAD:
        raise BadRecord(f"puzzle {puzzle.id}: {puzzle.best} is not the only best move")
    for move, told in puzzle.tries.items():
        if told.margin != again.tries[move].margin:
            margin = again.tries[move].margin
            raise BadRecord(f"puzzle {puzzle.id}: {move} leads to {margin}, not {told.margin}")
    _check_line(game, puzzle)
    if puzzle.levels != sorted({level for level in puzzle.levels if 1 <= level <= LEVELS}):
        raise BadRecord(f"puzzle {puzzle.id}: levels are {puzzle.levels}")


def _check_line(game: Game, puzzle: Puzzle) -> None:
    """The line ends the game with the proved value."""
    state = check_moves(game, puzzle)
    seat = int(state.to_move)
    for text in puzzle.line:
        state = game.play(state, game.read(text))
    totals = game.totals(state)
    lead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    if not game.is_over(state) or lead != puzzle.value:
        raise BadRecord(f"puzzle {puzzle.id}: its line does not end at {puzzle.value}")
