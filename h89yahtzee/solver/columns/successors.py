"""The cards that can follow when a roll is entered (posted), and the values of rolls, keeps and turns that result.

Many cards are computed at once, in arrays; the index of a card is its lane. Patterns, codes and groups are
explained in `cards`. Tests compare the results with `game.scorecard`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np

from h89yahtzee.game.rules import Placement
from h89yahtzee.solver.backend import backend
from h89yahtzee.solver.column import Column, with_first_roll
from h89yahtzee.solver.columns.cards import Bools, CardEncoding, Cards, Floats, Ints, joined

NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Successors:
    """The `cards` that can follow from given cards when a roll is entered. The other arrays have, for each way to
    enter a roll, the index in `cards` of the card that follows, or NOWHERE if this way is illegal.

    `upper`, [given cards][columns][upper rows][number of dice that show the row's face], is for posts in upper
    boxes. `lower`, [given cards][groups of columns][lower rows], is for posts in lower boxes; in the Yahtzee row
    these are posts of 0 points. `fifty`, [given cards][groups of columns], is for posts of five alike in the
    Yahtzee row, with 50 points. A group is the columns with the same multiplier.
    """

    cards: Cards
    upper: Ints
    lower: Ints
    fifty: Ints


def successors(encoding: CardEncoding, cards: Cards) -> Successors:
    upper, upper_at = _after_upper(encoding, cards)
    lower, lower_at = _after_lower(encoding, cards)
    fifty, fifty_at = _after_fifty(encoding, cards)
    lower_at[lower_at >= 0] += len(upper)
    fifty_at[fifty_at >= 0] += len(upper) + len(lower)
    return Successors(joined([upper, lower, fifty]), upper_at, lower_at, fifty_at)


def _after_upper(encoding: CardEncoding, cards: Cards) -> tuple[Cards, Ints]:
    """Return the cards that follow when an upper box is filled, for each open upper box and each number of dice
    that show its face; and their indices, arranged as in `Successors.upper`."""
    rows, numbers = np.arange(encoding.upper_rows), np.arange(encoding.column.keeps.dice + 1)
    is_open = cards.codes[:, :, np.newaxis] // encoding.totals >> rows & 1
    lane, column, row = np.nonzero(is_open)
    # A code is open upper rows * totals + their sum: clear the row's bit, add the points.
    code = cards.codes[lane, column][:, np.newaxis]
    total = np.minimum(code % encoding.totals + (row + 1)[:, np.newaxis] * numbers, encoding.totals - 1)
    after = encoding.least_code[(code // encoding.totals ^ 1 << row[:, np.newaxis]) * encoding.totals + total]
    made = cards[np.repeat(lane, len(numbers))]
    each = np.arange(len(made))
    made.codes[each, np.repeat(column, len(numbers))] = after.ravel()
    made.patterns[each, np.repeat(row, len(numbers))] -= np.repeat(
        encoding.radix[encoding.groups[column]], len(numbers)
    )
    at = np.full((*is_open.shape, len(numbers)), NOWHERE)
    at[lane, column, row] = each.reshape(-1, len(numbers))
    return made, at


def _after_lower(encoding: CardEncoding, cards: Cards) -> tuple[Cards, Ints]:
    rows = np.arange(encoding.upper_rows, encoding.rows)
    groups = np.arange(len(encoding.sizes))[:, np.newaxis]
    is_open = encoding.open_in_group(cards.patterns[:, np.newaxis, rows], groups) > 0
    lane, group, lower = np.nonzero(is_open)
    made = cards[lane]
    made.patterns[np.arange(len(made)), rows[lower]] -= encoding.radix[group]
    made.scratched[:] |= (rows[lower] == encoding.yahtzee) << group
    at = np.full(is_open.shape, NOWHERE)
    at[lane, group, lower] = np.arange(len(made))
    return made, at


def _after_fifty(encoding: CardEncoding, cards: Cards) -> tuple[Cards, Ints]:
    groups = np.arange(len(encoding.sizes))
    is_open = encoding.open_in_group(cards.patterns[:, encoding.yahtzee, np.newaxis], groups) > 0
    lane, group = np.nonzero(is_open)
    made = cards[lane]
    made.patterns[:, encoding.yahtzee] -= encoding.radix[group]
    at = np.full(is_open.shape, NOWHERE)
    at[lane, group] = np.arange(len(made))
    return made, at


@dataclass(frozen=True, slots=True, eq=False)
class _Rolls:
    """Tables about rolls, in which faces count from 0: `counts[roll][face]` is the number of dice that show a face,
    `scores[lower row][roll]` the ordinary score.

    `alike[roll]` is the face of a roll of five alike, -1 for other rolls. `jokers[lower row][face]` is the joker
    score of five alike of a face.
    """

    counts: Ints
    scores: Ints
    alike: Ints
    jokers: Ints


@cache
def _rolls_of(encoding: CardEncoding) -> _Rolls:
    keeps, upper = encoding.column.keeps, encoding.upper_rows
    alike = np.full(len(keeps.rolls), -1)
    alike[list(keeps.alike())] = np.arange(keeps.faces)
    scores = np.array(encoding.column.scores)[upper:]
    joker_scores = np.array(encoding.column.joker_scores)[upper:, np.newaxis]
    return _Rolls(
        counts=np.array([[roll.count(face) for face in range(1, keeps.faces + 1)] for roll in keeps.rolls]),
        scores=scores,
        alike=alike,
        jokers=np.where(joker_scores < 0, scores[:, list(keeps.alike())], joker_scores),
    )


class Posts:
    """The expected points after entering (posting) each roll on each card.

    `values` are the values of the cards that follow (`after.cards`). `own` are the values of `cards` themselves;
    they matter by rules by which an extra Yahtzee leaves the boxes as they are. Values are expected further points,
    each point times its column's multiplier.
    """

    def __init__(
        self, encoding: CardEncoding, cards: Cards, after: Successors, values: Floats, own: Floats
    ) -> None:
        self.cards = cards
        self.after = after
        self.values = values
        self.own = own
        self._encoding = encoding
        self._rolls = _rolls_of(encoding)
        # The minus infinity appended here is at index -1, which is NOWHERE.
        by_number: Floats = np.append(values, -np.inf)
        self._upper: Floats = by_number[after.upper] + _upper_points(encoding, cards)
        self._lower = by_number[after.lower]
        yahtzee = max(encoding.column.scores[encoding.yahtzee])
        self._fifty = by_number[after.fifty] + yahtzee * encoding.factors
        special = encoding.rules.extra_yahtzees
        filled = cards.patterns[:, encoding.yahtzee] == 0
        self._are_fifties = filled & (cards.scratched == 0)
        self._is_extra = self._are_fifties if special.fifties_only else filled

    @property
    def may_stay(self) -> Bools:
        """For each card, whether a roll may go to the bonus row and leave the boxes as they are."""
        spared = self._encoding.rules.extra_yahtzees.placement is Placement.BONUS_ROW
        lanes: Bools = np.logical_and(self._is_extra, spared)
        return lanes

    def of_all_rolls(self) -> Floats:
        """Return the expected points of posting each roll in its best box, [rolls][cards]."""
        encoding, rolls = self._encoding, self._rolls
        by_face = np.moveaxis(self._upper.max(axis=1), 0, -1)
        posts: Floats = by_face[0][rolls.counts[:, 0]]
        for face in range(1, encoding.upper_rows):
            np.maximum(posts, by_face[face][rolls.counts[:, face]], out=posts)
        not_alike = np.where(rolls.alike < 0, 0.0, -np.inf)
        for group, factor in enumerate(encoding.factors):
            for row, scores in enumerate(rolls.scores):
                is_yahtzee = row == encoding.yahtzee - encoding.upper_rows
                points = not_alike if is_yahtzee else factor * scores
                np.maximum(posts, points[:, np.newaxis] + self._lower[:, group, row], out=posts)
        # In the Yahtzee row the loop has entered only the rolls that aren't five alike, with 0 points. Here five
        # alike are entered in that row, with their points.
        alike = np.array(encoding.column.keeps.alike())
        posts[alike] = np.maximum(posts[alike], self._fifty.max(axis=1))
        self._set_extras(posts)
        return posts

    def _set_extras(self, posts: Floats) -> None:
        """Fill in the expected points of posting five alike on the cards where they are an extra Yahtzee."""
        lanes = np.flatnonzero(self._is_extra | self._are_fifties)
        if not len(lanes):
            return
        for roll in self._encoding.column.keeps.alike():
            posts[roll, lanes] = self.choices(lanes, np.full(len(lanes), roll)).max(axis=1)

    def choices(self, lanes: Ints, rolls: Ints) -> Floats:
        """Return the expected points if `rolls[n]` is posted on the card at index `lanes[n]`, [n][choices]; minus
        infinity where illegal.

        The choices are the upper boxes by column, then the lower boxes by group, last the bonus row.
        """
        encoding, special = self._encoding, self._encoding.rules.extra_yahtzees
        alike = self._rolls.alike[rolls]
        upper: Floats = np.take_along_axis(
            self._upper[lanes], self._rolls.counts[rolls][:, np.newaxis, :, np.newaxis], axis=3
        )[..., 0]
        extra = self._is_extra[lanes] & (alike >= 0)
        has_row: Bools = np.isfinite(upper.max(axis=1))
        matching = has_row[np.arange(len(lanes)), alike] & extra
        lower = self._scored_lower(lanes, rolls, extra & ~matching)
        bonus = np.where(self._are_fifties[lanes] & (alike >= 0), special.bonus, 0)[:, np.newaxis]
        # The extra points go to the bonus row of the column where the dice are posted, and have its multiplier.
        upper += (bonus * encoding.multipliers())[:, :, np.newaxis]
        lower += (bonus * encoding.factors)[:, :, np.newaxis]
        row = np.full((len(lanes), 1), -np.inf)
        if special.placement is Placement.FORCED:
            _force(upper, lower, extra, matching, alike)
        elif special.placement is Placement.BONUS_ROW:
            upper[extra] = lower[extra] = -np.inf
            row[extra, 0] = self.own[lanes][extra] + special.bonus * encoding.factors.max()
        return np.concatenate([upper.reshape(len(lanes), -1), lower.reshape(len(lanes), -1), row], axis=1)

    def _scored_lower(self, lanes: Ints, rolls: Ints, may_be_joker: Bools) -> Floats:
        """Return the expected points if `rolls[n]` is posted in each lower row of the card at index `lanes[n]`,
        [n][groups of columns][lower rows]. `may_be_joker[n]` tells whether the roll is a joker if the rules have
        jokers."""
        encoding, alike = self._encoding, self._rolls.alike[rolls]
        scores = self._rolls.scores[:, rolls].T
        if encoding.rules.extra_yahtzees.joker:
            scores = np.where(may_be_joker[:, np.newaxis], self._rolls.jokers[:, alike].T, scores)
        yahtzee = encoding.yahtzee - encoding.upper_rows
        scores[:, yahtzee] = 0
        worth: Floats = self._lower[lanes] + scores[:, np.newaxis, :] * encoding.factors[:, np.newaxis]
        worth[:, :, yahtzee] = np.where((alike >= 0)[:, np.newaxis], self._fifty[lanes], worth[:, :, yahtzee])
        return worth


def _force(upper: Floats, lower: Floats, extra: Bools, matching: Bools, alike: Ints) -> None:
    """Set the values in `upper` and `lower` to minus infinity for boxes where `Placement.FORCED` forbids an extra
    Yahtzee.

    `extra` is True for the cards on which the dice are an extra Yahtzee, `matching` for those of these cards on
    which an upper box of the Yahtzee's face is open. `alike` has for each card the Yahtzee's face, counted from 0.
    """
    others = np.arange(upper.shape[2]) != alike[:, np.newaxis]
    upper[np.broadcast_to((matching[:, np.newaxis] & others)[:, np.newaxis, :], upper.shape)] = -np.inf
    lower[matching] = -np.inf
    upper[extra & ~matching & np.isfinite(lower).any(axis=(1, 2))] = -np.inf


def _upper_points(encoding: CardEncoding, cards: Cards) -> Ints:
    """Return the points for filling upper boxes, with the upper bonus if earned: [cards][columns][upper rows][dice
    of the row's face]."""
    scored = np.arange(1, encoding.upper_rows + 1)[:, np.newaxis] * np.arange(encoding.column.keeps.dice + 1)
    total = (cards.codes % encoding.totals)[:, :, np.newaxis, np.newaxis]
    earned = (total < encoding.column.bonus_at) & (total + scored >= encoding.column.bonus_at)
    return (scored + encoding.column.bonus * earned) * encoding.multipliers()[:, np.newaxis, np.newaxis]


_LANES = 512
"""The most cards that are computed at once, to bound the memory."""


class Evaluator(Protocol):
    """A source of the values of cards before a turn: expected further points, each point times its column's
    multiplier."""

    encoding: CardEncoding

    def values(self, cards: Cards) -> Floats: ...


def posts(estimate: Evaluator, cards: Cards) -> Posts:
    """Return the expected points after entering each roll on each card; `estimate` is the `Evaluator` that gives
    the values of the cards that follow."""
    after = successors(estimate.encoding, cards)
    return Posts(estimate.encoding, cards, after, estimate.values(after.cards), estimate.values(cards))


def keep_values(column: Column, worth: Floats) -> Floats:
    """Return the value of keeping each set of dice on each card, [rerolls][keeps][cards] with the last re-roll
    first; `worth`, [rolls][cards], has the values of the last rolls (the dice after the last re-roll)."""
    lanes = worth.shape[1]
    values = backend().turn(column, array("d", worth.tobytes()), lanes)
    return np.frombuffer(values).reshape(column.rerolls, len(column.keeps), lanes)


def turn_values(column: Column, worth: Floats) -> Floats:
    """Return the expected points on each card before the first roll of the turn; `worth`, [rolls][cards], has the
    values of the turn's last rolls (the dice after the last re-roll)."""
    # The first roll of a turn is like one more re-roll, before which no dice are kept (index 0).
    first: Floats = keep_values(with_first_roll(column), worth)[-1, 0]
    return first


class Ahead:
    """An `Evaluator` that computes the turn which begins with a card, and gets the values of the cards after this
    turn from `estimate`, another `Evaluator`."""

    def __init__(self, estimate: Evaluator) -> None:
        self.encoding = estimate.encoding
        self._estimate = estimate

    def values(self, cards: Cards) -> Floats:
        """Return the estimate for each card; cards with the same future are computed once."""
        _, first, which = np.unique(cards.keys(self.encoding), return_index=True, return_inverse=True)
        values: Floats = self._values(cards[first])[which]
        return values

    def _values(self, cards: Cards) -> Floats:
        values = np.zeros(len(cards))
        playing = np.flatnonzero(~cards.are_full())
        for first in range(0, len(playing), _LANES):
            lanes = playing[first : first + _LANES]
            worth = posts(self._estimate, cards[lanes]).of_all_rolls()
            values[lanes] = turn_values(self.encoding.column, worth)
        return values
