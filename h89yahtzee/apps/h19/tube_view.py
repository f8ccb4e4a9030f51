"""The emulated H19 as shown in this terminal: the rows of its screen, a status line below, and a page of menu keys.

If the window has no row left for a status line, notes are shown on the H19's screen, each for two seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from h89yahtzee.apps.blessed_screen import COLUMNS, PAGE_ROWS
from h89yahtzee.h19.keyboard import LocalKey
from h89yahtzee.h19.terminal import Machine
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key

_LAST = PAGE_ROWS - 1
_REVERSE = 0x80


def shown_rows(lines: int, window_rows: int, *, is_row_24_wanted: bool) -> Sequence[int]:
    """Return the numbers (0-based) of the rows to show, from the top, of an H19's screen with `lines` rows.

    If the screen has the 25th line but the window has no row for it, one row of the H19 can't be shown: row 24
    (counted from 1) if `is_row_24_wanted` is false, the 25th line if it is true.
    """
    if lines == PAGE_ROWS or window_rows > PAGE_ROWS:
        return range(lines)
    return [*range(_LAST), _LAST if is_row_24_wanted else PAGE_ROWS]


def is_blank(codes: bytes) -> bool:
    """Return whether the row that consists of the video RAM bytes `codes` has only spaces; other codes, even 09
    (TAB) and the like, show a graphic."""
    return not codes.strip(b" ")


def with_note(tube: Sequence[bytes], note: str, *, may_cover: bool) -> list[bytes]:
    """Return the rows of the screen `tube` with `note`, in reverse video, in place of the lowest blank row.

    If no row is blank, the note is left out or, if `may_cover` is true, takes the place of the last row.
    """
    default = len(tube) - 1 if may_cover else None
    place = max((row for row, codes in enumerate(tube) if is_blank(codes)), default=default)
    text = bytes(code | _REVERSE for code in note[:COLUMNS].encode("ascii", "replace"))
    return [text.ljust(COLUMNS) if note and row == place else codes for row, codes in enumerate(tube)]


NOTE_TIME = 2.0
"""The seconds for which a note is shown on the H19's screen if the window has no room for a status line."""

_MENU_HINT = "{escape} shows a menu of keys, and leaves with q."
_COVERED = "The 25th line covers row 24: {escape} and then l shows that row."


class TubeNotes:
    """The notes that are shown on the H19's screen, each for `NOTE_TIME` seconds, if the window has no room for a
    status line.

    The first note is shown from the time `now` on; it names `escape`, the key that opens the menu. Whenever the
    25th line begins to cover row 24 (counted from 1), another note says so.
    """

    def __init__(self, escape: str, now: float) -> None:
        self._escape = escape_name(escape)
        self._is_covered = False
        self._text, self._ends_at = _MENU_HINT, now + NOTE_TIME

    def note(self, rows: Sequence[int], now: float) -> str:
        """Return the note to show at the time `now`, or ""; `rows` are the numbers of the shown rows."""
        is_covered = _LAST not in rows
        if is_covered != self._is_covered:
            self._is_covered, self._ends_at = is_covered, now + NOTE_TIME
            self._text = _COVERED if is_covered else ""
        return self._text.format(escape=self._escape) if now < self._ends_at else ""


def status_line(name: str, h19: Machine, escape: str) -> str:
    """Return a text line with the connection's `name`, the H19's speed and modes, and the menu's key `escape`.

    If the line would be too long, modes are abbreviated and `name` is cut.
    """
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


class MenuCommand(Enum):
    """The commands of the menu, besides those that press a key of the H19."""

    SNAPSHOT = "write the snapshot"
    ROW_24 = "show row 24 or the 25th line"
    QUIT = "leave"


class Strike(NamedTuple):
    key: KeyPress | LocalKey
    shift: bool = False
    ctrl: bool = False


_FUNCTION_KEYS = (Key.F1, Key.F2, Key.F3, Key.F4, Key.F5)

