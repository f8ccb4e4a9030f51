"""The clock cycles that the H19's processor needs for each received byte, until it can take the next byte.

The figures are exact for the firmware (Heath part 444-46) in Heath mode and within a few per cent in ANSI mode.
Interrupts take additional time. A byte that is no character is searched for in a table, from the table's front;
then a routine runs. If a routine loops over cells or rows, its time grows in proportion to their number. Erasing
writes single cells up to the next address that 16 divides, then sixteen at a time; inserting and deleting move cell
by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

from h89yahtzee.h19 import codes
from h89yahtzee.h19.busy_time import CLOCK, PASS_FOR_ARGUMENT, RECEIVING, RESET, SENDING
from h89yahtzee.h19.configuration import USUAL_SWITCHES, bytes_per_second
from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.parser import Operation, Text, received
from h89yahtzee.h19.processor import Processor
from h89yahtzee.h19.screen_state import BOTTOM, COLUMNS, LINE_25, ScreenState
from h89yahtzee.screen.termcap import Termcap

RESET_CALL = Call("reset_to_power_up_configuration")
_TRANSMISSIONS = (Call("transmit_page"), Call("transmit_25th_line"))

_CHARACTER = 547
_AT_LAST_COLUMN = -17
_WRAP = 76
_GRAPHICS_MODE, _GRAPHIC, _FIRST_GRAPHIC = 12, 31, 38

_TABLE_ENTRY = 90
_CONTROLS = b"\x07\x08\t\n\r"
_CONTROL, _UNKNOWN_CONTROL, _DELETE, _ESCAPE = 445, 917, 908, 938
_LINE_FEED, _HOLD_MODE, _AUTO_CR = 355, 30, 52
_HELD = 0
"""The clock cycles of a line feed that doesn't scroll because it holds the page. They are taken as 0, since the
next pass through the idle loop saves the same number of cycles."""
_HEATH_TABLE = b"<%c=>#@ABCDEFGHIJKLMNOYZ[\\]bjklnopqrtuvwxyz{}" % codes.ESC
_HEATH, _UNKNOWN_HEATH, _ESCAPE_AGAIN = 469, 4360, 43
_ANSI_TABLE = b"=>M["
_ANSI, _UNKNOWN_ANSI, _CONTROL_SEQUENCE = 476, 767, 12

_TAKES_ARGUMENT = {"direct_cursor_addressing": -32, "modify_baud_rate": -32, "set_mode": -22, "reset_mode": -10}
"""For each function that takes an argument, the clock cycles (negative) that are saved because the function doesn't
return to the idle loop before it has its argument."""
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
_RENDITION = {
    "exit_reverse_video_mode": 214,
    "enter_reverse_video_mode": 304,
    "enter_graphics_mode": 395,
    "exit_graphics_mode": 485,
}
_NO_PARAMETER, _UNKNOWN_RENDITION = -86, 305
"""The additional clock cycles of `ESC [ m` without a number, and with a number that the firmware doesn't know."""

_UART_CLOCK = 192_000
"""The bits a second that the UART sends with a divisor of 1."""
_DIVISORS = {300: 635}
"""Divisors of the UART by baud rate, only for rates at which the firmware doesn't use the whole number nearest to
the exact divisor."""


def on_the_line(baud_rate: int) -> float:
    """Return the seconds that a byte from the computer takes on the line, rounded to clock cycles of the
    processor."""
    return floor(CLOCK / bytes_per_second(baud_rate)) / CLOCK


def sent_in(baud_rate: int) -> float:
    """Return the seconds that a byte from the terminal takes on the line.

    The terminal's UART divides the rate of a clock by a whole number, so its speed is only nearly `baud_rate`.
    """
    bits_of_divisor_1 = _UART_CLOCK / baud_rate
    divisor = _DIVISORS.get(baud_rate, round(bits_of_divisor_1))
    return floor(CLOCK / bytes_per_second(baud_rate) * divisor / bits_of_divisor_1) / CLOCK


_Stage = Callable[[int, Sequence[Operation], Processor], int]


