"""The exact value of each action in many games at once, for `many_games`.

A value is the expected final total of the lane's player, who plays best after the action.
"""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.solver.backend import backend
from h89yahtzee.solver.many_games import Ints, ManyGames
from h89yahtzee.solver.values import Values

Floats = NDArray[np.float64]

_AT_ONCE = 32
"""The number of turns whose values fit into the processor's cache together."""


class ManyValues:
    """The values of actions in `games`; `expected` is that of each lane's player before the next action.

    `regret` is what the last action in each lane gave away, `luck` what the dice changed that were rolled since
    then; in a lane whose game ended, they are those of a new game.
    """

    def __init__(self, games: ManyGames, values: Values) -> None:
        self._games = games
        self._column = values.column
        self._values = values.table
        self._table = np.frombuffer(values.table)
        self._start = values.start()
        self._of_keeps = np.empty((len(games.total), self._column.rerolls * len(self._column.keeps)))
        self._lanes = np.arange(len(games.total))
        self.regret = np.zeros(len(games.total))
        self._judge_turns(self._lanes)
        self.of_actions = self._of_actions()
        self.expected = self.of_actions.max(1)
        self.luck = self.expected - self._start

    def before(self, actions: Ints) -> Floats:
        """Note the regret of actions that are legal; return the value after each, before dice are rolled."""
        after = self.of_actions[self._lanes, actions]
        self.regret = self.expected - after
        return after

    def judge(self, after: Floats, posted: Ints, is_over: NDArray[np.bool_]) -> None:
        """Work out the values once the games have stepped; `posted` are the lanes that began another turn, `after`
        is what `before` returned."""
        self._judge_turns(posted)
        self.of_actions = self._of_actions()
        self.expected = self.of_actions.max(1)
        self.luck = self.expected - np.where(is_over, self._start, after)

    def _judge_turns(self, lanes: Ints) -> None:
        """Compute the value of each keep in the turns that begin in these lanes."""
        column, states = self._column, self._games.index().astype(np.int32)
        for first in range(0, len(lanes), _AT_ONCE):
            some = lanes[first : first + _AT_ONCE]
            last_rolls = backend().posts_of(column, self._values, array("i", states[some].tobytes()))
            turns = np.frombuffer(backend().turn(column, last_rolls, len(some)))
            self._of_keeps[some] = turns.reshape(-1, len(some)).T

    def _of_actions(self) -> Floats:
        """Return the value of each action, [lanes][actions], -inf for illegal ones."""
        games, keeps = self._games, self._games.keeps
        found = np.full(games.legal.shape, -np.inf)
        rolling = np.flatnonzero(games.rolls_left)
        first = (games.rolls_left[rolling] - 1) * len(self._column.keeps)
        places = first[:, None] + games.parts(rolling)
        found[rolling, :keeps] = games.total[rolling, None] + self._of_keeps[rolling[:, None], places]
        found[:, keeps:] = self._of_posts(games.actions - keeps)
        found[~games.legal] = -np.inf
        return found

    def _of_posts(self, count: int) -> Floats:
        """Return the value of posting in each of the first `count` rows, legal or not; that after the last row is
        the bonus row."""
        games, column = self._games, self._column
        rows = np.arange(column.rows)[None, :]
        open_rows, holding, upper, bonus = games.after(self._lanes[:, None], rows, games.points[:, : column.rows])
        later = self._table[(open_rows * column.holdings + holding) * column.totals + upper]
        found = np.empty((len(self._lanes), count))
        sure = games.total + games.extra
        found[:, : column.rows] = sure[:, None] + games.points[:, : column.rows] + bonus + later
        if count > column.rows:
            found[:, column.rows] = sure + self._table[games.index()]
        return found
