"""Checks of the serial line (XOFF and XON, bytes lost in a flood, speeds), of the times that functions take, and of
the bits of the video RAM.

The RAM is a ring of 2048 bytes. After a reset row 0 is at address 0, and the other rows follow, the 25th line last.
These rows leave the last 48 bytes free; a page that was scrolled down by a row begins 80 bytes earlier, and so
covers the 48 bytes as well. The RAM consists of four chips of 1024 half bytes (2114).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import dropwhile
from typing import NamedTuple

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS, Case, suite_lines
from h89yahtzee.apps.h19_test.line import BITS
from h89yahtzee.apps.h19_test.screen_checks import Difference, Part, Result, page_differences
from h89yahtzee.apps.h19_test.terminal_under_test import CLOSE, PATIENCE, SHORT, Sight, TerminalUnderTest
from h89yahtzee.h19 import codes

SECTION = "line"
STOPS_AT = 113
"""The number of bytes waiting in the input FIFO at which an H19 sends the first XOFF."""
FIFO_SIZE = 128


def case_of(name: str, function: str, about: str, section: str = SECTION) -> Case:
    """Return a case without bytes to send and without rows, for a check that compares no screens; `function` is the
    function that the check is about."""
    return Case(name, about, section, (function,), b"", {}, (0, 0))


def judged(case: Case, expected: str, found: str, part: Part = Part.FLOW) -> Result:
    """Return the result of a case. `expected` and `found` describe an H19's behaviour and the terminal's in words;
    if they differ, the result has this as a difference in `part`."""
    differences = () if expected == found else (Difference(part, expected.encode(), found.encode()),)
    return Result(case, differences)


def check_held_page(terminal: TerminalUnderTest) -> Iterator[Result]:
    """Fill the terminal's input FIFO while its page is held. Yield results about the number of XOFFs, the byte at
    which the first one comes, and the text shown afterwards.

    In hold-screen mode, a line feed on the last row holds the page. Then the FIFO fills, however fast the
    terminal is, until the 128th waiting byte lets the page scroll. Don't use this check on a line that carries no
    bytes after an XOFF: only the key SCROLL could let the page scroll there.
    """
    line = terminal.line
    terminal.reset(is_ansi=False)
    row_21, row_22 = (codes.direct_cursor_addressing(row, 0) for row in (21, 22))
    waiting = row_21 + _ROW + row_22 + _ROW
    assert len(waiting) == FIFO_SIZE
    with line.disobeying():
        line.send(codes.direct_cursor_addressing(PAGE_ROWS - 1, 0) + codes.heath("enter_hold_screen_mode"))
        line.quiet(SHORT)
        case = case_of("line-hold", "enter_hold_screen_mode", "a page that is held sends one XOFF")
        holding = judged(case, "1 XOFF", f"{_xoffs(terminal, LINE_FEED)} XOFF")
        yield holding
        case = case_of("line-xoff", "XOFF", "the first XOFF comes once 112 bytes wait")
        if not holding.is_right:
            yield Result(case, not_judged=(Part.FLOW,))
            return
        yield judged(case, f"at byte {STOPS_AT}", _stopped_at(terminal, waiting))
    terminal.soft_reset(is_ansi=False)
    sight = terminal.look(is_ansi=False)
    rows = {21: _ROW, 22: _ROW}
    yield _screen("line-held-text", "what waited while the page was held is shown", rows, sight)


_ROW = bytes(range(0x41, 0x7D))
LINE_FEED = b"\n"


def _stopped_at(terminal: TerminalUnderTest, waiting: bytes) -> str:
    """Send the bytes `waiting`, which wait in the FIFO, and return a text that tells at which of them the first
    XOFF comes."""
    before = STOPS_AT - 1
    counts = [_xoffs(terminal, waiting[:before])]
    counts += [_xoffs(terminal, waiting[before + place : before + place + 1]) for place in range(2)]
    rest = _xoffs(terminal, waiting[before + 2 :])
    if counts[0]:
        return f"before byte {STOPS_AT}"
    first = next((place for place, count in enumerate(counts) if count), None)
    return f"at byte {before + first}" if first else f"{rest} XOFFs, after byte {before + 2}"


def check_stop_level(terminal: TerminalUnderTest) -> Iterator[Result]:
    """Flood a terminal that is as fast as an H19, and compute how many bytes waited in its FIFO at the first XOFF.

    The bytes that this check sends insert lines in row 0, and each insertion takes `_INSERT_LINE` seconds. The
    terminal sends one more XOFF for each byte that arrives after the first XOFF, and XON once it has executed all
    bytes. So the time from the first XOFF to XON tells how many bytes it executed in between. Some of these arrived
    only after the first XOFF; the others are the bytes that waited.
    """
    line = terminal.line
    terminal.reset(is_ansi=False)
    line.quiet(SHORT)
    seen = len(line.flow)
    insert_line = codes.heath("insert_line")
    line.send(insert_line * 150)
    line.quiet(PATIENCE)
    case = case_of("line-xoff", "XOFF", "the first XOFF comes once 112 bytes wait")
    events = [*dropwhile(lambda it: it.code == codes.XON, line.flow[seen:])]
    on = next((place for place, it in enumerate(events) if it.code == codes.XON), None)
    if not on:
        yield judged(case, f"at byte {STOPS_AT}", "no XOFF and XON")
        return
    waited = (events[on].at - events[0].at) / _INSERT_LINE * len(insert_line)
    found = waited - (on - 1) + _EXECUTING
    is_close = abs(found - STOPS_AT) <= _NEAR
    yield judged(case, f"at byte {STOPS_AT}", f"at byte {STOPS_AT if is_close else round(found)}")


_INSERT_LINE = 0.025747
_EXECUTING = 2.0
"""A number that is added to the computed number of waiting bytes: the bytes that are being executed when the first
XOFF is sent, and those still waiting when XON is sent."""
_NEAR = 5
"""The most by which the computed number of waiting bytes may differ from `STOPS_AT`: the computer and its adapter
add to the times from which it is computed."""


def _screen(name: str, about: str, rows: Mapping[int, bytes], sight: Sight) -> Result:
    case = Case(name, about, SECTION, ("input_fifo",), b"", rows, (0, 0))
    return Result(case, tuple(page_differences(case, sight)), (), sight)


def _xoffs(terminal: TerminalUnderTest, data: bytes) -> int:
    """Send the bytes, and return the number of XOFFs received."""
    seen = len(terminal.line.flow)
    terminal.line.send(data)
    terminal.line.quiet(SHORT)
    return sum(it.code == codes.XOFF for it in terminal.line.flow[seen:])


def check_flood(terminal: TerminalUnderTest) -> Iterator[Result]:
    """Send many times "insert a line, write a letter there", faster than an H19 executes it; yield the result.

    Only XOFF stops the sending. The terminal must lose no letter.
    """
    terminal.reset(is_ansi=False)
    letters = bytes(range(0x41, 0x7B))
    one = codes.heath("cursor_home") + codes.heath("insert_line")
    terminal.line.send(b"".join(one + bytes((letter,)) for letter in letters))
    sight = terminal.look(is_ansi=False, sent=b" " * 1000)
    rows = {row: letters[-1 - row : len(letters) - row] for row in range(PAGE_ROWS)}
    yield _screen("line-flood", "a flood that obeys XOFF loses nothing", rows, sight)


_TRIES = 3
"""The most measurements of a speed, since a busy computer may read a line's bytes late."""
SPEEDS = (300, 1200, 2400, 4800, 9600, 19200)


