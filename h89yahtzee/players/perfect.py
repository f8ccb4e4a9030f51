"""Perfect play in one column: the most points that a player could make if all dice of the game were known before.

Each turn has a block of dice for each roll; a re-roll of n dice takes the first n of its block. So a turn can end
with few different hands (final dice), at most 32 x 32 with five dice and two re-rolls. The best way to post one
hand in each turn is found by a best-first search (A*). Its states tell the turn, the open rows, the sum of the
upper rows, and whether the Yahtzee box has points. The search's estimate of the points to come is never too low,
though it may count an upper bonus that isn't earned. So the first complete card that the search meets is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, Deal, Roll, Score
from h89yahtzee.solver.column import Column, column_of

_BONUS_ROW = -1
"""The number by which `_Move.row` stands for the bonus row; a post there fills no box."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way to end a turn: the final `dice` by position, and the positions `rolled` in each re-roll."""

    dice: Dice
    rolled: tuple[tuple[int, ...], ...]


class _State(NamedTuple):
    """A state before a turn: `open_rows` is a bit mask, `holding` 1 if the Yahtzee box has points, else 0, and
    `total` the sum of the upper rows."""

    turn: int
    open_rows: int
    holding: int
    total: int


class _Move(NamedTuple):
    """A post of the hand with the index `roll` in `Keeps.rolls`, for `points` in `row` and `extra` points in the
    bonus row."""

    row: int
    roll: int
    points: int
    extra: int


def endings(blocks: Sequence[Dice]) -> dict[Dice, Ending]:
    """Return the possible hands (the final dice of a turn, sorted), each with a way to get it that takes the fewest
    rolls.

    `blocks` has the block of dice for each roll, from which a re-roll of n dice takes the first n.

    A re-roll of no dice, which some rules allow, is never needed. If it were replaced by a re-roll of the dice that
    are rolled in the following re-roll, the turn would end with the same dice.
    """
    first, *later = blocks
    reached = {tuple(sorted(first)): Ending(first, ())}
    found = dict(reached)
    for block in later:
        rolled = [after for before in reached.values() for after in _after_roll(before, block)]
        reached = {tuple(sorted(after.dice)): after for after in rolled}
        found = reached | found
    return found


def _after_roll(before: Ending, block: Dice) -> Iterator[Ending]:
    places = range(len(before.dice))
    for size in range(1, len(places) + 1):
        for rolled in combinations(places, size):
            dice = list(before.dice)
            for place, face in zip(rolled, block, strict=False):
                dice[place] = face
            yield Ending(tuple(dice), (*before.rolled, rolled))


def perfect_play(rules: RuleSet, deal: Deal) -> tuple[int, list[Action]]:
    """Return the highest total of a player in seat 0 with the dice of `deal`, and decisions that lead to it.

    The rules must have one column.
    """
    column = column_of(rules)

    def endings_of(turn: int) -> dict[Dice, Ending]:
        blocks = [deal(0, turn, roll, rules.dice) for roll in range(rules.rerolls + 1)]
        return endings(blocks)

    search = _Search(column, endings_of)
    total, moves = search.best()
    actions: list[Action] = []
    for turn, move in enumerate(moves):
        ending = search.turn(turn).endings[column.keeps.rolls[move.roll]]
        row = rules.bonus_row if move.row == _BONUS_ROW else move.row
        actions += [*map(Roll, ending.rolled), Score(Box(row))]
    return total, actions


class _Turn:
    """One turn of the game. `endings` has the hands (final dice) with which the turn can end, `ordinary` and
    `without_alike` have for each row the posts that can be part of the best game.

    `ordinary[row]` has the posts of all hands; it is used as long as five alike are an ordinary roll, which they
    are while the Yahtzee box is open. Once this box is filled, `without_alike[row]`, the posts of all hands but
    five alike, is used together with `alike`, which has a pair for each hand of five alike: the face, and the index
    of the hand in `Keeps.rolls`. `limits` has two items: what `_limits` returns for `ordinary` and for
    `without_alike`.
    """

    def __init__(self, column: Column, endings: dict[Dice, Ending]) -> None:
        keeps = column.keeps
        self.endings = endings
        rolls = [keeps.roll(dice) for dice in self.endings]
        self.alike = [(face, roll) for face, roll in enumerate(keeps.alike(), 1) if roll in rolls]
        others = [roll for roll in rolls if roll not in keeps.alike()]
        self.ordinary = [_candidates(column, row, rolls) for row in range(column.rows)]
        self.without_alike = [_candidates(column, row, others) for row in range(column.rows)]
        self.limits = [_limits(column, moves) for moves in (self.ordinary, self.without_alike)]


def _candidates(column: Column, row: int, rolls: Sequence[int]) -> list[_Move]:
    """Return the posts in `row` that can be part of the best game; `rolls` are the hands, by index in
    `Keeps.rolls`.

    More points in a row are never worse than fewer, also where they count towards the upper bonus. Only in the
    Yahtzee row may fewer points be better, since the points there decide how later Yahtzees score.
    """
    by_points = {column.scores[row][roll]: roll for roll in rolls}
    points = sorted(by_points, reverse=True)
    kept = points if row == column.yahtzee_row else points[:1]
    return [_Move(row, by_points[each], each, 0) for each in kept]


def _limits(column: Column, moves: Sequence[Sequence[_Move]]) -> list[tuple[int, int, int, int]]:
    """Return four numbers for each post, from which estimates are made: the post's row, as a bit mask; its
    points; its points again, but doubled if the row is an upper one; and 1 if it puts points into the Yahtzee
    box, else 0."""
    return [
        (
            1 << move.row,
            move.points,
            move.points * (2 if column.faces[move.row] else 1),
            int(move.row == column.yahtzee_row and move.points > 0),
        )
        for posts in moves
        for move in posts
    ]


