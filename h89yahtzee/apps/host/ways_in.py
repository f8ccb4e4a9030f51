"""The ways to a host: ports for telnet, a socket of this machine, terminals on lines of their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

from h89yahtzee.apps.host import host_texts
from h89yahtzee.apps.host.callers_line import CallersLine
from h89yahtzee.apps.host.host_options import HostOptions
from h89yahtzee.apps.options.terminal_options import LineName
from h89yahtzee.apps.yahtzee.terminal.reopening import Reopening
from h89yahtzee.apps.yahtzee.terminal.session import Source
from h89yahtzee.transport.network.local_socket import listen_local
from h89yahtzee.transport.network.switchboard import CallLimits, Switchboard, address_key
from h89yahtzee.transport.network.tcp import listen_for_many
from h89yahtzee.transport.network.telnet import TelnetTransport
from h89yahtzee.transport.watched import WatchedTransport

if TYPE_CHECKING:
    from h89yahtzee.transport.serial_line import SerialLine

DEFAULT_BAUD = 9600
TELNET, SOCKET = "telnet", "socket"
MOST_AT_ONCE = 20
"""How many calls of a port are taken before its other callers are heard again."""

Greet = Callable[[CallersLine], None]


class Port:
    """Takes the calls at `switchboard`; `kind` is what the log calls it. `note` hears of those turned away."""

    def __init__(
        self, switchboard: Switchboard, kind: str, knocks: bool, greet: Greet, note: Callable[[str, str], None]
    ) -> None:
        self.switchboard = switchboard
        self._kind = kind
        self._knocks = knocks
        self._greet = greet
        self._note = note
        self._silent: list[CallersLine] = []
        self._turned_away = 0
        self._notes_at = 0.0
        switchboard.make_room = self._make_room

    @property
    def name(self) -> str:
        return self.switchboard.name

    @property
    def is_private(self) -> bool:
        """Whether only this machine can call."""
        host = self.name.rpartition(":")[0].strip("[]")
        return self._kind == SOCKET or ip_address(host).is_loopback

    def fileno(self) -> int | None:
        return self.switchboard.fileno()

    def wakes_in(self) -> float | None:
        return self.switchboard.wakes_in()

    def take_input(self) -> None:
        for _ in range(MOST_AT_ONCE):
            connection = self.switchboard.accept()
            if connection is not None:
                telnet = TelnetTransport(WatchedTransport(connection, time.monotonic))
                watched = WatchedTransport(telnet, time.monotonic)
                where = f"{self._kind} {connection.name}"
                address = "" if self._kind == SOCKET else address_of(connection.name)
                line = CallersLine(where, address, watched, telnet, knocks=self._knocks)
                self._silent = [*filter(is_silent, self._silent), line]
                self._greet(line)
        self._tell()

    def _make_room(self) -> bool:
        """Hang up on who has been there longest without a key pressed twice: scanners are to keep nobody out."""
        self._silent = [*filter(is_silent, self._silent)]
        if self._silent:
            self._silent.pop(0).watched.close(host_texts.MADE_ROOM)
            return True
        return False

    def _tell(self) -> None:
        """Note how many were hung up on, once a minute: floods are to fill no disk."""
        count, now = self.switchboard.turned_away - self._turned_away, time.monotonic()
        if count and now >= self._notes_at:
            self._note(f"{self._kind} {self.switchboard.name}", host_texts.TURNED_AWAY.format(count=count))
            self._turned_away, self._notes_at = self.switchboard.turned_away, now + 60.0


class FixedLine:
    """A terminal's own line: when somebody has left, or it is back after it was gone, the next person is greeted.

    `sources` has whoever tries that meanwhile.
    """

    def __init__(self, name: LineName, greet: Greet, sources: list[Source]) -> None:
        self._name = name
        self._greet = greet
        self._sources = sources
        self._line: SerialLine | None = None
        self._is_over = False

    def begin(self) -> None:
        """Open it and greet; ValueError for a name that is none, TransportClosed if the line can't be had."""
        self._line = self._open()
        self._greet_next(self._line)

    def try_again(self) -> None:
        """Begin as soon as that can be done."""
        source: Reopening[SerialLine] = Reopening(self._open, lambda line: self._take_back(source, line))
        self._sources.append(source)

    def close(self) -> None:
        """Close it for good."""
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
                WatchedTransport(line, time.monotonic, lambda: self._given_back(line)),
                term=self._name.term,
                bytes_per_second=self._baud / 10,
                own_flow_control=not line.honours_xon_xoff,
                is_fixed=True,
            )
        )

    def _given_back(self, line: SerialLine) -> None:
        """Greet the next person, if the line is still there."""
        if self._is_over:
            return
        if line.fileno() is not None:
            self._greet_next(line)
        else:
            line.close()
            self.try_again()


def is_silent(line: CallersLine) -> bool:
    """Whether a caller is there who hasn't pressed a key twice, and has to."""
    return line.knocks and not line.has_knocked and line.watched.fileno() is not None


def address_of(name: str) -> str:
    """What counts as one address of callers by HOST:PORT: a network of IPv6 has no more tries at a code."""
    return str(address_key((name.rpartition(":")[0].strip("[]"),)))


def open_ports(options: HostOptions, greet: Greet, note: Callable[[str, str], None]) -> list[Port]:
    """Open the ports and the socket that the options name; TransportClosed for the first that can't be had."""
    limits = CallLimits(options.callers, options.per_address)
    # All of an address are to come back at once when the host was started again.
    limits = replace(limits, free_calls=max(limits.free_calls, options.per_address))
    port = partial(Port, greet=greet, note=note)
    opened = [
        port(listen_for_many(host, number, limits, time.monotonic), TELNET, True) for host, number in options.telnet
    ]
    if options.socket is not None:
        opened.append(port(listen_local(options.socket, limits, time.monotonic), SOCKET, False))
    return opened
