"""The expected points of all states of one column, computed in numpy from full columns backwards; `Backend`
describes the public functions.

Many states are computed at once; the index of a state on the last axis of arrays is called its lane.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.keeps import Keeps

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_LANES = 512
"""About the number of states whose arrays fit into the processor's cache together."""

_ITERATIONS_END = 1e-11


@dataclass(frozen=True, slots=True)
class States:
    """Many states of a column in arrays: `open_rows` are bit masks, `holding` (see `Column`) is 1 or 0, `total` the
    sum of the upper rows."""

    column: Column
    open_rows: Ints
    holding: Ints
    total: Ints

    @classmethod
    def of(cls, column: Column, open_rows: int, holding: int, total: Ints) -> States:
        """Return the states with these open rows, this `holding` (1 if the Yahtzee box has points), and each upper
        sum in `total`."""
        return cls(column, np.full_like(total, open_rows), np.full_like(total, holding), total)

    def index(self) -> Ints:
        """Return the number that `Column.index` gives to each state."""
        return _index(self.column, self.open_rows, self.holding, self.total)

    def after(self, lanes: Ints, row: int, points: int) -> tuple[Ints, Ints]:
        """Return the numbers (`Column.index`) that the states at the indices `lanes` have once `points` are entered
        in `row`, and the upper bonuses that this earns."""
        column, holding, before = self.column, self.holding[lanes], self.total[lanes]
        total, bonus = before, np.zeros_like(before)
        if column.faces[row]:
            total = np.minimum(before + points, column.bonus_at)
            bonus = column.bonus * ((before < column.bonus_at) & (total == column.bonus_at))
        if row == column.yahtzee_row and points:
            holding = np.ones_like(holding)
        return _index(column, self.open_rows[lanes] & ~(1 << row), holding, total), bonus

    def are_alike_special(self) -> Bools:
        """Return for each state whether its Yahtzee box is filled: then special rules hold for five alike."""
        row = self.column.yahtzee_row
        return np.full(len(self.total), False) if row < 0 else self.open_rows >> row & 1 == 0

    def alike_posts(self, face: int) -> Iterator[tuple[int, Ints, int, int]]:
        """Yield (row, indices of states, points, extra points) for each row in which five alike of `face` may be
        entered, in the states in which the Yahtzee box is filled. Row -1 is the bonus row."""
        column, roll = self.column, self.column.keeps.alike()[face - 1]
        for holding, extra in enumerate(column.extras):
            lanes = np.flatnonzero(self.are_alike_special() & (self.holding == holding))
            if not len(lanes):
                continue
            if extra.is_spared:
                yield -1, lanes, 0, extra.points
                continue
            open_rows = self.open_rows[lanes]
            matching = open_rows & sum(1 << row for row, counted in enumerate(column.faces) if counted == face)
            lower = open_rows & sum(1 << row for row, counted in enumerate(column.faces) if not counted)
            forced = np.where(matching, matching, np.where(lower, lower, open_rows))
            legal = forced if extra.is_forced else open_rows
            for row, is_joker in product(range(column.rows), (False, True)):
                fits = lanes[(legal >> row & 1 == 1) & ((matching == 0) & extra.is_joker == is_joker)]
                joker_score = column.joker_scores[row]
                points = joker_score if is_joker and joker_score >= 0 else column.scores[row][roll]
                if len(fits):
                    yield row, fits, points, extra.points


def _index(column: Column, open_rows: Ints, holding: Ints, total: Ints) -> Ints:
    return (open_rows * column.holdings + holding) * column.totals + total


Worth = Callable[[Ints, int, int, int], Floats]
"""A function that returns the worth of entering a roll, given the indices of states, the row (-1: the bonus row),
its points and extra points."""


def legal_posts(states: States, worth: Worth) -> Iterator[tuple[int, tuple[int | slice, Ints], Floats]]:
    """Yield tuples (row, index, values) that together cover all legal ways to enter a roll; row -1 is the bonus
    row. `index` is an index into an array [rolls][states]: it selects rolls and states for which a post in the row
    is legal. `values` has the results of `worth` for these posts. Five alike in states whose Yahtzee box is filled
    have tuples of their own; in the other tuples their value is minus infinity."""
    keeps, special = states.column.keeps, states.are_alike_special()
    for row, scores in enumerate(states.column.scores):
        lanes = np.flatnonzero(states.open_rows >> row & 1)
        if len(lanes):
            points, kind = np.unique(scores, return_inverse=True)
            by_roll = np.array([worth(lanes, row, int(score), 0) for score in points])[kind]
            by_roll[np.ix_(np.array(keeps.alike()), special[lanes])] = -np.inf
            yield row, (slice(None), lanes), by_roll
    for face, roll in enumerate(keeps.alike(), 1):
        for row, lanes, score, bonus in states.alike_posts(face):
            yield row, (roll, lanes), worth(lanes, row, score, bonus)


def points_to_come(states: States, values: Floats) -> Worth:
    """Return a `Worth` function that adds the expected later points to the points of a post. `values` has the
    expected points of each state, in the order of `Column.index`."""

    def worth(lanes: Ints, row: int, points: int, extra: int) -> Floats:
        if row < 0:
            return extra + values[states.index()[lanes]]
        index, bonus = states.after(lanes, row, points)
        return extra + (points + bonus + values[index])

    return worth


