"""The calibration changes only reconstructed figures and can be repeated; its result is fair."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lutetia.games.belle_epoque.balance import accounts as a
from lutetia.games.belle_epoque.balance.measures import measures, shares_of_beaten
from lutetia.games.belle_epoque.calibration import candidates, search
from lutetia.games.belle_epoque.calibration.candidates import (
    SECOND_COPIES,
    Candidate,
    box_of,
    components_of,
    crossed,
    first_candidate,
    held_fixed,
    is_allowed,
    is_plausible,
    mutated,
    ranges,
    with_values,
)
from lutetia.games.belle_epoque.calibration.run import CALIBRATION, COMMENT
from lutetia.games.belle_epoque.calibration.trials import LEANINGS, Trials, followed, sizes
from lutetia.games.belle_epoque.evaluation.weights import refitted_weights
from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.component_text import component_text
from lutetia.games.belle_epoque.rules.components import (
    FIRST_FIGURES,
    current_components,
    load,
    provenance,
)
from lutetia.games.belle_epoque.rules.sheet import EXAMPLES, contradictions, sheet_of
from lutetia.games.belle_epoque.tuning.first_sight import random_numbers
from lutetia.kernel.package import CalibrationPlan


def test_the_first_candidate_and_the_present_one_are_the_kept_sets() -> None:
    assert is_plausible(first_candidate())
    assert components_of(first_candidate()).digest() == FIRST_FIGURES
    # The sources, too.
    assert components_of(search.present_result().candidate) == current_components()
    assert contradictions(current_components()) == []


def test_trials_play_with_the_house_rules_of_a_table() -> None:
    one = search.present_result().candidate
    usual = Trials(1).box(one, 2, "advanced")
    house = Trials(1, {"scoring-key": "third", "steps": "six", "later-francs": "more"})
    box = house.box(one, 2, "advanced")
    assert (usual.keys_for_scoring, usual.near_tiles, usual.later_francs[1]) == (4, 0, 0)
    assert (box.keys_for_scoring, box.near_tiles, box.later_francs[1]) == (3, 6, 8)
    assert box.advanced == 1


def test_every_candidate_keeps_what_is_printed_and_passes_the_checks() -> None:
    numbers = random_numbers("test")
    candidate = first_candidate()
    for _ in range(60):
        candidate = mutated(candidate, numbers, house=True)
        assert contradictions(components_of(candidate)) == []


def stands_for(pattern: str, place: str) -> bool:
    """Whether a place of `ranges.toml` is a place of the file or a part of it."""
    if pattern.startswith(SECOND_COPIES):
        return place.endswith(".second_copy_from")
    found = re.escape(pattern).replace(r"\[\*\]", r"\[\d+\]")
    return re.fullmatch(found, place) is not None or pattern.startswith(f"{place}.")


def test_every_reconstruction_has_a_range_or_a_reason_to_stay() -> None:
    searched = {place for figure in ranges()[0] for place in figure.places}
    fixed = held_fixed()
    assert all(fixed.values())
    told = [
        *provenance(load(FIRST_FIGURES).pieces),
        *provenance(current_components()),
    ]
    ours = {place for place, _, source in told if source in ("reconstruction", "calibrated")}
    for place in ours:
        known = [one for one in (*searched, *fixed) if stands_for(one, place)]
        assert known, place
        assert not (set(known) & searched and set(known) & set(fixed)), known
    for pattern in (*searched, *fixed):
        assert any(stands_for(pattern, place) for place in ours), pattern
    # What is searched and what is called calibrated are the same.
    calibrated = {p for p, _, source in provenance(current_components()) if source == "calibrated"}
    assert all(any(stands_for(one, place) for one in searched) for place in calibrated)


def test_the_shipped_figures_rise_where_they_stand_for_more() -> None:
    """But for the points for buildings, which are equal: docs/balance.md says what that is for."""
    figures = current_components()
    told = figures.prices.model_dump()
    buy, sell = told["buy"], told["sell"]
    for prices, kinds in (
        (buy, ("wood", "marble", "gold")),
        (sell, ("wood", "marble", "gold")),
        (sell, ("bronze-medal", "silver-medal", "gold-medal")),
    ):
        values = [prices[kind] for kind in kinds]
        assert values == sorted(set(values))
    worth = [sum(buy[kind] * n for kind, n in one.cost.items()) for one in figures.landmarks]
    assert worth == sorted(worth)
    medal_points = [landmark.points for landmark in figures.landmarks]
    assert medal_points == sorted(medal_points)
    for rank in range(3):
        points = [tile.points[rank] for tile in figures.scoring_tiles]
        assert points == sorted(points, reverse=True)
    tile = {row.tile: row for row in figures.bonus_tiles}
    assert (tile[1].francs or 0) < (tile[7].francs or 0)
    assert (tile[5].points or 0) < (tile[12].points or 0)
    assert [tile[number].points for number in (6, 11, 15, 18, 26, 28)] == [5] * 6


def test_every_choice_is_possible_in_some_candidate() -> None:
    figures, _ = ranges()
    known = [one.candidate for one in search.earlier_results()]
    for place, figure in enumerate(figures):
        for choice, value in enumerate(figure.choices):
            tried = [(*one[:place], choice, *one[place + 1 :]) for one in known]
            assert any(is_allowed(one) for one in tried), (figure.name, value)


def test_a_candidate_that_the_checks_refuse_is_not_bred(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search without these checks once found a set with six resources on end-of-game tiles."""
    figures, house = ranges()
    place = [figure.name for figure in figures].index("copies of end-of-game tiles")
    copies = replace(figures[place], choices=([2, 2, 2, 1, 2, 1, 2], [2, 2, 1, 1, 2, 2, 2]))
    figures = (*figures[:place], copies, *figures[place + 1 :])
    monkeypatch.setattr(candidates, "ranges", lambda: (figures, house))
    refused = (*first_candidate()[:place], 1, *first_candidate()[place + 1 :])
    assert is_plausible(refused)
    assert not is_allowed(refused)
    numbers = random_numbers("refused")
    bred = [mutated(first_candidate(), numbers, house=False) for _ in range(60)]
    bred += [crossed(first_candidate(), one, numbers) for one in bred]
    assert all(one[place] == 0 for one in bred)


