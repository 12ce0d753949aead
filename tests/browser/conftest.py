"""A server with an empty data folder and one Chromium for all tests of this folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser.jitter import jitter_of
from tests.browser.machine_fonts import hide_fonts
from tests.patience import BROWSER_PATIENCE, PATIENCE

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/lutetia/server/static"
ARTIFACTS = ROOT / "tests/artifacts"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
]
DESKTOP = (1280, 800)
PHONE = (390, 844)

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with serving(tmp_path_factory.mktemp("browser-data")) as address:
        yield address


@contextlib.contextmanager
def serving(data: Path, **more: str) -> Iterator[str]:
    """Run a server with more variables in its environment; returns its address."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the web client is not built: make web")
    errors = (data / "errors.txt").open("wb")
    command = [
        sys.executable,
        "-m",
        "lutetia.cli.main",
        "serve",
        "--port",
        "0",
        "--data",
        str(data),
    ]
    # All tests come from one address, and on a fast machine they would reach its limits.
    environment = {**os.environ, "LUTETIA_LIMIT_FACTOR": "20", **more}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
    )
    assert process.stdout is not None
    try:
        address = ""
        for line in process.stdout:
            if "ready:" in line:
                address = line.split("ready:")[1].strip()
                break
        if not address:
            pytest.fail("the server did not start: " + (data / "errors.txt").read_text()[-500:])
        _wait_until_warm(address)
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
        errors.close()


def _wait_until_warm(address: str) -> None:
    """Wait for the compiled code: these tests are not about the first compilation."""
    for _ in range(int(PATIENCE)):
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/readyz").close()
            return
        time.sleep(1)
    pytest.fail("the server did not become ready")


def _executable(playwright: Playwright) -> str:
    # The first has no window at all, like the browser that Playwright installs. It needs a third
    # less processor time.
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    return pytest.fail("no Chromium: install one, or run .venv/bin/playwright install chromium")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium without a screen and without the machine's fonts.

    From now on the loop of Playwright runs in this process, and no other loop can. So
    `scripts/test.sh` runs this folder in processes of its own.
    """
    expect.set_options(timeout=BROWSER_PATIENCE)
    fonts = hide_fonts(tmp_path_factory.mktemp("fonts"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_executable(playwright),
            args=QUIET,
            timeout=BROWSER_PATIENCE,
            env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
        )
        yield browser
        browser.close()


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    """A context of the browser whose pages, also those that a link opens, wait long enough."""
    context = browser.new_context(**options)
    context.set_default_timeout(BROWSER_PATIENCE)
    return context


@pytest.fixture(autouse=True)
def _jitter(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay what the pages of this test hear, if `LUTETIA_JITTER` asks for it."""
    jitter = jitter_of(request.node)
    if jitter is not None:
        request.node.jitter = jitter
        monkeypatch.setattr(Browser, "new_context", jitter.late(Browser.new_context))


@pytest.fixture
def open_page(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Opens pages without errors: a console error or an exception fails the test."""
    contexts: list[BrowserContext] = []
    pages: list[Page] = []
    complaints: list[str] = []

    def open_one(
        path: str = "/",
        size: tuple[int, int] = DESKTOP,
        theme: str = "dark",
        language: str = "en",
        touch: bool = False,
        bypass_csp: bool = False,
        quiet: bool = True,
        newcomer: bool = False,
        **settings: Any,
    ) -> Page:
        context = new_context(
            browser,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            bypass_csp=bypass_csp,
            service_workers="block",
            reduced_motion="reduce",
            locale="en-GB",
        )
        contexts.append(context)
        chosen = {
            "theme": theme,
            "language": language,
            "sounds": False,
            "pace": "instant",
            **settings,
        }
        context.add_init_script(
            f"if (!localStorage.getItem('lutetia.settings'))"
            f" localStorage.setItem('lutetia.settings', {_json(_json(chosen))})"
        )
        if not newcomer:
            # Whoever was here before is not asked for a name.
            context.add_init_script("localStorage.setItem('lutetia.name-asked', '1')")
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
        if quiet:
            page.on(
                "console",
                lambda message: (
                    complaints.append(f"{message.type}: {message.text}")
                    if message.type in {"error", "warning"} and "by Playwright" not in message.text
                    else None
                ),
            )
        page.goto(urljoin(server, path))  # a link from the server is opened unchanged
        pages.append(page)
        return page

    yield open_one
    if getattr(request.node, "failed", False):
        ARTIFACTS.mkdir(exist_ok=True)
        for number, page in enumerate(pages):
            name = "".join(c if c.isalnum() else "-" for c in request.node.name)
            page.screenshot(path=ARTIFACTS / f"{name}-{number}.png")
    for context in contexts:
        context.close()
    assert complaints == []


def _json(value: Any) -> str:
    import json

    return json.dumps(value)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Note a failure, so that pictures of its pages are kept; say which delays there were."""
    outcome: Any = yield
    report = outcome.get_result()
    jitter = getattr(item, "jitter", None)
    if report.failed and jitter is not None:
        report.sections.append(("delays", jitter.said()))
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined]
