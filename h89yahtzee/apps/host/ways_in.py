"""The ways to reach a host, except ssh: ports for telnet, a local socket, terminals on serial lines."""

from __future__ import annotations

import math
import shlex
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

from h89yahtzee.apps.described_terminals import H19_WINDOW
from h89yahtzee.apps.host.host_options import HostOptions, ports_of
from h89yahtzee.apps.options.declarations import LineName
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.apps.sessions.line_session import TextTerminal, Typing
from h89yahtzee.apps.sessions.screen_session import DEFAULT_BAUD, Reopening, display_of, execution
from h89yahtzee.frontends.lines.line_texts import WIDTH
from h89yahtzee.frontends.screen.layout import COLUMNS, Display
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.host.doorway import Signboard
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.transport.pacing import PacedTransport, no_work
from h89yahtzee.transport.sockets import TcpTransport, listen, listen_local
from h89yahtzee.transport.switchboard import (
    ALL_TAKEN,
    CallLimits,
    Switchboard,
    WatchedTransport,
    address_key,
    network_key,
)
from h89yahtzee.transport.telnet import TelnetTransport
from h89yahtzee.transport.transport import Transport, TransportClosed

if TYPE_CHECKING:
    from h89yahtzee.transport.serial_line import SerialLine


FEWEST_ROWS = 24
NARROWEST = 20


@dataclass(eq=False, slots=True)
class CallersLine:
    """The line of one caller.

    `where` is the line's name in the log. `address` and `network` are names for the place from which the caller
    calls: the host counts the wrong codes from each address and, for each network, the tables where nobody is any
    more. `term` is the terminal's name if it is known without asking.

    `is_fixed` marks a serial line that always leads to the same terminal: after the host hangs up, the next person
    there is greeted. If `knocks` is True, the caller has to knock: nothing but the `signboard` is sent until the
    caller has pressed a key twice or negotiates by telnet. `has_pressed_keys` is True from the caller's first key
    on, and `has_arrived` after the reception. `is_wanted` is True if the line is wanted for another caller, so that
    the host will soon hang up.

    For a caller by ssh, `key` is the fingerprint of the caller's key, "" if there is none, and `watches` the number
    of the table that the caller asks to watch, None if there is none.
    """

    where: str
    address: str
    watched: WatchedTransport
    telnet: TelnetTransport | None = None
    term: str | None = None
    bytes_per_second: float = math.inf
    own_flow_control: bool = True
    is_fixed: bool = False
    knocks: bool = True
    has_pressed_keys: bool = False
    has_arrived: bool = False
    is_wanted: bool = False
    network: str = ""
    signboard: Signboard = field(default_factory=Signboard)
    key: str = ""
    watches: int | None = None

    def paced(self, caps: Termcap | None = None) -> PacedTransport:
        """Return a transport that queues bytes and sends them as fast as the line and the terminal allow. `caps`
        describes the terminal; without it, only the line's speed counts."""
        work = no_work if caps is None or math.isinf(self.bytes_per_second) else execution(caps)
        return PacedTransport(self.watched, self.bytes_per_second, self.watched.clock, self.own_flow_control, work)

    def display(self, caps: Termcap) -> Display:
        """Return the display (the size and the keyboard) of the caller's terminal at this moment; `caps` describes
        the terminal.

        If the terminal is an H19 emulated in a window, the display has no more rows than the window, but at least
        `FEWEST_ROWS`.
        """
        usual = display_of(caps)
        told = [] if self.telnet is None else self.telnet.terminal_types
        if not caps.is_h19 or H19_WINDOW not in told:
            return usual
        window_rows = self._window[0] if self._window else usual.rows
        return replace(usual, rows=min(usual.rows, max(FEWEST_ROWS, window_rows)), keyboard=Keyboard.PC)

    @property
    def has_room(self) -> bool:
        """Whether the caller's window is large enough for a session on a screen; True if telnet hasn't told its
        size."""
        return self._window is None or (self._window[0] >= FEWEST_ROWS and self._window[1] >= COLUMNS)

    @property
    def text_terminal(self) -> TextTerminal:
        """The caller's terminal as a session in text mode needs it: its width, and whether the session edits and
        echoes what is typed (see `Typing`)."""
        columns = WIDTH if self._window is None else max(NARROWEST, min(WIDTH, self._window[1] - 1))
        if self.telnet is None or not self.telnet.refuses_echo:
            return TextTerminal(columns, Typing.HERE)
        # A caller who refuses echo and needn't knock has called by ssh without a terminal, and sends whole text
        # lines.
        return TextTerminal(columns, Typing.SHOWN if self.knocks else Typing.PIPED)

    @property
    def _window(self) -> tuple[int, int] | None:
        return None if self.telnet is None else self.telnet.window


