"""The codes of the H19: tables of functions, control characters, modes and baud rates, and the form in which the
terminal sends its screen.

Names are those of the H19 manual in snake_case. `parser` finds codes in a stream, `screen_state` and `processor`
carry out functions, and `keyboard` has the codes of keys. Source: the H19 manual, corrected where the terminal's
firmware (Heath part 444-46) does something else.
"""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.screen import charset

ESC = 0x1B
CAN = 0x18
"""The control character that cancels a function which awaits an argument in Heath mode; no other control character
does that."""
XON = 0x11
XOFF = 0x13


@dataclass(frozen=True, slots=True)
class Function:
    """A function and its codes in Heath and ANSI mode, both without the leading ESC.

    `arguments` is the number of bytes that follow in Heath mode. `ansi` is a %-template with one %d for each
    argument, or None where ANSI mode lacks the function. In ANSI mode all arguments are counted from 1.
    """

    name: str
    heath: bytes
    ansi: bytes | None
    arguments: int = 0


FUNCTIONS = (
    # Functions that move the cursor
    Function("cursor_home", b"H", b"[H"),
    Function("cursor_forward", b"C", b"[C"),
    Function("cursor_backward", b"D", b"[D"),
    Function("cursor_down", b"B", b"[B"),
    Function("cursor_up", b"A", b"[A"),
    Function("reverse_index", b"I", b"M"),
    Function("cursor_position_report", b"n", b"[6n"),
    Function("save_cursor_position", b"j", b"[s"),
    Function("restore_cursor_position", b"k", b"[u"),
    Function("direct_cursor_addressing", b"Y", b"[%d;%dH", arguments=2),
    # Functions that erase, insert and delete
    Function("clear_display", b"E", b"[2J"),
    Function("erase_beginning_of_display", b"b", b"[1J"),
    Function("erase_to_end_of_page", b"J", b"[J"),
    Function("erase_entire_line", b"l", b"[2K"),
    Function("erase_beginning_of_line", b"o", b"[1K"),
    Function("erase_to_end_of_line", b"K", b"[K"),
    Function("insert_line", b"L", b"[L"),
    Function("delete_line", b"M", b"[M"),
    Function("delete_character", b"N", b"[P"),
    Function("enter_insert_character_mode", b"@", b"[4h"),
    Function("exit_insert_character_mode", b"O", b"[4l"),
    # Functions that reset the terminal or change its rate
    Function("reset_to_power_up_configuration", b"z", b"[z"),
    Function("modify_baud_rate", b"r", b"[%dr", arguments=1),
    Function("set_mode", b"x", b"[>%dh", arguments=1),
    Function("reset_mode", b"y", b"[>%dl", arguments=1),
    Function("enter_ansi_mode", b"<", None),
    # Functions that switch modes on and off
    Function("enter_hold_screen_mode", b"[", b"[>3h"),
    Function("exit_hold_screen_mode", b"\\", b"[>3l"),
    Function("enter_reverse_video_mode", b"p", b"[7m"),
    Function("exit_reverse_video_mode", b"q", b"[m"),
    Function("enter_graphics_mode", b"F", b"[10m"),
    Function("exit_graphics_mode", b"G", b"[11m"),
    Function("enter_keypad_shifted_mode", b"t", b"[>6h"),
    Function("exit_keypad_shifted_mode", b"u", b"[>6l"),
    Function("enter_alternate_keypad_mode", b"=", b"="),
    Function("exit_alternate_keypad_mode", b">", b">"),
    # Functions for the keyboard and for sending
    Function("keyboard_disable", b"}", b"[2h"),
    Function("keyboard_enable", b"{", b"[2l"),
    Function("wrap_around_at_end_of_line", b"v", b"[?7h"),
    Function("discard_at_end_of_line", b"w", b"[?7l"),
    Function("identify_as_vt52", b"Z", None),
    Function("transmit_25th_line", b"]", b"[q"),
    Function("transmit_page", b"#", b"[p"),
)

