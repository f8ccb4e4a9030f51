"""Telnet around another transport, for callers of whom nobody knows whether they speak it.

Nothing is sent before the caller's own command or `negotiate`: a raw terminal shows telnet as garbage. Sources: RFC
854, 855, 856 (BINARY), 857 (ECHO), 858 (SGA), 1073 (NAWS) and 1091 (TTYPE).

It is written by hand since telnetlib3 5.0 fits no host of many callers: importing any part of it takes 0.9 s, 18 MB
and asyncio, a subnegotiation without end holds 6 MB, malformed ones raise ValueError or UnicodeDecodeError, and it
agrees to options that aren't served here, compression among them. Its client is the other side in the tests.
"""

from __future__ import annotations

import re
from enum import IntEnum

from h89yahtzee.transport.transport import Transport, TransportClosed

IAC, NUL, LF, CR = b"\xff", b"\0", b"\n", b"\r"
_SE, _BRK, _IP, _AYT, _EC, _EL, _SB = 0xF0, 0xF3, 0xF4, 0xF6, 0xF7, 0xF8, 0xFA
_IS, _SEND = b"\0", b"\1"
_KEYS = {_BRK: b"\x03", _IP: b"\x03", _EC: b"\x7f", _EL: b"\x15"}
"""The keys that the commands of telnet's own keyboard stand for: CTRL-C, DELETE and CTRL-U."""


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
    NAWS = 31


_OFFERED = (TelnetOption.ECHO, TelnetOption.SGA)
_ASKED_FOR = (TelnetOption.TTYPE, TelnetOption.NAWS)
_COMMAND = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa((?:[^\xff]|\xff\xff)*)\xff[^\xff]|[^\xfa-\xfe])", re.DOTALL)
_RETURN = re.compile(rb"\r[\n\0]?")

MOST_COMMANDS = 500
"""So many commands are more than any client sends; one that sends more is cut off."""
LONGEST_COMMAND = 1024
LONGEST_TYPE = 40
MOST_TYPES = 8


class _Side:
    """The options of one side: it may have those `served`; `yes` and `no` are what this program says of them."""

    def __init__(self, yes: Verb, no: Verb, served: tuple[TelnetOption, ...]) -> None:
        self._yes, self._no, self._served = yes, no, served
        self._asked: set[int] = set()
        self.on: set[int] = set()

    def ask(self, option: TelnetOption) -> bytes:
        self._asked.add(option)
        return bytes((self._yes, option))

    def answer(self, is_wanted: bool, option: int) -> bytes:
        """The answer to a request or an offer, empty where it is one itself or says what holds already."""
        was_asked, was_on = option in self._asked, option in self.on
        self._asked.discard(option)
        if is_wanted and option not in self._served:
            return bytes((self._no, option))
        (self.on.add if is_wanted else self.on.discard)(option)
        is_known = was_asked or was_on == is_wanted
        return b"" if is_known else bytes((self._yes if is_wanted else self._no, option))


