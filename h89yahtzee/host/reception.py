"""Receives a caller: asks who it is on which terminal, by lines that any terminal shows.

Nothing is sent before a key was pressed twice. The terminal is what telnet tells, what the terminal itself answers,
or what the person answers to a question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from h89yahtzee.host import reception_texts as texts
from h89yahtzee.host.people import People, Person, usable_name
from h89yahtzee.screen.identity import Identification
from h89yahtzee.screen.knock import Knock
from h89yahtzee.screen.typed_line import LEAVING, TypedLine

LINES = "lines"
"""What is chosen in place of a terminal with a screen."""

QUESTION_TIME = 30.0
"""Seconds without a key after which a caller is hung up on."""
LONGEST_STAY = 180.0
"""Seconds that all questions may take."""
TELNET_TIME = 1.5
"""Seconds in which a telnet client may tell its terminal."""
IDENTITY_TIME = 2.0
"""Seconds in which a terminal may tell what it is: at 110 baud that takes 0.5."""

_ANOTHER_TERMINAL = "*"
_BLANK = b"\r          \r"
"""Wipes away what a raw terminal shows of a telnet negotiation."""
_ECHO_LENGTH = 16
"""So much of a prompt typed by the other end is an echo."""


class Negotiation(Protocol):
    """The caller's telnet, if it is any."""

    terminal_types: list[str]
    refuses_echo: bool

    def negotiate(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Terminals:
    """What can be served: the names to choose from; `find` gives that for any name, or `LINES`, or None."""

    names: Sequence[str]
    find: Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who came, on which terminal (None: by lines), and whether by the code from an earlier time."""

    person: Person
    terminal: str | None
    came_back: bool


class _Step(Enum):
    KNOCK = auto()
    TELNET = auto()
    IDENTITY = auto()
    TERMINAL = auto()
    NAME = auto()
    NEW_NAME = auto()
    NEW_CODE = auto()
    CODE = auto()


class Reception:
    """Receives one caller from `address`, whose `telnet` is None on a line that never speaks it.

    It takes what arrives, empty where telnet took it all, and has something to send. In the end there is an
    `arrival`, or a `refusal`: what to log, once the last words are sent and the caller is hung up on. A `terminal`
    that is known isn't asked for; without `knocks` the questions come at once.
    """

    def __init__(
        self,
        people: People,
        now: float,
        address: str,
        terminals: Terminals,
        telnet: Negotiation | None = None,
        terminal: str | None = None,
        knocks: bool = True,
    ) -> None:
        self.arrival: Arrival | None = None
        self.refusal = ""
        self.deadline = now + QUESTION_TIME
        """When `advance` has something to do."""
        self._leaves_at = now + LONGEST_STAY
        self._people = people
        self._address = address
        self._terminals = terminals
        self._telnet = telnet
        self._terminal = terminal
        self._step = _Step.KNOCK
        self._knock = Knock()
        self._identification = Identification()
        self._line, self._typed = TypedLine(), bytearray()
        self._prompt = ""
        self._name = ""
        self._person: Person | None = None
        self._output = bytearray()
        if not knocks:
            self._open(now)

    @property
    def is_over(self) -> bool:
        return self.arrival is not None or bool(self.refusal)

    def data_to_send(self) -> bytes:
        data = bytes(self._output)
        self._output.clear()
        return data

    def receive(self, data: bytes, now: float) -> None:
        """Take in what the caller sent, which counts for nothing once it `is_over`."""
        if self.is_over:
            return
        if self._step is _Step.KNOCK:
            self._listen(data, now)
        elif self._step is _Step.TELNET:
            self._hear_telnet(now)
        elif self._step is _Step.IDENTITY:
            self._output += self._identification.feed(data)
            self._hear_telnet(now)
            if self._step is _Step.IDENTITY and self._identification.is_sure:
                self._found(self._identification.best_guess, now)
        else:
            self._type(data, now)

    def advance(self, now: float) -> None:
        """Give up what was waited for too long."""
        if self.is_over or now < self.deadline:
            return
        if self._step is _Step.TELNET:
            self._ask_identity(now)
        elif self._step is _Step.IDENTITY:
            self._found(self._identification.best_guess, now)
        elif self._step is _Step.KNOCK:
            self.refusal = texts.NO_KEYS
        else:
            self._refuse(texts.TOO_LATE, texts.LATE)

    # Which terminal it is

    def _listen(self, data: bytes, now: float) -> None:
        self._knock.feed(data)
        if self._knock.is_heard:
            self._open(now)
        elif self._knock.is_noise:
            self.refusal = texts.NOISE

    def _open(self, now: float) -> None:
        if self._terminal is not None:
            self._welcome(self._terminal, now)
        elif self._telnet is not None:
            self._step, self.deadline = _Step.TELNET, now + TELNET_TIME
            self._telnet.negotiate()
            self._output += _BLANK
            self._hear_telnet(now)
        else:
            self._ask_identity(now)

    def _hear_telnet(self, now: float) -> None:
        told = [] if self._telnet is None else self._telnet.terminal_types
        known = next(filter(None, map(self._terminals.find, told)), None)
        if known is not None:
            self._found(known, now)

    def _ask_identity(self, now: float) -> None:
        self._step, self.deadline = _Step.IDENTITY, now + IDENTITY_TIME
        self._output += self._identification.question

    def _found(self, terminal: str | None, now: float) -> None:
        if terminal is None:
            self._ask(_Step.TERMINAL, texts.ASK_TERMINAL.format(names=", ".join(self._terminals.names)), now)
        else:
            self._welcome(terminal, now)

    def _welcome(self, terminal: str, now: float) -> None:
        self._terminal = terminal
        self._say(texts.WELCOME.format(terminal=texts.BY_LINES if terminal == LINES else terminal))
        if self._telnet is not None and self._telnet.refuses_echo:
            self._say(texts.HALF_DUPLEX)
        if self._knock.has_parity:
            self._say(texts.PARITY)
        self._ask(_Step.NAME, texts.ASK_NAME, now)

    # Questions and answers

    def _type(self, data: bytes, now: float) -> None:
        self._typed += data
        while self._typed and not self.is_over:
            echo, line = self._line.take(self._typed)
            if self._step is _Step.CODE:
                echo = "".join("*" if char.isdigit() else char for char in echo)
            self._output += echo.encode("ascii")
            self.deadline = min(now + QUESTION_TIME, self._leaves_at)
            if self._prompt[:_ECHO_LENGTH] in (line or self._line.text):
                self._refuse(texts.ECHO, texts.ECHOED)
            elif line == LEAVING:
                self._refuse(texts.LEFT, texts.GOODBYE)
            elif line is not None:
                self._answer(line.strip(), now)

    def _answer(self, answer: str, now: float) -> None:
        if self._step is _Step.TERMINAL:
            self._answer_terminal(answer, now)
        elif self._step in (_Step.NAME, _Step.NEW_NAME):
            self._answer_name(answer, now)
        elif self._step is _Step.CODE:
            self._answer_code(answer, now)
        else:
            self._arrive(came_back=False)

    def _answer_terminal(self, answer: str, now: float) -> None:
        terminal = self._terminals.find(answer.lower())
        if terminal is None:
            self._say(texts.EXPECTED_TERMINAL)
        self._found(terminal, now)

    def _answer_name(self, answer: str, now: float) -> None:
        if answer == _ANOTHER_TERMINAL:
            self._found(None, now)
        elif not answer and self._step is _Step.NEW_NAME:
            self._add(now)
        else:
            self._greet(answer, now)

    def _greet(self, name: str, now: float) -> None:
        self._person = self._people.find(name)
        if self._person is not None:
            self._ask(_Step.CODE, texts.ASK_CODE.format(name=self._person.name), now)
            return
        try:
            self._name = usable_name(name)
        except ValueError as error:
            self._ask_again(str(error), now)
        else:
            self._ask(_Step.NEW_NAME, texts.NEW_NAME.format(name=self._name), now)

    def _ask_again(self, reason: str, now: float) -> None:
        self._say(reason)
        self._ask(_Step.NAME, texts.ASK_NAME, now)

    def _add(self, now: float) -> None:
        try:
            self._person = self._people.add(self._name)
        except ValueError as error:
            self._ask_again(str(error), now)
        else:
            self._ask(_Step.NEW_CODE, texts.NEW_CODE.format(code=self._person.code), now)

    def _answer_code(self, code: str, now: float) -> None:
        assert self._person is not None
        if not code:
            self._ask(_Step.NAME, texts.ASK_NAME, now)
        elif self._people.check(self._person, code, self._address, now):
            self._arrive(came_back=True)
        elif seconds := self._people.delay(self._person, self._address, now):
            said = texts.TOO_MANY_CODES.format(seconds=seconds)
            self._refuse(texts.WRONG_CODES.format(name=self._person.name), said)
        else:
            self._say(texts.WRONG_CODE.format(name=self._person.name))
            self._ask(_Step.CODE, texts.ASK_CODE.format(name=self._person.name), now)

    def _arrive(self, came_back: bool) -> None:
        assert self._person is not None
        self.arrival = Arrival(self._person, None if self._terminal == LINES else self._terminal, came_back)

    def _ask(self, step: _Step, prompt: str, now: float) -> None:
        self._step, self._prompt = step, prompt
        self.deadline = min(now + QUESTION_TIME, self._leaves_at)
        self._output += prompt.encode("ascii")

    def _say(self, line: str) -> None:
        self._output += f"{line}\r\n".encode("ascii")

    def _refuse(self, reason: str, last_words: str) -> None:
        self._say(f"\r\n{last_words}")
        self.refusal = reason