CONTROLS = {
    0x07: "bell",
    0x08: "cursor_backward",
    0x09: "horizontal_tab",
    0x0A: "line_feed",
    0x0D: "carriage_return",
}
"""The functions of control characters other than ESC; control characters not listed do nothing."""

MODES = {
    1: "line_25",
    2: "no_click",
    3: "hold",
    4: "block",
    5: "cursor_off",
    6: "keypad_shifted",
    7: "keypad_alternate",
    8: "auto_lf",
    9: "auto_cr",
}
"""The modes that the functions `set_mode` and `reset_mode` can turn on and off. The keys are the values of the
argument that these functions take."""

BAUD_RATES = (110, 150, 300, 600, 1200, 1800, 2000, 2400, 3600, 4800, 7200, 9600, 19200)
"""The baud rates that `modify_baud_rate` can choose; its argument for the first one is A in Heath mode and 1 in
ANSI mode."""

VT52_IDENTITY = b"\x1b/K"
"""The H19's answer to the function `identify_as_vt52`: the answer of a DEC VT52 without a copier."""

ENTER_HEATH_MODE = Function("enter_heath_mode", b"", b"[?2h")
"""The only function that exists in ANSI mode but not in Heath mode."""

_HEATH = {function.name: bytes((ESC,)) + function.heath for function in FUNCTIONS}
_ANSI = {
    function.name: bytes((ESC,)) + function.ansi for function in (*FUNCTIONS, ENTER_HEATH_MODE) if function.ansi
}
_OFFSETS = {
    "direct_cursor_addressing": 0x20,
    "set_mode": ord("0"),
    "reset_mode": ord("0"),
    "modify_baud_rate": ord("A"),
}


def heath(name: str) -> bytes:
    """Return the ESC and the byte that call a function in Heath mode, without its arguments."""
    return _HEATH[name]


def ansi(name: str) -> bytes:
    """Return the bytes that call a function in ANSI mode, with %d for each argument; KeyError if ANSI mode lacks
    the function."""
    return _ANSI[name]


def direct_cursor_addressing(row: int, column: int) -> bytes:
    """Return the bytes that move the cursor to (row, column), counted from 0, in Heath mode.

    The terminal reports its cursor's place by the same bytes.
    """
    assert 0 <= row <= 24, row
    assert 0 <= column <= 79, column
    offset = _OFFSETS["direct_cursor_addressing"]
    return heath("direct_cursor_addressing") + bytes((row + offset, column + offset))


def argument(name: str, code: int) -> int:
    """Return the value of the byte `code` as an argument of the function `name` in Heath mode.

    The value, which may be out of range, is a 0-based row or column, a key of `MODES`, or an index into
    `BAUD_RATES`.
    """
    return code - _OFFSETS[name]


GRAPHICS = ("exit_graphics_mode", "enter_graphics_mode")
REVERSE = ("exit_reverse_video_mode", "enter_reverse_video_mode")


def transmission(cells: bytes, ansi: bool) -> bytes:
    """Return the bytes by which the terminal sends a part of its screen: row after row, and a CR at the end.

    `cells` are video RAM bytes (bit 7 is reverse video). Where graphics mode or reverse video changes from cell to
    cell, the code that switches the mode is inserted; if both modes change, the code for graphics mode comes first.
    As in the firmware, both modes are off at the beginning, and aren't turned off at the end.
    """
    sequences = _ANSI if ansi else _HEATH
    sent = bytearray()
    graphics = reverse = False
    for cell in cells:
        char = charset.GLYPHS[cell & 0x7F]
        if charset.is_graphic(char) != graphics:
            graphics = not graphics
            sent += sequences[GRAPHICS[graphics]]
        if (cell >= 0x80) != reverse:
            reverse = not reverse
            sent += sequences[REVERSE[reverse]]
        sent.append(charset.encode(char))
    return bytes(sent) + b"\r"
