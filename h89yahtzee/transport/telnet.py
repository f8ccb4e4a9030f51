"""The telnet protocol over another transport, at the server's end and at the caller's.

Sources: RFC 854, 855, 856 (BINARY), 857 (ECHO), 858 (SGA), 885 (EOR), 1073 (NAWS), 1091 (TTYPE),
1572 (NEW-ENVIRON), 2066 (CHARSET), and the MUD Server Status Protocol (MSSP) as tintin.mudhalla.net describes it.

The protocol is written by hand since telnetlib3 5.0 doesn't suit a server for many callers: importing any part of
the library takes 0.9 s, 18 MB and asyncio; a subnegotiation without end takes 6 MB, and a malformed one raises
ValueError or UnicodeDecodeError; and telnetlib3 agrees to options that aren't served here, such as compression. In
the tests telnetlib3's client is the other end.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from h89yahtzee.transport.transport import Transport, TransportClosed

IAC, NUL, LF, CR = b"\xff", b"\0", b"\n", b"\r"
EOR_MARK, SE, BRK, IP, AYT, EC, EL, SB = 0xEF, 0xF0, 0xF3, 0xF4, 0xF6, 0xF7, 0xF8, 0xFA
IS, SEND = b"\0", b"\1"
USER = b"\0USER"
"""The NEW-ENVIRON variable for the caller's name, followed by `VALUE` and the name."""
VALUE = b"\1"

MOST_COMMANDS = 500
"""The most telnet commands that the other end may send; then the connection is closed. Typed bytes lower the count
of commands, see `COMMANDS_A_KEY`."""
COMMANDS_A_KEY = 10
"""The number by which each received byte that isn't part of a command lowers the count of commands."""
LONGEST_COMMAND = 1024
MOST_UNSENT = 4096
"""The most bytes of answers that may wait to be sent; if more wait, since the other end takes none, the connection
is closed."""

_COMMAND = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa((?:[^\xff]|\xff\xff)*)\xff[^\xff]|[^\xfa-\xfe])", re.DOTALL)


_SPECIAL = re.compile(rb"\xff|\r(?!\n)")
_PIECE = re.compile(rb"\xff\xff|\r\0|.", re.DOTALL)
_PIECE_IN_BINARY = re.compile(rb"\xff\xff|.", re.DOTALL)


def _stuffed(special: re.Match[bytes]) -> bytes:
    """Return the escaped form in which telnet sends the byte that `_SPECIAL` matched: IAC IAC for IAC, CR NUL for
    CR."""
    return IAC + IAC if special[0] == IAC else CR + NUL


class Verb(IntEnum):
    WILL = 0xFB
    WONT = 0xFC
    DO = 0xFD
    DONT = 0xFE


class TelnetOption(IntEnum):
    BINARY = 0
    ECHO = 1
    SGA = 3
    TTYPE = 24
    EOR = 25
    NAWS = 31
    NEW_ENVIRON = 39
    CHARSET = 42
    MSSP = 70


class Side:
    """The telnet options of one end of a connection: those in `served` may be switched on, those in `on` are on.

    `yes` and `no` are the verbs with which this program agrees to and refuses an option. For each option `answer`
    returns each verb only once, so that the two ends can't answer each other without end. `ask` returns a command
    that this end sends unasked, and may return the same one again.
    """

    def __init__(self, yes: Verb, no: Verb, served: tuple[TelnetOption, ...]) -> None:
        self._yes, self._no, self._served = yes, no, served
        self._asked: set[int] = set()
        self._said: set[tuple[Verb, int]] = set()
        self.on: set[int] = set()

    def ask(self, option: TelnetOption) -> bytes:
        self._asked.add(option)
        return bytes((self._yes, option))

    def answer(self, is_wanted: bool, option: int) -> bytes:
        """Return the answer to a telnet command of the other end about `option`. The command was DO or WILL if
        `is_wanted`, else DONT or WONT.

        Return b"" if no answer is due, because the command itself answered what `ask` had sent, because it changes
        nothing, or because the same answer was given before.
        """
        was_asked, was_on = option in self._asked, option in self.on
        self._asked.discard(option)
        may_change = was_asked or (self._yes, option) not in self._said
        if is_wanted and option in self._served and (was_on or may_change):
            self.on.add(option)
        else:
            self.on.discard(option)
        said = self._yes if option in self.on else self._no, option
        if was_asked or was_on == is_wanted or said in self._said:
            return b""
        self._said.add(said)
        return bytes(said)


