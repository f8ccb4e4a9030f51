"""Many games of several columns, played side by side, turn by turn, by the decisions of an estimate.

Each game has the dice that `game.dealer` deals for its seed.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, count
from typing import NamedTuple

import numpy as np

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.solver.column import Column, with_first_roll
from h89yahtzee.solver.columns.cards import CardEncoding, Cards, Floats, Ints, joined
from h89yahtzee.solver.columns.successors import NOWHERE, Evaluator, Posts, Successors, keep_values, posts
from h89yahtzee.solver.keeps import Keeps

ROLLS = 3
DICE = 5


class Tables(NamedTuple):
    """Tables about keeps (dice that are kept) and rolls, by their numbers: `faces[keep]` has the number of dice
    with each face, `subsets[roll]` has the keeps of a roll, padded with the first of them, and `roll[sum]` is the
    roll whose dice have that sum of their `powers`.
    """

    faces: Ints
    subsets: Ints
    powers: Ints
    roll: Ints


@cache
def tables(keeps: Keeps) -> Tables:
    faces = np.array([[keep.count(face) for face in range(1, keeps.faces + 1)] for keep in keeps.all])
    powers = (keeps.dice + 1) ** np.arange(keeps.faces)
    sets = [
        sorted({keeps.number(kept) for n in range(keeps.dice + 1) for kept in combinations(roll, n)})
        for roll in keeps.rolls
    ]
    roll = np.zeros((keeps.dice + 1) ** keeps.faces, dtype=np.int64)
    roll[faces[keeps.first_roll :] @ powers] = np.arange(len(keeps.rolls))
    widest = max(map(len, sets))
    return Tables(faces, np.array([kept[:1] * (widest - len(kept)) + kept for kept in sets]), powers, roll)


def play_turn(column: Column, values: Floats, blocks: Ints) -> Ints:
    """Return the last roll of each game if the dice are kept by `values`, [re-rolls][keeps][games], the last
    re-roll first; `blocks` are the dealt dice, [games][rolls][dice], faces from 0."""
    lookup, lanes = tables(column.keeps), np.arange(len(blocks))
    roll: Ints = lookup.roll[lookup.powers[blocks[:, 0]].sum(axis=1)]
    for number, worth in enumerate(reversed(values), 1):
        subsets = lookup.subsets[roll]
        best = subsets[lanes, worth[subsets, lanes[:, np.newaxis]].argmax(axis=1)]
        roll = _rerolled(lookup, best, blocks[:, number])
    return roll


def _rerolled(lookup: Tables, keep: Ints, block: Ints) -> Ints:
    """Return the rolls that consist of the kept dice and, for the missing dice, the first dice of the blocks."""
    kept = lookup.faces[keep]
    number = block.shape[1] - kept.sum(axis=1)
    fresh = np.where(np.arange(block.shape[1]) < number[:, np.newaxis], lookup.powers[block], 0)
    rolls: Ints = lookup.roll[kept @ lookup.powers + fresh.sum(axis=1)]
    return rolls


def post(encoding: CardEncoding, turn: Posts, rolls: Ints, choices: Ints, worth: Floats) -> tuple[Cards, Floats]:
    """Return the cards after posting `rolls`, and the points that this brought; `worth` has the expected points of
    the `choices`, numbered as by `Posts.choices`."""
    number = _number_after(encoding, turn.after, rolls, choices)
    stays = number == NOWHERE
    made = joined([turn.after.cards, turn.cards])
    cards = made[np.where(stays, len(turn.after.cards) + np.arange(len(rolls)), number)]
    return cards, worth - np.where(stays, turn.own, turn.values[number])


def _number_after(encoding: CardEncoding, after: Successors, rolls: Ints, choices: Ints) -> Ints:
    """Return for each game the index in `after.cards` of the card that follows if the roll is posted by the choice,
    numbered as by `Posts.choices`.

    The index is NOWHERE if the roll goes to the bonus row, since the boxes stay as they are.
    """
    columns, upper_rows = after.upper.shape[1:3]
    groups, lower_rows = after.lower.shape[1:]
    keeps, lanes = encoding.column.keeps, np.arange(len(rolls))
    dice = tables(keeps).faces[keeps.first_roll + rolls]
    column, row = np.divmod(np.minimum(choices, columns * upper_rows - 1), upper_rows)
    lower = np.clip(choices - columns * upper_rows, 0, groups * lower_rows - 1)
    group, lower_row = np.divmod(lower, lower_rows)
    is_fifty = (dice.max(axis=1) == keeps.dice) & (lower_row == encoding.yahtzee - encoding.upper_rows)
    in_upper = after.upper[lanes, column, row, dice[lanes, row]]
    in_lower = np.where(is_fifty, after.fifty[lanes, group], after.lower[lanes, group, lower_row])
    number = np.where(choices < columns * upper_rows, in_upper, in_lower)
    return np.where(choices == columns * upper_rows + groups * lower_rows, NOWHERE, number)


class Games(NamedTuple):
    """The `totals` of games, and `fair` totals, in which the luck of each roll is left out: these have the same
    mean and vary less.

    The luck of a roll is the change that it makes to the expected total, by the estimate itself.
    """

    totals: Floats
    fair: Floats


def empty_cards(encoding: CardEncoding, lanes: int, columns: int) -> Cards:
    """Return cards, one for each of `lanes` games, whose first `columns` columns are empty and the others full."""
    fresh = ((1 << encoding.upper_rows) - 1) * encoding.totals
    codes = np.where(np.arange(encoding.columns) < columns, fresh, 0)
    pattern = int(encoding.radix[encoding.groups[:columns]].sum())
    return Cards(
        np.tile(codes, (lanes, 1)),
        np.full((lanes, encoding.rows), pattern),
        np.zeros(lanes, dtype=np.int64),
    )


def play(estimate: Evaluator, columns: int, seeds: range) -> Games:
    """Play a game of `columns` columns with each of the seeds."""
    encoding, games = estimate.encoding, len(seeds)
    cards = empty_cards(encoding, games, columns)
    totals, fair = np.zeros(games), estimate.values(cards)
    for number in count():
        playing = np.flatnonzero(~cards.are_full())
        if not len(playing):
            break
        turn = turn_played(estimate, cards[playing], dealt([seeds[game] for game in playing], number))
        totals[playing] += turn.points
        fair[playing] += turn.start - turn.own
        cards = replaced(cards, playing, turn.cards)
    return Games(totals, fair)


class PlayedTurn(NamedTuple):
    """A turn of each game: the cards after the turn, the points that the turn brought, the expected points before
    its first roll (`start`), and the estimate's values of the cards before the turn (`own`)."""

    cards: Cards
    points: Floats
    start: Floats
    own: Floats


