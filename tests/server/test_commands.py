"""The operator's commands: serve, worker, admin."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from lutetia.cli.main import main
from tests.patience import PATIENCE

LUTETIA = [sys.executable, "-m", "lutetia.cli.main"]


def start(data: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*LUTETIA, "serve", "--port", "0", "--data", str(data), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "LUTETIA_DATABASE_URL": "", "LUTETIA_REDIS_URL": ""},
    )


def ready(address: str) -> bool:
    try:
        return bool(urlopen(f"{address}/readyz").status == 200)
    except HTTPError as warming:
        return bool(warming.code != 503)


@pytest.mark.slow
def test_one_command_serves_a_table_and_says_when_it_is_ready(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with start(tmp_path) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Lutetia is ready: http://127.0.0.1:")
        address = line.split()[-1]
        assert json.load(urlopen(f"{address}/healthz"))["status"] == "ok"
        while not ready(address):
            sleep(0.1)
        wish = {"game": "lumiere", "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}]}
        request = Request(
            f"{address}/api/tables",
            json.dumps(wish).encode(),
            {"content-type": "application/json"},
        )
        table = json.load(urlopen(request))["table"]["table"]["id"]
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0

    # What it left can be exported, imported elsewhere, replayed and checked.
    data = ["--data", str(tmp_path)]
    assert main(["admin", "export", *data]) == 0
    exported = capsys.readouterr().out
    assert json.loads(exported)["header"]["id"] == table
    file = tmp_path / "tables.jsonl"
    file.write_text(exported, encoding="utf-8")
    other = ["--data", str(tmp_path / "other")]
    assert main(["admin", "import", str(file), *other]) == 0
    assert main(["admin", "import", str(file), *other]) == 0
    assert "0 tables imported, 1 already existed" in capsys.readouterr().out
    assert main(["admin", "check", *other]) == 0
    assert "1 tables checked, 0 wrong" in capsys.readouterr().out
    assert main(["admin", "replay", table, *other]) == 0
    assert "sit" in capsys.readouterr().out


def test_bad_input_is_answered_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUTETIA_REDIS_URL", raising=False)
    (tmp_path / "file").write_text("")
    (tmp_path / "bad.jsonl").write_text("nonsense\n")
    data = ["--data", str(tmp_path / "data")]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words in (
            ["serve", "--port", port, *data],
            ["serve", "--port", "99999"],
            ["serve", "--port", "0", "--data", str(tmp_path / "file")],
            ["serve", "--port", "0", "--host", "no such host", *data],
            ["worker"],
            ["admin"],
            ["admin", "export", "nowhere", *data],
            ["admin", "replay", "nowhere", *data],
            ["admin", "import", str(tmp_path / "bad.jsonl"), *data],
            ["admin", "import", str(tmp_path / "missing"), *data],
        ):
            assert main(words) == 2, words
            out = capsys.readouterr()
            assert len(out.err.strip().splitlines()) == 1, (words, out.err)
    monkeypatch.setenv("LUTETIA_DATABASE_URL", "mysql://nowhere")
    assert main(["serve", "--port", "0"]) == 2
    monkeypatch.setenv("LUTETIA_THINKERS", "many")
    assert main(["serve", "--port", "0"]) == 2
