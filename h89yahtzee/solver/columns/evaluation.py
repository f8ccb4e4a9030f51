"""What turns on cards of several columns are worth: exactly where few boxes are open, else by the network.

This is for players, in terms of `game`: no arrays come out of here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.solver.backend import is_compiled
from h89yahtzee.solver.columns import network_weights
from h89yahtzee.solver.columns.cards import CardEncoding, Floats, cards_of, different
from h89yahtzee.solver.columns.exact_search import ExactSearch, ExactValues, most_cards
from h89yahtzee.solver.columns.successors import Posts, successors
from h89yahtzee.solver.columns.turn_values import Ahead, Evaluator, keep_values, posts, turn_values

AT_ONCE = 3000
"""Up to so many cards are searched at once, in about a tenth of a second."""

LOOKED_AT = 200_000
"""Up to about so many cards are estimated to look one more turn ahead; it takes a little longer."""

_SLOWER_IN_NUMPY = 4
_SLOWER_WITH_EXTRA_TURNS = 4
"""How many times longer a card takes without the kernel, and where its value is a function of itself."""

MOST = 400_000
"""More cards than this are not searched at all."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsTurn:
    """A turn on one card. Values are points to come, each counted by its column's multiplier."""

    is_exact: bool
    card: Scorecard
    _encoding: CardEncoding
    _posts: Posts
    _keeps: Floats

    def boxes(self, dice: Dice, boxes: Iterable[Box]) -> list[float]:
        """What posting the dice in each of these boxes, all of them legal, is worth."""
        roll = self._encoding.column.keeps.roll(dice)
        choices = self._posts.choices(np.array([0]), np.array([roll]))[0].tolist()
        return [choices[self._choice(box)] for box in boxes]

    def _choice(self, box: Box) -> int:
        """Which of `Posts.choices` posting there is."""
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
        """What the turn is worth before its first roll."""
        return float(turn_values(self._encoding.column, self._posts.of_all_rolls())[0])

    def keep(self, dice: Dice, rolls_left: int) -> float:
        """What keeping these of the dice is worth, before one of the rolls that are left."""
        return float(self._keeps[rolls_left - 1, self._encoding.column.keeps.number(dice), 0])


def _has_extra_turns(rules: RuleSet) -> bool:
    return rules.extra_yahtzees.placement is Placement.BONUS_ROW


class Columns:
    """Evaluates turns by `rules`, which have several columns. It remembers the last turn and the last search.

    It looks as far ahead as a `part` of the usual time goes.
    """

    def __init__(self, rules: RuleSet, part: float = 1.0) -> None:
        self._network = network_weights.network_for(rules)
        slower = 1 if is_compiled() else _SLOWER_IN_NUMPY
        self._looked_at = int(part * LOOKED_AT) // slower
        self._at_once = (
            int(part * AT_ONCE) // slower // (_SLOWER_WITH_EXTRA_TURNS if _has_extra_turns(rules) else 1)
        )
        self._exact: ExactValues | None = None
        self._search: ExactSearch | None = None
        self._turn: ColumnsTurn | None = None

    def turn(self, card: Scorecard) -> ColumnsTurn:
        """The turn that begins with this card, which isn't full."""
        self._take_result()
        if self._turn is None or self._turn.card != card:
            encoding, estimate = self._network.encoding, self._estimate(card)
            turn = posts(estimate, cards_of(encoding, [card]))
            keeps = keep_values(encoding.column, turn.of_all_rolls())
            self._turn = ColumnsTurn(estimate is self._exact, card, encoding, turn, keeps)
        return self._turn

    def value(self, card: Scorecard) -> float:
        """The points to come of a card between two turns."""
        return self.values(card, [card])[0] if card.open_boxes() else 0.0

    def values(self, card: Scorecard, cards: list[Scorecard]) -> list[float]:
        """The points to come on `cards`, which are `card` or what it can become in one turn."""
        values: list[float] = self._estimate(card).values(cards_of(self._network.encoding, cards)).tolist()
        return values

    def estimates(self, cards: list[Scorecard]) -> list[float]:
        """The points to come on any cards, without a search."""
        values: list[float] = Ahead(self._network).values(cards_of(self._network.encoding, cards)).tolist()
        return values

    def search(self, card: Scorecard) -> ExactSearch | None:
        """A search of the card, whose result is used when it is done.

        None where the values are known already, and where it would take too long.
        """
        encoding = self._network.encoding
        cards = cards_of(encoding, [card])
        if self._knows(card) or most_cards(encoding, cards) > MOST:
            return None
        self._search = ExactSearch(encoding, cards)
        return self._search

    def _take_result(self) -> None:
        """Take over what a search has found, and forget the last turn, which may have been estimated."""
        if self._search is not None and self._search.result is not None:
            self._exact, self._search, self._turn = self._search.result, None, None

    def _knows(self, card: Scorecard) -> bool:
        """Whether the value of the card is known exactly, after a search if a short one will do."""
        encoding = self._network.encoding
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
        ahead = Ahead(self._network)
        return Ahead(ahead) if self._cards_in_three_turns(card) <= self._looked_at else ahead

    def _cards_in_three_turns(self, card: Scorecard) -> int:
        """About how many cards there are; those that come from several are counted more than once."""
        encoding = self._network.encoding
        first = successors(encoding, cards_of(encoding, [card])).cards
        second = successors(encoding, different(encoding, first)).cards
        return len(different(encoding, second)) * len(first)
