"""The server's end of ssh: callers by ssh, whom asyncssh serves in a thread beside the host's event loop.

In that thread each caller's session acts as a telnet client of the host. Session and host are joined by a pair of
local sockets: the session has one, and the caller's transport has the other. So the host is told the type and size
of the terminal and the caller's name by telnet, as it is by `yahtzee --join`; the caller's key and command are
attributes of `SshCaller`.

A caller gets one session, with a terminal or in text mode: no shell, subsystem, forwarding or agent, and the only
command is to watch a table. asyncssh limits neither the bytes that wait for a caller who reads nothing, nor the
memory that a caller's requests take. `_Connection` limits both: it reads nothing from a caller while many bytes
wait to be sent there, and cuts off callers who send much besides keys.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import socket
import struct
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from logging import CRITICAL, getLogger
from threading import Thread
from typing import cast

import asyncssh

from h89yahtzee.transport.sockets import StreamSocket, TcpTransport
from h89yahtzee.transport.telnet import Side, TelnetClient, TelnetOption, Verb
from h89yahtzee.transport.transport import TransportClosed

HANDSHAKE_TIME = 30.0
"""The most seconds from a call to the start of a session; after that the host hangs up."""
LINGER_TIME = 5.0
"""Seconds that a caller has, when the host hangs up, to read what was sent before."""
RESIZE_TIME = 0.2
"""Seconds to wait after a change of a window's size before the host is told the size, which may change again."""
MOST_UNSENT = 16384
"""While more than this many bytes wait to be sent to a caller, nothing is read from that caller."""
MOST_EXCESS = 65536
"""The most bytes that a caller may send besides typed keys, such as key exchanges; then the caller is cut off."""
EXCESS_A_SECOND = 400
EXCESS_A_PACKET = 128
"""The count that `MOST_EXCESS` limits is lowered by `EXCESS_A_SECOND` bytes in each second, and for each packet of
typed keys by `EXCESS_A_PACKET` bytes and the number of these keys."""
MOST_TRIES = 10
"""The most tries to log in that may fail on a connection, offers of public keys included; then the caller is cut
off. `switchboard.CallLimits` limits the number of connections from an address."""
LARGEST_WINDOW = 999
"""The highest number of rows or columns of a terminal; a higher number from a client counts as this one."""
MOST_REFUSED = 20
"""The most callers at once who are turned away and get time to read why; others are hung up on immediately."""
LONGEST_NAME = 40
LONGEST_REASON = 80

_WATCH = re.compile(r"\s*watch\s+([0-9]{1,5})\s*")
"""The only command that a caller may give: the word "watch" and the number of the table whose game the caller wants
to watch."""
_NO_OPERATION = b"\xf1"
"""Telnet's command NOP. It is sent to the host as soon as the session is open, so that the descriptor of the
caller's transport becomes readable."""
_WITHOUT_TERMINAL = "lines"
"""The terminal type that the host is told if the session has no terminal."""
_BUFFER = 4096
"""The size in bytes of the buffers between the thread and the host, and of the ssh window for typed bytes."""
_PROGRAM = "h89yahtzee"
_EXCHANGES = "*25519-sha256*,ecdh-sha2-nistp256"
"""The key exchanges offered. All use elliptic curves, since exchanges with large primes would hold up the host for
a long time. The first pattern also matches mlkem768x25519 if asyncssh has it; a plain name that asyncssh doesn't
have would be an error."""
_LATE = "no session in time"
_CLOSED = "The host has hung up."
_EXCESSIVE = "cut off, more than anybody sends"
_LEFT = "the caller hung up"
_TRIES = "too many tries to log in"
_TOO_MANY = 12
"""The code of the reason SSH_DISCONNECT_TOO_MANY_CONNECTIONS (RFC 4253, 11.1)."""
_GOODBYES = (asyncssh.DISC_CONNECTION_LOST, asyncssh.DISC_BY_APPLICATION)
"""The codes of the reasons for a disconnection that mean no failure, only that the caller has left."""


def new_host_key() -> bytes:
    """Return a new private key (ed25519) in OpenSSH's format."""
    return asyncssh.generate_private_key("ssh-ed25519", _PROGRAM).export_private_key()


def fingerprint(host_key: bytes) -> str:
    """Return the fingerprint of a private key as OpenSSH shows it; ValueError if `host_key` is no key."""
    return asyncssh.import_private_key(host_key).get_fingerprint()


