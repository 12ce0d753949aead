"""One place knows the addresses of the client's pages; everybody else takes them from there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lutetia.server.protocol.client_pages import FORMER, PAGES, address_of, moved_to, page_at

ROOT = Path(__file__).parents[2]
OWNERS = {
    "src/lutetia/server/protocol/client_pages.py",  # the table itself
    "web/src/lib/protocol.ts",  # made from it
    "web/src/lib/api.ts",  # adds /api to everything
}
FIRST = "|".join(sorted({a.split("/")[1] for a in (*PAGES.values(), *FORMER)} - {""}))
# A string, a part of a string behind a value, or an attribute that begins like a page.
BY_HAND = re.compile(
    rf"""["'`}}]/(?:{FIRST})(?=[/"'`\#?{{<]|$) | (?:href=|go\(|goto\()["'`{{]+/(?!api/)""",
    re.VERBOSE,
)
# The paths of a router stand behind its prefix.
ROUTE = re.compile(r"^\s*@router\.\w+\(")


def by_hand(text: str) -> Iterator[str]:
    """Lines in which somebody wrote an address of a page."""
    for line in text.splitlines():
        if BY_HAND.search(line) and not ROUTE.match(line):
            yield line.strip()


def sources() -> list[Path]:
    folders = {"src/lutetia": ("py",), "web/src": ("ts", "svelte", "js"), "web/dev": ("py", "ts")}
    others = {"scripts": ("py", "sh"), "bench": ("py",), "examples": ("py",)}
    return sorted(
        file
        for folder, kinds in (folders | others).items()
        for kind in kinds
        for file in (ROOT / folder).rglob(f"*.{kind}")
        if not {"static", "node_modules", ".venv"} & set(file.relative_to(ROOT).parts)
    )


def test_no_source_writes_an_address_of_the_client_by_hand() -> None:
    found = {
        str(file.relative_to(ROOT)): lines
        for file in sources()
        if (lines := list(by_hand(file.read_text("utf-8"))))
    }
    assert set(found) - OWNERS == set(), found
    assert set(found) == OWNERS, "the list of those who may is no longer true"


@pytest.mark.parametrize(
    "line",
    [
        'links(request, settings, f"/table/{table}")',
        'return base + "/replay/" + id',
        "go(`/t/${id}`);",
        "go('/');",
        '<a href="/rules/{game}#{number}">',
        '<a class="brand" href="/">',
        "<a href='/games'>",
        "link = `${location.origin}/replay/${id}`",
        "page.goto(f'{address}/learn/lumiere')",
    ],
)
def test_an_address_by_hand_is_found(line: str) -> None:
    assert list(by_hand(line)) == [line]


@pytest.mark.parametrize(
    "line",
    [
        '@router.post("/score", response_model=RealScore)',
        "import Share from './replay/Share.svelte';",
        "import { GAMES } from '$/games/registry';",
        '<a href="#content">',
        '<a href="/api/openapi.json">',
        "<a href={addressOf('home')}>",
        'POST = "/api/tables"',
    ],
)
def test_what_is_no_address_of_a_page_is_not_found(line: str) -> None:
    assert list(by_hand(line)) == []


def test_addresses_are_made_and_read_again() -> None:
    values = {
        "id": "abc",
        "game": "lumiere",
        "puzzle": "today",
        "rule": "L5.1",
        "name": "Anna",
        "token": "a.b",
    }
    for page, pattern in PAGES.items():
        needed = {name: values[name] for name in re.findall(r"\{(\w+)\}", pattern)}
        path = address_of(page, **needed).partition("#")[0]
        assert page_at(path) == page
        assert page_at(f"{path}/") == page
    assert address_of("rules", game="lumiere") == address_of("rules", **values).partition("#")[0]
    assert address_of("rules", game="lumiere", rule="L5.1").endswith("#L5.1")
    assert page_at(address_of("table", id="a/b")) == "table"
    for path in ("/nowhere", "/t", "/t/a/b", "/games/x", "/api/tables", "/learn"):
        assert page_at(path) is None, path


def test_what_an_earlier_release_handed_out_leads_to_the_same_page() -> None:
    # As release 0.1.0 wrote it into invitations, QR codes and messages.
    assert moved_to("/table/abcdefgh234567ab") == address_of("table", id="abcdefgh234567ab")
    assert moved_to("/table/abcdefgh234567ab/") == address_of("table", id="abcdefgh234567ab")
    assert moved_to("/table/a%2Fb") == address_of("table", id="a/b")
    for page, pattern in PAGES.items():
        assert moved_to(pattern.partition("#")[0]) is None, page
    for former in FORMER:
        assert page_at(former) is None, "an address is a page or a former one"


def test_the_installed_client_begins_at_the_start_page() -> None:
    manifest = json.loads((ROOT / "web/public/manifest.webmanifest").read_text("utf-8"))
    assert manifest["start_url"] == address_of("home")
    for page in PAGES:
        assert PAGES[page].startswith(manifest["scope"])


ADDRESS = re.compile(r"`(/[a-z][\w/{}.-]*)`")
SERVERS_OWN = ("/api", "/ws", "/healthz", "/readyz", "/metrics")


def test_the_documentation_names_real_pages() -> None:
    texts = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]
    named = {
        address: file.name
        for file in texts
        for address in ADDRESS.findall(file.read_text("utf-8"))
        if not address.startswith(SERVERS_OWN)
    }
    assert "/tables" in named
    files = {f"/{file.name}" for file in (ROOT / "web/public").iterdir()}
    lost = {
        address
        for address in named
        if not (page_at(address) or moved_to(address) or address in files)
    }
    assert lost == set(), {address: named[address] for address in lost}
