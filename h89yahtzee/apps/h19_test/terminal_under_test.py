"""The terminal under test, which is brought to a known state and asked for the contents of its screen.

Before the test begins, the terminal's answers tell which kind of terminal it is.

An H19 tells its cursor's place (`ESC n`), and transmits its 25th line (`ESC ]`) and its page (`ESC #`); in ANSI
mode the requests are `ESC [ 6 n`, `ESC [ q` and `ESC [ p`. If no answer comes, the test goes on after a few
seconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from h89yahtzee.apps.h19_test.cases import COLUMNS, LINE_25, PAGE_ROWS, SOFT_RESET
from h89yahtzee.apps.h19_test.line import BITS, Line
from h89yahtzee.h19 import codes
from h89yahtzee.screen import charset

RESET_TIME = 0.05
"""Seconds after which a reset is over: the firmware takes 19 ms, during which received bytes are lost."""
PATIENCE = 2.0
"""Seconds without a byte after which an answer counts as ended, if the terminal has nothing else to do."""
FIRST = 5.0
"""Seconds to wait for the first byte of an answer while the terminal's speed isn't known."""
SHORT = 0.4
"""Seconds without a byte after which an answer counts as ended where no more bytes are expected."""

CLOSE = 0.08
"""The fraction by which a measured speed may differ from the right one, since the computer's delays add to the
times."""

_CR = b"\r"
_REPORTS = {False: re.compile(rb"\x1bY([ -8])([ -o])"), True: re.compile(rb"\x1b\[(\d{1,2});(\d{1,2})R")}
_FREE = bytes((codes.CAN, codes.CAN)) + b"\x7f" * 140
"""The bytes that end an unfinished sequence in Heath mode, and then make a held page scroll, as 128 waiting bytes
do. These are DEL, since DEL has no effect itself."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The state that a terminal has reported: the cursor (row, column), and the cells of the page and the 25th
    line.

    `reply` has other bytes that the terminal sent before its reports. `cursor`, `page` and `line_25` are None if
    the terminal didn't report them in the form of an H19. `line_25` is b"" while the 25th line is off.
    """

    reply: bytes
    cursor: tuple[int, int] | None = None
    page: bytes | None = None
    line_25: bytes | None = None

    def row(self, row: int) -> bytes:
        """Return the 80 cells of row 0-24, which must have been reported; blanks for a 25th line that is off."""
        if row == LINE_25:
            return (self.line_25 or b"").ljust(COLUMNS)
        assert self.page is not None
        return self.page[row * COLUMNS : (row + 1) * COLUMNS]


class TerminalUnderTest:
    """A terminal at the other end of `line`."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.is_ansi_at_reset = False
        """Whether the terminal's switches choose ANSI mode, so that it is in ANSI mode after a reset."""
        self.bytes_per_second = 0.0
        """The bytes that the terminal sends in a second; 0.0 if unknown."""
        self.has_reset = self.sends_line_25 = True
        """Whether the terminal resets itself and transmits its 25th line when it is told to."""

    def is_faster_than(self, baud: int) -> bool:
        """Return whether the terminal sends faster than a serial line at `baud` can carry."""
        return self.bytes_per_second * BITS > (1 + CLOSE) * baud

    def reset(self, is_ansi: bool, is_idle: bool = False) -> None:
        """Reset the terminal, which is in ANSI mode if `is_ansi`, and turn off what its switches may have turned
        on.

        A reset drops all bytes that wait in the terminal to be executed, even those sent after the code for a
        reset. So wait first, unless the terminal `is_idle`. If the terminal has no reset, its screen is cleared
        instead.
        """
        if not is_idle:
            self.line.quiet(SHORT)
        if self.has_reset:
            self.power_up(is_ansi)
            self.line.send(SOFT_RESET)
        else:
            self.soft_reset(is_ansi)
            self.line.send(function("clear_display", is_ansi=False))

    def power_up(self, is_ansi: bool) -> None:
        """Send the sequence for a reset, after which a terminal that obeys is in Heath mode."""
        self.line.send(function("reset_to_power_up_configuration", is_ansi))
        self.line.pause(RESET_TIME)
        self.line.send(self.heath_mode(self.is_ansi_at_reset))

    def soft_reset(self, is_ansi: bool) -> None:
        """Turn off all modes of the terminal, which is in ANSI mode if `is_ansi`, but leave its page unchanged."""
        self.line.send(self.heath_mode(is_ansi) + SOFT_RESET)

    def free(self) -> None:
        """Reset a terminal that doesn't answer. It may have received half a sequence, be in hold-screen mode (it
        waits for SCROLL), or be in ANSI mode."""
        with self.line.disobeying():
            self.line.send(_FREE)
            for is_ansi in (False, True, False):
                self.line.send(function("exit_hold_screen_mode", False))
                self.power_up(is_ansi)
            self.line.quiet(SHORT)
        self.line.send(SOFT_RESET)
        self.line.quiet(SHORT)

    def leave(self) -> None:
        """Reset the terminal, whose present state is unknown, at the end of the test; give up if it takes no
        bytes."""
        end = function("exit_hold_screen_mode", False) + function("reset_to_power_up_configuration", False)
        with self.line.disobeying():
            self.line.send(bytes((codes.CAN, codes.CAN)) + self.heath_mode(is_ansi=True) + end, given_up=PATIENCE)
            self.line.pause(RESET_TIME)

    @staticmethod
    def heath_mode(is_ansi: bool) -> bytes:
        """Return the bytes that lead to Heath mode: none if the terminal isn't in ANSI mode."""
        return codes.ansi("enter_heath_mode") if is_ansi else b""

    def ask(self, name: str, is_ansi: bool = False, patience: float = PATIENCE) -> bytes:
        """Send the function `name`, which has no arguments, and return the bytes that come in answer.

        The answer ends once no byte has come for `patience` seconds. Its first byte may take longer, since bytes
        sent before it may still be on the line: at 300 baud these take two seconds.
        """
        self.line.send(function(name, is_ansi))
        return self.line.collect(bool, FIRST) + self.line.quiet(patience)

    def look(self, is_ansi: bool, sent: bytes = b"", reply: bytes = b"") -> Sight:
        """Ask for the cursor, the page and the 25th line, and return what the terminal reports. `sent` are bytes
        that were sent before and may still be on their way; `reply` is what an H19 answers to them.

        The cursor is asked for first, and the page and the 25th line only after the cursor's report has come: an
        H19 transmits its page ahead of other answers that wait to be sent.
        """
        sight = self.cursor(is_ansi, sent, reply)
        if sight.cursor is None:
            return sight
        names = ["transmit_25th_line"] * self.sends_line_25 + ["transmit_page"]
        self.line.send(b"".join(function(name, is_ansi) for name in names))
        sent = self.line.collect(lambda data: data.count(_CR) >= len(names), PATIENCE)
        parts = [transmitted(part, is_ansi) for part in sent.split(_CR)[:-1]]
        page = next((cells for cells in parts if cells and len(cells) == PAGE_ROWS * COLUMNS), None)
        line_25 = next((cells for cells in parts if cells is not None and len(cells) <= COLUMNS), None)
        return replace(sight, page=page, line_25=line_25)

    def cursor(self, is_ansi: bool, sent: bytes = b"", reply: bytes = b"") -> Sight:
        """Ask for the cursor alone, and return what the terminal reports; `sent` and `reply` are as in `look`."""
        report = _REPORTS[is_ansi]
        self.line.send(function("cursor_position_report", is_ansi))
        count = len(report.findall(reply)) + 1
        data = self.line.collect(lambda data: len(report.findall(data)) >= count, self._patience(len(sent)))
        reports = [*report.finditer(data)]
        if len(reports) < count:
            return Sight(data)
        last = reports[-1]
        row, column = (int(it) - 1 if is_ansi else it[0] - 0x20 for it in last.groups())
        return Sight(data[: last.start()] + data[last.end() :], (row, column))

    def let_execute(self, sent: bytes) -> None:
        """Wait until the terminal has executed the bytes `sent`, many of which the line may not have carried
        yet."""
        self.line.pause(SHORT + self._patience(len(sent)) - PATIENCE)

    def _patience(self, sent: int) -> float:
        # The terminal executes most bytes in no more time than the line takes to carry them. A few, which insert or
        # delete a line, take 25 ms.
        return PATIENCE + (2 * sent / self.bytes_per_second if self.bytes_per_second else 0.0)


