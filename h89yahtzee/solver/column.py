"""One column of a rule set as numbers, which the backends solve."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.solver.keeps import Keeps, keeps_of

State = tuple[int, int, int]
"""What a turn of one column begins with: open rows as a bit mask, holding, upper total; see `Column.index`."""

_RECURRENCE = 1
"""The version of the values and of their order, for tables that are kept."""


@dataclass(frozen=True, slots=True)
class Extra:
    """What five alike do once the Yahtzee box is filled: points on top, and where they may be posted."""

    points: int = 0
    is_forced: bool = False
    is_joker: bool = False
    is_spared: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """`faces[row]` is 0 for lower rows; `scores[row][roll]` in the order of the keeps' rolls.

    `joker_scores[row]` is what five alike score there as a joker, -1 where that is their ordinary score.
    `yahtzee_row` is -1 where five alike are nothing special. `extras` are by holding, which is 1 when the Yahtzee
    box holds its points, else 0; there is only one holding where that makes no difference.
    """

    keeps: Keeps
    faces: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    joker_scores: tuple[int, ...]
    bonus: int
    bonus_at: int
    yahtzee_row: int = -1
    extras: tuple[Extra, ...] = (Extra(),)
    rerolls: int = 2

    @property
    def rows(self) -> int:
        return len(self.faces)

    @property
    def totals(self) -> int:
        """How many upper totals are told apart; all that earn the bonus are one."""
        return self.bonus_at + 1

    @property
    def holdings(self) -> int:
        return len(self.extras)

    @property
    def states(self) -> int:
        """The number of states, impossible ones included."""
        return (1 << self.rows) * self.holdings * self.totals

    def digest(self) -> str:
        """A name for all that the values depend on."""
        numbers = (self.keeps.dice, self.keeps.faces, self.rerolls, self.faces, self.scores, self.joker_scores)
        extras = [(extra.points, extra.is_forced, extra.is_joker, extra.is_spared) for extra in self.extras]
        text = repr((_RECURRENCE, *numbers, self.bonus, self.bonus_at, self.yahtzee_row, extras))
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def index(self, open_rows: int, holding: int, total: int) -> int:
        """The number of a state; totals above `bonus_at` are passed as that."""
        return (open_rows * self.holdings + holding) * self.totals + total


@cache
def column_of(rules: RuleSet) -> Column:
    """One column of `rules` by itself, without its multiplier."""
    keeps = keeps_of(rules.dice)
    extras = _extras(rules)
    return Column(
        keeps=keeps,
        faces=tuple(category.face or 0 for category in rules.categories),
        scores=tuple(tuple(map(category.score, keeps.rolls)) for category in rules.categories),
        joker_scores=tuple(
            -1 if category.joker_score is None else category.joker_score for category in rules.categories
        ),
        bonus=rules.upper_bonus,
        bonus_at=rules.upper_bonus_at,
        yahtzee_row=-1 if rules.yahtzee_row is None or len(extras) == 1 else rules.yahtzee_row,
        extras=extras,
        rerolls=rules.rerolls,
    )


@cache
def with_first_roll(column: Column) -> Column:
    """The column with a re-roll more: a turn begins like a re-roll of all dice."""
    return replace(column, rerolls=column.rerolls + 1)


def _extras(rules: RuleSet) -> tuple[Extra, ...]:
    special = rules.extra_yahtzees
    if rules.yahtzee_row is None:
        return (Extra(),)
    extra = Extra(
        is_forced=special.placement is Placement.FORCED,
        is_joker=special.joker,
        is_spared=special.placement is Placement.BONUS_ROW,
    )
    at_nothing = Extra() if special.fifties_only else extra
    at_fifty = replace(extra, points=special.bonus)
    return (Extra(),) if at_nothing == at_fifty == Extra() else (at_nothing, at_fifty)


def state_of(card: Scorecard, column: int = 0) -> State:
    """The state of one column of a card."""
    rules = card.rules
    scores = card.scores[column]
    open_rows = sum(1 << row for row, score in enumerate(scores) if score is None)
    yahtzee = column_of(rules).yahtzee_row
    holding = int(yahtzee >= 0 and bool(scores[yahtzee]))
    return open_rows, holding, min(card.section_total(Section.UPPER, column), rules.upper_bonus_at)