class Meter:
    """Computes the clock cycles for each byte of a stream that an H19 receives."""

    def __init__(self) -> None:
        self._stage: _Stage = self._alone
        self._function = ""
        self._is_column = False
        self._sequence = b""

    def charge(self, code: int, operations: Sequence[Operation], processor: Processor) -> int:
        """Return the clock cycles for `code`, the stream's next byte. Call this method before `processor` executes
        `operations`, the operations that this byte completes.

        If an argument must follow `code` (`Parser.awaits_argument`), the processor also makes a pass through the
        idle loop, which isn't included.
        """
        states = self._stage(code, operations, processor)
        self._is_column = self._stage == self._argument
        self._function = processor.parser.awaited_function
        if processor.parser.is_between_sequences:
            self._stage, self._sequence = self._alone, b""
        elif self._function:
            self._stage = self._argument
        else:
            self._stage = self._part if processor.parser.awaits_argument else self._called
        return states

    def _alone(self, code: int, _: Sequence[Operation], processor: Processor) -> int:
        if 0x20 <= code < 0x7F:
            return _character(code, processor.screen)
        if code == ord("\n") and processor.holds_next:
            return _HELD
        return _control(code, processor.screen)

    def _called(self, code: int, operations: Sequence[Operation], processor: Processor) -> int:
        """Return the clock cycles of a byte that follows ESC."""
        screen = processor.screen
        table, start, unknown = (
            (_ANSI_TABLE, _ANSI, _UNKNOWN_ANSI) if screen.modes.ansi else (_HEATH_TABLE, _HEATH, _UNKNOWN_HEATH)
        )
        if code not in table:
            return unknown
        start += table.index(code) * _TABLE_ENTRY
        if code == codes.ESC:
            return start + _ESCAPE_AGAIN
        if processor.parser.awaits_argument:
            return start + _TAKES_ARGUMENT.get(processor.parser.awaited_function, _CONTROL_SEQUENCE)
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
        """Return the clock cycles of `code`, a byte after the `ESC [` of an ANSI control sequence."""
        sequence, self._sequence = self._sequence, self._sequence + bytes((code,))
        if processor.parser.is_between_sequences:
            return _final(sequence, code, operations, processor.screen)
        if code in b"0123456789":
            return _DIGIT
        if code == ord(";"):
            return _SEMICOLON
        return _PREFIX + _TABLE_ENTRY if code == ord("?") else _PREFIX


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
        modes = (_HOLD_MODE if screen.modes.hold else 0) + (_AUTO_CR if screen.modes.auto_cr else 0)
        return _LINE_FEED + line_feed(screen) + modes
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
    """Return the clock cycles of the last byte of an ANSI control sequence; `sequence` has the bytes between `ESC
    [` and that byte."""
    if code not in _FINAL_TABLE:
        return _UNKNOWN_FINAL
    if sequence[:1] in (b"?", b">"):
        return _PREFIXED_FINAL + len(operations) * _MODE_AGAIN
    letter, place = bytes((code,)), _FINAL_TABLE.index(code) * _TABLE_ENTRY
    if letter == b"m":
        place += _renditions(sequence, operations)
    if not sequence:
        return place + _FINAL + _routines(operations, screen, 0)
    if letter in (b"H", b"f", b"r"):
        return place + _NUMBERED_FINAL[letter]
    start = _NUMBERED_FINAL.get(letter, _OTHER_NUMBERED_FINAL)
    return place + start + _routines(operations, screen, _AGAIN.get(letter, 0))


def _renditions(sequence: bytes, operations: Sequence[Operation]) -> int:
    """Return the clock cycles in which the firmware looks up the numbers of `ESC [ ... m` in its table. It stops at
    the first number that isn't there."""
    found = sum(_RENDITION[call.function] for call in operations if isinstance(call, Call))
    if not sequence:
        return found + _NO_PARAMETER
    return found + (_UNKNOWN_RENDITION if len(operations) <= sequence.count(b";") else 0)


def _routines(operations: Sequence[Operation], screen: ScreenState, each: int) -> int:
    return sum(each + routine(call.function, screen) for call in operations if isinstance(call, Call))


