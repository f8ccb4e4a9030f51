"""A real terminal connected to the page: an H19 emulated in real time, on a line behind a stand-in for Web Serial.

The stand-in takes all bytes at once, as some adapters do, and passes on no XON and XOFF. The H19 gets the bytes at
the speed of the line, reckoned from the times at which the page wrote them.
"""

from __future__ import annotations

import pytest

from tests.apps import screens
from tests.apps.by_hand import deal
from tests.apps.simulated_line import SimulatedLine
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SEED = 42
LINK = f"r={SEED}&players=me,=reagan,=king&pace=100"
ADAPTER = """{
    const adapter = {writes: [], options: null};
    const port = {
        async open(options) {
            adapter.options = options;
            this.readable = new ReadableStream({start: (controller) => { adapter.terminal = controller; }});
            this.writable = new WritableStream({
                write: (bytes) => { adapter.writes.push([performance.now() / 1000, Array.from(bytes)]); },
            });
        },
        async close() {},
    };
    adapter.type = (text) => adapter.terminal.enqueue(new TextEncoder().encode(text));
    Object.defineProperty(navigator, "serial", {value: {requestPort: async () => port}});
    window.adapter = adapter;
}"""


def connect(tab: Tab, baud: int) -> None:
    tab.page.add_init_script(ADAPTER)
    tab.open(LINK)
    tab.wait_for("me's move: 2 rolls left.")
    tab.page.locator("#menu summary").click()
    tab.page.locator("#baud").select_option(f"{baud}")
    tab.page.locator("#connect").click()
    # The page shows the dice already before it paints the terminal, so wait for those on the terminal.
    tab.wait_until(
        lambda: screens.dice(terminal_rows(tab, baud)) == deal(SEED, 0, 0, 0), "the dice on the terminal"
    )


def type_there(tab: Tab, text: str) -> None:
    tab.page.evaluate("text => adapter.type(text)", text)


def line_at(tab: Tab, baud: int) -> SimulatedLine:
    """A simulated line with its H19, after all bytes that the page wrote have arrived."""
    line = SimulatedLine(baud, lambda: None)
    writes: list[tuple[float, list[int]]] = tab.page.evaluate("adapter.writes")
    start = writes[0][0]
    for time, data in writes:
        line.run_until(time - start)
        line.send(bytes(data))
    line.run_until(line.now + 60)
    return line


def test_a_terminal_is_never_overrun_and_shows_what_the_tube_shows(tab: Tab) -> None:
    baud = 19200
    connect(tab, baud)
    for turn in range(3):
        type_there(tab, "1")
        type_there(tab, "3r")
        tab.wait_for("me's move: 1 roll left.")
        type_there(tab, "3r")
        tab.wait_until(lambda: "1 roll left" not in tab.text(), "the last roll")
        type_there(tab, "dy")
        tab.wait_for_dice(deal(SEED, 0, turn + 1, 0))
        # The page's rows are read first: if they change afterwards, the test compares again.
        tab.wait_until(lambda: tab.rows() == terminal_rows(tab, baud), "the same on the terminal")
    line = line_at(tab, baud)
    assert tab.page.evaluate("adapter.options.baudRate") == baud
    assert (line.lost, line.xoffs) == (0, 0)
    assert tab.complaints == []


def terminal_rows(tab: Tab, baud: int) -> list[str]:
    """The rows of text on the terminal once all that the page shows has been written to it."""
    copy_link(tab)
    return line_at(tab, baud).terminal.grid().text().split("\n") if written(tab) else [" " * 80] * 25


def written(tab: Tab) -> int:
    count: int = tab.page.evaluate("adapter.writes.length")
    return count


def copy_link(tab: Tab) -> None:
    """Ask the program for a link and wait for it; by then the program has dealt with everything sent before."""
    count = len(tab.noted("links"))
    tab.page.locator("#copy-link").click()
    tab.wait_for_note("links", count + 1)