def function(name: str, is_ansi: bool) -> bytes:
    """Return the bytes that call the function `name`, which has no arguments, in ANSI mode or in Heath mode."""
    return codes.ansi(name) if is_ansi else codes.heath(name)


def transmitted(data: bytes, is_ansi: bool) -> bytes | None:
    """Return the cells that were transmitted as `data`: the bytes for a page or a row, but without their final CR.

    None if `data` has anything but characters and the codes for reverse video and graphics.
    """
    cells = bytearray()
    graphics = reverse = False
    for sequence, char in _parts(data, is_ansi):
        if sequence:
            changes = _CHANGES[is_ansi].get(sequence)
            if changes is None:
                return None
            graphics, reverse = (
                old if new is None else new for old, new in zip((graphics, reverse), changes, strict=True)
            )
        elif not 0x20 <= char <= 0x7E:
            return None
        else:
            cells.append(charset.glyph(char, graphics) | reverse << 7)
    return bytes(cells)


def _parts(data: bytes, is_ansi: bool) -> list[tuple[bytes, int]]:
    """Return the sequences and the characters of a transmission, each as (sequence, 0) or (b"", character)."""
    pattern = rb"(\x1b\[\d*m|\x1b.?)|(.)" if is_ansi else rb"(\x1b.?)|(.)"
    return [(sequence, char[0] if char else 0) for sequence, char in re.findall(pattern, data, re.DOTALL)]


