"""ANSI control sequences: from what follows `ESC [` to the functions that it calls.

The functions and their numbers are those of `codes`; here is how the firmware (Heath part 444-46) reads the
numbers, and what it does with several or none. It has five habits:

- A number has 8 bits and is multiplied by ten with rotations: 300 is 44, and bits that leave on the left come back
  on the right. The sixteenth number and all after it replace the fifteenth.
- A semicolon before the first number is the final byte of the sequence.
- The final byte is stored after the numbers and read as one: `ESC [ 5 H` goes to row 5, column 72 (H).
- Attributes are set up to the first number that is none; the other lists skip such numbers.
- The digits are counted in 8 bits: 256 of them are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple

from h89yahtzee.h19 import codes


class Call(NamedTuple):
    """A function's name and its arguments so far, with values as in `codes.argument`."""

    function: str
    arguments: tuple[int, ...] = ()


_MOST_NUMBERS = 15
_PREFIXES = b"?>"  # of private modes and of the H19's own
_AUTO_CR = 20


def _numbered() -> dict[bytes, dict[int, Call]]:
    """The functions without arguments by prefix and final byte, then by number, 0 where they need none."""
    found: dict[bytes, dict[int, Call]] = {}
    for function in (*codes.FUNCTIONS, codes.ENTER_HEATH_MODE):
        form = re.fullmatch(rb"\[([?>]?)(\d*)([A-Za-z])", function.ansi or b"")
        if form:
            prefix, number, final = form.groups()
            found.setdefault(prefix + final, {})[int(number or b"0")] = Call(function.name)
    return found


NUMBERED = _numbered()
NUMBERED[b"f"] = NUMBERED[b"H"]
NUMBERED[b"h"][_AUTO_CR] = Call("set_mode", (9,))
NUMBERED[b"l"][_AUTO_CR] = Call("reset_mode", (9,))


class ControlSequence:
    """One sequence as its bytes arrive, from the one after `ESC [` on."""

    def __init__(self) -> None:
        self._prefix = b""
        self._numbers = [0]
        self._digits = 0
        self._digits_of_number = 0
        self._is_first_byte = True

    def take(self, code: int) -> tuple[Call, ...] | None:
        """None while the sequence goes on; at its final byte the calls, perhaps none."""
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


# How the numbers are read, each rule for some final bytes: none without a digit, else with the final byte last.


def _bare(form: bytes, numbers: list[int]) -> Iterator[Call]:
    if not numbers:
        yield NUMBERED[form][0]


def _repeated(form: bytes, numbers: list[int]) -> Iterator[Call]:
    count = numbers[0] if numbers else 1
    return iter((NUMBERED[form][0],) * max(count, 1))


def _selected(form: bytes, numbers: list[int]) -> Iterator[Call]:
    number = numbers[0] if numbers else 0
    if number in NUMBERED[form]:
        yield NUMBERED[form][number]


def _attributes(form: bytes, numbers: list[int]) -> Iterator[Call]:
    attributes = NUMBERED[form]
    return map(attributes.__getitem__, takewhile(attributes.__contains__, numbers or [0]))


def _modes(form: bytes, numbers: list[int]) -> Iterator[Call]:
    """A number that equals the final byte is taken for it and ends the list."""
    listed = takewhile(lambda number: number != form[-1], numbers)
    return (NUMBERED[form][number] for number in listed if number in NUMBERED[form])


def _heath_modes(form: bytes, numbers: list[int]) -> Iterator[Call]:
    """0 makes the firmware jump to where no program is; here it ends the list like any other number of no mode."""
    name = "set_mode" if form.endswith(b"h") else "reset_mode"
    return (Call(name, (number,)) for number in takewhile(codes.MODES.__contains__, numbers))


def _address(form: bytes, numbers: list[int]) -> Iterator[Call]:
    if not numbers:
        return _bare(form, numbers)
    row, column = (max(number - 1, 0) for number in numbers[:2])
    return iter((Call("direct_cursor_addressing", (row, column)),))


def _baud_rate(_form: bytes, numbers: list[int]) -> Iterator[Call]:
    """No number and 0 mean 110 baud, as 1 does."""
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
