"""Ports for callers by ssh, and the host's private key, which is kept in a file beside the host's other files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from h89yahtzee.apps.command import CommandError, reason
from h89yahtzee.apps.host.calls import loss
from h89yahtzee.apps.host.host_options import HostOptions
from h89yahtzee.apps.host.notice_board import read_banner_file
from h89yahtzee.apps.host.ways_in import SSH, CallersLine, Greet, Note, Port, call_limits
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.store.own_files import keep_from_others, read_file, replace_file
from h89yahtzee.transport.sockets import listen
from h89yahtzee.transport.switchboard import Switchboard
from h89yahtzee.transport.transport import Transport, TransportClosed

try:
    from h89yahtzee.transport.ssh import SshCaller, SshServer, fingerprint, new_host_key
except ImportError as error:
    raise CommandError(f"--ssh needs the package asyncssh (pip install asyncssh): {error}") from None

KEY_FILE = "ssh_host_ed25519_key"
_LONGEST_KEY = 16384
_NO_KEY = "{path}: expected a private key of OpenSSH without a passphrase"


def host_key(folder: Path) -> bytes:
    """Return the host's private key, from its file in `folder`; make the file if there is none.

    CommandError if the file doesn't contain a private key, OSError if it can't be read or written.
    """
    path = folder / KEY_FILE
    if not path.exists():
        replace_file(path, new_host_key())  # makes a file that nobody else can read
    keep_from_others(path)
    key = read_file(path, _LONGEST_KEY)
    try:
        fingerprint(key)
    except ValueError:
        raise CommandError(_NO_KEY.format(path=path)) from None
    return key


def shown_key(folder: Path) -> str:
    """Return the fingerprint of the host's key in `folder`, as ssh shows it to new callers."""
    return fingerprint(host_key(folder))


class SshPort(Port):
    """A port for callers by ssh. The line of each caller is passed to `greet` once the caller's session is open.
    `note(where, what)` writes to the log.

    While a caller has no session, a `_Handshake`, which waits for the session, is among `sources`, which the event
    loop reads.
    """

    def __init__(
        self, switchboard: Switchboard, fingerprint: str, greet: Greet, note: Note, sources: list[Source]
    ) -> None:
        super().__init__(switchboard, SSH, greet, note)
        self.fingerprint = fingerprint
        self._sources = sources

    @property
    def is_in_the_clear(self) -> bool:
        return False

    @property
    def how_to_call(self) -> str:
        host, number = self.address
        return f"ssh {host}" if number == 22 else f"ssh -p {number} {host}"

    def welcome(self, connection: Transport, line: CallersLine) -> None:
        assert isinstance(connection, SshCaller)
        try:
            connection.answer()
        except OSError as error:  # raised if the system has no more sockets
            self._note(line.where, reason(error))
            line.watched.close()
            return
        if line.telnet is not None:
            line.telnet.is_telnet = True
        # Until there is a session, the caller is treated like a telnet caller who hasn't knocked yet. Such callers
        # are the first to be hung up on if all lines are taken.
        line.knocks = True
        self._sources.append(_Handshake(connection, line, self._greet, self._note, self._sources))


@dataclass(eq=False, slots=True)
class _Handshake:
    """A `Source` (called by the event loop when input comes) that waits until a caller by ssh has a session, and
    then passes the caller's line to `greet`."""

    caller: SshCaller
    line: CallersLine
    greet: Greet
    note: Note
    sources: list[Source]

    def fileno(self) -> int | None:
        return self.line.watched.fileno()

    def wakes_in(self) -> float | None:
        return 0.0 if self.fileno() is None else None

    def take_input(self) -> None:
        self.sources.remove(self)
        try:
            if not self.caller.is_open:
                self.line.watched.receive()  # raises TransportClosed with the reason why there is no session
            self.line.knocks = False
            self.line.key, self.line.watches = self.caller.key, self.caller.watches
            self.greet(self.line)
        except TransportClosed as closed:
            self.note(self.line.where, loss(closed))
            self.line.watched.close()


@dataclass(frozen=True, slots=True)
class SshService:
    """The ssh server of a host, and the ports at which callers by ssh come in."""

    server: SshServer
    ports: list[SshPort]


def open_ssh(
    options: HostOptions, folder: Path, greet: Greet, note: Note, sources: list[Source], clock: Callable[[], float]
) -> SshService:
    """Begin to serve callers by ssh at the ports that the options name; return the server and these ports.

    The host's key is in a file in `folder`. `greet`, `note` and `sources` are as in `SshPort`; `clock` returns
    seconds and never goes back. CommandError or OSError if the key or a port can't be used.
    """
    banner = read_banner_file(options)
    server = SshServer(host_key(folder), "" if banner is None else banner.text)
    service, connect = SshService(server, []), partial(SshCaller, server)
    try:
        for host, number in options.ssh:
            switchboard = listen(host, number, call_limits(options), clock, connect=connect)
            service.ports.append(SshPort(switchboard, server.fingerprint, greet, note, sources))
    except BaseException:
        server.close()
        raise
    return service
