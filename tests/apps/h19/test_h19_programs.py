"""Real programs in `h19`: they show the same as in an xterm, for which pyte stands here.

The xterm has the terminfo entry xterm-r6, since later entries repeat characters by a sequence that pyte lacks.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.apps.games import Games, OnPty
from tests.apps.h19_windows import H19
from tests.apps.screens import Window

pytestmark = pytest.mark.slow

ROWS, COLUMNS = 24, 80
PROGRAMS = f"{os.environ['PATH']}:/usr/games"

CURSES = """
import curses

def draw(window):
    window.box()
    window.addstr(1, 2, "plain ")
    window.addstr("reverse", curses.A_REVERSE)
    window.addstr(" standout", curses.A_STANDOUT)
    window.addstr(" bold and plain again", curses.A_BOLD)
    for column, name in enumerate(NAMES):
        window.addch(3, 2 + 2 * column, getattr(curses, "ACS_" + name))
        window.addch(4, 2 + 2 * column, getattr(curses, "ACS_" + name), curses.A_REVERSE)
    window.hline(6, 2, curses.ACS_HLINE, 76)
    window.vline(7, 40, curses.ACS_VLINE, 15)
    for row in range(8, 20):
        window.addstr(row, 3, f"row {row} " + "abc" * 4)
    window.addstr(22, 70, "the end")
    window.move(23, 78)

def main(window):
    window.idlok(True)
    window.scrollok(False)
    draw(window)
    while True:
        key = window.getch()
        if key == ord("i"):
            window.move(9, 3)
            window.insertln()
        elif key == ord("d"):
            window.move(12, 3)
            window.deleteln()
        elif key == ord("c"):
            window.move(10, 0)
            window.clrtoeol()
            window.addstr(10, 60, "cleared")
        elif key == ord("s"):
            window.addstr(11, 3, "X")
            window.insstr(12, 5, "inserted ")
            window.delch(13, 4)
        elif key == ord("b"):
            window.clrtobot()
        elif key == ord("e"):
            window.erase()
            draw(window)
        elif key == ord("q"):
            break
        else:
            window.addstr(21, 3, f"key {curses.keyname(key).decode():12}")
        window.refresh()

curses.wrapper(main)
"""
LINES = ("HLINE", "VLINE", "ULCORNER", "URCORNER", "LLCORNER", "LRCORNER", "LTEE", "RTEE", "BTEE", "TTEE", "PLUS")
"""The line-drawing characters of curses; `OTHERS` are the further characters of curses that both terminals have."""
OTHERS = ("CKBOARD", "PLMINUS")


class Xterm(Window):
    """A window of 80 x 24 that shows VT100 line drawing, and ignores xterm's own queries and modes."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, ROWS)
        self._tail = b""
        super().feed(b"\x1b%@")

    def feed(self, data: bytes) -> None:
        data = re.sub(rb"\x1b\[[?>=][\d;]*[mcun]", b"", self._tail + data)
        begun = re.search(rb"\x1b(\[[?>=]?[\d;]*)?\Z", data)
        self._tail = begun[0] if begun else b""
        super().feed(data[: len(data) - len(self._tail)])


def installed(name: str) -> str:
    program = shutil.which(name, path=PROGRAMS)
    if program is None:
        pytest.skip(f"{name} isn't installed")
    return program


class Pair:
    """The same program running in an H19 and in an xterm."""

    def __init__(self, h19: OnPty[Window], xterm: OnPty[Xterm]) -> None:
        self.h19 = h19
        self.xterm = xterm

    def send(self, keys: bytes) -> None:
        self.h19.send(keys)
        self.xterm.send(keys)

    def wait_for(self, *sights: str) -> None:
        self.h19.wait_for(*sights)
        self.xterm.wait_for(*sights)

    def check_alike(self, *sights: str) -> None:
        """Wait until both terminals show `sights` and then the same characters and reverse video in all cells."""
        self.wait_for(*sights)
        self.xterm.wait_for_silence()
        self.h19.wait_for_value(self._page, self.xterm.screen.rows())
        self.h19.wait_for_value(self._reverse, self.xterm.screen.reverse())
        assert not self.h19.screen.rows()[ROWS].strip()

    def _page(self) -> list[str]:
        return self.h19.screen.rows()[:ROWS]

    def _reverse(self) -> list[str]:
        return self.h19.screen.reverse()[:ROWS]

    def check_ends(self) -> None:
        assert (self.h19.exit_status(), self.xterm.exit_status()) == (0, 0)
        assert not self.h19.screen.is_alternate()


