"""A report of a session on serial lines, which helps to find faults.

A report describes the system, the lines, the terminals and the measured times. It contains no names of people,
games or hosts.
"""

from __future__ import annotations

import fcntl
import platform
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from os import SEEK_END
from pathlib import Path
from select import select
from statistics import median

from h89yahtzee import __version__
from h89yahtzee.apps.command import CommandError, complain, printable, reason
from h89yahtzee.h19.codes import VT52_IDENTITY, heath
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.store.own_files import own_file
from h89yahtzee.transport.terminal_modes import XOFF, XON
from h89yahtzee.transport.transport import Transport, TransportClosed

HEADING = "H89 YAHTZEE, report of a session"
PATIENCE = 1.0
"""Seconds to wait for a terminal's identity: at 110 baud the question and the answer take half a second."""
_POLL_DELAY = 0.02
_SLOWEST = 5
"""The number of answers to keys that are listed, the slowest first."""
_LABEL = 14


class LineReport:
    """The part of a report about the line at `url`; the session began when the monotonic clock showed `began`."""

    def __init__(self, url: str, baud: int, caps: Termcap, began: float) -> None:
        self._url = url
        self._baud = baud
        self._caps = caps
        self._began = began
        self._measures = Measures()
        self._identity = "not asked"

    def measured(self, line: Transport) -> MeasuredLine:
        """Return `line` as a transport that is measured for this report. Before that, ask a Heath terminal for its
        identity, and wait for the answer at most `PATIENCE` seconds."""
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
        """Yield text lines of the report about the times of answers to keys. The time of an answer is that from the
        key until the operating system has accepted the last byte that this program sends in return."""
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
    """A report that `finish` appends to the file at `path`.

    OSError if the file can't be opened, ValueError if it holds anything but reports.
    """

    def __init__(self, path: str) -> None:
        self._file = open(path, "a+b", buffering=0, opener=own_file)  # noqa: SIM115 - closed by finish
        self._began = time.monotonic()
        self._parts = list[LineReport]()
        self._file.seek(0)
        if self._file.read(len(HEADING)) not in (b"", HEADING.encode()):
            self._file.close()
            raise ValueError(f"{path}: expected a new file or one of reports")

    def part(self, url: str, baud: int, caps: Termcap) -> LineReport:
        """Add and return the part about one more line."""
        self._parts.append(LineReport(url, baud, caps, self._began))
        return self._parts[-1]

    def finish(self, end: str) -> None:
        """Write the report; `end` says how the session ended."""
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
    """Call `play` with a report, and write the report to `path` even if `play` fails; return the exit status."""
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
    """Return a comma and the name of the Linux distribution; "" if unknown."""
    with suppress(OSError):
        return f", {platform.freedesktop_os_release()['PRETTY_NAME']}"
    return ""


def _entry(label: str, text: str) -> str:
    return f"  {label:{_LABEL}} {text or 'not known'}"


def _identity(line: Transport) -> str:
    """Ask the terminal for its identity and describe the answer, which may include keys pressed meanwhile."""
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


SILENCE = 0.5
"""If no byte is sent for this many seconds, the answer to a key is over; later bytes have another cause."""


@dataclass(slots=True)
class Answer:
    """The output that followed an event, such as a key or the opening of the line: `sent` is its number of bytes.

    The event came at the time `at`. At the time `until` the operating system had accepted the last of these bytes.
    """

    at: float
    until: float
    sent: int = 0

    @property
    def seconds(self) -> float:
        return self.until - self.at


@dataclass(slots=True)
class Measures:
    """Measurements of one line, added up over all times that the line was opened."""

    opened: int = 0
    sent: int = 0
    received: int = 0
    xoffs: int = 0
    xons: int = 0
    held: float = 0.0
    """The total of seconds for which XOFF stopped the output, each time until XON."""
    full: int = 0
    """The number of times that the system accepted none of the bytes to send."""
    screen: Answer | None = None
    """The first screen: the bytes sent after the line was first opened, until the first key or a pause
    (`SILENCE`)."""
    answers: list[Answer] = field(default_factory=list)
    errors: dict[str, int] | None = None
    """The system's counts of errors, by kind; None if the system doesn't count them."""
    losses: list[tuple[float, str]] = field(default_factory=list)


