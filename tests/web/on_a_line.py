"""A game on an H19 on a line, run by the tests' own Python; the page has to show the same in the same game."""

from __future__ import annotations

import math

from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import Setup
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.keys import Keyboard, KeyPress
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.seat import Seat, Services
from h89yahtzee.table.table import Table
from h89yahtzee.transport.pacing import PacedTransport
from tests.transport.memory import memory_pair

DISPLAY = Display(keyboard=Keyboard.PC)


class GameAtALine:
    """A game whose bytes go to an emulated H19; its pauses take no time."""

    def __init__(self, setup: Setup) -> None:
        here, self._there = memory_pair(1 << 16)
        self._now = 0.0
        self._table = Table(Match(setup), preferences_for(setup.rules), 0.0)
        self.viewer = SeatScreen(Seat(self._table, 0.0, services=Services(analyst_of=coach_of)), 0.0)
        paced = PacedTransport(here, math.inf, lambda: self._now, own_flow_control=False)
        self._session = ScreenSession(
            self.viewer, paced, ScreenTerminal(find_terminal("h19"), display=lambda: DISPLAY), lambda: self._now
        )
        self._h19 = Terminal()
        self._session.open()
        self._rest()

    def press(self, key: KeyPress) -> None:
        """Press a key, and let everything happen that then happens by itself."""
        self.viewer.press(key, self._now)
        self._rest()

    def _rest(self) -> None:
        while (due := self._table.deadline) is not None:
            self._now = max(self._now, due)
            self._table.advance(self._now)
            self.viewer.advance(self._now)
        self.viewer.advance(self._now)
        self._session.show()
        self._h19.feed(self._there.receive())

    @property
    def has_ended(self) -> bool:
        return self._table.series.has_ended

    @property
    def rows(self) -> list[str]:
        return self._h19.grid().text().split("\n")

    @property
    def reversed(self) -> list[str]:
        return self._h19.grid().attributes().split("\n")
