"""The serial line as switch S401 sets it.

This says how the terminal uses a line; opening one is up to the transport. Source: the firmware and the manual of
its UART, an INS8250.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from h89yahtzee.h19 import codes

USUAL_SWITCHES = 0x8C
"""9600 baud, 8 bits, no parity, full duplex."""

_RATES = (110, *codes.BAUD_RATES, 23, 6)
"""The rates by sections 0 to 3; the last two are what the firmware happens to find past the end of its table."""


class Parity(Enum):
    """The parity bit: none, as the 7 data bits make it, or always 1 (mark) or 0 (space)."""

    NONE = "N"
    ODD = "O"
    EVEN = "E"
    MARK = "M"
    SPACE = "S"


@dataclass(frozen=True, slots=True)
class LineSettings:
    """With a parity bit 7 bits are data, without one 8; the terminal ignores the eighth and sends it as 0."""

    baud_rate: int
    parity: Parity
    full_duplex: bool


def line_settings(switches: int) -> LineSettings:
    """The settings that S401 selects; bit n of `switches` is its section n."""
    return LineSettings(_RATES[switches & 0x0F], _parity(switches), bool(switches & 0x80))


def character_time(baud_rate: int) -> float:
    """The seconds that one byte takes on the line: start bit, 8 bits and one stop bit, or two at 110 baud."""
    return (11 if baud_rate == 110 else 10) / baud_rate


def _parity(switches: int) -> Parity:
    if not switches & 0x10:
        return Parity.NONE
    even, stick = bool(switches & 0x20), bool(switches & 0x40)
    if stick:
        return Parity.SPACE if even else Parity.MARK
    return Parity.EVEN if even else Parity.ODD
