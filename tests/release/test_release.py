"""A release is made only if tag, version and changelog agree; the workflows run real commands."""

from __future__ import annotations

import datetime as dt
import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from scripts.release import Refused, check, main, prepare, sections, version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS: dict[str, dict[Any, Any]] = {
    file.stem: import_module("yaml").safe_load(file.read_text("utf-8"))
    for file in (ROOT / ".github/workflows").glob("*.yml")
}
DAY = dt.date(2026, 12, 24)
CHANGELOG = """\
# Changelog

## [Unreleased]

### Added

- A lamp.

## [0.1.0] - 2026-11-01

- Everything.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project between two releases."""
    (tmp_path / "src/lutetia").mkdir(parents=True)
    (tmp_path / "src/lutetia/__init__.py").write_text('"""Us."""\n\n__version__ = "0.2.0.dev0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    return tmp_path


def test_a_release_is_prepared_and_then_checked(project: Path) -> None:
    prepare(project, "0.2.0", DAY)
    assert version(project) == "0.2.0"
    assert [*sections(project)] == ["Unreleased", "0.2.0", "0.1.0"]
    assert sections(project)["0.2.0"] == ("2026-12-24", "### Added\n\n- A lamp.")
    assert check(project, "v0.2.0") == "### Added\n\n- A lamp."


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("0.1.0", "already has a section [0.1.0]"),
        ("0.0.9", "0.0.9 is not newer than 0.1.0"),
        ("2", "2 is not a version"),
        ("0.2.0.dev0", "0.2.0.dev0 is not a version"),
    ],
)
def test_a_wrong_version_changes_nothing(project: Path, number: str, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        prepare(project, number, DAY)
    assert (project / "CHANGELOG.md").read_text() == CHANGELOG
    assert version(project) == "0.2.0.dev0"


def test_a_release_without_changes_is_refused(project: Path) -> None:
    (project / "CHANGELOG.md").write_text(CHANGELOG.replace("### Added\n\n- A lamp.\n", ""))
    with pytest.raises(Refused, match=r"the section \[Unreleased\] is empty"):
        prepare(project, "0.2.0", DAY)


@pytest.mark.parametrize(
    ("tag", "old", "new", "why"),
    [
        ("0.2.0", "", "", "0.2.0 is not the tag of a release"),
        ("v0.3.0", "", "", "the tag is v0.3.0, but src/lutetia/__init__.py says 0.2.0"),
        ("v0.2.0", "[0.2.0]", "[0.2.1]", "has no section [0.2.0]"),
        ("v0.2.0", " - 2026-12-24", "", "the section [0.2.0] has no date"),
        ("v0.2.0", "### Added\n\n- A lamp.\n", "", "the section [0.2.0] is empty"),
        (
            "v0.2.0",
            "## [Unreleased]\n",
            "## [Unreleased]\n\n- More.\n",
            "[Unreleased] must be empty",
        ),
        ("v0.2.0", "## [0.2.0]", "## [0.3.0] - 2027-01-01\n\n- x\n\n## [0.2.0]", "not the newest"),
    ],
)
def test_a_tag_that_does_not_agree_is_refused(
    project: Path, tag: str, old: str, new: str, why: str
) -> None:
    prepare(project, "0.2.0", DAY)
    changelog = project / "CHANGELOG.md"
    changelog.write_text(changelog.read_text().replace(old, new, 1))
    with pytest.raises(Refused, match=re.escape(why)):
        check(project, tag)


def test_the_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "v99.0.0"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("release: the tag is v99.0.0, but ")


def test_our_changelog_is_one_that_can_be_released() -> None:
    names = [*sections(ROOT)]
    assert names[0] == "Unreleased"
    assert names[-1] == "0.1.0"
    assert all(date for name, (date, _) in sections(ROOT).items() if name != "Unreleased")
    ours = version(ROOT)
    assert ours in names or ours.endswith(".dev0")


# The workflows


def jobs() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{file}: {name}", job)
        for file, workflow in WORKFLOWS.items()
        for name, job in workflow["jobs"].items()
    ]


def commands() -> list[tuple[str, list[str]]]:
    """The words of every command that a workflow runs."""
    return [
        (name, shlex.split(line, comments=True))
        for name, job in jobs()
        for step in job.get("steps", ())
        for line in step.get("run", "").splitlines()
    ]


