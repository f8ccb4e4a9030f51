"""The sequences that an H19 receives, in words: `direct cursor addressing row 21 column 16`.

Functions have their names from `codes` with blanks for underscores. Rows and columns are counted as the sequence
counts them: from 0 in Heath mode, whose argument bytes are offsets, and from 1 in ANSI mode. Numbers are those that
were sent, though the firmware keeps only eight bits. Source: the H19 manual; the firmware for several numbers and
for none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from h89yahtzee.h19 import codes
from h89yahtzee.h19.control_sequence import NUMBERED

UNKNOWN = "unknown"
ENTER_HEATH_MODE = "enter heath mode"
ENTER_ANSI_MODE = "enter ansi mode"
RESET = "reset to power up configuration"

_ADDRESSING = "direct cursor addressing"
_SAME_ROW = "same row"
_ROWS = {codes.direct_cursor_addressing(row, 0)[2]: row for row in range(25)}
_COLUMNS = {codes.direct_cursor_addressing(0, column)[3]: column for column in range(80)}
_MODES = [name.replace("_", " ") for name in codes.MODES.values()]
_TAKES_MODE = (b"x", b"y")
_HEATH = {function.heath: function for function in codes.FUNCTIONS}


def heath_meaning(sequence: bytes) -> tuple[str, int] | None:
    """The meaning and length of a sequence in Heath mode, ESC first; None while it goes on.

    Where the length leaves the last byte out, that byte is to be read as if it stood alone.
    """
    function = _HEATH.get(sequence[1:2])
    arguments = sequence[2:]
    if len(sequence) == 1:
        return None
    if sequence[1] == codes.ESC:
        return "begins anew", 1
    if function is None:
        return UNKNOWN, 2
    words = [_words(function)]
    for argument in arguments:
        if argument == codes.CAN:
            return " ".join([*words, "cancelled"]), len(sequence)
        if function.heath in _TAKES_MODE and not 0 <= argument - ord("1") < len(_MODES):
            return f"{words[0]} without effect", len(sequence) - 1
        words.append(_argument(function.heath, len(words), argument))
    return (" ".join(words), len(sequence)) if len(arguments) == function.arguments else None


def _argument(function: bytes, place: int, code: int) -> str:
    if function in _TAKES_MODE:
        return _MODES[code - ord("1")]
    if function == b"r":
        return _baud_rate(code - ord("A"))
    if place == 1:
        return f"row {_ROWS[code]}" if code in _ROWS else _SAME_ROW
    return f"column {_COLUMNS.get(code, 79)}"


def _baud_rate(index: int) -> str:
    return str(codes.BAUD_RATES[index]) if 0 <= index < len(codes.BAUD_RATES) else UNKNOWN


def _words(function: codes.Function) -> str:
    return function.name.replace("_", " ")


_ANSI_ESCAPES = {f.ansi: _words(f) for f in codes.FUNCTIONS if f.ansi is not None and len(f.ansi) == 1}
_ANSI = {
    form: {number: call.function.replace("_", " ") for number, call in calls.items()}
    for form, calls in NUMBERED.items()
}
_ANSI[b"h"][20] = "set mode auto cr"
_ANSI[b"l"][20] = "reset mode auto cr"
# Where Heath mode has a function of its own for a mode, ANSI mode has one mode among others.
for _form, _verb in ((b">h", "set mode"), (b">l", "reset mode")):
    _ANSI[_form] = {number: f"{_verb} {mode}" for number, mode in enumerate(_MODES, 1)}

_SEQUENCE = re.compile(rb"\x1b\[([?>]?)(\d[\d;]*)?([^\d])", re.DOTALL)
_UNFINISHED = re.compile(rb"\x1b(?:\[(?:[?>]?(?:\d[\d;]*)?)?)?")


def ansi_meaning(sequence: bytes) -> tuple[str, int] | None:
    """Like `heath_meaning`, in ANSI mode: any byte that doesn't continue a sequence is its last."""
    if _UNFINISHED.fullmatch(sequence):
        return None
    match = _SEQUENCE.fullmatch(sequence)
    if match is None:
        return _ANSI_ESCAPES.get(sequence[1:], UNKNOWN), len(sequence)
    prefix, numbers, final = match.groups()
    rule = _RULES.get(prefix + final)
    return rule(prefix + final, _numbers(numbers or b"")) if rule else UNKNOWN, len(sequence)


def _numbers(digits: bytes) -> list[int]:
    """The numbers sent; a semicolon that nothing follows adds none."""
    return [int(number or b"0") for number in digits.removesuffix(b";").split(b";")] if digits else []


# The meaning of the numbers, one rule for several final bytes.


def _bare(form: bytes, numbers: list[int]) -> str:
    return UNKNOWN if numbers else _ANSI[form][0]


def _repeated(form: bytes, numbers: list[int]) -> str:
    count = numbers[0] if numbers else 1
    return f"{_ANSI[form][0]} {count} times" if count > 1 else _ANSI[form][0]


def _selected(form: bytes, numbers: list[int]) -> str:
    return _ANSI[form].get(numbers[0] if numbers else 0, UNKNOWN)


def _all(form: bytes, numbers: list[int]) -> str:
    """Unknown numbers are skipped."""
    return ", ".join(_ANSI[form].get(number, f"{UNKNOWN} {number}") for number in numbers) or UNKNOWN


def _up_to_unknown(form: bytes, numbers: list[int]) -> str:
    """What follows an unknown number has no effect."""
    known = next((place for place, number in enumerate(numbers) if number not in _ANSI[form]), len(numbers))
    return _all(form, numbers[: known + 1])


def _attributes(form: bytes, numbers: list[int]) -> str:
    return _up_to_unknown(form, numbers or [0])


def _address(form: bytes, numbers: list[int]) -> str:
    """The final byte follows the numbers as one more, so it is the column where none was sent."""
    if not numbers:
        return _ANSI[form][0]
    row, column = [*numbers, form[-1]][:2]
    return f"{_ADDRESSING} {f'row {max(row, 1)}' if row <= 25 else _SAME_ROW} column {min(max(column, 1), 80)}"


def _baud(_form: bytes, numbers: list[int]) -> str:
    return f"modify baud rate {_baud_rate(max(numbers[0] if numbers else 0, 1) - 1)}"


_Rule = Callable[[bytes, list[int]], str]
_RULES: dict[bytes, _Rule] = {
    **dict.fromkeys((b"A", b"B", b"C", b"D", b"L", b"M", b"P"), _repeated),
    **dict.fromkeys((b"J", b"K", b"n"), _selected),
    **dict.fromkeys((b"p", b"q", b"s", b"u", b"z"), _bare),
    **dict.fromkeys((b"h", b"l", b"?h", b"?l"), _all),
    **dict.fromkeys((b">h", b">l"), _up_to_unknown),
    **dict.fromkeys((b"H", b"f"), _address),
    b"m": _attributes,
    b"r": _baud,
}
