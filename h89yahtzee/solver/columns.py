"""What turns on cards of several columns are worth: exactly where few boxes are open, else by a fitted estimate.

For players, in terms of `game`: no arrays come out of here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.solver import fitted
from h89yahtzee.solver.afterwards import Posts
from h89yahtzee.solver.grid import Floats, Grid, cards_of
from h89yahtzee.solver.search import Exact, Search, most_cards
from h89yahtzee.solver.turns import Ahead, Estimate, keeps, posts

AT_ONCE = 800
"""So many cards are searched without being asked, in a good tenth of a second."""

MOST = 400_000
"""More cards than this are not searched at all."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsTurn:
    """A turn on one card. Values are points to come, each counted by its column's multiplier."""

    is_exact: bool
    card: Scorecard
    _grid: Grid
    _posts: Posts
    _keeps: Floats

    def box(self, dice: Dice, box: Box) -> float:
        """What posting the dice in a legal box is worth."""
        grid = self._grid
        choices = self._posts.choices(np.array([0]), np.array([grid.column.lattice.roll(dice)]))[0]
        if box.row == grid.rules.bonus_row:
            return float(choices[-1])
        if box.row < grid.upper_rows:
            return float(choices[box.column * grid.upper_rows + box.row])
        lower_rows = grid.rows - grid.upper_rows
        row = int(grid.groups[box.column]) * lower_rows + box.row - grid.upper_rows
        return float(choices[grid.columns * grid.upper_rows + row])

    def keep(self, dice: Dice, rolls_left: int) -> float:
        """What keeping these of the dice is worth, before one of the rolls that are left."""
        return float(self._keeps[rolls_left - 1, self._grid.column.lattice.keep(dice), 0])


class Columns:
    """Turns of a game by `rules`, which have several columns. It remembers the last turn and the last search."""

    def __init__(self, rules: RuleSet) -> None:
        self._network = fitted.network_for(rules)
        self._exact: Exact | None = None
        self._search: Search | None = None
        self._turn: ColumnsTurn | None = None

    def turn(self, card: Scorecard) -> ColumnsTurn:
        """The turn that begins with this card, which isn't full."""
        is_exact = self._knows(card)
        if self._turn is None or self._turn.card != card or self._turn.is_exact != is_exact:
            self._turn = self._new_turn(card, is_exact)
        return self._turn

    def search(self, card: Scorecard) -> Search | None:
        """A search of the card, whose result is used when it is done.

        None where the values are known already, and where it would take too long.
        """
        grid = self._network.grid
        cards = cards_of(grid, [card])
        if self._knows(card) or most_cards(grid, cards) > MOST:
            return None
        self._search = Search(grid, cards)
        return self._search

    def _knows(self, card: Scorecard) -> bool:
        """Whether the value of the card is known exactly, after a search where that is a short one."""
        grid = self._network.grid
        cards = cards_of(grid, [card])
        if self._search is not None and self._search.result is not None:
            self._exact, self._search = self._search.result, None
        if self._exact is not None and self._exact.knows(cards):
            return True
        if most_cards(grid, cards) > AT_ONCE:
            return False
        self._exact = Search(grid, cards).finish()
        return True

    def _new_turn(self, card: Scorecard, is_exact: bool) -> ColumnsTurn:
        grid = self._network.grid
        estimate: Estimate = self._exact if is_exact and self._exact is not None else Ahead(self._network)
        turn = posts(estimate, cards_of(grid, [card]))
        return ColumnsTurn(is_exact, card, grid, turn, keeps(grid.column, turn.of_all_rolls()))