def check_speeds(terminal: TerminalUnderTest, baud: int, change: Callable[[int], None]) -> Iterator[Result]:
    """Change the terminal's speed by `ESC r`, and measure at each speed how fast the terminal sends the 25th line;
    `change` changes the speed at this computer's end of the line.

    The terminal is at `baud` before and afterwards. Nothing is checked if the terminal sends faster than a serial
    line of `baud` could: then there is no speed to change.
    """
    if terminal.is_faster_than(baud):
        return
    terminal.reset(is_ansi=False)
    for speed in (*(speed for speed in SPEEDS if speed != baud), baud):
        letter = bytes((ord("A") + codes.BAUD_RATES.index(speed),))
        terminal.line.send(codes.heath("modify_baud_rate") + letter)
        terminal.line.pause(SHORT)
        change(speed)
        terminal.line.quiet(SHORT)
        case = case_of(f"line-{speed}-baud", "modify_baud_rate", f"the 25th line is sent at {speed} baud")
        for _ in range(_TRIES):
            if (found := _timed_speed(terminal, speed)) == f"{speed} baud":
                break
        yield judged(case, f"{speed} baud", found)


def _timed_speed(terminal: TerminalUnderTest, speed: int) -> str:
    """Return, in words, the speed at which the terminal sends the 25th line: `speed`, the expected one, if the
    measured speed is close to it, otherwise the measured one."""
    terminal.line.send(codes.heath("set_mode") + b"1" + codes.heath("transmit_25th_line"))
    sent = terminal.line.collect(lambda data: b"\r" in data, PATIENCE)
    if len(sent) != COLUMNS + 1:
        return f"{len(sent)} bytes in place of {COLUMNS + 1}"
    found = BITS * COLUMNS / max(terminal.line.span, 1e-6)
    return f"{speed} baud" if abs(found / speed - 1) < CLOSE else f"about {found:.0f} baud"


