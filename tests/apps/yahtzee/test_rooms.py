"""The rooms through which one terminal passes from game to game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import pytest

from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.screen_session import on_screen
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.one_table import Manner, OneTable, Room
from h89yahtzee.frontends.screen.layout import H89
from h89yahtzee.rooms.navigator import first, following
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.seat import Seat


@pytest.fixture
def saving() -> Iterator[Saving]:
    with closing(Saving()) as saving:
        yield saving


class Terminal:
    """A terminal that begins with the game of the options `words`; each key is pressed a second after the one
    before."""

    def __init__(self, saving: Saving, *words: str) -> None:
        self._supply = OneTable(parse_options(words), saving, Manner())
        self._enter(first(self._supply))
        self._seconds = count(time.monotonic())

    def _enter(self, room: Room) -> None:
        self._room, self._screen = room, on_screen(room, time.monotonic())

    def press(self, *keys: Key | str) -> None:
        for key in keys:
            now = next(self._seconds)
            self._screen.seen(self._screen.sight, now - 1)
            self._screen.press(key, now)
            self._screen.advance(now)

    def place(self) -> Room:
        return self._room

    def seat(self) -> Seat:
        assert isinstance(self._room, Seat)
        return self._room

    def set_next(self, setting: str) -> None:
        """Give a setting its next value."""
        self.press("=")
        while not any("> " in line and setting in line for line in self._screen.screen(H89).text().split("\n")):
            self.press("j")
        self.press("l", "x")

    def play_again(self) -> None:
        """Play to the end, and begin the same game again from the start page."""
        while not self.seat().table.series.has_ended:
            self.press("d", "y")
        for key in ("s", Key.RETURN):
            self.press(key)
            self.follow()

    def follow(self) -> None:
        room = following(self._room, self._supply)
        assert room is not None
        self._enter(room)


def test_what_is_set_at_a_table_holds_at_all_later_ones(saving: Saving) -> None:
    terminal = Terminal(saving, "-r1", "--rules", "yatzy", "ann")
    terminal.set_next("A throw of the dice takes")
    terminal.play_again()
    assert terminal.seat().preferences.throw_time == 0.25
    terminal.set_next("A throw of the dice takes")
    terminal.play_again()
    assert terminal.seat().preferences.throw_time == 0.5
    terminal.play_again()
    assert terminal.seat().preferences.throw_time == 0.5


def test_what_is_set_at_a_table_or_by_options_holds_on_the_start_page(saving: Saving) -> None:
    terminal = Terminal(saving, "-r1", "--throw-time", "500")
    assert terminal.place().preferences.throw_time == 0.5
    terminal.press(Key.RETURN)
    terminal.follow()
    terminal.set_next("A throw of the dice takes")
    while not terminal.seat().table.series.has_ended:
        terminal.press("d", "y")
    terminal.press("s")
    terminal.follow()
    assert isinstance(terminal.place(), StartRoom)
    assert terminal.place().preferences.throw_time == 1.0
