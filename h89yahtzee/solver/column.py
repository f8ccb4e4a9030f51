"""One column of a score card, with its rules as plain numbers: the input of the solver's computations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b

from h89yahtzee.game.categories import Section
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.solver.keeps import Keeps, keeps_of

State = tuple[int, int, int]
"""The state of a column before a turn, as a tuple of three numbers: a bit mask of its open rows; the holding, which
is 1 if the Yahtzee box holds its points, else 0; and the sum of its upper rows."""

_RECURRENCE = 1
"""The version of the computed values and of their order in a file. It is part of `Column.digest`, and so of the
file's name; files of another version aren't found."""


@dataclass(frozen=True, slots=True)
class Extra:
    """The rules for a further Yahtzee once the Yahtzee box is filled: the extra `points` that it brings, and the
    rows in which it may be posted.

    `is_forced` is True if the rules have `Placement.FORCED`; `is_spared` is True if they have
    `Placement.BONUS_ROW`, so that the Yahtzee fills no box. `is_joker` means that the Yahtzee may get the joker
    score of a lower row.
    """

    points: int = 0
    is_forced: bool = False
    is_joker: bool = False
    is_spared: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """The rules for one column. `faces[row]` is the face that an upper row counts, 0 for lower rows.

    `scores[row][roll]` is in the order of `Keeps.rolls`. `joker_scores[row]` is the score of five alike as a joker,
    -1 where this is the ordinary score. `yahtzee_row` is -1 if further Yahtzees score as any other dice do. The
    holding of a state is 1 when the Yahtzee box holds its points, else 0; `extras[holding]` are the rules for
    further Yahtzees. `extras` has only one item if the holding makes no difference.
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
        """The number of different sums of the upper rows; all sums that earn the bonus count as one."""
        return self.bonus_at + 1

    @property
    def holdings(self) -> int:
        return len(self.extras)

    @property
    def states(self) -> int:
        """The number of states of the column, impossible ones included."""
        return (1 << self.rows) * self.holdings * self.totals

    def digest(self) -> str:
        """Return a hash of all the rules on which the solver's values depend; the file of the values is named after
        it."""
        numbers = (self.keeps.dice, self.keeps.faces, self.rerolls, self.faces, self.scores, self.joker_scores)
        extras = [(extra.points, extra.is_forced, extra.is_joker, extra.is_spared) for extra in self.extras]
        text = repr((_RECURRENCE, *numbers, self.bonus, self.bonus_at, self.yahtzee_row, extras))
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def index(self, open_rows: int, holding: int, total: int) -> int:
        """Return the number of a state; `total` is the sum of the upper rows, but at most `bonus_at`."""
        return (open_rows * self.holdings + holding) * self.totals + total


@cache
def column_of(rules: RuleSet) -> Column:
    """Return one column of a card by `rules`, without the factor that multiplies its score."""
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
    """Return the column with one re-roll more: the first roll of a turn is like a re-roll of all dice."""
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
    """Return the state of one column of a card: open rows, whether the Yahtzee box has points, upper sum."""
    rules = card.rules
    scores = card.scores[column]
    open_rows = sum(1 << row for row, score in enumerate(scores) if score is None)
    yahtzee = column_of(rules).yahtzee_row
    holding = int(yahtzee >= 0 and bool(scores[yahtzee]))
    return open_rows, holding, min(card.section_total(Section.UPPER, column), rules.upper_bonus_at)