def test_a_component_text_is_read_back_as_it_was(tmp_path: Path) -> None:
    numbers = random_numbers("text")
    for number in range(5):
        components = components_of(mutated(first_candidate(), numbers, house=False))
        file = tmp_path / f"{number}.toml"
        file.write_text(component_text(components, COMMENT), encoding="utf-8")
        read = load(file)
        assert (read.pieces, read.digest) == (components, components.digest())


def test_the_sheet_shows_every_figure_with_its_source() -> None:
    sheet = sheet_of(None)
    assert (sheet.faults, sheet.contradictions) == ([], [])
    told = {(figure.piece, figure.name): (figure.value, figure.source) for figure in sheet.figures}
    assert told["Landmark 15, Sacré-Cœur", "cost"] == ("marble 1, gold 2", "rulebook")
    assert told["Scoring tile 2", "points of the second"] == ("9", "reconstruction")
    assert told["Bonus tile 18", "points"] == ("5", "rulebook")


def test_the_sheet_tells_every_fault_and_contradiction() -> None:
    text = component_text(current_components(), COMMENT)
    wrong = text.replace("value = 15\n", "value = 0\n").replace("pool = 2\n", "pool = -1\n")
    assert len(sheet_of(wrong).faults) == 2
    (income,) = sheet_of(text.replace("income = 7\n", "income = 8\n")).contradictions
    assert income.message == (
        "Districts, incomes: 2, 3, 4, 5, 6, 8, but a public source tells 2, 3, 4, 5, 6, 7"
    )
    swapped = text.replace("income = 7\n", "income = 0\n").replace("income = 2\n", "income = 7\n")
    assert sheet_of(swapped.replace("income = 0\n", "income = 2\n")).contradictions == []
    other = text.replace("pool = 2\n", "pool = 1\n")
    (told,) = sheet_of(other).contradictions
    assert told.place == "start.pool"
    assert told.message == "Start of a game, pool: 1, but the rulebook prints 2"
    assert [fault.kind for fault in sheet_of(wrong).faults] == ["value", "value"]
    without = text.replace("pool = 2\n", "").replace(', pool = "rulebook"', "")
    (missing,) = sheet_of(without).faults
    assert (missing.kind, missing.place) == ("missing", "start.pool")
    assert sheet_of(text.replace("pool = 2\n", "pool = 2\npools = 1\n")).faults[0].kind == "unknown"
    assert sheet_of(text.replace("pool = 2\n", "pool = 4\n")).faults[0].kind == "rule"
    # A name is shown to others, also in terminals.
    escaping = text.replace('name = "Louvre"', 'name = "Louvre\\u001b[2J"')
    assert sheet_of(escaping).faults[0].place == "landmarks[4].name"
    unreadable = sheet_of("no = = toml").faults[0]
    assert unreadable.kind == "text"
    assert "TOML" in unreadable.message
    assert "characters" in sheet_of("#" * 64_001).faults[0].message