def test_every_command_of_the_workflows_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    known = {"make", "python", "sudo", "docker", "gh", "echo", ".venv/bin/pip", ".venv/bin/pytest"}
    ran = {words[0] for _, words in commands()}
    assert ran == known
    for name, words in commands():
        if words[0] == "make":
            assert words[1] in targets, (name, words)
            given = [word.partition("=")[0] for word in words[2:]]
            assert set(given) <= {"PYTHON", "IMAGE"}, (name, words)
        if words[0] == ".venv/bin/pytest":
            wanted = f"def test_[a-z_]*{words[words.index('-k') + 1]}"
            assert re.search(wanted, (ROOT / words[1]).read_text("utf-8")), (name, words)
        if words[0] == "python":
            assert words[1] == "scripts/release.py", (name, words)
            assert words[2] in {"check", "notes"}, (name, words)


def test_the_workflows_test_the_versions_that_we_promise() -> None:
    promised = [
        found[1]
        for text in PROJECT["classifiers"]
        if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", text))
    ]
    linux = WORKFLOWS["tests"]["jobs"]["linux"]
    assert linux["strategy"]["matrix"]["python"] == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"
    setups = {
        str(step["with"]["python-version"])
        for _, job in jobs()
        for step in job.get("steps", ())
        if "setup-python" in step.get("uses", "")
    }
    assert setups - {"${{ matrix.python }}"} <= set(promised)


def test_the_workflows_cover_the_systems_that_we_promise() -> None:
    systems = {text for text in PROJECT["classifiers"] if text.startswith("Operating System")}
    assert systems == {"Operating System :: POSIX :: Linux", "Operating System :: MacOS"}
    machines = {job["runs-on"].partition("-")[0] for _, job in jobs() if "runs-on" in job}
    assert machines == {"ubuntu", "macos"}
    ran = {(name, words[1]) for name, words in commands() if words[0] == "make"}
    assert {("tests: linux", word) for word in ("test", "long")} <= ran
    assert ("tests: macos", "quick") in ran
    assert {("release: release", "dist"), ("release: release", "image")} <= ran


def test_the_exhaustive_tests_run_every_night() -> None:
    # YAML reads the key "on" as true.
    (times,) = WORKFLOWS["exhaustive"][True]["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* \*", times["cron"])
    assert ("exhaustive: linux", ["make", "exhaustive", "PYTHON=python"]) in commands()
    # Every other way to run the tests leaves them out.
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (quick,) = re.findall(r"^quick:.*\n\t@\$\(BIN\)/pytest (.*)", makefile, re.MULTILINE)
    assert "not long and not exhaustive" in quick
    script = (ROOT / "scripts/test.sh").read_text("utf-8")
    assert 'which="not long and not exhaustive"' in script
    # The long ones are part of every submission.
    assert 'which="long and not exhaustive"' in script
    assert (ROOT / ".ci/run").read_text("utf-8").endswith("make test\nmake long\n")


def test_nothing_is_built_before_the_release_is_checked_and_tested() -> None:
    release = WORKFLOWS["release"]["jobs"]["release"]
    assert release["needs"] == "tests"
    assert WORKFLOWS["release"]["jobs"]["tests"]["uses"] == "./.github/workflows/tests.yml"
    # YAML reads the key "on" as true.
    assert "workflow_call" in WORKFLOWS["tests"][True]
    assert WORKFLOWS["release"][True] == {"push": {"tags": ["v*"]}}
    first = next(words for name, words in commands() if name == "release: release")
    assert first[:3] == ["python", "scripts/release.py", "check"]


def test_workflows_use_the_host_s_own_actions_and_few_rights() -> None:
    for name, workflow in WORKFLOWS.items():
        assert workflow["permissions"] == {"contents": "read"}, name
    for name, job in jobs():
        for step in job.get("steps", ()):
            used = step.get("uses")
            assert used is None or re.fullmatch(r"actions/[a-z-]+@v\d+", used), (name, used)
    rights = {name: job["permissions"] for name, job in jobs() if "permissions" in job}
    assert rights == {"release: release": {"contents": "write", "packages": "write"}}
