"""`h19` in the window of a terminal emulator, and the checks that its tests share."""

from __future__ import annotations

import re
import sys

from tests.apps.games import Games, OnPty, found_modes
from tests.apps.screens import Window

H19 = (sys.executable, "-c", "import sys; from h89yahtzee.apps.h19.emulate import main; sys.exit(main())")

MENU = b"\x1d"
PAGE = "H19 keyboard"
TOO_SMALL = "This window is 40x10; an H19 needs 80x24. Enlarge it, or press ^] and q to leave."

GOT_KEYS = """
import os, tty
tty.setraw(0)
got = b""
while True:
    os.write(1, b"\\r\\x1bKgot " + got.hex().encode() + b".")
    got += os.read(0, 64)
"""
"""A Python program that reads keys and shows all bytes read so far in hex, as "got 6162."."""


def h19(games: Games, *words: str, rows: int = 26, **variables: str) -> OnPty[Window]:
    return games.in_window(*words, columns=80, rows=rows, command=H19, **variables)


def around(games: Games, script: str, *words: str, rows: int = 26, **variables: str) -> OnPty[Window]:
    """Start `h19` with a shell script as its command; then it waits for a text line, so that `h19` stays."""
    return h19(games, *words, "--", "/bin/sh", "-c", f"{script}; read x", rows=rows, **variables)


def status(screen: OnPty[Window]) -> str:
    return screen.screen.rows()[25]


def check_window_is_as_found(screen: OnPty[Window]) -> None:
    assert not screen.screen.is_alternate()
    assert not screen.screen.has_mouse()
    assert not screen.screen.pyte.cursor.hidden
    pen = screen.screen.pyte.cursor.attrs
    assert (pen.fg, pen.bg, pen.reverse) == ("default", "default", False)
    assert screen.screen.backgrounds() == {"default"}
    assert screen.tty_modes() == found_modes()


def last_words(screen: OnPty[Window]) -> list[str]:
    """Return the text lines that `h19` wrote after it had restored the window's former content."""
    after = bytes(screen.received).rpartition(b"\x1b[?1049l")[2]
    return re.sub(rb"\x1b\[[?0-9;]*[a-z]", b"", after).decode().splitlines()


def leave(screen: OnPty[Window]) -> None:
    screen.send(MENU + b"q")
    assert screen.exit_status() == 0
    check_window_is_as_found(screen)
    assert last_words(screen) == []


def check_got(screen: OnPty[Window], expected: bytes) -> None:
    screen.wait_for_value(lambda: screen.screen.rows()[0].split()[1], expected.hex() + ".")
