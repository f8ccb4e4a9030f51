"""A game of the day, played with the decisions of `persons.py`, and what must be shown at its end: the same
however it is played (on a screen, in text mode, at a host, ...).
"""

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
    """Return the figures and the text to share from the page at the end of the game, each on a text line, as the
    golden file has them; `shown` may break them into text lines anywhere."""
    found = _PAGE.search(" ".join(shown.split()))
    assert found is not None, shown
    return f"{found[1]}\n{found[2]}\n"


def last_words(received: bytes | bytearray) -> str:
    """Return the text to share that is printed when the program ends, on one text line as `figures` returns it."""
    found = _SHARED.findall(received.decode("ascii", "replace"))
    assert found, received[-500:]
    return " ".join(found[-1].split())
