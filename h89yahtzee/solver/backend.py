"""The functions of the numerical backends, and the choice of one: the compiled kernel, or numpy where it could not
be built.

Both backends are imported when first needed, since most games start without them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.solver.column import Column, State

Progress = Callable[[float], None]
"""A function that is called now and then with the part done, 0 to 1."""


def silent(_: float) -> None:
    """Ignore the progress."""


class Backend(Protocol):
    """The functions of the kernel and of numpy; tests compare the two backends.

    A last roll is the dice after the last re-roll of a turn. Rolls and keeps are in the order of `Keeps`, states
    are numbered by `Column.index`. Axes of arrays are named in brackets. Distributions are arrays of probabilities
    (masses), placed as `DistributionLayout` describes. A lead is what a card is ahead of a total that is the same
    for all players; `length` is that of an array by lead.
    """

    def solve(self, column: Column, progress: Progress, /) -> array[float]:
        """Return the expected points to come of each state, by `Column.index`; 0 for impossible states."""
        ...

    def post(self, column: Column, values: array[float], state: State, /) -> array[float]:
        """Return the worth of each last roll when posted in the best row, in a state with open rows."""
        ...

    def turn(self, column: Column, posts: array[float], lanes: int = 1, /) -> array[float]:
        """Return the value of each keep, [rerolls][keeps][lanes] with the last re-roll first.

        `posts`, [rolls][lanes], has the values of the last rolls; a lane is one of many turns computed side by
        side.
        """
        ...

    def lay_out(self, layout: DistributionLayout, size: int, start: int, /) -> int:
        """Place the distributions of all sets of `size` open rows from index `start` on; return the end index."""
        ...

    def distribute(
        self,
        values: array[float],
        layout: DistributionLayout,
        size: int,
        before: array[float],
        after: array[float],
        /,
    ) -> None:
        """Fill `after` with the distributions for sets of `size` open rows; `before` has those for one row less."""
        ...

    def reach(
        self, layout: DistributionLayout, score: int, size: int, before: array[float], after: array[float], /
    ) -> None:
        """Fill `after` with the highest chance of making n points more, by n, for the sets of `size` open rows.

        `before` has the chances with one open row less. `score` is the goal for the whole column: points to
        come that no card can need for it may be left out.
        """
        ...

    def finals(
        self,
        layout: DistributionLayout,
        masses: array[float],
        states: array[int],
        leads: array[int],
        length: int,
        /,
    ) -> array[float]:
        """Return the probability of each final lead, [states][length], for `states` that now lead by `leads`."""
        ...

    def shares(self, count: int, rivals: int, length: int, finals: array[float], point: float, /) -> array[float]:
        """Return the worth of a final lead of n points, [count][length]: the share of a win, plus `point` for each
        point. `count` is the number of games computed side by side.

        `finals`, [rivals][count][length], has the probability of each rival's final lead of n points.
        """
        ...

    def judge(
        self,
        layout: DistributionLayout,
        masses: array[float],
        states: array[int],
        length: int,
        worth: array[float],
        /,
    ) -> tuple[array[float], array[int]]:
        """Return the worth of each last roll when posted in the best row, and this row (-1: the bonus row), both
        [rolls][states].

        `worth`, [states][length], is the worth of a final lead of n points.
        """
        ...

    def end_chances(
        self,
        column: Column,
        values: tuple[array[float] | None, array[float] | None],
        states: tuple[State, State],
        lead: int,
        most: int,
        /,
    ) -> array[float] | None:
        """Return the chances to win in the last turns of two players, for the first, who moves and leads by `lead`.

        The chances are by row and last roll of this turn, [rows][rolls], -1 where illegal; a draw is half a win. A
        player with `values` plays for points, a player without plays for the win. None if
        more than six rows are open on a card, if a turn may leave the boxes as they are, if the computation would
        take more than `most` blocks (turns with up to eight leads, some microseconds each), and always in numpy.
        """
        ...


def is_compiled() -> bool:
    """Return whether the backend is the compiled kernel, which computes without a noticeable wait."""
    from h89yahtzee.solver import kernel

    return kernel.is_built()


def backend() -> Backend:
    """Return the kernel's module, or numpy's where there is no kernel."""
    from h89yahtzee.solver import kernel

    if kernel.is_built():
        return kernel
    from h89yahtzee.solver import numpy_backend

    return numpy_backend


@dataclass(frozen=True, slots=True, eq=False)
class DistributionLayout:
    """The places of distributions in an array: each has a mass (probability) for every `width` points to come.

    Points beyond the last of `most_bins` masses count in the last. There are distributions for the subsets of the
    open rows `within`, a bit mask, with at most `most_open` rows. `first` has the index of a state's first mass, by
    `Column.index`, -1 for impossible states; states with the same future share a distribution. `bins` has the
    numbers of masses, by set of open rows and holding. `Backend.lay_out` fills in `first` and `bins`. More extra
    Yahtzees than `most_extras` count as `most_extras`.
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
        """Return the index of the first mass of a state's distribution, and the number of masses."""
        index = self.column.index(*state)
        return self.first[index], self.bins[index // self.column.totals]
