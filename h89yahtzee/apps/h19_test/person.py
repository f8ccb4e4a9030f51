"""A person at the terminal under test: pages are shown, keys are pressed, questions are answered.

Wishes and answers may also be typed on standard input, a line each, if the program was started elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest
from h89yahtzee.transport.transport import TransportClosed

KEY_TIME = 10.0
"""Seconds after which a key counts as not pressed."""
ANSWER_TIME = 60.0
"""Seconds after which a question counts as not answered."""
_LET_GO = 0.25
"""Seconds without a byte after which the key pressed last has been let go."""
SETTLED = 0.15
"""Seconds without a byte after which all bytes of a key have come."""
_MOST = 1000
"""The number of bytes after which a terminal is no longer waited for, since it sends without end."""


class Wish(Enum):
    """A person's wish, and the letter that says it."""

    SKIP = "s"
    END = "q"


class Typed(NamedTuple):
    """The bytes of the terminal's keyboard, the letter typed on standard input, and the number of bytes a second at
    which a repeated key came, without the delay after its first byte."""

    data: bytes
    letter: str = ""
    rate: float = 0.0

    def last_of(self, letters: str) -> str:
        """Return the last of these letters that was typed, in either case; "" if there is none."""
        typed = self.data.decode("ascii").lower() + self.letter
        return next((letter for letter in reversed(typed) if letter in letters), "")


class Person:
    """The person at `terminal`. `typed` returns the letter of the last line typed where the program was started, ""
    if there is none; `tell` shows a text there."""

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
        """Show a page, turn on modes, and return what is typed, after at most `patience` seconds without a byte.

        Typing ends once `is_enough` is true of the bytes and none has come for `settled` seconds. XOFF and XON
        count as keys. TransportClosed if the terminal doesn't answer.
        """
        line = self._terminal.line
        line.collect(_is_endless, _LET_GO)
        line.send(page)
        # An XOFF for the page would be taken for a key.
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
        """Return the answer to a question that `page` asks; Wish.END if nobody answers."""
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
