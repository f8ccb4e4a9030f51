"""`yahtzee --join`: connects this terminal, or an H19 emulated in it, to a host, and passes bytes unchanged."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from h89yahtzee.apps.command import CommandError, UsageError
from h89yahtzee.apps.described_terminals import H19_WINDOW, described_terminal
from h89yahtzee.apps.signals import ENDING, IN_REAL_TIME, SignalWatch, Waiting
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.transport.pacing import Drain, PacedTransport, no_work
from h89yahtzee.transport.sockets import StreamSocket
from h89yahtzee.transport.telnet import TelnetClient
from h89yahtzee.transport.transport import HungUp, Transport, TransportClosed

KNOCK = b"\r\r"
"""Two RETURNs: at a TCP port, a host sends nothing before it has received the same key twice."""
BY_LINES = "dumb"
"""The terminal type that the host is told for text mode."""
ACCESSIBLE = "accessible"
"""The terminal type that the host is told for text mode in sentences for a screen reader."""
ROWS, COLUMNS = 24, 80


def join(place: str, term: str, baud: int | None, phosphor: str) -> int:
    """Connect this terminal to the host at `place` until either end hangs up; return the exit status.

    `term` is the terminal's name; for text mode it is empty, or `ACCESSIBLE` if a screen reader is used. If the
    package's termcap files don't describe the named terminal, an H19 is emulated.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("--join: expected a terminal")
    with closing(_called(place)) as connection:
        caps = described_terminal(term)
        if term not in ("", ACCESSIBLE) and caps is None:
            return _emulate(connection, phosphor)
        return _pass_on(connection, caps, baud, term or BY_LINES)


def _called(place: str) -> StreamSocket:
    """Return a connection to the host at `place`, a socket's path or [HOST:]PORT. At a port also send `KNOCK`, the
    keys without which the host sends nothing."""
    from h89yahtzee.transport.sockets import call_local, call_tcp, parse_listen

    if "/" in place or Path(place).exists():
        return call_local(place)
    try:
        host, port = parse_listen(place)
    except ValueError as error:
        raise UsageError(f"--join: {error}, or the path of a socket") from None
    connection = call_tcp(host, port)
    connection.send(KNOCK)
    return connection


def _pass_on(connection: StreamSocket, caps: Termcap | None, baud: int | None, text_type: str) -> int:
    """Pass bytes between this terminal and the host, as fast as the terminal takes them; return the exit status.

    If `caps` is None, the host is told the terminal type `text_type`, for text mode.
    """
    from h89yahtzee.apps.sessions.screen_session import execution
    from h89yahtzee.h19.codes import BAUD_RATES
    from h89yahtzee.h19.configuration import bytes_per_second
    from h89yahtzee.transport.descriptors import TtyTransport

    tty = TtyTransport(sys.stdin.fileno(), sys.stdout.fileno(), signals=False)
    speed = baud or (tty.baud_rate if tty.baud_rate in BAUD_RATES else math.inf)
    work = no_work if caps is None else execution(caps)
    terminal = PacedTransport(tty, bytes_per_second(speed), time.monotonic, own_flow_control=False, work=work)
    host = TelnetClient(connection, *_kind(caps, text_type))

    def leave() -> None:
        _leave_screen(tty, caps, relay, host)
        tty.exit()

    relay = Relay(terminal, host, tty.enter, leave)
    status = relay.run()
    _check_end(relay, host, connection.name)
    return status


def pass_on_caller(
    place: str, streams: Transport, caps: Termcap | None, user: str, ends_at: float, text_type: str = BY_LINES
) -> bool:
    """Connect the caller of a BBS, named `user`, to the host at `place`; return whether the caller's time was up.

    The caller's time on the BBS ends at `ends_at`, in seconds of the monotonic clock. If `caps` is None, the host
    is told the terminal type `text_type`, for text mode.
    """
    connection = _called(place)
    with closing(connection):
        host = TelnetClient(connection, *_kind(caps, text_type), user)
        terminal = PacedTransport(streams, math.inf, time.monotonic, own_flow_control=False)

        def leave() -> None:
            _leave_screen(streams, caps, relay, host)

        relay = Relay(terminal, host, lambda: None, leave, ends_at)
        relay.run()
        _check_end(relay, host, connection.name)
        return relay.is_time_up


def _has_said_goodbye(host: TelnetClient) -> bool:
    """Return whether the last byte from the host, which has hung up, is a newline: then the host has restored the
    terminal and sent its last words, which end with a newline."""
    return host.last_said == b"\n"


def _check_end(relay: Relay, host: TelnetClient, name: str) -> None:
    """Raise CommandError if the host has hung up without last words."""
    if not relay.has_ended:
        return
    if not host.last_said:
        raise CommandError(f"{name}: hung up without a word; it may be busy, try again in a while")
    if not _has_said_goodbye(host):
        raise CommandError(f"{name}: the host is gone; a seat is kept for when it is back")


