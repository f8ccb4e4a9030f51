"""Many games of one column, played side by side in numpy; the kernel decides for the players.

The kernel judges the posts and solves the turns as it does for one game. Dice are rolled and posted here for all
games at once; a test compares the results with those of `game.state`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.game.dice import Dice
from h89yahtzee.players.winner import MOST_BLOCKS
from h89yahtzee.solver import kernel
from h89yahtzee.solver.backend import backend
from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.distributions import LENGTH, POINT, Distributions, worth
from h89yahtzee.solver.values import Values

Ints = NDArray[np.int64]


@dataclass(slots=True)
class Cards:
    """One player's card in each game: the state of its column (see `column.State`), and its points so far
    (`score`)."""

    open_rows: Ints
    holding: Ints
    total: Ints
    score: Ints

    @classmethod
    def empty(cls, column: Column, games: int) -> Cards:
        zeros = [np.zeros(games, dtype=np.int64) for _ in range(3)]
        return cls(np.full(games, (1 << column.rows) - 1), *zeros)

    def state(self, game: int) -> State:
        return int(self.open_rows[game]), int(self.holding[game]), int(self.total[game])

    def states(self, column: Column) -> array[int]:
        """Return the numbers of the states, as `Column.index` counts them."""
        index = (self.open_rows * column.holdings + self.holding) * column.totals + self.total
        return array("i", index.astype(np.int32).tobytes())


@dataclass(frozen=True, slots=True)
class Posts:
    """The value of each last roll, and the row in which it should be posted, both [rolls][games]."""

    values: array[float]
    rows: Ints


Judge = Callable[[list[Cards], int], Posts]
"""A function that returns the posts of the player in a seat, given the cards of all players and the seat."""


def by_points(values: Values) -> Judge:
    """Return the decisions of the player with the highest expected score."""

    def judge(cards: list[Cards], seat: int) -> Posts:
        column, states = values.column, cards[seat].states(values.column)
        posts, rows = kernel.judge_points(column, values.table, states)
        return Posts(posts, _as_array(column, rows))

    return judge


def by_wins(values: Values, coarse: Distributions, fine: Distributions, most_exact: int = 0) -> Judge:
    """Return the decisions of the player `winner`. The distributions `fine` are used for cards with few open rows,
    as many as `fine` has been made for, and `coarse` for the others.

    If two play and at most `most_exact` rows are open, the end of each game is solved exactly, in some
    milliseconds.
    """

    def judge(cards: list[Cards], seat: int) -> Posts:
        column = values.column
        mine = cards[seat]
        held_by = [_distributions(held, coarse, fine) for held in cards]
        finals = [
            _finals(distributions, held.states(column), held.score - mine.score)
            for other, (held, distributions) in enumerate(zip(cards, held_by, strict=True))
            if other != seat
        ]
        worths = worth(finals, len(mine.score))
        my = held_by[seat]
        posts, rows = backend().judge(my.layout, my.masses, mine.states(column), LENGTH, worths)
        found = Posts(posts, _as_array(column, rows))
        is_late = len(cards) == 2 and int(mine.open_rows[0]).bit_count() <= most_exact
        return _with_exact_ends(found, values, mine, cards[1 - seat]) if is_late else found

    return judge


def _with_exact_ends(posts: Posts, values: Values, mine: Cards, others: Cards) -> Posts:
    """Return the posts, with exact values in the games whose end can be solved exactly."""
    column, games = values.column, len(mine.score)
    by_points, _ = kernel.judge_points(column, values.table, mine.states(column))
    worth, rows = np.array(posts.values).reshape(-1, games), posts.rows.copy()
    for game in range(games):
        states, lead = (mine.state(game), others.state(game)), int(mine.score[game] - others.score[game])
        chances = kernel.end_chances(column, (None, None), states, lead, MOST_BLOCKS)
        if chances is not None:
            by_row = np.frombuffer(chances).reshape(column.rows, -1)
            rows[:, game] = by_row.argmax(axis=0)
            worth[:, game] = by_row.max(axis=0) + POINT * np.array(by_points[game::games])
    return Posts(array("d", worth.tobytes()), rows)


def _distributions(cards: Cards, coarse: Distributions, fine: Distributions) -> Distributions:
    """Return the distributions for these cards, which have the same number of open rows in all games."""
    return fine if int(cards.open_rows[0]).bit_count() <= fine.layout.most_open else coarse


def _finals(distributions: Distributions, states: array[int], leads: Ints) -> array[float]:
    as_array = array("i", leads.astype(np.int32).tobytes())
    return backend().finals(distributions.layout, distributions.masses, states, as_array, LENGTH)


def _as_array(column: Column, rows: array[int]) -> Ints:
    return np.frombuffer(rows, dtype=np.int8).reshape(len(column.keeps.rolls), -1).astype(np.int64)


def _keeps(roll: Dice) -> Iterator[Dice]:
    return chain.from_iterable(combinations(roll, size) for size in range(len(roll) + 1))


@dataclass(slots=True)
class Games:
    """The games of one rule set, and the tables of its column as arrays."""

    column: Column
    random: np.random.Generator
    plus: Ints = field(init=False)
    subsets: Ints = field(init=False)
    scores: Ints = field(init=False)

    def __post_init__(self) -> None:
        all_keeps = self.column.keeps
        self.plus = np.array(all_keeps.plus)
        self.scores = np.array(self.column.scores)
        subsets = [
            sorted(
                {
                    all_keeps.number(tuple(face for n, face in enumerate(roll) if keeps >> n & 1))
                    for keeps in range(32)
                }
            )
            for roll in all_keeps.rolls
        ]
        most = max(map(len, subsets))
        self.subsets = np.array([[*keeps, *keeps[-1:] * (most - len(keeps))] for keeps in subsets])

    def play(self, judges: list[Judge], games: int) -> Ints:
        """Play `games` games between the players of `judges`; return the final scores, [seats][games]."""
        cards = [Cards.empty(self.column, games) for _ in judges]
        for _ in range(self.column.rows):
            for seat, judge in enumerate(judges):
                self._play_turn(cards[seat], judge(cards, seat))
        return np.array([held.score for held in cards])

    def _play_turn(self, cards: Cards, posts: Posts) -> None:
        games = len(cards.score)
        lanes = np.arange(games)
        roll = self._rolled(np.zeros(games, dtype=np.int64))
        for values in self.keep_values(posts.values, games)[::-1]:
            candidates = self.subsets[roll]
            best = values[candidates, lanes[:, None]].argmax(axis=1)
            roll = self._rolled(candidates[lanes, best])
        self.post(cards, roll, posts.rows[roll, lanes])

    def keep_values(self, posts: array[float], games: int) -> NDArray[np.float64]:
        """Return the values of all keeps, [rerolls][keeps][games], the last re-roll first."""
        values = backend().turn(self.column, posts, games)
        return np.frombuffer(values).reshape(self.column.rerolls, -1, games)

    def _rolled(self, keep: Ints) -> Ints:
        """Return random rolls that contain these keeps."""
        all_keeps = self.column.keeps
        for _ in range(all_keeps.dice):
            is_short = keep < all_keeps.first_roll
            face = self.random.integers(0, all_keeps.faces, len(keep))
            keep = np.where(is_short, self.plus[np.where(is_short, keep, 0), face], keep)
        return keep - all_keeps.first_roll

    def post(self, cards: Cards, roll: Ints, row: Ints) -> None:
        """Post the rolls in these rows; row -1 is the bonus row, which changes no box."""
        column = self.column
        upper = np.array(column.faces)[row] > 0
        points, extra = self._points(cards, roll, row)
        after = np.where(upper, np.minimum(cards.total + points, column.bonus_at), cards.total)
        bonus = np.where((cards.total < column.bonus_at) & (after == column.bonus_at), column.bonus, 0)
        is_posted = row >= 0
        cards.score += np.where(is_posted, points + bonus, 0) + extra
        cards.total = np.where(is_posted, after, cards.total)
        if column.yahtzee_row >= 0:
            cards.holding = np.where((row == column.yahtzee_row) & (points > 0), 1, cards.holding)
        cards.open_rows &= ~np.where(is_posted, 1 << np.maximum(row, 0), 0)

    def _points(self, cards: Cards, roll: Ints, row: Ints) -> tuple[Ints, Ints]:
        """Return the points in the row, and those for an extra Yahtzee."""
        column = self.column
        points = self.scores[row, roll]
        if column.yahtzee_row < 0:
            return points, np.zeros_like(points)
        alike = np.array(column.keeps.alike())
        is_extra = np.isin(roll, alike) & (cards.open_rows >> column.yahtzee_row & 1 == 0)
        upper_of_face = np.array([column.faces.index(face) for face in range(1, len(alike) + 1)])
        face = np.array([dice[0] for dice in column.keeps.rolls])[roll]
        is_matching = (cards.open_rows >> upper_of_face[face - 1] & 1) == 1
        jokers = np.array([extra.is_joker for extra in column.extras])[cards.holding] & is_extra & ~is_matching
        joker_points = np.array(column.joker_scores)[row]
        extra = np.array([extra.points for extra in column.extras])[cards.holding]
        return np.where(jokers & (joker_points >= 0), joker_points, points), np.where(is_extra, extra, 0)
