"""The H19's parser: turns received bytes into text and calls of functions, in Heath and in ANSI mode.

The parser finds the sequences; `processor` and `screen_state` carry functions out. Source: the firmware.

Five rules:

- Bit 7 is stripped whatever the parity, and NUL is thrown away even within a sequence.
- A byte after ESC that calls no function is lost, even a control character. In Heath mode a second ESC starts a
  new sequence, in ANSI mode it is lost, too.
- In Heath mode a function is called again as each of its arguments arrives: ESC Y changes the row before the
  column arrives. If all arguments arrive at once, the function is called once, with all of them.
- In Heath mode CAN in place of an argument ends the function. Any other byte is an argument, but `set_mode` and
  `reset_mode` end at a byte that is no mode, which is then taken as if it had come alone.
- In ANSI mode the first byte that can't continue a control sequence ends it. If that byte calls no function, it is
  lost with the sequence, even if it is ESC, CAN or another control character.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from h89yahtzee.h19 import codes
from h89yahtzee.h19.control_sequence import Call, ControlSequence


class Text(NamedTuple):
    """Printable bytes (20-7E in hex), at least one."""

    codes: bytes


Operation = Text | Call

_SEVEN_BITS = bytes(code & 0x7F for code in range(256))
_NULS = b"\x00\x80"
_TAKES_MODE = ("set_mode", "reset_mode")
_ADDRESS = "direct_cursor_addressing"

_HEATH_FUNCTIONS = {function.heath[0]: function for function in codes.FUNCTIONS}
_HEATH_CALLS = {f.heath[0]: (Call(f.name),) for f in codes.FUNCTIONS if not f.arguments}
_ANSI_CALLS = {f.ansi[0]: (Call(f.name),) for f in codes.FUNCTIONS if f.ansi and len(f.ansi) == 1}
_CONTROL_CALLS = {code: (Call(name),) for code, name in codes.CONTROLS.items()}

# Only for speed: these patterns read the most frequent parts of a stream in one step. The methods below can read
# the whole stream byte by byte, with the same result.
_HEATH = re.compile(rb"([ -~]+)|\x1b(?:([%s])|Y([^\x18][^\x18]))" % re.escape(bytes(_HEATH_CALLS)), re.DOTALL)
_ANSI = re.compile(rb"([ -~]+)|\x1b\[([?>]?(?:[0-9][0-9;]{0,20})?[^0-9;?>])", re.DOTALL)


def received(data: bytes) -> bytes:
    """Return `data` as the terminal takes it in: seven bits of each byte, without NULs."""
    return data.translate(_SEVEN_BITS, _NULS)


class Parser:
    """Turns bytes returned by `received` into operations: texts and calls of functions. The stream of bytes may be
    cut into pieces anywhere.

    `ansi` tells whether sequences are read in ANSI mode or in Heath mode; the processor sets `ansi` when an
    operation changes the mode.
    """

    def __init__(self) -> None:
        self._alone = self._take_alone
        self.reset()

    def reset(self) -> None:
        """Forget an unfinished sequence, and read in Heath mode."""
        self.ansi = False
        self.take: Callable[[int], tuple[Operation, ...]] = self._alone
        """The parser's state: a method that takes one byte and returns the operations that this byte completes."""
        self._function = codes.ENTER_HEATH_MODE
        self._arguments: tuple[int, ...] = ()
        self._sequence = ControlSequence()

    @property
    def is_between_sequences(self) -> bool:
        return self.take is self._alone

    @property
    def awaits_argument(self) -> bool:
        """Whether the next byte is an argument in Heath mode, or a part of a control sequence after `ESC [`."""
        return self.take in (self._take_argument, self._take_control_sequence)

    def begins_with(self, code: int) -> bool:
        """Return whether `code`, if it comes next, would begin something new: as a character (printable or
        control), or as the byte after an ESC. Arguments and the bytes after `ESC [` don't."""
        if self.take != self._take_argument:
            return not self.awaits_argument
        return code != codes.CAN and self._is_no_mode(code)

    def _is_no_mode(self, code: int) -> bool:
        name = self._function.name
        return name in _TAKES_MODE and codes.argument(name, code) not in codes.MODES

    @property
    def awaited_function(self) -> str:
        """The name of the function that awaits an argument in Heath mode; "" if there is none."""
        return self._function.name if self.take == self._take_argument else ""

    def parse(self, data: bytes, position: int) -> tuple[tuple[Operation, ...], int]:
        """Parse one or more bytes of `data`, from `position` on. Return the operations that they complete, if any,
        and the position of the next byte to parse."""
        match = (_ANSI if self.ansi else _HEATH).match(data, position) if self.take is self._alone else None
        if match:
            if match[1]:
                return (Text(match[1]),), match.end()
            return _calls(match[2]) if self.ansi else _heath_calls(match), match.end()
        return self.take(data[position]), position + 1

    def _take_alone(self, code: int) -> tuple[Operation, ...]:
        if code == codes.ESC:
            self.take = self._take_ansi_function if self.ansi else self._take_heath_function
            return ()
        if 0x20 <= code < 0x7F:
            return (Text(bytes((code,))),)
        return _CONTROL_CALLS.get(code, ())

    def _take_heath_function(self, code: int) -> tuple[Operation, ...]:
        if code == codes.ESC:
            return ()
        self.take = self._alone
        function = _HEATH_FUNCTIONS.get(code)
        if function and function.arguments:
            self.take, self._function, self._arguments = self._take_argument, function, ()
        return _HEATH_CALLS.get(code, ())

    def _take_argument(self, code: int) -> tuple[Operation, ...]:
        name = self._function.name
        self.take = self._alone
        if code == codes.CAN:
            return ()
        if self._is_no_mode(code):
            return self._take_alone(code)
        self._arguments += (codes.argument(name, code),)
        if len(self._arguments) < self._function.arguments:
            self.take = self._take_argument
        return (Call(name, self._arguments),)

    def _take_ansi_function(self, code: int) -> tuple[Operation, ...]:
        self.take = self._alone
        if code == ord("["):
            self.take, self._sequence = self._take_control_sequence, ControlSequence()
        return _ANSI_CALLS.get(code, ())

    def _take_control_sequence(self, code: int) -> tuple[Operation, ...]:
        calls = self._sequence.take(code)
        if calls is None:
            return ()
        self.take = self._alone
        return calls


def _heath_calls(match: re.Match[bytes]) -> tuple[Call, ...]:
    if match.lastindex == 2:
        return _HEATH_CALLS[match[2][0]]
    row, column = match[3]
    return (Call(_ADDRESS, (codes.argument(_ADDRESS, row), codes.argument(_ADDRESS, column))),)


@lru_cache(maxsize=1024)
def _calls(control_sequence: bytes) -> tuple[Call, ...]:
    """Return the calls of a complete control sequence, given without its `ESC [`."""
    sequence = ControlSequence()
    calls = [sequence.take(code) for code in control_sequence]
    assert calls[-1] is not None, control_sequence
    return calls[-1]