class SshCaller(TcpTransport):
    """A caller by ssh, named after the caller's HOST:PORT. The host either calls `answer`, which begins the
    handshake, or refuses the caller by sending a single text.

    `is_open` becomes True, and the descriptor readable, when the caller has a session. From then on `key` is the
    fingerprint of the caller's public key, empty if the caller used none, and `watches` is the number of the table
    that the caller wants to watch, None if the caller gave none.
    """

    def __init__(self, server: SshServer, connection: socket.socket, name: str) -> None:
        super().__init__(connection, name)
        self.is_open = False
        self.key = ""
        self.watches: int | None = None
        self._server = server
        self._call: _Connection | None = None

    def answer(self) -> None:
        """Begin the handshake, which the server carries on in its thread."""
        near, far = socket.socketpair()
        for end in near, far:
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
        connection, self._connection = self._connection, near
        self._call = self._server.begin(self, connection, far)

    @property
    def is_gone(self) -> bool:
        """Whether the transport is gone and the ssh connection has ended, which may be some seconds after
        `close`."""
        return super().is_gone and (self._call is None or self._call.is_over)

    def close(self) -> None:
        super().close()
        if self._call is not None:
            self._call.begin_to_end()

    def end_by(self, reason: str) -> None:
        """Set the reason that HungUp will have. The server calls this method in its thread."""
        self._end = reason

    def _write(self, data: bytes) -> int:
        if self._call is not None:
            return super()._write(data)
        self._server.refuse(self._connection.dup(), _refusal(data.strip()))
        return len(data)


def _refusal(words: bytes) -> bytes:
    """Return the bytes that refuse a client before the handshake: the server's version, and a disconnection message
    with the text `words`."""
    payload = struct.pack(">BII", 1, _TOO_MANY, len(words)) + words + struct.pack(">I", 0)
    padding = 12 - (len(payload) + 5 + 4) % 8  # at least 4, to make a packet of 8 n bytes (RFC 4253, 6)
    packet = bytes([padding]) + payload + bytes(padding)
    return f"SSH-2.0-{_PROGRAM}\r\n".encode("ascii") + struct.pack(">I", len(packet)) + packet


class SshServer:
    """The ssh server, which runs asyncssh for all callers in a thread of its own. `host_key` is a private key as
    from `new_host_key`.

    `banner` has text lines that clients show before their users log in. ValueError if `host_key` is no key.
    """

    def __init__(self, host_key: bytes, banner: str = "") -> None:
        for name in "asyncssh", "asyncio":
            getLogger(name).setLevel(CRITICAL)  # the host's own log tells how a call ended
        self.fingerprint = fingerprint(host_key)
        self._options = asyncssh.SSHServerConnectionOptions(
            config=None,
            server_factory=partial(_Guard, banner.replace("\n", "\r\n")),
            server_version=_PROGRAM,
            server_host_keys=[asyncssh.import_private_key(host_key)],
            kex_algs=_EXCHANGES,
            compression_algs="none",
            gss_host=None,
            password_auth=False,
            host_based_auth=False,
            agent_forwarding=False,
            login_timeout=0,  # `HANDSHAKE_TIME` limits the time until there is a session
            line_editor=False,
            encoding=None,
            window=_BUFFER,
            max_pktsize=_BUFFER,
        )
        self._calls = set[_Connection]()
        self._refused = 0
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)
        self._thread = Thread(target=self._loop.run_forever, name="ssh", daemon=True)
        self._thread.start()

    def begin(self, caller: SshCaller, connection: socket.socket, far: socket.socket) -> _Connection:
        """Begin to serve `caller`, whose client is at the other end of `connection`; return the ssh connection,
        whose handshake begins soon.

        `far` is the socket that is paired with the caller's transport.
        """
        call = _Connection(self._loop, self._options, caller, StreamSocket(far, caller.name))
        self._loop.call_soon_threadsafe(self._serve, call, connection)
        return call

    def refuse(self, connection: socket.socket, refusal: bytes) -> None:
        """Send `refusal` to the client at the other end of `connection`, and close the connection soon."""
        asyncio.run_coroutine_threadsafe(self._see_off(connection, refusal), self._loop)

    def close(self) -> None:
        """Hang up on all callers, after the bytes that are queued for them are sent, and end the thread. A second
        call does nothing."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._end_all(), self._loop)
        self._thread.join(2 * LINGER_TIME)
        if not self._thread.is_alive():
            self._loop.close()

    def _serve(self, call: _Connection, connection: socket.socket) -> None:
        self._calls = {call for call in self._calls if not call.is_over} | {call}
        self._loop.create_task(self._connect(call, connection))

    async def _connect(self, call: _Connection, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: call, connection)
        except OSError:
            connection.close()
            call.end(_LEFT)

    async def _see_off(self, connection: socket.socket, refusal: bytes) -> None:
        """Send a refusal and give the client time to read it. Meanwhile receive what the client sends: most clients
        first send a request to exchange keys, and would fail if nobody received this request."""
        with connection, suppress(OSError, TimeoutError):
            connection.setblocking(False)
            connection.send(refusal)
            if self._refused < MOST_REFUSED:
                self._refused += 1
                try:
                    async with asyncio.timeout(LINGER_TIME):
                        while await self._loop.sock_recv(connection, _BUFFER):
                            pass
                finally:
                    self._refused -= 1

    async def _end_all(self) -> None:
        for call in self._calls:
            call.hang_up()
        until = self._loop.time() + LINGER_TIME
        while any(not call.is_over for call in self._calls) and self._loop.time() < until:
            await asyncio.sleep(0.01)
        for _ in range(2):  # a connection that is over needs two more rounds of the loop to close its socket
            await asyncio.sleep(0)
        self._loop.stop()


def _do_nothing() -> None: ...


class _Sending:
    """A wrapper of the asyncio transport that an ssh connection uses. `count` is the number of bytes written so
    far, and the function `sent` is called after each write."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.count = 0
        self.sent: Callable[[], None] = _do_nothing

    def write(self, data: bytes) -> None:
        self._transport.write(data)
        self.count += len(data)
        self.sent()

    def __getattr__(self, name: str) -> object:
        return getattr(self._transport, name)


