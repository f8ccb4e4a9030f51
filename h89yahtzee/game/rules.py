"""The rule sets as data: adding one is adding a value here and its texts in `table`.

What follows from the data for a card and dice is in `legal_boxes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Category, Section
from h89yahtzee.game.near_words import did_you_mean, not_among, one_of, shown


class Placement(Enum):
    """Where an extra Yahtzee may be posted."""

    ANY = "any open box"
    FORCED = "the upper row of its face if open in any column, else any open lower box, else any open upper box"
    BONUS_ROW = "the bonus row of any column, which uses no box up"


@dataclass(frozen=True, slots=True)
class ExtraYahtzees:
    """What five alike are once the Yahtzee boxes of all columns are filled; before that they are an ordinary roll.

    With `fifties_only` they are an ordinary roll as well while any of these boxes holds 0. `joker` gives lower rows
    their joker scores when the upper row of the face is filled in every column. `bonus` is added when all Yahtzee
    boxes hold their points; it goes to the bonus row of the column that the dice are posted in.
    """

    placement: Placement = Placement.ANY
    fifties_only: bool = False
    joker: bool = False
    bonus: int = 0


NOTHING_SPECIAL = ExtraYahtzees()
FORCED_JOKER = ExtraYahtzees(Placement.FORCED, joker=True, bonus=100)
BONUS_ALONE = ExtraYahtzees(bonus=100)
EXTRA_TURN = ExtraYahtzees(Placement.BONUS_ROW, fifties_only=True, bonus=100)

BONUSES = {"joker": FORCED_JOKER, "normal": BONUS_ALONE, "extra-turn": EXTRA_TURN}
"""The bonus rules by name, for the rule sets that offer a choice of them."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a game.

    `categories` are the rows in screen order, upper section first. `multipliers` has one factor a column.
    The upper bonus is paid once a column when its upper rows reach `upper_bonus_at`. `least_rolled` is the fewest
    dice that a re-roll takes: where it is 0, rolling none is a re-roll too, which uses one up and leaves the dice.

    `column_choices` and `bonus_choices` (names of `BONUSES`) are what `rule_set` can be asked for, empty if the
    rules offer no choice.
    """

    name: str
    categories: tuple[Category, ...]
    upper_bonus: int
    upper_bonus_at: int
    extra_yahtzees: ExtraYahtzees = NOTHING_SPECIAL
    multipliers: tuple[int, ...] = (1,)
    dice: int = 5
    rerolls: int = 2
    least_rolled: int = 0
    column_choices: tuple[int, ...] = ()
    bonus_choices: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """A hash of little more than the name: rule sets are the keys of many caches."""
        return hash((self.name, self.multipliers))

    @property
    def columns(self) -> int:
        return len(self.multipliers)

    @property
    def bonus(self) -> str | None:
        """The name of the bonus rule if there is a choice, else None."""
        return next((name for name in self.bonus_choices if BONUSES[name] == self.extra_yahtzees), None)

    @property
    def bonus_row(self) -> int:
        """The row of the extra-Yahtzee bonuses, below all others; its boxes are never used up."""
        return len(self.categories)

    @property
    def yahtzee_row(self) -> int | None:
        """The row whose boxes make five alike an extra Yahtzee; None if the rules have no extra Yahtzees."""
        return self.categories.index(categories.YAHTZEE) if categories.YAHTZEE in self.categories else None

    @property
    def five_alike_row(self) -> int:
        """The row of Yahtzee, yacht or yatzy."""
        five_alike = (categories.YAHTZEE, categories.YACHT, categories.YATZY)
        return next(row for row, category in enumerate(self.categories) if category in five_alike)

    def rows(self, section: Section) -> tuple[int, ...]:
        return _rows(self.categories, section)

    def row(self, name: str) -> int:
        """The row of the category called `name`; ValueError if this rule set has none."""
        names = [category.name for category in self.categories]
        if name not in names:
            raise ValueError(f"{shown(name)} is no row of {self.name}: expected {not_among(name, names)}")
        return names.index(name)


@cache
def _rows(rows: tuple[Category, ...], section: Section) -> tuple[int, ...]:
    return tuple(row for row, category in enumerate(rows) if category.section is section)


H89 = RuleSet("h89", (*categories.UPPER, *categories.LOWER), upper_bonus=35, upper_bonus_at=63)
"""H89 YAHTZEE 1.1: no Yahtzee bonus, no joker, five of a kind is no full house."""

OFFICIAL = replace(H89, name="official", extra_yahtzees=FORCED_JOKER)
"""Hasbro's rules, with the forced joker."""

