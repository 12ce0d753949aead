"""Make a release: the version, the section of the changelog and the tag must agree.

    python scripts/release.py prepare 0.2.0 2026-12-24   # writes version and changelog; then tag
    python scripts/release.py check v0.2.0               # what the workflow asks first
    python scripts/release.py notes v0.2.0               # the changelog's section

Between two releases the version ends in `.dev0`, so that such a build does not look like a release.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSION_FILE = Path("src/lutetia/__init__.py")
CHANGELOG = Path("CHANGELOG.md")
NUMBER = r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}"
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_HEADING = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


class Refused(Exception):
    """Something does not agree; the text says what."""


def version(root: Path) -> str:
    """The version of the program."""
    found = _VERSION.search((root / VERSION_FILE).read_text("utf-8"))
    if found is None:
        raise Refused(f"{VERSION_FILE} names no version")
    return found[1]


def sections(root: Path) -> dict[str, tuple[str, str]]:
    """The changelog: version → date (empty if there is none) and text, newest first."""
    text = (root / CHANGELOG).read_text("utf-8")
    headings = [*_HEADING.finditer(text)]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return {
        heading[1]: (heading[2] or "", text[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    }


def check(root: Path, tag: str) -> str:
    """The text of a release whose tag, version and changelog agree."""
    if re.fullmatch(f"v{NUMBER}", tag) is None:
        raise Refused(f"{tag} is not the tag of a release: a tag looks like v0.2.0")
    number = tag.removeprefix("v")
    if version(root) != number:
        raise Refused(f"the tag is {tag}, but {VERSION_FILE} says {version(root)}")
    written = sections(root)
    if number not in written:
        raise Refused(f"{CHANGELOG} has no section [{number}]")
    date, text = written[number]
    if not date:
        raise Refused(f"{CHANGELOG}: the section [{number}] has no date")
    if not text:
        raise Refused(f"{CHANGELOG}: the section [{number}] is empty")
    if next(name for name in written if name != "Unreleased") != number:
        raise Refused(f"{CHANGELOG}: [{number}] is not the newest release")
    if written.get("Unreleased", ("", ""))[1]:
        raise Refused(f"{CHANGELOG}: the section [Unreleased] must be empty in a release")
    return text


def prepare(root: Path, number: str, day: dt.date) -> None:
    """Turn the section [Unreleased] into a release. The files change only if all checks pass."""
    if re.fullmatch(NUMBER, number) is None:
        raise Refused(f"{number} is not a version: a version looks like 0.2.0")
    written = sections(root)
    if number in written:
        raise Refused(f"{CHANGELOG} already has a section [{number}]")
    newest = max((_numbers(name) for name in written if name != "Unreleased"), default=(0, 0, 0))
    if _numbers(number) <= newest:
        raise Refused(f"{number} is not newer than {'.'.join(map(str, newest))}")
    if not written.get("Unreleased", ("", ""))[1]:
        raise Refused(f"{CHANGELOG}: the section [Unreleased] is empty")
    set_version(root, number)
    text = (root / CHANGELOG).read_text("utf-8")
    text = text.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{number}] - {day}\n", 1)
    (root / CHANGELOG).write_text(text, "utf-8")


def set_version(root: Path, number: str) -> None:
    """Write the version into its file."""
    file = root / VERSION_FILE
    version(root)
    file.write_text(_VERSION.sub(f'__version__ = "{number}"', file.read_text("utf-8")), "utf-8")


def _numbers(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))


def main(words: list[str] | None = None) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="scripts/release.py", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare")
    preparing.add_argument("number", metavar="VERSION")
    preparing.add_argument("day", metavar="DATE", type=dt.date.fromisoformat)
    for name in ("check", "notes"):
        commands.add_parser(name).add_argument("tag", metavar="TAG")
    chosen = parser.parse_args(words)
    try:
        if chosen.command == "prepare":
            prepare(ROOT, chosen.number, chosen.day)
            print(f"Now: git commit, git tag v{chosen.number}, git push with the tag.")
        else:
            text = check(ROOT, chosen.tag)
            print(text if chosen.command == "notes" else f"{chosen.tag} is ready")
    except Refused as why:
        print(f"release: {why}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
