"""`components`, `calibrate`, and the measures of `balance`."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from lutetia.ai.arena.match import Box
from lutetia.ai.arena.results import Results
from lutetia.cli.balance import measured
from lutetia.cli.endings import PlayedGame, played_endings
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.measure import as_markdown
from tests.cli.conftest import Run, refused

OWN = resources.files("lutetia.games.belle_epoque.rules").joinpath("components.toml")


def test_the_figures_of_new_games_are_shown_with_their_sources(run: Run) -> None:
    shown = run("components", "show").out
    assert "Landmark 16, Tour Eiffel" in shown
    for source in ("rulebook", "public", "reconstruction", "calibrated"):
        assert source in shown


def test_a_good_file_is_shown_and_can_be_used(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.read_text("utf-8").replace("francs = 10", "francs = 9"), "utf-8")
    checked = run("components", "check", file)
    assert checked.code == 0
    assert "calibrated" in checked.out
    assert "This file can be used" in checked.out
    assert "Contradicts" not in checked.out


def test_a_corrected_file_is_told_where_it_contradicts_the_rules(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN.read_text("utf-8").replace("francs = 3\nkeys", "francs = 4\nkeys"), "utf-8")
    told = " ".join(run("components", "check", file).out.split())
    assert "Contradicts the rules: Start of a game, francs: 4, but the rulebook prints 3" in told
    assert "This file can be used" in told


def test_the_current_file_is_handed_out_for_corrections(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    assert f"components check {file}" in run("components", "copy", file).out
    assert file.read_text("utf-8") == OWN.read_text("utf-8")
    assert "Differs" not in run("components", "check", file).out
    refused(run("components", "copy", file), "there already")
    refused(run("components", "copy"), "name the file")
    text = file.read_text("utf-8").replace("buy = { wood = 2,", "buy = { wood = 3,")
    file.write_text(text, "utf-8")
    told = " ".join(run("components", "check", file).out.split())
    assert (
        "Differs: Prices, buy: wood 3, marble 3, gold 4 (usually wood 2, marble 3, gold 4)" in told
    )


def test_somebody_with_the_box_corrects_a_copy_and_plays_with_it(run: Run, tmp_path: Path) -> None:
    file, record = tmp_path / "own.toml", tmp_path / "game.json"
    assert run("components", "copy", file).code == 0
    text = file.read_text("utf-8").replace("buy = { wood = 2,", "buy = { wood = 9,")
    text = text.replace("francs = 3\nkeys", "francs = 5\nkeys")
    text = text.replace('zone = "A"\nfrancs = 3', 'zone = "A"\nfrancs = 12')
    file.write_text(text.replace('buy = "calibrated"', 'buy = "box"'), "utf-8")
    assert "This file can be used: --components" in run("components", "check", file).out
    played = run(
        "play", "belle_epoque", "--against", "random", "--components", file,
        "--option", "start=orange", "--out", record,
        stdin="? tile-1\nmoves\nkey:arc\ndraw:1\nkey:arc\nend\nquit\n",
    )  # fmt: skip
    assert played.code == 0, played.err
    assert "behind your screen: 5 francs" in played.out
    assert "Bonus tile 1: 12 francs" in played.out
    assert "orange: key:arc" in played.out
    kept = json.loads(record.read_text("utf-8"))
    assert kept["component_file"] == file.read_text("utf-8")
    # The record is whole without the file.
    file.unlink()
    assert run("verify", record).code == 0


def test_a_file_is_told_apart_by_the_places_of_its_figures(run: Run, tmp_path: Path) -> None:
    """A renamed landmark keeps its other figures; a row that is left out is missed."""
    file = tmp_path / "own.toml"
    text = OWN.read_text("utf-8").replace('name = "Tuileries"', 'name = "Jardin"')
    text = text.replace("second_copy_from = 4\n", "", 1).replace(
        'second_copy_from = "calibrated", ', "", 1
    )
    file.write_text(text, "utf-8")
    told = [line for line in run("components", "check", file).out.splitlines() if "Differs" in line]
    assert told == [
        "Differs: Landmark 9, Jardin, name: Jardin (usually Tuileries)",
        "Differs: Bonus tile 10, second copy from: nothing (usually 4)",
    ]


def test_a_figure_that_was_read_from_the_box_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = OWN.read_text("utf-8").replace("income = 4\n", "income = 5\n", 1)
    text = text.replace('income = 5\nbuildings = ["rest', 'income = 4\nbuildings = ["rest')
    text = text.replace('income = "reconstruction"', 'income = "box"')
    file.write_text(text, "utf-8")
    shown = run("components", "check", file)
    assert shown.code == 0
    row = next(line for line in shown.out.splitlines() if line.split()[-1:] == ["box"])
    assert row.split() == ["income", "5", "box"]


def test_a_bad_file_is_refused_with_all_its_faults(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    text = (
        OWN.read_text("utf-8").replace("pool = 2", "pool = 20").replace("amount = 8", "amount = 0")
    )
    file.write_text(text, "utf-8")
    ran = run("components", "check", file)
    refused(ran, "start.pool")
    assert "end_tiles[0].amount" in ran.err
    refused(run("components", "check", tmp_path / "none.toml"), "cannot be read")
    refused(run("components", "check"), "name the file")
    refused(run("components", "show", "--game", "lumiere"), "no component sheet")


def test_a_printed_game_is_not_calibrated(run: Run, tmp_path: Path) -> None:
    refused(run("calibrate", "lumiere", "--out", tmp_path / "c"), "nothing to calibrate")
    assert not (tmp_path / "c").exists()


def test_house_rules_are_measured_without_a_search(run: Run, tmp_path: Path) -> None:
    words = ("calibrate", "belle_epoque", "--out", tmp_path / "c")
    refused(run(*words, "--option", "tile-27=two"), "--option needs --generations 0")
    measured = (*words, "--generations", 0, "--option")
    refused(run(*measured, "setup=basic"), "both set-ups are always measured")
    refused(run(*measured, "tile-27=three"), "tile-27")
    refused(run(*words, "--players", 2), "--players needs --generations 0")
    refused(run(*words, "--effort", 0), "--effort 0 needs --generations 0")
    refused(run(*words, "--generations", 0, "--players", 5), "5 cannot play, 2 or 3 or 4 can")
    assert not (tmp_path / "c").exists()


def test_la_cite_reports_start_postcards_and_buildings(run: Run) -> None:
    words = ("balance", "lumiere", "--games", 6, "--player", "greedy")
    found = json.loads(run(*words, "--json").out)["measures"]
    groups = {row["group"] for row in found}
    assert groups == {
        "wins", "games with postcard used", "wins of who used it",
        "wins of who left it to the rival", "wins of who took it early", "wins of who took it late",
    }  # fmt: skip
    assert all(row["met"] is None for row in found)
    used = {row["name"]: row["value"] for row in found if row["group"] == "wins of who used it"}
    left = {row["name"]: row["value"] for row in found if row["group"].endswith("the rival")}
    assert all(abs(used[card] + left[card] - 1) < 1e-9 for card in used)
    assert run(*words, "--markdown").out.startswith("| measure | of | value |")


def test_belle_epoque_is_compared_with_its_aims() -> None:
    game = open_game("belle_epoque", 3)
    box = Box("belle_epoque", 3, {})
    endings = played_endings(box, "greedy", 4, "aims", Results(PlayedGame, {}))
    rows = measured(game, endings)
    places = [row.value for row in rows if row.group == "wins"]
    assert abs(sum(places) - 1) < 1e-9
    lines = [row.value for row in rows if row.group == "share of all points"]
    assert abs(sum(lines) - 1) < 1e-9
    assert len([row for row in rows if row.group == "games with tile taken"]) == 30
    assert "| at least 25 |" in as_markdown(rows)
