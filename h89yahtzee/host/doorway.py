"""The first part of a call: waits until the caller has pressed a key twice, and finds out the caller's terminal.

Nothing is sent before the key presses. Telnet tells the terminal's type, or the terminal itself answers a question;
bytes typed meanwhile are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from h89yahtzee.screen.identity import Identification, Knock

# How a call ended, for the log.
NO_KEYS = "no key pressed twice"
NOISE = "noise before any key"

LINES = "lines"
"""The name to choose for a terminal that is used by lines of text, without a screen."""

KNOCK_TIME = 30.0
TELNET_TIME = 1.5
"""Seconds in which a telnet client may tell the terminal's type."""
IDENTITY_TIME = 2.0
"""Seconds in which a terminal may answer what it is: at 110 baud that takes 0.5."""

_BLANK = b"\r          \r"
"""Overwrites the characters of a telnet negotiation that a terminal without telnet shows."""
_KNOCKED_ON = b"\r\n\0 "
"""Bytes that answer no question: further RETURNs of the caller, and the echo of `_BLANK`."""


class Negotiation(Protocol):
    """Telnet's results about a caller, who may have no telnet."""

    terminal_types: list[str]
    refuses_echo: bool
    user: str

    def negotiate(self, asks_user: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class Terminals:
    """`names` are offered to callers; `find` returns our name of the terminal for any name, or `LINES`, or None."""

    names: Sequence[str]
    find: Callable[[str], str | None]


class _Step(Enum):
    KNOCK = auto()
    TELNET = auto()
    IDENTITY = auto()
    OPEN = auto()


class Doorway:
    """Lets one caller in; `telnet` is None on a line without telnet.

    It `is_open` when a key was pressed twice (at once without `knocks`) and the terminal is known or can't be found
    out. If the caller isn't let in, `refusal` says why. A `terminal` that is given isn't asked for.
    """

    def __init__(
        self,
        now: float,
        terminals: Terminals,
        telnet: Negotiation | None = None,
        terminal: str | None = None,
        knocks: bool = True,
    ) -> None:
        self.deadline = now + KNOCK_TIME
        self.refusal = ""
        self.terminal = terminal
        """The terminal's name; None until it is known, also if the caller has to be asked."""
        self.terminals = terminals
        self._telnet = telnet
        self._step = _Step.KNOCK
        self._knock = Knock()
        self._identification = Identification()
        self._output = bytearray()
        self._knocks = knocks
        if not knocks:
            self._unlock(now)

    @property
    def is_open(self) -> bool:
        return self._step is _Step.OPEN

    @property
    def has_knocked(self) -> bool:
        """Whether a key was pressed twice, or needn't be."""
        return self._step is not _Step.KNOCK

    @property
    def has_parity(self) -> bool:
        return self._knock.has_parity

    @property
    def refuses_echo(self) -> bool:
        return self._telnet is not None and self._telnet.refuses_echo

    @property
    def user(self) -> str:
        """The caller's name as told by telnet, asked for only where callers needn't knock; empty if unknown."""
        return "" if self._telnet is None else self._telnet.user

    @property
    def typed(self) -> bytes:
        """The bytes typed after the two key presses, without RETURNs at the start."""
        return self._identification.typed.lstrip(_KNOCKED_ON)

    def data_to_send(self) -> bytes:
        data = bytes(self._output)
        self._output.clear()
        return data

    def receive(self, data: bytes, now: float) -> None:
        if self._step is _Step.KNOCK:
            self._listen(data, now)
        elif not self.is_open:
            self._output += self._identification.feed(data)
            if self._identification.is_sure:
                self._enter(self._identification.best_guess)
        if self._step in (_Step.TELNET, _Step.IDENTITY):
            self._hear_telnet()

    def advance(self, now: float) -> None:
        """Take the next step, since the `deadline` has come."""
        if self._step is _Step.KNOCK:
            self.refusal = NO_KEYS
        elif self._step is _Step.TELNET:
            self._ask_identity(now)
        else:
            self._enter(self._identification.best_guess)

    def _listen(self, data: bytes, now: float) -> None:
        self._knock.feed(data)
        if self._knock.is_heard:
            self._unlock(now)
        elif self._knock.is_noise:
            self.refusal = NOISE

    def _unlock(self, now: float) -> None:
        if self.terminal is not None:
            self._step = _Step.OPEN
        elif self._telnet is not None:
            self._step, self.deadline = _Step.TELNET, now + TELNET_TIME
            self._telnet.negotiate(asks_user=not self._knocks)
            self._output += _BLANK
        else:
            self._ask_identity(now)

    def _ask_identity(self, now: float) -> None:
        self._step, self.deadline = _Step.IDENTITY, now + IDENTITY_TIME
        self._output += self._identification.question

    def _hear_telnet(self) -> None:
        told = [] if self._telnet is None else self._telnet.terminal_types
        known = next(filter(None, map(self.terminals.find, told)), None)
        if known is not None:
            self._enter(known)

    def _enter(self, terminal: str | None) -> None:
        self.terminal, self._step = terminal, _Step.OPEN
