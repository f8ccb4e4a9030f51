"""The first step of a call to a host: it waits until the caller knocks, then finds out the caller's terminal.

To knock is to press a key twice, or to begin to negotiate by telnet; before that, nothing but the texts of a
`Signboard` is sent. The terminal's type is told by telnet, or by the terminal itself in answer to an escape
sequence; if neither tells it, the caller is asked. Bytes typed meanwhile are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol

from h89yahtzee.screen.typed_line import Identification, Knock

# Texts for the log that say how a call ended.
NO_KEYS = "no key pressed twice"
NOISE = "noise before any key"
INQUIRY = "asked by {request}"

LINES = "lines"
"""The name by which a caller chooses text mode, in place of a terminal's name."""
ACCESSIBLE = "accessible"
"""The name by which a caller chooses text mode in sentences, for a screen reader."""

IN_TEXT = {LINES: "lines of text", ACCESSIBLE: "lines of text for a screen reader"}
PRESS_TWICE = "Press RETURN twice."

KNOCK_TIME = 30.0
HINT_TIME = 0.5
"""Seconds after a banner in which a telnet client may begin to negotiate; a caller who hasn't knocked by then is
told `PRESS_TWICE`."""
TELNET_TIME = 1.5
"""Seconds in which a telnet client may tell the terminal's type."""
IDENTITY_TIME = 2.0
"""Seconds in which a terminal may answer the question for its type; at 110 baud the answer takes 0.5 seconds."""

_BLANK = b"\r          \r"
"""Blanks that overwrite the characters which a caller without telnet sees in place of telnet's negotiation."""
_KNOCKED_ON = b"\r\n\0 "
"""Bytes to ignore before a caller's answer: further RETURNs, and the echo of `_BLANK`."""


