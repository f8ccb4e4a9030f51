"""The reception of a caller: once the `Doorway`, which finds out the terminal, is open, the caller is asked for
name and code in text lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from h89yahtzee.host.doorway import ACCESSIBLE, IN_TEXT, INQUIRY, LINES, Doorway
from h89yahtzee.host.register import People, Person, usable_name
from h89yahtzee.screen.typed_line import LEAVING, TypedLine, without_accents

WELCOME = "H89 YAHTZEE. Your terminal: {terminal}."
SCREEN_READER = f"Type {ACCESSIBLE} if a screen reader reads to you."
ASK_TERMINAL = "Terminal ({names}), or lines: "
EXPECTED_TERMINAL = "Expected one of these names."
ASK_NAME = "Your name (* for another terminal): "
NEW_NAME = "{name} is new here. RETURN if that is you, or another name: "
KEY_ALONE = "{name} comes by ssh with a key: call with that, or give another name."
NEW_CODE = "Your code is {code}: keep it, it brings you back to your seat. RETURN goes on: "
ASK_CODE = "Code of {name} (RETURN alone: another name): "
WRONG_CODE = "That is not the code of {name}."
FOUR_DIGITS = " A code has four digits."
TOO_MANY_CODES = "Too many wrong codes: the next one counts in {seconds:.0f} seconds."
HALF_DUPLEX = "If you see each key twice, switch your terminal or modem to full duplex."
PARITY = "Your line has a parity bit. If characters are wrong, set 8 bits, no parity."
LATE = "You took too long: call again when you like."
ECHOED = "Your line sends back what it is sent: switch that echo off, and call again."
GOODBYE = "Goodbye."

# Texts for the log that say how a call ended.
TOO_LATE = "no answer in time"
WRONG_CODES = "wrong codes of {name}"
ECHO = "a line that echoes"
LEFT = "left before the lobby"

QUESTION_TIME = 30.0
"""Seconds without a key after a question; then the host hangs up."""
LONGEST_STAY = 180.0
"""The most seconds that all questions together may take."""

_ANOTHER_TERMINAL = "*"
_ECHO_LENGTH = 16
"""If this many characters of a prompt come back as if they were typed, the line echoes output."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A person who has arrived. `terminal` is the name of the person's terminal; None and `ACCESSIBLE` (for a
    screen reader) mean text mode. `came_back` tells whether a code or key has proved that the person was here
    before."""

    person: Person
    terminal: str | None
    came_back: bool


class _Question(Enum):
    TERMINAL = auto()
    NAME = auto()
    NEW_NAME = auto()
    NEW_CODE = auto()
    CODE = auto()


class Reception:
    """The reception of one caller. First `door` finds out the terminal, then the caller is asked for a name.

    `address` is the name under which wrong codes are counted. `key` is the fingerprint of the caller's ssh key, ""
    if there is none. The owner of a known key isn't asked for a name; a new person with a key gets no code.

    Call `receive` with b"" if all bytes that came were telnet commands, since these may have told the terminal. In
    the end either `arrival` is set, or `refusal` has a text for the log; after a refusal, hang up once the last
    bytes are sent. Once the caller has arrived, `typed` has the bytes typed since the last answer.
    """

    def __init__(self, people: People, door: Doorway, address: str, now: float, key: str = "") -> None:
        self.arrival: Arrival | None = None
        self.refusal = ""
        self._people = people
        self._address = address
        self._key = key
        self._terminals = door.terminals
        self._door = door
        self._answers_by = now + QUESTION_TIME
        self._leaves_at = now + LONGEST_STAY
        self._question: _Question | None = None
        self._prompt = ""
        self._line, self._typed = TypedLine(), bytearray()
        self._has_answered = False
        self._terminal = door.terminal
        self._name = ""
        self._person: Person | None = None
        self._output = bytearray()
        self._welcome_if_open(now)

    @property
    def is_over(self) -> bool:
        return self.arrival is not None or bool(self.refusal)

    @property
    def is_silent(self) -> bool:
        """Whether the caller has pressed no key yet, neither to knock nor to answer a question."""
        return self._door.is_silent and not self._has_answered

    @property
    def is_stranger(self) -> bool:
        """Whether the caller has given no name yet."""
        return not self._name and self._person is None

    @property
    def needs_input(self) -> bool:
        """Whether the reception can go on only if bytes come from the caller."""
        return not self.is_over and (self._question is not None or not self._door.has_knocked)

    @property
    def typed(self) -> bytes:
        return bytes(self._typed)

    @property
    def deadline(self) -> float:
        """The time at which `advance` must be called."""
        return self._door.deadline if self._question is None else self._answers_by

    def data_to_send(self) -> bytes:
        data = self._door.data_to_send() + self._output
        self._output.clear()
        return data

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the caller. Once the reception `is_over`, the bytes are only added to `typed`."""
        if self.is_over or self._question is not None:
            self._type(data, now)
        else:
            self._door.receive(data, now)
            self._welcome_if_open(now)

    def advance(self, now: float) -> None:
        """If the `deadline` has come, stop waiting: refuse the caller, or let the door take its next step."""
        if self.is_over or now < self.deadline:
            return
        if self._question is not None:
            self._refuse(TOO_LATE, LATE)
        else:
            self._door.advance(now)
            self._welcome_if_open(now)

    def _welcome_if_open(self, now: float) -> None:
        self.refusal = self._door.refusal
        if self._door.is_open:
            self._found(self._door.terminal, now)
            self._type(self._door.typed, now)

    def _found(self, terminal: str | None, now: float) -> None:
        if terminal is None:
            names = ", ".join(self._terminals.names)
            self._say(SCREEN_READER)
            self._ask(_Question.TERMINAL, ASK_TERMINAL.format(names=names), now)
        else:
            self._terminal = terminal
            self._welcome(IN_TEXT.get(terminal, terminal), now)

    def _welcome(self, terminal: str, now: float) -> None:
        self._say(WELCOME.format(terminal=terminal))
        if self._door.refuses_echo and self._door.echoes:
            self._say(HALF_DUPLEX)
        if self._door.has_parity:
            self._say(PARITY)
        self._person = self._people.owner(self._key)
        if self._person is not None:
            self._arrive(came_back=True)
        elif self._door.user:
            self._greet(self._door.user, now)
        else:
            self._ask(_Question.NAME, ASK_NAME, now)

    def _type(self, data: bytes, now: float) -> None:
        self._typed += without_accents(data)
        self._has_answered |= bool(data)
        while self._typed and not self.is_over:
            echo, line = self._line.take(self._typed)
            if self._question is _Question.CODE:
                echo = "".join("*" if char.isdigit() else char for char in echo)
            if self._door.echoes:
                self._output += echo.encode("ascii")
            self._answers_by = min(now + QUESTION_TIME, self._leaves_at)
            if self._prompt[:_ECHO_LENGTH] in (line or self._line.text):
                self._refuse(ECHO, ECHOED)
            elif line == LEAVING:
                self._refuse(LEFT, GOODBYE)
            elif line is not None:
                self._answer(line.strip(), now)

    def _answer(self, answer: str, now: float) -> None:
        if self._question is _Question.TERMINAL:
            self._answer_terminal(answer, now)
        elif self._question in (_Question.NAME, _Question.NEW_NAME):
            self._answer_name(answer, now)
        elif self._question is _Question.CODE:
            self._answer_code(answer, now)
        else:
            self._arrive(came_back=False)

    def _answer_terminal(self, answer: str, now: float) -> None:
        terminal = self._terminals.find(answer.lower())
        if terminal is None:
            self._say(EXPECTED_TERMINAL)
        self._found(terminal, now)

    def _answer_name(self, answer: str, now: float) -> None:
        if asked := self._door.signboard.reply(f"{answer}\r".encode("ascii")):
            self._output += asked[1].encode("utf-8")
            self.refusal = INQUIRY.format(request=asked[0])
        elif answer == _ANOTHER_TERMINAL:
            self._found(None, now)
        elif answer:
            self._greet(answer, now)
        elif self._question is _Question.NEW_NAME:
            self._add(now)
        else:
            self._ask(_Question.NAME, ASK_NAME, now)

    def _greet(self, name: str, now: float) -> None:
        self._person = self._people.find(name)
        if self._person is not None and not self._person.code:
            self._ask_again(KEY_ALONE.format(name=self._person.name), now)
            return
        if self._person is not None:
            self._ask(_Question.CODE, ASK_CODE.format(name=self._person.name), now)
            return
        try:
            self._name = usable_name(name)
        except ValueError as error:
            self._ask_again(str(error), now)
        else:
            self._ask(_Question.NEW_NAME, NEW_NAME.format(name=self._name), now)

    def _ask_again(self, reason: str, now: float) -> None:
        self._say(reason)
        self._ask(_Question.NAME, ASK_NAME, now)

    def _add(self, now: float) -> None:
        try:
            self._person = self._people.add(self._name, self._address, now, self._key)
        except ValueError as error:
            self._ask_again(str(error), now)
            return
        if self._key:
            self._arrive(came_back=False)
        else:
            self._ask(_Question.NEW_CODE, NEW_CODE.format(code=self._person.code), now)

    def _answer_code(self, code: str, now: float) -> None:
        assert self._person is not None
        if not code:
            self._ask(_Question.NAME, ASK_NAME, now)
        elif self._people.check(self._person, code, self._address, now):
            self._arrive(came_back=True)
        elif seconds := self._people.delay(self._person, self._address, now):
            said = TOO_MANY_CODES.format(seconds=seconds)
            self._refuse(WRONG_CODES.format(name=self._person.name), said)
        else:
            hint = "" if re.fullmatch("[0-9]{4}", code) else FOUR_DIGITS
            self._say(WRONG_CODE.format(name=self._person.name) + hint)
            self._ask(_Question.CODE, ASK_CODE.format(name=self._person.name), now)

    def _arrive(self, came_back: bool) -> None:
        assert self._person is not None
        self.arrival = Arrival(self._person, None if self._terminal == LINES else self._terminal, came_back)

    def _ask(self, question: _Question, prompt: str, now: float) -> None:
        self._question, self._prompt = question, prompt
        self._answers_by = min(now + QUESTION_TIME, self._leaves_at)
        self._output += prompt.encode("ascii")

    def _say(self, line: str) -> None:
        self._output += f"{line}\r\n".encode("ascii")

    def _refuse(self, reason: str, last_words: str) -> None:
        self._say(f"\r\n{last_words}")
        self.refusal = reason