class TelnetLine(ABC):
    """One end of a telnet connection over `transport`; `ours` are the options that this end may switch on, `theirs`
    those that the other end may switch on.

    Until the other end sends a telnet command about an option, bytes are sent unchanged: perhaps the other end
    doesn't speak telnet.
    """

    def __init__(
        self, transport: Transport, ours: tuple[TelnetOption, ...], theirs: tuple[TelnetOption, ...]
    ) -> None:
        self.is_telnet = False
        """Whether the other end has sent a telnet command about an option."""
        self.ours = Side(Verb.WILL, Verb.WONT, ours)
        self.theirs = Side(Verb.DO, Verb.DONT, theirs)
        self._transport = transport
        self._commands = 0
        self._pending = b""
        self._unsent = bytearray()

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def receive(self) -> bytes:
        """Return the bytes received, without telnet commands. TransportClosed is raised also after too many telnet
        commands."""
        data = self._pending + self._transport.receive()
        self._pending, plain, start = b"", bytearray(), 0
        while (at := data.find(IAC, start)) >= 0:
            plain += data[start:at]
            command = _COMMAND.match(data, at)
            if command is None:
                # An incomplete command is kept until its rest arrives.
                self._pending, start = data[at:], len(data)
                break
            plain += self._obey(command)
            start = command.end()
        self.flush()
        self._check_flood()
        plain += data[start:]
        self._commands = max(0, self._commands - COMMANDS_A_KEY * len(plain))
        return bytes(plain)

    def send(self, data: bytes) -> int:
        self.flush()
        if self._unsent:
            return 0
        if not self.is_telnet:
            return self._transport.send(data)
        is_binary = TelnetOption.BINARY in self.ours.on
        stuffed = data.replace(IAC, IAC + IAC) if is_binary else _SPECIAL.sub(_stuffed, data)
        sent = self._transport.send(stuffed)
        if sent == len(stuffed):
            return len(data)
        # If the medium takes only part of a byte's escaped form, the remainder is kept to be sent first next time.
        for count, piece in enumerate((_PIECE_IN_BINARY if is_binary else _PIECE).findall(stuffed)):
            if sent <= 0:
                return count
            self._unsent += piece[sent:]
            sent -= len(piece)
        return len(data)

    def close(self) -> None:
        self._transport.close()

    def say(self, command: bytes) -> None:
        self._unsent += IAC + command

    def subnegotiate(self, option: TelnetOption, content: bytes) -> None:
        self.say(bytes((SB, option)) + content.replace(IAC, IAC + IAC))
        self.say(bytes((SE,)))

    def flush(self) -> None:
        while self._unsent and (taken := self._transport.send(bytes(self._unsent))):
            del self._unsent[:taken]

    def begin(self) -> None:  # noqa: B027
        """Do nothing. This method is called at each command of the other end about an option, before the command is
        obeyed, and may be overridden."""

    @abstractmethod
    def agreed(self, verb: Verb, option: int) -> None:
        """React to the telnet command `verb`, with which the other end has just switched `option` on or off, or has
        refused it."""

    @abstractmethod
    def told(self, option: int, content: bytes) -> None:
        """React to the `content` of a subnegotiation of `option` that has come from the other end."""

    def key(self, command: int) -> bytes:  # noqa: ARG002
        """Return the bytes that are received in place of a telnet command without an option, such as BRK; b""
        unless overridden."""
        return b""

    def _obey(self, command: re.Match[bytes]) -> bytes:
        """Obey the telnet command that `_COMMAND` matched, and return the bytes that are received in its place."""
        code, content = command[0][1], command[1]
        if content is None and code < SE and not self.is_telnet:
            return command[0]
        if code == IAC[0]:
            return IAC
        self._commands += 1
        if content is None and code not in tuple(Verb):
            return self.key(code)
        self.is_telnet = True
        self.begin()
        if content is None:
            self._agree(Verb(code), command[0][2])
        elif content:
            self.told(content[0], content[1:].replace(IAC + IAC, IAC))
        return b""

    def _agree(self, verb: Verb, option: int) -> None:
        side = self.ours if verb in (Verb.DO, Verb.DONT) else self.theirs
        was_on = option in side.on
        if answer := side.answer(verb in (Verb.DO, Verb.WILL), option):
            self.say(answer)
        if (option in side.on) != was_on or verb in (Verb.DONT, Verb.WONT):
            self.agreed(verb, option)

    def _check_flood(self) -> None:
        is_long = len(self._pending) > LONGEST_COMMAND or len(self._unsent) > MOST_UNSENT
        if self._commands > MOST_COMMANDS or is_long:
            self._transport.close()
            raise TransportClosed("cut off: more telnet commands than anybody sends")


LONGEST_TYPE = 40
MOST_TYPES = 8

