"""Takes the calls of many at one listening socket, within limits: how many there are, and who comes too often."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from h89yahtzee.transport.network.stream_socket import StreamSocket
from h89yahtzee.transport.transport import TransportClosed

BUSY = b"busy\r\n"
"""The answer to a caller when all lines are taken."""

MOST_ADDRESSES = 4096
"""How many addresses are remembered; the one that called longest ago is forgotten first."""
MOST_EXCESS = 20
"""So many calls above the free ones are remembered: a flood is forgiven in minutes."""
PAUSE = 1.0
"""Seconds without taking calls after the system had no room for one more."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """How many callers there may be at once, in all and from one address.

    An address may call `free_calls` times as fast as it likes, and gets one call back every `recovery` seconds.
    After that each further call doubles its delay, from one second to `longest_delay`, in which it is hung up on;
    a call in that time counts, but doesn't begin the delay anew.
    """

    in_all: int = 100
    per_address: int = 10
    free_calls: int = 10
    recovery: float = 10.0
    longest_delay: float = 600.0


@dataclass(slots=True)
class _Visits:
    """How often an address has called of late, and when it may call again."""

    calls: float = 0.0
    last: float = 0.0
    welcome_at: float = 0.0


class Switchboard:
    """An open port. `connect` makes a transport of a connection and its address; a caller is there until that is
    closed or raised TransportClosed. `is_trusted` switches off what counts by address.
    """

    def __init__(
        self,
        port: socket.socket,
        name: str,
        connect: Callable[[socket.socket, object], StreamSocket],
        limits: CallLimits,
        clock: Callable[[], float],
        is_trusted: bool = False,
    ) -> None:
        port.setblocking(False)
        self.name = name
        self._port = port
        self._connect = connect
        self._limits = limits
        self._clock = clock
        self._is_trusted = is_trusted
        self._present: list[tuple[Hashable, StreamSocket]] = []
        self._visits: dict[Hashable, _Visits] = {}
        self._pauses_until = -1.0
        self.make_room: Callable[[], bool] = lambda: False
        """Hangs up on somebody for the next caller when all lines are taken; whether that could be done."""
        self.turned_away = 0
        """How many calls were hung up on."""

    def fileno(self) -> int | None:
        """The descriptor to select on for callers; None when closed, or for a while when the system is full."""
        fd = self._port.fileno()
        return None if fd < 0 or self._clock() < self._pauses_until else fd

    def wakes_in(self) -> float | None:
        """Seconds until there is a descriptor again; None if there is one."""
        wait = self._pauses_until - self._clock()
        return wait if wait > 0 else None

    def accept(self) -> StreamSocket | None:
        """The next caller, None if there is none now or the one that called was hung up on."""
        if self.fileno() is None:
            return None
        try:
            connection, address = self._port.accept()
        except (BlockingIOError, ConnectionError):
            return None
        except OSError:
            self._pauses_until = self._clock() + PAUSE
            return None
        try:
            caller = self._connect(connection, address)
        except OSError:
            connection.close()
            return None
        return caller if self._admits(caller, address_key(address)) else None

    def close(self) -> None:
        """Take no more calls; those who are there stay. A second call does nothing."""
        self._port.close()

    def _admits(self, caller: StreamSocket, address: Hashable) -> bool:
        self._present = [(key, there) for key, there in self._present if there.fileno() is not None]
        is_alone = sum(key == address for key, _ in self._present) < self._limits.per_address
        if not (self._is_trusted or self._is_welcome(address)):
            self._turn_away(caller, b"")
            return False
        has_room = len(self._present) < self._limits.in_all
        if not ((self._is_trusted or is_alone) and (has_room or self.make_room())):
            self._turn_away(caller, BUSY)
            return False
        self._present.append((address, caller))
        return True

    def _turn_away(self, caller: StreamSocket, last_word: bytes) -> None:
        self.turned_away += 1
        with contextlib.suppress(TransportClosed), contextlib.closing(caller):
            caller.send(last_word)

    def _is_welcome(self, address: Hashable) -> bool:
        """Count a call; whether the address hasn't called too often of late."""
        now, limits = self._clock(), self._limits
        visits = self._visits.pop(address, None) or _Visits(last=now)
        self._visits[address] = visits
        if len(self._visits) > MOST_ADDRESSES:
            del self._visits[next(iter(self._visits))]
        recovered = max(0.0, visits.calls - (now - visits.last) / limits.recovery)
        visits.calls = min(recovered + 1, limits.free_calls + MOST_EXCESS)
        visits.last = now
        if now < visits.welcome_at:
            return False
        if (excess := visits.calls - limits.free_calls) > 0:
            visits.welcome_at = now + min(2.0 ** (excess - 1), limits.longest_delay)
        return True


def address_key(address: object) -> Hashable:
    """What counts as one address: a host of IPv4, a network of 64 bits of IPv6, all of this machine's own."""
    if not isinstance(address, tuple):
        return ""
    host = ip_address(str(address[0]).partition("%")[0])
    if isinstance(host, IPv6Address):
        return str(host.ipv4_mapped) if host.ipv4_mapped else host.packed[:8]
    return str(host)
