"""Decoding of a terminal's input, which may arrive in pieces cut anywhere, into keys, clicks and control sequences.

The caller passes in the code that each key sends. The ESC key and the first byte of a sequence differ only by the
pause after the key; this module has no clock, so the caller calls `flush()` after a pause. Modern terminals also
send mouse reports and answers to questions between the keys. Sources: ECMA-48 for control sequences (CSI), single
shifts (SS3) and control strings (DCS, OSC and the like), and the Linux console, whose F1 to F5 send `CSI [ A` to
`CSI [ E`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.screen.termcap import Termcap

KEY_CAPABILITIES: dict[str, KeyPress] = {
    "k1": Key.F1,
    "k2": Key.F2,
    "k3": Key.F3,
    "k4": Key.F4,
    "k5": Key.F5,
    "k6": Key.BLUE,
    "k7": Key.RED,
    "k8": Key.WHITE,
    "k9": Key.ERASE,
    "kS": Key.ERASE,
    "kC": Key.SHIFT_ERASE,
    "ku": Key.UP,
    "kd": Key.DOWN,
    "kl": Key.LEFT,
    "kr": Key.RIGHT,
    "kh": Key.HOME,
    "kb": Key.BACKSPACE,
    "kI": Key.INSERT_CHARACTER,
    "kD": Key.DELETE_CHARACTER,
    "kA": Key.INSERT_LINE,
    "kL": Key.DELETE_LINE,
    "@8": Key.KEYPAD_ENTER,
    "%1": "?",
}
"""The key for each termcap capability that has the code of a key. The key HELP (%1) is read as a typed "?"."""

_ASCII_KEYS: dict[bytes, KeyPress] = {
    b"\r": Key.RETURN,
    b"\n": Key.LINE_FEED,
    b"\t": Key.TAB,
    b"\x1b": Key.ESCAPE,
    b"\b": Key.BACKSPACE,
    b"\x7f": Key.DELETE,
}
_NOT_KEYS = {0x00, 0x11, 0x13}
"""Bytes to skip, since no key sends them: NUL is padding, XON and XOFF are flow control that the line passed on."""
_KEY_SEQUENCE = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|O[ -~])")
"""A pattern for the code of a function key by ECMA-48: a control sequence (ESC [) or a single shift (ESC O)."""
_UNFINISHED_KEY = re.compile(rb"\x1b(\[[0-?]*[ -/]*|O)")
_LONGEST = 16


def termcap_keys(caps: Termcap) -> dict[bytes, KeyPress]:
    """Return the key for each code that a terminal sends: those in its description, and RETURN, ESC and so on."""
    return _ASCII_KEYS | {caps[name]: key for name, key in KEY_CAPABILITIES.items() if caps.get(name)}


class KeyReader:
    """Decodes bytes to keys; `keys` has the key for each code that the terminal sends.

    If any code in `keys` begins with `ESC [`, control sequences that aren't in `keys` are skipped. If none does,
    the bytes of control sequences are returned as single keys.
    """

    def __init__(self, keys: Mapping[bytes, KeyPress]) -> None:
        self._keys = keys
        self._prefixes = frozenset(code[:length] for code in keys for length in range(1, len(code)))
        self._has_sequences = b"\x1b[" in self._prefixes
        self._pending = b""

    @property
    def is_pending(self) -> bool:
        """Whether the bytes so far end in a possible start of a longer code."""
        return bool(self._pending)

    def feed(self, data: bytes) -> list[KeyPress]:
        """Return the keys that `data` completes; bit 7 of each byte is parity, and ignored.

        Bytes that belong to no code in `keys` and to no skipped control sequence are returned as characters.
        """
        keys: list[KeyPress] = []
        for byte in data:
            if byte & 0x7F not in _NOT_KEYS:
                keys += self._next(bytes([byte & 0x7F]))
        return keys

    def flush(self) -> list[KeyPress]:
        """Return the bytes of an unfinished sequence as single keys; to be called when the input pauses."""
        keys = [self._key(bytes([byte])) for byte in self._pending]
        self._pending = b""
        return keys

    def _next(self, byte: bytes) -> list[KeyPress]:
        code = self._pending + byte
        if code in self._prefixes:
            self._pending = code
            return []
        if code in self._keys or len(code) == 1:
            self._pending = b""
            return [self._key(code)]
        if self._has_sequences and len(code) < _LONGEST:
            if _UNFINISHED_KEY.fullmatch(code):
                self._pending = code
                return []
            if _KEY_SEQUENCE.fullmatch(code):
                self._pending = b""
                return []
        # No code begins like this: the pending bytes are characters, and `byte` may begin a code of its own.
        return [*self.flush(), *self._next(byte)]

    def _key(self, code: bytes) -> KeyPress:
        return self._keys.get(code) or code.decode("ascii")


MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"

_REPORT = re.compile(
    rb"\x1b\[<([0-9]{1,5});([0-9]{1,5});([0-9]{1,5})([Mm])|\x1b\[M([ -\xff]{3})|\x1b\[(?:M|<[0-9;]*[^0-9;\x1b]?)"
)
"""A pattern for a mouse report, in xterm's SGR or older form, or for bytes that only begin like one: they are
dropped, too."""
_UNFINISHED_REPORT = re.compile(rb"\x1b\[(<[0-9;]{,32}|M[ -\xff]{,2})\Z")
_OLD_ORIGIN = 32
"""The offset added to each number in a mouse report of the old form."""
_FIRST_BUTTON = 0
"""The number of the first button in a mouse report; with SHIFT, ALT, CTRL or a movement the number is higher."""
_WHEEL: dict[int | None, bytes] = {64: b"\x1b[A", 65: b"\x1b[B"}
"""The code of an arrow key for each direction of the mouse wheel, as terminals send it in xterm's mode 1007."""


class Click(NamedTuple):
    """A mouse click on the cell at (row, column), counted from 0."""

    row: int
    column: int


class MouseReader:
    """Separates mouse reports from a terminal's other input; a report may be cut anywhere after `CSI <` or `CSI M`.

    Only the press of the first button is a click. The wheel becomes arrow keys; all other reports are dropped.

    Source: xterm's control sequences. A report of SGR mode is `CSI < b ; x ; y M`, with `m` for a release;
    terminals that don't know this mode send `CSI M` and three bytes.
    """

    def __init__(self) -> None:
        self._pending = b""

    def feed(self, data: bytes) -> list[bytes | Click]:
        """Return the clicks, and the bytes before, between and after them that belong to no mouse report."""
        data = self._pending + data
        unfinished = _UNFINISHED_REPORT.search(data)
        whole = data[: unfinished.start()] if unfinished else data
        self._pending = data[len(whole) :]
        return list(_parts(whole))


def _parts(data: bytes) -> Iterator[bytes | Click]:
    start = 0
    for report in _REPORT.finditer(data):
        if start < report.start():
            yield data[start : report.start()]
        start = report.end()
        button, x, y = _numbers(report)
        if button == _FIRST_BUTTON:
            yield Click(y - 1, x - 1)
        elif button in _WHEEL:
            yield _WHEEL[button]
    if start < len(data):
        yield data[start:]


def _numbers(report: re.Match[bytes]) -> tuple[int | None, int, int]:
    """Return the button of a mouse report (None for a release), and the column and row, counted from 1."""
    button, x, y, end, old = report.groups()
    if old is not None:
        return old[0] - _OLD_ORIGIN, old[1] - _OLD_ORIGIN, old[2] - _OLD_ORIGIN
    return (int(button), int(x), int(y)) if end == b"M" else (None, 0, 0)


_SEQUENCE = re.compile(r"\x1b(\[\[?[0-?]*[ -/]*[@-~]|O[ -~]|[PX\]^_][^\x07\x1b]*(\x07|\x1b\\))")
_UNFINISHED = re.compile(rb"\x1b(\[\[?[0-?]*[ -/]*|O|[PX\]^_][^\x07\x1b]*\x1b?)?\Z")
_CURSOR_POSITION = re.compile(r"\x1b\[\d+;\d+R")
"""A pattern for a report of the cursor's position, which a terminal sends as an answer to a program; in xterm,
SHIFT F3 sends a code of the same form."""


def is_unfinished(data: bytes) -> bool:
    """Whether `data` ends with a possible start of a control sequence."""
    return _UNFINISHED.search(data) is not None


def is_sequence(text: str) -> bool:
    return _SEQUENCE.fullmatch(text) is not None


def pieces(text: str) -> Iterator[str]:
    """Yield, in order, the control sequences in `text` and the texts between them; leave out reports of the
    cursor's position."""
    start = 0
    for sequence in _SEQUENCE.finditer(text):
        if start < sequence.start():
            yield text[start : sequence.start()]
        if not _CURSOR_POSITION.fullmatch(sequence[0]):
            yield sequence[0]
        start = sequence.end()
    if start < len(text):
        yield text[start:]