_FLAG = 31
"""The clock cycles of setting or clearing a mode; some modes take a little less or more."""
_STATES = {
    "bell": 21,
    "carriage_return": 92,
    "cursor_home": 84,
    "save_cursor_position": 42,
    "restore_cursor_position": 317,
    "enter_insert_character_mode": 29,
    "exit_insert_character_mode": 29,
    "enter_graphics_mode": 29,
    "exit_graphics_mode": 29,
    "enter_reverse_video_mode": 35,
    "exit_reverse_video_mode": 29,
    "enter_hold_screen_mode": 49,
    "exit_hold_screen_mode": 29,
    "keyboard_enable": 43,
    "keyboard_disable": 43,
    "identify_as_vt52": 900,
    "cursor_position_report": 1150,
    "reset_to_power_up_configuration": 17,
    "transmit_page": 310,
    "transmit_25th_line": 310,
}

TRANSMITTED = 1605
"""The clock cycles of the processor's work after it has given the UART the last byte of the page or 25th line to
send."""

_LINE_FEED_ROUTINE = {BOTTOM: 1582, LINE_25: 38}
_LINE_DOWN = 245
_COPIED_LINE_25 = 2386
_REVERSE_LINE_FEED = {0: 1588, LINE_25: 31}
_LINE_UP = 235

_CELL = 56
_SIXTEEN_CELLS = 236
_NO_SIXTEEN = -10
_ROW = COLUMNS // 16 * _SIXTEEN_CELLS
_PAGE = (BOTTOM + 1) * _ROW
_CELL_BEFORE = 26
_CELL_MOVED = 66
_ROW_MOVED = 2060


def line_feed(screen: ScreenState) -> int:
    """Return the clock cycles of a line feed. In the page's last row it scrolls the page; if the 25th line is on,
    the processor must then also copy this line."""
    row, _ = screen.cursor
    copied = _COPIED_LINE_25 if row == BOTTOM and screen.modes.line_25 else 0
    return _LINE_FEED_ROUTINE.get(row, _LINE_DOWN) + copied


def insertion(column: int) -> int:
    """Return the clock cycles of making room for a character in insert mode."""
    return 46 if column == COLUMNS - 1 else 5337 - column * _CELL_MOVED


def routine(name: str, screen: ScreenState) -> int:
    """Return the clock cycles of a function without arguments."""
    row, column = screen.cursor
    match name:
        case "line_feed":
            return line_feed(screen)
        case "carriage_return" if screen.modes.auto_lf:
            return _STATES[name] + line_feed(screen)
        case "reverse_index":
            copied = _COPIED_LINE_25 if row == 0 and screen.modes.line_25 else 0
            return _REVERSE_LINE_FEED.get(row, _LINE_UP) + copied
        case "cursor_up" | "cursor_down" | "cursor_forward" | "cursor_backward" | "horizontal_tab":
            return _motion(name, row, column)
        case "insert_line":
            return _moving_rows(row, {BOTTOM: 1301, LINE_25: 104856}, 48824)
        case "delete_line":
            return _moving_rows(row, {BOTTOM: 1330, LINE_25: 104756}, 48724)
        case "delete_character":
            return 95 if column == COLUMNS - 1 else 5321 - column * _CELL_MOVED
    return _erasing(name, row, column) or _STATES.get(name, _FLAG)


def _motion(name: str, row: int, column: int) -> int:
    match name:
        case "cursor_up":
            return {0: 28, LINE_25: 53}.get(row, 22 + _LINE_UP)
        case "cursor_down":
            return _FLAG if row >= BOTTOM else 18 + _LINE_DOWN
        case "cursor_forward":
            return _FLAG if column == COLUMNS - 1 else 105
        case "cursor_backward":
            return 28 if column == 0 else 102
    return 138 if column < 72 else 176 if column < COLUMNS - 1 else 184


def _moving_rows(row: int, in_last_rows: dict[int, int], in_row_0: int) -> int:
    """Return the clock cycles of inserting or deleting a line in `row`.

    `in_row_0` is the clock cycles if `row` is 0. `in_last_rows` has the clock cycles for the last two rows, by row.
    """
    # On the 25th line the firmware's counter underflows, and 4016 bytes are moved.
    return in_last_rows.get(row, in_row_0 - row * _ROW_MOVED)