class Time(NamedTuple):
    """The milliseconds that the function `name` takes: `firmware` on a real H19, `found` on the terminal under
    test."""

    name: str
    firmware: float
    found: float


_REPEATS = 20
_MS_PER_BYTE = 1000 * BITS / 9600


def times(terminal: TerminalUnderTest) -> Iterator[Time]:
    """Yield the times that the terminal takes for functions (escape sequences) in Heath mode.

    Only slow functions are measured, those for which an H19 takes at least twice as long as a line of 9600 baud
    takes to carry their bytes. Each function is called twenty times, and then a request is sent; the answer to the
    request tells when all calls are executed.
    """
    for row in map(json.loads, suite_lines("times.jsonl")):
        before, data = bytes.fromhex(row["setup"]), bytes.fromhex(row["send"])
        is_ansi = before == codes.heath("enter_ansi_mode")
        if row["milliseconds"] < 2 * len(data) * _MS_PER_BYTE or is_ansi:
            continue
        terminal.reset(is_ansi=False)
        terminal.line.send(before)
        terminal.line.quiet(SHORT)
        alone = _answer_time(terminal, b"")
        found = 1000 * (_answer_time(terminal, data * _REPEATS) - alone) / _REPEATS
        yield Time(row["about"], row["milliseconds"], found)


def _answer_time(terminal: TerminalUnderTest, data: bytes) -> float:
    began = terminal.line.now()
    terminal.line.send(data)
    terminal.cursor(is_ansi=False, sent=data * 20)
    return terminal.line.now() - began


SIZE = 2048
_HALF = SIZE // 2
_ROWS = PAGE_ROWS + 1


class Wrong(NamedTuple):
    """A bit (0 to 7) of the video RAM that was read wrong, and the value (0 or 1) that was read."""

    address: int
    bit: int
    value: int


def check_memory(terminal: TerminalUnderTest, minutes: int, progress: Callable[[int], None]) -> Iterator[Result]:
    """Write patterns to the video RAM and read them for `minutes` minutes, but at least one pattern; then yield a
    result for each chip.

    Each pattern is followed by its complement, so that every bit is read as 0 and as 1. When a page begins,
    `progress` is called with the page's number, from 1.
    """
    # Ask for the 25th line even if an earlier one was wrong: the reason may have been the RAM that is tested here.
    terminal.sends_line_25 = True
    wrong: set[Wrong] = set()
    is_read = True
    until = terminal.line.now() + 60 * minutes
    page = 0
    while is_read and (page < _PAGES or terminal.line.now() < until):
        progress(page + 1)
        found = _wrong_bits(terminal, page // _PAGES, is_scrolled=page & 2 != 0, is_complement=page & 1 != 0)
        is_read = found is not None
        wrong |= found or set()
        page += 1
    for half in range(2):
        for nibble in range(2):
            yield _judged(half, nibble, wrong, is_read)


_PAGES = 4
"""The number of pages for a pattern: one page in place, one that has scrolled, and the complement of each."""


def _wrong_bits(
    terminal: TerminalUnderTest, pattern: int, is_scrolled: bool, is_complement: bool
) -> set[Wrong] | None:
    """Write a page and 25th line of the pattern with the number `pattern`, read them, and return the wrong bits;
    None if the terminal doesn't transmit them as an H19 does.

    If `is_scrolled`, the page is scrolled down by a row, and so begins at another address. If `is_complement`, the
    complement of the pattern is written.
    """
    start = -COLUMNS % SIZE if is_scrolled else 0
    addresses = [(start + place) % SIZE for place in range(_ROWS * COLUMNS)]
    cells = bytes(_code(address, pattern) ^ (0xFF if is_complement else 0) for address in addresses)
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
    """Return the byte at `address` of the pattern with the number `pattern`.

    The bytes count up modulo 256; a code is skipped after every 256 bytes, so that a broken address line shows as
    well.
    """
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
    # A half of the RAM is named after the half of the page that it holds before the page scrolls: upper or lower.
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
