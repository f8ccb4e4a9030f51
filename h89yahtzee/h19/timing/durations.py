"""How long the H19's processor takes, in milliseconds, by what it does and what is on its screen.

Measured on the real firmware at 2.048 MHz with the input FIFO never empty, so the figures include the receive
interrupts. Between two measured places they are interpolated; what was not measured has the time of its neighbour
in the firmware's table of sequences, which is searched from the front. What single measurements leave open, the
interrupts among it, and up to 4 % of some others are as 60 recorded sessions have them. The line's time is not
included.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from h89yahtzee.h19.control_sequence import Call
from h89yahtzee.h19.parser import Operation, Text
from h89yahtzee.h19.processor import Processor
from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.h19.video import BOTTOM, COLUMNS, LINE_25

BYTE = 0.5
"""The time for a byte that completes nothing yet."""
INTERRUPT = 0.2394
"""What the receive interrupt of one byte takes of the times below."""
TRANSMISSION = 0.3
"""What the interrupt for a byte that is sent takes."""
XOFF = 0.05
"""What sending XOFF in the receive interrupt takes, beside waiting for the UART."""
RESET = 19.0
"""The time for a reset; nothing is received meanwhile."""
RESET_CALL = Call("reset_to_power_up_configuration")

_PRINTABLE = 0.505
_PRINTABLE_GRAPHICS = 0.515
_LAST_COLUMN = -0.019
"""What a character takes more where the cursor stays."""
_INSERT_A_COLUMN = 0.0331
_LINE_FEED = 0.5
_SCROLL = 1.190 - _LINE_FEED
_SCROLL_LINE_25 = 1.295
_WRAP = 80 * 0.003
_ERASE_CELL = (15.817 - 2.565) / (23 * COLUMNS)
_ROW_MOVED = (25.747 - 3.618) / 22

_UNKNOWN_CONTROL = 0.680
_NO_MODE = 3.25
"""What `ESC x` and the like take before a byte that is no mode, which is then executed as if alone."""
_CONTROLS = {"bell": 0.462, "cursor_backward": 0.545, "horizontal_tab": 0.604, "carriage_return": 0.670}

_UNKNOWN_SEQUENCE = 2.924
_SEQUENCES = {
    "enter_ansi_mode": 1.165,
    "enter_alternate_keypad_mode": 1.255,
    "exit_alternate_keypad_mode": 1.300,
    "transmit_page": 1.340,
    "enter_insert_character_mode": 1.385,
    "cursor_up": 1.558,
    "cursor_down": 1.605,
    "cursor_forward": 1.556,
    "cursor_backward": 1.598,
    "enter_graphics_mode": 1.648,
    "exit_graphics_mode": 1.692,
    "cursor_home": 1.763,
    "exit_insert_character_mode": 2.044,
    "direct_cursor_addressing": 3.471,
    "identify_as_vt52": 2.527,
    "enter_hold_screen_mode": 2.187,
    "exit_hold_screen_mode": 2.221,
    "transmit_25th_line": 2.260,
    "save_cursor_position": 2.358,
    "restore_cursor_position": 2.536,
    "erase_entire_line": 3.026,
    "cursor_position_report": 2.982,
    "enter_reverse_video_mode": 2.574,
    "exit_reverse_video_mode": 2.615,
    "modify_baud_rate": 3.300,
    "enter_keypad_shifted_mode": 2.705,
    "exit_keypad_shifted_mode": 2.750,
    "wrap_around_at_end_of_line": 2.793,
    "discard_at_end_of_line": 2.837,
    "set_mode": 3.626,
    "reset_mode": 3.705,
    "keyboard_enable": 3.019,
    "keyboard_disable": 3.062,
    "enter_heath_mode": 1.165,
}

_UNKNOWN_CONTROL_SEQUENCE = 2.3
_A_BYTE_MORE = 0.73
_LONGER = {
    "clear_display": (1.699, 4),
    "cursor_home": (0.644, 3),
    "cursor_up": (0.760, 3),
    "delete_character": (0.632, 3),
    "direct_cursor_addressing": (2.455, 8),
    "enter_graphics_mode": (2.961, 5),
    "enter_reverse_video_mode": (1.297, 4),
    "erase_to_end_of_line": (0.607, 3),
    "exit_graphics_mode": (2.961, 5),
    "exit_reverse_video_mode": (0.229, 3),
    "insert_line": (0.767, 3),
}
"""How much longer than in Heath mode a control sequence of so many bytes takes."""
_USUALLY_LONGER = (0.68, 3)
_FOUND_ALREADY = 1.7
"""The time saved when a control sequence calls a function again: the search is done already."""


_FOUND = {"direct_cursor_addressing": 2.2, "modify_baud_rate": 2.6, "set_mode": 3.026, "reset_mode": 2.925}
"""When the firmware has found what the byte after ESC stands for, and fetches the argument."""
_NAMES_FUNCTION = 2
"""The place of that byte."""


def duration(operations: Sequence[Operation], length: int, screen: ScreenState) -> float:
    """The time for a character or a sequence of `length` bytes, in the state before it is executed."""
    if any(isinstance(operation, Text) for operation in operations):
        return _printing(screen) + (_NO_MODE if length > 1 else 0)
    calls = [operation for operation in operations if isinstance(operation, Call)]
    if length == 1:
        return _control(calls[0].function, screen) if calls else _UNKNOWN_CONTROL
    if screen.modes.ansi and length > 2:
        return _control_sequence(calls, length, screen)
    return _sequence(calls[0].function, screen) if calls else _UNKNOWN_SEQUENCE


class Meter:
    """Charges each byte its time; the one that completes a sequence pays what the others did not."""

    def __init__(self) -> None:
        self._length = 0
        self._paid = 0.0

    def charge(self, operations: Sequence[Operation], processor: Processor) -> float:
        """The time of one more byte, which calls for `operations`, in the state before they are executed."""
        self._length += 1
        if not processor.is_between_sequences:
            is_found = self._length == _NAMES_FUNCTION
            time = _FOUND.get(processor.awaited_function, 0.0) - self._paid if is_found else BYTE
            self._paid += max(time, BYTE)
            return max(time, BYTE)
        length, paid = self._length, self._paid
        self._length, self._paid = 0, 0.0
        return max(INTERRUPT, duration(operations, length, processor.screen) - paid)


def _printing(screen: ScreenState) -> float:
    row, column = screen.cursor
    time = _PRINTABLE_GRAPHICS if screen.modes.graphics else _PRINTABLE
    if column == COLUMNS - 1:
        time += _LAST_COLUMN
    if screen.modes.insert:
        time += (COLUMNS - 1 - column) * _INSERT_A_COLUMN
    if screen.modes.wrap and column == COLUMNS - 1:
        time += _WRAP + (_scrolling(screen) if row == BOTTOM else 0)
    return time


def _scrolling(screen: ScreenState) -> float:
    return _SCROLL + _SCROLL_LINE_25 * screen.modes.line_25


def _line_feed(screen: ScreenState) -> float:
    return _LINE_FEED + (_scrolling(screen) if screen.cursor[0] == BOTTOM else 0)


def _control(name: str, screen: ScreenState) -> float:
    if name == "line_feed":
        return _line_feed(screen)
    if name == "carriage_return" and screen.modes.auto_lf:
        return _CONTROLS[name] + _line_feed(screen)
    return _CONTROLS[name]


def _sequence(name: str, screen: ScreenState) -> float:
    row, column = screen.cursor
    if name in _BY_ROW:
        return _moving_rows(_BY_ROW[name], row)
    if name in _BY_COLUMN:
        return _between(_BY_COLUMN[name], column)
    match name:
        case "clear_display":
            return _SEQUENCES["erase_entire_line"] if row == LINE_25 else 15.499
        case "erase_to_end_of_page":
            return 2.565 + (max(BOTTOM - row, 0) * COLUMNS - column) * _ERASE_CELL
        case "erase_beginning_of_display":
            rows_above = row if row != LINE_25 else 0
            return _sequence("erase_beginning_of_line", screen) + rows_above * COLUMNS * _ERASE_CELL
        case "reverse_index":
            return 1.899 + (_scrolling(screen) if row == 0 else 0)
    return _SEQUENCES.get(name, _UNKNOWN_SEQUENCE)


def _control_sequence(calls: Sequence[Call], length: int, screen: ScreenState) -> float:
    if not calls:
        return _UNKNOWN_CONTROL_SEQUENCE + (length - 3) * _A_BYTE_MORE
    first, *others = (_sequence(call.function, screen) for call in calls)
    longer, measured_length = _LONGER.get(calls[0].function, _USUALLY_LONGER)
    again = sum(max(time - _FOUND_ALREADY, 0) for time in others)
    return first + longer + (length - measured_length) * _A_BYTE_MORE + again


# By row or column

_Measured = Sequence[tuple[int, float]]
"""Places, each with its time."""

_BY_ROW: dict[str, _Measured] = {
    "insert_line": ((0, 25.747), (11, 14.682), (22, 3.618), (23, 2.542)),
    "delete_line": ((0, 25.742), (11, 14.677), (22, 3.613), (23, 2.600)),
}
_BY_COLUMN: dict[str, _Measured] = {
    "erase_beginning_of_line": ((0, 2.553), (79, 3.556)),
    "erase_to_end_of_line": ((0, 2.563), (39, 2.464), (79, 2.010)),
    "delete_character": ((0, 4.587), (39, 3.330), (79, 2.035)),
}


def _between(points: _Measured, place: int) -> float:
    (start, first), (end, last) = next(pair for pair in pairwise(points) if place <= pair[1][0])
    return first + (place - start) * (last - first) / (end - start)


def _moving_rows(points: _Measured, row: int) -> float:
    """On the 25th line the firmware's counter underflows, and 4016 bytes are moved."""
    return points[-1][1] + 4016 / COLUMNS * _ROW_MOVED if row == LINE_25 else _between(points, row)