TELNET, SOCKET, SSH = "telnet", "socket", "ssh"


@dataclass(frozen=True, slots=True)
class Calling:
    """How a person calls a port at which callers knock (press a key twice). Each kind of such ports has a
    `Calling`.

    `command` takes a port's host and number, and returns the command that the person types. `connect` takes the
    socket of a caller's connection and the caller's name (HOST:PORT), and returns the caller's transport.
    """

    command: Callable[[str, int], str]
    connect: Callable[[socket.socket, str], TcpTransport] = TcpTransport


CALLINGS = {TELNET: Calling("telnet {} {}".format)}
"""A dict with a `Calling` for each kind of port at which callers knock. The keys are the names of the options that
open such ports."""
TURNED_AWAY = "turned {count} callers away"
MADE_ROOM = "hung up, no key pressed and no room for others"
MOST_AT_ONCE = 100
"""The most new calls that a port accepts before other callers are served again."""
PATIENCE = 60.0
"""Seconds in the reception after which the host hangs up on a caller if all lines are taken and another calls."""
IDLE_PATIENCE = 300.0
"""Seconds without a key after which the host hangs up on a caller who is past the reception, if all lines are taken
and another calls."""

Greet = Callable[[CallersLine], None]
Note = Callable[[str, str], None]


class Port:
    """A way in for callers: calls come in at `switchboard`, and the line of each caller is passed to `greet`.

    `kind` is the kind of port, such as "telnet", as shown in the log. `note(where, what)` writes to the log; the
    port uses it to report how many callers were turned away. `signboard` has the texts that are sent before the
    caller has knocked.
    """

    fingerprint = ""
    """The fingerprint of the host's key at a port for ssh; empty at other ports."""

    def __init__(
        self, switchboard: Switchboard, kind: str, greet: Greet, note: Note, signboard: Signboard | None = None
    ) -> None:
        self.switchboard = switchboard
        self.kind = kind
        self._knocks = kind in CALLINGS
        self._signboard = signboard or Signboard()
        self._greet = greet
        self._note = note
        self._lines: list[tuple[float, CallersLine]] = []
        """Pairs of the time when a caller arrived and this caller's line."""
        self._turned_away = 0
        self._notes_at = 0.0
        switchboard.make_room = self._make_room

    @property
    def name(self) -> str:
        return self.switchboard.name

    @property
    def number(self) -> int | None:
        """The number of this port if it is one for telnet; None for any other way in."""
        return int(self.name.rpartition(":")[2]) if self.kind == TELNET else None

    @property
    def is_private(self) -> bool:
        """Whether calls can come from this machine only."""
        host = self.name.rpartition(":")[0].strip("[]")
        return self.kind == SOCKET or ip_address(host).is_loopback

    @property
    def is_in_the_clear(self) -> bool:
        """Whether other people could read what a caller sends, on the way to this machine."""
        return not self.is_private

    @property
    def address(self) -> tuple[str, int]:
        """A pair: the name or IP address that a person calls to reach this port, and the port's number."""
        host, _, number = self.name.rpartition(":")
        called = ip_address(host.strip("[]"))
        return "localhost" if called.is_loopback or called.is_unspecified else str(called), int(number)

    @property
    def how_to_call(self) -> str:
        """The command that a person types to call this port, and the keys to press after that."""
        if self.kind == SOCKET:
            return f"yahtzee --join {shlex.quote(self.name)}"
        return f"{CALLINGS[self.kind].command(*self.address)}, then RETURN twice"

    def fileno(self) -> int | None:
        return self.switchboard.fileno()

    def wakes_in(self) -> float | None:
        return self.switchboard.wakes_in()

    def take_input(self) -> None:
        for _ in range(MOST_AT_ONCE):
            connection = self.switchboard.accept()
            if connection is not None:
                self.receive(connection, connection.name)
        self._tell()

    def receive(self, connection: Transport, name: str) -> None:
        """Greet the caller at the other end of `connection`. `name` is the caller's HOST:PORT or, if this port is a
        local socket, the socket's path."""
        connected = WatchedTransport(connection, self.switchboard.clock)
        telnet = TelnetTransport(connected, self._signboard.variables)
        line = CallersLine(
            f"{self.kind} {name}",
            "" if self.kind == SOCKET else address_of(name),
            WatchedTransport(telnet, self.switchboard.clock),
            telnet,
            knocks=self._knocks,
            network="" if self.kind == SOCKET else network_of(name),
            signboard=self._signboard,
        )
        self._lines = [*filter(_is_there, self._lines), (self.switchboard.clock(), line)]
        self.welcome(connection, line)

    def welcome(self, connection: Transport, line: CallersLine) -> None:  # noqa: ARG002
        """Greet the caller on `line`, which sends and receives through `connection` by telnet. Subclasses may wait
        first."""
        self._greet(line)

    def _make_room(self) -> bool:
        """Hang up on a caller who blocks a line, so that another can call; return whether there was such a caller.

        The first choice is a caller who had to knock and has pressed no key, the second a caller who has been in
        the reception for more than `PATIENCE` seconds. The third choice is the caller past the reception who has
        pressed no key for the longest time, if that time is more than `IDLE_PATIENCE` seconds. The line of this
        caller is only marked as `is_wanted`, so that `Calls` soon hangs up on the caller.
        """
        now = self.switchboard.clock()
        self._lines = [*filter(_is_there, self._lines)]
        waiting = [line for came, line in self._lines if is_silent(line) or now > came + PATIENCE]
        for line in sorted(
            (line for line in waiting if not line.has_arrived), key=lambda line: line.has_pressed_keys
        ):
            with suppress(TransportClosed):
                line.watched.send(f"{ALL_TAKEN}\r\n".encode("ascii"))
            line.watched.close(MADE_ROOM)
            return True
        here = [line for _, line in self._lines if line.has_arrived and not line.is_wanted]
        idle = min(here, key=lambda line: line.watched.quiet_since, default=None)
        if idle is None or now <= idle.watched.quiet_since + IDLE_PATIENCE:
            return False
        idle.is_wanted = True
        return True

    def _tell(self) -> None:
        """Log how many callers were turned away, but at most once a minute, so that a flood of calls doesn't fill
        the disk."""
        count, now = self.switchboard.turned_away - self._turned_away, self.switchboard.clock()
        if count and now >= self._notes_at:
            self._note(f"{self.kind} {self.switchboard.name}", TURNED_AWAY.format(count=count))
            self._turned_away, self._notes_at = self.switchboard.turned_away, now + 60.0


