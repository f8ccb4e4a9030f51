"""The report of a session on serial lines, for those who look for a mistake: what was there, and what was measured.

It names no person, no game and no host.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from os import SEEK_END
from pathlib import Path
from select import select
from statistics import median

from h89yahtzee import __version__
from h89yahtzee.apps.command import CommandError, complain, printable, reason
from h89yahtzee.apps.yahtzee.terminal.device_facts import adapter
from h89yahtzee.apps.yahtzee.terminal.measured_line import Answer, MeasuredLine, Measures
from h89yahtzee.h19.codes import VT52_IDENTITY, heath
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.store.own_files import own_file
from h89yahtzee.transport.transport import Transport

HEADING = "H89 YAHTZEE, report of a session"
PATIENCE = 1.0
"""Seconds in which a terminal says what it is: at 110 baud question and answer take half of that."""
_POLL_DELAY = 0.02
_SLOWEST = 5
"""How many of the slowest answers are listed."""
_LABEL = 14


class LineReport:
    """The part of the report that is about the line at `url`."""

    def __init__(self, url: str, baud: int, caps: Termcap, began: float) -> None:
        self._url = url
        self._baud = baud
        self._caps = caps
        self._began = began
        self._measures = Measures()
        self._identity = "not asked"

    def measured(self, line: Transport) -> MeasuredLine:
        """The line with measures taken; the terminal is asked what it is, which takes `PATIENCE` at most."""
        if self._caps["cm"].startswith(heath("direct_cursor_addressing")):
            self._identity = _identity(line)
        return MeasuredLine(line, self._measures, time.monotonic)

    def lines(self) -> Iterator[str]:
        measures = self._measures
        scheme, is_address, _ = self._url.partition("://")
        yield _entry("line", f"{scheme}:// to an address" if is_address else str(Path(self._url).resolve()))
        yield _entry("speed", f"{self._baud} baud, 8 bits, no parity, 1 stop bit")
        yield _entry("adapter", "" if is_address else adapter(Path(self._url)))
        yield _entry("terminal", self._caps.names[0])
        yield _entry("ESC Z", self._identity)
        yield _entry("opened", f"{measures.opened}")
        yield _entry("bytes", f"{measures.sent} sent, {measures.received} received")
        yield from self._times()
        yield _entry("XOFF, XON", f"{measures.xoffs}, {measures.xons}; held for {measures.held:.3f} s")
        yield _entry("took nothing", f"{measures.full}")
        errors = measures.errors
        counted = ", ".join(f"{name} {count}" for name, count in errors.items()) if errors else ""
        yield _entry("errors", counted)
        for at, loss in measures.losses:
            yield _entry("lost", f"at {at - self._began:.3f} s: {loss}")

    def _times(self) -> Iterator[str]:
        """Times to the last byte that was handed to the system; the line may carry the last 16 after that."""
        if self._measures.screen is not None:
            yield _entry("first screen", self._timed(self._measures.screen))
        answers = sorted(self._measures.answers, key=lambda answer: -answer.seconds)
        yield _entry("answered keys", f"{len(answers)}")
        if answers:
            seconds, sent = median(answer.seconds for answer in answers), median(answer.sent for answer in answers)
            yield _entry("median", f"{seconds:.3f} s, {sent:.0f} bytes")
            for answer in answers[:_SLOWEST]:
                yield _entry("slowest", self._timed(answer))

    def _timed(self, answer: Answer) -> str:
        return f"{answer.seconds:.3f} s, {answer.sent} bytes, at {answer.at - self._began:.3f} s"


class SessionReport:
    """A report that `finish` appends to the file at `path`; OSError or ValueError if it can't be written."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "a+b", buffering=0, opener=own_file)  # noqa: SIM115 - closed by finish
        self._began = time.monotonic()
        self._parts = list[LineReport]()
        self._file.seek(0)
        if self._file.read(len(HEADING)) not in (b"", HEADING.encode()):
            self._file.close()
            raise ValueError(f"{path}: expected a new file or one of reports")

    def part(self, url: str, baud: int, caps: Termcap) -> LineReport:
        """The part about one more line."""
        self._parts.append(LineReport(url, baud, caps, self._began))
        return self._parts[-1]

    def finish(self, end: str) -> None:
        """Write it; `end` is how the session ended."""
        with self._file as file:
            before = "\n" if file.seek(0, SEEK_END) else ""
            text = "".join(f"{printable(line)}\n" for line in self._lines(end))
            data = (before + text).encode("ascii", "backslashreplace")
            while data:
                data = data[file.write(data) :]

    def _lines(self, end: str) -> Iterator[str]:
        yield HEADING
        yield _entry("program", __version__)
        yield _entry("Python", f"{platform.python_version()}, pyserial {version('pyserial')}")
        yield _entry("system", f"{platform.system()} {platform.release()} {platform.machine()}{_distribution()}")
        yield _entry("duration", f"{time.monotonic() - self._began:.3f} s")
        yield _entry("ended", end)
        for number, part in enumerate(self._parts, 1):
            yield from ("", f"line {number}", *part.lines())


def reported(path: str, play: Callable[[SessionReport], int]) -> int:
    """Play, and write the report of that; the exit status."""
    try:
        report = SessionReport(path)
    except ValueError as error:
        raise CommandError(str(error)) from None
    end, status = "", 1
    try:
        status = play(report)
        end = f"with exit status {status}"
    except BaseException as error:
        cause = f": {str(error).rpartition(': ')[2]}" if isinstance(error, OSError) else ""
        end = f"by {type(error).__name__}{cause}"
        raise
    finally:
        try:
            report.finish(end)
        except OSError as error:
            complain("yahtzee", f"{path}: the report couldn't be written: {reason(error)}")
            status = status or 1
    return status


def _distribution() -> str:
    """The name that a Linux distribution gives itself, after a comma."""
    with suppress(OSError):
        return f", {platform.freedesktop_os_release()['PRETTY_NAME']}"
    return ""


def _entry(label: str, text: str) -> str:
    return f"  {label:{_LABEL}} {text or 'not known'}"


def _identity(line: Transport) -> str:
    """What the terminal answers when it is asked what it is; keys pressed meanwhile may be among it."""
    line.receive()
    line.send(heath("identify_as_vt52"))
    asked, answer = time.monotonic(), b""
    while not answer.endswith(VT52_IDENTITY) and time.monotonic() < asked + PATIENCE:
        fileno = line.fileno()
        select([] if fileno is None else [fileno], [], [], _POLL_DELAY)
        answer += line.receive()
    if not answer:
        return f"no answer in {PATIENCE} s"
    if answer == VT52_IDENTITY:
        return f"ESC / K after {time.monotonic() - asked:.3f} s, as an H19 answers"
    return f"{len(answer)} bytes other than ESC / K, the first {answer[:16].hex(' ')}"