def test_the_sheet_tells_missing_bonus_tiles() -> None:
    text = component_text(current_components(), COMMENT)
    fewer = text.replace("second_copy_from = 4\n", "", 1)
    fewer = fewer.replace('second_copy_from = "calibrated", ', "", 1)
    (told,) = sheet_of(fewer).contradictions
    assert told.place == "bonus_tiles"
    assert told.message == "Bonus tiles, number of tiles: 41, but the rulebook prints 42"


def test_the_sheet_tells_buildings_that_an_example_of_the_rulebook_has_elsewhere() -> None:
    """B10; which building lies where is ours otherwise, so another swap contradicts nothing."""
    text = component_text(current_components(), COMMENT)
    montmartre = '"cafe", "bakery", "restaurant", "hotel", "theatre", "residence"'
    assert montmartre in text
    other = text.replace(montmartre, montmartre.replace('"cafe", "bakery"', '"bakery", "cafe"'))
    (told,) = sheet_of(other).contradictions
    assert told.place == "districts[0].buildings[1]"
    assert told.message == (
        "District montmartre, building of value 2: cafe, "
        "but an example in the rulebook has a bakery"
    )
    ours = montmartre.replace('"cafe"', '"moved"').replace('"residence"', '"cafe"')
    free = text.replace(montmartre, ours.replace('"moved"', '"residence"'))
    sheet = sheet_of(free)
    assert (sheet.faults, sheet.contradictions) == ([], [])


@pytest.mark.parametrize(
    ("district", "value", "building"),
    [
        ("montmartre", 2, "bakery"),
        ("montmartre", 5, "theatre"),
        ("la-villette", 8, "theatre"),
        ("saint-germain", 3, "residence"),
        ("saint-germain", 4, "restaurant"),
        ("saint-germain", 5, "hotel"),
    ],
)
def test_the_figures_of_new_games_agree_with_the_examples_of_the_rulebook(
    district: str, value: int, building: str
) -> None:
    (part,) = (part for part in current_components().districts if part.name == district)
    slot = current_components().board.values.index(value)
    assert part.buildings[slot] == building
    assert EXAMPLES[district][value] == building


def test_a_refit_follows_a_clear_effect_and_not_chance() -> None:
    numbers = random_numbers("followed")
    size = sizes()
    changed = np.flatnonzero(size)
    changes = [numbers.normal(size=(2, len(size))) * (size > 0) for _ in range(300)]
    luck = [(numbers.normal(size=2) * 20, game % 2) for game in range(300)]
    before = np.zeros(len(size))
    moved = np.abs(followed(before, changes, luck, 1.0)) / np.maximum(1e-9, size)
    assert moved[changed].mean() < 0.05
    good, bad = changed[3], changed[40]
    skilled = [
        (points + 40 * (change[:, good] - change[:, bad]), first)
        for change, (points, first) in zip(changes, luck, strict=True)
    ]
    after = followed(before, changes, skilled, 1.0) / np.maximum(1e-9, size)
    assert after[good] > 0.25
    assert after[bad] < -0.25
    rest = np.setdiff1d(changed, [good, bad])
    assert np.abs(after[rest]).mean() < 0.1


@pytest.fixture(scope="module")
def trials() -> Trials:
    return Trials(1)


def test_accounts_add_up_to_the_points_of_play(trials: Trials) -> None:
    one = search.present_result()
    box = box_of(one.candidate, 3, "advanced")
    played = trials.chunk(box, 3, np.stack([one.weights[3]] * 3), "sum", range(4))
    origins = [a.EIGHTS, a.PRESTIGE, a.END_TILES, *range(a.FIRST_TILE, a.TILE_ROUND)]
    assert (played.accounts[:, :, origins].sum(axis=2) == played.states["points"][:, :3]).all()
    had = [[int(word).bit_count() for word in row[:3]] for row in played.states["had"]]
    assert ((played.accounts[:, :, a.TILE_ROUND :] > 0).sum(axis=2) == had).all()


def sample(
    trials: Trials, players_of: str, candidate: Candidate | None
) -> dict[int, dict[str, Any]]:
    """The measures of a few games with two and with four players, always of the same shuffles.

    The players are those that were refitted to these figures; without a candidate they play with
    `components.toml` as it is."""
    found = {}
    for players, games in ((2, 64), (4, 32)):
        present = BelleEpoque.open(players, {"setup": "basic"}).box
        box = box_of(candidate, players, "basic") if candidate else present
        weights = np.stack([refitted_weights(players_of, players)] * players)
        played = trials.chunk(box, players, weights, "regression", range(games))
        found[players] = measures(played.states, played.accounts, played.lines, played.standings)
    return found


