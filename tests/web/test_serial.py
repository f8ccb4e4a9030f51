"""A real terminal at the page: an H19 in real time at the end of a line, behind a stand-in for Web Serial.

The adapter takes whatever it is given at once, as some do, and says nothing of XON and XOFF; the H19 gets its bytes
as fast as the line carries them, from the times at which the page wrote them.
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
    # The tube shows the dice until it is painted anew with the terminal, so the terminal's own count.
    tab.wait_until(
        lambda: screens.dice(terminal_rows(tab, baud)) == deal(SEED, 0, 0, 0), "the dice on the terminal"
    )


def type_there(tab: Tab, text: str) -> None:
    tab.page.evaluate("text => adapter.type(text)", text)


def line_at(tab: Tab, baud: int) -> SimulatedLine:
    """The line after all that the page wrote."""
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
        # The tube first: what changes on it afterwards has the test look again.
        tab.wait_until(lambda: tab.rows() == terminal_rows(tab, baud), "the same on the terminal")
    line = line_at(tab, baud)
    assert tab.page.evaluate("adapter.options.baudRate") == baud
    assert (line.lost, line.xoffs) == (0, 0)
    assert tab.complaints == []


def terminal_rows(tab: Tab, baud: int) -> list[str]:
    """The text on the terminal once it has all that the tube shows."""
    copy_link(tab)
    return line_at(tab, baud).terminal.grid().text().split("\n") if written(tab) else [" " * 80] * 25


def written(tab: Tab) -> int:
    count: int = tab.page.evaluate("adapter.writes.length")
    return count


def copy_link(tab: Tab) -> None:
    """Ask for something whose answer comes after that to all before it."""
    count = len(tab.noted("links"))
    tab.page.locator("#copy-link").click()
    tab.wait_for_note("links", count + 1)
