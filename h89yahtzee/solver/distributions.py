"""The probability of each number of further points, under play for the highest expected score, and the chances to
win that follow from these probabilities.

A lead is the number of points by which a score exceeds a fixed one, such as the present score of the player to
move. `Distributions` has the probabilities of 0, w, 2w ... further points for all states of a column; w is called
the width. `final_distribution` computes the probability of each final score.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb

from h89yahtzee.solver.backend import DistributionLayout, Progress, backend, silent
from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.values import Values

LENGTH = 1024
"""The length of arrays with an item for each lead at the end of the game, from 0 points up; the last item stands
for all higher leads, too."""

_MOST_BINS = 1 << 16

POINT = 1e-6
"""The worth of one point as a fraction of a win, so small that points decide only between equal chances to win."""


@dataclass(frozen=True, slots=True, eq=False)
class Distributions:
    """The probabilities of the further points in a column, for states with at most `layout.most_open` open rows."""

    values: Values
    layout: DistributionLayout
    masses: array[float]

    def row(self, state: State) -> array[float]:
        """Return for each n the probability that n * `layout.width` points will still be scored from a state on."""
        first, bins = self.layout.place(state)
        return self.masses[first : first + bins]

    def moments(self, state: State) -> tuple[float, float]:
        """Return the mean and the variance of the points that will still be scored from a state on."""
        width, row = self.layout.width, self.row(state)
        mean = sum(width * number * mass for number, mass in enumerate(row))
        return mean, sum((width * number - mean) ** 2 * mass for number, mass in enumerate(row))

    def mean_worth(self, state: State, points: int, worths: array[float]) -> float:
        """Return the expected worth of the lead at the end of the game for a player who is in `state` and has a
        lead of `points` now; `worths` has the worth of each lead at the end."""
        width = self.layout.width
        last = LENGTH - width + points % width
        row = self.row(state)
        return sum(mass * worths[min(points + width * number, last)] for number, mass in enumerate(row))

    def finals(self, states: Sequence[State], leads: Sequence[int]) -> array[float]:
        """Return an array [states][LENGTH] with the probability of each lead at the end of the game: row i is for a
        player who is now in state `states[i]` and has the lead `leads[i]`."""
        places = array("i", [self.layout.column.index(*state) for state in states])
        return backend().finals(self.layout, self.masses, places, array("i", leads), LENGTH)

    def judge(self, state: State, worth: array[float]) -> tuple[array[float], array[int]]:
        """Return the expected worth of each last roll of a turn (the dice after the last re-roll) when posted in
        its best row, and the number of that row; `worth` has the worth of each lead at the end of the game."""
        states = array("i", [self.layout.column.index(*state)])
        return backend().judge(self.layout, self.masses, states, LENGTH, worth)


def distributions(
    values: Values,
    width: int,
    within: int | None = None,
    most_open: int | None = None,
    most_extras: int = 4,
    progress: Progress = silent,
) -> Distributions:
    """Return the probabilities of further points, in steps of `width` points, for states whose open rows are all in
    the bit mask `within` (None: all rows).

    Only states with at most `most_open` open rows are included (None: any number). If a game has more extra
    Yahtzees than `most_extras`, only `most_extras` of them count.
    """
    column = values.column
    layout = DistributionLayout.of(column, width, _MOST_BINS, most_extras, within, most_open)
    ends = [0]
    for size in range(layout.most_open + 1):
        ends.append(backend().lay_out(layout, size, ends[-1]))
    masses = array("f", [0.0]) * ends[-1]
    _fill_ends(layout, masses)
    for size in range(1, layout.most_open + 1):
        backend().distribute(values.table, layout, size, masses, masses)
        progress(ends[size + 1] / ends[-1])
    return Distributions(values, layout, masses)


def final_distribution(values: Values, progress: Progress = silent) -> array[float]:
    """Return the probability of each final score, in an array with the score as the index.

    The result is exact except for rounding. By rules where extra Yahtzees fill no box there may be any number of
    them in a game; at most as many are counted as a column has rows.
    """
    column = values.column
    layout = DistributionLayout.of(column, 1, _MOST_BINS, column.rows)
    ends = array("f", [0.0]) * backend().lay_out(layout, 0, 0)
    _fill_ends(layout, ends)
    row = _first_row(layout, ends, partial(backend().distribute, values.table, layout), progress)
    total = sum(row)
    return array("d", [mass / total for mass in row])


def highest_chance(column: Column, score: int, progress: Progress = silent) -> float:
    """Return the chance of reaching `score` in one column under the play for which this chance is highest."""
    if score <= 0:
        return 1.0
    layout = DistributionLayout.of(column, 1, score + 1, column.rows)
    ends = array("f", [0.0]) * backend().lay_out(layout, 0, 0)
    row = _first_row(layout, ends, partial(backend().reach, layout, score), progress)
    return row[score] if score < len(row) else 0.0


def _first_row(
    layout: DistributionLayout,
    before: array[float],
    fill: Callable[[int, array[float], array[float]], None],
    progress: Progress,
) -> array[float]:
    """Return what `fill` computes for an empty column: a probability for each number of further points. `before`
    has these probabilities for full columns.

    `fill(size, before, after)` writes the probabilities for all states with `size` open rows into `after`; its
    argument `before` has the probabilities for all states with one open row less.
    """
    rows = layout.column.rows
    for size in range(1, rows + 1):
        after = array("f", [0.0]) * backend().lay_out(layout, size, 0)
        fill(size, before, after)
        before = after
        progress(sum(comb(rows, smaller) for smaller in range(size + 1)) / (1 << rows))
    first, bins = layout.place(((1 << rows) - 1, 0, 0))
    return before[first : first + bins]


def _fill_ends(layout: DistributionLayout, masses: array[float]) -> None:
    """Set the probabilities for full columns, in which 0 further points are certain."""
    column = layout.column
    for holding in range(column.holdings):
        for total in range(column.totals):
            first = layout.first[column.index(0, holding, total)]
            if first >= 0:
                masses[first] = 1.0


def worth(finals: Sequence[array[float]], count: int = 1, point: float = POINT) -> array[float]:
    """Return the worth of each lead at the end of each of `count` games, [count][LENGTH]: the expected share of a
    win. `finals` has an array for each rival, [count][LENGTH], with the probability of each lead of the rival at
    the end.

    A tied win is shared. Each point of the lead adds `point` to the worth, so that points still count where the
    winner is certain.
    """
    together = array("d")
    for rival in finals:
        together.extend(rival)
    return backend().shares(count, len(finals), LENGTH, together, point)
