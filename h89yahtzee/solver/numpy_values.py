"""The values of one column by backward induction in numpy; `Backend` describes the public functions.

Many states are computed side by side; the place of a state on the last axis of arrays is its lane.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache, reduce

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.keeps import Keeps

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LANES = 512
"""About the number of lanes (states side by side) whose keeps fit into the processor's cache."""

_ITERATIONS_END = 1e-11


@dataclass(frozen=True, slots=True)
class _Lanes:
    """States side by side; the value of lane `lanes[n]` is stored at index `places[n]` of the table."""

    open_rows: Ints
    holding: Ints
    total: Ints
    places: Ints
    lanes: Ints


def solve(column: Column, progress: Progress = silent) -> array[float]:
    values = np.zeros(column.states)
    done, total = 0, (1 << column.rows) - 1
    at_once = max(1, _LANES // (column.totals * column.holdings) * 2)
    for size in range(1, column.rows + 1):
        sets = [open_rows for open_rows in range(1 << column.rows) if open_rows.bit_count() == size]
        for first in range(0, len(sets), at_once):
            states = _states(column, sets[first : first + at_once])
            values[states.places] = _turn_values(column, values, states)[states.lanes]
            done += len(sets[first : first + at_once])
            progress(done / total)
    return array("d", values.tobytes())


def post(column: Column, values: array[float], state: State) -> array[float]:
    table = np.frombuffer(values)
    none = np.zeros(0, dtype=np.int64)
    open_rows, holding, total = (np.array([number]) for number in state)
    states = _Lanes(open_rows, holding, total, none, none)
    posts = _posts(column, table, states)
    _post_extra_yahtzees(column, table, states, posts, table[[column.index(*state)]])
    return array("d", posts.tobytes())


def turn(column: Column, posts: array[float], lanes: int = 1) -> array[float]:
    return array("d", keep_values(column, np.frombuffer(posts).reshape(-1, lanes)).tobytes())


def keep_values(column: Column, posts: Floats) -> Floats:
    """Return the value of each keep, [rerolls][keeps][lanes] with the last re-roll first, from the rolls'."""
    all_keeps = column.keeps
    keeps = np.empty((len(all_keeps), posts.shape[1]))
    keeps[all_keeps.first_roll :] = posts
    before = []
    for reroll in range(column.rerolls):
        if reroll:
            _choose(all_keeps, keeps)
        average(all_keeps, keeps)
        before.append(keeps.copy())
    return np.array(before)


def _states(column: Column, sets: list[int]) -> _Lanes:
    lanes: list[tuple[int, int, int]] = []
    places: list[tuple[int, int]] = []
    for open_rows in sets:
        for holding in holdings_of(column, open_rows):
            for totals in classes_of(column, open_rows):
                places += [(column.index(open_rows, holding, total), len(lanes)) for total in totals]
                lanes.append((open_rows, holding, totals[0]))
    open_rows_, holdings, totals_ = np.array(lanes).T
    where, lane = np.array(places).T
    return _Lanes(open_rows_, holdings, totals_, where, lane)


def holdings_of(column: Column, open_rows: int) -> range:
    """Return the holdings (see `Column`) that make a difference while these rows are open: 0, or 0 and 1."""
    is_special = column.yahtzee_row >= 0 and not open_rows >> column.yahtzee_row & 1
    return range(column.holdings if is_special else 1)


def classes_of(column: Column, open_rows: int) -> tuple[tuple[int, ...], ...]:
    """Return the possible upper totals in groups: those of a group earn the bonus by the same future scores."""
    return _classes(column, open_rows & sum(1 << row for row, face in enumerate(column.faces) if face))


@cache
def _classes(column: Column, open_upper: int) -> tuple[tuple[int, ...], ...]:
    rows = [row for row, face in enumerate(column.faces) if face]
    to_come = sums(column, [row for row in rows if open_upper >> row & 1])
    made = sums(column, [row for row in rows if not open_upper >> row & 1])
    so_far = {min(total, column.bonus_at) for total in made}
    classes: dict[int | None, list[int]] = {}
    for total in sorted(so_far):
        least = min((later for later in to_come if total + later >= column.bonus_at), default=None)
        classes.setdefault(least, []).append(total)
    return tuple(map(tuple, classes.values()))


def sums(column: Column, rows: list[int]) -> set[int]:
    """Return all sums of scores that these rows can have together."""
    none = {0}
    return reduce(lambda sums, row: {total + score for total in sums for score in column.scores[row]}, rows, none)


def _turn_values(column: Column, values: Floats, states: _Lanes) -> Floats:
    """Return the values of turns by lane."""
    posts = _posts(column, values, states)
    chances = np.array(column.keeps.chances())
    value = np.zeros(len(states.total))
    # A turn that may leave the boxes as they are depends on its own value; each round leaves 1/20 of the error.
    while True:
        spared = _post_extra_yahtzees(column, values, states, posts, value)
        keeps = np.empty((len(column.keeps), len(value)))
        keeps[column.keeps.first_roll :] = posts
        for _ in range(column.rerolls):
            average(column.keeps, keeps)
            _choose(column.keeps, keeps)
        before, value = value, chances @ keeps[column.keeps.first_roll :]
        if not spared or np.max(value - before) <= _ITERATIONS_END:
            return value


def _posts(column: Column, values: Floats, states: _Lanes) -> Floats:
    """Return the worth of each roll when posted in the best row, [rolls][lanes]; extra Yahtzees are left out."""
    posts = np.full((len(column.keeps.rolls), len(states.total)), -np.inf)
    for row in range(column.rows):
        lanes = np.flatnonzero(states.open_rows >> row & 1)
        if len(lanes):
            points, kind = np.unique(column.scores[row], return_inverse=True)
            worth = np.array([_worth(column, values, states, lanes, row, int(score)) for score in points])
            posts[:, lanes] = np.maximum(posts[:, lanes], worth[kind])
    return posts


def _worth(column: Column, values: Floats, states: _Lanes, lanes: Ints, row: int, points: int) -> Floats:
    """Return by lane the worth of `points` in a row: with an upper bonus that they earn and the points to come."""
    open_rows, holding, total = states.open_rows[lanes], states.holding[lanes], states.total[lanes]
    worth = np.full(len(lanes), float(points))
    if column.faces[row]:
        after = np.minimum(total + points, column.bonus_at)
        worth += column.bonus * ((total < column.bonus_at) & (after == column.bonus_at))
        total = after
    if row == column.yahtzee_row and points:
        holding = np.ones_like(holding)
    index: Ints = ((open_rows & ~(1 << row)) * column.holdings + holding) * column.totals + total
    return worth + values[index]


def _post_extra_yahtzees(column: Column, values: Floats, states: _Lanes, posts: Floats, own: Floats) -> bool:
    """Fill in the worth of five alike where the Yahtzee box is filled; return whether some leave the boxes as they
    are. `own` are the values of the lanes' own states."""
    spared = False
    if column.yahtzee_row < 0:
        return spared
    filled = states.open_rows >> column.yahtzee_row & 1 == 0
    for holding, extra in enumerate(column.extras):
        lanes = np.flatnonzero(filled & (states.holding == holding))
        for face, roll in enumerate(column.keeps.alike(), 1):
            if not len(lanes):
                break
            if extra.is_spared:
                spared = True
                posts[roll, lanes] = extra.points + own[lanes]
            else:
                posts[roll, lanes] = extra.points + _alike_worth(column, values, states, lanes, holding, face)
    return spared


def _alike_worth(column: Column, values: Floats, states: _Lanes, lanes: Ints, holding: int, face: int) -> Floats:
    extra, roll = column.extras[holding], column.keeps.alike()[face - 1]
    open_rows = states.open_rows[lanes]
    matching = open_rows & sum(1 << row for row, counted in enumerate(column.faces) if counted == face)
    lower = open_rows & sum(1 << row for row, counted in enumerate(column.faces) if not counted)
    legal = np.where(matching, matching, np.where(lower, lower, open_rows)) if extra.is_forced else open_rows
    best = np.full(len(lanes), -np.inf)
    for row in range(column.rows):
        for is_joker in (False, True):
            fits = np.flatnonzero((legal >> row & 1 == 1) & ((matching == 0) & extra.is_joker == is_joker))
            joker_score = column.joker_scores[row]
            points = joker_score if is_joker and joker_score >= 0 else column.scores[row][roll]
            worth = _worth(column, values, states, lanes[fits], row, points)
            best[fits] = np.maximum(best[fits], worth)
    return best


def average(all_keeps: Keeps, keeps: Floats) -> None:
    """Fill in the value of each keep that isn't a roll, before its missing dice are rolled."""
    for first, end, plus, _ in reversed(steps(all_keeps)[:-1]):
        total = keeps[plus[:, 0]]
        for face in range(1, all_keeps.faces):
            total += keeps[plus[:, face]]
        keeps[first:end] = total * (1 / all_keeps.faces)


def _choose(all_keeps: Keeps, keeps: Floats) -> None:
    """Replace the value of each keep by that of the best keep within it."""
    for first, end, _, less in steps(all_keeps)[1:]:
        best = keeps[first:end]
        for neighbour in range(less.shape[1]):
            np.maximum(best, keeps[less[:, neighbour]], out=best)


@cache
def steps(all_keeps: Keeps) -> tuple[tuple[int, int, Ints, Ints], ...]:
    """Return for each size of keeps: the first index, the end, the keeps with one die more, those with one less
    (padded)."""
    steps = []
    for size in range(all_keeps.dice + 1):
        keeps = [number for number, keep in enumerate(all_keeps.all) if len(keep) == size]
        first, end = keeps[0], keeps[-1] + 1
        widest = max(len(all_keeps.less[keep]) for keep in keeps)
        less = [
            all_keeps.less[keep] + all_keeps.less[keep][-1:] * (widest - len(all_keeps.less[keep]))
            for keep in keeps
        ]
        steps.append((first, end, np.array(all_keeps.plus[first:end]), np.array(less)))
    return tuple(steps)
