"""The turn of a computer player, step by step: it thinks, shows what it will do, and does it."""

from __future__ import annotations

import math

from h89yahtzee.game.state import Action, Roll
from h89yahtzee.players.strategy import Decision
from h89yahtzee.table.dialogue import Step
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.series.match import GameSeries
from h89yahtzee.table.turns.search_clock import SearchClock

_ASK_AGAIN = 0.05
"""Seconds between two looks whether a decision that is thought about elsewhere is there."""


class ComputerTurn:
    """What the computer player to move in `series` does at the pace that is passed in.

    `step` is what it is doing and `shown` the decision that it has shown; at `deadline` it goes on. All are None
    while it isn't its turn.
    """

    def __init__(self, series: GameSeries) -> None:
        self._series = series
        self._decides_at = 0.0
        self.begin()

    def begin(self) -> None:
        """Forget what was thought before: another turn begins, or somebody else decides."""
        self.step: Step | None = None
        self.shown: Decision | None = None
        self.deadline: float | None = None
        self._search: SearchClock | None = None
        self._may_search = True

    @property
    def is_searching(self) -> bool:
        return self._search is not None

    @property
    def seconds_left(self) -> int | None:
        """How long it will think, where that takes noticeable time."""
        return None if self._search is None else self._search.seconds_left

    def think(self, options: TableOptions, now: float) -> None:
        """Begin to think about the dice that lie there."""
        self.step = Step.THINKING
        self.deadline = self._decides_at = now + options.think_time
        seconds = options.analysis_time
        if self._is_thinking(options):
            return
        if seconds and self._may_search and (search := self._series.search()) is not None:
            self._search, self.deadline = SearchClock(search, seconds, now), now

    def resume(self, options: TableOptions, now: float) -> None:
        """Begin the wait again that was interrupted."""
        if self._search is not None:
            self._search.resume(now)
        elif self.deadline is not None:
            self.deadline = now + options.think_time

    def hurry(self) -> None:
        """End a search, for the rest of the turn."""
        if self._search is not None:
            self._search, self._may_search = None, False

    def advance(self, options: TableOptions, now: float) -> Action | None:
        """Search a little, show the decision, or return the action that was shown: it is done now."""
        if self._search is not None:
            self._search_on(self._search, now)
        elif self.shown is not None:
            action, self.shown = self.shown.action, None
            return action
        elif self._is_thinking(options):
            self.deadline = now + _ASK_AGAIN
        else:
            self._show(options, now)
        return None

    def finish(self) -> Action:
        """Return the next action at once."""
        decision, self.shown = self.shown or self._series.decide(), None
        return decision.action

    def _search_on(self, search: SearchClock, now: float) -> None:
        """Search a little; what isn't found in time is not searched for again in this turn."""
        search.advance(now)
        self.deadline = now
        if search.is_over:
            self._may_search = search.is_done
            self._search, self.deadline = None, max(now, self._decides_at)

    def _is_thinking(self, options: TableOptions) -> bool:
        """Whether the decision is thought about elsewhere, with all the time for a search."""
        return self._series.is_thinking(math.ceil(options.analysis_time or 0))

    def _show(self, options: TableOptions, now: float) -> None:
        self.shown = self._series.decide()
        is_roll = isinstance(self.shown.action, Roll)
        self.step = Step.ROLLING if is_roll else Step.DECIDED
        self.deadline = now + options.think_time / (2 if is_roll else 1)
