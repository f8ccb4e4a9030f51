"""Browsers that lack some feature: the page names the feature, and the rest works."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.stand_in import StandIn

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

REFUSED = "throw new DOMException('Access is denied for this document.', 'SecurityError');"
STORAGE = f"Object.defineProperty(window, 'localStorage', {{get() {{ {REFUSED} }}}})"
pytestmark = pytest.mark.slow


def plays(page: StandIn) -> bool:
    page.show("a board")
    page.page.keyboard.press("F1")
    page.wait_for("key")
    return not page.page.is_visible("#loading")


def test_web_assembly(open_unstarted: Callable[[str], StandIn]) -> None:
    page = open_unstarted("delete window.WebAssembly")
    assert "WebAssembly" in page.page.inner_text("[role=alert]")


@pytest.mark.parametrize(
    "missing", ["delete window.Worker", "window.Worker = class { constructor() { throw new Error(); } }"]
)
def test_workers(open_unstarted: Callable[[str], StandIn], missing: str) -> None:
    page = open_unstarted(missing)
    assert "workers" in page.page.inner_text("[role=alert]")
    page.page.keyboard.press("F1")
    page.page.click("[data-key=f1]")
    page.page.click("#copy-link")


@pytest.mark.parametrize(
    ("answer", "said"),
    [({"content_type": "application/octet-stream", "body": ""}, "octet-stream"), ({"status": 404}, "404")],
    ids=["type", "missing"],
)
def test_a_file_that_the_server_sends_wrongly_is_named(
    new_context: BrowserContext, stand_in_address: str, answer: dict[str, Any], said: str
) -> None:
    """The file is one of Pyodide's: the stand-in for the program imports it as the real program does."""
    page = new_context.new_page()
    program = 'import "./pyodide/pyodide.mjs";'
    page.route("**/worker.js", lambda route: route.fulfill(body=program, content_type="text/javascript"))
    page.route("**/pyodide/**", lambda route: route.fulfill(**answer))
    page.goto(stand_in_address)
    page.wait_for_selector("[role=alert]")
    shown = page.inner_text("[role=alert]")
    assert "The server" in shown
    assert "pyodide.mjs" in shown
    assert said in shown


def test_a_place_for_settings(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before=STORAGE)
    assert "keeps no settings" in page.page.inner_text("#notices")
    page.page.click("summary")
    page.page.select_option("[name=phosphor]", "white")
    assert page.page.evaluate("document.documentElement.dataset.phosphor") == "white"
    assert plays(page)


def test_sound(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before="delete window.AudioContext")
    assert "no sounds" in page.page.inner_text("#notices")
    assert plays(page)
    page.say("sound", bells=1, clicks=1)


def test_web_serial(open_page: Callable[..., StandIn]) -> None:
    page = open_page(before="delete Navigator.prototype.serial")
    page.page.click("summary")
    assert "no Web Serial" in page.page.inner_text("#serial")
    assert page.page.is_disabled("#connect")
    assert plays(page)


def test_service_workers(open_page: Callable[..., StandIn]) -> None:
    assert plays(open_page(before="delete Navigator.prototype.serviceWorker"))
