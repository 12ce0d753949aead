"""Running a server: the page, the container files and the program speak of the same things."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from lutetia.cli.main import parser
from lutetia.server.metrics import REGISTRY
from lutetia.server.settings import VARIABLES, from_environment

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/running.md").read_text("utf-8")
DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text("utf-8")
CADDYFILE = (ROOT / "deploy/Caddyfile").read_text("utf-8")
EXAMPLE = (ROOT / "deploy/.env.example").read_text("utf-8")
COMPOSE_TEXT = (ROOT / "deploy/compose.yaml").read_text("utf-8")
# Without a stub of its types.
COMPOSE: dict[str, Any] = import_module("yaml").safe_load(COMPOSE_TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = [name for name in SERVICES if name.startswith("server")]
PROGRAMS = [*SERVERS, "worker"]


def variables(text: str) -> set[str]:
    return set(re.findall(r"\bLUTETIA_[A-Z]+(?:_[A-Z]+)*\b", text))


def used() -> set[str]:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "examples").glob("*.py")]
    return variables("\n".join(file.read_text("utf-8") for file in files))


def test_the_page_describes_every_variable_of_the_program_and_no_other() -> None:
    assert set(VARIABLES) <= used()
    assert variables(PAGE) == used()
    rows = re.findall(r"^\| `(LUTETIA_\w+)` \|", PAGE, re.MULTILINE)
    assert len(rows) == len(set(rows))
    assert set(VARIABLES) <= set(rows)


def test_the_page_names_every_figure_and_no_other() -> None:
    told = set(re.findall(r"`(lutetia_\w+)`", PAGE))
    kept = {
        f"{family.name}{'_total' if family.type == 'counter' else ''}"
        for family in REGISTRY.collect()
    }
    assert told == kept


def images_of_others() -> list[str]:
    """What the container files take from a registry."""
    built = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    run = [service["image"] for service in SERVICES.values() if "image" in service]
    return [image for image in built + run if "lutetia" not in image]


def test_every_image_of_others_is_pinned_by_its_digest() -> None:
    images = images_of_others()
    assert len(images) == 6
    for image in images:
        assert re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image), image
    # One tag has one digest.
    assert len({image.partition("@")[0] for image in images}) == len(set(images))


def test_the_page_prints_the_digest_of_every_image_of_others() -> None:
    (listed,) = re.findall(r"^for image in ([^;]+); do$", PAGE, re.MULTILINE)
    tags = {image.partition("@")[0] for image in images_of_others()}
    assert set(listed.replace("\\\n", " ").split()) == tags


def accept(words: list[str]) -> None:
    """The program takes a command line."""
    assert words[0] == "lutetia"
    assert parser([words[1]]).parse_args(words[1:]).run is not None


def test_the_commands_of_the_page_are_commands() -> None:
    lines = re.findall(r"^(lutetia .*)$", PAGE, re.MULTILINE)
    assert {line.split()[1] for line in lines} == {"serve", "worker", "admin"}
    for line in lines:
        accept(re.split(r" [#>&]", line)[0].split())


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_commands_of_compose_are_commands(name: str) -> None:
    accept(SERVICES[name]["command"])


def test_the_image_starts_the_program_as_nobody_special_with_pinned_packages() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!root|0\b)\w+$", last, re.MULTILINE)
    (command,) = re.findall(r"^CMD (\[.*\])$", last, re.MULTILINE)
    accept(json.loads(command))
    assert "--require-hashes -r requirements/image.txt" in DOCKERFILE
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source


def test_the_image_has_the_versions_that_are_tested() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text("utf-8")
        return set(re.findall(r"^([\w.-]+==\S+)", text, re.MULTILINE))

    image = pins("image.txt")
    assert image <= pins("dev.txt")
    assert {pin.partition("==")[0] for pin in image} >= {"asyncpg", "redis", "taskiq", "uvicorn"}


def test_what_compose_sets_are_settings_of_the_program() -> None:
    for name in PROGRAMS:
        environment = SERVICES[name]["environment"]
        ours = {key: value for key, value in environment.items() if key.startswith("LUTETIA_")}
        assert set(ours) <= set(VARIABLES)
        assert {"LUTETIA_DATABASE_URL", "LUTETIA_REDIS_URL"} <= set(ours)
        assert from_environment(ours)["log_format"] == "json"
        assert re.search(r"@postgres/", ours["LUTETIA_DATABASE_URL"])
        assert re.search(r"//redis:", ours["LUTETIA_REDIS_URL"])
        assert set(SERVICES[name]["depends_on"]) == {"postgres", "redis"}


def test_secrets_come_from_the_environment_file_alone() -> None:
    asked = set(re.findall(r"\$\{(\w+):\?", COMPOSE_TEXT))
    optional = set(re.findall(r"\$\{(\w+):-", COMPOSE_TEXT))
    assert asked == {"POSTGRES_PASSWORD", "LUTETIA_SECRET", "LUTETIA_PUBLIC_URL"}
    offered = set(re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE, re.MULTILINE))
    assert offered == asked | optional
    assert re.search(r"^POSTGRES_PASSWORD=$", EXAMPLE, re.MULTILINE)
    assert re.search(r"^LUTETIA_SECRET=$", EXAMPLE, re.MULTILINE)


def test_two_servers_and_two_workers_stand_behind_one_proxy() -> None:
    assert len(SERVERS) == 2
    assert SERVICES["worker"]["deploy"]["replicas"] == 2
    (behind,) = re.findall(r"reverse_proxy (.*) \{", CADDYFILE)
    assert behind.split() == [f"{name}:8000" for name in SERVERS]
    assert re.search(r"health_uri /readyz$", CADDYFILE, re.MULTILINE)
    assert re.search(r"respond /metrics 404$", CADDYFILE, re.MULTILINE)
    assert [name for name in SERVICES if "ports" in SERVICES[name]] == ["proxy"]
    assert {name for name in SERVICES if "healthcheck" not in SERVICES[name]} == {"worker"}
    for name, service in SERVICES.items():
        named = [mount for mount in service.get("volumes", ()) if not mount.startswith("./")]
        assert {mount.partition(":")[0] for mount in named} <= set(COMPOSE["volumes"]), name
