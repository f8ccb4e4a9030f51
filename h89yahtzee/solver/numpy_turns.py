"""A turn of many states at once, in numpy: what each last roll is worth, in which row, and how likely it is.

A lane is a state of one set of open rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from h89yahtzee.solver.column import Column
from h89yahtzee.solver.keeps import Keeps
from h89yahtzee.solver.numpy_values import Floats, Ints, average, steps

_EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class States:
    """States of one set of open rows."""

    column: Column
    open_rows: int
    holding: Ints
    total: Ints

    @property
    def rows(self) -> list[int]:
        return [row for row in range(self.column.rows) if self.open_rows >> row & 1]

    @property
    def is_alike_special(self) -> bool:
        row = self.column.yahtzee_row
        return row >= 0 and not self.open_rows >> row & 1

    def index(self) -> Ints:
        return _index(self.column, self.open_rows, self.holding, self.total)

    def after(self, row: int, points: int) -> tuple[Ints, Ints]:
        """The states after `points` in `row`, by `Column.index`, and the upper bonuses that they earn."""
        column, total, holding = self.column, self.total, self.holding
        bonus = np.zeros_like(total)
        if column.faces[row]:
            total = np.minimum(total + points, column.bonus_at)
            bonus = column.bonus * ((self.total < column.bonus_at) & (total == column.bonus_at))
        if row == column.yahtzee_row and points:
            holding = np.ones_like(holding)
        return _index(column, self.open_rows & ~(1 << row), holding, total), bonus

    def legal_alike(self, face: int) -> tuple[list[int], bool]:
        """The legal rows for five alike of `face` where they are special, and whether they are a joker.

        Row -1 is the bonus row. The lanes have one holding.
        """
        faces, extra = self.column.faces, self.column.extras[int(self.holding[0])]
        matching = [row for row in self.rows if faces[row] == face]
        lower = [row for row in self.rows if not faces[row]]
        legal = (matching or lower or self.rows) if extra.is_forced else self.rows
        return [-1] if extra.is_spared else legal, extra.is_joker and not matching

    def alike_points(self, row: int, face: int, is_joker: bool) -> int:
        joker_score = self.column.joker_scores[row]
        roll = self.column.keeps.alike()[face - 1]
        return joker_score if is_joker and joker_score >= 0 else self.column.scores[row][roll]


def _index(column: Column, open_rows: int, holding: Ints, total: Ints) -> Ints:
    return (open_rows * column.holdings + holding) * column.totals + total


Worth = Callable[[int, int, int], Floats]
"""What a post is worth by lane, from the row (-1: the bonus row), the points there and those on top."""


def best_posts(states: States, worth: Worth) -> tuple[Floats, Ints]:
    """What each last roll is worth, and the row: both [rolls][lanes]."""
    column = states.column
    posts = np.full((len(column.keeps.rolls), len(states.total)), -np.inf)
    rows = np.full(posts.shape, -1)
    for row in states.rows:
        points, kind = np.unique(column.scores[row], return_inverse=True)
        by_kind = np.array([worth(row, int(score), 0) for score in points])[kind]
        is_better = by_kind > posts + _EQUAL
        posts, rows = np.where(is_better, by_kind, posts), np.where(is_better, row, rows)
    if states.is_alike_special:
        for face, roll in enumerate(column.keeps.alike(), 1):
            posts[roll], rows[roll] = _post_alike(states, face, worth)
    return posts, rows


def _post_alike(states: States, face: int, worth: Worth) -> tuple[Floats, Ints]:
    legal, is_joker = states.legal_alike(face)
    extra = states.column.extras[int(states.holding[0])].points
    best, rows = np.full(len(states.total), -np.inf), np.full(len(states.total), -1)
    for row in legal:
        value = worth(row, 0 if row < 0 else states.alike_points(row, face, is_joker), extra)
        is_better = value > best
        best, rows = np.where(is_better, value, best), np.where(is_better, row, rows)
    return best, rows


def roll_chances(all_keeps: Keeps, posts: Floats, rerolls: int) -> Floats:
    """The probability of each last roll, [rolls][lanes], from what it is worth."""
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
    """The value of the best keep of each multiset, in its place, and which keep that is."""
    chosen = np.repeat(np.arange(len(keeps))[:, np.newaxis], keeps.shape[1], axis=1)
    for first, end, _, less in steps(all_keeps)[1:]:
        for neighbour in range(less.shape[1]):
            value = keeps[less[:, neighbour]]
            is_better = value > keeps[first:end] + _EQUAL
            keeps[first:end] = np.where(is_better, value, keeps[first:end])
            chosen[first:end] = np.where(is_better, chosen[less[:, neighbour]], chosen[first:end])
    return chosen
