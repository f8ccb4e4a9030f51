"""How the page in a browser does: time to the first board, bytes, frames a second, from a key to the picture.

A visitor who was never here has nothing kept; one who comes back has the files, and an image of the memory. The
browser is Chromium without a window, where the program runs on this machine's processor alone.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING

from scripts.browser.__main__ import build
from scripts.browser.server import server
from scripts.browser.steps import BuildError
from scripts.browser.website import sizes

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

RUNS = 3
COLD_LIMIT = 5.0
WARM_LIMIT = 3.0
"""Seconds to the first board."""
BYTES_LIMIT = 8_000_000
"""All files, compressed."""
FRAMES_LIMIT = 60
"""A second, while a computer plays at -d1."""
KEY_LIMIT = 1000 / 60
"""Milliseconds from the program's answer to the picture: a frame."""
KEYS = 40
_BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
_GAME = "r=42&players=me,=reagan,=king"
_COMPUTERS = "r=42&players==reagan,=king&pace=1"
_LIMIT = 120_000
"""Milliseconds."""

# Notes when the first and the last message with rows of the tube came, and when their picture was drawn.
_CLOCK = """
window.clock = {frames: [], first: 0, answered: 0, drawn: 0, pressed: 0, keys: []};
const Plain = window.Worker;
window.Worker = class extends Plain {
    constructor(...words) {
        super(...words);
        this.addEventListener("message", ({data}) => {
            if (data.kind !== "tube") return;
            clock.answered = performance.now();
            requestAnimationFrame(() => setTimeout(() => {
                clock.drawn = performance.now();
                clock.first ||= clock.drawn;
                clock.waiting?.();
            }));
        });
    }
};
"""
_BOARD = "async () => { while (!clock.first) await new Promise((go) => setTimeout(go, 5)); return clock.first }"
_KEPT = """async () => {
    await navigator.serviceWorker.ready;
    while (!(await (await caches.open("h89yahtzee started")).keys()).length)
        await new Promise((go) => setTimeout(go, 50));
}"""
_KEY = """async (key) => {
    const drawn = new Promise((go) => { clock.waiting = go; });
    const pressed = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, code: `Digit${key}`, bubbles: true}));
    await drawn;
    return [clock.answered - pressed, clock.drawn - clock.answered];
}"""
_FRAMES = """(seconds) => new Promise((done) => {
    const times = [];
    const frame = (time) => {
        times.push(time);
        if (time - times[0] < 1000 * seconds) requestAnimationFrame(frame);
        else done(times);
    };
    requestAnimationFrame(frame);
})"""


def report() -> Iterator[str]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield "needs playwright: scripts/setup test"
        return
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        yield "needs Chromium (on Debian: apt install chromium-headless-shell)"
        return
    try:
        site = build()
    except BuildError as error:
        yield f"{error}"
        return
    size, compressed = sizes(site)
    yield f"all files          {size / 1e6:8.1f} MB"
    yield f"  compressed       {compressed / 1e6:8.1f} MB {_limit(compressed, BYTES_LIMIT, 'at most 8.0')}"
    with _address(site) as address, sync_playwright() as playwright:
        yield from _timed(playwright, browser, address)


def _timed(playwright: Playwright, browser: str, address: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        cold = [
            _first_board(playwright, browser, address, Path(folder, f"{run}"), leave=True) for run in range(RUNS)
        ]
        yield f"first board, cold  {median(cold):8.1f} s  {_limit(median(cold), COLD_LIMIT, 'at most 5.0')}"
        warm = [_first_board(playwright, browser, address, Path(folder, "0"), leave=False) for _ in range(RUNS)]
        yield f"  warm             {median(warm):8.1f} s  {_limit(median(warm), WARM_LIMIT, 'at most 3.0')}"
        with _context(playwright, browser, Path(folder, "0")) as context:
            yield from _answers(_opened(context, address + "#" + _GAME))
        with _context(playwright, browser, Path(folder, "0")) as context:
            yield from _smoothness(_opened(context, address + "#" + _COMPUTERS))


def _first_board(playwright: Playwright, browser: str, address: str, profile: Path, *, leave: bool) -> float:
    """Seconds until a browser that was just started shows the board; `leave` when all is kept for the next time."""
    with _context(playwright, browser, profile) as context:
        page = _opened(context, address + "#" + _GAME)
        seconds: float = page.evaluate(_BOARD) / 1000
        if leave:
            page.evaluate(_KEPT)
        return seconds


def _answers(page: Page) -> Iterator[str]:
    page.evaluate(_BOARD)
    times: list[list[float]] = [page.evaluate(_KEY, f"{1 + number % 5}") for number in range(KEYS)]
    programs, pictures = (median(time[part] for time in times) for part in range(2))
    yield f"key to answer      {programs:8.1f} ms"
    yield f"  answer to picture{pictures:8.1f} ms {_limit(pictures, KEY_LIMIT, 'at most a frame, 16.7')}"


def _smoothness(page: Page) -> Iterator[str]:
    page.evaluate(_BOARD)
    times: list[float] = page.evaluate(_FRAMES, 5)
    gaps = [after - before for before, after in pairwise(times)]
    rate = 1000 * len(gaps) / (times[-1] - times[0])
    yield f"frames at -d1      {rate:8.1f} /s {_limit(-rate, -0.98 * FRAMES_LIMIT, '60 a second')}"
    yield f"  longest          {max(gaps):8.1f} ms"


def _limit(measured: float, limit: float, words: str) -> str:
    return f"  {words}: {'ok' if measured <= limit else 'over'}"


@contextmanager
def _address(site: Path) -> Iterator[str]:
    with server(site, 0) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://localhost:{http.server_port}/"
        http.shutdown()


@contextmanager
def _context(playwright: Playwright, browser: str, profile: Path) -> Iterator[BrowserContext]:
    context = playwright.chromium.launch_persistent_context(profile, executable_path=browser, args=["--no-sandbox"])
    context.set_default_timeout(_LIMIT)
    context.add_init_script(_CLOCK)
    yield context
    context.close()


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    if page.locator("#who").is_visible():  # the page asks for the person's name first
        page.click("#play")
    return page
