"""The calibration changes only reconstructed figures and can be repeated; its result is fair."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lutetia.games.belle_epoque.balance import accounts as a
from lutetia.games.belle_epoque.balance.measures import measures
from lutetia.games.belle_epoque.calibration import candidates, search
from lutetia.games.belle_epoque.calibration.candidates import (
    Candidate,
    box_of,
    components_of,
    crossed,
    first_candidate,
    is_allowed,
    is_plausible,
    mutated,
    ranges,
    with_values,
)
from lutetia.games.belle_epoque.calibration.run import CALIBRATION, COMMENT
from lutetia.games.belle_epoque.calibration.trials import Trials, followed, sizes
from lutetia.games.belle_epoque.rules.component_text import component_text
from lutetia.games.belle_epoque.rules.components import FIRST_FIGURES, current_components, load
from lutetia.games.belle_epoque.rules.sheet import contradictions, sheet_of
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


def sample(trials: Trials, one: search.Judged, candidate: Candidate) -> dict[int, dict[str, Any]]:
    """The measures of a few games with two and with four players, always of the same shuffles."""
    found = {}
    for players, games in ((2, 64), (4, 32)):
        box = box_of(candidate, players, "basic")
        weights = np.stack([one.weights[players]] * players)
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
    """A small sample; docs/balance.md says what larger ones showed."""
    one = search.present_result()
    assert unbalanced(sample(trials, one, one.candidate)) == set()


def test_the_sample_tells_the_first_reconstruction_from_the_calibrated_set(trials: Trials) -> None:
    one = search.earlier_results()[0]
    faults = unbalanced(sample(trials, one, one.candidate))
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
    one = search.present_result()
    spoilt = with_values(one.candidate, {figure: value})
    assert fault in unbalanced(sample(trials, one, spoilt))


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