class Pairs:
    """Starts programs twice: in an H19 and in an xterm."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._xterms: list[OnPty[Xterm]] = []

    def start(self, *command: str, words: Sequence[str] = (), other: Sequence[str] = ()) -> Pair:
        """Start `command` in both terminals; `words` are options of `h19`, `other` is the command in the xterm if
        it differs."""
        h19 = self._games.in_window(*words, "--", *command, columns=COLUMNS, rows=ROWS + 2, command=H19)
        environment = {**self._games.environment, "TERM": "xterm-r6"}
        xterm = OnPty([*(other or command)], environment, COLUMNS, ROWS, Xterm())
        self._xterms.append(xterm)
        return Pair(h19, xterm)

    def close(self) -> None:
        for xterm in self._xterms:
            xterm.close()


@pytest.fixture
def pairs(games: Games) -> Iterator[Pairs]:
    with closing(Pairs(games)) as pairs:
        yield pairs


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A file of a hundred text lines with lengths up to the screen's width."""
    notes = tmp_path / "notes"
    notes.write_text("".join(f"{number} {'x' * (number % 70)} end\n" for number in range(1, 101)))
    return notes


def vi(pairs: Pairs, notes: Path, *words: str) -> tuple[Pair, Path]:
    """Start vi in both terminals, each on a file of its own with the same name; return both and xterm's file."""
    other = notes.parent / "other" / notes.name
    other.parent.mkdir()
    other.write_text(notes.read_text())
    editor = (installed("vim"), "-u", "NONE", "-i", "NONE", "-N", "-n", notes.name)
    first, second = (
        ("/bin/sh", "-c", 'cd "$0" && exec "$@"', str(file.parent), *editor) for file in (notes, other)
    )
    return pairs.start(*first, words=words, other=second), other


@pytest.mark.parametrize("words", [(), ("--ansi",), ("--wrap",)], ids=["Heath", "ANSI", "wrap"])
def test_vi(pairs: Pairs, notes: Path, words: tuple[str, ...]) -> None:
    pair, other = vi(pairs, notes, *words)
    pair.check_alike("23 " + 23 * "x" + " end")
    for keys, *sights in (
        (b"G", "100 "),
        (b"1G5jddp3Oopened\x1b", "opened"),
        (b"\x1b[B\x1b[BA appended\x1b", "appended"),
        (b"10Gi" + 90 * b"long" + b"\x1b", "longlonglong"),
        (b"0xxx3dwu", "glong"),
        (b"\x06\x06", "58 "),
        (b"\x02", "30 "),
        (b"\x19\x19", "30 "),
        (b":split\rG", "100 "),
        (b":only\r:%s/x/y/g\r", "y end"),
    ):
        pair.send(keys)
        pair.check_alike(*sights)
    pair.send(b"ZZ")
    pair.check_ends()
    assert notes.read_text() == other.read_text()
    assert "longlong" in notes.read_text()


@pytest.mark.parametrize("words", [(), ("--ansi",)], ids=["Heath", "ANSI"])
def test_curses(pairs: Pairs, words: tuple[str, ...]) -> None:
    script = CURSES.replace("NAMES", repr(LINES + OTHERS))
    pair = pairs.start(sys.executable, "-c", script, words=words)
    pair.check_alike("plain reverse standout", "the end")
    assert pair.h19.screen.rows()[3][2:24:2] == "─│┌┐└┘├┤┴┬┼"
    for keys, *sights in (
        (b"i", "row 9 "),
        (b"d", "the end"),
        (b"c", "cleared"),
        (b"s", "inserted"),
        (b"b", "plain"),
        (b"e", "the end"),
    ):
        pair.send(keys)
        pair.check_alike(*sights)
    pair.send(b"q")
    pair.check_ends()
