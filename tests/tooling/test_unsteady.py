"""A few failed tests that drive programs run once more; anything else stays failed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.unsteady import MOST, failed_tests, main
from tests.patience import PATIENCE

BROWSER = "tests/browser/test_pages.py::test_a_page"
ROOT = Path(__file__).resolve().parents[2]


def part(folder: Path, name: str, code: int, *failed: str, log: str = "") -> None:
    """What one part of `scripts/test.sh` leaves behind."""
    (folder / name).write_text(log, "utf-8")
    (folder / f"{name}.status").write_text(f"{code}\n", "utf-8")
    cache = folder / f"{name}.cache/v/cache"
    cache.mkdir(parents=True)
    if failed:
        (cache / "lastfailed").write_text(json.dumps(dict.fromkeys(failed, True)), "utf-8")


def test_a_few_tests_that_drive_programs_run_again(tmp_path: Path) -> None:
    server = "tests/server/test_cluster.py::test_words[two words]"
    part(tmp_path, "browser", 1, BROWSER)
    part(tmp_path, "compiled", 1, server)
    part(tmp_path, "plain", 0)
    assert failed_tests(tmp_path) == {"browser": [BROWSER], "compiled": [server]}


@pytest.mark.parametrize(
    ("code", "failed", "log"),
    [
        (1, [BROWSER, "tests/lumiere/test_l7.py::test_lamps"], ""),  # a rule is no matter of time
        (1, ["tests/browser/test_pages.py"], ""),  # the file cannot be imported
        (1, [f"{BROWSER}[{number}]" for number in range(MOST + 1)], ""),
        (1, [BROWSER], "worker 'gw1' crashed while running"),
        (2, [BROWSER], ""),  # pytest was interrupted
        (1, [], ""),  # pytest says that tests failed, and names none
    ],
)
def test_anything_else_stays_failed(tmp_path: Path, code: int, failed: list[str], log: str) -> None:
    part(tmp_path, "browser", code, *failed, log=log)
    assert main(tmp_path) == 1


def test_what_fails_again_has_failed_and_what_passes_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "tests/server/test_race.py"
    file.parent.mkdir(parents=True)
    for sentence, code in (("assert True", 0), ("assert False", 1)):
        file.write_text(f"def test_race():\n    {sentence}\n", "utf-8")
        logs = tmp_path / f"logs-{code}"
        logs.mkdir()
        part(logs, "compiled", 1, "tests/server/test_race.py::test_race")
        assert main(logs) == code
        assert ("UNSTEADY tests/server/test_race.py::test_race" in capfd.readouterr().out) is (
            code == 0
        )


@pytest.mark.slow
def test_the_script_leaves_what_this_needs(tmp_path: Path) -> None:
    """The script itself, with a pytest that fails in one test beside the others."""
    for name in ("test.sh", "unsteady.py"):
        (tmp_path / "scripts").mkdir(exist_ok=True)
        (tmp_path / "scripts" / name).write_bytes((ROOT / "scripts" / name).read_bytes())
    (tmp_path / "scripts/test.sh").chmod(0o755)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    for name in ("python", "pytest"):
        real = Path(sys.executable).parent / name
        (tmp_path / ".venv/bin" / name).symlink_to(real)
    (tmp_path / ".venv/pyvenv.cfg").symlink_to(Path(sys.prefix) / "pyvenv.cfg")
    (tmp_path / ".venv/lib").symlink_to(Path(sys.prefix) / "lib")
    beside_others = "'PYTEST_XDIST_WORKER' in os.environ"
    files = {
        "tests/browser/test_b.py": "@pytest.mark.browser\ndef test_b():\n    pass\n",
        "tests/lumiere/test_l.py": "@pytest.mark.plain\ndef test_l():\n    pass\n",
        "tests/server/test_s.py": f"def test_s():\n    assert not {beside_others}\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("import os\nimport pytest\n\n" + text, "utf-8")
    markers = ["browser", "plain", "long", "exhaustive"]
    ini = "[pytest]\nmarkers =\n" + "".join(f"  {name}\n" for name in markers)
    (tmp_path / "pytest.ini").write_text(ini, "utf-8")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    ran = subprocess.run(
        ["scripts/test.sh"],
        check=False,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "FAILED tests/server/test_s.py::test_s" in ran.stdout
    assert "UNSTEADY tests/server/test_s.py::test_s" in ran.stdout
    assert ran.returncode == 0, ran.stdout + ran.stderr
