"""How long the routines of the H19's firmware run, in states of the processor's clock, by the screen they find.

They are exact for Heath part 444-46. A loop over cells or rows shows as a factor: erasing writes single cells up to
the next address that 16 divides, then sixteen at a time; inserting and deleting move cell by cell.
"""

from __future__ import annotations

from h89yahtzee.h19.parser import Operation, Text
from h89yahtzee.h19.screen_state import ScreenState
from h89yahtzee.h19.video import BOTTOM, COLUMNS, LINE_25

_FLAG = 31
"""Setting or clearing a mode; some take a little less or more."""
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
    "transmit_page": 1915,
    "transmit_25th_line": 1915,
}

_LINE_FEED = {BOTTOM: 1582, LINE_25: 38}
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
    """A line feed at the bottom scrolls, and the 25th line, if it is on, is copied to where it is shown then."""
    row, _ = screen.cursor
    return _LINE_FEED.get(row, _LINE_DOWN) + _COPIED_LINE_25 * (row == BOTTOM and screen.modes.line_25)


def insertion(column: int) -> int:
    """What it takes to make room for a character."""
    return 46 if column == COLUMNS - 1 else 5337 - column * _CELL_MOVED


def routine(name: str, screen: ScreenState) -> int:
    """The states of a function that has no argument."""
    row, column = screen.cursor
    match name:
        case "line_feed":
            return line_feed(screen)
        case "carriage_return" if screen.modes.auto_lf:
            return _STATES[name] + line_feed(screen)
        case "reverse_index":
            return _REVERSE_LINE_FEED.get(row, _LINE_UP) + _COPIED_LINE_25 * (row == 0 and screen.modes.line_25)
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


def _moving_rows(row: int, at_the_end: dict[int, int], from_the_top: int) -> int:
    """On the 25th line the firmware's counter underflows, and 4016 bytes are moved."""
    return at_the_end.get(row, from_the_top - row * _ROW_MOVED)


def _erasing(name: str, row: int, column: int) -> int:
    """0 for what does not erase."""
    is_page = row != LINE_25
    match name:
        case "clear_display":
            return 160 + _PAGE if is_page else 75 + _ROW
        case "erase_entire_line":
            return 45 + _ROW
        case "erase_to_end_of_line":
            return 267 + _erased(COLUMNS - column)
        case "erase_to_end_of_page":
            return (
                360 + _erased((BOTTOM + 1 - row) * COLUMNS - column) if is_page else 299 + _erased(COLUMNS - column)
            )
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
    """Whether the cursor goes up or down a line, and the display is told."""
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
