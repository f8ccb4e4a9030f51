"""The ways to a terminal under test: this terminal, a serial line, a TCP port or a pty that an emulator opens."""

from __future__ import annotations

import math
import os
import select
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace

from h89yahtzee.apps.command import UsageError, say
from h89yahtzee.apps.h19_test.h19_test_options import H19TestOptions
from h89yahtzee.apps.h19_test.line import Line
from h89yahtzee.apps.h19_test.terminal_under_test import BITS
from h89yahtzee.transport.descriptors import Descriptors, TtyTransport
from h89yahtzee.transport.pacing import WORK_MARGIN
from h89yahtzee.transport.transport import Transport

DEFAULT_BAUD = 9600
_POLL = 0.05
_LONGEST = 1000
_SIGNALS = (b"\x03", b"\x1a", b"\x1c")
"""CTRL-C, CTRL-Z and CTRL-\\, by which a program is ended or stopped from its terminal."""


def _typed() -> str:
    """Return the first letter of a line on standard input, "" if there is none yet."""
    if not select.select([0], [], [], 0)[0]:
        return ""
    return os.read(0, _LONGEST).decode("ascii", "replace").strip().lower()[:1]


@dataclass(frozen=True, slots=True)
class Medium:
    """A line, its name, and its speed on this side; None if it has none.

    `carries_after_xoff` says whether the line still carries bytes after an XOFF if they are sent. `typed` returns
    the first letter of a line typed where the program was started, "" if there is none, and `tell` shows a text
    there. `kept` are the bytes that this computer takes as signals, and so doesn't receive from the terminal.
    """

    line: Line
    name: str
    change_speed: Callable[[int], None] | None = None
    carries_after_xoff: bool = False
    typed: Callable[[], str] = _typed
    tell: Callable[[str], None] = say
    kept: tuple[bytes, ...] = ()


@contextmanager
def opened(options: H19TestOptions) -> Iterator[Medium]:
    """Open the line that the options name, perhaps after waiting for a caller; close the line afterwards."""
    if options.line == "-":
        with closing(TtyTransport(0, 1, obeys_xon_xoff=False)) as terminal:
            terminal.enter()
            yield replace(_medium(terminal, "this terminal"), typed=str, tell=_tell_nobody, kept=_SIGNALS)
    elif options.line is not None:
        yield from _on_line(options.line, options.baud or DEFAULT_BAUD)
    elif options.listen is not None:
        yield from _by_caller(options.listen)
    else:
        yield from _on_pty()


def _tell_nobody(_: str) -> None: ...


def _on_line(url: str, baud: int) -> Iterator[Medium]:
    from h89yahtzee.h19.timing.durations import ExecutionTimes
    from h89yahtzee.transport.serial_line import open_serial

    try:
        serial = open_serial(url, baud, obeys_xon_xoff=False)
    except ValueError as error:
        raise UsageError(f"--line: {error}") from None
    with closing(serial):
        if "://" in url:
            yield _medium(serial, url)
            return
        work = ExecutionTimes().feed
        line = Line(serial, baud / BITS, time.monotonic, _waiting(serial.fileno), lambda data: _slower(work(data)))
        yield Medium(line, f"{url} at {baud} baud", serial.set_baud_rate, carries_after_xoff=True)


def _slower(times: list[float]) -> list[float]:
    return [WORK_MARGIN * seconds for seconds in times]


def _by_caller(place: str) -> Iterator[Medium]:
    from h89yahtzee.transport.sockets import listen, parse_listen
    from h89yahtzee.transport.switchboard import CallLimits

    try:
        host, port = parse_listen(place)
    except ValueError as error:
        raise UsageError(f"--listen: {error}") from None
    with closing(listen(host, port, CallLimits(in_all=1), time.monotonic, is_trusted=True)) as listener:
        say(f"waiting for an emulator to call {listener.name}")
        while (caller := listener.accept()) is None:
            _waiting(listener.fileno)(1.0)
        with closing(caller):
            yield _medium(caller, caller.name)


def _on_pty() -> Iterator[Medium]:
    own, other = os.openpty()
    tty.setraw(other)
    path = os.ttyname(other)
    os.close(other)
    try:
        say(path)
        _wait_until_opened(own)
        yield _medium(Descriptors(own, own, path), path)
    finally:
        os.close(own)


def _wait_until_opened(own: int) -> None:
    poll = select.poll()
    poll.register(own, select.POLLIN)
    while any(events & select.POLLHUP for _, events in poll.poll(0)):
        time.sleep(_POLL)


def _medium(transport: Transport, name: str) -> Medium:
    return Medium(Line(transport, math.inf, time.monotonic, _waiting(transport.fileno)), name)


def _waiting(fileno: Callable[[], int | None]) -> Callable[[float], None]:
    """Return a function that waits for input, at most for the seconds that it is given."""

    def wait(seconds: float) -> None:
        descriptor = fileno()
        if descriptor is None:
            time.sleep(min(seconds, _POLL))
        else:
            select.select([descriptor], [], [], seconds)

    return wait
