"""The bytes between host and H19 as readable lines, in either direction.

To the terminal, in Heath and in ANSI mode:

    text "HELLO"
    BEL  bell
    ESC Y 5 0  direct cursor addressing row 21 column 16
    ESC [ 5;10 H  direct cursor addressing row 5 column 10
    ESC Q  unknown

and from it `ESC S  f1`. Bytes are shown as their characters, blanks and controls by name (SP, LF), bytes
with bit 7 set in hex (\\x9b): the terminal takes them without that bit. What functions do is not known here, and
text is not drawn as graphics. The meanings are in `sequence_names`, the keys in `keyboard`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from h89yahtzee.h19 import codes
from h89yahtzee.h19.keyboard import ANSI_CODES, ANSI_INSERT_MODE_CODES, CODES, INSERT_MODE_CODES
from h89yahtzee.h19.log import sequence_names
from h89yahtzee.h19.transmission import GRAPHICS, REVERSE
from h89yahtzee.screen.keys import Key

_MOST_OF_A_RUN = 80
"""The most bytes of text in a line: a line of the screen."""
_MOST_OF_A_SEQUENCE = 256
"""The length at which an unfinished sequence is given up; only noise is that long."""

_TEXT = re.compile(rb"[ -~\xa0-\xfe]+")
_NULS = re.compile(rb"[\x00\x80]+")
_PARTS = re.compile(rb"[\d;]+|.", re.DOTALL)
"""The parts of a control sequence: its numbers, and single bytes."""

_CONTROLS = (  # noqa: SIM905 - thirty-three lines otherwise
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US SP"
).split()
_NAMES = {**dict(enumerate(_CONTROLS)), **{code: chr(code) for code in range(0x21, 0x7F)}, 0x7F: "DEL"}


@dataclass(frozen=True, slots=True)
class Item:
    """Bytes that belong together, as on the line, and their meaning, empty for text; its str is a line."""

    code: bytes
    meaning: str = ""

    def __str__(self) -> str:
        return f"{_spelled(self.code)}  {self.meaning}" if self.meaning else f'text "{_quoted(self.code)}"'


def _spelled(code: bytes) -> str:
    parts = _PARTS.findall(code) if code.startswith(b"\x1b[") else [bytes((byte,)) for byte in code]
    return " ".join(part.decode() if len(part) > 1 else _name(part[0]) for part in parts)


def _name(code: int) -> str:
    return _NAMES.get(code, f"\\x{code:02x}")


def _quoted(text: bytes) -> str:
    return "".join(f"\\x{byte:02x}" if byte >= 0x80 else "\\" * (byte in b'"\\') + chr(byte) for byte in text)


class _Disassembly(ABC):
    """Takes a stream apart into items; cut anywhere, its pieces give the items of the whole."""

    _drops_nuls: bool
    """Whether NULs are padding, also in a sequence."""

    def __init__(self) -> None:
        self._run = b""
        """Text or NULs so far, as long as nothing else has come."""
        self._sequence: list[bytes] = []
        """A sequence so far, each byte with the NULs after it."""

    def feed(self, data: bytes) -> list[Item]:
        """The items that `data` completes; text is complete when something else follows or a line of it is full."""
        found: list[Item] = []
        position = 0
        while position < len(data):
            run = None if self._sequence else _TEXT.match(data, position) or self._padding(data, position)
            if run:
                found += self._add_to_run(run.group())
                position = run.end()
            else:
                found += self.end_text() + self._take(data[position : position + 1])
                position += 1
        return found

    def flush(self) -> list[Item]:
        """The items of what isn't complete, as it stands, since nothing more comes."""
        found = self.end_text()
        while self._sequence:
            found += self._end_sequence(*self._give_up(self._codes())) + self.end_text()
        return found

    def end_text(self) -> list[Item]:
        """The text so far, so that what is logged next comes after it; a sequence goes on."""
        run, self._run = self._run, b""
        return [_run_item(run)] if run else []

    def _padding(self, data: bytes, position: int) -> re.Match[bytes] | None:
        return _NULS.match(data, position) if self._drops_nuls else None

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
        """The item of the first `length` bytes, then those of the rest, which is read anew."""
        code, rest = b"".join(self._sequence[:length]), b"".join(self._sequence[length:])
        self._sequence = []
        return [Item(code, meaning), *self.feed(rest)]

    @abstractmethod
    def _match(self, sequence: bytes) -> tuple[str, int] | None:
        """The meaning and length of what begins a sequence (without bit 7); None while it may go on."""

    @abstractmethod
    def _give_up(self, sequence: bytes) -> tuple[str, int]:
        """The same for a sequence that ends here."""


def _is_text(code: bytes) -> bool:
    return code[0] & 0x7F != 0


def _run_item(code: bytes) -> Item:
    return Item(code) if _is_text(code) else Item(code, "padding")


class Disassembler(_Disassembly):
    """Disassembles what an H19 receives; `ansi` is its mode, also the one that its switches choose at a reset."""

    _drops_nuls = True

    def __init__(self, ansi: bool = False) -> None:
        super().__init__()
        self._ansi = self._ansi_at_reset = ansi

    def _match(self, sequence: bytes) -> tuple[str, int] | None:
        if sequence[0] != codes.ESC:
            return codes.CONTROLS.get(sequence[0], "ignored").replace("_", " "), 1
        match = sequence_names.ansi_meaning(sequence) if self._ansi else sequence_names.heath_meaning(sequence)
        if match is not None:
            self._follow(match[0])
        return match

    def _follow(self, meaning: str) -> None:
        if sequence_names.ENTER_ANSI_MODE in meaning:
            self._ansi = True
        elif sequence_names.ENTER_HEATH_MODE in meaning:
            self._ansi = False
        elif meaning == sequence_names.RESET:
            self._ansi = self._ansi_at_reset

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
    """Disassembles what an H19 in one mode sends: keys and answers. `flush` says that an ESC stays alone."""

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
        """The meaning of the first byte alone."""
        code = sequence[:1]
        control = _FLOW_CONTROL.get(code[0]) or f"CTRL-{chr(code[0] | 0x40)}"
        return self._keys.get(code, control), 1


def _report_meaning(report: bytes) -> str:
    address = sequence_names.heath_meaning(report) or sequence_names.ansi_meaning(report[:-1] + b"H")
    assert address is not None, report
    return address[0].replace("direct cursor addressing", "cursor position report")
