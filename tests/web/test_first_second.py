"""The page while the game loads: nothing moves, the progress bar follows the bytes, and missing files are named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.tabs import Tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
LINK = "r=42&players=me,=reagan&pace=0"
WINDOWS = [(360, 640), (640, 360), (1280, 800)]
MOST_SHIFTED = 0.05
"""The project's own target for Cumulative Layout Shift."""
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});"""
BAR = """window.bar = new Set();
addEventListener("DOMContentLoaded", () => {
    const note = () => { bar.add(progress.value / progress.max); };
    new MutationObserver(note).observe(progress, {attributes: true});
});"""
LARGE = ("pyodide.asm.wasm", "python_stdlib.zip", "program.bin")


@pytest.fixture
def open_bare(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens an empty tab of a new visitor, with or without JavaScript."""
    contexts = []

    def make(*, runs_scripts: bool = True, width: int = 1280, height: int = 800) -> Page:
        contexts.append(
            browser.new_context(
                service_workers="block",
                java_script_enabled=runs_scripts,
                viewport={"width": width, "height": height},
            )
        )
        contexts[-1].set_default_timeout(30_000)
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


def is_in_shape(page: Page) -> bool:
    """Whether the screen has the H19's shape, and 85 % of the browser window's width or 40 % of its height."""
    box, window = page.locator("#tube").bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    fills = box["width"] > 0.85 * window["width"] or box["height"] > 0.4 * window["height"]
    return fills and box["width"] / box["height"] == pytest.approx(4 / 3, rel=0.08)


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_nothing_moves_while_the_game_comes(new_visitor: Callable[..., Tab], width: int, height: int) -> None:
    visitor = new_visitor(width, height)
    visitor.page.add_init_script(SHIFTS)
    visitor.open(LINK)
    visitor.wait_for("me's move: 2 rolls left.")
    assert visitor.page.evaluate("shifted") < MOST_SHIFTED


def test_the_bar_follows_the_bytes_of_files_asked_for_before_any_script_ran(
    new_visitor: Callable[..., Tab], site: Path
) -> None:
    visitor = new_visitor()
    visitor.page.add_init_script(BAR)
    visitor.open(LINK)
    visitor.wait_for("me's move: 2 rolls left.")
    parts: list[float] = visitor.page.evaluate("[...bar]")
    assert len(parts) > 5
    assert parts == sorted(parts)
    assert parts[-1] == 1
    names = [url.rsplit("/", 1)[-1] for url in visitor.requests]
    assert names.index("tube.js") < min(map(names.index, LARGE))
    assert max(map(names.index, LARGE)) < names.index("worker.js")
    assert [names.count(name) for name in LARGE] == [1, 1, 1]
    sizes = (path.stat().st_size for path in site.rglob("*") if path.name in LARGE)
    assert visitor.page.evaluate("progress.max") == sum(sizes)


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_without_scripts_it_says_so_in_a_tube_of_its_shape(
    open_bare: Callable[..., Page], address: str, width: int, height: int
) -> None:
    page = open_bare(runs_scripts=False, width=width, height=height)
    page.goto(address)
    assert page.inner_text("#loading").strip().endswith("JavaScript is needed, and it is switched off.")
    assert is_in_shape(page)


def test_where_the_scripts_are_missing_the_page_says_so_by_itself(
    open_bare: Callable[..., Page], address: str
) -> None:
    page = open_bare()
    page.route(re.compile(r"/(page|missing)\.js$"), lambda route: route.fulfill(status=404))
    page.goto(address)
    assert not page.is_visible("#unstarted")
    assert is_in_shape(page)
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert "page.js" in page.inner_text("#unstarted")
    assert page.is_visible("#unstarted")


@pytest.mark.parametrize("runs_scripts", [True, False])
def test_a_page_opened_as_a_file_says_what_it_needs(
    open_bare: Callable[..., Page], site: Path, runs_scripts: bool
) -> None:
    page = open_bare(runs_scripts=runs_scripts)
    page.goto(f"file://{site}/index.html")
    if runs_scripts:
        page.locator("#loading").get_by_text("a server is missing").wait_for()
    else:
        assert "JavaScript is needed" in page.inner_text("#loading")


@pytest.mark.parametrize(
    "name",
    ["page.js", "tube.js", "worker.js", "storage.js", "style.css", "program.bin", "pyodide/pyodide.asm.wasm"],
)
@pytest.mark.parametrize("answers", [True, False], ids=["404", "no answer"])
def test_a_missing_file_is_named(open_bare: Callable[..., Page], address: str, name: str, answers: bool) -> None:
    page = open_bare()
    page.route(f"**/{name}", lambda route: route.fulfill(status=404) if answers else route.abort())
    page.goto(address)
    page.get_by_text(f"Missing: {name} ({404 if answers else 'no answer'})").wait_for()
    assert not page.is_visible("#unstarted")
