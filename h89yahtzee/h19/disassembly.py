"""The bytes on the serial line of an H19 as readable text, in either direction.

To the terminal, in Heath and in ANSI mode:

    text "HELLO"
    BEL  bell
    ESC Y 5 0  direct cursor addressing row 21 column 16
    ESC [ 5;10 H  direct cursor addressing row 5 column 10
    ESC Q  unknown

From the terminal:

    ESC S  f1

Bytes are shown as their characters, blanks and controls by name (SP, LF), bytes with
bit 7 set in hex (\\x9b), although the terminal ignores that bit. Functions have their names from `codes` with
blanks for underscores; text in graphics mode is shown as ASCII. Rows and columns are counted as in the sequence:
from 0 in Heath mode, whose argument bytes are offsets, and from 1 in ANSI mode, whose numbers `control_sequence`
reads as the firmware does.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from h89yahtzee.h19 import codes
from h89yahtzee.h19.codes import GRAPHICS, REVERSE
from h89yahtzee.h19.control_sequence import Call, ControlSequence
from h89yahtzee.h19.keyboard import ANSI_CODES, ANSI_INSERT_MODE_CODES, CODES, INSERT_MODE_CODES
from h89yahtzee.screen.keys import Key

_MOST_OF_A_RUN = 80
"""The most bytes of text shown as one item: as many as a row of the screen has."""
_MOST_OF_A_SEQUENCE = 256
"""The length at which an unfinished control sequence is given up; only noise on the line is that long."""

_TEXT = re.compile(rb"[ -~\xa0-\xfe]+")
_NULS = re.compile(rb"[\x00\x80]+")
_TEXT_OR_NULS = re.compile(_TEXT.pattern + b"|" + _NULS.pattern)
_PARTS = re.compile(rb"[\d;]+|.", re.DOTALL)
"""A pattern for the parts of a control sequence: a run of digits and semicolons, or any other single byte."""

_CONTROLS = (  # noqa: SIM905 - thirty-three lines otherwise
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP"
).split()
_NAMES = {**dict(enumerate(_CONTROLS)), **{code: chr(code) for code in range(0x21, 0x7F)}, 0x7F: "DEL"}


@dataclass(frozen=True, slots=True)
class Item:
    """Bytes of text or of one sequence, and the sequence's meaning in words (empty for text). As a string, an item
    is a text line with both."""

    code: bytes
    meaning: str = ""

    def __str__(self) -> str:
        if self.meaning:
            return f"{spelled(self.code)}  {self.meaning}"
        return 'text "' + "".join(_QUOTED.get(byte, chr(byte)) for byte in self.code) + '"'


_QUOTED = {byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)} | {ord('"'): '\\"', ord("\\"): "\\\\"}


def spelled(code: bytes) -> str:
    """Return the bytes as text: their names, separated by blanks. In a control sequence, adjacent digits and
    semicolons aren't separated: `ESC [ 5;10 H`."""
    parts = _PARTS.findall(code) if code.startswith(b"\x1b[") else [bytes((byte,)) for byte in code]
    return " ".join(part.decode() if len(part) > 1 else _NAMES.get(part[0], f"\\x{part[0]:02x}") for part in parts)


