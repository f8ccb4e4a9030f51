"""The H19's parser: received bytes in, text and function calls out, for Heath mode.

It knows how long a sequence is and what ends it, not what a function does. Source: the firmware.

Four rules:

- Bit 7 is stripped whatever the parity, and NUL is thrown away even within a sequence.
- A byte after ESC that calls nothing is swallowed, control characters included; ESC itself starts afresh.
- A function is called again as each of its arguments arrives: ESC Y has changed the row before the column is there.
- CAN in place of an argument ends the function. Any other byte is an argument, but a byte that is no mode of
  `set_mode` and `reset_mode` ends these and is taken as if it had come alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from h89yahtzee.h19 import codes


class Text(NamedTuple):
    """Printable bytes 20-7E, at least one."""

    codes: bytes


class Call(NamedTuple):
    """A function's name and the argument bytes that have arrived so far."""

    function: str
    arguments: bytes = b""


class State(Enum):
    """What the next byte is."""

    ALONE = auto()
    AFTER_ESCAPE = auto()
    ARGUMENT = auto()


_SEVEN_BITS = bytes(code & 0x7F for code in range(256))
_NULS = b"\x00\x80"
_TEXT = re.compile(rb"[ -~]+")
_FUNCTIONS = {function.heath[0]: function for function in codes.FUNCTIONS}
_TAKES_MODE = ("set_mode", "reset_mode")


class Parser:
    """Turns bytes into `Text` and `Call`, wherever the stream is cut (a cut may split a `Text`)."""

    def __init__(self) -> None:
        self._state = State.ALONE
        self._function: codes.Function
        """The one that waits for arguments; set with the state `ARGUMENT`."""
        self._arguments = b""

    def feed(self, data: bytes) -> Iterator[Text | Call]:
        """Yield what `data` means, in order; bytes behind the last one that was asked for are not yet parsed."""
        received = data.translate(_SEVEN_BITS, _NULS)
        position = 0
        while position < len(received):
            if self._state is State.ALONE and (run := _TEXT.match(received, position)):
                position = run.end()
                yield Text(run.group())
            else:
                position += 1
                event = _TAKE[self._state](self, received[position - 1])
                if event is not None:
                    yield event

    def _take_alone(self, code: int) -> Text | Call | None:
        if code == codes.ESC:
            self._state = State.AFTER_ESCAPE
            return None
        if 0x20 <= code < 0x7F:
            return Text(bytes((code,)))
        return Call(codes.CONTROLS[code]) if code in codes.CONTROLS else None

    def _take_after_escape(self, code: int) -> Call | None:
        if code == codes.ESC:
            return None
        self._state = State.ALONE
        if code not in _FUNCTIONS:
            return None
        function = _FUNCTIONS[code]
        if not function.arguments:
            return Call(function.name)
        self._state, self._function, self._arguments = State.ARGUMENT, function, b""
        return None

    def _take_argument(self, code: int) -> Text | Call | None:
        function = self._function
        if code == codes.CAN:
            self._state = State.ALONE
            return None
        if function.name in _TAKES_MODE and code not in codes.MODES:
            self._state = State.ALONE
            return self._take_alone(code)
        self._arguments += bytes((code,))
        if len(self._arguments) == function.arguments:
            self._state = State.ALONE
        return Call(function.name, self._arguments)


_TAKE: dict[State, Callable[[Parser, int], Text | Call | None]] = {
    State.ALONE: Parser._take_alone,
    State.AFTER_ESCAPE: Parser._take_after_escape,
    State.ARGUMENT: Parser._take_argument,
}
