"""Sessions in text mode at terminals that don't edit what is typed, over in-memory lines that only the test feeds.

The tests expect what a printing terminal or a screen shows of the bytes, and the seed's published dice: the first
roll of seed 42 is 6 2 1 6 3.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from h89yahtzee.apps.sessions.line_session import MOST_TYPED, TELETYPE, LineFace, LineSession, TextTerminal, Typing
from h89yahtzee.table.endings import Ending, Leave
from h89yahtzee.transport.descriptors import Descriptors
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.transport import HungUp
from tests.transport.memory import memory_pair


@dataclass
class EchoRoom:
    """A room that repeats each text line typed in it, and is left by typing `q`."""

    news: list[str] = field(default_factory=list)
    ending: Ending | None = None
    prompt: str = "? "
    revision: int = 0
    deadline: None = None

    def start(self) -> Iterator[str]:
        yield "hello"

    def tell(self) -> Iterator[str]:
        while self.news:
            yield self.news.pop(0)

    def answer(self, text: str, now: float) -> Iterator[str]:  # noqa: ARG002
        self.ending = Leave() if text == "q" else None
        yield f"<{text}>"

    def advance(self, now: float) -> None: ...

    def leave(self) -> None:
        self.ending = Leave()


class Teletype:
    """A terminal in text mode in a room: `type` sends a text and returns what is printed, step by step as in the
    event loop."""

    def __init__(self, room: LineFace, terminal: TextTerminal = TELETYPE) -> None:
        near, self._far = memory_pair(capacity=10**5)
        paced = PacedTransport(near, math.inf, lambda: 0.0, own_flow_control=True)
        self.session = LineSession(room, paced, terminal, lambda: 0.0)

    def type(self, text: str | bytes) -> str:
        self._far.send(text if isinstance(text, bytes) else text.encode())
        printed = self.go_on()
        while self.session.wakes_in() == 0.0:
            printed += self.go_on()
        return printed

    def go_on(self) -> str:
        self.session.take_input()
        self.session.advance(0.0)
        self.session.show()
        return self._far.receive().decode("ascii")


def test_a_line_is_asked_for_echoed_and_answered() -> None:
    teletype = Teletype(EchoRoom())
    assert teletype.type("") == "hello\r\n? "
    assert teletype.type("ab") == "ab"
    assert teletype.type("c\r") == "c\r\n<abc>\r\n? "


@pytest.mark.parametrize("ends", ["\r", "\n", "\r\n", "\r\0"])
def test_each_kind_of_return_is_one_however_it_is_cut(ends: str) -> None:
    teletype = Teletype(EchoRoom())
    teletype.type("")
    assert teletype.type(f"a{ends}b{ends}").count("<") == 2
    assert "".join(teletype.type(char) for char in f"c{ends}d{ends}").count("<") == 2


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("ax\bb\r", "ab"),
        ("ax\x7fb\r", "ab"),
        ("\b\b\ba\r", "a"),
        ("wrong\x15right\r", "right"),
        ("a\x1b[Ab\x1bAc\x1bOPd\x1b[11~\r", "abcd"),
        (b"\xe1\xe2\x8d", "ab"),
        ("Zo\u00eb Mu\u0308ller\r", "Zoe Muller"),
        ("\x03", "q"),
        ("ab\x03", "q"),
        ("\x04", "q"),
        ("a\x04\x01b\r", "ab"),
    ],
)
def test_what_is_typed_is_edited(typed: str | bytes, line: str) -> None:
    """The eighth bit of a byte is a parity bit; cursor keys of ANSI terminals and of the H19 are ignored."""
    teletype = Teletype(EchoRoom())
    teletype.type("")
    assert f"<{line}>" in teletype.type(typed)


def test_a_rubout_is_seen_and_a_line_too_long_rings() -> None:
    teletype = Teletype(EchoRoom())
    teletype.type("")
    assert teletype.type("a\b\b") == "a\b \b"
    assert teletype.type("x" * 201) == "x" * 200 + "\a"


def test_news_stand_on_lines_of_their_own_and_what_was_typed_is_shown_again() -> None:
    room = EchoRoom()
    teletype = Teletype(room)
    teletype.type("")
    teletype.type("ro")
    room.news = ["bob rolls"]
    assert teletype.type("") == "\r\nbob rolls\r\n? ro"
    assert teletype.type("ll\r") == "ll\r\n<roll>\r\n? "


def test_half_duplex_narrow_and_upper_case_terminals() -> None:
    assert Teletype(EchoRoom(), TextTerminal(typing=Typing.SHOWN)).type("a\r").endswith("? \r\n<a>\r\n? ")
    assert Teletype(EchoRoom(), TextTerminal(6)).type("one two\r").endswith("<one\r\n  two>\r\n? ")
    assert Teletype(EchoRoom(), TextTerminal(upper=True)).type("a{\r") == "HELLO\r\n? A[\r\n<A[>\r\n? "


def piped(text: bytes, tmp_path: Path) -> tuple[LineSession, Callable[[], str]]:
    """Return a session that reads text lines from a file, and a function that returns what was printed so far."""
    source, printed = tmp_path / "lines", tmp_path / "printed"
    source.write_bytes(text)
    descriptors = os.open(source, os.O_RDONLY), os.open(printed, os.O_CREAT | os.O_WRONLY)
    paced = PacedTransport(Descriptors(*descriptors), math.inf, lambda: 0.0, own_flow_control=False)
    session = LineSession(EchoRoom(), paced, TextTerminal(typing=Typing.PIPED), lambda: 0.0)
    return session, printed.read_text


def test_lines_from_a_pipe_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    """The last text line needs no line end, a long one is cut, and the end of the input is noticed when a line is
    asked for."""
    session, printed = piped(b"a\r\n" + b"x" * 5000 + b"\n\xc3\xa9z", tmp_path)
    session.take_input()
    assert printed() == ""

    def read_all() -> None:
        for _ in range(10):
            session.advance(0.0)
            session.show()
            session.take_input()

    with pytest.raises(HungUp):
        read_all()
    assert printed() == f"hello\n? \n<a?>\n? \n<{'x' * 71}\n  {'x' * 70}\n  {'x' * 59}>\n? \n<ez>\n? "


def test_nothing_is_read_from_a_pipe_while_nobody_asks(tmp_path: Path) -> None:
    session, printed = piped(b"a\n", tmp_path)
    assert isinstance(session.room, EchoRoom)
    session.room.prompt = ""
    for _ in range(3):
        session.advance(0.0)
        session.show()
        session.take_input()
    assert printed() == "hello\n"


def test_who_types_without_end_is_cut_off_and_who_reads_nothing_is_told_later() -> None:
    room = EchoRoom()
    teletype = Teletype(room)
    teletype.type("")
    near, far = memory_pair(capacity=10)
    stopped = LineSession(room, PacedTransport(near, math.inf, lambda: 0.0, True), clock=lambda: 0.0)
    for number in range(1000):
        room.news.append(f"line {number}")
        far.send(b"abcdefgh\r")
        stopped.take_input()
        stopped.advance(0.0)
        stopped.show()
    assert len(room.news) > 800
    assert stopped.transport.pending < 100 * 12
    printed = b""
    while data := far.receive():
        printed += data
        for step in (stopped.take_input, lambda: stopped.advance(0.0), stopped.show):
            step()
    assert printed.index(b"line 0\r\n") < printed.index(b"line 999\r\n")
    assert printed.count(b"<") <= MOST_TYPED / 9 + 1
