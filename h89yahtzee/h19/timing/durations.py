"""How long the H19's processor takes for each byte, in states of its clock, until the next leaves the FIFO.

The figures are exact for the firmware (Heath part 444-46) in Heath mode and within a few per cent in ANSI mode.
Interrupts come on top. A byte that is no character is looked up in a table, from its front.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

from h89yahtzee.h19 import codes
from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.line_settings import character_time
from h89yahtzee.h19.parser import Operation
from h89yahtzee.h19.processor import Processor
from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.h19.timing.routines import insertion, line_feed, routine
from h89yahtzee.h19.video import COLUMNS

CLOCK = 2_048_000
"""States in a second."""

# Interrupts
RECEIVING = 474
RECEIVING_NUL = 249
XOFF = 71
"""What sending it takes in the interrupt that receives a byte, beside waiting for the UART."""
FIFO_FULL = -71
"""A byte for which the FIFO has no room is not stored."""
SENDING = 433
UNTIL_XOFF, UNTIL_SENT = 312, 388
"""When those interrupts hand the UART a byte."""
NOTHING_TO_SEND = 357
"""The interrupt after the last byte, which turns itself off."""
KEY_PRESSED = 494
VERTICAL_SYNC = 397
"""What the display is told of the cursor and the scrolling, if either may have changed."""

# The loop in which it waits for a byte or a key
PASS = 616
FIRST_PASSES = 575
"""Before the first interrupt, when it takes itself to be off line."""
PASS_FOR_ARGUMENT = 614
KEY_SERVED = 359
KEY_FETCHED = 548
"""The time after which a key is fetched, and interrupts are served again."""
BYTE_FETCHED = 120
"""The same for a byte from the input FIFO."""
OUTPUT_STARTED, OUTPUT_WAITS = 39, 26
OUTPUT_LOST = -81
"""A byte for which the output FIFO has no room is not stored."""

# Flow control
XON_SENT = 314
STILL_STOPPED = 35
"""The look at the FIFO before each character, while XOFF was the last."""

POWER_UP = 37_576
"""The states until the first pass."""
RESET = 37_403
"""The states of a reset in which nothing is received."""
RESET_LISTENING = 95
"""The states after those, while bytes are received again."""
RESET_CALL = Call("reset_to_power_up_configuration")

_CHARACTER = 547
_AT_LAST_COLUMN = -17
_WRAP = 76
_GRAPHICS_MODE, _GRAPHIC, _FIRST_GRAPHIC = 12, 31, 38

_TABLE_ENTRY = 90
_CONTROLS = b"\x07\x08\t\n\r"
_CONTROL, _UNKNOWN_CONTROL, _DELETE, _ESCAPE = 445, 917, 908, 938
_LINE_FEED, _HOLD_MODE, _AUTO_CR = 355, 30, 52
_HEATH_TABLE = b"<%c=>#@ABCDEFGHIJKLMNOYZ[\\]bjklnopqrtuvwxyz{}" % codes.ESC
_HEATH, _UNKNOWN_HEATH, _ESCAPE_AGAIN = 469, 4360, 43
_ANSI_TABLE = b"=>M["
_ANSI, _UNKNOWN_ANSI, _CONTROL_SEQUENCE = 476, 767, 12

_TAKES_ARGUMENT = {"direct_cursor_addressing": -32, "modify_baud_rate": -32, "set_mode": -22, "reset_mode": -10}
"""The routines that do not return to the loop yet, and the states that this saves."""
_CANCELLED = 255
_ROWS, _LINE_25, _LINE_25_OFF, _LOW_ROW, _HIGH_ROW = 270, 307, 288, 236, 257
_COLUMNS, _LOW_COLUMN, _HIGH_COLUMN, _CANCELLED_COLUMN = 599, 592, 601, 551
_RATE, _NO_RATE = 569, 267
_SET = {1: 389, 3: 403, 4: 434, 5: 427}
_RESET = {1: 417, 3: 383, 4: 434, 5: 467}
_OTHER_MODE, _LINE_25_ERASED = 385, 1301
_LOW_NO_MODE, _HIGH_NO_MODE = 66, 83

_FINAL_TABLE = b">?ABCDHJKLMPfhlmnpqrsuz"
_DIGIT, _SEMICOLON, _PREFIX = 320, 305, 525
_FINAL, _UNKNOWN_FINAL = 518, 2516
_NUMBERED_FINAL = {b"H": 932, b"f": 932, b"m": 737, b"r": 850, b"h": 796, b"l": 796}
_OTHER_NUMBERED_FINAL = 552
_AGAIN = {b"A": 54, b"B": 54, b"C": 33, b"D": 33, b"L": 54, b"M": 54, b"P": 54, b"m": 270}
_PREFIXED_FINAL, _MODE_AGAIN = 424, 180


def on_the_line(baud_rate: int) -> float:
    """The seconds of a character, which the UART counts in whole states."""
    return floor(character_time(baud_rate) * CLOCK) / CLOCK


_Stage = Callable[[int, Sequence[Operation], Processor], int]


class Meter:
    """Charges each byte of a stream its states."""

    def __init__(self) -> None:
        self._stage: _Stage = self._alone
        self._function = ""
        self._is_column = False
        self._sequence = b""

    @property
    def awaits_argument(self) -> bool:
        return self._stage in (self._argument, self._part)

    def charge(self, code: int, operations: Sequence[Operation], processor: Processor) -> int:
        """The states for one more byte, which calls for `operations`, before they are executed.

        A pass through the loop follows if the next byte is an argument.
        """
        states = self._stage(code, operations, processor)
        self._is_column = self._stage == self._argument
        self._function = processor.awaited_function
        if processor.is_between_sequences:
            self._stage, self._sequence = self._alone, b""
        elif self._function:
            self._stage = self._argument
        else:
            self._stage = self._part if processor.awaits_argument else self._called
        return states

    def _alone(self, code: int, _: Sequence[Operation], processor: Processor) -> int:
        if 0x20 <= code < 0x7F:
            return _character(code, processor.screen)
        return _control(code, processor.screen)

    def _called(self, code: int, operations: Sequence[Operation], processor: Processor) -> int:
        """The byte after ESC."""
        screen = processor.screen
        table, start, unknown = (
            (_ANSI_TABLE, _ANSI, _UNKNOWN_ANSI) if screen.modes.ansi else (_HEATH_TABLE, _HEATH, _UNKNOWN_HEATH)
        )
        if code not in table:
            return unknown
        start += table.index(code) * _TABLE_ENTRY
        if code == codes.ESC:
            return start + _ESCAPE_AGAIN
        if processor.awaits_argument:
            return start + _TAKES_ARGUMENT.get(processor.awaited_function, _CONTROL_SEQUENCE)
        return start + _routines(operations, screen, 0)

    def _argument(self, code: int, operations: Sequence[Operation], processor: Processor) -> int:
        if code == codes.CAN:
            return _CANCELLED_COLUMN if self._is_column else _CANCELLED
        value, line_25 = codes.argument(self._function, code), processor.screen.modes.line_25
        match self._function:
            case "direct_cursor_addressing":
                return _column(value) if self._is_column else _row(value, line_25)
            case "modify_baud_rate":
                return _RATE if 0 <= value < len(codes.BAUD_RATES) else _NO_RATE
        if value not in codes.MODES:
            return (_LOW_NO_MODE if value <= 0 else _HIGH_NO_MODE) + self._alone(code, operations, processor)
        if self._function == "set_mode" and value == 1 and not line_25:
            return _SET[1] + _LINE_25_ERASED
        return (_SET if self._function == "set_mode" else _RESET).get(value, _OTHER_MODE)

    def _part(self, code: int, operations: Sequence[Operation], processor: Processor) -> int:
        """A byte of an ANSI control sequence after its `ESC [`."""
        sequence, self._sequence = self._sequence, self._sequence + bytes((code,))
        if processor.is_between_sequences:
            return _final(sequence, code, operations, processor.screen)
        if code in b"0123456789":
            return _DIGIT
        return _SEMICOLON if code == ord(";") else _PREFIX + (code == ord("?")) * _TABLE_ENTRY


def _character(code: int, screen: ScreenState) -> int:
    _, column = screen.cursor
    states = _CHARACTER
    if screen.modes.graphics:
        states += _GRAPHICS_MODE if code < 0x5E else _FIRST_GRAPHIC if code == 0x5E else _GRAPHIC
    if screen.modes.insert:
        states += insertion(column)
    if column == COLUMNS - 1:
        states += _AT_LAST_COLUMN + (screen.modes.wrap and _WRAP + line_feed(screen))
    return states


def _control(code: int, screen: ScreenState) -> int:
    if code == ord("\n"):
        return _LINE_FEED + line_feed(screen) + _HOLD_MODE * screen.modes.hold + _AUTO_CR * screen.modes.auto_cr
    if code == codes.ESC:
        return _ESCAPE
    if code in _CONTROLS:
        return _CONTROL + _CONTROLS.index(code) * _TABLE_ENTRY + routine(codes.CONTROLS[code], screen)
    return _DELETE if code == 0x7F else _UNKNOWN_CONTROL


def _row(value: int, line_25: bool) -> int:
    if value == 24:
        return _LINE_25 if line_25 else _LINE_25_OFF
    return _LOW_ROW if value < 0 else _ROWS if value < 24 else _HIGH_ROW


def _column(value: int) -> int:
    return _LOW_COLUMN if value < 0 else _COLUMNS if value < COLUMNS else _HIGH_COLUMN


def _final(sequence: bytes, code: int, operations: Sequence[Operation], screen: ScreenState) -> int:
    """The last byte of an ANSI control sequence, of which `sequence` came before."""
    if code not in _FINAL_TABLE:
        return _UNKNOWN_FINAL
    if sequence[:1] in (b"?", b">"):
        return _PREFIXED_FINAL + len(operations) * _MODE_AGAIN
    letter, place = bytes((code,)), _FINAL_TABLE.index(code) * _TABLE_ENTRY
    if not sequence:
        return place + _FINAL + _routines(operations, screen, 0)
    if letter in (b"H", b"f", b"r"):
        return place + _NUMBERED_FINAL[letter]
    start = _NUMBERED_FINAL.get(letter, _OTHER_NUMBERED_FINAL)
    return place + start + _routines(operations, screen, _AGAIN.get(letter, 0))


def _routines(operations: Sequence[Operation], screen: ScreenState, each: int) -> int:
    return sum(each + routine(call.function, screen) for call in operations if isinstance(call, Call))