class FixedLine:
    """A serial line that always leads to the same terminal.

    `greet` is called with the line when the line has been opened, and again whenever a call there has ended. While
    the line can't be used, a `Reopening`, which tries to open it again, is among `sources`, which the event loop
    reads.
    """

    def __init__(self, name: LineName, greet: Greet, sources: list[Source], clock: Callable[[], float]) -> None:
        self._name = name
        self._greet = greet
        self._sources = sources
        self._clock = clock
        self._line: SerialLine | None = None
        self._is_over = False

    def begin(self) -> None:
        """Open the line and greet the person there; ValueError if the line's name is malformed, TransportClosed if
        the line can't be opened."""
        self._line = self._open()
        self._greet_next(self._line)

    def try_again(self) -> None:
        """Keep trying to open the line; when it is open, greet the person there."""
        source: Reopening[SerialLine] = Reopening(self._open, lambda line: self._take_back(source, line))
        self._sources.append(source)

    def close(self) -> None:
        self._is_over = True
        if self._line is not None:
            self._line.close()

    def _open(self) -> SerialLine:
        from h89yahtzee.transport.serial_line import open_serial

        return open_serial(self._name.url, self._baud)

    @property
    def _baud(self) -> int:
        return self._name.baud or DEFAULT_BAUD

    def _take_back(self, source: Source, line: SerialLine) -> None:
        self._sources.remove(source)
        self._line = line
        self._greet_next(line)

    def _greet_next(self, line: SerialLine) -> None:
        url = self._name.url
        self._greet(
            CallersLine(
                f"line {url}",
                url,
                WatchedTransport(line, self._clock, lambda: self._given_back(line)),
                term=self._name.term,
                bytes_per_second=bytes_per_second(self._baud),
                own_flow_control=not line.honours_xon_xoff,
                is_fixed=True,
                network=url,
            )
        )

    def _given_back(self, line: SerialLine) -> None:
        """After the end of a call on `line`, greet the next person if the line is still open, else try to open it
        again."""
        if self._is_over:
            return
        if line.fileno() is not None:
            self._greet_next(line)
        else:
            line.close()
            self.try_again()


