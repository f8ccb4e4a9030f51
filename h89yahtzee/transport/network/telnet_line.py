"""The telnet protocol over another transport, without the policy of either end: commands, options, bytes doubled.

Sources: RFC 854, 855, 856 (BINARY), 857 (ECHO), 858 (SGA), 1073 (NAWS), 1091 (TTYPE)
and 1572 (NEW-ENVIRON).

It is written by hand since telnetlib3 5.0 fits no host of many callers: importing any part of it takes 0.9 s, 18 MB
and asyncio, a subnegotiation without end holds 6 MB, malformed ones raise ValueError or UnicodeDecodeError, and it
agrees to options that aren't served here, compression among them. Its client is the other side in the tests.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from enum import IntEnum

from h89yahtzee.transport.transport import Transport, TransportClosed

IAC, NUL, LF, CR = b"\xff", b"\0", b"\n", b"\r"
SE, BRK, IP, AYT, EC, EL, SB = 0xF0, 0xF3, 0xF4, 0xF6, 0xF7, 0xF8, 0xFA
IS, SEND = b"\0", b"\1"
USER = b"\0USER"
"""The variable of NEW-ENVIRON for who calls; its value follows after `VALUE`."""
VALUE = b"\1"

MOST_COMMANDS = 500
"""So many commands at once are more than anybody sends; who sends more is cut off."""
COMMANDS_A_KEY = 10
"""So many of them each key makes up for."""
LONGEST_COMMAND = 1024
MOST_UNSENT = 4096
"""So many bytes of answers wait at most for who sends commands and takes no answer."""

_COMMAND = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa((?:[^\xff]|\xff\xff)*)\xff[^\xff]|[^\xfa-\xfe])", re.DOTALL)


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
    NEW_ENVIRON = 39


class Side:
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


class TelnetLine(ABC):
    """One end of a telnet connection over `transport`, with the options that it and the other end may have.

    An other end that sends no command is none of telnet, and its bytes pass unchanged.
    """

    def __init__(
        self, transport: Transport, ours: tuple[TelnetOption, ...], theirs: tuple[TelnetOption, ...]
    ) -> None:
        self.is_telnet = False
        """Whether the other end has sent a command of telnet."""
        self.ours = Side(Verb.WILL, Verb.WONT, ours)
        self.theirs = Side(Verb.DO, Verb.DONT, theirs)
        self._transport = transport
        self._commands = 0
        self._pending = b""
        self._unsent = bytearray()

    def fileno(self) -> int | None:
        return self._transport.fileno()

    def receive(self) -> bytes:
        """What arrived but for telnet; TransportClosed also if the other end floods with commands."""
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
        pieces = [self._stuffed(data, place) for place in range(len(data))]
        sent = self._transport.send(b"".join(pieces))
        for count, piece in enumerate(pieces):
            if sent <= 0:
                return count
            self._unsent += piece[sent:]
            sent -= len(piece)
        return len(pieces)

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

    @abstractmethod
    def begin(self) -> None:
        """Called at each command of the other end, before it is obeyed."""

    @abstractmethod
    def agreed(self, verb: Verb, option: int) -> None:
        """Called when the other end has switched an option on or off, or has refused one."""

    @abstractmethod
    def told(self, option: int, content: bytes) -> None:
        """Called with the content of a subnegotiation."""

    @abstractmethod
    def key(self, command: int) -> bytes:
        """What a command without an option stands for."""

    def _stuffed(self, data: bytes, place: int) -> bytes:
        """A byte as telnet has it: IAC twice, CR before NUL unless LF follows or all is binary."""
        byte = data[place : place + 1]
        if byte == IAC:
            return IAC + IAC
        is_bare = byte == CR and data[place + 1 : place + 2] != LF and TelnetOption.BINARY not in self.ours.on
        return CR + NUL if is_bare else byte

    def _obey(self, command: re.Match[bytes]) -> bytes:
        """Do what a command asks for; the bytes that it stands for."""
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
