"""What notebooks show: a position, a record, a breakdown, an analysis."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import lutetia
from lutetia.api import GameInPlay, drawing
from lutetia.api.record_player import differences
from lutetia.kernel.errors import NotOffered

STATIC = Path(lutetia.__file__).parent / "server/static/drawing.js"
built = pytest.mark.skipif(not STATIC.exists(), reason="the web client is not built (make web)")


@pytest.fixture(scope="module", params=["lumiere", "belle_epoque"])
def game(request: pytest.FixtureRequest) -> GameInPlay:
    return lutetia.new_game(str(request.param), seed="shown").play_out("random")


@built
def test_a_position_is_drawn_with_everything_on_it(game: GameInPlay) -> None:
    svg = game._repr_svg_()
    assert svg is not None
    ET.fromstring(svg)
    position = game.position()
    if game.name == "lumiere":
        drawn = set(re.findall(r'data-piece="building:([\w-]+)"', svg))
        assert drawn == {building["name"] for building in position["buildings"]}
        assert len(re.findall(r'class="space"', svg)) == 64
    else:
        for place in position["districts"].values():
            for value in place["landmarks"]:
                assert f">{value}<" in svg
        assert svg.count("Montmartre") or svg.count("MONTMARTRE")


@built
def test_every_reference_of_a_drawing_is_in_it(game: GameInPlay) -> None:
    """The file stands alone: no symbol, pattern or gradient is missing, and nothing is loaded."""
    svg = game.picture().svg
    ids = set(re.findall(r'\bid="([^"]+)"', svg))
    named = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    assert named <= ids
    assert not re.search(r'(?:href|src)="(?!#)', svg)


@built
def test_the_dark_look_and_files(game: GameInPlay, tmp_path: Path) -> None:
    picture = game.picture("dark")
    assert 'data-theme="dark"' in picture.svg
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == picture._repr_svg_()


@built
def test_a_player_holds_every_position(game: GameInPlay) -> None:
    page = game.player().html
    found = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert found
    content = json.loads(found[1])
    frame = content["first"]
    assert frame["position"] == json.loads(json.dumps(_watched(game, 0)))
    for ply, changes in enumerate(content["changes"], 1):
        for path, value in changes:
            holder = frame
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = value
        if ply % 40 == 0:
            assert frame["position"] == json.loads(json.dumps(_watched(game, ply)))
    assert len(content["changes"]) == len(game.moves) == len(content["moves"])
    assert [total["total"] for total in frame["scores"]] == list(game.totals().values())
    assert not re.search(r"""(?:src|href)=["']https?:""", page)


def _watched(game: GameInPlay, ply: int) -> object:
    plies = list(game)
    state = plies[ply - 1].after if ply else plies[0].before
    return game.rules.position(game.rules.view(state, -1))


def test_differences_are_small_and_complete() -> None:
    before = {"a": {"b": 1, "c": [1, 2]}, "d": 3}
    after = {"a": {"b": 1, "c": [1]}, "d": 4}
    assert list(differences(before, after)) == [[["a", "c"], [1]], [["d"], 4]]


def test_a_breakdown_is_a_table(game: GameInPlay) -> None:
    table = game.breakdown()._repr_html_()
    root = ET.fromstring(table[table.index("<table") :])
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    totals = next(row for row in rows if row[0] == "total")
    assert totals[1:] == [str(total) for total in game.totals().values()]
    assert [row[0] for row in rows if row[0] in game.rules.score_lines] == [*game.rules.score_lines]


def test_an_analysis_is_a_plot() -> None:
    game = lutetia.new_game("lumiere", seed="shown").play_out("random")
    game.undo(len(game.moves) - 3)
    analysis = game.analyse(playouts=4, nodes=0)
    assert len(analysis.moves) == 3
    ET.fromstring(analysis._repr_svg_())
    assert analysis.as_json()["moves"][0]["ply"] == 1


def test_without_the_client_a_sentence_says_what_is_missing(
    game: GameInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise NotOffered("drawing: the web client is not built")

    monkeypatch.setattr(drawing, "_engine", missing)
    assert game._repr_svg_() is None
    with pytest.raises(NotOffered, match="not built"):
        game.picture()
