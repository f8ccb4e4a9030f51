"""Recorded games, played back at a table."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.record import Record
from h89yahtzee.game.state import Action, GameState, Score
from h89yahtzee.players.strategy import Decision
from h89yahtzee.table.series.match import GameSeries, next_setup

_RECORD = "record"
"""Decides for every seat."""


class Replay(GameSeries):
    """Plays records in their order, then again from the first. IllegalAction when one of them breaks the rules.

    Games that follow one another as in a match are counted together.
    """

    def __init__(self, records: Sequence[Record]) -> None:
        self._games = [(record, [*record.actions()], [*record.states()]) for record in records]
        self._next = 0
        self._begin(follows=False)

    @property
    def has_people(self) -> bool:
        return False

    @property
    def has_ended(self) -> bool:
        return not self._coming

    def decide(self) -> Decision:
        action, _ = self._coming[0]
        return Decision(action, action.box if isinstance(action, Score) else None)

    def act(self, action: Action) -> None:
        recorded, self.state = self._coming.pop(0)
        assert action == recorded
        self._count_winners()

    def play_again(self) -> None:
        follows = self._next != 0 and self._games[self._next][0].setup == next_setup(self.setup)
        if follows:
            self._keep_columns(self._games[self._next][0].setup.rules)
        self._begin(follows)

    def _begin(self, follows: bool) -> None:
        """Begin the next game; one that follows the one before keeps its wins and its grid."""
        self.record, actions, states = self._games[self._next]
        self.setup = self.record.setup
        self.deciders = (_RECORD,) * len(self.setup.players)
        if not follows:
            self._count_anew(self.setup)
        self._next = (self._next + 1) % len(self._games)
        self.games_left = len(self._games) - self._next if self._next else 0
        self.state = states[0]
        self._coming: list[tuple[Action, GameState]] = list(zip(actions, states[1:], strict=False))
