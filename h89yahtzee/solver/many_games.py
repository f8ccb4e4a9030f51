"""Many games of one player at once, in numpy, by rules with one column. A lane is the place of a game in the
arrays; after the end of a game, the next one takes the same lane.

Actions and observations are the numbers that `players.numbered_actions` describes. The dice of a roll depend on
nothing but the seed, the lane, the number of the game in its lane, the turn and the roll. A hash of these labels
(splitmix64) gives 53 bits, which choose one of the 6^n outcomes of n dice. The probabilities of the outcomes differ
by less than one part in 10^12.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import IllegalAction
from h89yahtzee.solver.backend import backend
from h89yahtzee.solver.column import Column, column_of
from h89yahtzee.solver.keeps import Keeps, parts_of_rolls
from h89yahtzee.solver.values import Values

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Hashes = NDArray[np.uint64]

TURNS, ROLLS = 2**16, 4
"""`TURNS` is the number of turns after which the dice of a game repeat: turn n + `TURNS` gets those of turn n.
`ROLLS` is the most rolls that a turn can have."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """A column as arrays.

    `parts` is `parts_of_rolls` as an array: the keep (kept dice) for each subset of a roll's sorted dice.
    `counts[roll][face]` is the number of dice that show a face, `alike[roll]` the face of five alike, else 0. The
    rolls that can follow from a keep are the `ways[keep]` items of `outcomes` from `first[keep]` on.
    `scores[roll][row]` is the score of a roll in a row; after the column's rows follows the bonus row, with 0.
    """

    parts: Ints
    counts: Ints
    alike: Ints
    first: Ints
    ways: Ints
    outcomes: Ints
    scores: Ints
    joker_scores: Ints
    faces: Ints


@cache
def _tables(column: Column) -> _Tables:
    keeps = column.keeps
    outcomes = [_outcomes(keeps, kept) for kept in range(len(keeps))]
    ways = np.array([len(each) for each in outcomes])
    faces = range(1, keeps.faces + 1)
    scores = np.array([*column.scores, [0] * len(keeps.rolls)]).T
    return _Tables(
        parts=np.array(parts_of_rolls(keeps)),
        counts=np.array([[roll.count(face) for face in faces] for roll in keeps.rolls]),
        alike=np.array([roll[0] if len(set(roll)) == 1 else 0 for roll in keeps.rolls]),
        first=np.cumsum(ways) - ways,
        ways=ways,
        outcomes=np.array([roll for each in outcomes for roll in each]),
        scores=np.ascontiguousarray(scores),
        joker_scores=np.array([*column.joker_scores, -1]),
        faces=np.array([*column.faces, 0]),
    )


def _outcomes(keeps: Keeps, kept: int) -> list[int]:
    """Return the rolls that follow from keep number `kept`: one for each combination of faces of the other dice."""
    dice = keeps.all[kept]
    rolled = product(range(1, keeps.faces + 1), repeat=keeps.dice - len(dice))
    return [keeps.roll((*dice, *faces)) for faces in rolled]


class ManyGames:
    """`count` games by `rules`, with the dice of `seed`; as soon as a game ends, the next begins in its lane (its
    place in the arrays).

    If `duplicate`, all lanes get the same dice. For the present dice, `legal[lane][action]` tells whether an action
    is legal, `points[lane][row]` is the score of a post, and `extra[lane]` the bonus for an extra Yahtzee that any
    post of these dice earns, else 0. `turn` and `game` count from 0 in each lane. `finals[lane]` is the total of
    the lane's last finished game; `ends` has the last observations of the games that the last step ended.
    """

    def __init__(self, rules: RuleSet, count: int, seed: int, duplicate: bool = False) -> None:
        self.rules, self.column = rules, column_of(rules)
        self._tables = _tables(self.column)
        self._lanes = np.arange(count)
        self._streams = _streams(seed, np.zeros_like(self._lanes) if duplicate else self._lanes)
        rows, parts = self.column.rows, self._tables.parts.shape[1]
        self.keeps = parts
        self._numbers = self._tables.counts.shape[1] + rows + 4
        has_bonus_row = any(extra.is_spared for extra in self.column.extras)
        self.actions = parts + rows + has_bonus_row
        rolled = self.rules.dice - np.array([part.bit_count() for part in range(parts)])
        self._may_keep = rolled >= rules.least_rolled
        self.open_rows, self.holding, self.upper, self.total = (np.zeros(count, np.int64) for _ in range(4))
        self.turn, self.game, self.finals = (np.zeros(count, np.int64) for _ in range(3))
        self.rolls_left = np.full(count, rules.rerolls)
        self.open_rows[:] = self._full
        self.roll = self._rolled(np.zeros_like(self._lanes))
        self._look()

    @property
    def _full(self) -> int:
        return (1 << self.column.rows) - 1

    def step(self, actions: Ints) -> tuple[Ints, Bools]:
        """Do an action in each lane; return the points that each adds, and whether it ends the lane's game.

        If any action isn't legal, do nothing and raise IllegalAction.
        """
        self.check(actions)
        is_post = actions >= self.keeps
        kept = np.zeros_like(actions)
        rolling, posting = np.flatnonzero(~is_post), np.flatnonzero(is_post)
        kept[rolling] = self._tables.parts[self.roll[rolling], actions[rolling]]
        self.rolls_left[rolling] -= 1
        before = self.total.copy()
        self._post(posting, actions[posting] - self.keeps)
        gained = self.total - before
        is_over = self.open_rows == 0
        if is_over.any():
            self._begin(np.flatnonzero(is_over))
        self.roll = self._rolled(kept)
        self._look()
        return gained, is_over

    def index(self) -> Ints:
        """Return for each lane the number that `Column.index` gives to the state in which the present turn
        began."""
        return (self.open_rows * self.column.holdings + self.holding) * self.column.totals + self.upper

    def after(self, lanes: Ints, rows: Ints, points: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Return four arrays: the open rows, holdings (see `Column`) and upper sums after posting `points` in
        `rows` in these lanes, and the upper bonuses that this earns. The arguments are broadcast against each
        other. Row `Column.rows` is the bonus row: a post there changes nothing in the first three, and earns no
        upper bonus."""
        column = self.column
        upper = self.upper[lanes]
        reached = np.minimum(upper + np.where(self._tables.faces[rows] > 0, points, 0), column.bonus_at)
        bonus = np.where((upper < column.bonus_at) & (reached == column.bonus_at), column.bonus, 0)
        is_held = (rows == column.yahtzee_row) & (points > 0) if column.yahtzee_row >= 0 else np.False_
        holding = np.where(is_held, 1, self.holding[lanes])
        return self.open_rows[lanes] & ~(1 << rows), holding, reached, bonus

    def observations(self) -> NDArray[np.float32]:
        """Return the numbers that describe each lane's game, [lanes][numbers]: see `players.numbered_actions`."""
        rows = self.column.rows
        counts = self._tables.counts[self.roll]
        seen = np.empty((len(self._lanes), self._numbers), np.float32)
        seen[:, : counts.shape[1]] = counts
        seen[:, counts.shape[1]] = self.rolls_left
        seen[:, -rows - 3 : -3] = self._open
        self._write_standings(seen)
        return seen

    def parts(self, lanes: Ints) -> Ints:
        """Return for these lanes the keep (kept dice, by index in `Keeps.all`) for each subset of the sorted dice,
        [lanes][subsets]; `parts_of_rolls` numbers the subsets."""
        return self._tables.parts[self.roll[lanes]]

    def sorted_dice(self) -> Ints:
        """Return the dice of each lane in ascending order, [lanes][dice]."""
        dice: Ints = np.array(self.column.keeps.rolls)[self.roll]
        return dice

    def _write_standings(self, seen: NDArray[np.float32]) -> None:
        for place, numbers in enumerate((self.upper, self.holding, self.total), -3):
            seen[:, place] = numbers

    def check(self, actions: Ints) -> None:
        """Raise IllegalAction unless there is a legal action for each lane."""
        if actions.shape != self._lanes.shape or not ((actions >= 0) & (actions < self.actions)).all():
            raise IllegalAction(f"expected {len(self._lanes)} numbers of actions, 0 to {self.actions - 1}")
        is_legal = self.legal[self._lanes, actions]
        if not is_legal.all():
            lane = int(np.flatnonzero(~is_legal)[0])
            raise IllegalAction(f"game {lane}: action {actions[lane]} isn't legal there")

    def _post(self, lanes: Ints, rows: Ints) -> None:
        points = self.points[lanes, rows]
        open_rows, holding, upper, bonus = self.after(lanes, rows, points)
        self.total[lanes] += points + self.extra[lanes] + bonus
        self.open_rows[lanes], self.holding[lanes], self.upper[lanes] = open_rows, holding, upper
        self.turn[lanes] += 1
        self.rolls_left[lanes] = self.rules.rerolls

    def _begin(self, lanes: Ints) -> None:
        """Begin the next game in these lanes."""
        self.finals[lanes] = self.total[lanes]
        self.ends = np.zeros((len(self._lanes), self._numbers), np.float32)
        self._write_standings(self.ends)
        for each in (self.holding, self.upper, self.total, self.turn):
            each[lanes] = 0
        self.open_rows[lanes] = self._full
        self.game[lanes] += 1

    def _rolled(self, kept: Ints) -> Ints:
        """Return the roll in each lane once the dice that aren't `kept` have been rolled."""
        label = (self.game * TURNS + self.turn % TURNS) * ROLLS + (self.rules.rerolls - self.rolls_left)
        share = _hashed(self._streams + label.astype(np.uint64)) >> np.uint64(11)
        chosen = (share * (self._tables.ways[kept] * 2.0**-53)).astype(np.int64)
        roll: Ints = self._tables.outcomes[self._tables.first[kept] + chosen]
        return roll

    def _look(self) -> None:
        """Compute which actions are legal with the present dice of each lane, and the points of each post."""
        column, tables = self.column, self._tables
        bits = 1 << np.arange(column.rows)
        self._open = (self.open_rows[:, None] & bits) != 0
        self.legal = np.zeros((len(self._lanes), self.actions), np.bool_)
        self.legal[:, : self.keeps] = (self.rolls_left > 0)[:, None] & self._may_keep
        self.legal[:, self.keeps : self.keeps + column.rows] = self._open
        self.points = tables.scores[self.roll]
        self.extra = np.zeros_like(self.total)
        if column.yahtzee_row >= 0:
            is_special = (tables.alike[self.roll] > 0) & ~self._open[:, column.yahtzee_row]
            self._look_at_extras(np.flatnonzero(is_special))

    def _look_at_extras(self, special: Ints) -> None:
        """Correct `legal`, `points` and `extra` in lanes where five alike are an extra Yahtzee."""
        column, tables = self.column, self._tables
        rows = slice(self.keeps, self.keeps + column.rows)
        for holding, extra in enumerate(column.extras):
            lanes = special[self.holding[special] == holding]
            self.extra[lanes] = extra.points
            if extra.is_spared:
                self.legal[lanes, rows] = False
                self.legal[lanes, rows.stop] = True
                self.points[lanes] = 0
                continue
            faces = tables.faces[: column.rows]
            matching = self._open[lanes] & (faces == tables.alike[self.roll[lanes]][:, None])
            is_matching = matching.any(1)
            if extra.is_joker:
                joker = np.where(tables.joker_scores >= 0, tables.joker_scores, self.points[lanes])
                self.points[lanes] = np.where(is_matching[:, None], self.points[lanes], joker)
            if extra.is_forced:
                lower = self._open[lanes] & (faces == 0)
                others = np.where(lower.any(1)[:, None], lower, self._open[lanes])
                self.legal[lanes, rows] = np.where(is_matching[:, None], matching, others)