_OFFERED = (TelnetOption.ECHO, TelnetOption.SGA)
_ASKED_FOR = (TelnetOption.TTYPE, TelnetOption.NAWS)
_REQUEST, _ACCEPTED, _REJECTED = b"\1", b"\2", b"\3"
"""The kinds of CHARSET's subnegotiations."""
_CHARSETS = (b"UTF-8", b"US-ASCII")
"""The character sets that this end agrees to. Either will do, since callers are sent only ASCII, apart from a
banner."""
_TTABLE = re.compile(rb"^\[TTABLE\].", re.DOTALL)
_VARIABLE, _VALUE = b"\1", b"\2"
"""The bytes before a name and before each of its values in MSSP."""
_USER = re.compile(re.escape(USER + VALUE) + b"([ -~]{1,40})")
_KEYS = {BRK: b"\x03", IP: b"\x03", EC: b"\x7f", EL: b"\x15"}
"""The keys for telnet's commands BRK and IP (CTRL-C), EC (DELETE) and EL (CTRL-U)."""
_RETURN = re.compile(rb"\r[\n\0]?")


class TelnetTransport(TelnetLine):
    """The server's end of a caller's connection. CR, CR LF and CR NUL are received as CR, even if the caller
    doesn't use telnet.

    No telnet command is sent until the caller has sent one or `negotiate` is called: a terminal without telnet
    would show it as garbage. `status` returns MSSP's variables about this server, each with its values; if `status`
    is None, MSSP is refused.
    """

    def __init__(
        self, transport: Transport, status: Callable[[], Mapping[str, Sequence[str]]] | None = None
    ) -> None:
        both = (TelnetOption.BINARY, TelnetOption.SGA, TelnetOption.CHARSET)
        self._late_offers: Sequence[TelnetOption]
        self._late_offers = (TelnetOption.EOR,) if status is None else (TelnetOption.EOR, TelnetOption.MSSP)
        ours = (*both, *_OFFERED, *self._late_offers)
        super().__init__(transport, ours, (*both, *_ASKED_FOR, TelnetOption.NEW_ENVIRON))
        self._status = status
        self.refuses_echo = False
        """Whether the caller's client refuses ECHO: it doesn't want this server to send back what is typed."""
        self.terminal_types: list[str] = []
        """The names that the caller's client gives for its terminal, in lower case, the preferred one first.

        Clients of MUDs give their own name, then the terminal's, then "mtts" and a number.
        """
        self.has_told_all = False
        """Whether the caller's client has no further names for its terminal."""
        self.window: tuple[int, int] | None = None
        """The rows and columns of the caller's window, None if unknown."""
        self.user = ""
        """The caller's name as the caller's client gives it, to be believed only from trusted callers."""
        self._has_offered = False
        self._asks_charset = False
        self._ended_in_cr = False

    def negotiate(self, asks_user: bool = False) -> None:
        """Offer ECHO and SGA (single characters), and ask for the terminal's type and size; if `asks_user`, ask for
        the caller's name, too. Later calls do nothing."""
        if not self._has_offered:
            self._has_offered = True
            for option in _OFFERED:
                self.say(self.ours.ask(option))
            # The caller's name is asked for first, so that it is known no later than the terminal's type.
            if asks_user:
                self.say(self.theirs.ask(TelnetOption.NEW_ENVIRON))
            for option in _ASKED_FOR:
                self.say(self.theirs.ask(option))
            self.flush()

    def receive(self) -> bytes:
        data = super().receive()
        if not data:
            return data
        if self._ended_in_cr and data[:1] in (LF, NUL):
            data = data[1:]
            self._ended_in_cr = False
        self._ended_in_cr = data.endswith(CR)
        return _RETURN.sub(CR, data)

    def send(self, data: bytes) -> int:
        """Send the start of `data`. If `data` ends with a prompt rather than with a line end, and EOR is on, also
        send EOR's mark for the end of a prompt."""
        sent = super().send(data)
        if sent == len(data) > 0 and not data.endswith(LF) and TelnetOption.EOR in self.ours.on:
            self.say(bytes((EOR_MARK,)))
            self.flush()
        return sent

    def begin(self) -> None:
        """Offer all options once. EOR and MSSP are offered only here, after a telnet command from the caller, since
        callers without telnet would see garbage."""
        self.negotiate()
        for option in self._late_offers:
            self.say(self.ours.ask(option))
        self._late_offers = ()

    def agreed(self, verb: Verb, option: int) -> None:
        if option == TelnetOption.ECHO:
            self.refuses_echo = verb is Verb.DONT
        if verb is Verb.WILL and option == TelnetOption.TTYPE:
            self.subnegotiate(TelnetOption.TTYPE, SEND)
        if verb is Verb.WILL and option == TelnetOption.NEW_ENVIRON:
            self.subnegotiate(TelnetOption.NEW_ENVIRON, SEND + USER)
        if verb is Verb.DO and option == TelnetOption.CHARSET:
            self._asks_charset = True
            self.subnegotiate(TelnetOption.CHARSET, _REQUEST + b";" + b";".join(_CHARSETS))
        if verb is Verb.DO and option == TelnetOption.MSSP and self._status is not None:
            self.subnegotiate(TelnetOption.MSSP, mssp_content(self._status()))

    def told(self, option: int, content: bytes) -> None:
        if option == TelnetOption.TTYPE and content[:1] == IS:
            self._told_type(content[1 : 1 + LONGEST_TYPE].decode("ascii", "replace").lower())
        elif option == TelnetOption.NAWS and len(content) == 4:
            columns, rows = int.from_bytes(content[:2], "big"), int.from_bytes(content[2:], "big")
            self.window = (rows, columns) if rows and columns else None
        elif option == TelnetOption.NEW_ENVIRON and (named := _USER.search(content)):
            self.user = named[1].decode("ascii")
        elif option == TelnetOption.CHARSET:
            self._told_charset(content)

    def _told_type(self, name: str) -> None:
        """Note `name`, a name of the terminal, and ask for the next one. A client that repeats its last name has
        told all (RFC 1091)."""
        self.has_told_all |= name in self.terminal_types or len(self.terminal_types) == MOST_TYPES
        if name.isprintable() and not self.has_told_all:
            self.terminal_types.append(name)
            self.subnegotiate(TelnetOption.TTYPE, SEND)

    def _told_charset(self, content: bytes) -> None:
        """Answer a request in which the caller names character sets: agree to a set in `_CHARSETS`, or reject the
        request if it names none of these, or if the caller hasn't answered this end's own request yet.

        If `content` is the caller's answer to this end's request, only note that it has come.
        """
        kind, sets = content[:1], _TTABLE.sub(b"", content[1:])
        if kind != _REQUEST:
            self._asks_charset = False
            return
        known = [name for name in sets[1:].split(sets[:1] or b";") if name.upper() in _CHARSETS]
        is_agreed = bool(known) and not self._asks_charset
        self.subnegotiate(TelnetOption.CHARSET, _ACCEPTED + known[0] if is_agreed else _REJECTED)

    def key(self, command: int) -> bytes:
        if command == AYT:
            self._unsent += b"\a"
        return _KEYS.get(command, b"")