class MeasuredLine:
    """A transport that passes all calls on to `transport`, and measures them; `clock` never goes back."""

    def __init__(self, transport: Transport, measures: Measures, clock: Callable[[], float]) -> None:
        self._transport = transport
        self._measures = measures
        self._clock = clock
        self._held_since: float | None = None
        self._is_lost = False
        self._before, self._counted = measures.errors or {}, self._count()
        measures.opened += 1
        self._answer = Answer(clock(), clock())
        measures.screen = measures.screen or self._answer

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def receive(self) -> bytes:
        try:
            data = self._transport.receive()
        except TransportClosed as closed:
            self._lose(closed)
            raise
        if data:
            self._take(data)
        return data

    def send(self, data: bytes) -> int:
        try:
            taken = self._transport.send(data)
        except TransportClosed as closed:
            self._lose(closed)
            raise
        self._measures.full += taken == 0
        if taken:
            self._give(taken)
        return taken

    def close(self) -> None:
        self._update_errors()
        self._resume()
        self._transport.close()

    def _take(self, data: bytes) -> None:
        self._measures.received += len(data)
        self._measures.xoffs += data.count(XOFF)
        self._measures.xons += data.count(XON)
        stop, resume = data.rfind(XOFF), data.rfind(XON)
        if stop > resume and self._held_since is None:
            self._held_since = self._clock()
        elif resume > stop:
            self._resume()
        if data.translate(None, XON + XOFF):
            self._answer = Answer(self._clock(), self._clock())
        self._update_errors()

    def _resume(self) -> None:
        """Add the seconds since XOFF to the time for which output was held. If an answer has begun, also move its
        end by as many seconds, so that this pause doesn't count as the silence that ends an answer (`SILENCE`)."""
        if self._held_since is not None:
            held = self._clock() - self._held_since
            self._measures.held += held
            self._held_since = None
            if self._answer.sent:
                self._answer.until += held

    def _give(self, count: int) -> None:
        self._measures.sent += count
        answer, now = self._answer, self._clock()
        if answer.sent and now - answer.until > SILENCE:
            return
        if not answer.sent and answer is not self._measures.screen:
            self._measures.answers.append(answer)
        answer.sent += count
        answer.until = now

    def _lose(self, closed: TransportClosed) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._resume()
            self._measures.losses.append((self._clock(), str(closed).rpartition(": ")[2]))

    def _count(self) -> dict[str, int] | None:
        fileno = self._transport.fileno()
        return None if fileno is None else line_errors(fileno)

    def _update_errors(self) -> None:
        """Note how many errors of each kind the system has counted since the line was opened, plus those noted in
        all earlier times that the line was open."""
        counted = self._count()
        if counted is not None and self._counted is not None:
            start = self._counted
            self._measures.errors = {
                name: count - start[name] + self._before.get(name, 0) for name, count in counted.items()
            }


_TIOCGICOUNT = 0x545D
"""The ioctl request for the counters of a serial device, from Linux's asm-generic/ioctls.h."""
_COUNTERS = struct.Struct("20i")
"""Linux's serial_icounter_struct: the counts of changes of four handshake lines, of bytes received and sent, and of
five kinds of errors (`_ERRORS`), then nine unused numbers."""
_ERRORS = ("framing", "overrun", "parity", "BREAK", "buffer overrun")
_FIRST_ERROR = 6

_SYSTEM = Path("/sys/class/tty")


def line_errors(fileno: int) -> dict[str, int] | None:
    """Return how many errors of each kind the system has counted on a line; None if it counts none, as on a pty."""
    try:
        counters = fcntl.ioctl(fileno, _TIOCGICOUNT, bytes(_COUNTERS.size))
    except OSError:
        return None
    counts = _COUNTERS.unpack(counters)[_FIRST_ERROR:]
    return dict(zip(_ERRORS, counts, strict=False))


def adapter(device: Path, system: Path = _SYSTEM) -> str:
    """Return a device's driver and USB adapter as text, without the serial number; "" if unknown."""
    folder = (system / device.resolve().name / "device").resolve()
    driver = folder / "driver"
    words = [f"driver {driver.resolve().name}"] if driver.exists() else []
    for parent in (folder, *folder.parents):
        if (parent / "idVendor").is_file():
            numbers = ":".join(_text(parent / name) for name in ("idVendor", "idProduct"))
            words.append(f"USB {numbers} {_text(parent / 'product')}".rstrip())
            break
    return ", ".join(words)


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text("utf-8", "replace").strip()
    return ""
