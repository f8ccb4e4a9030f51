"""The solver's backend in numpy, used where the compiled one is missing; `Backend` describes its functions.

The expected points are computed in `numpy_values`. The probabilities of points (masses) are computed here as in
`kernel.c`, for many states with the same open rows at once. The worth, the best row and the probability of each
last roll of a turn are computed first; the masses follow from them. The index of a state on the last axis of arrays
is called its lane.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.solver.backend import DistributionLayout
from h89yahtzee.solver.keeps import Keeps
from h89yahtzee.solver.numpy_values import (
    Floats,
    Ints,
    States,
    Worth,
    average,
    classes_of,
    holdings_of,
    keep_values,
    legal_posts,
    points_to_come,
    post,
    posts_of,
    solve,
    steps,
    turn,
)

__all__ = [
    "distribute",
    "end_chances",
    "finals",
    "judge",
    "lay_out",
    "post",
    "posts_of",
    "reach",
    "shares",
    "solve",
    "turn",
]

Singles = NDArray[np.float32]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(3)
_EQUAL = 1e-9


def lay_out(layout: DistributionLayout, size: int, start: int) -> int:
    column = layout.column
    for open_rows in _sets(layout, size):
        for holding in holdings_of(column, open_rows):
            bins = min(_most_points(layout, open_rows, holding) // layout.width + 4, layout.most_bins)
            layout.bins[open_rows * column.holdings + holding] = bins
            for totals in classes_of(column, open_rows):
                for total in totals:
                    layout.first[column.index(open_rows, holding, total)] = start
                start += bins
    return start


def _sets(layout: DistributionLayout, size: int) -> Iterator[int]:
    sets = range(1 << layout.column.rows)
    return (open_rows for open_rows in sets if open_rows.bit_count() == size and not open_rows & ~layout.within)


def _most_points(layout: DistributionLayout, open_rows: int, holding: int) -> int:
    column = layout.column
    rows = [row for row in range(column.rows) if open_rows >> row & 1]
    most = sum(max(column.scores[row]) for row in rows)
    if any(column.faces[row] for row in rows):
        most += column.bonus
    is_open = column.yahtzee_row in rows
    if column.yahtzee_row < 0 or not rows or not (is_open or holding):
        return most
    extra, turns = column.extras[1], len(rows) - is_open
    return most + extra.points * (layout.most_extras if extra.is_spared else min(turns, layout.most_extras))


def distribute(
    values: array[float], layout: DistributionLayout, size: int, before: array[float], after: array[float]
) -> None:
    column = layout.column
    for open_rows in _sets(layout, size):
        totals = np.array([totals[0] for totals in classes_of(column, open_rows)])
        for holding in holdings_of(column, open_rows):
            states = States.of(column, open_rows, holding, totals)
            masses = _distributed(np.frombuffer(values), layout, states, np.frombuffer(before, np.float32))
            first = layout.place((open_rows, holding, int(totals[0])))[0]
            np.frombuffer(after, np.float32)[first : first + masses.size] = masses.ravel()


def _distributed(values: Floats, layout: DistributionLayout, states: States, before: Singles) -> Floats:
    """Return the probabilities of further points, [states][multiples of `layout.width`]; `before` has those for the
    states with one open row less."""
    column, all_keeps = states.column, states.column.keeps
    posts, rows = best_posts(states, points_to_come(states, values))
    chances = roll_chances(all_keeps, posts, column.rerolls)
    bins = layout.bins[int(states.index()[0]) // column.totals]
    masses = np.zeros((len(states.total), bins))
    again = np.zeros(len(states.total))
    for face, roll in enumerate(all_keeps.alike(), 1):
        for row, _, points, extra in states.alike_posts(face):
            weights = np.where(rows[roll] == row, chances[roll], 0)
            if row < 0:
                again += weights
            else:
                _add(masses, layout, states, before, row, points, extra, weights)
    # The loop above has added five alike in the states in which the Yahtzee box is filled: leave them out below.
    chances[np.ix_(np.array(all_keeps.alike()), states.are_alike_special())] = 0
    for row in np.unique(rows[rows >= 0]):
        weights = np.where(rows == row, chances, 0)
        points_of = np.array(column.scores[row])
        for points in sorted(set(column.scores[row])):
            _add(masses, layout, states, before, row, points, 0, weights[points_of == points].sum(axis=0))
    return _with_itself(masses, layout.width, column.extras[-1].points, again) if again.any() else masses


def _parts(points: int, width: int) -> list[tuple[int, float]]:
    """Return how the probability of `points` is divided among multiples of `width`, as pairs (multiple / `width`,
    share). If `points` is itself a multiple, there is only one pair, with the share 1; else three multiples near
    `points` share the probability.

    The shares, which may be negative, keep the mean and the variance.
    """
    by, beyond = divmod(points, width)
    if not beyond:
        return [(by, 1.0)]
    if by and 2 * beyond < width:
        by -= 1
    at = points / width - by
    return [(by, (at - 1) * (at - 2) / 2), (by + 1, at * (2 - at)), (by + 2, at * (at - 1) / 2)]


def _add(
    masses: Floats,
    layout: DistributionLayout,
    states: States,
    before: Singles,
    row: int,
    points: int,
    extra: int,
    weights: Floats,
) -> None:
    """Add to `masses` the probabilities of further points after a post that puts `points` in `row` and `extra`
    points in the bonus row.

    `weights` has the probability of this post in each state. `before` has the probabilities of further points from
    the states after the post.
    """
    index, bonus = states.after(np.arange(len(weights)), row, points)
    first = np.frombuffer(layout.first, np.int32)[index]
    bins = layout.bins[int(index[0]) // states.column.totals]
    # The probabilities of states that earn the upper bonus by these points move up by the bonus, too.
    for more in (0, states.column.bonus):
        lanes = np.flatnonzero((bonus == more) & (weights > 0))
        if len(lanes):
            source = before[first[lanes][:, np.newaxis] + np.arange(bins)] * weights[lanes][:, np.newaxis]
            for by, part in _parts(points + extra + more, layout.width):
                _add_at(masses, lanes, by, part * source)
        if not states.column.bonus:
            break


def _add_at(masses: Floats, lanes: Ints, by: int, source: Floats) -> None:
    """Add the probabilities `source`, moved up by `by` places, to the rows of `masses` at the indices `lanes`.
    Probabilities that move beyond the end are added to the last place."""
    fitting = min(max(masses.shape[1] - by, 0), source.shape[1])
    masses[lanes, by : by + fitting] += source[:, :fitting]
    masses[lanes, -1] += source[:, fitting:].sum(axis=1)


def _with_itself(masses: Floats, width: int, points: int, weights: Floats) -> Floats:
    """Add any number of extra Yahtzees to the distributions `masses`, [states][multiples of `width` points].

    An extra Yahtzee in the bonus row is a turn that fills no box and brings `points`; `weights` has each state's
    probability of it. Changes `masses` in place, and returns it.
    """
    last = masses.shape[1] - 1
    # Points are only added, so one pass from 0 points upwards counts any number of such turns in a row.
    for number in range(last):
        for by, part in _parts(points, width):
            masses[:, min(number + by, last)] += weights * part * masses[:, number]
    masses[:, last] /= 1 - weights
    return masses


def reach(layout: DistributionLayout, _score: int, size: int, before: array[float], after: array[float]) -> None:
    """Fill `after` as `Backend.reach` describes, but with all chances, whether needed for `_score` or not."""
    column = layout.column
    source, to = np.frombuffer(before, np.float32), np.frombuffer(after, np.float32)
    for open_rows in _sets(layout, size):
        for holding in holdings_of(column, open_rows):
            for totals in classes_of(column, open_rows):
                first, bins = layout.place((open_rows, holding, totals[0]))
                extra = column.extras[holding]
                # A turn may leave the boxes as they are and bring `extra.points`. So the chance of scoring at
                # least n more points depends on the chance, in the same state, of scoring at least n -
                # `extra.points` more. That chance must be computed before; so at most `extra.points` successive
                # numbers n are computed at once.
                at_once = extra.points if extra.is_spared else bins
                for start in range(1, bins, at_once):
                    lacking = np.arange(start, min(start + at_once, bins))
                    states = States.of(column, open_rows, holding, np.full_like(lacking, totals[0]))
                    to[first + lacking] = _highest_chances(layout, states, lacking, source, to)


def _highest_chances(
    layout: DistributionLayout, states: States, lacking: Ints, before: Singles, after: Singles
) -> Floats:
    """Return for each state the highest chance of scoring at least `lacking[i]` further points, where i is the
    index of the state in `states`."""

    def chance(lanes: Ints, row: int, points: int, extra: int) -> Floats:
        if row < 0:
            return _chance(layout, after, int(states.index()[0]), lacking - extra)
        index, bonus = states.after(lanes, row, points)
        return _chance(layout, before, int(index[0]), lacking - points - extra - bonus)

    posts, _ = best_posts(states, chance)
    all_keeps, keeps = states.column.keeps, keep_values(states.column, posts)[-1]
    choose_keeps(all_keeps, keeps)
    chances: Floats = np.array(all_keeps.chances()) @ keeps[all_keeps.first_roll :]
    return chances


def _chance(layout: DistributionLayout, rows: Singles, state: int, lacking: Ints) -> Floats:
    row = _row(layout, rows, state)
    within = np.clip(lacking, 0, len(row) - 1)
    return np.where(lacking <= 0, 1.0, np.where(lacking < len(row), row[within], 0.0))


def finals(
    layout: DistributionLayout, masses: array[float], states: array[int], leads: array[int], length: int
) -> array[float]:
    finals = np.zeros((len(states), length))
    width = layout.width
    for number, state in enumerate(states):
        row = _row(layout, np.frombuffer(masses, np.float32), state)
        points = leads[number] + width * np.arange(len(row))
        # `row` has a probability only for each multiple of `width`. Spread each over the numbers of points near its
        # multiple, in the form of a triangle, which keeps the mean.
        for by in range(1 - width, width):
            share = row * (width - abs(by)) / width**2
            is_up = points + by >= 0
            np.add.at(finals[number], np.minimum(points + by, length - 1)[is_up], share[is_up])
    return array("d", finals.tobytes())


def _row(layout: DistributionLayout, masses: Singles, state: int) -> Floats:
    first = layout.first[state]
    return masses[first : first + layout.bins[state // layout.column.totals]].astype(np.float64)


def shares(count: int, rivals: int, length: int, finals: array[float], point: float) -> array[float]:
    equal = np.frombuffer(finals).reshape(rivals, count, length)
    below = 1 - equal[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
    # `below` is the probability that a rival's lead is lower, `equal` that it is the same. A tie of n players is
    # 1/n of a win for each. So the expected share of a win is the integral, for t from 0 to 1, of the product of
    # (below + t * equal) over all rivals.
    share = np.zeros((count, length))
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        share += weight / 2 * np.prod(below + (node + 1) / 2 * equal, axis=0)
    return array("f", (share + point * np.arange(length)).astype(np.float32).tobytes())


def judge(
    layout: DistributionLayout, masses: array[float], states: array[int], length: int, worth: array[float]
) -> tuple[array[float], array[int]]:
    source, worths = np.frombuffer(masses, np.float32), np.frombuffer(worth, np.float32).reshape(-1, length)
    judged = [_judged(layout, source, state, worths[lane]) for lane, state in enumerate(states)]
    posts, rows = (np.concatenate(parts, axis=1) for parts in zip(*judged, strict=True))
    return array("d", posts.tobytes()), array("b", rows.astype(np.int8).tobytes())


def _judged(layout: DistributionLayout, source: Singles, state: int, worths: Singles) -> tuple[Floats, Ints]:
    column, length = layout.column, len(worths)
    rest, total = divmod(state, column.totals)
    open_rows, holding = divmod(rest, column.holdings)
    states = States.of(column, open_rows, holding, np.array([total]))

    def mean_worth(lanes: Ints, row: int, points: int, extra: int) -> Floats:
        index, bonus = (states.index(), np.array([0])) if row < 0 else states.after(lanes, row, points)
        masses = _row(layout, source, int(index[0]))
        up = points + extra + int(bonus[0])
        places = np.minimum(up + layout.width * np.arange(len(masses)), length - layout.width + up % layout.width)
        return np.array([masses @ worths[places]])

    return best_posts(states, mean_worth)


def end_chances(*_: object) -> None:
    """Return None in place of the exact chances in the last turns, which would take minutes in numpy."""


def best_posts(states: States, worth: Worth) -> tuple[Floats, Ints]:
    """Return two arrays [rolls][states]: the worth of each last roll (the dice after the last re-roll) when it is
    entered in the best row, and the number of this row (-1: the bonus row)."""
    posts = np.full((len(states.column.keeps.rolls), len(states.total)), -np.inf)
    rows = np.full(posts.shape, -1)
    for row, place, value in legal_posts(states, worth):
        is_better = value > posts[place] + _EQUAL
        posts[place], rows[place] = np.where(is_better, value, posts[place]), np.where(is_better, row, rows[place])
    return posts, rows


def roll_chances(all_keeps: Keeps, posts: Floats, rerolls: int) -> Floats:
    """Return the probability of each last roll (the dice after the last re-roll), [rolls][states], when the best
    dice are kept; `posts`, [rolls][states], has the values of the last rolls."""
    lanes = np.arange(posts.shape[1])
    keeps = np.empty((len(all_keeps), posts.shape[1]))
    keeps[all_keeps.first_roll :] = posts
    chosen = []
    for _ in range(rerolls):
        average(all_keeps, keeps)
        chosen.append(choose_keeps(all_keeps, keeps)[all_keeps.first_roll :])
    chances = np.repeat(np.array(all_keeps.chances())[:, np.newaxis], posts.shape[1], axis=1)
    for best in reversed(chosen):
        kept = np.zeros_like(keeps)
        np.add.at(kept, (best, lanes), chances)
        for first, end, plus, _ in steps(all_keeps)[:-1]:
            for face in range(all_keeps.faces):
                np.add.at(kept, plus[:, face], kept[first:end] / all_keeps.faces)
        chances = kept[all_keeps.first_roll :]
    return chances


def choose_keeps(all_keeps: Keeps, keeps: Floats) -> Ints:
    """Return for each set of dice which of its dice are best kept, by index in `Keeps.all`: [keeps][states].

    `keeps`, [keeps][states], has the value of keeping each set; it is overwritten with the value of the best keep.
    """
    chosen = np.repeat(np.arange(len(keeps))[:, np.newaxis], keeps.shape[1], axis=1)
    for first, end, _, less in steps(all_keeps)[1:]:
        for neighbour in range(less.shape[1]):
            value = keeps[less[:, neighbour]]
            is_better = value > keeps[first:end] + _EQUAL
            keeps[first:end] = np.where(is_better, value, keeps[first:end])
            chosen[first:end] = np.where(is_better, chosen[less[:, neighbour]], chosen[first:end])
    return chosen
