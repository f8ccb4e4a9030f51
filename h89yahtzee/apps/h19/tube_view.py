"""Chooses what of the tube a window shows, and words the line below it.

The tube is never hidden for what isn't on it: where its last row is the window's last, there is no status line.
"""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.apps.blessed_screen import COLUMNS
from h89yahtzee.h19.terminal import Machine

PAGE_ROWS = 24
"""The rows of the tube without the 25th line."""
_LAST = PAGE_ROWS - 1
_REVERSE = 0x80


def shown_rows(lines: int, window_rows: int, *, is_row_24_wanted: bool) -> Sequence[int]:
    """The rows of the tube, from the top, that a window shows of so many `lines`.

    Where the 25th line has no row of its own it covers the one above, unless that is wanted instead.
    """
    if lines == PAGE_ROWS or window_rows > PAGE_ROWS:
        return range(lines)
    return [*range(_LAST), _LAST if is_row_24_wanted else PAGE_ROWS]


def with_note(tube: Sequence[bytes], note: str) -> list[bytes]:
    """The rows with a note in reverse video in the lowest blank one, if there is a blank one."""
    blank = max((row for row, codes in enumerate(tube) if codes.isspace()), default=None)
    text = bytes(code | _REVERSE for code in note[:COLUMNS].encode("ascii", "replace"))
    return [text.ljust(COLUMNS) if row == blank else codes for row, codes in enumerate(tube)]


def status_line(name: str, h19: Machine, escape: str) -> str:
    """What the H19 is connected to, its speed and modes, abbreviated if need be, and the key of the menu."""
    modes = h19.modes
    hint = f"{escape} menu"
    flags = (
        ("OFF LINE", "OFF", h19.off_line),
        (f"HELD: {escape} s scrolls", "HELD", h19.is_holding),
        ("HOLD SCREEN", "" if h19.is_holding else "HOLD", modes.hold),
        ("CAPS LOCK", "CAPS", h19.caps_lock),
        ("LOCKED", "KBD", modes.keyboard_locked),
        ("INSERT", "INS", modes.insert),
        ("REVERSE", "REV", modes.reverse),
        ("GRAPHICS", "GR", modes.graphics),
        ("WRAP", "WRAP", modes.wrap),
        ("AUTO LF", "LF", modes.auto_lf),
        ("AUTO CR", "CR", modes.auto_cr),
        ("KEYPAD SHIFTED", "PADS", modes.keypad_shifted),
        ("KEYPAD ALTERNATE", "PADA", modes.keypad_alternate),
    )
    mode = "ANSI" if modes.ansi else "Heath"
    room = COLUMNS - len(hint) - 2
    said = "  ".join([name, f"{h19.baud_rate} baud", mode, *(flag for flag, _, is_on in flags if is_on)])
    if len(said) > room:
        rest = " ".join(["", str(h19.baud_rate), mode, *(short for _, short, is_on in flags if short and is_on)])
        said = name[: room - len(rest)] + rest
    return f"{said:{COLUMNS - len(hint)}}{hint}"
