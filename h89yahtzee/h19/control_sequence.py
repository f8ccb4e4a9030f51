"""ANSI control sequences: finds the functions that the bytes after `ESC [` call.

The functions, and the numbers by which sequences name them, are in `codes`. A call is a function with its
arguments. The last byte of a sequence is called the final byte. Numbers are read as by the firmware (Heath part
444-46), which has five peculiarities:

- A number has 8 bits, and the carry of a sum is lost: 300 is read as 44. For each further digit the number is
  multiplied by ten, as the sum of 8 times and 2 times the number. These products are made by rotating its bits, so
  those that leave on the left come back on the right. The sixteenth number and all after it replace the fifteenth.
- A semicolon before the first number is the final byte of the sequence.
- The final byte is stored after the numbers and read as a number: `ESC [ 5 H` goes to row 5, column 72 (H).
- Lists of attributes and of the H19's own modes (`>`) end at an unknown number; other lists skip unknown numbers.
- The digits are counted in 8 bits: 256 digits count as none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import repeat, takewhile
from typing import NamedTuple

from h89yahtzee.h19 import codes


class Call(NamedTuple):
    """A function's name, and the values of its arguments that have arrived so far, as `codes.argument` returns
    them."""

    function: str
    arguments: tuple[int, ...] = ()


_MOST_NUMBERS = 15
_PREFIXES = b"?>"  # ? for private modes, > for the H19's own modes
_AUTO_CR = 20


def _functions() -> dict[bytes, dict[int, Call]]:
    """Return a dict of dicts with the calls of all functions that a control sequence calls without arguments.

    The outer keys are the forms of sequences (prefix and final byte). The inner keys are the numbers that select
    the functions in sequences of a form, 0 for a sequence without a number.
    """
    found: dict[bytes, dict[int, Call]] = {}
    for function in (*codes.FUNCTIONS, codes.ENTER_HEATH_MODE):
        form = re.fullmatch(rb"\[([?>]?)(\d*)([A-Za-z])", function.ansi or b"")
        if form:
            prefix, number, final = form.groups()
            found.setdefault(prefix + final, {})[int(number or b"0")] = Call(function.name)
    return found


_NUMBERED = _functions()
_NUMBERED[b"f"] = _NUMBERED[b"H"]
_NUMBERED[b"h"][_AUTO_CR] = Call("set_mode", (9,))
_NUMBERED[b"l"][_AUTO_CR] = Call("reset_mode", (9,))


class ControlSequence:
    """A parser of one control sequence, which takes the bytes after `ESC [` one by one."""

    def __init__(self) -> None:
        self._prefix = b""
        self._numbers = [0]
        self._digits = 0
        self._digits_of_number = 0
        self._is_first_byte = True

    def take(self, code: int) -> tuple[Call, ...] | None:
        """Take a byte. Return None while the sequence is incomplete; after its last byte return the calls that the
        sequence makes, perhaps none."""
        is_first_byte, self._is_first_byte = self._is_first_byte, False
        if 0x30 <= code <= 0x39:
            self._take_digit(code & 0x0F)
        elif code == 0x3B and not is_first_byte:
            self._next_number()
        elif is_first_byte and not self._prefix and code in _PREFIXES:
            self._prefix = bytes((code,))
            self._is_first_byte = True
        else:
            return tuple(self._calls(code))
        return None

    def _take_digit(self, digit: int) -> None:
        doubled = _rotated(self._numbers[-1], 1)
        self._numbers[-1] = (doubled + _rotated(doubled, 2) + digit) & 0xFF
        self._digits = (self._digits + 1) & 0xFF
        self._digits_of_number = (self._digits_of_number + 1) & 0xFF

    def _next_number(self) -> None:
        if len(self._numbers) < _MOST_NUMBERS:
            self._numbers.append(0)
        self._numbers[-1] = 0
        self._digits_of_number = 0

    def _calls(self, final: int) -> Iterator[Call]:
        form = self._prefix + bytes((final,))
        if form not in _RULES:
            return iter(())
        numbers = self._numbers if self._digits_of_number else self._numbers[:-1]
        return _RULES[form](form, [*numbers, final] if self._digits else [])


def _rotated(number: int, count: int) -> int:
    return (number << count | number >> (8 - count)) & 0xFF


# Each function below returns the calls of the sequences that have certain final bytes. `form` is a sequence's
# prefix and final byte. `numbers` is empty if the sequence has no digit; otherwise it has the sequence's numbers,
# followed by the code of the final byte.


def _bare(form: bytes, numbers: list[int]) -> Iterator[Call]:
    if not numbers:
        yield _NUMBERED[form][0]


def _repeated(form: bytes, numbers: list[int]) -> Iterator[Call]:
    count = numbers[0] if numbers else 1
    return repeat(_NUMBERED[form][0], max(count, 1))


def _selected(form: bytes, numbers: list[int]) -> Iterator[Call]:
    number = numbers[0] if numbers else 0
    if number in _NUMBERED[form]:
        yield _NUMBERED[form][number]


def _attributes(form: bytes, numbers: list[int]) -> Iterator[Call]:
    attributes = _NUMBERED[form]
    return map(attributes.__getitem__, takewhile(attributes.__contains__, numbers or [0]))


def _modes(form: bytes, numbers: list[int]) -> Iterator[Call]:
    """Return the calls that turn the modes in `numbers` on or off. A number that equals the code of the sequence's
    final byte ends the list, as in the firmware."""
    listed = takewhile(lambda number: number != form[-1], numbers)
    return (_NUMBERED[form][number] for number in listed if number in _NUMBERED[form])


def _heath_modes(form: bytes, numbers: list[int]) -> Iterator[Call]:
    """Return the calls that turn the H19's own modes in `numbers` on or off, up to a number that is no mode."""
    # For 0 the firmware jumps to an address without a program; here 0 ends the list, as other unknown numbers do.
    name = "set_mode" if form.endswith(b"h") else "reset_mode"
    return (Call(name, (number,)) for number in takewhile(codes.MODES.__contains__, numbers))


def _address(form: bytes, numbers: list[int]) -> Iterator[Call]:
    if not numbers:
        return _bare(form, numbers)
    row, column = (max(number - 1, 0) for number in numbers[:2])
    return iter((Call("direct_cursor_addressing", (row, column)),))


def _baud_rate(_form: bytes, numbers: list[int]) -> Iterator[Call]:
    """Yield the call that changes the baud rate; a missing number and 0 mean 110 baud, as 1 does."""
    number = numbers[0] if numbers else 0
    yield Call("modify_baud_rate", (max(number - 1, 0),))


_Rule = Callable[[bytes, list[int]], Iterator[Call]]
_RULES: dict[bytes, _Rule] = {
    **dict.fromkeys((b"A", b"B", b"C", b"D", b"L", b"M", b"P"), _repeated),
    **dict.fromkeys((b"J", b"K", b"n"), _selected),
    **dict.fromkeys((b"p", b"q", b"s", b"u", b"z"), _bare),
    **dict.fromkeys((b"H", b"f"), _address),
    **dict.fromkeys((b"h", b"l", b"?h", b"?l"), _modes),
    **dict.fromkeys((b">h", b">l"), _heath_modes),
    b"m": _attributes,
    b"r": _baud_rate,
}
