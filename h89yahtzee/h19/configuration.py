"""The configuration of an H19: its modes, and the settings of its switches S401 (the line) and S402 (power-up).

Other modules obey the modes, and transports open lines. Source: the H19 manual and that of its UART, an INS8250;
the firmware for the state after power-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from h89yahtzee.h19 import codes


@dataclass(slots=True)
class TerminalModes:
    """The modes of the terminal; after power-up with the usual switches all are off.

    `block` is the cursor's shape, remembered while `cursor_off`. `auto_lf` adds an LF to a received CR, `auto_cr`
    adds a CR to a received LF.
    """

    reverse: bool = False
    insert: bool = False
    graphics: bool = False
    wrap: bool = False
    line_25: bool = False
    cursor_off: bool = False
    block: bool = False
    auto_lf: bool = False
    auto_cr: bool = False
    hold: bool = False
    no_click: bool = False
    keypad_shifted: bool = False
    keypad_alternate: bool = False
    keyboard_locked: bool = False
    ansi: bool = False


CHANGES = {
    "enter_insert_character_mode": ("insert", True),
    "exit_insert_character_mode": ("insert", False),
    "exit_hold_screen_mode": ("hold", False),
    "enter_reverse_video_mode": ("reverse", True),
    "exit_reverse_video_mode": ("reverse", False),
    "enter_graphics_mode": ("graphics", True),
    "exit_graphics_mode": ("graphics", False),
    "enter_keypad_shifted_mode": ("keypad_shifted", True),
    "exit_keypad_shifted_mode": ("keypad_shifted", False),
    "enter_alternate_keypad_mode": ("keypad_alternate", True),
    "exit_alternate_keypad_mode": ("keypad_alternate", False),
    "keyboard_disable": ("keyboard_locked", True),
    "keyboard_enable": ("keyboard_locked", False),
    "wrap_around_at_end_of_line": ("wrap", True),
    "discard_at_end_of_line": ("wrap", False),
}
"""The functions that only turn one mode on or off: the mode, and whether it is on afterwards."""

_S402_MODES = ("block", "no_click", "wrap", "auto_lf", "auto_cr", "ansi", "keypad_shifted")


def power_up_modes(switches: int) -> TerminalModes:
    """Return the modes that S402 selects; bit n is its section n. Section 7, the mains frequency, is no mode."""
    return TerminalModes(**{mode: bool(switches >> section & 1) for section, mode in enumerate(_S402_MODES)})


USUAL_SWITCHES = 0x8C
"""The usual setting of S401: 9600 baud, 8 bits, no parity, full duplex."""

_RATES = (110, *codes.BAUD_RATES, 23, 6)
"""The rates by sections 0 to 3 of S401; the last two are bytes that the firmware finds past its table."""


class Parity(Enum):
    """The kinds of parity bit: none, computed from the 7 data bits, always 1 (mark), or always 0 (space)."""

    NONE = "N"
    ODD = "O"
    EVEN = "E"
    MARK = "M"
    SPACE = "S"


@dataclass(frozen=True, slots=True)
class LineSettings:
    """The line's settings. Bytes have 7 data bits and parity, or 8 data bits, the eighth ignored, and sent as 0."""

    baud_rate: int
    parity: Parity
    full_duplex: bool


def line_settings(switches: int) -> LineSettings:
    """Return the settings that S401 selects; bit n of `switches` is its section n."""
    return LineSettings(_RATES[switches & 0x0F], _parity(switches), bool(switches & 0x80))


def bytes_per_second(baud_rate: float) -> float:
    """Return the bytes a second on a line: each has a start bit, 8 bits and one stop bit, or two at 110 baud."""
    return baud_rate / (11 if baud_rate == 110 else 10)


def _parity(switches: int) -> Parity:
    if not switches & 0x10:
        return Parity.NONE
    even, stick = bool(switches & 0x20), bool(switches & 0x40)
    if stick:
        return Parity.SPACE if even else Parity.MARK
    return Parity.EVEN if even else Parity.ODD
