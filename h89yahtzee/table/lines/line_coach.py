"""The coach in line mode: what it says, a line at a time."""

from __future__ import annotations

from collections.abc import Iterator

from h89yahtzee.game.state import Action, GameState
from h89yahtzee.table.coach import Adviser, AnalystOf
from h89yahtzee.table.lines import line_texts
from h89yahtzee.table.preferences import Coach


class LineCoach:
    def __init__(self, analyst_of: AnalystOf, coach: Coach) -> None:
        self._adviser = Adviser(analyst_of, coach, line_texts.WIDTH, line_texts.label_of)

    @property
    def coach(self) -> Coach:
        """When it speaks by itself."""
        return self._adviser.coach

    def advice(self, state: GameState) -> Iterator[str]:
        """What a person asked for."""
        self._adviser.ask(state)
        yield from (self._adviser.best, self._adviser.others)

    def await_decision(self, state: GameState) -> Iterator[str]:
        """What is said before a person decides."""
        self._adviser.withdraw()
        self._adviser.await_decision(state)
        if self._adviser.best:
            yield from (self._adviser.best, self._adviser.others)

    def decided(self, state: GameState, action: Action) -> None:
        """What a person is about to do; `warning` has what is to be said once it is done."""
        self._adviser.decided(state, action)

    def warning(self) -> Iterator[str]:
        if self._adviser.warning:
            yield self._adviser.warning
