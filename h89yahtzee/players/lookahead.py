"""What a turn of one column is worth where points are worth what they win, looked at one turn ahead.

For every end of the turn it takes the chance that the final score beats those of the others if all play for points
from there on. A tie counts as a share of the win.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.analysis import Option, best_first, roll_options
from h89yahtzee.solver.backend import Progress, is_compiled, silent
from h89yahtzee.solver.column import Column, column_of, state_of, with_first_roll
from h89yahtzee.solver.distributions import Distributions, distributions, worth
from h89yahtzee.solver.values import Values, keep_values

MOST_OPEN = 4
"""With so many open rows, or fewer, points are told apart one by one."""

WIDTH = 8
"""The width of the grid of points before that."""

_coarse: dict[Values, Distributions] = {}
_MOST_COARSE = 3
"""Some 80 MB each; tables of a host may play by different rules."""


@dataclass(frozen=True, slots=True)
class Lookahead:
    """`values` are those of the rules' one column; `point` is what a point is worth in wins.

    `losses` are the points that each seat is expected to make less than by play for points, none unless given.
    """

    values: Values
    point: float = 0.0

    def options(self, state: GameState, losses: Sequence[int] = ()) -> tuple[Option, ...]:
        """The legal actions of a state that is not over, the best first; a value is the share of a win."""
        worths = self._worth(state, losses or (0,) * len(state.cards))
        return turn_options(state, self._posts(state, worths), lambda box: self._after(state, box, worths))

    def start(self, state: GameState, losses: Sequence[int]) -> float:
        """The share of a win of the player to move before the first roll of the turn."""
        return turn_start(self.values.column, self._posts(state, self._worth(state, losses)))

    def finals(self, card: Scorecard, lead: int) -> array[float]:
        """The chance of ending n points up on a card that is `lead` points up now."""
        return self._of(card).finals([state_of(card)], [lead])

    def _worth(self, state: GameState, losses: Sequence[int]) -> array[float]:
        """What ending so many points above the present total of the player to move is worth."""
        held = [card.total() - loss for card, loss in zip(state.cards, losses, strict=True)]
        leads = [points - held[state.seat] for points in held]
        seats = [seat for seat in range(len(held)) if seat != state.seat]
        return worth([self.finals(state.cards[seat], leads[seat]) for seat in seats], point=self.point)

    def _after(self, state: GameState, box: Box, worths: array[float]) -> float:
        card = state.card_after(box)
        return self._of(state.card).mean_worth(state_of(card), card.total() - state.card.total(), worths)

    def _posts(self, state: GameState, worths: array[float]) -> array[float]:
        """What each last roll is worth, best posted."""
        posts, _ = self._of(state.card).judge(state_of(state.card), worths)
        return posts

    def _of(self, card: Scorecard) -> Distributions:
        """The distributions of points to come on a card and on those it can become."""
        open_rows = state_of(card)[0]
        if open_rows.bit_count() > MOST_OPEN and is_compiled():
            return coarse(self.values)
        return fine(self.values, open_rows)


def turn_options(state: GameState, posts: array[float], after: Callable[[Box], float]) -> tuple[Option, ...]:
    """The legal actions, the best first: `posts` says what each last roll is worth, `after` what posting now is."""
    column, scores = column_of(state.rules), [Option(Score(box), after(box)) for box in state.legal_boxes()]
    if not state.rolls_left:
        return best_first(scores)
    keeps, values = column.keeps, keep_values(column, posts)
    return best_first([*scores, *roll_options(state, lambda kept: values[keeps.place(state.rolls_left, kept)])])


def turn_start(column: Column, posts: array[float]) -> float:
    """What a turn is worth before its first roll: `posts` says what each last roll is worth."""
    with_first = with_first_roll(column)
    return keep_values(with_first, posts)[column.keeps.place(with_first.rerolls, ())]


def coarse(values: Values, progress: Progress = silent) -> Distributions:
    """The distributions of all states on a grid; those of the last few rule sets are remembered."""
    found = _coarse.get(values)
    if found is None:  # another thread may ask for those of other rules meanwhile
        found = distributions(values, WIDTH, progress=progress)
        while len(_coarse) >= _MOST_COARSE:
            _coarse.pop(next(iter(_coarse)), None)
        _coarse[values] = found
    return found


@lru_cache(maxsize=16)
def fine(values: Values, open_rows: int) -> Distributions:
    """The distributions of the states with some of these open rows, point by point."""
    return distributions(values, 1, open_rows)
