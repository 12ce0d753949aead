"""What the releases left behind: one folder of fixtures each, never written anew."""

from __future__ import annotations

from pathlib import Path

FOLDERS = sorted((Path(__file__).parents[1] / "fixtures").glob("release-*"))
RECORDS = sorted(record for folder in FOLDERS for record in (folder / "records").iterdir())


def of_release(path: Path) -> str:
    """A short name for a file of a release."""
    return f"{path.parents[1].name}/{path.stem}"
