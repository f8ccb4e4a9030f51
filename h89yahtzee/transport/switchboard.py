"""A switchboard: accepts callers at one listening socket, and limits their number, how often they call, and how
much they send."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil

from h89yahtzee.transport.transport import Medium, Transport, TransportClosed

# Last words to callers who are turned away.
ALL_TAKEN = "All lines are taken: call again in a while."
TOO_MANY = "Too many callers from your address: call again when one of them has left."
SHARED_OUT = "Few lines are free, and others in your network have some: call again in a while."
TOO_OFTEN = "You call too often: call again in {seconds} s."

MOST_ADDRESSES = 4096
"""The most addresses whose calls are counted; the address with the oldest last call is forgotten first."""
MOST_EXCESS = 20
"""The most calls of an address that are counted beyond its free calls. So the address's delay ends after some
minutes, even after a flood of calls."""
LEAST_SHARE = 2
"""The number of lines (callers at once) that a network may always have, even if few lines are free."""
PAUSE = 1.0
"""Seconds during which no calls are accepted after the system has failed to accept a call."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """The most callers at once, `in_all` and from one address (`per_address`), and how often an address may call.

    A caller takes one of `in_all` lines. While at least half of the lines are free, a network (addresses near each
    other, see `network_key`) may have `per_address` lines; with fewer free lines, a network may have fewer. So a
    few networks can't take all lines, unless `per_address` is at least `in_all`.

    An address may make `free_calls` calls without delay; every `recovery` seconds one of its calls is forgotten.
    Each further call doubles the address's delay, from one second to `longest_delay` seconds. Calls within the
    delay are hung up on; these calls count, but don't begin the delay anew.
    """

    in_all: int = 100
    per_address: int = 10
    free_calls: int = 10
    recovery: float = 10.0
    longest_delay: float = 600.0


@dataclass(slots=True)
class _Visits:
    """The recent calls of an address. `calls` is their number, lowered by one every `CallLimits.recovery` seconds;
    `last` is the time of the last call, and `welcome_at` the time when the address's delay ends."""

    calls: float = 0.0
    last: float = 0.0
    welcome_at: float = 0.0


class Switchboard:
    """An acceptor of callers at `port`, a listening socket. `connect` takes the socket of a caller's connection and
    the caller's address, and returns the caller's transport.

    A caller counts as present until the caller's transport `is_gone`. With `is_trusted` the limits for each address
    don't apply. `clock` returns seconds and never goes back.
    """

    def __init__(
        self,
        port: socket.socket,
        name: str,
        connect: Callable[[socket.socket, object], Medium],
        limits: CallLimits,
        clock: Callable[[], float],
        is_trusted: bool = False,
    ) -> None:
        port.setblocking(False)
        self.name = name
        self._port = port
        self._connect = connect
        self._limits = limits
        self.clock = clock
        self._is_trusted = is_trusted
        self._present: dict[tuple[str, str], list[Medium]] = {}
        """A list of callers' transports for each pair of the name of a network and the name of an address in it."""
        self._visits: dict[str, _Visits] = {}
        self._pauses_until = -1.0
        self.make_room: Callable[[], bool] = lambda: False
        """A function that may hang up on a caller to make room for the next one, and returns whether it did."""
        self.turned_away = 0
        """The number of calls that were hung up on."""

    def fileno(self) -> int | None:
        """Return the descriptor to select on for new calls; None if the socket is closed, or during the pause after
        a failed accept."""
        fd = self._port.fileno()
        return None if fd < 0 or self.clock() < self._pauses_until else fd

    def wakes_in(self) -> float | None:
        """Return the seconds until the pause after a failed accept ends; None if there is no pause."""
        wait = self._pauses_until - self.clock()
        return wait if wait > 0 else None

    def accept(self) -> Medium | None:
        """Return the next caller's transport; None if nobody calls now or the call was hung up on."""
        if self.fileno() is None:
            return None
        try:
            connection, address = self._port.accept()
        except (BlockingIOError, ConnectionError):
            return None
        except OSError:
            self._pauses_until = self.clock() + PAUSE
            return None
        try:
            caller = self._connect(connection, address)
        except OSError:
            connection.close()
            return None
        return caller if self._admits(caller, (network_key(address), address_key(address))) else None

    def close(self) -> None:
        """Stop listening; present callers stay connected. May be called again."""
        self._port.close()

    def _admits(self, caller: Medium, origin: tuple[str, str]) -> bool:
        if refusal := self._refusal(origin):
            self._turn_away(caller, refusal)
            return False
        self._present[origin] = [*self._still_there(origin), caller]
        return True

    def _refusal(self, origin: tuple[str, str]) -> str:
        """Count a call from `origin`, a pair of the names of a network and an address in it; return the reason to
        turn the caller away, "" if there is none."""
        if not self._is_trusted:
            if (delay := self._delay(origin[1])) > 0:
                return TOO_OFTEN.format(seconds=ceil(delay))
            if len(self._still_there(origin)) >= self._limits.per_address:
                return TOO_MANY
            if self._lines_of(origin[0]) >= self._share:
                return SHARED_OUT
        return "" if self._taken < self._limits.in_all or self.make_room() else ALL_TAKEN

    def _still_there(self, origin: tuple[str, str]) -> list[Medium]:
        return [caller for caller in self._present.get(origin, ()) if not caller.is_gone]

    def _lines_of(self, network: str) -> int:
        return sum(len(self._still_there(origin)) for origin in self._present if origin[0] == network)

    @property
    def _taken(self) -> int:
        """The number of lines taken. If it is above half of `in_all`, it counts only callers who are still there; a
        lower number may include callers who have left."""
        if 2 * sum(map(len, self._present.values())) > self._limits.in_all:
            # Callers who have left are removed only if the number is high, since that takes a while.
            present = {origin: self._still_there(origin) for origin in self._present}
            self._present = {origin: there for origin, there in present.items() if there}
        return sum(map(len, self._present.values()))

    @property
    def _share(self) -> float:
        """The number of lines that a network may have, given the number of lines taken at present."""
        limits = self._limits
        if limits.per_address >= limits.in_all:
            return limits.in_all
        free = 1 - self._taken / limits.in_all
        return max(LEAST_SHARE, limits.per_address * min(1.0, 2 * free))

    def _turn_away(self, caller: Medium, last_words: str) -> None:
        self.turned_away += 1
        with contextlib.suppress(TransportClosed), contextlib.closing(caller):
            caller.send(f"{last_words}\r\n".encode("ascii"))
            caller.receive()  # on closing with unread input the system would drop what was sent

    def _delay(self, address: str) -> float:
        """Count a call from `address`; return the seconds left of the address's delay, 0.0 if there is none."""
        now, limits = self.clock(), self._limits
        # The address is removed and inserted again, which makes it the newest in the dictionary.
        visits = self._visits.pop(address, None) or _Visits(last=now)
        self._visits[address] = visits
        if len(self._visits) > MOST_ADDRESSES:
            del self._visits[next(iter(self._visits))]
        recovered = max(0.0, visits.calls - (now - visits.last) / limits.recovery)
        visits.calls = min(recovered + 1, limits.free_calls + MOST_EXCESS)
        visits.last = now
        if now < visits.welcome_at:
            return visits.welcome_at - now
        if (excess := visits.calls - limits.free_calls) > 0:
            visits.welcome_at = now + min(2.0 ** (excess - 1), limits.longest_delay)
        return 0.0


