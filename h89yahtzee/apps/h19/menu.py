"""The menu behind the escape key of `h19`: a picture of the keyboard, and the key that strikes each of its keys."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from h89yahtzee.h19.keystroke import LocalKey
from h89yahtzee.screen.keys import Key, KeyPress, keypad_key


class MenuCommand(Enum):
    """The commands of the menu beside striking keys."""

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
"""The menu by the key pressed after the escape key, which itself sends its character."""

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
"""In place of the tube, the longest that fits."""


def too_small(escape: str) -> list[str]:
    """Texts for `BlessedScreen`, the most telling first."""
    name = escape_name(escape).replace("{", "{{").replace("}", "}}")
    return [text.format(escape=name) for text in _TOO_SMALL]


def escape_name(escape: str) -> str:
    """A control character as people write it."""
    return f"^{chr(ord(escape) ^ 0x40)}" if ord(escape) < 0x20 or escape == "\x7f" else escape


def page(escape: str, rows: int, columns: int, status: str) -> list[bytes]:
    """The page as rows of a screen, the status in the last one where the window has no other room for it."""
    lines = _PAGE.format(escape=escape_name(escape)).splitlines()
    lines += [*[""] * (rows - len(lines) - 1), status]
    return [line.ljust(columns).encode("ascii", "replace") for line in lines]
