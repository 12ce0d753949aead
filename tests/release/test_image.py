"""The image: its Dockerfile is replayed line by line, and the result serves the client."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from lutetia import __version__
from tests.release.dockerfile import Context, Replay
from tests.release.serving import serving

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("path", "excluded"),
    [
        ("README.md", False),
        ("Makefile", True),
        ("src/lutetia/py.typed", False),
        ("src/lutetia/server/static/index.html", True),
        ("src/lutetia/server/statics", False),
        ("web/node_modules/a/b.js", True),
        ("web/src/deep/node_modules/c.js", True),
        ("web/src/app.ts", False),
        ("docs/README.md", True),
    ],
)
def test_the_ignore_file_is_read_as_the_engine_reads_it(path: str, excluded: bool) -> None:
    rules = "*\n# why\n!README.md\n!src\n!web\n**/node_modules\nsrc/lutetia/server/static\n"
    assert Context(Path(), rules).excludes(path) is excluded


def test_every_stage_is_made_of_what_it_copies(image: Replay) -> None:
    assert [stage.name for stage in image.stages] == ["web", "program", "image"]
    (left_out,) = [line for stage in image.stages for line in stage.left_out]
    assert left_out.startswith("useradd --system")
    # The final image contains neither sources nor Node.
    assert sorted(path.name for path in image.root.iterdir()) == ["opt", "var"]
    (site,) = image.root.glob("opt/lutetia/lib/python3*/site-packages")
    assert (site / "lutetia/server/static/index.html").is_file()
    assert (site / f"lutetia-{__version__}.dist-info").is_dir()


def test_the_image_serves_its_client(image: Replay) -> None:
    last = image.stages[-1]
    # Compiling the rules would tell nothing about the image.
    environment = {**image.environment(last), "LUTETIA_JIT": "0"}
    program = image.root / "opt/lutetia/bin/lutetia"
    said = subprocess.run(
        [program, "--version"], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout == f"lutetia {__version__}\n"
    assert last.command[0] == "lutetia"
    words = [image.here(word) for word in last.command[1:]]
    words[words.index("--host") + 1] = "127.0.0.1"
    words[words.index("--port") + 1] = "0"
    folder = Path(image.here(last.folder))
    with serving([program, *words], environment, folder) as address:
        assert json.load(urlopen(f"{address}/healthz"))["status"] == "ok"
        assert json.load(urlopen(f"{address}/api/openapi.json"))["info"]["version"] == __version__
        index = urlopen(address).read().decode()
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', index)
        assert assets
        for asset in assets:
            assert urlopen(address + asset).status == 200
    assert [*(image.root / "var/lib/lutetia").glob("lutetia.sqlite*")]
