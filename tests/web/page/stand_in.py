"""The page with a stand-in for the program: a test decides what the worker sends, and reads the page's answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from h89yahtzee.h19.terminal import Terminal

if TYPE_CHECKING:
    from playwright.sync_api import Page, Worker

WEB = Path(__file__).resolve().parents[3] / "h89yahtzee" / "web"
PROGRAM = Path(__file__).with_name("program.js")
ROWS = 13
LIMIT = 120_000
"""Milliseconds after which a test stops waiting."""
COUNTING = """if (window.Worker) {
    window.heard = 0;
    window.Worker = class extends Worker {
        constructor(...words) {
            super(...words);
            this.addEventListener("message", () => { heard += 1; });
        }
    };
}"""
"""Runs before the page's scripts, and counts the messages that the page has got from the worker."""
_DRAWN = """async (said) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (heard < said) await frame();
    await frame();
    await frame();
}"""
_CELLS = """([row, column, columns]) => {
    const [wide, tall] = [columns * picture.width / 80, picture.height / 25];
    const style = getComputedStyle(picture);
    const known = new Map([[style.color, "#"], [style.backgroundColor, "."]]);
    const {data} = picture.getContext("2d").getImageData(column * picture.width / 80, row * tall, wide, tall);
    const pixel = place => known.get(`rgb(${data.slice(place * 4, place * 4 + 3).join(", ")})`) ?? "?";
    const line = (_, y) => Array.from({length: wide}, (_, x) => pixel(y * wide + x)).join("");
    return Array.from({length: tall}, line);
}"""


class StandIn:
    """The page in a tab; `complaints` are the errors on its console and its uncaught exceptions."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(LIMIT)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def open(self, address: str) -> StandIn:
        with self.page.expect_worker():
            self.page.goto(address)
        if self.page.locator("#who").is_visible():
            # As a person does, answer the question for a name only when the program is loaded.
            self.page.wait_for_selector("#tube[data-runs]")
            self.page.click("#play")
        self.wait_for("start")
        return self

    @property
    def worker(self) -> Worker:
        return self.page.workers[0]

    def say(self, kind: str, **message: object) -> None:
        """Have the worker send a message, and wait until the page has drawn what it changed."""
        said: int = self.worker.evaluate("message => say(message)", {"kind": kind, **message})
        self.page.evaluate(_DRAWN, said)

    def show(self, *sent: str) -> Terminal:
        """Show the screen of an H19 to which these texts were sent; return that H19."""
        terminal = Terminal()
        for text in sent:
            terminal.feed(text.encode("ascii"))
        cursor = terminal.grid().cursor
        lit = cursor and {"row": cursor[0], "column": cursor[1], "block": terminal.modes.block}
        self.say("tube", rows=[[row, list(terminal.row_bytes(row))] for row in range(25)], cursor=lit)
        return terminal

    def got(self, kind: str) -> list[dict[str, object]]:
        """The messages of a kind that the page has sent to the worker."""
        got: list[dict[str, object]] = self.worker.evaluate("got")
        return [message for message in got if message["kind"] == kind]

    def keys(self) -> list[object]:
        return [message["key"] for message in self.got("key")]

    def wait_for(self, kind: str, count: int = 1) -> list[dict[str, object]]:
        """Wait until the page has sent `count` messages of a kind; return all of that kind."""
        there = f"got.filter(message => message.kind === {kind!r}).length >= {count}"
        self.worker.evaluate(f"""new Promise((done, fail) => {{
            setTimeout(() => fail(new Error("no {count} of {kind}: " + JSON.stringify(got))), {LIMIT});
            const look = () => {there} ? done() : setTimeout(look, 5);
            look();
        }})""")
        return self.got(kind)

    def cell_size(self) -> tuple[int, int]:
        """The width and the height of a cell in pixels."""
        width, height = self.page.evaluate("[picture.width / 80, picture.height / 25]")
        return width, height

    def dots(self, row: int, column: int, columns: int = 1) -> list[str]:
        """The lines of pixels of some cells: "#" is the phosphor's colour, "." the glass's, "?" any other."""
        lines: list[str] = self.page.evaluate(_CELLS, [row, column, columns])
        return lines


def full_hand(*, asks: bool = False) -> dict[str, object]:
    """The same as `hand`, with as many rows and commands as the program ever has for buttons by the usual rules."""
    rows = [
        *(["3 of a kind", "28", "open", row, 40] for row in range(ROWS)),
        ["a long name", "1234", "total", 1, 40],
    ]
    after_game = [["v", "review"], ["p", "compare"], ["s", "start page"], ["g", "saved games"], ["q", "quit"]]
    others = [*after_game, ["=", "settings"], ["?", "help"]]
    return {**hand(asks=asks), "card": rows, "others": others}


def hand(*, asks: bool = False) -> dict[str, object]:
    """The content of the message by which the program tells the page what the buttons at a table are."""
    card = [
        ["THREES", "9", "open", 3, 40],
        ["4 of a kind", "24", "filled", 4, 40],
        ["Chance", "7", "chosen", 5, 40],
        ["me", "24", "total", 3, 40],
    ]
    functions = [*([f"f{die}", f"die {die}"] for die in range(1, 6)), ["ERASE", "ROLL"], ["BLUE", "DONE"]]
    others = [["a", "coach"], ["=", "settings"], ["?", "help"], ["ESC", "back"]]
    dice: list[list[object]] = [[6, ""], [0, ""], [3, "ROLL"], [1, ""], [5, ""]]
    return {
        "functions": functions,
        "others": others,
        "asks": "Score 0 in FOURS?" if asks else "",
        "dice": dice,
        "card": card,
    }
