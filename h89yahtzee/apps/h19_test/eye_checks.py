"""Pages with questions to a person about what an H19 can't report, such as its picture; the answer is y or n."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS
from h89yahtzee.apps.h19_test.line_checks import case_of, judged
from h89yahtzee.apps.h19_test.person import Person, Wish
from h89yahtzee.apps.h19_test.screen_checks import Part, Result
from h89yahtzee.h19 import codes
from h89yahtzee.screen import charset

_QUESTION_ROW = PAGE_ROWS - 1
_LINE_25_ON = codes.heath("set_mode") + b"1"
_ASCII = bytes(range(0x20, 0x7F))
_GRAPHICS = bytes(range(0x5E, 0x7F))


class Question(NamedTuple):
    """A page, the question on it, and the bytes sent after that; `function` is at fault if the answer is no."""

    name: str
    function: str
    question: str
    page: bytes = b""
    after: bytes = b""
    row: int = _QUESTION_ROW


def _rows(rows: Iterable[bytes], first: int = 0) -> bytes:
    """Return the bytes that show texts, which may contain functions, each in a row."""
    return b"".join(codes.direct_cursor_addressing(row, 0) + text for row, text in enumerate(rows, first))


def _graphic(text: bytes) -> bytes:
    return codes.heath(codes.GRAPHICS[True]) + text + codes.heath(codes.GRAPHICS[False])


def _reverse(text: bytes) -> bytes:
    return codes.heath(codes.REVERSE[True]) + text + codes.heath(codes.REVERSE[False])


def _ascii_rows() -> Iterator[bytes]:
    """Yield a table of the 95 characters, whose names are the hexadecimal digits beside and above."""
    yield b"     " + b"   ".join(b"%X" % digit for digit in range(16))
    for start in range(0x20, 0x80, 16):
        yield b"%X0   " % (start >> 4) + b"   ".join(
            _ASCII[start - 0x20 : start - 0x10][place : place + 1] for place in range(16)
        )


def _graphics_rows() -> Iterator[bytes]:
    """Yield rows with the 33 graphics, each between its code and its name, in two columns."""
    named = [_named(code) for code in _GRAPHICS]
    for place in range(0, len(named), 2):
        left, *right = named[place : place + 2]
        yield b"".join([left, *(codes.direct_cursor_addressing(place // 2, 41) + text for text in right)])


def _named(code: int) -> bytes:
    name = (
        unicodedata.name(charset.GLYPHS[charset.glyph(code, graphics=True)])
        .removeprefix("BOX DRAWINGS LIGHT ")
        .replace("BLACK", "FILLED")
    )
    return b"%c  %s  %s" % (code, _graphic(b"%c" % code), name.lower().encode())


def _page_of(text: bytes) -> bytes:
    return _LINE_25_ON + _rows(text for _ in range(PAGE_ROWS))


_NUMBERED = [b"row %d" % number for number in range(1, LINE_25 + 2)]
_SAMPLE = _ASCII[: COLUMNS - 1]
QUESTIONS = (
    Question("ascii", "text", "Are all 95 characters whole, and in their places?", _rows(_ascii_rows(), 2)),
    Question("graphics", "enter_graphics_mode", "Do all 33 characters fit their names?", _rows(_graphics_rows())),
    Question(
        "reverse", "enter_reverse_video_mode", "Is every other row dark on bright, and else the same?",
        _rows(row for _ in range(5) for row in (_SAMPLE, _reverse(_SAMPLE))),
    ),
    Question("underline-cursor", "reset_mode block", "Is the cursor here an underline that blinks fast?"),
    Question(
        "block-cursor", "set_mode block", "Is the cursor here a block that blinks slowly?",
        after=codes.heath("set_mode") + b"4",
    ),
    Question("cursor-off", "set_mode cursor_off", "Is no cursor here?", after=codes.heath("set_mode") + b"5"),
    Question(
        "cross-hatch", "screen_geometry", "Are all lines straight, whole and as far apart everywhere?",
        _page_of(_graphic(b"b" * COLUMNS)), row=LINE_25,
    ),
    Question(
        "focus", "screen_focus", "Is every H as sharp, as bright and as large as the others?",
        _page_of(b"H" * COLUMNS), row=LINE_25,
    ),
    Question(
        "25-lines", "set_mode line_25", "Are there 25 rows, numbered from 1 to 25?", _LINE_25_ON + _rows(_NUMBERED),
        row=12,
    ),
    Question("bell", "bell", "Did the bell ring just now, for 0.2 seconds?", after=b"\a"),
    Question("key-click", "reset_mode no_click", "Press some keys: does each click?"),
    Question(
        "no-key-click", "set_mode no_click", "Press some keys: is each silent?",
        after=codes.heath("set_mode") + b"2",
    ),
)  # fmt: skip
"""The pages. If a page fills the screen, its question is on the 25th line, or in row 12 beside that row's
number."""


def check_by_eye(person: Person, notes: list[str]) -> Iterator[Result]:
    """Yield a result for each question that the person answers; add to `notes` how many weren't answered."""
    answered = 0
    for it in QUESTIONS:
        place = codes.direct_cursor_addressing(it.row, 10 if it.row < _QUESTION_ROW else 0)
        page = it.page + place + f"{it.question} (y/n) ".encode() + it.after
        answer = person.answer(page, it.question)
        if answer is Wish.END:
            break
        if not isinstance(answer, Wish):
            answered += 1
            case = case_of(f"eye-{it.name}", it.function, it.question, "eye")
            yield judged(case, "yes", "yes" if answer else "no", Part.EYE)
    if answered < len(QUESTIONS):
        notes.append(f"Questions that weren't answered: {len(QUESTIONS) - answered} of {len(QUESTIONS)}.")
