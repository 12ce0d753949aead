"""The documentation's links lead somewhere, and the check would notice if they did not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts.docs import build, faults, site_faults, slug

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


def test_a_site_that_leads_nowhere_or_loads_from_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<h1 id="top">Home</h1><a href="#top"></a><a href="none.html"></a>'
        '<a href="other.html#no"></a>'
        '<a href="https://example.org/"></a><script src="https://example.org/a.js"></script>'
    )
    (tmp_path / "other.html").write_text('<img src="none.png"><link href="site.css">')
    (tmp_path / "site.css").write_text("@import 'https://example.org/font.css'; a { color: red }")
    assert site_faults(tmp_path) == [
        "index.html: https://example.org/a.js: loaded from elsewhere",
        "index.html: none.html: no such file",
        "index.html: other.html#no: no such place",
        "other.html: none.png: no such file",
        "site.css: https://example.org/font.css: loaded from elsewhere",
    ]


def test_a_warning_stops_the_building(tmp_path: Path) -> None:
    """The settings are ours; the page has a link to a page that is not there."""
    (tmp_path / "docs").mkdir()
    settings = 'extensions = ["myst_parser"]\nroot_doc = "docs/index"\n'
    (tmp_path / "docs/conf.py").write_text(settings)
    (tmp_path / "docs/index.md").write_text("# Home\n\n[lost](none.md)\n")
    with pytest.raises(subprocess.CalledProcessError):
        build(tmp_path, tmp_path / "build/docs")


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Where new code belongs", "where-new-code-belongs"), ("L7.4: Été!", "l74-été")],
)
def test_anchors_are_those_of_code_hosts(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor
