"""The last turns of two players of one column, by full recursion: exactly what each action wins.

In later turns a player goes for the win, or for points, as is said of each.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState
from h89yahtzee.players.analysis import Option
from h89yahtzee.players.lookahead import turn_options, turn_start
from h89yahtzee.solver.backend import backend
from h89yahtzee.solver.column import Column, State, state_of
from h89yahtzee.solver.values import Values

MOST_BLOCKS = 10_000
"""So much is computed at most, about a tenth of a second on a slow machine."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactEnd:
    """`boxes` are the chances of the player to move by row and last roll, -1 where it may not be posted."""

    column: Column
    boxes: array[float]

    def options(self, state: GameState) -> tuple[Option, ...]:
        """The legal actions, the best first; a value is the chance to win, a draw counted half."""
        rolls, roll = len(self.column.keeps.rolls), self.column.keeps.roll(state.dice)

        def after(box: Box) -> float:
            return self.boxes[box.row * rolls + roll]

        return turn_options(state, self._posts(), after)

    def start(self) -> float:
        """The chance before the first roll of the turn."""
        return turn_start(self.column, self._posts())

    def _posts(self) -> array[float]:
        rolls = len(self.column.keeps.rolls)
        return array("d", [max(self.boxes[roll::rolls]) for roll in range(rolls)])


def exact_end(values: Values, state: GameState, for_points: tuple[bool, bool] = (False, False)) -> ExactEnd | None:
    """The end of a game that is not over; None where it would take too long, and without the kernel.

    `for_points` says of the player to move and of the other whether they play on for points.
    """
    if len(state.cards) != 2:
        return None
    mine, other = state.card, state.cards[1 - state.seat]
    return _end(values, for_points, (state_of(mine), state_of(other)), mine.total() - other.total())


@lru_cache(maxsize=8)
def _end(values: Values, for_points: tuple[bool, bool], states: tuple[State, State], lead: int) -> ExactEnd | None:
    mine, others = (values.table if points else None for points in for_points)
    boxes = backend().end_chances(values.column, (mine, others), states, lead, MOST_BLOCKS)
    return None if boxes is None else ExactEnd(values.column, boxes)
