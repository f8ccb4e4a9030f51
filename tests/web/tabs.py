"""Browser tabs with the page, and records of what the page's worker said to the page."""

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
"""Has the worker told.js, which a test wrote, run some Python, and returns the result."""
# A worker that starts Python as the page does, and runs the code that it is sent.
_WORKER = """
import { startPython } from "./interpreter.js";
const { python } = await startPython("import h89yahtzee.apps.web.page");
onmessage = ({data}) => postMessage(python.runPython(data));
postMessage("ready");
"""


class Tab:
    """A tab of `context` for the page at `address`.

    `requests` are the addresses that it has loaded; `complaints` are its uncaught exceptions and the errors on its
    console, including those about requests that its policy forbids.
    """

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
        """Open or reload the page; `link` comes after the "#". If asked for a name, play under the link's name."""
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
        """Post the dice in the selected row while rolls are left."""
        self.post_by(lambda: self.press("d"))

    def post_by(self, post: Callable[[], None]) -> None:
        """Post by calling `post`, again if it was too soon; `y` confirms a zero, or ends the time for OOPS."""
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
        """The text on the page's screen, 25 rows."""
        rows: list[str] = self.page.evaluate("recorded.rows()")
        return rows

    def reversed(self) -> list[str]:
        """25 rows of the same length as `rows`: `#` where a cell is in reverse video, else `.`."""
        rows: list[str] = self.page.evaluate("recorded.reversed()")
        return rows

    def text(self) -> str:
        return "\n".join(self.rows())

    def place(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell, in pixels across and down the browser's window."""
        box = self.page.locator("#picture").bounding_box()
        assert box is not None
        return box["x"] + box["width"] * (column + 0.5) / 80, box["y"] + box["height"] * (row + 0.5) / 25

    def place_of(self, text: str) -> tuple[float, float]:
        """The middle of the first character of a text on the screen, in pixels across and down the window."""
        [(row, line)] = [(row, line) for row, line in enumerate(self.rows()) if text in line]
        return self.place(row, line.index(text))

    def noted(self, kind: str) -> list[str]:
        """The worker's messages of a kind: "said", "notices", "results", "links" or "failures"."""
        found: list[str] = self.page.evaluate("kind => recorded.notes[kind]", kind)
        return found

    def wait_for(self, *texts: str) -> None:
        """Wait until all of `texts` are on the screen."""
        self._wait("([texts, limit]) => recorded.untilTexts(texts, limit)", [*texts])

    def wait_for_rows(self, rows: Sequence[str]) -> None:
        """Wait until the screen begins with these rows."""
        self._wait("([rows, limit]) => recorded.untilRows(rows, limit)", [*rows])

    def wait_for_note(self, kind: str, count: int = 1) -> str:
        """Wait until the worker has sent `count` messages of a kind; return the last of them."""
        self._wait(f"([count, limit]) => recorded.untilNoted({kind!r}, count, limit)", count)
        return self.noted(kind)[-1]

    def wait_until(self, seen: Callable[[], bool], what: str) -> None:
        """Wait until `seen`, called after each change of the screen, returns true; `what` is for the failure."""
        while not seen():
            self._wait("([_, limit]) => recorded.untilChanged(limit)", what)

    def wait_for_dice(self, dice: Dice) -> None:
        self.wait_until(lambda: screens.dice(self.rows()) == dice, f"the dice {dice}")

    def run_python(self, code: str, expression: str) -> object:
        """Run `code` in a Python like the page's; return the value that `expression` then has, passed as JSON."""
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