FREE_CHOICE_JOKER = replace(H89, name="free-choice", extra_yahtzees=ExtraYahtzees(joker=True, bonus=100))
"""Verhoeff's rules: an extra Yahtzee goes in any open box."""

QUIZ = replace(H89, name="quiz", extra_yahtzees=replace(FORCED_JOKER, fifties_only=True))
"""The Ruby Quiz: as official, but with 0 in the Yahtzee box five alike are an ordinary roll."""

TRIPLE = replace(QUIZ, name="triple", multipliers=(1, 2, 3))
"""Triple Yahtzee of the Ruby Quiz."""

QUINTZEE = replace(
    H89,
    name="quintzee",
    extra_yahtzees=FORCED_JOKER,
    least_rolled=1,
    column_choices=(1, 2, 3, 4, 5, 6),
    bonus_choices=tuple(BONUSES),
)
"""Coises' Quintzee with one column; at most four dice are kept."""

YACHT = RuleSet("yacht", (*categories.UPPER, *categories.YACHT_LOWER), upper_bonus=0, upper_bonus_at=0)
"""Bart Massey's specification in Z: to stop early is to roll none of the dice."""

YATZY = RuleSet(
    name="yatzy",
    categories=(
        *categories.UPPER,
        categories.ONE_PAIR,
        categories.TWO_PAIRS,
        categories.YATZY_THREE_OF_A_KIND,
        categories.YATZY_FOUR_OF_A_KIND,
        categories.YATZY_SMALL_STRAIGHT,
        categories.YATZY_LARGE_STRAIGHT,
        categories.YATZY_FULL_HOUSE,
        categories.CHANCE,
        categories.YATZY,
    ),
    upper_bonus=50,
    upper_bonus_at=63,
)
"""Scandinavian Yatzy."""

RULE_SETS = {
    rules.name: rules for rules in (H89, OFFICIAL, FREE_CHOICE_JOKER, QUIZ, TRIPLE, QUINTZEE, YACHT, YATZY)
}
"""The rule sets by name, with their default columns and bonus rule."""


class RuleSetError(ValueError):
    """A rule set that there isn't; `about` is what is wrong: `rules`, `columns` or `bonus`."""

    def __init__(self, about: str, message: str) -> None:
        super().__init__(message)
        self.about = about


def rule_set(name: str, columns: int | None = None, bonus: str | None = None) -> RuleSet:
    """The rule set called `name`, with that many columns and that bonus rule if it offers a choice of them.

    RuleSetError for an unknown name, or columns or a bonus rule that it doesn't offer. The number of columns that a
    rule set has anyway may be given.
    """
    if name not in RULE_SETS:
        raise RuleSetError("rules", f"expected rules {not_among(name, RULE_SETS)}")
    rules = RULE_SETS[name]
    if columns is not None and columns not in (rules.column_choices or (rules.columns,)):
        raise RuleSetError("columns", _columns_expected(rules, columns))
    if bonus is not None and bonus not in rules.bonus_choices:
        raise RuleSetError("bonus", _bonus_expected(rules, bonus))
    if columns is not None and rules.column_choices:
        rules = replace(rules, multipliers=(1,) * columns)
    return rules if bonus is None else replace(rules, extra_yahtzees=BONUSES[bonus])


def _columns_expected(rules: RuleSet, columns: int) -> str:
    offered = rules.column_choices
    expected = one_of(map(str, offered or (rules.columns,)))
    others = "" if offered else _offers({name: other.column_choices for name, other in RULE_SETS.items()})
    noun = "column" if expected == "1" else "columns"
    return f"expected {expected} {noun} for {rules.name}, not {columns}{others}"


def _bonus_expected(rules: RuleSet, bonus: str) -> str:
    if not rules.bonus_choices:
        others = _offers({name: other.bonus_choices for name, other in RULE_SETS.items()})
        return f"expected no bonus rule for {rules.name}, not {shown(bonus)}{others}"
    meant = did_you_mean(bonus, rules.bonus_choices)
    return f"expected bonus {one_of(rules.bonus_choices)} for {rules.name}, not {shown(bonus)}{meant}"


def _offers(choices: Mapping[str, Sequence[object]]) -> str:
    return "".join(f"; {name} has {one_of(map(str, offered))}" for name, offered in choices.items() if offered)