def _streams(seed: int, lanes: Ints) -> Hashes:
    """Return for each lane a number that is added to the labels of its rolls before they are hashed."""
    return _hashed(_hashed(np.full(len(lanes), seed, np.uint64)) + lanes.astype(np.uint64))


def _hashed(numbers: Hashes) -> Hashes:
    """Return the hash of each number: the output function of splitmix64, by Steele, Lea and Flood (2014)."""
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


Floats = NDArray[np.float64]

_AT_ONCE = 32
"""The number of turns whose values fit into the processor's cache together."""


class ManyValues:
    """The exact values of actions in `games`: the expected final totals if the players play best after the action.

    `expected` has the value of each lane's best next action. `regret` is the value that the last action in each
    lane gave away, `luck` the change of the value by the roll since that action. If the action ended a game, that
    roll is the first roll of the next game.
    """

    def __init__(self, games: ManyGames, values: Values) -> None:
        self._games = games
        self._column = values.column
        self._values = values.table
        self._table = np.frombuffer(values.table)
        self._start = values.start()
        self._of_keeps = np.empty((len(games.total), self._column.rerolls * len(self._column.keeps)))
        self._lanes = np.arange(len(games.total))
        self.regret = np.zeros(len(games.total))
        self._judge_turns(self._lanes)
        self.of_actions = self._of_actions()
        self.expected = self.of_actions.max(1)
        self.luck = self.expected - self._start

    def before(self, actions: Ints) -> Floats:
        """Set `regret` for these actions, one for each lane, which must be legal. Return the values after the
        actions, before the next roll."""
        after = self.of_actions[self._lanes, actions]
        self.regret = self.expected - after
        return after

    def judge(self, after: Floats, posted: Ints, is_over: NDArray[np.bool_]) -> None:
        """Compute the values after a step of the games. `after` is what `before` returned for the actions of the
        step. `posted` has the indices of the lanes in which the action was a post; `is_over` tells for each lane
        whether the action ended the game."""
        self._judge_turns(posted)
        self.of_actions = self._of_actions()
        self.expected = self.of_actions.max(1)
        self.luck = self.expected - np.where(is_over, self._start, after)

    def _judge_turns(self, lanes: Ints) -> None:
        """Compute the value of each keep in the turns that begin in these lanes."""
        column, states = self._column, self._games.index().astype(np.int32)
        for first in range(0, len(lanes), _AT_ONCE):
            some = lanes[first : first + _AT_ONCE]
            last_rolls = backend().posts_of(column, self._values, array("i", states[some].tobytes()))
            turns = np.frombuffer(backend().turn(column, last_rolls, len(some)))
            self._of_keeps[some] = turns.reshape(-1, len(some)).T

    def _of_actions(self) -> Floats:
        """Return the value of each action, [lanes][actions], -inf for illegal ones."""
        games, keeps = self._games, self._games.keeps
        found = np.full(games.legal.shape, -np.inf)
        rolling = np.flatnonzero(games.rolls_left)
        first = (games.rolls_left[rolling] - 1) * len(self._column.keeps)
        places = first[:, None] + games.parts(rolling)
        found[rolling, :keeps] = games.total[rolling, None] + self._of_keeps[rolling[:, None], places]
        found[:, keeps:] = self._of_posts(games.actions - keeps)
        found[~games.legal] = -np.inf
        return found

    def _of_posts(self, count: int) -> Floats:
        """Return the value of posting in each of the first `count` rows, legal or not, [lanes][rows]; the row after
        the last row of the column is the bonus row."""
        games, column = self._games, self._column
        rows = np.arange(column.rows)[None, :]
        open_rows, holding, upper, bonus = games.after(self._lanes[:, None], rows, games.points[:, : column.rows])
        later = self._table[(open_rows * column.holdings + holding) * column.totals + upper]
        found = np.empty((len(self._lanes), count))
        sure = games.total + games.extra
        found[:, : column.rows] = sure[:, None] + games.points[:, : column.rows] + bonus + later
        if count > column.rows:
            found[:, column.rows] = sure + self._table[games.index()]
        return found
