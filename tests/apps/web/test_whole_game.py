"""The game that is played on every kind of terminal, here on the page in the browser; see
`tests/apps/persons.py`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from h89yahtzee.game.record import Record
from h89yahtzee.notation.record_text import parse_records
from tests.apps.days_game import DATE, figures, play_day
from tests.apps.days_game import SEED as DAYS_SEED
from tests.apps.persons import LEAVES_IN, NAME, SEED, TURNS, Person, check, play
from tests.apps.web.fake_page import FakePage, MemoryFile


class OnPage(Person):
    """A person at the page, whose worker has nothing left to do after each key."""

    def __init__(self, page: FakePage) -> None:
        self.page = page

    def type(self, text: str) -> None:
        self.page.press(*text)

    def posts(self) -> None:
        self.page.post_here()

    def waits_for(self, *words: str) -> str:
        found = next((word for word in words if word in self.page.text), None)
        assert found is not None, (words, self.page.text)
        return found


@pytest.mark.slow
def test_the_game_of_every_door_on_the_page() -> None:
    """The page is closed without quitting the game, and has the game when it is opened again."""
    files = MemoryFile(), MemoryFile()
    link = f"r={SEED}&rules=h89&players={NAME}"
    first = OnPage(FakePage(files).start(link))
    first.asks()
    play(first, range(LEAVES_IN))
    page = FakePage(files).start(link)
    again = OnPage(page)
    play(again, range(LEAVES_IN, TURNS))
    again.has_it_reviewed()
    check(exported(page))


def exported(page: FakePage) -> Record:
    page.send("export")
    (text,) = page.told("file")
    (record,) = parse_records(str(text))
    return record


@pytest.mark.slow
def test_the_game_of_the_day_of_every_door_on_the_page(check_golden: Callable[[str, str], None]) -> None:
    page = FakePage().start(f"daily={DATE}&players={NAME}")
    play_day(OnPage(page))
    check(exported(page), DAYS_SEED)
    check_golden("day-everywhere.txt", figures(page.text))
