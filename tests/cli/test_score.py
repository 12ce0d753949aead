"""`score`: a real table, described in a small text."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.errors import BadTable, LutetiaError
from lutetia.kernel.table_scoring import score_table
from lutetia.kernel.types import Record
from tests.cli.conftest import Run, refused
from tests.cli.tables import described

# Tiles a1 … g7 lie as numbered, none turned: orange's eight below, blue's eight above.
TABLE = """
game lumiere
tiles
a1 orange 1 0
c1 orange 2 0
e1 orange 3 0
g1 orange 4 0
a3 orange 5 0
c3 orange 6 0
e3 orange 7 0
g3 orange 8 0
a5 blue 1 0
c5 blue 2 0
e5 blue 3 0
g5 blue 4 0
a7 blue 5 0
c7 blue 6 0
e7 blue 7 0
g7 blue 8 0
buildings
orange corner a1 b1 b2 # a comment
pieces
postcards
orange levitation metropolitain jardin-des-plantes sacre-coeur
blue le-peintre chartier bouquinistes lampadaire
reserves
orange -
blue none
"""
# So the board is, with row 8 above:
#   m b b L L b b b
#   o b o b b m b o
#   o b m b b L L b
#   m b b o b o o m
#   m o o L L o o o
#   r o r o o m o r        (r is blue)
#   r o m o o L L o
#   m o o r o r r m
BOARD = [
    "mbbLLbbb",
    "obobbmbo",
    "obmbbLLb",
    "mbboboom",
    "mooLLooo",
    "boboomob",
    "bomooLLo",
    "moobobbm",
]


@cache
def opened(**options: object) -> Lumiere:
    return Lumiere.open(options=options)


def game_end(number: int, options: dict[str, object]) -> tuple[Lumiere, Record]:
    """The end of a game that takes and builds more than chance would."""
    game = opened(**options)
    chance = generator(derived_seed("table", number))
    state = game.deal_with(chance)
    while not game.is_over(state):
        moves = [int(move) for move in game.legal_moves(state)]
        kinds = sorted({game.notation(move).split(":")[0] for move in moves})
        kind = kinds[below(chance, len(kinds))]
        chosen = [move for move in moves if game.notation(move).split(":")[0] == kind]
        state = game.play(state, chosen[below(chance, len(chosen))])
    return game, state


@pytest.mark.plain
@settings(max_examples=15)
@given(
    st.integers(0, 10**9),
    st.sampled_from(["any", "own"]),
    st.booleans(),
    st.sampled_from(["spaces", "drawing", "unnamed"]),
)
def test_a_described_game_scores_like_the_game(
    number: int, penseur: str, seen: bool, form: str
) -> None:
    """Whatever form the text has, and though nobody sees what lies under the buildings."""
    game, state = game_end(number, {"postcards": "random", "penseur": penseur})
    result = score_table(described(game, state, seen=seen, form=form))
    assert list(result.scores) == game.score(state)
    assert list(result.ranks) == game.ranks(state)
    for seat, lines in enumerate(result.scores):
        for line, points in lines.items():
            parts = [d.points for d in result.details if (d.seat, d.line) == (seat, line)]
            assert sum(parts) == points


def test_tiles_by_square_are_the_same_as_the_board_drawn() -> None:
    drawn = TABLE[: TABLE.index("tiles")] + "board\n" + "\n".join(BOARD) + "\n"
    drawn += TABLE[TABLE.index("buildings") :]
    assert score_table(drawn) == score_table(TABLE)


def test_a_building_may_be_told_by_its_corner_and_turn() -> None:
    told = TABLE.replace("a1 b1 b2", "a1 0")
    assert score_table(told) == score_table(TABLE)


def test_a_turn_that_looks_like_a_smaller_one_is_accepted() -> None:
    bent = TABLE.replace("orange corner", "orange line")
    upright = TABLE.replace("orange corner a1 b1 b2", "orange line b1 {}")
    assert score_table(upright.format(90)) == score_table(upright.format(270))
    with pytest.raises(BadTable, match="have not the shape of line"):
        score_table(bent)


def test_it_is_told_line_by_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(TABLE)
    told = run("score", path)
    assert told.code == 0
    for words in (
        ["orange", "light", "corner:", "size", "3", "×", "0", "lights", "0"],
        ["orange", "group", "corner", "3"],
        ["total", "3", "0"],
        ["place", "1", "2"],
        ["orange", "wins"],
    ):
        assert words in [line.split() for line in told.out.splitlines()], words
    assert json.loads(run("score", path, "--json").out)["totals"] == [3, 0]
    assert run("score", "-", stdin=TABLE).out == told.out


def test_a_table_is_counted_so_far() -> None:
    """Tiles and postcards may be missing; what is there counts, and nonsense is still refused."""
    so_far = TABLE.replace("game lumiere", "game lumiere\ncount so-far")
    assert score_table(so_far) == score_table(TABLE)
    assert score_table(TABLE.replace("game lumiere", "game lumiere\ncount whole")).totals == [3, 0]
    lines = so_far.splitlines()
    without_cards = "\n".join(lines[: lines.index("postcards")])
    assert score_table(without_cards).totals == [3, 0]
    tiles = lines.index("tiles")
    few = "\n".join(
        [*lines[: tiles + 3], *lines[lines.index("buildings") : lines.index("postcards")]]
    )
    assert score_table(few).totals == [3, 0]
    assert score_table("game lumiere\ncount so-far").totals == [0, 0]
    with pytest.raises(BadTable, match="2 tiles"):
        score_table(few.replace("count so-far", "count whole"))
    with pytest.raises(BadTable, match="are both on"):
        score_table(without_cards.replace("buildings", "buildings\norange line b1 90"))


def test_a_tie_is_broken_by_uncovered_spaces() -> None:
    """L8.6: 23 spaces each; orange covers two of its own and blue one, each with one house."""
    tied = TABLE.replace("orange corner a1 b1 b2", "blue line b5 b6 b7\norange corner a1 b1 b2")
    result = score_table(tied)
    assert result.totals == [3, 3]
    ((name, values),) = result.tie_breaks
    assert "uncovered" in name
    assert values == [21, 20]
    assert result.ranks == [1, 2]


LEVITATION = "orange levitation metropolitain jardin-des-plantes sacre-coeur"
LAST_LINE = "blue none"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # what cannot be read
        ("game lumiere", "", "line 3: the text begins with the line: game NAME"),
        ("game lumiere", "game chess", "no game is called 'chess'"),
        ("game lumiere", "game lumiere\nwind east", "line 3: “wind east” is neither a setting"),
        ("game lumiere", "game lumiere\npenseur both", "line 3: penseur is any or own"),
        ("game lumiere", "game lumiere\ncount half", "line 3: count is whole or so-far"),
        ("game lumiere", "game lumiere\npenseur any\npenseur any", "line 4: penseur is given"),
        ("pieces", "pieces\npieces", "line 23: a second section pieces"),
        ("a1 orange 1 0", "a1 orange 1", "line 4: write SQUARE COLOUR TILE TURN"),
        ("a1 orange 1 0", "b1 orange 1 0", "line 4: 'b1' is no square"),
        ("a1 orange 1 0", "a1 green 1 0", "line 4: 'green' is no player's colour"),
        ("a1 orange 1 0", "a1 orange 9 0", "line 4: '9' is no tile"),
        ("a1 orange 1 0", "a1 orange 1 45", "line 4: '45' is no turn"),
        ("corner a1 b1 b2", "hut a1 b1 b2", "line 21: 'hut' is no building or space"),
        ("corner a1 b1 b2", "corner", "these spaces have not the shape of corner"),
        ("corner a1 b1 b2", "a1 c1 e1", "line 21: no building has the shape of these spaces"),
        ("corner a1 b1 b2", "a1 90", "line 21: name the building"),
        ("corner a1 b1 b2", "smile h8 0", "line 21: turned like this, it does not fit"),
        ("corner a1 b1 b2", "corner Q", "line 21: the drawing has no letter Q"),
        ("pieces\n", "pieces\ncat a1\n", "line 23: no piece is called 'cat'"),
        ("pieces\n", "pieces\npainter\n", "line 23: write painter SPACE"),
        ("pieces\n", "pieces\nstatue a1\n", "line 23: write statue SPACE SIDE"),
        ("pieces\n", "pieces\nstatue a1 up\n", "line 23: 'up' is no side"),
        ("pieces\n", "pieces\nlamp e1\nlamp g1\n", "line 24: there is only one lamp"),
        ("pieces\n", "pieces\nannex a2 corner\nannex a3 corner\n", "only one annex"),
        ("blue le-peintre", "blue la-vie", "line 25: 'la-vie' is no postcard"),
        (LAST_LINE, "blue hut", "line 28: 'hut' is no building"),
        # what cannot be
        ("a1 orange 1 0", "a1 orange 2 0", "line 5: orange tile 2 is on the board twice (L1.3)"),
        ("a1 orange 1 0", "c1 orange 1 0", "line 5: a second tile on c1"),
        ("a1 orange 1 0\n", "", "15 tiles lie, not 16 (L3.3)"),
        ("blue le-peintre", "blue levitation", "line 25: levitation bears one token, not two"),
        ("blue le-peintre ", "blue ", "blue has used 3 postcards"),
        (LEVITATION, LEVITATION + " moulin-rouge", "orange has used 5 postcards"),
        (LAST_LINE, "blue garden", "line 28: the garden is never in a reserve"),
        ("orange -", "orange line line", "line 27: line is in a reserve twice"),
        ("orange -", "orange corner", "line 27: corner is on the board and in a reserve (L1.4)"),
        ("b2 #", "b2\norange corner d2 e2 d1 #", "line 22: corner is on the board twice (L1.4)"),
        ("b2 #", "b2\norange line b2 b3 b4 #", "line 22: line and corner are both on b2"),
        ("b2 #", "b2\nblue garden c7 c8 #", "blue has not used jardin-des-plantes (L7.1)"),
        ("a1 b1 b2", "f2 g2 g1", "orange has not used chartier"),
        ("orange corner a1 b1 b2", "blue corner g6 h6 h5", "line 21: a streetlight space"),
        (
            "orange corner a1 b1 b2",
            "orange square f1 g1 f2 g2",
            "metropolitain lets a player cover one",
        ),
        ("pieces\n", "pieces\ndancer c8\n", "line 23: nobody has used moulin-rouge"),
        (
            "pieces\n",
            "pieces\npainter b4\n",
            "line 23: the painter needs a space that is blue (L6.3)",
        ),
        ("pieces\n", "pieces\nannex a2 corner\n", "line 23: blue has no corner on the board"),
        ("pieces\n", "pieces\npainter b2\n", "line 23: painter and corner are both on b2"),
        ("orange -", "orange cross", "the game is not over: orange must still build cross"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, message: str) -> None:
    assert old in TABLE
    text = TABLE.replace(old, new, 1)
    with pytest.raises(LutetiaError) as refusal:
        score_table(text)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_annex_touches_its_building() -> None:
    text = TABLE.replace("b2 #", "b2\nblue line b6 b7 b8 #")
    assert score_table(text.replace("pieces\n", "pieces\nannex c8 line\n")).totals[1] > 4
    with pytest.raises(BadTable, match=r"the annex on g8 does not share a side with line \(L7.7\)"):
        score_table(text.replace("pieces\n", "pieces\nannex g8 line\n"))


def test_powers_allow_one_exception_each() -> None:
    """L7.3 and L7.4: with the postcard, and once."""
    metro = TABLE.replace("orange corner a1 b1 b2", "orange corner e2 f2 e3")
    assert score_table(metro).totals[0] > 0
    twice = metro.replace("f2 e3", "f2 e3\norange garden g2 h2")
    with pytest.raises(BadTable, match=r"metropolitain lets a player cover one .* not 2 \(L7.3\)"):
        score_table(twice)


OTHER_CARDS = TABLE.replace("sacre-coeur", "moulin-rouge").replace(
    "blue le-peintre chartier bouquinistes lampadaire",
    "blue le-penseur chartier fontaine-des-mers la-grande-lumiere",
)


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ("dancer b1", "dancer and corner are both on b1"),
        ("dancer c8", "the dancer needs a space that is orange (L6.3)"),
        ("statue b8 north", "the statue cannot face the edge of the board (L7.11)"),
        ("statue b4 north", "the statue needs a space that is blue (L6.3)"),
        ("large-lamp b7", "the great streetlight needs a printed streetlight space (L7.12)"),
        ("fountain d8", "the fountain cannot be on a streetlight space (L7.10)"),
    ],
)
def test_pieces_stand_where_they_may(pieces: str, message: str) -> None:
    with pytest.raises(BadTable) as refusal:
        score_table(OTHER_CARDS.replace("pieces\n", f"pieces\n{pieces}\n"))
    assert message in str(refusal.value)


def test_pieces_score_for_whoever_activated_them() -> None:
    told = OTHER_CARDS.replace(
        "pieces\n", "pieces\ndancer b4\nstatue b7 east\nfountain a5\nlarge-lamp d8\n"
    )
    result = score_table(told)
    found = {(detail.seat, detail.what): detail.points for detail in result.details}
    assert found[1, "fountain"] == 0
    # The statue on b7 faces c7; b6 b8 a7 c7 are free at its sides, a6 c6 a8 c8 at its corners.
    assert found[1, "statue"] == 2 * 4 + 4
    assert found[0, "dancer"] > 0


def test_chartier_is_spent_once_on_building_or_fountain() -> None:
    fountain = OTHER_CARDS.replace("pieces\n", "pieces\nfountain b4\n")
    assert score_table(fountain).totals
    both = fountain.replace("b2 #", "b2\nblue corner a7 b7 a8 #")
    with pytest.raises(BadTable, match=r"chartier lets a player cover one space .* not 2 \(L7.4\)"):
        score_table(both)


def board_with(row: int, text: str) -> str:
    rows = list(BOARD)
    rows[row] = text
    return (
        TABLE[: TABLE.index("tiles")]
        + "board\n"
        + "\n".join(rows)
        + "\n"
        + TABLE[TABLE.index("buildings") :]
    )


@pytest.mark.parametrize(
    ("row", "text", "message"),
    [
        (0, "mbbLLbb", "line 4: a row of the board has 8 spaces, not 7"),
        (0, "mbbLLbbx", "line 4: 'x' is no space"),
        (0, "mbbLLbbb\nmbbLLbbb", "line 12: the board has more than 8 rows"),
        (0, "", "the board has 7 rows, not 8"),
        (0, "LLbLLbbb", "no tile of the box looks like the square of a7 (L1.3)"),
        (0, "?bbLLbbb", "the kind of a8 is unknown, and nothing covers it"),
    ],
)
def test_a_board_that_cannot_be_is_refused(row: int, text: str, message: str) -> None:
    with pytest.raises(BadTable) as refusal:
        score_table(board_with(row, text))
    assert message in str(refusal.value)


def test_more_tiles_of_a_kind_than_the_box_has() -> None:
    """Every square alone could be a tile, and together they cannot: two like blue's eighth."""
    text = board_with(0, "bbbLLbbb")
    with pytest.raises(BadTable, match=r"look like only 1 tile of the box \(L1.3\)"):
        score_table(text)


@given(st.text(alphabet="game lumier\nboardtilespcox?LmB12345678 #-", max_size=400))
def test_every_text_is_answered_or_refused(text: str) -> None:
    for start in ("", "game lumiere\n"):
        with pytest.raises(LutetiaError):
            score_table(start + text)


def test_bad_files_are_refused(run: Run, tmp_path: Path) -> None:
    refused(run("score", tmp_path / "none.txt"), "none.txt: cannot be read (No such file")
    path = tmp_path / "bytes.txt"
    path.write_bytes(b"\xff\xff")
    refused(run("score", path), "bytes.txt: cannot be read (not UTF-8 text)")
    path.write_text("")
    refused(run("score", path), "bytes.txt: the text is empty")
    path.write_text(TABLE.replace("game lumiere", "game chess"))
    refused(run("score", path), "bytes.txt: no game is called 'chess'")
    path.write_text("# " + "x" * 5_000_000)
    refused(run("score", path), "too large")
