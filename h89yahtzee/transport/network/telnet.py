"""Telnet at the host's end, for callers of whom nobody knows whether they speak it.

Nothing is sent before the caller's own command or `negotiate`: a raw terminal shows telnet as garbage.
"""

from __future__ import annotations

import re

from h89yahtzee.transport.network.telnet_line import (
    AYT,
    BRK,
    CR,
    EC,
    EL,
    IP,
    IS,
    LF,
    NUL,
    SEND,
    USER,
    VALUE,
    TelnetLine,
    TelnetOption,
    Verb,
)
from h89yahtzee.transport.transport import Transport

LONGEST_TYPE = 40
MOST_TYPES = 8

_OFFERED = (TelnetOption.ECHO, TelnetOption.SGA)
_ASKED_FOR = (TelnetOption.TTYPE, TelnetOption.NAWS)
_USER = re.compile(re.escape(USER + VALUE) + b"([ -~]{1,40})")
_KEYS = {BRK: b"\x03", IP: b"\x03", EC: b"\x7f", EL: b"\x15"}
"""The keys that the commands of telnet's own keyboard stand for: CTRL-C, DELETE and CTRL-U."""
_RETURN = re.compile(rb"\r[\n\0]?")


class TelnetTransport(TelnetLine):
    """A caller. CR, CR LF and CR NUL are one CR, from a raw caller too."""

    def __init__(self, transport: Transport) -> None:
        both = (TelnetOption.BINARY, TelnetOption.SGA)
        super().__init__(transport, (*both, *_OFFERED), (*both, *_ASKED_FOR, TelnetOption.NEW_ENVIRON))
        self.refuses_echo = False
        """Whether the caller's side won't leave the echo to this one."""
        self.terminal_types: list[str] = []
        """The caller's names for its terminal, in lower case, the preferred first."""
        self.window: tuple[int, int] | None = None
        """The rows and columns of the caller's window."""
        self.user = ""
        """Who calls, as the caller's side says: to be believed where that is known."""
        self._has_offered = False
        self._ended_in_cr = False

    @property
    def terminal_type(self) -> str | None:
        return self.terminal_types[0] if self.terminal_types else None

    def negotiate(self, asks_user: bool = False) -> None:
        """Offer what a host offers, once: echo, single characters; ask for the terminal's type and size."""
        if not self._has_offered:
            self._has_offered = True
            for option in _OFFERED:
                self.say(self.ours.ask(option))
            # Who calls first, so that it has been told when the terminal is.
            for option in (TelnetOption.NEW_ENVIRON,) * asks_user + _ASKED_FOR:
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

    def begin(self) -> None:
        self.negotiate()

    def agreed(self, verb: Verb, option: int) -> None:
        if option == TelnetOption.ECHO:
            self.refuses_echo = verb is Verb.DONT
        if verb is Verb.WILL and option == TelnetOption.TTYPE:
            self.subnegotiate(TelnetOption.TTYPE, SEND)
        if verb is Verb.WILL and option == TelnetOption.NEW_ENVIRON:
            self.subnegotiate(TelnetOption.NEW_ENVIRON, SEND + USER)

    def told(self, option: int, content: bytes) -> None:
        if option == TelnetOption.TTYPE and content[:1] == IS:
            name = content[1 : 1 + LONGEST_TYPE].decode("ascii", "replace").lower()
            if name.isprintable() and name not in self.terminal_types and len(self.terminal_types) < MOST_TYPES:
                self.terminal_types.append(name)
                self.subnegotiate(TelnetOption.TTYPE, SEND)
        elif option == TelnetOption.NAWS and len(content) == 4:
            columns, rows = int.from_bytes(content[:2], "big"), int.from_bytes(content[2:], "big")
            self.window = (rows, columns) if rows and columns else None
        elif option == TelnetOption.NEW_ENVIRON and (named := _USER.search(content)):
            self.user = named[1].decode("ascii")

    def key(self, command: int) -> bytes:
        if command == AYT:
            self._unsent += b"\a"
        return _KEYS.get(command, b"")
