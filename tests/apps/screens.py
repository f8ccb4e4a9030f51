"""Emulated screens that tests look at, and functions that read the game's table from them.

The H19's screen is that of our emulator; a modern terminal's window is pyte's. The rows and columns of dice and
scores are those of H89 YAHTZEE 1.1, written down here a second time rather than taken from the package.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Protocol

import pyte

from h89yahtzee.h19.terminal import Terminal

DICE_COLUMNS = (4, 11, 18, 25, 32)
DICE_ROWS = (22, 23, 24)
CATEGORY_ROWS = (*range(1, 7), *range(11, 18))
TOTAL, GAMES = 18, 20

GREEN, AMBER, WHITE = ({"33ff66", "5fff5f"}, {"ffb000", "ffaf00"}, {"e0e8f0", "e4e4e4"})
"""The colours of each phosphor as RGB in hex: its own, and the nearest to it of a terminal's 256 colours."""


BLACK = "000000"
"""The background of each phosphor, whatever background colour the terminal is set to."""


class Screen(Protocol):
    def feed(self, data: bytes) -> None: ...

    def rows(self) -> list[str]:
        """The text of each row, trailing blanks kept."""
        ...

    def reverse(self) -> list[str]:
        """Return a string for each row: `#` where a character is in reverse video, `.` elsewhere."""
        ...


class H19Screen:
    """An emulated H19 with the option switches `switches` (S402)."""

    def __init__(self, switches: int = 0) -> None:
        self.terminal = Terminal(switches)

    def feed(self, data: bytes) -> None:
        self.terminal.feed(data)

    def rows(self) -> list[str]:
        return self.terminal.grid().text().split("\n")

    def reverse(self) -> list[str]:
        return self.terminal.grid().attributes().split("\n")


class _Erasing(pyte.Screen):
    """A screen that is cleared to its default background, not to the background colour selected for text, as on
    many terminals."""

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        pen, self.cursor.attrs = self.cursor.attrs, self.default_char
        super().erase_in_display(how, *args, **kwargs)
        self.cursor.attrs = pen


class Window:
    """The window of a modern terminal emulator; `received` has all bytes sent to it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.pyte = _Erasing(columns, rows)
        self._stream = pyte.ByteStream(self.pyte)
        self._held = b""
        self.received = b""

    def feed(self, data: bytes) -> None:
        self.received += data
        # pyte would show a device control string as text; blessed sends one to ask what the terminal is.
        data = re.sub(rb"\x1bP.*?\x1b\\", b"", self._held + data, flags=re.DOTALL)
        begun = re.search(rb"\x1b(P.*)?\Z", data, re.DOTALL)
        whole = data[: begun.start()] if begun else data
        self._held = data[len(whole) :]
        self._stream.feed(whole)

    def rows(self) -> list[str]:
        # This takes a third of the time of pyte's `display`. The second cell of a wide character has no text.
        columns = range(self.pyte.columns)
        cells = [self.pyte.buffer[row] for row in range(self.pyte.lines)]
        return ["".join(row[column].data for column in columns) for row in cells]

    def reverse(self) -> list[str]:
        columns = range(self.pyte.columns)
        cells = [self.pyte.buffer[row] for row in range(self.pyte.lines)]
        return ["".join("#" if row[column].reverse else "." for column in columns) for row in cells]

    def colors(self) -> set[str]:
        """The colours of all characters on the screen."""
        cells = (cell for row in range(self.pyte.lines) for cell in self.pyte.buffer[row].values())
        return {str(cell.fg) for cell in cells if cell.data != " "}

    def backgrounds(self) -> set[str]:
        """The background colours of all cells, including cells where nothing was ever written."""
        places = product(range(self.pyte.lines), range(self.pyte.columns))
        return {str(self.pyte.buffer[row][column].bg) for row, column in places}

    def is_alternate(self) -> bool:
        return 1049 << 5 in self.pyte.mode

    def has_mouse(self) -> bool:
        """Return whether the program has switched on mouse reports in any of xterm's several modes."""
        return any(mode << 5 in self.pyte.mode for mode in (9, *range(1000, 1017)))

    def resize(self, columns: int, rows: int) -> None:
        self.pyte.resize(rows, columns)


def dice(rows: Sequence[str], lowest: int = DICE_ROWS[-1]) -> tuple[int, ...]:
    """Return the faces of the dice by their pips, 0 for a blank die; `lowest` is the dice's lowest screen row."""
    pips = rows[lowest - 2 : lowest + 1]
    return tuple(sum(row[column : column + 5].count("●") for row in pips) for column in DICE_COLUMNS)


def column_of(player: int, players: int) -> int:
    """Return the screen column, from 0, of the centre of a player's column on the card."""
    width = 50 // players
    return 30 + width // 2 + player * width


def number(rows: Sequence[str], row: int, player: int, players: int) -> int | None:
    """Return the number in a player's column of a screen row, None if there is none."""
    centre = column_of(player, players)
    digits = rows[row][centre - 1 : centre + 2].strip()
    return int(digits) if digits.isdecimal() else None


def selected(screen: Screen) -> list[int]:
    """Return the selected rows of the card in a game of one player, from 0: their score is in reverse video."""
    plane, centre = screen.reverse(), column_of(0, 1)
    return [index for index, row in enumerate(CATEGORY_ROWS) if plane[row][centre] == "#"]


def card(rows: Sequence[str], player: int, players: int) -> list[int | None]:
    """Return the scores in a player's column, from ACES to Chance, None in rows without one."""
    return [number(rows, row, player, players) for row in CATEGORY_ROWS]
