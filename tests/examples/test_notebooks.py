"""The notebooks of `examples/` run from the first cell to the last, and show what they promise."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name: str, tmp_path: Path, **parameters: object) -> Any:
    """Run a notebook with other values in the cell that is tagged `parameters`."""
    notebook = nbformat.read(EXAMPLES / name, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook.cells), "notebooks are kept empty"
    (cell,) = (cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ()))
    for parameter, value in parameters.items():
        cell.source, count = re.subn(
            rf"^{parameter} = .*$", f"{parameter} = {value}", cell.source, flags=re.MULTILINE
        )
        assert count == 1, parameter
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}})
    return client.execute()


def shown(notebook: Any, kind: str) -> list[str]:
    """What the cells show, of one kind."""
    return [
        "".join(output["data"][kind])
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if kind in output.get("data", {})
    ]


def printed(notebook: Any) -> str:
    return "".join(
        output["text"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output["output_type"] == "stream"
    )


def test_games_are_analysed_and_plotted(tmp_path: Path) -> None:
    found = run("analyse_games.ipynb", tmp_path, games=60, playouts=8)
    before, after, graph = shown(found, "image/svg+xml")
    assert before.count('data-piece="building:') == 0 < after.count('data-piece="building:')
    assert "<title>" in graph
    tables = shown(found, "text/html")
    assert any("if tied: uncovered spaces" in table for table in tables)
    assert any(table.startswith("<iframe") and "lutetiaDrawing" in table for table in tables)
    assert len(shown(found, "image/png")) == 1
    assert "of 20 games" in printed(found)


learning = pytest.mark.skipif(
    find_spec("sb3_contrib") is None,
    reason="sb3-contrib is in the extra `learning` only",
)


@learning
def test_an_agent_learns_for_a_moment(tmp_path: Path) -> None:
    found = run("train_an_agent.ipynb", tmp_path, steps=2048, test_games=4)
    assert re.search(r"^[1-9]\d* steps$", printed(found), re.MULTILINE)
    assert "after learning: " in printed(found)


@learning
@pytest.mark.exhaustive
def test_an_agent_beats_random_in_the_end(tmp_path: Path) -> None:
    found = run("train_an_agent.ipynb", tmp_path)
    before, after = (int(share) for share in re.findall(r"learning: (\d+)% of 100", printed(found)))
    assert after >= 65 > before
