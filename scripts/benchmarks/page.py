"""Measurements of the page in a browser: the time to the first board, the bytes, the frames a second, and the time
from a key to the picture.

At a cold start the browser has kept nothing of the page; at a warm start it has kept the files and an image of the
memory. The browser is Chromium without a window, where the program runs on this machine's processor alone. The
processor time is that of all of the browser's processes since their start, so that for an empty page is given, too.
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
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.state import Score
from h89yahtzee.notation.record_text import format_record
from h89yahtzee.table.match import Match
from scripts.browser.__main__ import build
from scripts.browser.server import server
from scripts.browser.steps import BuildError
from scripts.browser.website import sizes

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

RUNS = 3
COLD_LIMIT = 5.0
WARM_LIMIT = 3.0
"""The most seconds to the first board, at a cold and at a warm start."""
COLD_PROCESSOR_LIMIT = 2.5
WARM_PROCESSOR_LIMIT = 0.6
"""The most seconds of processor time to the first board, at a cold and at a warm start."""
LINE = {"offline": False, "latency": 80, "downloadThroughput": 9e6 / 8, "uploadThroughput": 9e6 / 8}
"""A slow network connection, in Chromium's terms: 9 Mbit/s with a latency of 80 ms."""
LINE_LIMIT = 10.0
"""The most seconds to the first board at a cold start over that connection."""
GAMES = 400
"""The number of saved games in a measurement with saved games."""
BYTES_LIMIT = 8_000_000
"""The most bytes of all files, compressed."""
FRAMES_LIMIT = 60
"""The frames a second that should be shown while computers play with the option -d1."""
KEY_LIMIT = 1000 / 60
"""The most milliseconds from the program's answer to the picture: those of one frame."""
KEYS = 40
_BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
_GAME = "r=42&players=me,=reagan,=king"
_COMPUTERS = "r=42&players==reagan,=king&pace=1"
_LIMIT = 120_000
"""The milliseconds within which the browser must do what it is told."""

# A script for the page. It notes when the first picture of the tube was drawn, and, for the last message with rows
# of the tube, when it came and when its picture was drawn.
_CLOCK = """
try {
    sessionStorage.setItem("h89yahtzee asked", "");  // for the person's name
} catch {}  // about:blank keeps nothing
window.clock = {first: 0, answered: 0, drawn: 0};
clock.board = new Promise((shown) => { clock.waiting = shown; });
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
_BOARD = "async () => { await clock.board; return clock.first }"
_KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const folder = await navigator.storage.getDirectory();
    for (let size = 0; size < 1e6; await new Promise((go) => setTimeout(go, 50)))
        for await (const [name, file] of folder)
            if (name.startsWith("started ")) size = (await file.getFile()).size;
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


class _Start(NamedTuple):
    """The seconds until a newly started browser shows the board, and the seconds of processor time until then."""

    seconds: float
    processor: float


class _Visits:
    """Visits to the page at `address`, each in a newly started browser. What the browser of a visitor keeps is in
    the visitor's folder below `folder`."""

    def __init__(self, playwright: Playwright, browser: str, address: str, folder: Path) -> None:
        self._playwright = playwright
        self._browser = browser
        self.address = address
        self._folder = folder

    @contextmanager
    def by(self, visitor: str) -> Iterator[BrowserContext]:
        with _context(self._playwright, self._browser, self._folder / visitor) as context:
            yield context

    def start(self, visitor: str, *, leave: bool = False) -> _Start:
        """Visit the page until the first board is shown. If `leave`, also wait until all is kept for the next
        visit."""
        with self.by(visitor) as context:
            page = _opened(context, self.address + "#" + _GAME)
            seconds: float = page.evaluate(_BOARD) / 1000
            start = _Start(seconds, _spent(page))
            if leave:
                page.evaluate(_KEPT)
            return start

    def empty_page(self) -> float:
        """Return the seconds of processor time for the browser with an empty page."""
        with self.by("empty") as context:
            return _spent(_opened(context, "about:blank"))

    def over_the_line(self) -> float:
        """Return the seconds until the browser of a new visitor shows the board over the connection `LINE`."""
        with self.by("far away") as context:
            page = context.new_page()
            context.new_cdp_session(page).send("Network.emulateNetworkConditions", LINE)
            page.goto(self.address + "#" + _GAME)
            seconds: float = page.evaluate(_BOARD) / 1000
            return seconds

    def take_in(self, visitor: str, file: Path) -> float:
        """Return the seconds until all games of a file are saved in the visitor's browser."""
        with self.by(visitor) as context:
            page = _opened(context, self.address + "#" + _GAME)
            page.evaluate(_BOARD)
            began = perf_counter()
            page.set_input_files("#import", file)
            page.get_by_text("are new here").wait_for()
            return perf_counter() - began


def _timed(playwright: Playwright, browser: str, address: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        visits = _Visits(playwright, browser, address, Path(folder))
        empty = median(visits.empty_page() for _ in range(RUNS))
        yield f"an empty page      {empty:8.2f} s of the processor"
        cold = [visits.start(f"{run}", leave=True) for run in range(RUNS)]
        yield from _starts("first board, cold", cold, COLD_LIMIT, COLD_PROCESSOR_LIMIT)
        yield from _starts("warm", [visits.start("0") for _ in range(RUNS)], WARM_LIMIT, WARM_PROCESSOR_LIMIT)
        (file := Path(folder, "games.txt")).write_text(_games(), "ascii")
        yield f"{GAMES} games taken in{visits.take_in('1', file):8.1f} s"
        saved = [visits.start("1") for _ in range(RUNS)]
        yield from _starts("warm, saved games", saved, WARM_LIMIT, WARM_PROCESSOR_LIMIT)
        far = visits.over_the_line()
        yield f"cold, slow line    {far:8.1f} s  {_limit(far, LINE_LIMIT, f'at most {LINE_LIMIT}')}"
        with visits.by("0") as context:
            yield from _answers(_opened(context, address + "#" + _GAME))
        with visits.by("0") as context:
            yield from _smoothness(_opened(context, address + "#" + _COMPUTERS))


def _starts(name: str, starts: list[_Start], limit: float, processor_limit: float) -> Iterator[str]:
    seconds, processor = (median(start[part] for start in starts) for part in range(2))
    yield f"{name:<19}{seconds:8.1f} s  {_limit(seconds, limit, f'at most {limit}')}"
    words = f"at most {processor_limit}"
    yield f"  processor{'':<8}{processor:8.2f} s  {_limit(processor, processor_limit, words)}"


def _spent(page: Page) -> float:
    """Return the seconds of processor time that the browser's processes have taken so far."""
    browser = page.context.browser
    assert browser is not None
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(float(process["cpuTime"]) for process in found["processInfo"])


def _games() -> str:
    """Return the records of `GAMES` games for two players, as one text."""
    texts = []
    for seed in range(GAMES):
        match = Match(Setup((Player("me"), Player("you")), seed))
        while not match.has_ended:
            match.act(Score(match.state.card.open_boxes()[0]))
        texts.append(format_record(match.record))
    return "".join(f"{text.rstrip()}\n" for text in texts)


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
    return page