class _Disassembly(ABC):
    """Splits a stream of bytes, cut anywhere between calls of `feed`, into items: texts and control sequences."""

    _drops_nuls: bool
    """Whether NULs (bytes 0) are padding, which has no meaning even within a sequence."""

    def __init__(self) -> None:
        self._run = b""
        """The unfinished run of text, or of NULs, which the next byte may continue."""
        self._sequence: list[bytes] = []
        """The bytes of an unfinished sequence, each with the NULs after it."""

    def feed(self, data: bytes) -> list[Item]:
        """Return the texts and sequences that `data` completes; a text ends before any byte that isn't text, and
        after 80 bytes."""
        found: list[Item] = []
        position = 0
        while position < len(data):
            run = None if self._sequence else (_TEXT_OR_NULS if self._drops_nuls else _TEXT).match(data, position)
            if run:
                found += self._add_to_run(run.group())
                position = run.end()
            else:
                found += self.end_text() + self._take(data[position : position + 1])
                position += 1
        return found

    def flush(self) -> list[Item]:
        """Return the text or sequence that is incomplete at the end of the stream."""
        found = self.end_text()
        while self._sequence:
            found += self._end_sequence(*self._give_up(self._codes())) + self.end_text()
        return found

    def end_text(self) -> list[Item]:
        """End the text so far and return it, so that a log can begin a new text line; keep an unfinished
        sequence."""
        run, self._run = self._run, b""
        return [_run_item(run)] if run else []

    def _add_to_run(self, code: bytes) -> list[Item]:
        found = self.end_text() if self._run and _is_text(self._run) != _is_text(code) else []
        self._run += code
        while len(self._run) >= _MOST_OF_A_RUN:
            full, self._run = self._run[:_MOST_OF_A_RUN], self._run[_MOST_OF_A_RUN:]
            found.append(_run_item(full))
        return found

    def _take(self, byte: bytes) -> list[Item]:
        if self._drops_nuls and self._sequence and _NULS.match(byte):
            self._sequence[-1] += byte
        else:
            self._sequence.append(byte)
        match = self._match(self._codes())
        if match is not None:
            return self._end_sequence(*match)
        if sum(map(len, self._sequence)) < _MOST_OF_A_SEQUENCE:
            return []
        return self._end_sequence(*self._give_up(self._codes()))

    def _codes(self) -> bytes:
        return bytes(part[0] & 0x7F for part in self._sequence)

    def _end_sequence(self, meaning: str, length: int) -> list[Item]:
        """End the unfinished sequence. Return its first `length` bytes as an item with this `meaning`, followed by
        the items found in its remaining bytes, which are read anew."""
        code, rest = b"".join(self._sequence[:length]), b"".join(self._sequence[length:])
        self._sequence = []
        return [Item(code, meaning), *self.feed(rest)]

    @abstractmethod
    def _match(self, sequence: bytes) -> tuple[str, int] | None:
        """Return the meaning and the length in bytes of `sequence`, whose bytes have 7 bits; None while it is
        incomplete."""

    @abstractmethod
    def _give_up(self, sequence: bytes) -> tuple[str, int]:
        """Return a meaning, and the number of bytes of `sequence` to which it applies. To be called if `sequence`
        can't be completed: the stream has ended, the sequence is too long, or no sequence begins with these
        bytes."""


def _is_text(code: bytes) -> bool:
    return code[0] & 0x7F != 0


def _run_item(code: bytes) -> Item:
    return Item(code) if _is_text(code) else Item(code, "padding")


class Disassembler(_Disassembly):
    """Splits the bytes sent to an H19 into texts and sequences; `ansi` tells whether the switches of the H19 choose
    ANSI mode at power-up."""

    _drops_nuls = True

    def __init__(self, ansi: bool = False) -> None:
        super().__init__()
        self._ansi = self._ansi_at_reset = ansi

    def _match(self, sequence: bytes) -> tuple[str, int] | None:
        if sequence[0] != codes.ESC:
            return codes.CONTROLS.get(sequence[0], "ignored").replace("_", " "), 1
        match = ansi_meaning(sequence) if self._ansi else heath_meaning(sequence)
        meaning = "" if match is None else match[0]
        if ENTER_ANSI_MODE in meaning:
            self._ansi = True
        elif ENTER_HEATH_MODE in meaning:
            self._ansi = False
        elif meaning == RESET:
            self._ansi = self._ansi_at_reset
        return match

    def _give_up(self, sequence: bytes) -> tuple[str, int]:
        return "unfinished", len(sequence)


_FLOW_CONTROL = {0x11: "XON", 0x13: "XOFF"}


def _meanings(tables: tuple[Mapping[Key, bytes], ...], function_code: Callable[[str], bytes]) -> dict[bytes, str]:
    functions = {function_code(name): name.replace("_", " ") for name in (*GRAPHICS, *REVERSE)}
    keys = {code: key.value for table in tables for key, code in table.items()}
    return keys | functions | {codes.VT52_IDENTITY: "identity of a vt52"}


_HEATH_KEYS = _meanings((CODES, INSERT_MODE_CODES), codes.heath)
_ANSI_KEYS = _meanings((ANSI_CODES, ANSI_INSERT_MODE_CODES), codes.ansi)
_HEATH_REPORT = re.compile(rb"\x1bY(?:[ -8](?:([ -o]))?)?")
_ANSI_REPORT = re.compile(rb"\x1b\[\d{1,2}(?:;(?:\d{1,2}(R)?)?)?")