class TelnetTransport:
    """`transport` without the telnet in it. CR, CR LF and CR NUL of the caller are one CR.

    A caller that sends no command is a raw one, whose bytes pass unchanged but for that.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.is_telnet = False
        """Whether the caller has sent a command of telnet."""
        self.refuses_echo = False
        """Whether the caller's side won't leave the echo to this one."""
        self.terminal_types: list[str] = []
        """The caller's names for its terminal, in lower case, the preferred first."""
        self.window: tuple[int, int] | None = None
        """The rows and columns of the caller's window."""
        self._ours = _Side(Verb.WILL, Verb.WONT, (TelnetOption.BINARY, *_OFFERED))
        self._theirs = _Side(Verb.DO, Verb.DONT, (TelnetOption.BINARY, TelnetOption.SGA, *_ASKED_FOR))
        self._has_offered = False
        self._commands = 0
        self._pending = b""
        self._ended_in_cr = False
        self._unsent = bytearray()

    @property
    def terminal_type(self) -> str | None:
        return self.terminal_types[0] if self.terminal_types else None

    def negotiate(self) -> None:
        """Offer what a host offers, once: echo, single characters; ask for the terminal's type and size."""
        if not self._has_offered:
            self._has_offered = True
            for option in _OFFERED:
                self._say(self._ours.ask(option))
            for option in _ASKED_FOR:
                self._say(self._theirs.ask(option))
            self._flush()

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def receive(self) -> bytes:
        """The keys that arrived; TransportClosed also for a caller that floods with commands."""
        data = self._pending + self._transport.receive()
        self._pending, plain, start = b"", bytearray(), 0
        while (at := data.find(IAC, start)) >= 0:
            plain += data[start:at]
            command = _COMMAND.match(data, at)
            if command is None:
                self._pending, start = data[at:], len(data)
                break
            plain += self._obey(command)
            start = command.end()
        self._check_flood()
        self._flush()
        return self._with_single_returns(bytes(plain + data[start:]))

    def send(self, data: bytes) -> int:
        self._flush()
        if self._unsent:
            return 0
        if not self.is_telnet:
            return self._transport.send(data)
        pieces = [self._stuffed(data, place) for place in range(len(data))]
        sent = self._transport.send(b"".join(pieces))
        for count, piece in enumerate(pieces):
            if sent <= 0:
                return count
            if sent < len(piece):
                self._unsent += piece[sent:]
            sent -= len(piece)
        return len(pieces)

    def close(self) -> None:
        self._transport.close()

    def _stuffed(self, data: bytes, place: int) -> bytes:
        """A byte as telnet has it: IAC twice, CR before NUL unless LF follows or all is binary."""
        byte = data[place : place + 1]
        if byte == IAC:
            return IAC + IAC
        is_bare = byte == CR and data[place + 1 : place + 2] != LF and TelnetOption.BINARY not in self._ours.on
        return CR + NUL if is_bare else byte

    def _with_single_returns(self, data: bytes) -> bytes:
        if not data:
            return data
        if self._ended_in_cr and data[:1] in (LF, NUL):
            data = data[1:]
            self._ended_in_cr = False
        self._ended_in_cr = data.endswith(CR)
        return _RETURN.sub(CR, data)

    def _obey(self, command: re.Match[bytes]) -> bytes:
        """Do what a command asks for; the bytes that it stands for."""
        code, content = command[0][1], command[1]
        if content is None and code < _SE and not self.is_telnet:
            return command[0]
        if code == IAC[0]:
            return IAC
        self._commands += 1
        if content is not None or code in tuple(Verb):
            self.is_telnet = True
            self.negotiate()
        if content is not None:
            self._learn(content.replace(IAC + IAC, IAC))
        elif code in tuple(Verb):
            self._agree(Verb(code), command[0][2])
        elif code == _AYT:
            self._unsent += b"\a"
        return _KEYS.get(code, b"")

    def _agree(self, verb: Verb, option: int) -> None:
        side = self._ours if verb in (Verb.DO, Verb.DONT) else self._theirs
        is_new = option not in side.on
        if answer := side.answer(verb in (Verb.DO, Verb.WILL), option):
            self._say(answer)
        self.refuses_echo |= verb is Verb.DONT and option == TelnetOption.ECHO
        if verb is Verb.WILL and option == TelnetOption.TTYPE and is_new:
            self._ask_type()

    def _learn(self, content: bytes) -> None:
        option, told = content[:1], content[1:]
        if option == bytes((TelnetOption.TTYPE,)) and told[:1] == _IS:
            name = told[1 : 1 + LONGEST_TYPE].decode("ascii", "replace").lower()
            if name.isprintable() and name not in self.terminal_types and len(self.terminal_types) < MOST_TYPES:
                self.terminal_types.append(name)
                self._ask_type()
        elif option == bytes((TelnetOption.NAWS,)) and len(told) == 4:
            columns, rows = int.from_bytes(told[:2], "big"), int.from_bytes(told[2:], "big")
            self.window = (rows, columns) if rows and columns else None

    def _ask_type(self) -> None:
        self._say(bytes((_SB, TelnetOption.TTYPE)) + _SEND)
        self._say(bytes((_SE,)))

    def _say(self, command: bytes) -> None:
        self._unsent += IAC + command

    def _flush(self) -> None:
        while self._unsent and (taken := self._transport.send(bytes(self._unsent))):
            del self._unsent[:taken]

    def _check_flood(self) -> None:
        if self._commands > MOST_COMMANDS or len(self._pending) > LONGEST_COMMAND:
            self._transport.close()
            raise TransportClosed("a caller was cut off: more telnet commands than any client sends")