def _kind(caps: Termcap | None, text_type: str) -> tuple[str, int, int]:
    """Return the terminal's type, rows and columns for `TelnetClient`; if `caps` is None, the type is
    `text_type`."""
    return (text_type, ROWS, COLUMNS) if caps is None else (caps.names[0], caps.numbers["li"], caps.columns)


def _leave_screen(tty: Transport, caps: Termcap | None, relay: Relay, host: TelnetClient) -> None:
    """Send the sequence that restores the terminal, unless the host has sent it or no screen is in use."""
    from h89yahtzee.screen.painter.painter import leave

    if caps is None or (relay.has_ended and _has_said_goodbye(host)):
        return
    with suppress(TransportClosed):
        tty.send(leave(caps))


def _emulate(connection: StreamSocket, phosphor: str) -> int:
    from h89yahtzee.apps.h19.emulate import emulate
    from h89yahtzee.apps.h19.h19_options import FixedLine, H19Options, Hold

    host = TelnetClient(connection, H19_WINDOW, ROWS, COLUMNS)
    line = FixedLine(
        connection.name,
        host,
        send_break=lambda: False,
        tell_rows=lambda rows: host.resize(rows, COLUMNS),
        leaves_screen=Hold.AUTO.leaves_screen,
    )
    try:
        return emulate(H19Options(phosphor=phosphor), line)
    except HungUp:
        return 0


ESCAPE = b"\x1d"
"""The key that ends the connection, as in telnet(1): CTRL-]."""
MOST_UNSENT = 4096
"""The most typed bytes that are kept while the host accepts none; further ones are dropped."""
MOST_UNSHOWN = 256
"""While this many bytes wait for the terminal, none are read from the host, which then drops outdated screens."""
POLL_DELAY = 0.02
"""Seconds between two attempts to send to a host that takes nothing, or to send last words to a slow terminal."""


class Relay:
    """Passes bytes between a terminal and a host, in both directions, until `ends_at` at the latest.

    `ends_at` is in seconds of the clock of `waiting`. `enter` prepares the terminal and `leave` restores it;
    `leave` is also called before the program is suspended, and `enter` when it is continued.
    """

    def __init__(
        self,
        terminal: PacedTransport,
        host: Transport,
        enter: Callable[[], None],
        leave: Callable[[], None],
        ends_at: float = math.inf,
        waiting: Waiting = IN_REAL_TIME,
    ) -> None:
        self.has_ended = False
        """Whether the host has hung up."""
        self._terminal = terminal
        self._host = host
        self._enter = enter
        self._leave = leave
        self._clock = waiting.clock
        self._wait_for_input = waiting.for_input
        self._ends_at = ends_at
        self._typed = bytearray()
        self._is_leaving = False

    def run(self) -> int:
        """Pass bytes until the person leaves or the host hangs up (return 0), or signal n comes (return 128 + n).

        TransportClosed if the terminal is gone or the connection is lost.
        """
        with SignalWatch() as signals:
            self._enter()
            try:
                return self._run(signals)
            finally:
                self._leave()

    @property
    def is_time_up(self) -> bool:
        return self._clock() >= self._ends_at

    def _run(self, signals: SignalWatch) -> int:
        while not self._is_leaving and not self.is_time_up:
            self._wait(signals)
            for number in signals.take():
                if number in ENDING:
                    return 128 + number
                self._notice(number, signals)
            try:
                self._carry()
            except HungUp:
                self.has_ended = True
                self._say_last_words(signals)
                return 0
        return 0

    def _wait(self, signals: SignalWatch) -> None:
        readable = [signals.fileno(), self._terminal.fileno()]
        waits = [self._terminal.ready_in(), POLL_DELAY if self._typed else None]
        if math.isfinite(self._ends_at):
            waits.append(max(0.0, self._ends_at - self._clock()))
        if self._terminal.pending < MOST_UNSHOWN:
            readable.append(self._host.fileno())
        given = min((wait for wait in waits if wait is not None), default=None)
        self._wait_for_input([fileno for fileno in readable if fileno is not None], given)

    def _notice(self, number: int, signals: SignalWatch) -> None:
        if number == signal.SIGTSTP:
            signals.suspend(self._leave, self._enter)
        elif number == signal.SIGCONT:
            self._enter()

    def _carry(self) -> None:
        if self._terminal.pending < MOST_UNSHOWN:
            # Receive before sending: sending fails if the host has hung up, and its last words would be lost.
            self._terminal.queue(self._host.receive())
        self._terminal.pump()
        try:
            typed, escape, _ = self._terminal.receive().partition(ESCAPE)
        except HungUp:
            typed, escape = b"", ESCAPE  # the end of the typed input counts as this key
        self._is_leaving = bool(escape)
        self._typed += typed[: MOST_UNSENT - len(self._typed)]
        if self._typed:
            del self._typed[: self._host.send(bytes(self._typed))]

    def _say_last_words(self, signals: SignalWatch) -> None:
        drain = Drain(self._terminal, self._clock)
        while not drain.is_over():
            self._wait_for_input([signals.fileno()], min(POLL_DELAY, self._terminal.ready_in() or POLL_DELAY))
