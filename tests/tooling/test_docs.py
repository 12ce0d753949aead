"""The documentation's links lead somewhere, and the check would notice if they did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.docs import build, faults, slug

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# Home\n\n[rules](docs/rules.md#the-end)\n")
    (tmp_path / "docs/rules.md").write_text("# Rules\n\n![board](board.svg)\n\n## The *end*\n")
    (tmp_path / "docs/board.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    return tmp_path


def test_our_own_links_lead_somewhere() -> None:
    assert faults(ROOT) == []


def test_a_sound_site_has_no_faults(site: Path) -> None:
    assert faults(site) == []


def test_a_missing_page_and_a_missing_heading_are_named(site: Path) -> None:
    (site / "README.md").write_text("[a](docs/none.md) [b](docs/rules.md#start) [c](#nowhere)\n")
    assert faults(site) == [
        "README.md: docs/none.md: no such file",
        "README.md: docs/rules.md#start: no such heading",
        "README.md: #nowhere: no such heading",
    ]


def test_pages_link_to_each_other_after_building(site: Path) -> None:
    out = site / "out"
    assert build(site, out) == 2
    assert 'href="docs/rules.html#the-end"' in (out / "README.html").read_text("utf-8")
    assert 'id="the-end"' in (out / "docs/rules.html").read_text("utf-8")
    assert (out / "docs/board.svg").exists()


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Where new code belongs", "where-new-code-belongs"), ("L7.4: Été!", "l74-été")],
)
def test_anchors_are_those_of_code_hosts(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor
