"""The functions of the two numerical backends, compiled code (the kernel) or numpy, and the choice of one.

A backend is imported when it is first needed, since most games start without one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.solver.column import Column, State

Progress = Callable[[float], None]
"""A function that a long computation calls now and then with the part that is done, 0 to 1."""


def silent(_: float) -> None:
    """Do nothing: the `Progress` function of callers that don't show the progress."""


class Backend(Protocol):
    """The functions of the kernel and of numpy; tests compare the two backends.

    A last roll is the dice after the last re-roll of a turn; to post a roll is to enter it in a box. Rolls and
    keeps (dice not re-rolled) are in the order of `Keeps`, states in that of `Column.index`. Arrays are flat;
    brackets name their axes: [rolls][states] has the items of all states for the first roll, then those for the
    second, and so on. An array of probabilities is called `masses`; `DistributionLayout` has the place of each
    probability. A lead is the number of points by which a score exceeds a fixed one, such as the present score of
    the player to move; `length` is the length of arrays with an item for each lead.
    """

    def solve(self, column: Column, progress: Progress, /) -> array[float]:
        """Return the expected further points of each state, in the order of `Column.index`; 0 for impossible
        states."""
        ...

    def post(self, column: Column, values: array[float], state: State, /) -> array[float]:
        """Return for each last roll the expected points of posting it in the best open row, later turns
        included."""
        ...

    def posts_of(self, column: Column, values: array[float], states: array[int], /) -> array[float]:
        """Return an array [rolls][states] with what `post` returns for each of many states; `states` has the
        numbers that `Column.index` gives to them."""
        ...

    def turn(self, column: Column, posts: array[float], lanes: int = 1, /) -> array[float]:
        """Return the value of keeping each set of dice, for many turns at once: an array [rerolls][keeps][turns]
        with the last re-roll first.

        `posts`, [rolls][turns], has the values of the last rolls; `lanes` is the number of turns.
        """
        ...

    def lay_out(self, layout: DistributionLayout, size: int, start: int, /) -> int:
        """Choose places for the probabilities of all states with `size` open rows, from index `start` on, and write
        the places into `layout`. Return the index after the last place."""
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
        """Fill `after` with the probabilities of further points for all states with `size` open rows; `before` has
        those for the states with one open row less. `values` has the expected points of each state, in the order of
        `Column.index`."""
        ...

    def reach(
        self, layout: DistributionLayout, score: int, size: int, before: array[float], after: array[float], /
    ) -> None:
        """Fill `after` with the highest chance of scoring at least n more points, for each state with `size` open
        rows and for each n.

        `before` has these chances for the states with one open row less. `score` is the goal for the whole column:
        chances that don't matter for this goal may be left out.
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
        """Return an array [states][length] with the probability of each lead at the end of the game: row i is for a
        player who is now in state `states[i]` and has the lead `leads[i]`."""
        ...

    def shares(self, count: int, rivals: int, length: int, finals: array[float], point: float, /) -> array[float]:
        """Return what a lead of n points at the end of a game is worth to a player who has that lead, for each of
        `count` games and each n, [count][length]: the player's expected share of a win, plus n times `point`.

        `rivals` is the number of opponents in each game. `finals`, [rivals][count][length], has the probability
        that a rival ends with a lead of n points.
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
        """Return the worth of each last roll when posted in the best row, and the number of this row (-1: the bonus
        row), both [rolls][states].

        `worth`, [states][length], has the worth of a lead of n points at the end of the game.
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
        """Return the chances to win in the last turns of two players, for the player to move, who leads by `lead`.

        The array [rows][rolls] has the chance after posting each last roll in each row, -1 where that is illegal; a
        draw is half a win. `values` has an item for each player: the expected points of each state if the player
        plays for points, None if the player plays for the win.

        The numpy backend always returns None. The kernel returns None if more than six rows are open on a card, if
        there are extra Yahtzees that fill no box, or if the computation would take more than `most` blocks. A block
        is a turn for up to eight different leads, which takes some microseconds.
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
    """The places of many distributions of points in one array of probabilities. A distribution consists of bins,
    each with the probability of a multiple of `width` points. It has at most `most_bins` bins; the last one stands
    for all higher points, too.

    Only states with at most `most_open` open rows, all of them in the bit mask `within`, have a distribution;
    states with the same future share a distribution. `first[Column.index(...)]` is the index of a state's first
    bin, -1 for impossible states. `bins[open_rows * column.holdings + holding]` is the number of bins of a state's
    distribution; the holding is 1 if the Yahtzee box has its points, else 0. `Backend.lay_out` fills in `first` and
    `bins`. At most `most_extras` extra Yahtzees are counted.
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
        """Return the index of the first probability of a state's distribution, and the number of probabilities."""
        index = self.column.index(*state)
        return self.first[index], self.bins[index // self.column.totals]
