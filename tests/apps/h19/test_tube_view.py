"""The rows of the H19's screen that `h19` shows in windows of any height, the status line and the menu."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import pytest

from h89yahtzee.apps.blessed_screen import Cursor
from h89yahtzee.apps.h19.tube_view import status_line
from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import KeyPress
from tests.apps.h19.desk import ESCAPE, Desk


def numbered(line_25: bool) -> Terminal:
    """Return an H19 with the text "row N" in each row, N from 1, also in the 25th line if `line_25`. The cursor is
    in the last row."""
    h19 = Terminal()
    h19.feed(b"\x1bx1" * line_25)
    h19.feed(b"".join(b"\x1bY%c row %d" % (31 + row, row) for row in range(1, 26 if line_25 else 25)))
    return h19


def rows(*numbers: int) -> list[str]:
    return [f"row {number}" for number in numbers]


PAGE = range(1, 25)
MENU_NOTE = "^] shows a menu of keys, and leaves with q."
COVERED = "The 25th line covers row 24: ^] and then l shows that row."
WITHOUT_NOTES = 2.5
"""Seconds after the start when the notes about the menu and row 24 have disappeared."""


@pytest.mark.parametrize(
    ("window_rows", "line_25", "expected", "has_status"),
    [
        (24, False, [*PAGE], False),
        (24, True, [*PAGE[:-1], 25], False),
        (25, False, [*PAGE], True),
        (25, True, [*PAGE, 25], False),
        (26, False, [*PAGE], True),
        (26, True, [*PAGE, 25], True),
    ],
)
def test_what_of_the_tube_a_window_shows(
    window_rows: int, line_25: bool, expected: list[int], has_status: bool
) -> None:
    """If not all rows fit, the 25th line takes the place of row 24; the status line needs a row that is left."""
    desk = Desk(numbered(line_25), end=WITHOUT_NOTES, rows=window_rows)
    desk.run()
    assert desk.tube == rows(*expected)
    assert ("baud" in desk.below) == has_status
    assert desk.painted[0][1] == Cursor(len(expected) - 1, 6, block=False)


def after(desk: Desk, *keys: KeyPress) -> list[str]:
    """Return the rows that are shown after these keys were typed."""
    desk.typed = [*keys]
    shown: list[list[str]] = []
    desk.before_wait = lambda: shown.append(desk.tube)
    desk.run()
    return shown[1]


def test_the_menu_uncovers_row_24_and_covers_it_again() -> None:
    assert after(Desk(numbered(True), end=0.3, rows=24), ESCAPE, "l") == rows(*PAGE)
    desk = Desk(numbered(True), end=WITHOUT_NOTES, rows=24)
    desk.typed = [ESCAPE, "l"] * 2
    desk.run()
    assert desk.tube == rows(*PAGE[:-1], 25)
    assert after(Desk(numbered(True), end=0.3, rows=25), ESCAPE, "l") == rows(*PAGE, 25)


def test_a_cursor_in_a_row_that_is_covered_is_not_shown() -> None:
    h19 = numbered(True)
    desk = Desk(h19, end=0.1, rows=24)
    desk.typed = [ESCAPE, "l"]
    desk.run()
    assert {cursor for _, cursor in desk.painted[1:]} == {None}
    h19.feed(b"\x1bY7 ")
    desk = Desk(h19, end=0.1, rows=24)
    desk.run()
    assert {cursor for _, cursor in desk.painted} == {None}


def test_the_25th_line_covers_again_once_it_was_off() -> None:
    desk = Desk(numbered(True), end=4.0, rows=24)
    desk.typed = [ESCAPE, "l"]
    shown: list[str] = []

    def go_on() -> None:
        shown.append(desk.tube[-1] if desk.tube else "")
        if shown.count("row 24") == 2:
            desk.host.send(b"\x1by1")
        elif shown.count("row 24") == 4:
            desk.host.send(b"\x1bx1\x1bY8 anew")

    desk.before_wait = go_on
    desk.run()
    assert shown[-1] == "anew"


def test_the_layout_follows_the_window() -> None:
    desk = Desk(numbered(True), end=1.0)
    seen: dict[int, list[str]] = {}
    sizes = [26, 24, 25, 30, 10, 24]

    def resize() -> None:
        seen[desk.rows] = [*desk.tube, *(["status"] if desk.below else [])]
        if sizes:
            desk.rows = sizes.pop(0)

    desk.before_wait = resize
    desk.run()
    small, all_rows = [*rows(*PAGE[:-1]), COVERED], rows(*PAGE, 25)
    assert seen == {26: [*all_rows, "status"], 24: small, 25: all_rows, 30: [*all_rows, "status"], 10: small}


def notes(desk: Desk, line_25_at: float | None = None) -> dict[float, tuple[int, str]]:
    """Run `desk`; return the row, from 0, and the text of each note by the second when it appeared; (-1, "") is no
    note. At `line_25_at` seconds the computer writes to the 25th line."""
    shown = {0.0: (-1, "")}

    def look() -> None:
        found = [(row, text) for row, text in enumerate(desk.tube) if text in (MENU_NOTE, COVERED)]
        if (note := found[0] if found else (-1, "")) != list(shown.values())[-1]:
            shown[round(desk.now)] = note
        if line_25_at is not None and abs(desk.now - line_25_at) < 0.2:
            desk.host.send(b"\x1bx1\x1bY8 25")

    desk.before_wait = look
    desk.run()
    return shown


def test_the_menus_key_is_said_for_two_seconds_where_no_status_line_says_it() -> None:
    """The note is shown in the lowest empty row, and not at all if no row is empty."""
    none = (-1, "")
    half = Terminal()
    half.feed(b"\x1bY7 a prompt")
    assert notes(Desk(Terminal(), end=4.0, rows=24)) == {0: (23, MENU_NOTE), 2: none}
    assert notes(Desk(half, end=4.0, rows=24)) == {0: (22, MENU_NOTE), 2: none}
    assert notes(Desk(numbered(False), end=4.0, rows=24)) == {0: none}
    assert notes(Desk(Terminal(), end=4.0, rows=25)) == {0: none}


def test_that_row_24_is_covered_is_said_for_two_seconds() -> None:
    """The note is shown in the lowest empty row or, if there is none, in the last row. An empty 25th line covers
    nothing."""
    page = numbered(False)
    assert notes(Desk(page, end=8.0, rows=24), line_25_at=4.0) == {0: (-1, ""), 4: (23, COVERED), 6: (-1, "")}
    half = Terminal()
    half.feed(b"\x1bx1\x1bY7 24\x1bH")
    desk = Desk(half, end=8.0, rows=24)
    expected = {0: (22, MENU_NOTE), 2: (-1, ""), 4: (22, COVERED), 6: (-1, "")}
    assert notes(desk, line_25_at=4.0) == expected
    assert desk.tube[-1] == "25"
    assert notes(Desk(half, end=8.0, rows=25)) == {0: (22, MENU_NOTE), 2: (-1, "")}


@pytest.mark.parametrize(("window_rows", "in_page"), [(24, True), (25, False), (26, False)])
def test_the_menu_tells_the_status(window_rows: int, in_page: bool) -> None:
    page = after(Desk(numbered(False), end=0.5, rows=window_rows), ESCAPE)
    assert len(page) == 24
    assert ("9600 baud" in page[-1]) == in_page


def test_in_a_window_that_is_too_small_one_can_only_leave() -> None:
    h19 = numbered(False)
    desk = Desk(h19, end=0.4, rows=20)
    sent: list[bytes] = []

    presses: list[list[KeyPress]] = [["a"], [ESCAPE, "b"], [ESCAPE, "R"], [ESCAPE, "c"]]

    def press() -> None:
        sent.append(desk.host.receive())
        desk.typed = presses.pop(0) if presses else []

    desk.before_wait = press
    desk.run()
    assert b"".join(sent) == b""
    assert not h19.caps_lock
    assert h19.row_bytes(0).startswith(b"row 1 ")


HINT = "^] menu"
WORDS = {
    "insert": ("INSERT", "INS"),
    "reverse": ("REVERSE", "REV"),
    "graphics": ("GRAPHICS", "GR"),
    "wrap": ("WRAP", "WRAP"),
    "auto_lf": ("AUTO LF", "LF"),
    "auto_cr": ("AUTO CR", "CR"),
    "keypad_shifted": ("KEYPAD SHIFTED", "PADS"),
    "keypad_alternate": ("KEYPAD ALTERNATE", "PADA"),
    "keyboard_locked": ("LOCKED", "KBD"),
    "ansi": ("ANSI", "ANSI"),
}
"""The words in the status line for each mode that is on: if there is room, and if there isn't. The modes in `SEEN`
have no words, since the screen itself shows them."""
SEEN = {"cursor_off", "block", "no_click", "line_25"}
HOLDING = ((False, False, ""), (True, False, "HOLD"), (True, True, "HELD"))
"""Each row: whether hold screen mode is on, whether output is held now, and how the word for that begins."""


class Said(Terminal):
    """A terminal whose modes and keys a test sets as attributes."""

    modes = TerminalModes()
    is_holding = off_line = caps_lock = False
    baud_rate = 19200


def test_all_modes_are_told_of_or_seen() -> None:
    assert {field.name for field in fields(TerminalModes)} == {*WORDS, *SEEN, "hold"}


@pytest.mark.parametrize(("hold", "is_holding", "held"), HOLDING)
def test_every_combination_fits_and_is_told(hold: bool, is_holding: bool, held: str) -> None:
    h19 = Said()
    h19.is_holding = is_holding
    for off_line, caps_lock, *on in product((False, True), repeat=2 + len(WORDS)):
        h19.off_line, h19.caps_lock = off_line, caps_lock
        h19.modes = replace(TerminalModes(), hold=hold, **dict(zip(WORDS, on, strict=True)))
        line = status_line("/dev/ttyUSB0", h19, "^]")
        assert len(line) == 80
        assert line.endswith(f" {HINT}")
        assert line.startswith("/dev/tty")
        assert "19200" in line
        said = line.removesuffix(HINT).replace("  ", " ").split(" ")[2:]
        text = f" {' '.join(said)} "
        for words, is_on in [*zip(WORDS.values(), on, strict=True), (("OFF LINE", "OFF"), off_line)]:
            assert any(f" {word} " in text for word in words) == is_on, line
        assert any(f" {word} " in text for word in ("CAPS LOCK", "CAPS")) == caps_lock
        assert (f" {held}" in text) == bool(held) or not held, line


def test_a_long_name_is_cut_before_the_modes_are() -> None:
    h19 = Terminal()
    h19.feed(b"\x1bt\x1b=\x1b@")
    line = status_line("/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", h19, "^]")
    assert line.endswith(" 9600 Heath INS PADS PADA  ^] menu")
    assert len(line) == 80


def test_words_are_short_only_if_there_is_no_room() -> None:
    h19 = Terminal()
    h19.feed(b"\x1bt\x1b=")
    assert status_line("bash", h19, "^]").startswith("bash  9600 baud  Heath  KEYPAD SHIFTED  KEYPAD ALTERNATE  ")
