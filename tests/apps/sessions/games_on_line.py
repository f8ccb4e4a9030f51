"""Games played in this process over a simulated line, and what must be true of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.sessions.event_loop import EventLoop, LoopCallbacks
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal, execution
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.screen.grid import Grid
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.transport.pacing import PacedTransport, Work
from tests.apps.simulated_line import SimulatedLine
from tests.table.tables import viewer_of

XOFF_LEVEL = 112
TERMINALS = {name: find_terminal(name) for name in ("h19", "h19-ansi")}
"""Each terminal is looked up only once, since a painter caches what it finds out about a terminal."""
AT_ONCE = replace(preferences_for(H89), take_back=False)
PEOPLE = (Player("me", HUMAN), Player("you", HUMAN))


class GamesOnLine:
    """Games played in this process, on the clock of a simulated line.

    Unless `is_paced`, bytes are handed to the line all at once; `held_up` is an option of the line. When a game is
    over or nobody presses a key any more, the game's screen is kept in `screens` and the H19's screen is compared
    with it. A press of DONE posts at once.
    """

    def __init__(
        self,
        baud: int,
        players: tuple[Player, ...],
        delay: float,
        is_paced: bool = True,
        work: Work | None = None,
        term: str = "h19",
        held_up: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.line = SimulatedLine(baud, self._at_rest, self._watch, held_up=held_up)
        self.match = Match(Setup(players, seed=1))
        self.viewer = viewer_of(self.match, delay, preferences=AT_ONCE)
        self._caps = TERMINALS[term]
        self._transport = PacedTransport(
            self.line,
            bytes_per_second(baud) if is_paced else math.inf,
            self.line.clock,
            own_flow_control=True,
            work=work or execution(self._caps),
        )
        self._games = 1
        self.are_screens_right = True
        self.screens: list[Grid] = []

    def play(self, games: int = 1) -> SimulatedLine:
        self._games = games
        session = ScreenSession(
            self.viewer, self._transport, ScreenTerminal(self._caps), self.line.clock, sleep=self.line.sleep
        )
        assert (
            EventLoop(
                [self.viewer.seat.table], [session], self.line.clock, LoopCallbacks(lambda: ""), wait=self.line.wait
            ).run()
            == 0
        )
        return self.line

    def _watch(self) -> None: ...

    def _at_rest(self) -> None:
        self.screens.append(self.viewer.screen())
        self.are_screens_right &= self.line.terminal.grid() == self.screens[-1]
        self._games -= 1
        if self._games and self.match.has_ended:
            self.line.press("y")
        else:
            for key in "qyyn":
                self.line.press(key)


def check_never_stopped(line: SimulatedLine, games: GamesOnLine) -> None:
    assert (line.lost, line.xoffs) == (0, 0), f"{line.lost} bytes lost, stopped {line.xoffs} times"
    assert line.most_queued < XOFF_LEVEL
    assert games.are_screens_right
