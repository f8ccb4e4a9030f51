"""The configuration of an H19: its modes, and the settings of its switches S401 (the line) and S402 (power-up).

A switch has eight sections, numbered from 0. This module only describes modes and switches: `screen_state` and
`processor` act on them. Sources: the manuals of the H19 and of its UART (the serial chip INS8250), and the
firmware, which tells the state after power-up.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.h19 import codes


@dataclass(slots=True)
class TerminalModes:
    """The modes of the terminal; after power-up with the usual switches all are off.

    `block` makes the cursor a block instead of an underline; `cursor_off` hides the cursor. `auto_lf` adds an LF to
    a received CR, `auto_cr` adds a CR to a received LF.
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
"""For each function that only turns one mode on or off: the mode, and whether the mode is on afterwards."""

_S402_MODES = ("block", "no_click", "wrap", "auto_lf", "auto_cr", "ansi", "keypad_shifted")


def power_up_modes(switches: int) -> TerminalModes:
    """Return the modes that the switch S402 selects at power-up; bit n of `switches` is its section n.

    Section 7 selects the mains frequency, which is no mode.
    """
    return TerminalModes(**{mode: bool(switches >> section & 1) for section, mode in enumerate(_S402_MODES)})


USUAL_SWITCHES = 0x8C
"""The usual setting of S401: 9600 baud, 8 bits, no parity, full duplex."""
FULL_DUPLEX = 0x80
"""The bit of section 7 of switch S401; while it is off, the terminal also executes the bytes that it sends."""

_RATES = (110, *codes.BAUD_RATES, 23, 6)
"""The baud rates by the number in sections 0 to 3 of switch S401; for the last two numbers the firmware reads bytes
past the end of its table."""


def power_up_baud_rate(switches: int) -> int:
    """Return the baud rate that the switch S401 selects at power-up; bit n of `switches` is its section n.

    Sections 4 to 6 select the parity, which makes no difference: the eighth bit is ignored, and sent as 0.
    """
    return _RATES[switches & 0x0F]


def bytes_per_second(baud_rate: float) -> float:
    """Return the bytes a second that a serial line carries: each byte has a start bit, 8 bits and a stop bit (at
    110 baud two stop bits)."""
    return baud_rate / (11 if baud_rate == 110 else 10)