class KeyDisassembler(_Disassembly):
    """Splits the bytes that an H19 sends, in ANSI mode if `ansi`, else in Heath mode, into the codes of keys and
    answers.

    An ESC as the last byte so far may be the key ESC or begin a sequence; the next byte, or `flush`, decides.
    """

    _drops_nuls = False

    def __init__(self, ansi: bool = False) -> None:
        super().__init__()
        self._keys = _ANSI_KEYS if ansi else _HEATH_KEYS
        self._report = _ANSI_REPORT if ansi else _HEATH_REPORT
        self._prefixes = {code[:length] for code in self._keys for length in range(1, len(code))}

    def _match(self, sequence: bytes) -> tuple[str, int] | None:
        if sequence in self._prefixes:
            return None
        if sequence in self._keys:
            return self._keys[sequence], len(sequence)
        report = self._report.fullmatch(sequence)
        if report is None:
            return self._give_up(sequence)
        return (_report_meaning(sequence), len(sequence)) if report[1] else None

    def _give_up(self, sequence: bytes) -> tuple[str, int]:
        """Return the meaning of the first byte of `sequence` alone, and 1 as its length."""
        code = sequence[:1]
        control = _FLOW_CONTROL.get(code[0]) or f"CTRL-{chr(code[0] | 0x40)}"
        return self._keys.get(code, control), 1


def _report_meaning(report: bytes) -> str:
    is_ansi = report.startswith(b"\x1b[")
    address = ansi_meaning(report[:-1] + b"H") if is_ansi else heath_meaning(report)
    assert address is not None, report
    return address[0].replace("direct cursor addressing", "cursor position report")


# The functions below give the meanings of sequences in words.

UNKNOWN = "unknown"
ENTER_HEATH_MODE = "enter heath mode"
ENTER_ANSI_MODE = "enter ansi mode"
RESET = "reset to power up configuration"

_ROWS, _COLUMNS = 25, 80
_TAKES_MODE = ("set_mode", "reset_mode")
_HEATH = {function.heath: function for function in codes.FUNCTIONS}
_ANSI_ESCAPES = {f.ansi: f.name for f in codes.FUNCTIONS if f.ansi is not None and len(f.ansi) == 1}


def heath_meaning(sequence: bytes) -> tuple[str, int] | None:
    """Return the meaning and length of a sequence in Heath mode, which begins with ESC; None while it is
    incomplete.

    If the length is less than that of `sequence`, the last byte doesn't belong to the sequence.
    """
    function = _HEATH.get(sequence[1:2])
    arguments = sequence[2:]
    if len(sequence) == 1:
        return None
    if sequence[1] == codes.ESC:
        return "begins anew", 1
    if function is None:
        return UNKNOWN, 2
    words = [_words(function.name)]
    for place, code in enumerate(arguments):
        if code == codes.CAN:
            return " ".join([*words, "cancelled"]), len(sequence)
        value = codes.argument(function.name, code)
        if function.name in _TAKES_MODE and value not in codes.MODES:
            return f"{words[0]} without effect", len(sequence) - 1
        words.append(_argument(function.name, place, value, first=0))
    return (" ".join(words), len(sequence)) if len(arguments) == function.arguments else None


def ansi_meaning(sequence: bytes) -> tuple[str, int] | None:
    """Return the meaning and length of a sequence in ANSI mode; None while it is incomplete.

    The first byte that can't continue a control sequence is its last byte.
    """
    if sequence in (b"\x1b", b"\x1b["):
        return None
    if not sequence.startswith(b"\x1b["):
        return _words(_ANSI_ESCAPES.get(sequence[1:], UNKNOWN)), len(sequence)
    control_sequence = ControlSequence()
    *_, calls = (control_sequence.take(code) for code in sequence[2:])
    return None if calls is None else (_calls(calls), len(sequence))


def _calls(calls: tuple[Call, ...]) -> str:
    """Return the meaning of a control sequence that makes an H19 call these functions: "unknown" if there are
    none."""
    meanings = [_call(call) for call in calls]
    if len(calls) > 1 and len(set(calls)) == 1:
        return f"{meanings[0]} {len(calls)} times"
    return ", ".join(meanings) or UNKNOWN


def _call(call: Call) -> str:
    arguments = (_argument(call.function, place, value, first=1) for place, value in enumerate(call.arguments))
    return " ".join([_words(call.function), *arguments])


def _argument(function: str, place: int, value: int, first: int) -> str:
    """Return the words for the argument number `place` (from 0) of a function. `value` is as `codes.argument`
    returns it; the words count rows and columns from `first`."""
    if function in _TAKES_MODE:
        return _words(codes.MODES[value])
    if function == "modify_baud_rate":
        return str(codes.BAUD_RATES[value]) if 0 <= value < len(codes.BAUD_RATES) else UNKNOWN
    if place == 0:
        return f"row {value + first}" if 0 <= value < _ROWS else "same row"
    return f"column {(value if 0 <= value < _COLUMNS else _COLUMNS - 1) + first}"


def _words(name: str) -> str:
    return name.replace("_", " ")