def address_key(address: object) -> str:
    """Return the name under which a caller's calls are counted, given the address of the caller's socket: the IPv4
    address, or the first 48 bits of an IPv6 address, which all machines of a site share; "" for a local socket."""
    host = _host(address)
    return str(ip_network((host, 48), strict=False)) if isinstance(host, IPv6Address) else str(host or "")


def network_key(address: object) -> str:
    """Return the name of a caller's network, given the address of the caller's socket: the first 24 bits of a
    public IPv4 address; for any other address the result of `address_key`."""
    host = _host(address)
    if isinstance(host, IPv4Address) and host.is_global:
        return str(ip_network((host, 24), strict=False))
    return address_key(address)


def _host(address: object) -> IPv4Address | IPv6Address | None:
    """Return the IP address in the address of a socket; None for a local socket."""
    if not isinstance(address, tuple):
        return None
    host = ip_address(str(address[0]).partition("%")[0])
    return host.ipv4_mapped or host if isinstance(host, IPv6Address) else host


MOST_AT_ONCE = 1000
"""The most bytes that may arrive at once: a pasted line of text, or a minute's keys on a line that was held up."""
MOST_A_SECOND = 200
"""The most bytes a second that may arrive over a longer time: a repeating key sends 90."""


class WatchedTransport:
    """A caller's transport that closes itself when too many bytes arrive; `clock` returns monotonic seconds.

    `quiet_since` is the time of the last byte received. If `given_back` is given, the first `close` calls this
    function, and leaves the underlying transport open, so that the next caller can use it.
    """

    def __init__(
        self, transport: Transport, clock: Callable[[], float], given_back: Callable[[], None] | None = None
    ) -> None:
        self._transport = transport
        self.clock = clock
        self._given_back = given_back
        self._closed = ""
        self._received = 0.0
        self.quiet_since = clock()

    def fileno(self) -> int | None:
        return None if self._closed else self._transport.fileno()

    def receive(self) -> bytes:
        """Return the bytes received; if there are too many, drop them and raise TransportClosed."""
        self._check()
        data = self._transport.receive()
        if data:
            now = self.clock()
            self._received = max(0.0, self._received - (now - self.quiet_since) * MOST_A_SECOND) + len(data)
            self.quiet_since = now
            if self._received > MOST_AT_ONCE:
                self.close()
                raise TransportClosed("a flood was cut off")
        return data

    def send(self, data: bytes) -> int:
        self._check()
        return self._transport.send(data)

    def close(self, reason: str = "closed") -> None:
        """Close the transport; `receive` and `send` then raise TransportClosed with the `reason` of the first
        `close`."""
        was_closed, self._closed = self._closed, self._closed or reason
        if self._given_back is None:
            self._transport.close()
        elif not was_closed:
            self._given_back()

    def _check(self) -> None:
        if self._closed:
            raise TransportClosed(self._closed)
