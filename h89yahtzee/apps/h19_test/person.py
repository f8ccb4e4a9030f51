"""A person at the terminal under test: pages are shown, keys are pressed, questions are answered.

The questions are about properties that an H19 can't report, such as its picture; the answer is y or n. A person may
also wish to skip a key or a question, or to end the test. If the program was started on another terminal, answers
and wishes may also be typed there, each followed by RETURN.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS
from h89yahtzee.apps.h19_test.line_checks import case_of, judged
from h89yahtzee.apps.h19_test.screen_checks import Part, Result
from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest
from h89yahtzee.h19 import codes
from h89yahtzee.screen import charset
from h89yahtzee.transport.transport import TransportClosed

KEY_TIME = 10.0
"""Seconds after which a key counts as not pressed."""
ANSWER_TIME = 60.0
"""Seconds after which a question counts as not answered."""
_LET_GO = 0.25
"""Seconds without a byte after which the person must have let go of the key pressed last."""
SETTLED = 0.15
"""Seconds without a byte after which all bytes of a key have come."""
_MOST = 1000
"""The number of bytes after which a terminal is no longer waited for, since it sends without end."""


class Wish(Enum):
    """A person's wish about a key or a question; its value is the letter to type for that wish."""

    SKIP = "s"
    END = "q"


class Typed(NamedTuple):
    """A person's input: the bytes from the terminal under test, and a letter typed on standard input, or "".

    `rate` is the number of bytes that a key held down sent in a second, not counting the delay after its first
    byte.
    """

    data: bytes
    letter: str = ""
    rate: float = 0.0

    def last_of(self, letters: str) -> str:
        """Return which of `letters` (all in lower case) was typed last, no matter in which case; "" if none was
        typed."""
        typed = self.data.decode("ascii").lower() + self.letter
        return next((letter for letter in reversed(typed) if letter in letters), "")


class Person:
    """The person at `terminal`, the terminal under test. `typed` returns the first letter of a text line typed
    where the program was started, "" if nothing was typed; `tell` shows a text there."""

    def __init__(self, terminal: TerminalUnderTest, typed: Callable[[], str], tell: Callable[[str], None]) -> None:
        self._terminal = terminal
        self._typed = typed
        self._tell = tell
        self._letter = ""

    def press(
        self,
        page: bytes,
        told: str,
        *,
        modes: bytes = b"",
        patience: float = KEY_TIME,
        settled: float = SETTLED,
        is_enough: Callable[[bytes], bool] = bool,
    ) -> Typed:
        """Show `page` on the terminal under test, and then send it the bytes `modes`; show the text `told` where
        the program was started. Return what the person types at both places.

        Typing ends after `patience` seconds without a byte, or once `is_enough` returns True for the bytes and no
        further byte has come for `settled` seconds. XOFF and XON count as keys. TransportClosed if the terminal
        doesn't answer.
        """
        line = self._terminal.line
        line.collect(_is_endless, _LET_GO)
        line.send(page)
        # Wait until the page has been executed: an XOFF that comes later would count as a key.
        sight = self._terminal.cursor(is_ansi=False, sent=page)
        if sight.cursor is None:
            raise TransportClosed("the terminal stopped answering")
        line.send(modes)
        self._tell(told)
        with line.disobeying():
            first = line.collect(lambda data: is_enough(sight.reply + data) or self._has_typed(), patience)
            rest = line.collect(_is_endless, settled) if sight.reply + first and not self._letter else b""
        letter, self._letter = self._letter, ""
        rate = (len(rest) - 1) / line.span if len(rest) > 1 and line.span else 0.0
        return Typed(sight.reply + first + rest, letter, rate)

    def _has_typed(self) -> bool:
        self._letter = self._letter or self._typed()
        return bool(self._letter)

    def answer(self, page: bytes, question: str) -> bool | Wish:
        """Show `page`, which asks a question, and `question`, its text; return the answer (True for yes) or the
        person's wish, which is Wish.END if nobody answers."""
        for _ in range(2):
            self._terminal.reset(is_ansi=False)
            typed = self.press(
                page, f"{question} (y, n, s: skip, q: end)", patience=ANSWER_TIME, is_enough=_is_answer
            )
            letter = typed.last_of("ynsq")
            if letter:
                return letter == "y" if letter in "yn" else Wish(letter)
        return Wish.END


def _is_answer(data: bytes) -> bool:
    return bool(Typed(data).last_of("ynsq"))


def _is_endless(data: bytes) -> bool:
    return len(data) >= _MOST


_QUESTION_ROW = PAGE_ROWS - 1
_LINE_25_ON = codes.heath("set_mode") + b"1"
_ASCII = bytes(range(0x20, 0x7F))
_GRAPHICS = bytes(range(0x5E, 0x7F))


class Question(NamedTuple):
    """A question to the person: the text `question`, shown in `row` of `page`, and the bytes `after`, such as a
    bell, which are sent right after that text. If the answer is no, the function of the H19 named `function` is at
    fault.
    """

    name: str
    function: str
    question: str
    page: bytes = b""
    after: bytes = b""
    row: int = _QUESTION_ROW


def _rows(rows: Iterable[bytes], first: int = 0) -> bytes:
    """Return bytes that show each text in a row of its own, from row `first` on; texts may have escape
    sequences."""
    return b"".join(codes.direct_cursor_addressing(row, 0) + text for row, text in enumerate(rows, first))


def _graphic(text: bytes) -> bytes:
    return codes.heath(codes.GRAPHICS[True]) + text + codes.heath(codes.GRAPHICS[False])


def _reverse(text: bytes) -> bytes:
    return codes.heath(codes.REVERSE[True]) + text + codes.heath(codes.REVERSE[False])


def _ascii_rows() -> Iterator[bytes]:
    """Yield the rows of a table of the 95 ASCII characters, with the hexadecimal digits of their codes on the left
    and above."""
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
"""The questions to ask, in order. If a page fills the screen, its question is shown on the 25th line. The page of
numbered rows fills even that; its question is in row 12 (from 0), to the right of the row's number."""


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
