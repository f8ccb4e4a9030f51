"""Tabs of a browser with the page, and what its worker said to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from h89yahtzee.screen.charset import GLYPHS
from tests.apps import screens
from tests.apps.by_hand import Dice
from tests.rest import Rest

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

LIMIT = 120_000
"""Milliseconds after which a test stops waiting, even if the browser works."""
_STEP = 2_000
"""Milliseconds between two looks whether the browser has come to rest."""
_RECORDER = Path(__file__).with_name("recorder.js").read_text("utf-8")
RECORDING = f"(\n{_RECORDER})({json.dumps(GLYPHS)})"

RUN = """(code) => new Promise((done, fail) => {
    const worker = new Worker("told.js", {type: "module"});
    worker.onerror = ({message}) => fail(new Error(message));
    worker.onmessage = ({data}) => data === "ready" ? worker.postMessage(code) : done(data);
})"""
"""Has a worker that the test made run some Python, and gives what comes of it."""
# Python as the page starts it, in a worker that runs what it is told.
_WORKER = """
import { startPython } from "./interpreter.js";
const { python } = await startPython("import h89yahtzee.apps.web.page");
onmessage = ({data}) => postMessage(python.runPython(data));
postMessage("ready");
"""


class Tab:
    """The page at `address`, in a context; what it loads from elsewhere or its policy forbids ends the test."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.page: Page = context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.set_default_timeout(LIMIT)
        self.page.add_init_script(RECORDING)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def open(self, link: str = "", search: str = "") -> Tab:
        """Open or reload it; `link` comes after the "#". Asked for a name, play under the link's."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{search}{'#' * bool(link)}{link}")
        if self.page.locator("#who").is_visible():
            self.page.click("#play")
        return self

    def press(self, *keys: str) -> None:
        """Press keys by playwright's names for them."""
        for key in keys:
            self.page.keyboard.press(key)

    def post_here(self) -> None:
        """Post in the selected row while rolls are left."""
        self.post_by(lambda: self.press("d"))

    def post_by(self, post: Callable[[], None]) -> None:
        """Post while rolls are left, again if that was too soon; `y` confirms a zero, or lets a held post go."""
        dice = screens.dice(self.rows())
        post()
        self.wait_until(lambda: screens.dice(self.rows()) != dice or self._answers_done(), "an answer to DONE")
        if "Too soon" in self.text():
            self.press("o")
            self.wait_until(lambda: "Too soon" not in self.text(), "an answer to OOPS")
            self.post_by(post)
        elif screens.dice(self.rows()) == dice:
            self.press("y")

    def _answers_done(self) -> bool:
        return any(map(self.text().__contains__, ("Too soon", "takes it back", "(y/n)")))

    def rows(self) -> list[str]:
        """The text of the tube, 25 rows."""
        rows: list[str] = self.page.evaluate("recorded.rows()")
        return rows

    def reversed(self) -> list[str]:
        """A plane of the shape of `rows`, `#` where it is reverse."""
        rows: list[str] = self.page.evaluate("recorded.reversed()")
        return rows

    def text(self) -> str:
        return "\n".join(self.rows())

    def place(self, row: int, column: int) -> tuple[float, float]:
        """Where the middle of a cell is in the window."""
        box = self.page.locator("#picture").bounding_box()
        assert box is not None
        return box["x"] + box["width"] * (column + 0.5) / 80, box["y"] + box["height"] * (row + 0.5) / 25

    def place_of(self, text: str) -> tuple[float, float]:
        """Where the first character of a text on the tube is in the window."""
        [(row, line)] = [(row, line) for row, line in enumerate(self.rows()) if text in line]
        return self.place(row, line.index(text))

    def noted(self, kind: str) -> list[str]:
        """What the worker said of a kind: said, notices, results, links, failures."""
        found: list[str] = self.page.evaluate("kind => recorded.notes[kind]", kind)
        return found

    def wait_for(self, *texts: str) -> None:
        """Wait until all of `texts` are on the tube."""
        self._wait("([texts, limit]) => recorded.untilTexts(texts, limit)", [*texts])

    def wait_for_rows(self, rows: Sequence[str]) -> None:
        """Wait until the tube begins with these rows."""
        self._wait("([rows, limit]) => recorded.untilRows(rows, limit)", [*rows])

    def wait_for_note(self, kind: str, count: int = 1) -> str:
        """The last of what the worker said of a kind, once it has said so many."""
        self._wait(f"([count, limit]) => recorded.untilNoted({kind!r}, count, limit)", count)
        return self.noted(kind)[-1]

    def wait_until(self, seen: Callable[[], bool], what: str) -> None:
        """Wait until the tube shows something, looking whenever that has changed."""
        while not seen():
            self._wait("([_, limit]) => recorded.untilChanged(limit)", what)

    def wait_for_dice(self, dice: Dice) -> None:
        self.wait_until(lambda: screens.dice(self.rows()) == dice, f"the dice {dice}")

    def run_python(self, code: str, expression: str) -> object:
        """Return the value of `expression` after `code`, by way of JSON, from a Python like the page's."""
        self.page.route("**/told.js", lambda route: route.fulfill(body=_WORKER, content_type="text/javascript"))
        self.page.goto(f"{self.address}build.js")
        found: object = json.loads(self.page.evaluate(RUN, f"{code}\nimport json\njson.dumps({expression})"))
        return found

    def _wait(self, until: str, expected: object) -> None:
        deadline, rest = monotonic() + LIMIT / 1000, Rest()
        while missing := self.page.evaluate(until, [expected, _STEP]):
            in_vain = rest.is_reached() or monotonic() > deadline
            assert not in_vain, f"the page came to rest without {expected!r}:{missing}\n{self.complaints}"

    def close(self) -> None:
        self.page.close()
