"""The one place that chooses what computes: the compiled kernel, or numpy where that could not be built.

Both are imported when they are first needed: most games start without them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Protocol

from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.distribution_layout import DistributionLayout

Progress = Callable[[float], None]
"""Is told now and then how much is done, 0 to 1."""


def silent(_: float) -> None:
    """Ignore the progress."""


class Backend(Protocol):
    """What the kernel and numpy both compute; each is the other's test.

    Rolls and keeps are in the order of `Keeps`. Masses are laid out as the layout says.
    """

    def solve(self, column: Column, progress: Progress, /) -> array[float]:
        """The value of each state by `Column.index`; 0 for those that can't come about."""
        ...

    def post(self, column: Column, values: array[float], state: State, /) -> array[float]:
        """What each last roll is worth, best posted, in a state that isn't the end."""
        ...

    def turn(self, column: Column, posts: array[float], lanes: int = 1, /) -> array[float]:
        """The value of each keep, [rerolls][keeps][lanes] with the last re-roll first, from the rolls' values.

        `posts` is [rolls][lanes]: the turns of many cards side by side.
        """
        ...

    def lay_out(self, layout: DistributionLayout, size: int, start: int, /) -> int:
        """Place the rows of the sets of `size` open rows, from `start` on; returns where they end."""
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
        """Fill the rows of the sets of `size` open rows in `after` from those with one less in `before`."""
        ...

    def reach(
        self, layout: DistributionLayout, score: int, size: int, before: array[float], after: array[float], /
    ) -> None:
        """Fill the rows of the sets of `size` open rows in `after` with the highest chance of making n points more.

        Those with one less are in `before`. What no card can lack of `score` in all may be left out.
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
        """The chance of ending n points up in each of `states`, [states][length], on cards that hold `leads`."""
        ...

    def shares(self, count: int, rivals: int, length: int, finals: array[float], point: float, /) -> array[float]:
        """The share of a win in ending n points up, [count][length], from the rivals' [rivals][count][length].

        On top of it each point is worth `point`.
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
        """What each last roll is worth, best posted, and the row (-1: the bonus row), both [rolls][states].

        `worth`, [states][length], is that of ending n points up.
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
        """The chances of the first of two players in the last turns, who is to move and `lead` points up.

        A draw is half a win. They are by the row and the last roll of this turn, [rows][rolls], -1 where it isn't
        allowed. A player with `values` plays for points, one without for the win. None where it would take more
        than `most` blocks of turns, of some microseconds each, where a turn may leave the boxes as they are, and in
        numpy.
        """
        ...


def is_compiled() -> bool:
    """Whether the kernel computes, which is fast enough not to be waited for."""
    from h89yahtzee.solver import kernel

    return kernel.is_built()


def backend() -> Backend:
    """The kernel, or numpy where there is none."""
    from h89yahtzee.solver import kernel

    if kernel.is_built():
        return kernel
    from h89yahtzee.solver import numpy_backend

    return numpy_backend
