"""`lutetia components`: shows and checks the figures of a game's pieces."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.table import Table

from lutetia.cli.arguments import Subparsers, add_command
from lutetia.cli.files import read_text, write
from lutetia.cli.screen import console
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.component_sheet import ComponentSheet
from lutetia.kernel.errors import BadComponents, BadFile, BadOption


def add(subparsers: Subparsers) -> None:
    """`components`."""
    parser = add_command(
        subparsers, "components", run, "show the figures of the pieces, or check a component file"
    )
    parser.add_argument(
        "what",
        choices=("show", "check", "copy"),
        help="show them, check a file first, or write the current figures into a new file",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a component file (show: the current one)"
    )
    parser.add_argument("--game", metavar="GAME", help="needed if several games have such files")


def run(arguments: argparse.Namespace) -> int:
    """Print the sheet; a file that cannot be used is refused with its faults."""
    if arguments.what != "show" and arguments.file is None:
        raise BadOption(f"components {arguments.what}: name the file")
    if arguments.what == "copy":
        return _copy(Path(arguments.file), _sheet(arguments.game, None).text)
    sheet = _sheet(arguments.game, arguments.file)
    if sheet.faults:
        faults = "; ".join(fault.message for fault in sheet.faults)
        raise BadComponents(f"{arguments.file}: {faults}")
    out = console()
    table = Table(box=None, padding=(0, 2))
    for heading in ("piece", "figure", "value", "from"):
        table.add_column(heading, no_wrap=heading != "value", overflow="fold")
    last = ""
    for figure in sheet.figures:
        table.add_row(
            figure.piece if figure.piece != last else "", figure.name, figure.value, figure.source
        )
        last = figure.piece
    out.print(table)
    if arguments.file is not None:
        for change in _changes(_sheet(arguments.game, None), sheet):
            out.print(change, markup=False)
    for found in sheet.contradictions:
        out.print(f"Contradicts the rules: {found.message}", style="bold", markup=False)
    if arguments.what == "check":
        out.print(f"This file can be used: --components {arguments.file}", markup=False)
    return 0


def _copy(file: Path, text: str) -> int:
    """Write the current figures into a new file, for corrections."""
    if file.exists():
        raise BadFile(f"{file}: this file is there already; name a new one")
    write(file, text)
    print(f"{file}: the current figures. Correct them, then: lutetia components check {file}")
    return 0


def _changes(usual: ComponentSheet, own: ComponentSheet) -> list[str]:
    """The figures of a file that differ from the current ones."""
    values = {figure.place: figure.value for figure in usual.figures}
    told = [
        f"Differs: {figure.piece}, {figure.name}: {figure.value}"
        f" (usually {values.get(figure.place, 'nothing')})"
        for figure in own.figures
        if values.get(figure.place) != figure.value
    ]
    given = {figure.place for figure in own.figures}
    return told + [
        f"Differs: {figure.piece}, {figure.name}: nothing (usually {figure.value})"
        for figure in usual.figures
        if figure.place not in given
    ]


def _sheet(game: str | None, file: str | None) -> ComponentSheet:
    text = None if file is None else read_text(file)
    if game is not None:
        sheet = GAMES.find(game).component_sheet(text)
        if sheet is None:
            raise BadOption(f"{game}: this game has no component sheet")
        return sheet
    sheets = [found for one in GAMES.values() if (found := one.component_sheet(text)) is not None]
    if len(sheets) != 1:
        raise BadOption("--game: several games or none have a component sheet; name one")
    return sheets[0]
