"""The status line of `h19` fits 80 columns whatever the modes."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import pytest

from h89yahtzee.apps.h19.tube_view import status_line
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.h19.terminal_modes import TerminalModes

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
"""What is said of each mode where there is room, and where there isn't; the screen itself shows the others."""
SEEN = {"cursor_off", "block", "no_click", "line_25"}
HOLDING = ((False, False, ""), (True, False, "HOLD"), (True, True, "HELD"))
"""Whether the mode is on, whether output is held, and what is said of that at least."""


class Said(Terminal):
    """A terminal with the modes and keys that a test says it has."""

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