def is_silent(line: CallersLine) -> bool:
    """Return whether the caller on `line` has to knock (see `CallersLine`), is still connected, and has pressed no
    key yet."""
    return line.knocks and not line.has_pressed_keys and line.watched.fileno() is not None


def _is_there(call: tuple[float, CallersLine]) -> bool:
    return call[1].watched.fileno() is not None


def address_of(name: str) -> str:
    """Return the name under which wrong codes from the address `name` (HOST:PORT) are counted: the whole IPv4
    address, or the first 48 bits of an IPv6 address."""
    return address_key((name.rpartition(":")[0].strip("[]"),))


def network_of(name: str) -> str:
    """Return the name of the network to which the address `name` (HOST:PORT) belongs."""
    return network_key((name.rpartition(":")[0].strip("[]"),))


def call_limits(options: HostOptions) -> CallLimits:
    limits = CallLimits(options.callers, options.per_address)
    # After a restart of the host all callers from an address may call again at the same time. So the number of
    # calls that an address may make without delay is at least the number of callers that it may have.
    return replace(limits, free_calls=max(limits.free_calls, options.per_address))


def open_ports(
    options: HostOptions,
    greet: Greet,
    note: Callable[[str, str], None],
    clock: Callable[[], float],
    signboards: Mapping[str, Signboard] | None = None,
) -> list[Port]:
    """Open the ports (except those for ssh) and the local socket that the options name, and return them;
    TransportClosed if one can't be opened.

    The line of each caller is passed to `greet`; `note(where, what)` writes to the log. `signboards` maps `TELNET`
    (for the ports where callers knock) and `SOCKET` (for the local socket) to the texts that are sent before a
    caller presses a key.
    """
    limits = call_limits(options)
    boards = signboards or {}
    port = partial(Port, greet=greet, note=note)
    opened = [
        port(listen(host, number, limits, clock, connect=calling.connect), kind, signboard=boards.get(TELNET))
        for kind, calling in CALLINGS.items()
        for host, number in ports_of(options)[kind]
    ]
    if options.socket is not None:
        opened.append(port(listen_local(options.socket, limits, clock), SOCKET, signboard=boards.get(SOCKET)))
    return opened
