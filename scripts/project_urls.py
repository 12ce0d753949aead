"""Add the addresses of the project to a package, if they are known.

The repository names no host, so that a copy of it does not send its users to another place. A
workflow that builds a release knows its host (`GITHUB_SERVER_URL` and `GITHUB_REPOSITORY`).
Hatchling calls this module for the addresses. Without these variables there are none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ProjectUrls(MetadataHookInterface):
    """Hatchling calls this while it reads `pyproject.toml`."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = urls(os.environ)


def urls(environment: Mapping[str, str]) -> dict[str, str]:
    """The addresses of the repository that builds the release."""
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
