"""The page, built once for each run of the tests, and its server on this machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from scripts.browser.__main__ import build
from scripts.browser.server import server
from tests.web.hosts import Host
from tests.web.tabs import LIMIT, Tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ViewportSize

FORGET = """async () => {
    const folder = await navigator.storage.getDirectory();
    const remove = async (name) => {  // a worker that has just ended may still have it
        try { await folder.removeEntry(name, {recursive: true}); } catch (error) {
            if (error.name !== "NoModificationAllowedError") throw error;
            await new Promise((resolve) => setTimeout(resolve, 20));
            await remove(name);
        }
    };
    for await (const name of folder.keys()) if (!name.startsWith("started ")) await remove(name);
    localStorage.clear();
    await new Promise((done) => { indexedDB.deleteDatabase("h89yahtzee").onsuccess = done; });
}"""


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder with the built page."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} isn't installed")
    return build()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with server(site, 0) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://localhost:{http.server_port}/"
        http.shutdown()


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    host = Host(site, tmp_path / "site")
    yield host
    host.go_away()


@pytest.fixture(scope="session")
def usual_context(browser: Browser) -> Iterator[BrowserContext]:
    """The context for tests that need none of their own; in it, all starts of the page but the first are fast."""
    context = browser.new_context(service_workers="block", has_touch=True, viewport={"width": 1000, "height": 900})
    context.set_default_timeout(LIMIT)
    yield context
    context.close()


@pytest.fixture
def new_tab(usual_context: BrowserContext, address: str) -> Iterator[Callable[[], Tab]]:
    """A function that makes empty tabs; after the test, the games and settings that the page kept are deleted."""
    tabs: list[Tab] = []

    def make() -> Tab:
        tabs.append(Tab(usual_context, address))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()
    page = usual_context.new_page()
    page.goto(f"{address}build.js")
    page.evaluate(FORGET)
    page.close()


@pytest.fixture
def tab(new_tab: Callable[[], Tab]) -> Tab:
    return new_tab()


@pytest.fixture
def new_visitor(browser: Browser, address: str) -> Iterator[Callable[..., Tab]]:
    """A function that makes an empty tab of a new visitor, in a window of a size and with a pixel ratio."""
    contexts: list[BrowserContext] = []

    def make(width: int = 1000, height: int = 900, ratio: float = 1) -> Tab:
        viewport: ViewportSize = {"width": width, "height": height}
        contexts.append(browser.new_context(viewport=viewport, device_scale_factor=ratio, has_touch=True))
        return Tab(contexts[-1], address)

    yield make
    for context in contexts:
        context.close()
