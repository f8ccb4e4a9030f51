"""The strategy `winner` for one column, which has the highest chance of winning against the opponents at the table.

The strategy looks one turn ahead: each end of the turn is worth the chance that the final score beats the
opponents' if all play for points afterwards. A tie counts as a share of the win. The last turns of two players are
computed exactly, by full recursion. A last roll is the dice with which a turn ends.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.strategy import Decision, Option, best_first, decision, roll_options
from h89yahtzee.solver.backend import Progress, backend, is_compiled, silent
from h89yahtzee.solver.column import Column, State, column_of, state_of, with_first_roll
from h89yahtzee.solver.distributions import POINT, Distributions, distributions, worth
from h89yahtzee.solver.values import Values, keep_values

MOST_OPEN = 4
"""The most open rows with which a probability is computed for every single number of points (see `WIDTH`)."""

WIDTH = 8
"""With more open rows than `MOST_OPEN`, probabilities are computed only for multiples of this number of points."""

_coarse: dict[Values, Distributions] = {}
_MOST_COARSE = 3
"""The most rule sets whose tables of probabilities are cached, some 80 MB each; a host may need several at once."""

MOST_BLOCKS = 10_000
"""The most blocks of turns (see `Backend.end_chances`) that may be computed for the exact chances in the last
turns. To compute so many blocks takes a tenth of a second on a slow machine."""


@dataclass(frozen=True, slots=True)
class Winner:
    """The strategy `winner`; `values` are the solver's expected points in the rules' one column.

    If the kernel (the solver's compiled code) is missing, the strategy plays for points before the last turns,
    since tables of probabilities would take a minute.
    """

    values: Values

    def set_up(self, progress: Progress = silent) -> None:
        if is_compiled():
            coarse(self.values, progress)

    def decide(self, state: GameState) -> Decision:
        is_late = len(state.card.open_boxes()) <= MOST_OPEN
        if len(state.cards) == 1 or not (is_late or is_compiled()):
            return Optimal(self.values).decide(state)
        return decision(self.options(state))

    def options(self, state: GameState) -> tuple[Option, ...]:
        """Return the legal actions of a state that isn't over, the best first; their values are shares of a win."""
        end = exact_end(self.values, state)
        if end is None:
            return Lookahead(self.values, POINT).options(state)
        # Exact chances are often equal, as in a decided game: then points break the tie.
        points, total = Optimal(self.values).analysis(state), state.card.total()
        return best_first(
            [
                Option(option.action, option.value + POINT * (points.option(state, option.action).value - total))
                for option in end.options(state)
            ]
        )


@dataclass(frozen=True, slots=True)
class Lookahead:
    """A judge of the actions of a turn, supposing that all play for points afterwards; `point` is the worth of a
    point, as a fraction of a win.

    `values` are the solver's expected points in the rules' one column. `losses`, an argument of some methods, has
    by seat the points that a player is expected to lose in later turns against best play; all are 0 if `options` is
    called without it.
    """

    values: Values
    point: float = 0.0

    def options(self, state: GameState, losses: Sequence[int] = ()) -> tuple[Option, ...]:
        """Return the legal actions of a state that isn't over, the best first; their values are shares of a win."""
        worths = self._worth(state, losses or (0,) * len(state.cards))
        return turn_options(state, self._posts(state, worths), lambda box: self._after(state, box, worths))

    def start(self, state: GameState, losses: Sequence[int]) -> float:
        """Return the share of a win that the player to move can expect before the first roll of the turn."""
        return turn_start(self.values.column, self._posts(state, self._worth(state, losses)))

    def finals(self, card: Scorecard, lead: int) -> array[float]:
        """Return for each n the probability that `card` ends with a lead of n points, if its lead is now `lead`. A
        lead is the number of points above a fixed score, which is the same for `lead` and n (see
        `solver.distributions`)."""
        return self._of(card).finals([state_of(card)], [lead])

    def _worth(self, state: GameState, losses: Sequence[int]) -> array[float]:
        """Return for each n the share of a win that the player to move can expect after scoring n more points until
        the end; `losses` are explained in the docstring of the class."""
        held = [card.total() - loss for card, loss in zip(state.cards, losses, strict=True)]
        leads = [points - held[state.seat] for points in held]
        seats = [seat for seat in range(len(held)) if seat != state.seat]
        return worth([self.finals(state.cards[seat], leads[seat]) for seat in seats], point=self.point)

    def _after(self, state: GameState, box: Box, worths: array[float]) -> float:
        card = state.card_after(box)
        return self._of(state.card).mean_worth(state_of(card), card.total() - state.card.total(), worths)

    def _posts(self, state: GameState, worths: array[float]) -> array[float]:
        """Return the expected share of a win for each last roll of the turn (the dice after the last re-roll), if
        it is entered in the best row."""
        posts, _ = self._of(state.card).judge(state_of(state.card), worths)
        return posts

    def _of(self, card: Scorecard) -> Distributions:
        """Return the probabilities of the points still to be scored, for `card` and for the cards that can follow
        from it."""
        open_rows = state_of(card)[0]
        if open_rows.bit_count() > MOST_OPEN and is_compiled():
            return coarse(self.values)
        return fine(self.values, open_rows)


def turn_options(state: GameState, posts: array[float], after: Callable[[Box], float]) -> tuple[Option, ...]:
    """Return the legal actions, the best first.

    `posts` has the value of each last roll of the turn (the dice after the last re-roll); `after(box)` returns the
    value of entering the dice in `box`.
    """
    column, scores = column_of(state.rules), [Option(Score(box), after(box)) for box in state.legal_boxes()]
    if not state.rolls_left:
        return best_first(scores)
    keeps, values = column.keeps, keep_values(column, posts)
    return best_first([*scores, *roll_options(state, lambda kept: values[keeps.place(state.rolls_left, kept)])])


def turn_start(column: Column, posts: array[float]) -> float:
    """Return the value of a turn before its first roll; `posts` has the values of the turn's last rolls (the dice
    after the last re-roll)."""
    with_first = with_first_roll(column)
    return keep_values(with_first, posts)[column.keeps.place(with_first.rerolls, ())]


def coarse(values: Values, progress: Progress = silent) -> Distributions:
    """Return the probabilities of further points for all states, in steps of `WIDTH` points. The results for the
    latest `_MOST_COARSE` different `values` are cached."""
    found = _coarse.get(values)
    if found is None:  # during the computation another thread may add other tables
        found = distributions(values, WIDTH, progress=progress)
        while len(_coarse) >= _MOST_COARSE:
            _coarse.pop(next(iter(_coarse)), None)
        _coarse[values] = found
    return found


@lru_cache(maxsize=16)
def fine(values: Values, open_rows: int) -> Distributions:
    """Return the probabilities of further points in steps of one point, for states whose open rows are all in the
    bit mask `open_rows`."""
    return distributions(values, 1, open_rows)


@dataclass(frozen=True, slots=True, eq=False)
class ExactEnd:
    """The exact chances to win a game of two players, for the player to move.

    `boxes` is a flat array [rows][rolls]: the chance after posting each last roll in each row, -1 where illegal.
    """

    column: Column
    boxes: array[float]

    def options(self, state: GameState) -> tuple[Option, ...]:
        """Return the legal actions, the best first; their values are chances to win, a draw counted half."""
        rolls, roll = len(self.column.keeps.rolls), self.column.keeps.roll(state.dice)

        def after(box: Box) -> float:
            return self.boxes[box.row * rolls + roll]

        return turn_options(state, self._posts(), after)

    def start(self) -> float:
        """Return the chance to win before the first roll of the turn, a draw counted half."""
        return turn_start(self.column, self._posts())

    def _posts(self) -> array[float]:
        rolls = len(self.column.keeps.rolls)
        return array("d", [max(self.boxes[roll::rolls]) for roll in range(rolls)])


def exact_end(values: Values, state: GameState, for_points: tuple[bool, bool] = (False, False)) -> ExactEnd | None:
    """Return the exact chances to win a game that isn't over; None if there aren't two players, if the computation
    would take too long, or if the kernel is missing.

    `for_points` has two items: whether the player to move plays for points rather than to win, and whether the
    opponent does.
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
