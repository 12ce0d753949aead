"""Writes the addresses of the project into what is built, where they are known.

The repository names no host, so that a copy elsewhere does not send its users here. The host that
builds a release says where it is (`GITHUB_SERVER_URL` and `GITHUB_REPOSITORY`, which every workflow
has); hatchling asks this file for the addresses that follow from it. Elsewhere there are none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ProjectUrls(MetadataHookInterface):
    """What hatchling calls while it reads `pyproject.toml`."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = urls(os.environ)


def urls(environment: Mapping[str, str]) -> dict[str, str]:
    """The addresses of the repository in which a release is built."""
    host = environment.get("GITHUB_SERVER_URL")
    repository = environment.get("GITHUB_REPOSITORY")
    if not host or not repository:
        return {}
    home = f"{host}/{repository}"
    return {
        "Homepage": home,
        "Documentation": f"{home}/tree/main/docs",
        "Source": home,
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Security": f"{home}/security/policy",
    }