class _Connection(asyncssh.SSHServerConnection):
    """The ssh connection of `caller`. `line` is this end of the pair of sockets that joins the session and the
    host; the caller's transport has the other end.

    All methods but `begin_to_end` are called in the server's thread. asyncio calls the methods from
    `connection_made` to `resume_writing`, asyncssh those from `reload_config` to `send_userauth_failure`.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        options: asyncssh.SSHServerConnectionOptions,
        caller: SshCaller,
        line: StreamSocket,
    ) -> None:
        super().__init__(loop, options)
        self.loop = loop
        self.caller = caller
        self.line = line
        self.session: _Session | None = None
        self.key = ""
        self.is_full = False
        """Whether so much waits to be sent that nothing may be added."""
        self.is_over = False
        self._tries = 0
        self._excess = 0.0
        self._counted_at = loop.time()
        self._transport_below: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin_to_end(self) -> None:
        """Ask the server's thread to hang up. The host calls this in its own thread."""
        with suppress(RuntimeError):  # raised if the server's event loop is closed
            self.loop.call_soon_threadsafe(self.hang_up)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport_below = cast(asyncio.Transport, transport)
        if self.is_over:
            self._transport_below.abort()
            return
        self._transport_below.set_write_buffer_limits(high=MOST_UNSENT)
        self.sending = _Sending(self._transport_below)
        self._timer = self.loop.call_later(HANDSHAKE_TIME, self.end, _LATE)
        super().connection_made(cast(asyncio.BaseTransport, self.sending))

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        now = self.loop.time()
        self._excess = max(0.0, self._excess - (now - self._counted_at) * EXCESS_A_SECOND) + len(data)
        self._counted_at = now
        if self._excess > MOST_EXCESS:
            self.end(_EXCESSIVE)
        else:
            super().data_received(data, datatype)

    def pause_writing(self) -> None:
        """Read nothing more from the caller while much waits to be sent, since answers to further requests would
        only add to it."""
        self.is_full = True
        if self._transport_below is not None:
            self._transport_below.pause_reading()

    def resume_writing(self) -> None:
        self.is_full = False
        if self._transport_below is not None and not self._transport_below.is_closing():
            self._transport_below.resume_reading()
        if self.session is not None:
            self.session.read_on()

    async def reload_config(self) -> None:
        """Do nothing: the options are the same for all users, and reading them again would take a thread."""

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Return whether the key is valid. Note it only if the caller has signed with it, since a key that a client
        only offers may be anybody's."""
        if not msg:
            self._count_try()
        is_valid = await super().validate_public_key(username, key_data, msg, signature)
        if is_valid and msg:
            self.key = "SHA256:" + b64encode(hashlib.sha256(key_data).digest()).decode("ascii").rstrip("=")
        return is_valid

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Count and refuse a try to log in by a password, or by a key with a wrong signature."""
        self._count_try()
        super().send_userauth_failure(partial_success)

    def _count_try(self) -> None:
        self._tries += 1
        if self._tries > MOST_TRIES:
            raise asyncssh.DisconnectError(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, _TRIES)

    def count_keys(self, count: int) -> None:
        """Lower the count that `MOST_EXCESS` limits, because a packet with `count` bytes of typed keys has come."""
        self._excess = max(0.0, self._excess - count - EXCESS_A_PACKET)

    def open(self) -> None:
        """Let the host know that the caller has a session. This ends the time limit for the handshake."""
        if self._timer is not None:
            self._timer.cancel()
        self.caller.key = self.key
        self.caller.is_open = True

    def hang_up(self) -> None:
        """Hang up on the caller. If there is no session yet, the text that the host has sent is told to the caller
        as the reason; otherwise the caller has `LINGER_TIME` to read what was sent."""
        if self.is_over:
            return
        if not self.caller.is_open:
            words = b""
            with suppress(TransportClosed):
                words = self.line.receive()
            self.disconnect(_TOO_MANY, words.decode("ascii", "replace").strip() or _CLOSED)
        self.loop.call_later(LINGER_TIME, self.end, _LEFT)

    def end(self, reason: str) -> None:
        """Cut the connection at once; `reason` is the text of the HungUp that the host gets."""
        if not self.is_over:
            self.is_over = True
            if self._timer is not None:
                self._timer.cancel()
            if self.session is not None:
                self.session.stop()
            self.caller.end_by(reason)
            self.line.close()
            self.abort()


class _Guard(asyncssh.SSHServer):
    """The rules for asyncssh about who may log in: everybody, with any public key or without one. A connection may
    have one session only."""

    _connection: _Connection

    def __init__(self, banner: str) -> None:
        self._banner = banner

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = cast(_Connection, conn)

    def connection_lost(self, exc: Exception | None) -> None:
        reason = _LEFT
        if isinstance(exc, asyncssh.DisconnectError) and exc.code not in _GOODBYES:
            reason = f"ssh, {exc.reason[:LONGEST_REASON]}"
        self._connection.end(reason)

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        """Show the banner once, even if the client tries several user names."""
        if self._banner:
            self._connection.send_auth_banner(self._banner)
            self._banner = ""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002
        """Accept the login without a question: the host's reception asks for name and code, as it asks callers by
        telnet."""
        return True

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]] | bool:
        if self._connection.session is not None:
            return False
        channel = self._connection.create_server_channel(None)
        # asyncssh would keep all environment variables that a client sends, and has no option to refuse them.
        channel._process_env_request = _refuse  # type: ignore[method-assign, assignment]
        session = self._connection.session = _Session(self._connection)
        return channel, session


def _refuse(_: object) -> bool:
    """Refuse a request that a client makes on a channel."""
    return False


class _Client(TelnetClient):
    """The telnet client of a session. If the session has no terminal, the caller's own machine shows what is typed,
    so the host's offer of ECHO is refused."""

    def __init__(self, line: StreamSocket, terminal: str | None, size: tuple[int, int], user: str) -> None:
        super().__init__(line, terminal or _WITHOUT_TERMINAL, *size, user)
        self.is_telnet = True
        self.has_ended = False
        self._line = line
        self._asked_types = 0
        if terminal is None:
            self.theirs = Side(Verb.DO, Verb.DONT, (TelnetOption.BINARY, TelnetOption.SGA))

    @property
    def has_told_all(self) -> bool:
        """Whether the host has asked for the terminal's type a second time, which is the host's last question."""
        return self._asked_types > 1

    def end(self) -> None:
        """Tell the host that nothing more will be typed; bytes from the host are still received."""
        self.has_ended = True
        self._line.end_output()

    def flush(self) -> None:
        if self.has_ended:
            self._unsent.clear()
        super().flush()

    def told(self, option: int, content: bytes) -> None:
        super().told(option, content)
        self._asked_types += option == TelnetOption.TTYPE


