"""A simulated person who plays the same game on any kind of terminal, and the record that the game must have.

In each turn the person rolls the second die again and posts the dice in the next row of the card, so that the
record must be the same on each kind of terminal. The expected dice and scores come from `by_hand.py`. The person
asks for help, settings and advice, quits in the third turn, comes back, and asks for a review of the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from h89yahtzee.game.record import Record
from h89yahtzee.game.scorecard import Box
from tests.apps.by_hand import SCORES, deal, reroll, totals

NAME, SEED, TURNS = "Sysop", 42, 13
LITTLE = 10
"""In text mode a score below so many points, typed while rolls are left, has to be confirmed."""
LEAVES_IN = 2
"""The turn, from 0, in which the person quits and comes back."""


class Person(ABC):
    """A person who plays the game with the seed `seed`; subclasses say how the person types and reads."""

    seed = SEED

    @abstractmethod
    def type(self, text: str) -> None: ...

    @abstractmethod
    def waits_for(self, *words: str) -> str:
        """Wait until one of the words can be read; return the first of `words` that can."""

    # What the person does. Each method types the keys for it and waits for the text that must follow.

    def asks(self) -> None:
        """Ask for help, settings and advice, and return to the game from each."""
        self.type("?")
        while self.waits_for("shows the next page", "returns to the game") == "shows the next page":
            self.type(" ")
        self.type(" ")
        self.waits_for("2 rolls left")
        self.type("=")
        self.waits_for("Any other key returns")
        self.type("x")
        self.waits_for("2 rolls left")
        self.type("a")
        self.waits_for("Best: ", "Best by points: ")

    def plays(self, row: int) -> None:  # noqa: ARG002
        """Roll the second die again and post in the next row of the card, which is selected; `row` isn't needed."""
        self.waits_for("2 rolls left")
        self.type("2r")
        self.waits_for("1 roll left")
        self.posts()

    @abstractmethod
    def posts(self) -> None:
        """Post the dice in the selected row, and confirm a score of 0 if that is asked."""

    def leaves(self) -> None:
        self.waits_for("2 rolls left")
        self.type("q")
        self.waits_for("Quit this game?")
        self.type("y")

    def has_it_reviewed(self) -> None:
        self.waits_for("Play again")
        self.type("v")
        self.waits_for("Any key")
        self.type(" ")
        while self.waits_for("Any key", "Play again") == "Any key":
            self.type(" ")
        self.type("n")


class Terminal(Protocol):
    """The terminal's end of a line or pty, with any kind of screen."""

    received: bytearray
    has_ended: bool

    def send(self, data: bytes) -> None: ...
    def text(self) -> str: ...
    def wait_for_silence(self) -> bytes: ...
    def wait_until(self, seen: Callable[[], bool], what: str) -> None: ...
    def wait_for_end(self) -> None: ...


class AtTerminal(Person):
    """A person at a terminal with a screen."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def type(self, text: str) -> None:
        before = self.terminal.text()
        self.terminal.send(text.encode())
        self.terminal.wait_until(lambda: self.terminal.has_ended or self.terminal.text() != before, "an answer")

    def waits_for(self, *words: str) -> str:
        found: list[str] = []

        def is_there() -> bool:
            found[:] = [word for word in words if word in self.terminal.text()]
            return bool(found)

        self.terminal.wait_until(is_there, repr(words))
        return found[0]

    def posts(self) -> None:
        self.terminal.wait_for_silence()
        self.type("dy")


class ByLines(AtTerminal):
    """A person at a terminal in text mode, who reads only what has arrived since the last text line was typed."""

    _told = 0

    def type(self, text: str) -> None:
        self._told = len(self.terminal.received)
        self.terminal.send(f"{text}\r".encode())

    def told(self) -> str:
        return bytes(self.terminal.received[self._told :]).decode("ascii", "replace")

    def waits_for(self, *words: str) -> str:
        found: list[str] = []

        def is_there() -> bool:
            found[:] = [word for word in words if word in self.told()]
            return bool(found)

        self.terminal.wait_until(is_there, repr(words))
        return found[0]

    def asks(self) -> None:
        for asked, told in (
            ("?", "Choose an open row"),
            ("=", "Setting, or ?"),
            ("q", "re-roll?"),
            ("a", "Best: "),
        ):
            self.type(asked)
            self.waits_for(told)

    def plays(self, row: int) -> None:
        self.waits_for("re-roll?")
        self.type("p 2")
        self.waits_for("(1 roll left)")
        self.type(f"s {row + 1}")
        if self.waits_for(f"{NAME} scores", "(y/n)") == "(y/n)":
            assert scores_by_hand(self.seed)[row] < LITTLE
            self.type("y")
            self.waits_for(f"{NAME} scores")

    def leaves(self) -> None:
        self.waits_for("re-roll?")
        self.type("q")
        self.waits_for("(y/n)")
        self.type("y")

    def has_it_reviewed(self) -> None:
        self.waits_for("Play again")
        self.type("v")
        self.waits_for("luck", "Luck", "dice")
        self.waits_for("Play again")
        self.type("n")


def play(person: Person, turns: Sequence[int]) -> None:
    for turn in turns:
        person.plays(turn)


def scores_by_hand(seed: int = SEED) -> list[int]:
    """Return the points of each turn after its second roll, for posting in the rows from top to bottom."""
    dice = (reroll(deal(seed, 0, turn, 0), (1,), deal(seed, 0, turn, 1)) for turn in range(TURNS))
    return [SCORES[turn](each) for turn, each in enumerate(dice)]


def total_by_hand(seed: int = SEED) -> int:
    return totals(scores_by_hand(seed))[3]


def check(record: Record, seed: int = SEED) -> None:
    assert record.totals == (total_by_hand(seed),)
    assert [(turn.box, turn.rolled) for turn in record.turns] == [(Box(row), ((1,),)) for row in range(TURNS)]


def through_both_visits(first: Person, come_back: Callable[[], Person]) -> None:
    """Play the whole game: `first` quits in the third turn, and the person from `come_back` plays on."""
    first.waits_for("2 rolls left")
    first.asks()
    play(first, range(LEAVES_IN))
    first.leaves()
    again = come_back()
    play(again, range(LEAVES_IN, TURNS))
    again.has_it_reviewed()
