"""Runs an installed server for a while."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile


@contextmanager
def serving(
    command: Sequence[str | Path], environment: dict[str, str], folder: Path
) -> Iterator[str]:
    """The address of the server; the server must end without an error when it is stopped."""
    with (
        TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as server,
    ):
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            if not line.startswith("Lutetia is ready: "):
                errors.seek(0)
                raise AssertionError(f"the server did not start: {line}{errors.read()[-2000:]}")
            yield line.split()[-1]
        finally:
            server.send_signal(signal.SIGTERM)
    # uvicorn sends the signal again when everything is finished.
    assert server.returncode in {0, -signal.SIGTERM}
