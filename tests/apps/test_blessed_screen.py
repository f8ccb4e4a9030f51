"""Keys of a modern terminal emulator whose bytes arrive in pieces; the test decides when each piece arrives."""

import os
import pty
import sys
import termios
from collections.abc import Iterator, Sequence
from io import FileIO, TextIOWrapper
from select import select

import pytest

from h89yahtzee.apps import blessed_screen
from h89yahtzee.apps.blessed_screen import BlessedScreen
from h89yahtzee.screen.keys import Key, KeyPress
from tests.apps.far_end import LIMIT
from tests.naming import naming

Ready = tuple[list[int], list[int], list[int]]


class Keyboard:
    """A simulated keyboard at a screen. `keys` sends its first piece at once, and another piece each time that the
    screen waits for more input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._far, near = pty.openpty()
        self._near = TextIOWrapper(FileIO(near, "r+"))
        for stream in ("stdin", "stdout"):
            monkeypatch.setattr(sys, stream, self._near)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setattr(blessed_screen, "select", self._wait)
        self._pieces: list[bytes] = []
        self._screen = BlessedScreen("green", too_small=("too small",), raw=True)
        self._screen.enter()

    def resize(self, rows: int) -> None:
        termios.tcsetwinsize(self._far, (rows, 80))

    def is_large_enough(self, tube_rows: int) -> bool:
        """Return whether an H19 screen of so many rows fits into the window as it was last measured."""
        self._screen.paint([b" " * 80] * tube_rows)
        return self._screen.is_large_enough

    def measured_rows(self) -> int:
        return self._screen.measure().rows

    def close(self) -> None:
        self._screen.exit()
        os.close(self._far)
        self._near.close()

    def keys(self, *pieces: bytes) -> list[KeyPress]:
        self._pieces = [*pieces[1:]]
        self._send(pieces[0])
        return self._screen.take_keys()

    def _wait(self, read: Sequence[int], write: Sequence[int], other: Sequence[int], seconds: float) -> Ready:
        if seconds and self._pieces:
            self._send(self._pieces.pop(0))
        return select(read, write, other, 0)

    def _send(self, data: bytes) -> None:
        os.write(self._far, data)
        assert select([self._near], [], [], LIMIT)[0]


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Keyboard]:
    keyboard = Keyboard(monkeypatch)
    yield keyboard
    keyboard.close()


def test_a_sequence_in_pieces_is_one(keyboard: Keyboard) -> None:
    for sent, expected in ((b"\x1bOP", [Key.F1]), (b"\x1b[20~", [Key.ERASE]), (b"\x1bP>|XTerm(370)\x1b\\", [])):
        for cut in range(1, len(sent)):
            with naming(sent, cut):
                assert keyboard.keys(sent[:cut], sent[cut:]) == expected
        with naming(sent):
            assert keyboard.keys(*(sent[at : at + 1] for at in range(len(sent)))) == expected


def test_the_keys_for_pages_are_those_of_a_pcs_keypad(keyboard: Keyboard) -> None:
    assert keyboard.keys(b"\x1b[5~\x1b[6~") == [Key.KEYPAD_9, Key.KEYPAD_3]


def test_letters_lose_the_accents_that_an_h19_lacks(keyboard: Keyboard) -> None:
    assert keyboard.keys("Zo\u00eb\u65e5e\u0301\u00bd".encode()) == [*"Zoee"]


def test_escape_alone_is_a_key(keyboard: Keyboard) -> None:
    assert keyboard.keys(b"\x1b") == [Key.ESCAPE]
    assert keyboard.keys(b"1\x1b") == ["1", Key.ESCAPE]
    assert keyboard.keys(b"\x1b", b"x") == [Key.ESCAPE, "x"]


def test_what_no_key_sends_is_none(keyboard: Keyboard) -> None:
    """The sequences are those of F13, of a change of focus, and answers to queries, from xterm's documentation."""
    for sent in (b"\x1b[25~", b"\x1b[I", b"\x1b[?62;22c", b"\x1b[1;1R", b"\x1b]11;rgb:1/2/3\x07"):
        with naming(sent):
            assert keyboard.keys(b"1" + sent + b"2") == ["1", "2"]


def test_a_window_that_shrinks_once_it_was_measured_has_room_until_it_is_measured_again(keyboard: Keyboard) -> None:
    keyboard.resize(25)
    assert keyboard.measured_rows() == 25
    keyboard.resize(24)
    assert keyboard.is_large_enough(25)
    assert keyboard.measured_rows() == 24
    assert not keyboard.is_large_enough(25)
    assert keyboard.is_large_enough(24)
