"""The modes of an H19, their state at power-up by the option switches, and the functions that change them.

What a mode does is up to the parts that it concerns. Source: the H19 manual; the firmware for the state after
power-up.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class TerminalModes:
    """The modes that are on; with the usual switches none is after power-up.

    `block` is the cursor's shape, remembered while `cursor_off`. `auto_lf` and `auto_cr` are what the terminal adds
    to a received CR and LF.
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
"""The functions that only turn one mode on or off."""

_S402_MODES = ("block", "no_click", "wrap", "auto_lf", "auto_cr", "ansi", "keypad_shifted")


def power_up_modes(switches: int) -> TerminalModes:
    """The modes that S402 selects; bit n is its section n. Section 7, the mains frequency, is no mode."""
    return TerminalModes(**{mode: bool(switches >> section & 1) for section, mode in enumerate(_S402_MODES)})
