"""Reads termcap(5) text: what the painter, the key reader and the game's layout need to know of a terminal.

Padding before a capability is dropped, since the line's pacing knows how long a terminal is busy. `tc=` is not
followed: an entry stands by itself. Two capabilities are our own, `Hg` and `Hk`: the H19's graphics set and its
keyboard, see termcaps/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from h89yahtzee.screen.glyphs import Glyph, h19_glyphs, line_drawing_glyphs, plain_glyphs

_ESCAPES = {"E": "\x1b", "n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_REQUIRED_STRINGS = ("cm", "cl")
_REQUIRED_NUMBERS = ("co", "li")
_PARTNERS = {"so": "se", "as": "ae", "im": "ei", "ts": "ce"}
"""The capabilities without which another can't be used: to leave a mode, or to blank a line to begin with."""
_FIELD = re.compile(r"([!-~]{2})(?:#(\d+)|=(.*))?", re.DOTALL)


class TermcapError(ValueError):
    """Raised for text that is no termcap entry, or an entry without a capability that the painter needs."""


@dataclass(frozen=True, eq=False)
class Termcap:
    """One terminal: `names` as in its first field, capabilities by their two letters, strings as they are sent."""

    names: tuple[str, ...]
    booleans: frozenset[str]
    numbers: dict[str, int]
    strings: dict[str, bytes]

    def __getitem__(self, capability: str) -> bytes:
        return self.strings[capability]

    def get(self, capability: str) -> bytes:
        """The string of a capability, b"" when the terminal lacks it."""
        return self.strings.get(capability, b"")

    @property
    def rows(self) -> int:
        """The rows of a Grid: those of the page and, if there is one, the status line as the last."""
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
        """Whether it does all as an H19 does, time included: line edits leave the cursor in column 0, for one."""
        return "Hg" in self.booleans

    @property
    def writes_corner(self) -> bool:
        """Whether the last cell of the page can be written without scrolling."""
        return "am" not in self.booleans or "xn" in self.booleans

    def after_writing(self, row: int, column: int) -> tuple[int, int] | None:
        """Where the cursor is once a cell has been written that doesn't scroll the page, None where that differs.

        With `am`, only an H19 is known to go on at once, and its status line wraps to its own start.
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
        """The glyph for a character of the H19; a graphic that the terminal lacks is something like it in ASCII.

        KeyError for a character that an H19 lacks too.
        """
        return self._glyphs[char]

    def cursor_motion(self, row: int, column: int) -> bytes:
        """The bytes that move to (row, column); the row below the page is the status line."""
        if row < self.numbers["li"]:
            return expand(self["cm"], row, column)
        return expand(self["ts"], column)

    @cached_property
    def _glyphs(self) -> dict[str, Glyph]:
        if not (self.get("as") and self.get("ae")):
            return plain_glyphs()
        return h19_glyphs() if self.is_h19 else line_drawing_glyphs(self.get("ac"))


def parse_termcap(text: str) -> Termcap:
    """The first entry of `text`; TermcapError if it can't be read or lacks something.

    Capabilities that begin with a dot are commented out. A terminal whose reverse video takes a cell (`sg`) counts
    as one without it.
    """
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
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
    """A capability with its parameters filled in as in termcap(5); TermcapError for an unknown `%`."""
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