MENU: dict[KeyPress, Strike | MenuCommand] = {
    **{char: Strike(key) for char, key in zip("!@#$%", _FUNCTION_KEYS, strict=True)},
    **{char: Strike(keypad_key(char)) for char in "0123456789."},
    Key.RETURN: Strike(Key.KEYPAD_ENTER),
    "e": Strike(Key.ERASE),
    "E": Strike(Key.ERASE, shift=True),
    "b": Strike(Key.BLUE),
    "r": Strike(Key.RED),
    "g": Strike(Key.WHITE),
    "i": Strike(Key.INSERT_CHARACTER),
    "d": Strike(Key.DELETE_CHARACTER),
    "I": Strike(Key.INSERT_LINE),
    "D": Strike(Key.DELETE_LINE),
    "h": Strike(Key.HOME),
    "j": Strike(Key.LINE_FEED),
    "s": Strike(LocalKey.SCROLL),
    "S": Strike(LocalKey.SCROLL, shift=True),
    "k": Strike(LocalKey.BREAK),
    "o": Strike(LocalKey.OFF_LINE),
    "c": Strike(LocalKey.CAPS_LOCK),
    "R": Strike(LocalKey.RESET),
    "w": MenuCommand.SNAPSHOT,
    "l": MenuCommand.ROW_24,
    "q": MenuCommand.QUIT,
}
"""The menu's actions by the key that is pressed while the menu is shown. The key that opened the menu isn't here:
pressed again, it is sent to the computer as itself."""

_PAGE = """\
 H19 keyboard                      {escape} and one of the keys below; others go back

 OFFLINE  f1  f2  f3  f4  f5  ERASE  BLUE  RED   GRAY  RESET  BREAK
    o     F1  F2  F3  F4  F5  F9 e   F6 b  F7 r  F8 g    R      k
          !   @   #   $   %   E: with SHIFT

 ESC  1! 2@ 3# 4$ 5% 6^ 7& 8* 9( 0) -_ =+ `~ BACK SPACE  7/IC   8/up   9/DC
 TAB   Q  W  E  R  T  Y  U  I  O  P  [] \\| LINE F  DEL  4/left 5/HOME 6/right
 CTRL CAPS A  S  D  F  G  H  J  K  L  ;: '" {{}}  RETURN  1/IL   2/down 3/DL
 SCROLL SHIFT Z  X  C  V  B  N  M  ,< .> /?  SHIFT REPEAT 0      .      ENTER

 s  SCROLL       S  with SHIFT              0-9 .   the keypad
 c  CAPS LOCK                               RETURN  its ENTER
 j  LINE FEED                               i  d    IC, DC: a character
 h  HOME                                    I  D    IL, DL: a line
 l  row 24 in place of the 25th line, where the window has room for one of them

 Arrows, Home, Delete, Backspace, Tab, Escape and Return are the H19's own; the
 arrows are those of the shifted keypad. There is no REPEAT: keys repeat here.

 {escape}  sends itself        w  write the snapshot        q  leave
"""

_TOO_SMALL = (
    "This window is {{columns}}x{{rows}}; an H19 needs {{needed}}. Enlarge it, or press {escape} and q to leave.",
    "{{columns}}x{{rows}}; needs {{needed}}",
)
"""Messages for a window too small for the H19's screen, longest first; the longest that fits is shown."""


def too_small(escape: str) -> list[str]:
    """Return the messages for a window that is too small, the longest first. `BlessedScreen` fills in their fields,
    such as {rows}."""
    name = escape_name(escape).replace("{", "{{").replace("}", "}}")
    return [text.format(escape=name) for text in _TOO_SMALL]


def escape_name(escape: str) -> str:
    """Return a control character as ^ and a letter, any other character unchanged."""
    return f"^{chr(ord(escape) ^ 0x40)}" if ord(escape) < 0x20 or escape == "\x7f" else escape


def page(escape: str, rows: int, columns: int, status: str) -> list[bytes]:
    """Return the page that lists the menu's keys, as rows of ASCII bytes. The last row is `status`; `escape` is the
    key that opens the menu."""
    lines = _PAGE.format(escape=escape_name(escape)).splitlines()
    lines += [*[""] * (rows - len(lines) - 1), status]
    return [text_line.ljust(columns).encode("ascii", "replace") for text_line in lines]