def _changes(is_ansi: bool) -> dict[bytes, tuple[bool | None, bool | None]]:
    """Return the escape sequences that can occur when an H19 transmits its screen, each with the values of
    (graphics, reverse video) that it sets; None leaves a value unchanged."""
    graphics = {function(name, is_ansi): (bool(on), None) for on, name in enumerate(codes.GRAPHICS)}
    return graphics | {function(name, is_ansi): (None, bool(on)) for on, name in enumerate(codes.REVERSE)}


_CHANGES = {is_ansi: _changes(is_ansi) for is_ansi in (False, True)}


def shown(cells: bytes) -> str:
    """Return cells as text: the characters of `charset`, without regard to reverse video."""
    return "".join(charset.GLYPHS[code & 0x7F] for code in cells)


ANSWER_TIME = 1.0
"""Seconds without a byte after which an answer that tells the kind of terminal counts as ended."""
LATE, LATEST = 0.9, 4.0
"""The seconds after which an answer comes too late for the test, and the seconds after which the wait for an answer
ends."""


class Kind(Enum):
    """Kinds of terminals, each with the sentence that the report has about it."""

    H19 = "It answers as a Heath/Zenith 19."
    H19_ANSI = "It answers as a Heath/Zenith 19 whose switches choose ANSI mode (S402, section 5)."
    VT52 = "It answers ESC Z as a VT52 does, and not ESC n as an H19: a VT52, or an emulator of one."
    ANSI = "It answers ESC Z as a VT100 or a later terminal does: an ANSI terminal, such as xterm."
    ECHO = "It sends back what it is sent: a plug that connects both wires, a modem or a shell; expected an H19."
    RUBBISH = "What it answers is no answer of an H19: is the speed right, and is no program using the line?"
    LATE = "It answers, but late, perhaps over a network: the test needs each answer within a second."
    SILENT = "Nothing answers: is the terminal on, not OFF LINE, and at this speed?"
    LOST = "It answered, and after a reset it doesn't: do its switches (S401) choose another speed?"

    @property
    def is_h19(self) -> bool:
        return self in (Kind.H19, Kind.H19_ANSI)

    @property
    def has_answered(self) -> bool:
        return self not in (Kind.SILENT, Kind.ECHO)


_QUESTION = codes.heath("identify_as_vt52")


def identify(terminal: TerminalUnderTest) -> Kind:
    """Return the kind of the terminal, whatever mode it is in; an H19 is reset, and is in Heath mode afterwards."""
    terminal.line.quiet(SHORT, limit=LATEST)
    began = terminal.line.now()
    answer = _asked(terminal)
    if answer and terminal.line.now() - began > ANSWER_TIME + LATE:
        return Kind.LATE
    if not answer:
        terminal.free()
        answer = _asked(terminal)
    if not answer:
        terminal.line.send(terminal.heath_mode(is_ansi=True))
        answer = _asked(terminal)
    kind = _kind(answer)
    if kind not in (Kind.H19, Kind.SILENT):
        return kind
    if not _tells_cursor(terminal):
        return Kind.VT52 if answer else Kind.SILENT
    return _reset(terminal)


def _asked(terminal: TerminalUnderTest) -> bytes:
    """Return the answer to `ESC Z`, even if it is late."""
    terminal.line.send(_QUESTION)
    answer = terminal.line.collect(bool, LATEST)
    return answer + terminal.line.quiet(ANSWER_TIME, limit=LATEST) if answer else b""


def _kind(answer: bytes) -> Kind:
    if not answer:
        return Kind.SILENT
    if _QUESTION in answer:
        return Kind.ECHO
    if codes.VT52_IDENTITY in answer:
        return Kind.H19
    if answer.startswith(b"\x1b/"):
        return Kind.VT52
    return Kind.ANSI if answer.startswith(b"\x1b[") else Kind.RUBBISH


def _tells_cursor(terminal: TerminalUnderTest) -> bool:
    return terminal.ask("cursor_position_report", patience=ANSWER_TIME).startswith(b"\x1bY")


def _reset(terminal: TerminalUnderTest) -> Kind:
    """Reset an H19 that is in Heath mode, and find out whether its switches choose ANSI mode."""
    terminal.power_up(is_ansi=False)
    terminal.line.quiet(SHORT)
    if _tells_cursor(terminal):
        return Kind.H19
    terminal.is_ansi_at_reset = True
    terminal.line.send(terminal.heath_mode(is_ansi=True))
    return Kind.H19_ANSI if _tells_cursor(terminal) else Kind.LOST
