"""The points that a decision lost, split by kind of mistake.

The part of a loss that would vanish if the rules had no upper bonus is put down to the upper bonus; the part that
would vanish if five alike scored nothing, in their row and as a bonus, is put down to Yahtzees. Only the larger of
these two parts counts. The rest was lost by keeping the wrong dice, or by posting in the wrong box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from h89yahtzee.game.rules import NOTHING_SPECIAL, RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Score
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.review import Judgement
from h89yahtzee.solver.values import ValuesOf, solved

_NOTHING = 1e-9


class Mistake(Enum):
    KEEPS = "keeps"
    CATEGORY = "category"
    UPPER_BONUS = "upper bonus"
    YAHTZEE = "Yahtzee"


class MistakeJudge:
    """A judge that divides the points lost by a decision among kinds of mistakes, for rules with one column."""

    def __init__(self, rules: RuleSet, values_of: ValuesOf = solved) -> None:
        variants = {Mistake.UPPER_BONUS: without_upper_bonus(rules), Mistake.YAHTZEE: without_yahtzees(rules)}
        self._variants = {kind: _Variant(rules, Optimal(values_of(rules))) for kind, rules in variants.items()}

    def split(self, judgement: Judgement) -> Mapping[Mistake, float]:
        """Return the points that a decision lost, by kind of mistake; the values add up to the loss."""
        loss = judgement.loss
        if loss < _NOTHING:
            return {}
        explained = {
            kind: min(loss, max(0.0, loss - variant.loss(judgement))) for kind, variant in self._variants.items()
        }
        kind = max(explained, key=lambda kind: explained[kind])
        rest = loss - explained[kind]
        posted = rest * _part_of_posting(judgement)
        return {kind: explained[kind], Mistake.CATEGORY: posted, Mistake.KEEPS: rest - posted}


def _part_of_posting(judgement: Judgement) -> float:
    """Return the fraction of the loss that comes from posting in a worse box than the best box. If the action is a
    post, the rest of the loss comes from posting instead of rolling again; if it is a roll, the fraction is 0."""
    if not isinstance(judgement.action, Score):
        return 0.0
    best = next(option for option in judgement.analysis.options if isinstance(option.action, Score))
    return (best.value - judgement.played.value) / judgement.loss


@dataclass(frozen=True, slots=True)
class _Variant:
    """Rules changed for comparison, such as rules without an upper bonus; `player` is the strategy that plays best
    by these changed `rules`."""

    rules: RuleSet
    player: Optimal

    def loss(self, judgement: Judgement) -> float:
        """Return the points that a decision would have lost by the changed rules. The decision is compared only
        with actions that are legal both in the game and by the changed rules."""
        state = replace(judgement.state, rules=self.rules, cards=tuple(map(self._card, judgement.state.cards)))
        worth = {option.action: option.value for option in self.player.analysis(state).options}
        values = [worth[option.action] for option in judgement.analysis.options if option.action in worth]
        # The changed rules may have no bonus row: then a decision to post there counts as losing nothing.
        return max(values) - worth.get(judgement.played.action, max(values))

    def _card(self, card: Scorecard) -> Scorecard:
        """Return the card as a card of the changed rules. A filled box has 0 on it if the box's row scores
        differently by the changed rules."""
        same = [rows[0] is rows[1] for rows in zip(self.rules.categories, card.rules.categories, strict=True)]
        scores = (
            tuple(score if is_same or score is None else 0 for score, is_same in zip(column, same, strict=True))
            for column in card.scores
        )
        return Scorecard(self.rules, tuple(scores))


@cache
def without_upper_bonus(rules: RuleSet) -> RuleSet:
    return replace(rules, name=f"{rules.name} without upper bonus", upper_bonus=0, upper_bonus_at=0)


@cache
def without_yahtzees(rules: RuleSet) -> RuleSet:
    """Return the rules with 0 points for the row of five alike, and without extra Yahtzees."""
    row = rules.five_alike_row
    worthless = replace(rules.categories[row], score=lambda _: 0, joker_score=None)
    rows = (*rules.categories[:row], worthless, *rules.categories[row + 1 :])
    return replace(rules, name=f"{rules.name} without Yahtzees", categories=rows, extra_yahtzees=NOTHING_SPECIAL)