def unbalanced(found: dict[int, dict[str, Any]]) -> set[str]:
    """What is out of balance, with limits as wide as the chance of so few games needs."""
    two, four = found[2], found[4]
    lines = max(*two["lines"].values(), *four["lines"].values())
    fine = {
        "first of two": 0.36 < two["wins_by_place"][0] < 0.64,
        "first of four": 0.08 < four["wins_by_place"][0] < 0.42,
        "owner of tile 27": two["owner_wins"][26] < 0.64 and four["owner_wins"][26] < 0.4,
        "margin": two["margin"] < 0.15 and four["margin"] < 0.11,
        "largest line": lines < 0.42,
        "francs": two["lines"]["tile 27"] < 0.22,
        "landmarks": sum(share >= 0.05 for share in two["landmarks"]) >= 6,
        "districts": four["districts"] > 3.2,
    }
    return {name for name, holds in fine.items() if not holds}


def test_the_calibrated_game_stays_fair_and_close(trials: Trials) -> None:
    """A small sample; docs/balance.md says what larger ones showed.

    It plays the figures of `components.toml`: whoever changes them to an unbalanced game by hand
    sees here what is out of balance."""
    assert unbalanced(sample(trials, "calibrated", None)) == set()


def test_the_sample_tells_the_first_reconstruction_from_the_calibrated_set(trials: Trials) -> None:
    faults = unbalanced(sample(trials, "first", first_candidate()))
    assert {"owner of tile 27", "francs", "landmarks"} <= faults


@pytest.mark.parametrize(
    ("figure", "value", "fault"),
    [
        ("purchase of resources", [5, 6, 7], "landmarks"),
        ("points of end-of-game tiles", [2, 1], "largest line"),
    ],
)
def test_the_sample_notices_one_spoilt_figure(
    trials: Trials, figure: str, value: list[int], fault: str
) -> None:
    spoilt = with_values(search.present_result().candidate, {figure: value})
    assert fault in unbalanced(sample(trials, "calibrated", spoilt))


@pytest.mark.long
def test_a_calibration_that_goes_on_gives_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = (search.Stage(0, 0, 1, 0), search.Stage(1, 2, 1, 2))
    monkeypatch.setattr(search, "STAGES", small)
    plan = CalibrationPlan("test", 1, 3, 1, 2, False, 1)
    CALIBRATION.run(tmp_path, plan, lambda _: None)
    report = (tmp_path / "report.json").read_text("utf-8")
    lines = (tmp_path / "search.jsonl").read_text("utf-8").splitlines()
    # As if the search had been stopped before its last result.
    (tmp_path / "search.jsonl").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    CALIBRATION.run(tmp_path, plan, lambda _: None)
    assert (tmp_path / "report.json").read_text("utf-8") == report
    assert (tmp_path / "search.jsonl").read_text("utf-8").splitlines() == lines
    assert contradictions(load(tmp_path / "components.toml").pieces) == []
    assert "2 players, basic set-up" in json.loads(report)["measures"]
    assert "| wins | first to move |" in (tmp_path / "report.md").read_text("utf-8")
    names = {f"{players} {setup}" for players in (2, 3, 4) for setup in ("basic", "advanced")}
    assert set(json.loads(report)["duels"]) == names


def test_single_minded_players_sit_at_every_place_among_mixed_ones(trials: Trials) -> None:
    """Francs alone lose in every set-up: a few games show it."""
    one = search.present_result()
    weights = {players: one.weights[players] for players in (2, 3)}
    told = search.single_minded(trials, one.candidate, weights, ("basic", "advanced"), 12, "alone")
    assert list(told) == ["2 basic", "2 advanced", "3 basic", "3 advanced"]
    assert all(set(shares) == set(LEANINGS) for shares in told.values())
    assert all(shares["francs"] < 0.4 for shares in told.values())


def test_one_number_of_players_is_measured_alone(
    tmp_path: Path,
) -> None:
    plan = CalibrationPlan("test", 0, 2, 0, 2, False, 1, {"tile-27": "two"}, 2)
    told: list[str] = []
    CALIBRATION.run(tmp_path, plan, told.append)
    assert not any("refit" in text for text in told)
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert set(report["found"]) == set(report["duels"]) == {"2 basic", "2 advanced"}
    assert (report["games_alone"], report["refitted"]) == (1, 0)
    assert sorted(file.name for file in tmp_path.glob("weights*")) == ["weights-2.toml"]


def test_a_seat_is_ahead_of_a_share_of_its_rivals() -> None:
    standings = np.array([[30, 20, 10], [10, 10, 10], [5, 7, 7]])
    assert shares_of_beaten(standings).tolist() == [
        [1.0, 0.5, 0.0], [0.5, 0.5, 0.5], [0.0, 0.75, 0.75],
    ]  # fmt: skip
