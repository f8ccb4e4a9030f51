"""How the points still to come are distributed under play for the highest expected score, and what that wins.

`Distributions` has a row of masses for each class of states, on a grid of points. `final_distribution` gives the
final score, point by point.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb

from h89yahtzee.solver.backend import Progress, backend, silent
from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.distribution_layout import DistributionLayout
from h89yahtzee.solver.values import Values

LENGTH = 1024
"""How many points above a card are told apart in finals and shares; more count as that many."""

_MOST_BINS = 1 << 16

POINT = 1e-6
"""What a point is worth in wins: so little that it decides only where nothing else does."""


@dataclass(frozen=True, slots=True, eq=False)
class Distributions:
    """The rows of masses of a column's states with `layout.most_open` open rows at most."""

    values: Values
    layout: DistributionLayout
    masses: array[float]

    def row(self, state: State) -> array[float]:
        """The probability of each n-th point of the grid still to come."""
        first, bins = self.layout.place(state)
        return self.masses[first : first + bins]

    def moments(self, state: State) -> tuple[float, float]:
        """The mean and the variance of the points still to come."""
        width, row = self.layout.width, self.row(state)
        mean = sum(width * number * mass for number, mass in enumerate(row))
        return mean, sum((width * number - mean) ** 2 * mass for number, mass in enumerate(row))

    def mean_worth(self, state: State, points: int, worths: array[float]) -> float:
        """The mean of `worths` by points up at the end, in a state reached by posting `points`."""
        width = self.layout.width
        last = LENGTH - width + points % width
        row = self.row(state)
        return sum(mass * worths[min(points + width * number, last)] for number, mass in enumerate(row))

    def finals(self, states: Sequence[State], leads: Sequence[int]) -> array[float]:
        """The chance of ending n points up, [states][LENGTH], in states on cards that hold `leads` already."""
        places = array("i", [self.layout.column.index(*state) for state in states])
        return backend().finals(self.layout, self.masses, places, array("i", leads), LENGTH)

    def judge(self, state: State, worth: array[float]) -> tuple[array[float], array[int]]:
        """What each last roll is worth, best posted, and the row; `worth` is that of ending n points up."""
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
    """The distributions of the subsets of the open rows `within` (None: of all rows) on a grid of `width` points.

    No more than `most_open` rows are open, and more extra Yahtzees than `most_extras` count as that many.
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
    """The probability of each final score, which is its index.

    It is exact but for rounding, and for extra Yahtzees beyond the number of boxes where these take no box.
    """
    column = values.column
    layout = DistributionLayout.of(column, 1, _MOST_BINS, column.rows)
    ends = array("f", [0.0]) * backend().lay_out(layout, 0, 0)
    _fill_ends(layout, ends)
    row = _first_row(layout, ends, partial(backend().distribute, values.table, layout), progress)
    total = sum(row)
    return array("d", [mass / total for mass in row])


def highest_chance(column: Column, score: int, progress: Progress = silent) -> float:
    """The highest possible chance of reaching `score`: by play for nothing else."""
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
    """The row of an empty column, from the rows `before`, where none is open; `fill` goes up by an open row."""
    rows = layout.column.rows
    for size in range(1, rows + 1):
        after = array("f", [0.0]) * backend().lay_out(layout, size, 0)
        fill(size, before, after)
        before = after
        progress(sum(comb(rows, smaller) for smaller in range(size + 1)) / (1 << rows))
    first, bins = layout.place(((1 << rows) - 1, 0, 0))
    return before[first : first + bins]


def _fill_ends(layout: DistributionLayout, masses: array[float]) -> None:
    """Nothing is to come where no row is open."""
    column = layout.column
    for holding in range(column.holdings):
        for total in range(column.totals):
            first = layout.first[column.index(0, holding, total)]
            if first >= 0:
                masses[first] = 1.0


def worth(finals: Sequence[array[float]], count: int = 1, point: float = POINT) -> array[float]:
    """What ending n points up is worth, [count][LENGTH], given each rival's `finals`: the share of a win.

    A tie is shared. Where the winner is certain each point still counts a little.
    """
    together = array("d")
    for rival in finals:
        together.extend(rival)
    return backend().shares(count, len(finals), LENGTH, together, point)