class Negotiation(Protocol):
    """The facts about a caller that telnet's negotiation has told; the attributes are those of `TelnetTransport`.
    If `is_telnet` is False, the caller hasn't negotiated, and nothing is known."""

    is_telnet: bool
    terminal_types: list[str]
    has_told_all: bool
    refuses_echo: bool
    user: str

    def negotiate(self, asks_user: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class Terminals:
    """The terminals that a host knows. `names` are offered to callers. The function `find` takes a terminal's name,
    as typed by a caller or told by telnet. It returns this program's name for the terminal; `LINES` or `ACCESSIBLE`
    if the name stands for text mode; None if the name is unknown."""

    names: Sequence[str]
    find: Callable[[str], str | None]


LONGEST_REQUEST = 64
"""The number of bytes at the start of a call in which a request (see `Signboard`) is recognized."""


@dataclass(frozen=True, slots=True)
class Signboard:
    """The texts for callers who haven't knocked (see `Doorway`): the `banner`, sent at once, and replies to
    requests.

    A request is a text line that a program sends instead of knocking. `replies` has for each request, in capital
    letters, a function that returns the reply, after which the host hangs up. `variables` returns the names and
    values that telnet's MSSP (MUD Server Status Protocol) tells of the host; `variables` is None if MSSP isn't
    offered.
    """

    banner: bytes = b""
    replies: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    variables: Callable[[], Mapping[str, Sequence[str]]] | None = None

    def reply(self, typed: bytes) -> tuple[str, str] | None:
        """Return a pair: the first request among the complete text lines of `typed`, in capital letters, and the
        reply to it. Return None if there is no request."""
        *lines, _ = re.split(rb"[\r\n\0]+", typed)
        requests = (line.decode("ascii", "replace").upper() for line in lines)
        return next(((request, self.replies[request]()) for request in requests if request in self.replies), None)


class _Step(Enum):
    KNOCK = auto()
    TELNET = auto()
    IDENTITY = auto()
    OPEN = auto()


class Doorway:
    """The door at which a caller knocks: presses a key twice, or begins to negotiate by telnet. Then the caller's
    terminal is found out, unless `terminal` names it.

    `is_open` is True when this is done, even if the terminal stays unknown. If `knocks` is False, the caller
    needn't knock. `telnet` is None on a line without telnet. If the caller isn't let in, `refusal` says why.
    """

    def __init__(
        self,
        now: float,
        terminals: Terminals,
        telnet: Negotiation | None = None,
        terminal: str | None = None,
        knocks: bool = True,
        signboard: Signboard | None = None,
    ) -> None:
        self.signboard = signboard or Signboard()
        self._hint = f"{PRESS_TWICE}\r\n" if self.signboard.banner and knocks else ""
        self.deadline = now + (HINT_TIME if self._hint else KNOCK_TIME)
        self.refusal = ""
        self.terminal = terminal
        """The terminal's name; None while it isn't known. If it is still None when the door is open, the caller has
        to be asked."""
        self.terminals = terminals
        self._telnet = telnet
        self._step = _Step.KNOCK
        self._knock = Knock()
        self._identification = Identification()
        self._output = bytearray(self.signboard.banner)
        self._beginning = b""
        self._knocks = knocks
        if not knocks:
            self._unlock(now)

    @property
    def is_open(self) -> bool:
        return self._step is _Step.OPEN

    @property
    def has_knocked(self) -> bool:
        """Whether the caller has knocked (see `Doorway`), or needn't knock."""
        return self._step is not _Step.KNOCK

    @property
    def is_silent(self) -> bool:
        """Whether the caller has pressed no key yet, neither to knock nor afterwards."""
        return not (self._knock.is_heard or self.typed)

    @property
    def has_parity(self) -> bool:
        return self._knock.has_parity

    @property
    def refuses_echo(self) -> bool:
        return self._telnet is not None and self._telnet.refuses_echo

    @property
    def echoes(self) -> bool:
        """Whether to send back what the caller types. Only a caller who needn't knock can refuse this echo, since
        such a caller may have no terminal, or a terminal that shows typed keys itself."""
        return self._knocks or not self.refuses_echo

    @property
    def user(self) -> str:
        """The caller's name as told by telnet, "" if unknown. Only a caller who needn't knock is asked for it."""
        return "" if self._telnet is None else self._telnet.user

    @property
    def typed(self) -> bytes:
        """The bytes typed after the caller has knocked.

        RETURNs at the start are left out, since the caller may have knocked more than needed. But if `echoes` is
        False, they are kept: the bytes may come from a pipe, where each RETURN is an answer.
        """
        typed = self._identification.typed
        return typed.lstrip(_KNOCKED_ON) if self.echoes else typed

    def data_to_send(self) -> bytes:
        data = bytes(self._output)
        self._output.clear()
        return data

    def receive(self, data: bytes, now: float) -> None:
        self._beginning = (self._beginning + data)[:LONGEST_REQUEST]
        if asked := self.signboard.reply(self._beginning):
            self._output += asked[1].encode("utf-8")
            self.refusal = INQUIRY.format(request=asked[0])
        elif self._step is _Step.KNOCK:
            self._listen(data, now)
        elif not self.is_open:
            self._output += self._identification.feed(data)
            if self._identification.is_sure:
                self._enter(self._identification.best_guess)
        if self._step in (_Step.TELNET, _Step.IDENTITY):
            self._hear_telnet()

    def advance(self, now: float) -> None:
        """Go on because `deadline`, the time limit of the present step, has come: show the hint how to knock if it
        is still to be shown, refuse a caller who hasn't knocked, or take the next step."""
        if self._step is _Step.KNOCK and self._hint:
            self._output += self._hint.encode("ascii")
            self._hint, self.deadline = "", now + KNOCK_TIME
        elif self._step is _Step.KNOCK:
            self.refusal = NO_KEYS
        elif self._step is _Step.TELNET and (known := self._told()):
            self._enter(known[0])
        elif self._step is _Step.TELNET:
            self._ask_identity(now)
        else:
            self._enter(self._identification.best_guess)

    def _listen(self, data: bytes, now: float) -> None:
        self._knock.feed(data)
        if self._knock.is_heard or (self._telnet is not None and self._telnet.is_telnet):
            self._unlock(now)
        elif self._knock.is_noise:
            self.refusal = NOISE

    def _unlock(self, now: float) -> None:
        if self.terminal is not None:
            self._step = _Step.OPEN
        elif self._telnet is not None:
            self._step, self.deadline = _Step.TELNET, now + TELNET_TIME
            self._telnet.negotiate(asks_user=not self._knocks)
            self._output += b"" if self._telnet.is_telnet else _BLANK
        else:
            self._ask_identity(now)

    def _ask_identity(self, now: float) -> None:
        self._step, self.deadline = _Step.IDENTITY, now + IDENTITY_TIME
        self._output += self._identification.question

    def _hear_telnet(self) -> None:
        """Open the door if telnet has told a known name for the terminal.

        If the first name told is unknown, and no name for text mode has been told, wait until telnet has told all
        names, since a later one may be for text mode.
        """
        known = self._told()
        if known and self._telnet is not None:
            is_first = self.terminals.find(self._telnet.terminal_types[0]) is not None
            if is_first or self._telnet.has_told_all or known[0] in IN_TEXT:
                self._enter(known[0])

    def _told(self) -> Sequence[str]:
        """Return this program's names for the terminals that telnet has told, without unknown ones; names for text
        mode come first."""
        told = [] if self._telnet is None else self._telnet.terminal_types
        return sorted(filter(None, map(self.terminals.find, told)), key=lambda name: name not in IN_TEXT)

    def _enter(self, terminal: str | None) -> None:
        self.terminal, self._step = terminal, _Step.OPEN