def solve(column: Column, progress: Progress = silent) -> array[float]:
    values = np.zeros(column.states)
    done, total = 0, (1 << column.rows) - 1
    at_once = max(1, _LANES // (column.totals * column.holdings) * 2)
    for size in range(1, column.rows + 1):
        sets = [open_rows for open_rows in range(1 << column.rows) if open_rows.bit_count() == size]
        for first in range(0, len(sets), at_once):
            states, places, lanes = _classes_of_states(column, sets[first : first + at_once])
            values[places] = _turn_values(states, values)[lanes]
            done += len(sets[first : first + at_once])
            progress(done / total)
    return array("d", values.tobytes())


def post(column: Column, values: array[float], state: State) -> array[float]:
    open_rows, holding, total = state
    posts, _ = _posts(States.of(column, open_rows, holding, np.array([total])), np.frombuffer(values))
    return array("d", posts.tobytes())


def turn(column: Column, posts: array[float], lanes: int = 1) -> array[float]:
    return array("d", keep_values(column, np.frombuffer(posts).reshape(-1, lanes)).tobytes())


def keep_values(column: Column, posts: Floats) -> Floats:
    """Return the value of keeping each set of dice, [rerolls][keeps][states] with the last re-roll first; `posts`,
    [rolls][states], has the values of the last rolls (the dice after the last re-roll)."""
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


def _classes_of_states(column: Column, row_sets: list[int]) -> tuple[States, Ints, Ints]:
    """Divide the states with these sets of open rows (bit masks) into classes with the same expected points.

    Return one state of each class, the numbers of all states (`Column.index`), and for each number the index of the
    state's class.
    """
    lanes: list[State] = []
    places: list[tuple[int, int]] = []
    for open_rows in row_sets:
        for holding in holdings_of(column, open_rows):
            for totals in classes_of(column, open_rows):
                places += [(column.index(open_rows, holding, total), len(lanes)) for total in totals]
                lanes.append((open_rows, holding, totals[0]))
    where, lane = np.array(places).T
    return States(column, *np.array(lanes).T), where, lane


def holdings_of(column: Column, open_rows: int) -> range:
    """Return the holdings (1 if the Yahtzee box has its points, else 0) that matter while these rows are open."""
    is_special = column.yahtzee_row >= 0 and not open_rows >> column.yahtzee_row & 1
    return range(column.holdings if is_special else 1)


def classes_of(column: Column, open_rows: int) -> tuple[tuple[int, ...], ...]:
    """Return the possible sums of the upper rows, divided into groups: for all sums in a group the same future
    scores earn the bonus. Sums above `bonus_at` count as `bonus_at`."""
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


def posts_of(column: Column, values: array[float], states: array[int]) -> array[float]:
    rest, total = np.divmod(np.array(states), column.totals)
    posts, _ = _posts(States(column, *np.divmod(rest, column.holdings), total), np.frombuffer(values))
    return array("d", posts.tobytes())


def _turn_values(states: States, values: Floats) -> Floats:
    """Return the expected points of each state before its turn."""
    column = states.column
    posts, staying = _posts(states, values)
    chances = np.array(column.keeps.chances())
    value = np.zeros(len(states.total))
    # The value of a turn that may leave the boxes as they are depends on itself: repeat until the value is stable;
    # each round leaves 1/20 of the error.
    while True:
        for roll, lanes in staying:
            posts[roll, lanes] = column.extras[-1].points + value[lanes]
        keeps = np.empty((len(column.keeps), len(value)))
        keeps[column.keeps.first_roll :] = posts
        for _ in range(column.rerolls):
            average(column.keeps, keeps)
            _choose(column.keeps, keeps)
        before, value = value, chances @ keeps[column.keeps.first_roll :]
        if not staying or np.max(value - before) <= _ITERATIONS_END:
            return value


def _posts(states: States, values: Floats) -> tuple[Floats, list[tuple[int | slice, Ints]]]:
    """Return an array [rolls][states] with the value of each last roll (the dice after the last re-roll) in its
    best row, and a list of indices that select from this array the extra Yahtzees that fill no box."""
    posts = np.full((len(states.column.keeps.rolls), len(states.total)), -np.inf)
    staying = []
    for row, place, worth in legal_posts(states, points_to_come(states, values)):
        posts[place] = np.maximum(posts[place], worth)
        if row < 0:
            staying.append(place)
    return posts, staying


def average(all_keeps: Keeps, keeps: Floats) -> None:
    """Fill `keeps`, [keeps][states], with the expected value of keeping each set of dice and rolling the others.

    The caller must have filled in the last items, which are those of the rolls (keeps of all dice).
    """
    for first, end, plus, _ in reversed(steps(all_keeps)[:-1]):
        total = keeps[plus[:, 0]]
        for face in range(1, all_keeps.faces):
            total += keeps[plus[:, face]]
        keeps[first:end] = total * (1 / all_keeps.faces)


def _choose(all_keeps: Keeps, keeps: Floats) -> None:
    """Overwrite the value of each keep in `keeps`, [keeps][states], with the highest value of a keep that is part
    of it."""
    for first, end, _, less in steps(all_keeps)[1:]:
        best = keeps[first:end]
        for neighbour in range(less.shape[1]):
            np.maximum(best, keeps[less[:, neighbour]], out=best)


@cache
def steps(all_keeps: Keeps) -> tuple[tuple[int, int, Ints, Ints], ...]:
    """Return a tuple (first, end, plus, less) for each number of kept dice. `first` is the index of the first keep
    with so many dice, `end` the index after the last. For each of these keeps the array `plus` has a row with the
    indices of the keeps with one die more, `less` a row with the indices of the keeps with one die less.

    The rows of `less` are made equally long by repeating each row's last index.
    """
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
