"""The page's files with a stand-in for the program, on a server of this machine; nothing needs to be built."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from scripts.browser.npm_packages import npm_packages
from scripts.browser.server import server
from tests.web.page.stand_in import COUNTING, PROGRAM, WEB, StandIn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ViewportSize


@pytest.fixture(scope="session")
def stand_in_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    for path in WEB.iterdir():
        shutil.copy(path, folder)
    shutil.copy(PROGRAM, folder / "worker.js")
    with server(folder, 0) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://localhost:{http.server_port}/"
        http.shutdown()


@pytest.fixture
def open_page(browser: Browser, stand_in_address: str) -> Iterator[Callable[..., StandIn]]:
    """A function that opens the page for a new visitor, in a window of a size and with a pixel ratio.

    `before` is a script that runs before the page's, `address` the end of the page's address. The test fails at its
    end if the page complained of anything.
    """
    opened: list[tuple[BrowserContext, StandIn]] = []

    def make(
        width: int = 1280, height: int = 800, ratio: float = 1, before: str = "", address: str = ""
    ) -> StandIn:
        viewport: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(
            service_workers="block", viewport=viewport, device_scale_factor=ratio, has_touch=True
        )
        context.add_init_script(COUNTING)
        context.add_init_script(before)
        stand_in = StandIn(context.new_page())
        opened.append((context, stand_in))
        return stand_in.open(stand_in_address + address)

    yield make
    for context, stand_in in opened:
        context.close()
        assert stand_in.complaints == []


@pytest.fixture
def page(open_page: Callable[..., StandIn]) -> StandIn:
    return open_page()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(service_workers="block")
    yield context
    context.close()


@pytest.fixture
def open_unstarted(browser: Browser, stand_in_address: str) -> Iterator[Callable[[str], StandIn]]:
    """A function that opens the page after running a script that keeps its worker from starting."""
    contexts: list[BrowserContext] = []

    def make(before: str) -> StandIn:
        contexts.append(browser.new_context(service_workers="block"))
        contexts[-1].add_init_script(before)
        stand_in = StandIn(contexts[-1].new_page())
        stand_in.page.goto(stand_in_address)
        stand_in.page.wait_for_selector("[role=alert]")
        return stand_in

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def axe() -> Path:
    """The script of axe-core, which finds faults of accessibility, from npm."""
    if shutil.which("npm") is None:
        pytest.skip("npm isn't installed")
    return npm_packages(of_tests=True) / "axe-core" / "axe.min.js"
