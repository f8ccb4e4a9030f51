"""Screens that a test looks at, and how to read them.

The H19's is our emulator; a modern terminal's window is pyte's. The places are those of H89 YAHTZEE 1.1, not the
program's own table of them.
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
"""The colour of each phosphor, and the nearest of 256 colours."""


BLACK = "000000"
"""The background of all phosphors, whatever the terminal's own."""


class Screen(Protocol):
    def feed(self, data: bytes) -> None: ...

    def rows(self) -> list[str]:
        """The text of each row, trailing blanks kept."""
        ...

    def reverse(self) -> list[str]:
        """A plane the shape of `rows`: `#` for reverse video."""
        ...


class H19Screen:
    """An H19 with the given option switches."""

    def __init__(self, switches: int = 0) -> None:
        self.terminal = Terminal(switches)

    def feed(self, data: bytes) -> None:
        self.terminal.feed(data)

    def rows(self) -> list[str]:
        return self.terminal.grid().text().split("\n")

    def reverse(self) -> list[str]:
        return self.terminal.grid().attributes().split("\n")


class _Erasing(pyte.Screen):
    """Erases with its own background, as many terminals do, whatever the background of what is written."""

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        pen, self.cursor.attrs = self.cursor.attrs, self.default_char
        super().erase_in_display(how, *args, **kwargs)
        self.cursor.attrs = pen


class Window:
    """A modern terminal's window; `received` has all bytes that it was sent."""

    def __init__(self, columns: int, rows: int) -> None:
        self.pyte = _Erasing(columns, rows)
        self._stream = pyte.ByteStream(self.pyte)
        self._held = b""
        self.received = b""

    def feed(self, data: bytes) -> None:
        self.received += data
        # pyte would show a device control string, blessed's question what the terminal is.
        data = re.sub(rb"\x1bP.*?\x1b\\", b"", self._held + data, flags=re.DOTALL)
        begun = re.search(rb"\x1b(P.*)?\Z", data, re.DOTALL)
        whole = data[: begun.start()] if begun else data
        self._held = data[len(whole) :]
        self._stream.feed(whole)

    def rows(self) -> list[str]:
        # A third of the time of `display`; the second cell of a wide character has no text.
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
        """The colours behind all characters, those that were never written too."""
        places = product(range(self.pyte.lines), range(self.pyte.columns))
        return {str(self.pyte.buffer[row][column].bg) for row, column in places}

    def is_alternate(self) -> bool:
        return 1049 << 5 in self.pyte.mode

    def has_mouse(self) -> bool:
        """Whether the program asked for any report of the mouse: xterm has several kinds and encodings."""
        return any(mode << 5 in self.pyte.mode for mode in (9, *range(1000, 1017)))

    def resize(self, columns: int, rows: int) -> None:
        self.pyte.resize(rows, columns)


def dice(rows: Sequence[str], lowest: int = DICE_ROWS[-1]) -> tuple[int, ...]:
    """The dice by their pips, 0 for a blank one; their lowest row is `lowest`."""
    pips = rows[lowest - 2 : lowest + 1]
    return tuple(sum(row[column : column + 5].count("●") for row in pips) for column in DICE_COLUMNS)


def column_of(player: int, players: int) -> int:
    """The centre of a player's column."""
    width = 50 // players
    return 30 + width // 2 + player * width


def number(rows: Sequence[str], row: int, player: int, players: int) -> int | None:
    """The number in a player's column, None where it has none."""
    centre = column_of(player, players)
    digits = rows[row][centre - 1 : centre + 2].strip()
    return int(digits) if digits.isdecimal() else None


def selected(screen: Screen) -> list[int]:
    """The rows of a lone player's card, from 0, whose score stands in reverse."""
    plane, centre = screen.reverse(), column_of(0, 1)
    return [index for index, row in enumerate(CATEGORY_ROWS) if plane[row][centre] == "#"]


def card(rows: Sequence[str], player: int, players: int) -> list[int | None]:
    """The numbers in a player's rows, ACES to Chance."""
    return [number(rows, row, player, players) for row in CATEGORY_ROWS]
