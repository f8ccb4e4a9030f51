"""The check of the video RAM: patterns are written on the page and the 25th line, and read back.

The RAM is a ring of 2048 bytes. After a reset row 0 is at address 0, and the other rows follow, the 25th line last.
They leave the last 48 bytes free; a page that was scrolled down by a row begins 80 bytes earlier, and so covers
these. On the board are four chips of 1024 half bytes (2114).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS
from h89yahtzee.apps.h19_test.line_checks import case_of, judged
from h89yahtzee.apps.h19_test.screen_checks import Part, Result
from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest
from h89yahtzee.h19 import codes

SIZE = 2048
_HALF = SIZE // 2
_ROWS = PAGE_ROWS + 1


class Wrong(NamedTuple):
    """A bit (0 to 7) that was read wrong, and the value that was read."""

    address: int
    bit: int
    value: int


def check_memory(terminal: TerminalUnderTest, minutes: int, progress: Callable[[int], None]) -> Iterator[Result]:
    """Write and read patterns for `minutes` minutes, but at least one pattern; yield a result for each chip.

    Each pattern is followed by its complement, so that every bit is read as 0 and as 1. `progress` is called with
    the number of a page that begins, from 1.
    """
    # A broken 25th line may have been taken for one that isn't transmitted.
    terminal.sends_line_25 = True
    wrong: set[Wrong] = set()
    is_read = True
    until = terminal.line.now() + 60 * minutes
    page = 0
    while is_read and (page < _PAGES or terminal.line.now() < until):
        progress(page + 1)
        found = _wrong_bits(terminal, page // _PAGES, is_scrolled=page & 2 != 0, flipped=page & 1)
        is_read = found is not None
        wrong |= found or set()
        page += 1
    for half in range(2):
        for nibble in range(2):
            yield _judged(half, nibble, wrong, is_read)


_PAGES = 4
"""The pages of a pattern: in place and scrolled, each with its complement."""


def _wrong_bits(terminal: TerminalUnderTest, pattern: int, is_scrolled: bool, flipped: int) -> set[Wrong] | None:
    """Write a page and read it; None if the terminal doesn't transmit a page and a 25th line of an H19."""
    start = -COLUMNS % SIZE if is_scrolled else 0
    addresses = [(start + place) % SIZE for place in range(_ROWS * COLUMNS)]
    cells = bytes(_code(address, pattern) ^ (0xFF if flipped else 0) for address in addresses)
    terminal.reset(is_ansi=False)
    written = (
        codes.heath("set_mode") + b"1" + (codes.heath("reverse_index") if is_scrolled else b"") + _written(cells)
    )
    terminal.line.send(written)
    sight = terminal.look(is_ansi=False, sent=written)
    found = (sight.page or b"") + (sight.line_25 or b"")
    if len(found) != len(cells):
        return None
    return {
        Wrong(address, bit, read >> bit & 1)
        for address, cell, read in zip(addresses, cells, found, strict=True)
        if cell != read
        for bit in range(8)
        if (cell ^ read) >> bit & 1
    }


def _code(address: int, pattern: int) -> int:
    """Return the byte of a pattern at `address`: all 256 codes in turn, shifted by one for each further pattern and
    each further 256 bytes, so that a broken address line shows as well."""
    return (address + address // 256 + pattern) & 0xFF


def _written(cells: bytes) -> bytes:
    """Return the bytes that write the cells of the page and the 25th line."""
    plain = codes.heath(codes.GRAPHICS[False]) + codes.heath(codes.REVERSE[False])
    return b"".join(
        codes.direct_cursor_addressing(row, 0)
        + codes.transmission(cells[row * COLUMNS : (row + 1) * COLUMNS], ansi=False)
        + plain
        for row in range(LINE_25 + 1)
    )


def _judged(half: int, nibble: int, wrong: set[Wrong], is_read: bool) -> Result:
    first, bits = half * _HALF, range(4 * nibble, 4 * nibble + 4)
    # The half of the page is that of a page that hasn't scrolled.
    about = f"bits {bits[0]}-{bits[-1]}, {_HALVES[half]} half of the page ({first}-{first + _HALF - 1})"
    case = case_of(f"memory-{first}-bits-{bits[0]}-{bits[-1]}", "video_RAM", about, "memory")
    of_chip = sorted(it for it in wrong if it.address // _HALF == half and it.bit in bits)
    if not (is_read or of_chip):
        return Result(case, not_judged=(Part.PAGE,))
    told = (_told(bit, [it for it in of_chip if it.bit == bit]) for bit in bits)
    return judged(case, _AS_WRITTEN, "; ".join(filter(None, told)) or _AS_WRITTEN, Part.MEMORY)


_HALVES = ("upper", "lower")
_AS_WRITTEN = "what was written"


def _told(bit: int, wrong: list[Wrong]) -> str:
    if not wrong:
        return ""
    values = {it.value for it in wrong}
    reads = f"is {values.pop()}" if len(values) == 1 else "changes"
    addresses = {it.address for it in wrong}
    return f"bit {bit} {reads} at {len(addresses)} of {_HALF} addresses, from {min(addresses)} on"