def _erasing(name: str, row: int, column: int) -> int:
    """Return the clock cycles of an erasing function; 0 for other functions."""
    is_page = row != LINE_25
    match name:
        case "clear_display":
            return 160 + _PAGE if is_page else 75 + _ROW
        case "erase_entire_line":
            return 45 + _ROW
        case "erase_to_end_of_line":
            return 267 + _erased(COLUMNS - column)
        case "erase_to_end_of_page":
            if not is_page:
                return 299 + _erased(COLUMNS - column)
            return 360 + _erased((BOTTOM + 1 - row) * COLUMNS - column)
        case "erase_beginning_of_line":
            return 75 + column * _CELL_BEFORE
        case "erase_beginning_of_display":
            above = (107 + row * _ROW if row else 0) if is_page else -24
            return 131 + above + column * _CELL_BEFORE
    return 0


def _erased(cells: int) -> int:
    sixteens, singles = divmod(cells, 16)
    return singles * _CELL + (sixteens * _SIXTEEN_CELLS or _NO_SIXTEEN)


def moves_by_line(operation: Operation, screen: ScreenState) -> bool:
    """Return whether `operation`, if executed now, moves the cursor to another row, so that the processor has to
    tell the display the cursor's new place."""
    row, column = screen.cursor
    if isinstance(operation, Text):
        return screen.modes.wrap and column == COLUMNS - 1 and row != LINE_25
    match operation.function:
        case "line_feed" | "reverse_index":
            return row != LINE_25
        case "carriage_return":
            return screen.modes.auto_lf and row != LINE_25
        case "cursor_up":
            return 0 < row < LINE_25
    return operation.function == "cursor_down" and row < BOTTOM


class ExecutionTimes:
    """Computes, in advance, the processor's time for each byte of a stream that is sent to an H19 just switched on.

    Bit n of `switches` is section n of the H19's switch S402. An emulator executes the stream, since the time of a
    function depends on the bytes before it. Clock and line are not emulated, nor are changes that the terminal's
    own keys make to its screen and modes.
    """

    def __init__(self, switches: int = 0) -> None:
        self._processor = Processor(switches, USUAL_SWITCHES)
        self._meter = Meter()

    def feed(self, data: bytes) -> list[float]:
        """Return for each byte of `data`, which continues the stream, the seconds that the processor takes for it;
        0.0 for a NUL."""
        return [self._execute(received(bytes((code,)))) for code in data]

    def _execute(self, code: bytes) -> float:
        """Receive a byte, and execute queued bytes unless the page is held; return the seconds that this takes."""
        for value in code:
            self._processor.queue(value)
        states = 0
        while self._processor.queued and not self._processor.is_holding:
            states += RECEIVING + self._take()
        self._processor.start_output()
        states += len(self._processor.data_to_send()) * SENDING
        return states / CLOCK

    def _take(self) -> int:
        code, operations, *_ = self._processor.take()
        states = self._meter.charge(code, operations, self._processor)
        if self._processor.parser.awaits_argument:
            states += PASS_FOR_ARGUMENT
        for operation in operations:
            self._processor.execute(operation)
            states += TRANSMITTED if operation in _TRANSMISSIONS else RESET if operation == RESET_CALL else 0
        return states


class CodeTimes:
    """A callable that returns the milliseconds that an H19's processor takes for a code, with the cursor at a given
    place.

    All calls use one emulator: the codes print no text, and change nothing on which the times of later codes
    depend.
    """

    def __init__(self, caps: Termcap) -> None:
        self._caps = caps
        self._times = ExecutionTimes()
        self._times.feed(caps.get("ti"))

    def __call__(self, code: bytes, row: int, column: int) -> float:
        self._times.feed(self._caps.cursor_motion(row, column))
        milliseconds = 1000 * sum(self._times.feed(code))
        self._times.feed(self._caps.get("ei"))  # leave insert mode, in which characters take longer
        return milliseconds
