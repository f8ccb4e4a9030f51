"""The expected points of turns on cards of several columns: exact where few boxes are open, else estimated.

Strategies use this module; its arguments and results are objects of `game` and plain numbers, no arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.solver.backend import is_compiled
from h89yahtzee.solver.columns.cards import CardEncoding, Floats, cards_of, different
from h89yahtzee.solver.columns.exact_search import ExactSearch, ExactValues, most_cards
from h89yahtzee.solver.columns.successors import (
    Ahead,
    Evaluator,
    Posts,
    keep_values,
    posts,
    successors,
    turn_values,
)
from h89yahtzee.solver.columns.value_net import value_net_for

AT_ONCE = 3000
"""The most cards that an exact search may visit for one decision, which takes about a tenth of a second."""

LOOKED_AT = 200_000
"""The most cards, roughly counted, that may be estimated in order to look one more turn ahead; to estimate so many
takes a little over a tenth of a second."""

_SLOWER_IN_NUMPY = 4
_SLOWER_WITH_EXTRA_TURNS = 4
"""The factor by which the exact value of a card takes longer to compute if an extra Yahtzee may leave the boxes as
they are: the value then depends on itself."""

MOST = 400_000
"""The most cards that any exact search may visit."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsTurn:
    """The turn that begins with `card`. The methods return expected further points, each point times its column's
    multiplier."""

    is_exact: bool
    card: Scorecard
    _encoding: CardEncoding
    _posts: Posts
    _keeps: Floats

    def boxes(self, dice: Dice, boxes: Iterable[Box]) -> list[float]:
        """Return for each of these legal boxes the expected points if the dice are entered there."""
        roll = self._encoding.column.keeps.roll(dice)
        choices = self._posts.choices(np.array([0]), np.array([roll]))[0].tolist()
        return [choices[self._choice(box)] for box in boxes]

    def _choice(self, box: Box) -> int:
        """Return the index of `box` on the last axis of `Posts.choices`."""
        encoding = self._encoding
        if box.row == encoding.rules.bonus_row:
            return -1
        if box.row < encoding.upper_rows:
            return box.column * encoding.upper_rows + box.row
        lower = (
            int(encoding.groups[box.column]) * (encoding.rows - encoding.upper_rows) + box.row - encoding.upper_rows
        )
        return encoding.columns * encoding.upper_rows + lower

    def start(self) -> float:
        """Return the expected points before the first roll of the turn."""
        return float(turn_values(self._encoding.column, self._posts.of_all_rolls())[0])

    def keep(self, dice: Dice, rolls_left: int) -> float:
        """Return the expected points if these dice are kept and the others rolled, when `rolls_left` rolls are
        left."""
        return float(self._keeps[rolls_left - 1, self._encoding.column.keeps.number(dice), 0])


class Columns:
    """The expected points of turns by `rules` with several columns. The latest turn that was asked for and the
    result of the latest exact search are cached.

    `part` is the time for looking ahead, as a fraction of the usual time.
    """

    def __init__(self, rules: RuleSet, part: float = 1.0) -> None:
        self._net = value_net_for(rules)
        slower = 1 if is_compiled() else _SLOWER_IN_NUMPY
        self._looked_at = int(part * LOOKED_AT) // slower
        self._at_once = int(part * AT_ONCE) // slower
        if rules.extra_yahtzees.placement is Placement.BONUS_ROW:
            self._at_once //= _SLOWER_WITH_EXTRA_TURNS
        self._exact: ExactValues | None = None
        self._search: ExactSearch | None = None
        self._turn: ColumnsTurn | None = None

    def turn(self, card: Scorecard) -> ColumnsTurn:
        """Return the turn that begins with this card, which isn't full."""
        self._take_result()
        if self._turn is None or self._turn.card != card:
            encoding, estimate = self._net.encoding, self._estimate(card)
            turn = posts(estimate, cards_of(encoding, [card]))
            keeps = keep_values(encoding.column, turn.of_all_rolls())
            self._turn = ColumnsTurn(estimate is self._exact, card, encoding, turn, keeps)
        return self._turn

    def value(self, card: Scorecard) -> float:
        """Return the expected further points on a card, between two turns."""
        return self.values(card, [card])[0] if card.open_boxes() else 0.0

    def values(self, card: Scorecard, cards: list[Scorecard]) -> list[float]:
        """Return the expected further points on `cards`, each of them `card` itself or a card that can follow from
        `card` in one turn."""
        values: list[float] = self._estimate(card).values(cards_of(self._net.encoding, cards)).tolist()
        return values

    def estimates(self, cards: list[Scorecard]) -> list[float]:
        """Return estimates of the further points on any cards, without an exact search."""
        values: list[float] = Ahead(self._net).values(cards_of(self._net.encoding, cards)).tolist()
        return values

    def search(self, card: Scorecard) -> ExactSearch | None:
        """Return an exact search of the card; once it is done, `Columns` uses its result.

        None if the exact values are known already, or if the search would take too long.
        """
        encoding = self._net.encoding
        cards = cards_of(encoding, [card])
        if self._knows(card) or most_cards(encoding, cards) > MOST:
            return None
        self._search = ExactSearch(encoding, cards)
        return self._search

    def _take_result(self) -> None:
        """Take over the result of a finished search, and drop the cached turn, which may be an estimate."""
        if self._search is not None and self._search.result is not None:
            self._exact, self._search, self._turn = self._search.result, None, None

    def _knows(self, card: Scorecard) -> bool:
        """Return whether the exact value of the card is known. If it isn't, but a short search finds it, do this
        search and return True."""
        encoding = self._net.encoding
        cards = cards_of(encoding, [card])
        self._take_result()
        if self._exact is not None and self._exact.knows(cards):
            return True
        if most_cards(encoding, cards) > self._at_once:
            return False
        self._exact = ExactSearch(encoding, cards).finish()
        return True

    def _estimate(self, card: Scorecard) -> Evaluator:
        if self._knows(card) and self._exact is not None:
            return self._exact
        ahead = Ahead(self._net)
        return Ahead(ahead) if self._cards_in_three_turns(card) <= self._looked_at else ahead

    def _cards_in_three_turns(self, card: Scorecard) -> int:
        """Return roughly the number of cards that can follow after three turns; some are counted more than once."""
        encoding = self._net.encoding
        first = successors(encoding, cards_of(encoding, [card])).cards
        second = successors(encoding, different(encoding, first)).cards
        return len(different(encoding, second)) * len(first)
