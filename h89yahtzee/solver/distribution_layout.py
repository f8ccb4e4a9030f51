"""Where the distribution of each state's points to come is stored: which row of masses, and how long."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from h89yahtzee.solver.column import Column


@dataclass(frozen=True, slots=True, eq=False)
class DistributionLayout:
    """A row has a mass for each `width` points; those beyond the last of `most_bins` are in the last.

    There are rows for the subsets of the open rows `within` that have no more than `most_open` of them. `first` is
    where a state's row begins, by `Column.index`, -1 for impossible states; states with the same future share one.
    `bins` is the length of the rows, by set of open rows and holding. Both are written when rows are laid out. More
    extra Yahtzees than `most_extras` count as that many.
    """

    column: Column
    width: int
    most_bins: int
    most_extras: int
    within: int
    most_open: int
    first: array[int]
    bins: array[int]

    @classmethod
    def of(
        cls,
        column: Column,
        width: int,
        most_bins: int,
        most_extras: int,
        within: int | None = None,
        most_open: int | None = None,
    ) -> DistributionLayout:
        within = (1 << column.rows) - 1 if within is None else within
        most_open = within.bit_count() if most_open is None else min(most_open, within.bit_count())
        first = array("i", [-1]) * column.states
        bins = array("i", [0]) * ((1 << column.rows) * column.holdings)
        return cls(column, width, most_bins, most_extras, within, most_open, first, bins)

    def place(self, state: tuple[int, int, int]) -> tuple[int, int]:
        """Where the row of a state begins, and its length."""
        index = self.column.index(*state)
        return self.first[index], self.bins[index // self.column.totals]