class _Session(asyncssh.SSHServerSession[bytes]):
    """A caller's session. It passes bytes between the ssh channel and the host, in each direction no faster than
    the receiver takes them.

    asyncssh calls the methods from `connection_made` to `eof_received`.
    """

    _channel: asyncssh.SSHServerChannel[bytes]
    _client: _Client

    def __init__(self, connection: _Connection) -> None:
        self.is_open = False
        self._connection = connection
        self._loop = connection.loop
        self._terminal: str | None = None
        self._size = 0, 0
        self._resizing: asyncio.TimerHandle | None = None
        self._typed = bytearray()
        self._has_ended = False
        self._fd = -1
        """The descriptor of the line to the host while the session is open."""
        self._reads = self._writes = False
        self._due = 0
        """The value that `_Sending.count` must reach before more is read from the host. A count so high is taken as
        a sign that all bytes read so far were sent to the caller."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._connection.end(_LEFT)

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: Mapping[int, int],  # noqa: ARG002
    ) -> bool:
        self._terminal = "".join(filter(str.isprintable, term_type))[:LONGEST_NAME] or "unknown"
        self._size = _believable(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002
        self._size = _believable(width, height)
        if self.is_open and self._resizing is None:
            self._resizing = self._loop.call_later(RESIZE_TIME, self._tell_size)

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        watch = _WATCH.fullmatch(command)
        if watch is not None:
            self._connection.caller.watches = int(watch[1])
        return watch is not None

    def session_started(self) -> None:
        user = str(self._channel.get_extra_info("username") or "").encode("ascii", "ignore").decode("ascii")
        user = "".join(filter(str.isprintable, user))[:LONGEST_NAME]
        self._client = _Client(self._connection.line, self._terminal, self._size, user)
        self.is_open = True
        self._connection.open()
        self._fd = self._connection.line.fileno() or -1
        self._connection.sending.sent = self.read_on
        self._client.say(_NO_OPERATION)
        self._pass_typed()
        self.read_on()

    def data_received(self, data: bytes, datatype: int | None) -> None:  # noqa: ARG002
        self._connection.count_keys(len(data))
        self._typed += data
        self._pass_typed()

    def eof_received(self) -> bool:
        """Keep the channel open: the host may still have output for the caller."""
        self._has_ended = True
        self._pass_typed()
        return True

    def _pass_typed(self) -> None:
        """Pass typed bytes on to the host; while the host takes no more, pause the channel."""
        try:
            self._client.flush()
            del self._typed[: self._client.send(bytes(self._typed))]
        except TransportClosed:
            self._typed.clear()
        self._watch_writing(bool(self._typed))
        # The host is told of the end of the input only after its last question, as later ones couldn't be answered.
        if self._has_ended and not self._typed and self._client.has_told_all:
            self._client.end()

    def _watch_writing(self, waits: bool) -> None:
        if waits == self._writes or not self.is_open:
            return
        self._writes = waits
        if waits:
            self._channel.pause_reading()
            self._loop.add_writer(self._fd, self._pass_typed)
        else:
            self._loop.remove_writer(self._fd)
            self._channel.resume_reading()

    def _tell_size(self) -> None:
        self._resizing = None
        with suppress(TransportClosed):
            self._client.resize(*self._size)
            self._client.flush()

    def read_on(self) -> None:
        """Begin reading from the host if all bytes read earlier are on their way to the caller and more can be
        sent; otherwise stop reading."""
        may_read = not self._connection.is_full and self._connection.sending.count >= self._due
        if may_read == self._reads or not self.is_open:
            return
        self._reads = may_read
        if may_read:
            self._loop.add_reader(self._fd, self._pass_shown)
        else:
            self._loop.remove_reader(self._fd)

    def _pass_shown(self) -> None:
        """Send bytes from the host to the caller.

        asyncssh keeps the bytes back while the client accepts no more on the channel, or while keys are exchanged
        anew.
        """
        try:
            shown = self._client.receive()
        except TransportClosed:
            self.stop()
            self._channel.exit(0)
            return
        if self._has_ended and not self._client.has_ended:
            self._pass_typed()
        if self._terminal is None:
            shown = shown.replace(b"\r", b"")
        if shown:
            self._due = self._connection.sending.count + len(shown)
            with suppress(OSError):
                self._channel.write(shown)
        self.read_on()

    def stop(self) -> None:
        """Pass nothing more in either direction."""
        if self.is_open:
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
        self.is_open = False
        if self._resizing is not None:
            self._resizing.cancel()


def _believable(columns: int, rows: int) -> tuple[int, int]:
    """Return (rows, columns), each at most `LARGEST_WINDOW`; 0 stands for an unknown number."""
    return min(rows, LARGEST_WINDOW), min(columns, LARGEST_WINDOW)