def turn_played(estimate: Evaluator, cards: Cards, blocks: Ints, rerolls: int = ROLLS - 1) -> PlayedTurn:
    """Play a turn on cards that aren't full, by the decisions of an estimate; `blocks` are the dealt dice,
    [cards][rolls][dice], faces from 0."""
    encoding = estimate.encoding
    turn = posts(estimate, cards)
    values = keep_values(with_first_roll(encoding.column), turn.of_all_rolls())
    rolls = play_turn(encoding.column, values[:rerolls], blocks)
    worth = turn.choices(np.arange(len(cards)), rolls)
    after, points = post(encoding, turn, rolls, worth.argmax(axis=1), worth.max(axis=1))
    return PlayedTurn(after, points, values[-1, 0], turn.own)


def dealt(seeds: list[int], turn: int) -> Ints:
    """Return the dice of a turn in the games with these seeds, [games][rolls][dice], faces from 0."""
    return np.array([[Dealer(seed).deal(0, turn, roll, DICE) for roll in range(ROLLS)] for seed in seeds]) - 1


def replaced(cards: Cards, lanes: Ints, by: Cards) -> Cards:
    """Return a copy of the cards with those of `by` at the indices `lanes`."""
    new = cards[np.arange(len(cards))]
    new.codes[lanes], new.patterns[lanes], new.scratched[lanes] = by.codes, by.patterns, by.scratched
    return new
