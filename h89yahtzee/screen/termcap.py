"""Descriptions of terminals in the format of termcap(5), for the painter, the key reader and the game's layout.

A capability has a two-letter name. If it is a string, it has the bytes that have an effect on the terminal, or that
a key sends. Padding (a delay) in the string is dropped, since another module computes how long a terminal is busy.
`tc=` is not followed: an entry must be complete. Two capabilities are our own: `Hg` stands for the H19's graphics
set, `Hk` for its keyboard, see termcaps/README.md. On a terminal without `Hg` the graphics are the VT100's
line-drawing characters, as the capability `ac` lists them. A character that the terminal lacks is shown as a
similar ASCII character.
"""

from __future__ import annotations

import re
from binascii import b2a_base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from h89yahtzee.screen.charset import ASCII_GLYPHS, GLYPHS, encode, is_graphic, needs_text_mode

_ESCAPES = {"E": "\x1b", "n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_REQUIRED_STRINGS = ("cm", "cl")
_REQUIRED_NUMBERS = ("co", "li")
_PARTNERS = {"so": "se", "as": "ae", "im": "ei", "ts": "ce"}
"""Pairs of capabilities: a terminal that has the first needs the second. In most pairs the second ends the mode
that the first begins; but `ce` erases text on the status line, to which `ts` leads."""
_FIELD = re.compile(r"([!-~]{2})(?:#(\d+)|=(.*))?", re.DOTALL)


class TermcapError(ValueError):
    """Raised for text that is no termcap entry, or an entry without a capability that the painter needs."""


@dataclass(frozen=True, eq=False)
class Termcap:
    """A terminal: the `names` in its termcap entry, and its capabilities, by their two-letter names, as `booleans`,
    `numbers` and `strings`. A string is the bytes of a code that the terminal receives, or that a key sends."""

    names: tuple[str, ...]
    booleans: frozenset[str]
    numbers: dict[str, int]
    strings: dict[str, bytes]

    def __getitem__(self, capability: str) -> bytes:
        return self.strings[capability]

    def get(self, capability: str) -> bytes:
        """Return the bytes of a string capability, b"" if the terminal lacks it."""
        return self.strings.get(capability, b"")

    @property
    def rows(self) -> int:
        """The number of rows of a `Grid` for this terminal: the rows of the page and, if the terminal has a status
        line, one more row for it."""
        return self.numbers["li"] + self.has_status_line

    @property
    def columns(self) -> int:
        return self.numbers["co"]

    @property
    def has_status_line(self) -> bool:
        return "hs" in self.booleans and "ts" in self.strings

    @property
    def has_reverse(self) -> bool:
        return "so" in self.strings

    @property
    def is_h19(self) -> bool:
        """Whether the terminal behaves as an H19 even in timing and in the cursor's place after inserted lines."""
        return "Hg" in self.booleans

    @property
    def writes_corner(self) -> bool:
        """Whether the last cell of the page can be written without scrolling."""
        return "am" not in self.booleans or "xn" in self.booleans

    def after_writing(self, row: int, column: int) -> tuple[int, int] | None:
        """Return the cursor's place after the cell at (row, column) was written; None where terminals differ.

        The cell must not be one that scrolls the page. If the terminal has automatic margins (`am`), the place
        after the last column is known only for an H19: the cursor wraps at once, in the status line to the start of
        the status line.
        """
        if column < self.columns - 1:
            return row, column + 1
        if "am" not in self.booleans:
            return row, self.columns - 1
        if not self.is_h19 or "xn" in self.booleans:
            return None
        return (row + 1 if row < self.numbers["li"] else row), 0

    @property
    def has_h19_keyboard(self) -> bool:
        return "Hk" in self.strings

    def glyph(self, char: str) -> Glyph:
        """Return the glyph for `char`: a byte and the graphics mode that it needs. If this terminal lacks `char`,
        the glyph shows a similar ASCII character.

        KeyError if an H19 lacks `char` too.
        """
        return self._glyphs[char]

    def cursor_motion(self, row: int, column: int) -> bytes:
        """Return the bytes that move the cursor to (row, column), counted from 0; the last row may be the status
        line."""
        if row < self.numbers["li"]:
            return expand(self["cm"], row, column)
        return expand(self["ts"], column)

    @cached_property
    def _glyphs(self) -> dict[str, Glyph]:
        if not (self.get("as") and self.get("ae")):
            return plain_glyphs()
        if not self.is_h19:
            return line_drawing_glyphs(self.get("ac"))
        return {
            char: (encode(char), is_graphic(char) or (False if needs_text_mode(char) else None)) for char in GLYPHS
        }


def parse_termcap(text: str) -> Termcap:
    """Parse the first entry of `text`; TermcapError if it is malformed or lacks a needed capability.

    Capabilities that begin with a dot are skipped, as is reverse video that takes up a cell (`sg`).
    """
    lines = [text_line for text_line in text.split("\n") if text_line.strip() and not text_line.startswith("#")]
    entry = "\n".join(lines).replace("\\\n", "").partition("\n")[0]
    fields = [field.strip("\t") for field in entry.split(":")]
    names = tuple(fields[0].split("|"))
    booleans: set[str] = set()
    numbers: dict[str, int] = {}
    strings: dict[str, bytes] = {}
    for capability in fields[1:]:
        if not capability or capability.startswith("."):
            continue
        match = _FIELD.fullmatch(capability)
        if match is None:
            raise TermcapError(f"{names[0]}: expected 'xx', 'xx#NUMBER' or 'xx=STRING', not {capability!r}")
        name, number, string = match.groups()
        if number is not None:
            numbers[name] = int(number)
        elif string is not None:
            strings[name] = _unescape(string)
        else:
            booleans.add(name)
    _check(names[0], numbers, strings)
    if numbers.get("sg"):
        strings = {name: string for name, string in strings.items() if name not in ("so", "se")}
    return Termcap(names, frozenset(booleans), numbers, strings)


def _check(name: str, numbers: Mapping[str, int], strings: Mapping[str, bytes]) -> None:
    missing = [needed for needed in _REQUIRED_STRINGS if needed not in strings]
    missing += [needed for needed in _REQUIRED_NUMBERS if needed not in numbers]
    missing += [partner for used, partner in _PARTNERS.items() if used in strings and partner not in strings]
    if missing:
        raise TermcapError(f"{name}: expected the capabilities {' '.join(missing)} too")
    if len(strings.get("ac", b"")) % 2:
        raise TermcapError(f"{name}: expected pairs of characters in ac")
    expand(strings["cm"], 0, 0)
    expand(strings.get("ts", b""), 0)


def _unescape(string: str) -> bytes:
    def char(match: re.Match[str]) -> str:
        octal, escaped, control = match.groups()
        if octal:
            return chr(int(octal, 8))
        return _ESCAPES.get(escaped, escaped) if escaped else chr(ord(control) & 0x1F)

    without_padding = re.sub(r"\A\d+(\.\d)?\*?", "", string)
    return re.sub(r"\\([0-7]{3})|\\(.)|\^(.)", char, without_padding, flags=re.DOTALL).encode("latin-1")


@cache
def expand(string: bytes, *parameters: int) -> bytes:
    """Return the capability `string` with `parameters` in place of the codes that begin with `%`, as in termcap(5).

    TermcapError for an unknown code.
    """
    values = list(parameters)
    output = bytearray()
    codes = iter(string)
    for code in codes:
        if code != ord("%"):
            output.append(code)
            continue
        operator = _next(codes)
        if operator == "i":
            values = [value + 1 for value in values]
        elif operator == "r":
            values.reverse()
        else:
            output += _expand_one(operator, values, codes)
    return bytes(output)


def _expand_one(operator: str, values: list[int], codes: Iterator[int]) -> bytes:
    if operator == "%":
        return b"%"
    if operator not in tuple("d23.+"):
        raise TermcapError(f"expected one of %d %2 %3 %. %+ %i %r %%, not %{operator}")
    if not values:
        raise TermcapError(f"expected no %{operator}: there is no parameter left for it")
    value = values.pop(0)
    if operator in "+.":
        return bytes([value + (ord(_next(codes)) if operator == "+" else 0)])
    return f"{value:0{0 if operator == 'd' else int(operator)}d}".encode()


def _next(codes: Iterator[int]) -> str:
    code = next(codes, None)
    if code is None:
        raise TermcapError("expected more at the end of what begins with %")
    return chr(code)


Glyph = tuple[int, bool | None]
"""A byte, and whether it must be sent in graphics mode (True), out of it (False), or in either mode (None)."""

_DRAWN = "→↓▒±┘┐┌└┼─├┤┴┬│●"
_LETTERS = "+.agjklmnqtuvwx~"
"""The letters that stand for the characters of `_DRAWN` in the capability `ac` (line drawing), in order."""
_MAY_CHANGE = frozenset("+,-.0")
"""Characters that graphics mode changes on some terminals, though not on a VT100."""
_LAST_UNCHANGED = 0x5D


def plain_glyphs() -> dict[str, Glyph]:
    """Return a dict with the glyph of each character of an H19 on a terminal without graphics: a similar ASCII
    character."""
    return {char: (ord(plain), None) for char, plain in zip(GLYPHS, ASCII_GLYPHS, strict=True)}


def line_drawing_glyphs(pairs: bytes) -> dict[str, Glyph]:
    """Return the glyph of each character of an H19 on a terminal with line drawing.

    `pairs` is the terminal's capability `ac`: letters that name graphics, each followed by the byte that shows the
    graphic. If all these bytes are above 5D (hex), as on a VT100, graphics mode is assumed not to change 20-5D.
    """
    codes = {chr(letter): code for letter, code in zip(pairs[::2], pairs[1::2], strict=True)}
    keeps_most = min(codes.values(), default=0) > _LAST_UNCHANGED
    glyphs = {}
    for char, (code, _) in plain_glyphs().items():
        unchanged = keeps_most and code <= _LAST_UNCHANGED and chr(code) not in _MAY_CHANGE
        glyphs[char] = (code, None if unchanged else False)
    drawn = zip(_DRAWN, _LETTERS, strict=True)
    return glyphs | {char: (codes[letter], True) for char, letter in drawn if letter in codes}


def copying(text: str) -> str:
    """Return the characters that put `text` into the clipboard of the terminal."""
    return f"\x1b]52;c;{b2a_base64(text.encode('utf-8'), newline=False).decode('ascii')}\x1b\\"
