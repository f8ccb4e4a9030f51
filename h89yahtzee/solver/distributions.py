"""The distributions of the points to come under play for the highest expected score, and the shares of wins from
them.

A lead is what a card is ahead of a total that is the same for all players. `Distributions` has masses
(probabilities) on a grid of points for each class of states with the same future. `final_distribution` computes the
probability of each final score.
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
"""The length of arrays by final lead in points; a higher lead counts as the last of the array."""

_MOST_BINS = 1 << 16

POINT = 1e-6
"""The worth of a point in wins: so little that points decide only between equal chances."""


@dataclass(frozen=True, slots=True, eq=False)
class Distributions:
    """The distributions of points to come in a column, for states with at most `layout.most_open` open rows."""

    values: Values
    layout: DistributionLayout
    masses: array[float]

    def row(self, state: State) -> array[float]:
        """Return the distribution of a state: by n, the probability of n * `layout.width` points to come."""
        first, bins = self.layout.place(state)
        return self.masses[first : first + bins]

    def moments(self, state: State) -> tuple[float, float]:
        """Return the mean and the variance of the points to come."""
        width, row = self.layout.width, self.row(state)
        mean = sum(width * number * mass for number, mass in enumerate(row))
        return mean, sum((width * number - mean) ** 2 * mass for number, mass in enumerate(row))

    def mean_worth(self, state: State, points: int, worths: array[float]) -> float:
        """Return the mean of `worths` (by final lead) over the ends from `state` and a present lead of `points`."""
        width = self.layout.width
        last = LENGTH - width + points % width
        row = self.row(state)
        return sum(mass * worths[min(points + width * number, last)] for number, mass in enumerate(row))

    def finals(self, states: Sequence[State], leads: Sequence[int]) -> array[float]:
        """Return the probability of each final lead, [states][LENGTH], for `states` that now lead by `leads`."""
        places = array("i", [self.layout.column.index(*state) for state in states])
        return backend().finals(self.layout, self.masses, places, array("i", leads), LENGTH)

    def judge(self, state: State, worth: array[float]) -> tuple[array[float], array[int]]:
        """Return the worth of each last roll when posted in the best row, and the row; `worth` is by final lead."""
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
    """Return the distributions, on a grid of `width` points, of states whose open rows are in `within` (None: any
    rows).

    At most `most_open` rows are open, and more extra Yahtzees than `most_extras` count as `most_extras`.
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
    """Return the probability of each final score, by score.

    Exact except for rounding and, where extra Yahtzees fill no box, for games with more of these than boxes.
    """
    column = values.column
    layout = DistributionLayout.of(column, 1, _MOST_BINS, column.rows)
    ends = array("f", [0.0]) * backend().lay_out(layout, 0, 0)
    _fill_ends(layout, ends)
    row = _first_row(layout, ends, partial(backend().distribute, values.table, layout), progress)
    total = sum(row)
    return array("d", [mass / total for mass in row])


def highest_chance(column: Column, score: int, progress: Progress = silent) -> float:
    """Return the highest possible chance of reaching `score` in one column, by play for nothing else."""
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
    """Return the distribution of an empty column, starting from `before`, the distributions of full columns.

    `fill` computes the distributions with a number of open rows from those with one open row less.
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
    """Set the distributions of full columns: no points to come, with probability 1."""
    column = layout.column
    for holding in range(column.holdings):
        for total in range(column.totals):
            first = layout.first[column.index(0, holding, total)]
            if first >= 0:
                masses[first] = 1.0


def worth(finals: Sequence[array[float]], count: int = 1, point: float = POINT) -> array[float]:
    """Return the worth of a final lead of n points, [count][LENGTH], given each rival's `finals`: the share of a
    win.

    A tie is shared. Each point adds `point`, so that points still count where the winner is certain.
    """
    together = array("d")
    for rival in finals:
        together.extend(rival)
    return backend().shares(count, len(finals), LENGTH, together, point)
