"""The rooms that one terminal is in, from game to game."""

from __future__ import annotations

import math
import time
from itertools import count

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.rooms import Rooms
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.screen.layout import H89
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.pacing import PacedTransport


class Terminal:
    """A terminal that begins a game as options say; each key is pressed a second after the one before."""

    def __init__(self, *words: str) -> None:
        self._rooms = Rooms(parse_options(words), GameSaving(None), lambda _: False)
        near, _ = memory_pair()
        paced = PacedTransport(near, math.inf, time.monotonic, own_flow_control=True)
        self._session = TerminalSession(self._rooms.first(), paced, find_terminal("h19"), time.monotonic, True)
        self._seconds = count(time.monotonic())

    def press(self, *keys: Key | str) -> None:
        for key in keys:
            now = next(self._seconds)
            self._session.room.press(key, now)
            self._session.room.advance(now)

    def table(self) -> ScreenViewer:
        assert isinstance(self._session.room, ScreenViewer)
        return self._session.room

    def set_next(self, setting: str) -> None:
        """Give a setting its next value."""
        self.press("=")
        while not any("> " in line and setting in line for line in self.table().screen(H89).text().split("\n")):
            self.press("j")
        self.press("l", "x")

    def play_again(self) -> None:
        """Play to the end, and begin the same game on the start page."""
        while not self.table().table.series.has_ended:
            self.press("d", "y")
        for key in ("s", Key.RETURN):
            self.press(key)
            assert self._rooms.lead_on(self._session)


def test_what_is_set_at_a_table_holds_at_all_later_ones() -> None:
    terminal = Terminal("-r1", "--rules", "yatzy", "ann")
    terminal.set_next("A throw of the dice takes")
    terminal.play_again()
    assert terminal.table().preferences.throw_time == 0.25
    terminal.set_next("A throw of the dice takes")
    terminal.play_again()
    assert terminal.table().preferences.throw_time == 0.5
    terminal.play_again()
    assert terminal.table().preferences.throw_time == 0.5