class _Search:
    """The A* search for the best game in `column`. `endings_of(n)` returns the hands with which turn n can end;
    `turn(n)` returns these hands with the posts that can be part of the best game."""

    def __init__(self, column: Column, endings_of: Callable[[int], dict[Dice, Ending]]) -> None:
        self._column = column
        self.turn = cache(lambda turn: _Turn(column, endings_of(turn)))
        self._most = cache(self._most_points)
        self._upper = sum(1 << row for row, face in enumerate(column.faces) if face)

    def best(self) -> tuple[int, list[_Move]]:
        start = _State(0, (1 << self._column.rows) - 1, 0, 0)
        reached: dict[_State, tuple[int, _State, _Move | None]] = {start: (0, start, None)}
        queue = [(-self._estimate(start), 0, start)]
        while True:
            _, gained, state = heappop(queue)
            gained = -gained
            if not state.open_rows:
                return gained, _way_to(state, reached)
            if gained < reached[state][0]:
                continue  # a better way to this state was found meanwhile
            for move in self._moves(state):
                after, points = self._after(state, move)
                total = gained + points
                if after not in reached or total > reached[after][0]:
                    reached[after] = total, state, move
                    heappush(queue, (-total - self._estimate(after), -total, after))

    def _is_special(self, open_rows: int) -> bool:
        """Return whether the Yahtzee box is filled, so that the rules for extra Yahtzees hold."""
        row = self._column.yahtzee_row
        return row >= 0 and not open_rows >> row & 1

    def _moves(self, state: _State) -> Iterator[_Move]:
        turn, is_special = self.turn(state.turn), self._is_special(state.open_rows)
        for row, moves in enumerate(turn.without_alike if is_special else turn.ordinary):
            if state.open_rows >> row & 1:
                yield from moves
        for face, roll in turn.alike if is_special else ():
            yield from self._extra_yahtzees(state, face, roll)

    def _extra_yahtzees(self, state: _State, face: int, roll: int) -> Iterator[_Move]:
        column, extra = self._column, self._column.extras[state.holding]
        if extra.is_spared:
            yield _Move(_BONUS_ROW, roll, 0, extra.points)
            return
        matching = state.open_rows & sum(1 << row for row, counted in enumerate(column.faces) if counted == face)
        lower = state.open_rows & ~self._upper
        legal = (matching or lower or state.open_rows) if extra.is_forced else state.open_rows
        for row in range(column.rows):
            if legal >> row & 1:
                is_joker = extra.is_joker and not matching and column.joker_scores[row] >= 0
                points = column.joker_scores[row] if is_joker else column.scores[row][roll]
                yield _Move(row, roll, points, extra.points)

    def _after(self, state: _State, move: _Move) -> tuple[_State, int]:
        """Return the state after a post, and all points that the post brings, an upper bonus included."""
        column, row, points = self._column, move.row, move.points + move.extra
        if row == _BONUS_ROW:
            return state._replace(turn=state.turn + 1), points
        total, holding = state.total, state.holding
        if column.faces[row]:
            total = min(total + move.points, column.bonus_at)
            points += column.bonus if state.total < column.bonus_at == total else 0
        if row == column.yahtzee_row and move.points:
            holding = 1
        return _State(state.turn + 1, state.open_rows & ~(1 << row), holding, total), points

    def _estimate(self, state: _State) -> int:
        """Return an upper bound of the points that can still be scored from `state` on."""
        points, twice_upper = self._most(state.turn, state.open_rows, state.holding)
        missing = self._column.bonus_at - state.total
        if missing <= 0:
            return points
        # If the bonus is earned, the upper rows bring at least `missing` points. Counting upper rows twice adds
        # these points once more, so that the points without the bonus are at most `twice_upper - missing`.
        return max(points, min(points, twice_upper - missing) + self._column.bonus)

    def _most_points(self, turn: int, open_rows: int, holding: int) -> tuple[int, int]:
        """Return the most points from `turn` on without the upper bonus, and the most points from `turn` on if
        points in upper rows count twice."""
        if not open_rows:
            return 0, 0
        most, next_turn = self._most, turn + 1
        points = twice_upper = 0
        dealt, is_special = self.turn(turn), self._is_special(open_rows)
        for bit, gained, twice, holds in dealt.limits[is_special]:
            if open_rows & bit:
                later, later_twice = most(next_turn, open_rows ^ bit, holding or holds)
                points = max(points, gained + later)
                twice_upper = max(twice_upper, twice + later_twice)
        for face, roll in dealt.alike if is_special else ():
            for move in self._extra_yahtzees(_State(turn, open_rows, holding, 0), face, roll):
                gained = move.points + move.extra
                rows = open_rows if move.row == _BONUS_ROW else open_rows & ~(1 << move.row)
                later, later_twice = most(next_turn, rows, holding)
                points = max(points, gained + later)
                twice = gained + (move.points if rows != open_rows and self._upper >> move.row & 1 else 0)
                twice_upper = max(twice_upper, twice + later_twice)
        return points, twice_upper


def _way_to(state: _State, reached: Mapping[_State, tuple[int, _State, _Move | None]]) -> list[_Move]:
    moves = []
    _, before, move = reached[state]
    while move is not None:
        moves.append(move)
        _, before, move = reached[before]
    return moves[::-1]
