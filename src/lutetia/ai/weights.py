"""Weights of features. They are read by name from a game's file; tuning writes the file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources

import numpy as np

from lutetia.kernel.types import Floats

Sections = Mapping[str, Sequence[str]]
"""The names of the weights of each section, in the order of the flat array."""


def load_weights(package: str, file: str, sections: Sections) -> Floats:
    """All weights of a file of a package as one array."""
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    return parse_weights(text, file, sections)


def parse_weights(text: str, file: str, sections: Sections) -> Floats:
    """All weights of a text as one array. Error messages use the name of the file."""
    data = tomllib.loads(text)
    for section, names in sections.items():
        missing = set(names) ^ set(data.get(section, {}))
        assert not missing, f"{file}: [{section}] and the features differ in {sorted(missing)}"
    return np.array(
        [float(data[section][name]) for section, names in sections.items() for name in names]
    )


def dump_weights(weights: Floats, sections: Sections, comment: str) -> str:
    """The text of a file of weights."""
    lines = [f"# {line}" for line in comment.splitlines()]
    place = 0
    for section, names in sections.items():
        lines += ["", f'["{section}"]']
        for name in names:
            lines.append(f'"{name}" = {weights[place]:.4g}')
            place += 1
    return "\n".join(lines) + "\n"
