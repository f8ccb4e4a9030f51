"""One game of the day, from the decisions of `persons.py`, and what every door must show of it at its end."""

from __future__ import annotations

import re

from h89yahtzee.game.day import Day
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.table.daily import seed_of
from tests.apps.persons import TURNS, Person, play

DATE = "2026-11-22"
SEED = seed_of(Day(2026, 11, 22), OFFICIAL)
_PAGE = re.compile(rf"{DATE}, official\. This game counts\. (.*) To share: (.*) For each turn: .*? \. more\.")
_SHARED = re.compile(
    rf"H89 Yahtzee {DATE}, official\r*\nI made .*\r*\n[#+.-]{{{TURNS}}}\r*\n"
    rf"yahtzee --daily {DATE} --rules official\r*\n"
)


def play_day(person: Person) -> None:
    person.seed = SEED
    play(person, range(TURNS))
    person.waits_for("more.")


def figures(shown: str) -> str:
    """The page of the day as the golden has it: the figures, and the text to share, whatever breaks their lines."""
    found = _PAGE.search(" ".join(shown.split()))
    assert found is not None, shown
    return f"{found[1]}\n{found[2]}\n"


def last_words(received: bytes | bytearray) -> str:
    """The text to share as it stands after the game, on lines of its own, in the form of `figures`."""
    found = _SHARED.findall(received.decode("ascii", "replace"))
    assert found, received[-500:]
    return " ".join(found[-1].split())