def mssp_content(variables: Mapping[str, Sequence[str]]) -> bytes:
    """Return the content of MSSP's subnegotiation for `variables` (names with their values), in UTF-8."""
    told = [
        _VARIABLE + name.encode() + b"".join(_VALUE + value.encode() for value in values)
        for name, values in variables.items()
    ]
    return b"".join(told)


class TelnetClient(TelnetLine):
    """The client's end of a telnet connection, which tells the server the terminal's type, its size and `user`.

    After `resize` the new size is sent at the next `send` or `receive`.
    """

    def __init__(self, transport: Transport, terminal_type: str, rows: int, columns: int, user: str = "") -> None:
        ours: tuple[TelnetOption, ...]
        ours = (TelnetOption.BINARY, TelnetOption.SGA, TelnetOption.TTYPE, TelnetOption.NAWS)
        if user:
            ours = (*ours, TelnetOption.NEW_ENVIRON)
        super().__init__(transport, ours, (TelnetOption.BINARY, TelnetOption.SGA, TelnetOption.ECHO))
        self._terminal_type = terminal_type
        self._size = rows, columns
        self.last_said = b""
        """The last byte that the server sent, empty if it sent none."""
        self._user = user

    def resize(self, rows: int, columns: int) -> None:
        if (rows, columns) != self._size:
            self._size = rows, columns
            if TelnetOption.NAWS in self.ours.on:
                self._tell_size()

    def _tell_size(self) -> None:
        rows, columns = self._size
        self.subnegotiate(TelnetOption.NAWS, columns.to_bytes(2, "big") + rows.to_bytes(2, "big"))

    def receive(self) -> bytes:
        said = super().receive().replace(CR + NUL, CR)
        self.last_said = said[-1:] or self.last_said
        return said

    def agreed(self, verb: Verb, option: int) -> None:
        if verb is Verb.DO and option == TelnetOption.NAWS:
            self._tell_size()

    def told(self, option: int, content: bytes) -> None:
        if option == TelnetOption.TTYPE and content == SEND:
            self.subnegotiate(TelnetOption.TTYPE, IS + self._terminal_type.upper().encode("ascii"))
        elif option == TelnetOption.NEW_ENVIRON and content[:1] == SEND:
            self.subnegotiate(TelnetOption.NEW_ENVIRON, IS + USER + VALUE + self._user.encode("ascii"))
