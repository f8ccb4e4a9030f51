"""The kinds of mistakes: what the points that a decision lost are put down to.

To the upper bonus goes what the same decision wouldn't lose if there were none; to Yahtzees what it wouldn't lose
if five alike scored nothing, in their row and on top; of the two, the one that explains more. What is left was lost
by keeping the wrong dice, or by posting in the wrong box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from h89yahtzee.game.categories import Category
from h89yahtzee.game.rules import NOTHING_SPECIAL, RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.players.optimal import Optimal
from h89yahtzee.players.review.review import Judgement
from h89yahtzee.solver.values import ValuesOf, solved

_NOTHING = 1e-9


class Mistake(Enum):
    KEEPS = "keeps"
    CATEGORY = "category"
    UPPER_BONUS = "upper bonus"
    YAHTZEE = "Yahtzee"


class MistakeJudge:
    """A judge of decisions by rules with one column."""

    def __init__(self, rules: RuleSet, values_of: ValuesOf = solved) -> None:
        variants = {
            Mistake.UPPER_BONUS: without_upper_bonus(rules),
            Mistake.YAHTZEE: without_yahtzees(rules),
        }
        self._variants = {kind: _Variant(rules, Optimal(values_of(rules))) for kind, rules in variants.items()}

    def split(self, judgement: Judgement) -> Mapping[Mistake, float]:
        """The loss of a decision by kind, all of it and nothing twice."""
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
    """Which part of a loss comes from posting in another box than the best for these dice."""
    if not isinstance(judgement.action, Score):
        return 0.0
    best = next(option for option in judgement.analysis.options if isinstance(option.action, Score))
    return (best.value - judgement.played.value) / judgement.loss


@dataclass(frozen=True, slots=True)
class _Variant:
    """Other rules with the same rows, and the best player by them."""

    rules: RuleSet
    player: Optimal

    def loss(self, judgement: Judgement) -> float:
        """What the decision loses by these rules against the other ones that the game allowed."""
        worth = {
            option.action: option.value for option in self.player.analysis(self._seen(judgement.state)).options
        }
        values = [worth[option.action] for option in judgement.analysis.options if option.action in worth]
        # Dice in the bonus row: there is none without Yahtzees.
        return max(values) - worth.get(judgement.played.action, max(values))

    def _seen(self, state: GameState) -> GameState:
        return replace(state, rules=self.rules, cards=tuple(map(self._card, state.cards)))

    def _card(self, card: Scorecard) -> Scorecard:
        """The card with nothing in rows that score something else by these rules."""
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
    """The rules with a row for five alike that scores nothing, and without extra Yahtzees."""
    row = rules.five_alike_row
    worthless = Category(rules.categories[row].name, rules.categories[row].section, lambda _: 0)
    rows = (*rules.categories[:row], worthless, *rules.categories[row + 1 :])
    return replace(rules, name=f"{rules.name} without Yahtzees", categories=rows, extra_yahtzees=NOTHING_SPECIAL)
