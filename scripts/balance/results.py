"""Reads games and reports of calibrations into docs/balance/results.json."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lutetia.ai.arena.results import Results
from lutetia.cli.endings import Endings, PlayedGame, endings_of
from lutetia.games.belle_epoque.balance.measures import measures
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.errors import BadFile

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "docs/balance.md", ROOT / "docs/balance-tried.md")
RESULTS = ROOT / "docs/balance/results.json"
SETUPS = ("2 basic", "2 advanced", "3 basic", "3 advanced", "4 basic", "4 advanced")
Found = dict[str, Any]
"""The measures of one number of players and one set-up."""


def add_files(results: dict[str, Any], files: Sequence[Path]) -> list[str]:
    """Put the files into the results; says what each set-up holds now."""
    games: dict[tuple[str, str], list[Path]] = {}
    told = []
    for file in files:
        header = first_object(file)
        if "measures" in header:
            told.append(add_report(results, file, header))
        elif "differences" in header:
            told.append(add_sets(results, file))
        elif header.get("game") == "belle_epoque" and "player" in header:
            kind = "level_7" if header["player"] == "level:7" else "strongest"
            name = name_of(header["seats"], header["options"])
            games.setdefault((kind, name), []).append(file)
        else:
            raise BadFile(f"{file}: neither games of the Belle Époque nor a calibration's report")
    for (kind, name), parts in games.items():
        found = found_in(parts)
        results.setdefault(kind, {})[name] = found
        told.append(f"{name}: {found['games']} games of {found['player']}")
    order = sorted(results["strongest"], key=lambda name: (SETUPS.index(basis(name)), name))
    results["strongest"] = {name: results["strongest"][name] for name in order}
    return told


def first_object(file: Path) -> dict[str, Any]:
    """The header of a file of games, or a whole report."""
    try:
        text = file.read_text(encoding="utf-8")
        found = json.loads(text if file.suffix == ".json" else text.partition("\n")[0])
    except (OSError, ValueError) as error:
        raise BadFile(f"{file}: cannot be read ({error})") from None
    if not isinstance(found, dict):
        raise BadFile(f"{file}: no object")
    return found


def add_report(results: dict[str, Any], file: Path, report: dict[str, Any]) -> str:
    """The measures of a calibration: with house rules beside the others, else as the calibrated."""
    if "games_alone" not in report:
        raise BadFile(f"{file}: a report of an older program, which lacks some measures")
    found = {
        name: {
            **rounded(measures),
            "alone": rounded(report["duels"][name]),
            "games_alone": report["games_alone"],
            "refitted": report["refitted"],
            "seed": report["seed"],
        }
        for name, measures in report["found"].items()
    }
    house = house_rules(report["options"])
    kept = results["house_refitted"].setdefault(house, {}) if house else results["calibrated"]
    # The report of one number of players leaves those of the others.
    both = {**kept.get("found", {}), **found}
    kept["found"] = {name: both[name] for name in SETUPS if name in both}
    return f"{house or 'calibrated'}, refitted: {report['games']} games of {', '.join(found)}"


def add_sets(results: dict[str, Any], file: Path) -> str:
    """Other sets of figures with players refitted to them, from `scripts.balance.refitted`."""
    kept = results.setdefault("figures_refitted", [])
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        own = {"refitted": line["refitted"], "seed": line["seed"]}
        found = {name: {**rounded(one), **own} for name, one in line["found"].items()}
        same = next((one for one in kept if one["candidate"] == line["candidate"]), None)
        if same is None:
            kept.append(
                {name: line[name] for name in ("candidate", "differences")} | {"found": found}
            )
        else:
            same["found"].update(found)
    return f"{len(lines)} sets of figures with players refitted to them"


def found_in(files: Sequence[Path]) -> Found:
    """The measures of all games of some files; they must be of the same player."""
    parts: list[Endings] = []
    first: dict[str, Any] = {}
    seeds = []
    for file in files:
        header = first_object(file)
        first = first or header
        same = ("rules_version", "components", "player")
        if any(header[name] != first[name] for name in same):
            raise BadFile(f"{file}: other rules, pieces or players than {files[0]}")
        if header["seed"] in seeds:
            raise BadFile(f"{file}: the seed of {files[0]} once more, so the same games")
        seeds.append(header["seed"])
        parts.append(games_of(file, header))
    joined = Endings(*(np.concatenate(rows) for rows in zip(*parts, strict=True)))
    assert joined.accounts is not None
    found = measures(joined.states, joined.accounts, joined.lines, joined.standings)
    return {"player": first["player"], "seed": ", ".join(seeds), **rounded(found)}


def games_of(file: Path, header: dict[str, Any]) -> Endings:
    """The games of a file up to the first that is missing.

    When a run is stopped, its longest games are missing. To take the later short ones would favour
    short games."""
    game = open_game(
        "belle_epoque",
        header["seats"],
        header["options"],
        header["components"],
        header["rules_version"],
    )
    content = {name: value for name, value in header.items() if name != "format"}
    kept = Results(PlayedGame, content, file)
    count = next(number for number in range(len(kept.games) + 1) if str(number) not in kept.games)
    if not count:
        raise BadFile(f"{file}: no game is over")
    return endings_of(game, range(count), header["seed"], kept)


def name_of(players: int, options: Mapping[str, Any]) -> str:
    """Such as `2 basic` or `2 basic, tile-27=two`."""
    house = house_rules(options)
    return f"{players} {options['setup']}" + (f", {house}" if house else "")


def basis(name: str) -> str:
    """The number of players and the set-up of a name."""
    return name.partition(",")[0]


def house_rules(options: Mapping[str, Any]) -> str:
    """The options that differ from their defaults, but for the set-up."""
    defaults = open_game("belle_epoque").options
    return ", ".join(
        f"{name}={value}"
        for name, value in options.items()
        if name != "setup" and value != defaults[name]
    )


def rounded(value: Any) -> Any:
    """Four digits are enough for tables and pictures."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list) else value
