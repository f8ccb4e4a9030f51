"""The rule sets as data. To add a rule set, add a value to this file, and its new rows to `categories`.

The string below each rule set is the beginning of its entry in the manual. `scorecard` applies this data to a card
and dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Category, Section
from h89yahtzee.game.near_words import did_you_mean, not_among, one_of, shown


class Placement(Enum):
    """The boxes where an extra Yahtzee (see `ExtraYahtzees`) may be posted."""

    ANY = "any open box"
    FORCED = "the upper row of its face if open in any column, else any open lower box, else any open upper box"
    BONUS_ROW = "the bonus row of any column, which uses no box up"


@dataclass(frozen=True, slots=True)
class ExtraYahtzees:
    """The rules for an extra Yahtzee: five alike rolled while the Yahtzee boxes of all columns are filled.

    If `fifties_only`, five alike are an ordinary roll while any Yahtzee box holds 0. If `joker`, an extra Yahtzee
    posted in a lower row gets that row's joker score, provided that the upper row of its face is filled in every
    column. If no Yahtzee box holds 0, an extra Yahtzee brings `bonus` points, which are added in the bonus row of
    the column where the dice are posted.
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

    `categories` are the rows in screen order, upper section first. `multipliers` has the factor of each
    column's total. Each column gets `upper_bonus` when its upper rows reach `upper_bonus_at`. `least_rolled` is the
    fewest dice of a re-roll: where it is 0, a player may roll none, which uses up a re-roll and changes no dice.

    `column_choices` and `bonus_choices` (names in `BONUSES`) are the values that `rule_set` accepts, empty if the
    rules offer no choice.

    `mean` is the average total under best play: to two decimals with one column, an estimate with several.

    `about` describes the rules on the start page in at most 59 characters, so that `name` and `about` fit in a
    line. `rows_help` describes the rows on the help page in lines of at most 78 characters; `{at}` in it stands for
    `upper_bonus_at`, `{bonus}` for `upper_bonus`.
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
    mean: float = 0.0
    about: str = ""
    rows_help: str = field(default="", repr=False)

    def __hash__(self) -> int:
        """Hash the name and multipliers alone, which is fast: rule sets are the keys of many caches."""
        return hash((self.name, self.multipliers))

    @property
    def columns(self) -> int:
        return len(self.multipliers)

    @property
    def bonus(self) -> str | None:
        """The name of the bonus rule in `BONUSES` if the rules offer a choice, else None."""
        return next((name for name in self.bonus_choices if BONUSES[name] == self.extra_yahtzees), None)

    @property
    def bonus_row(self) -> int:
        """The number of the row of extra-Yahtzee bonuses, below all categories; posting there fills no box."""
        return len(self.categories)

    @property
    def yahtzee_row(self) -> int | None:
        """The number of the YAHTZEE row; None if the rules lack this row, and so have no extra Yahtzees."""
        return self.categories.index(categories.YAHTZEE) if categories.YAHTZEE in self.categories else None

    @property
    def five_alike_row(self) -> int:
        """The number of the row for five alike: Yahtzee, yacht or yatzy."""
        return next(row for row, category in enumerate(self.categories) if category in categories.FIVE_ALIKE)

    def rows(self, section: Section) -> tuple[int, ...]:
        return _rows(self.categories, section)

    def row(self, name: str) -> int:
        """Return the number of the row whose category is called `name`; ValueError if there is none."""
        names = [category.name for category in self.categories]
        if name not in names:
            raise ValueError(f"{shown(name)} is no row of {self.name}: expected {not_among(name, names)}")
        return names.index(name)


@cache
def _rows(rows: tuple[Category, ...], section: Section) -> tuple[int, ...]:
    return tuple(row for row, category in enumerate(rows) if category.section is section)


H89 = RuleSet(
    name="h89",
    about="The game of the H89: a second Yahtzee earns nothing extra.",
    categories=(*categories.UPPER, *categories.LOWER),
    upper_bonus=35,
    upper_bonus_at=63,
    mean=245.87,
    rows_help="""\
ACES to SIXES add up that face; {at} or more of them earn a bonus of {bonus}.
3 and 4 of a kind and Chance count all dice. Full House is three of one face
and two of another. 4 Straight is four faces in a row, 5 Straight is five.
YAHTZEE is five alike.
""",
)
"""H89 YAHTZEE 1.1: no Yahtzee bonus, no joker, five of a kind is no full house."""

OFFICIAL = replace(
    H89,
    name="official",
    about="The game as it is sold: a second Yahtzee earns 100.",
    mean=254.59,
    extra_yahtzees=FORCED_JOKER,
)
"""Hasbro's rules, with the forced joker."""

FREE_CHOICE_JOKER = replace(
    H89,
    name="free-choice",
    about="As official, but a second Yahtzee goes in any open row.",
    mean=254.59,
    extra_yahtzees=ExtraYahtzees(joker=True, bonus=100),
)
"""Verhoeff's rules: an extra Yahtzee goes in any open box."""

QUIZ = replace(
    H89,
    name="quiz",
    about="As official, but with 0 in YAHTZEE five alike are no joker.",
    mean=254.48,
    extra_yahtzees=replace(FORCED_JOKER, fifties_only=True),
)
"""Yahtzee of the Ruby Quiz: as official, but with 0 in the Yahtzee box five alike are an ordinary roll."""

TRIPLE = replace(
    QUIZ,
    name="triple",
    about="As quiz, on three columns that count x1, x2 and x3.",
    mean=1737,
    multipliers=(1, 2, 3),
)
"""Triple Yahtzee of the Ruby Quiz: three columns, which count once, twice and three times."""

QUINTZEE = replace(
    H89,
    name="quintzee",
    about="Up to six columns at once; later games fill up the grid.",
    mean=254.59,
    extra_yahtzees=FORCED_JOKER,
    least_rolled=1,
    column_choices=(1, 2, 3, 4, 5, 6),
    bonus_choices=tuple(BONUSES),
)
"""Quintzee by Coises, with one column unless more are chosen; a re-roll keeps at most four dice."""

YACHT = RuleSet(
    name="yacht",
    about="Twelve rows and no bonus; the straights are 1-5 and 2-6.",
    categories=(*categories.UPPER, *categories.YACHT_LOWER),
    upper_bonus=0,
    upper_bonus_at=0,
    mean=166.99,
    rows_help="""\
ACES to SIXES add up that face; there is no bonus. Full House is three of one
face and two of another, or five alike, and counts all dice. 4 of a kind
counts only those four. Little 1-5 and Big 2-6 are straights of five. Choice
counts all dice, and YACHT is five alike.
""",
)
"""Yacht as specified by Bart Massey in the language Z; a player stops early by rolling none of the dice."""

YACHT_DICE = RuleSet(
    name="yacht-dice",
    about="Twelve rows, bonus 35; Full House and 4 of a kind add all.",
    categories=(*categories.UPPER, *categories.YACHT_DICE_LOWER),
    upper_bonus=35,
    upper_bonus_at=63,
    mean=191.77,
    rows_help="""\
ACES to SIXES add up that face; {at} or more of them earn a bonus of {bonus}.
Choice, 4 of a kind and Full House count all dice. Full House is three of one
face and two of another, or five alike. 4 Straight is four faces in a row, 5
Straight is five. YACHT is five alike, and a second one earns nothing extra.
""",
)
"""Yacht Dice of 51 Worldwide Games (Clubhouse Games) for the Switch; five alike count as a full house."""

YATZY = RuleSet(
    name="yatzy",
    about="Scandinavian: fifteen rows, with pairs, and a bonus of 50.",
    categories=(*categories.UPPER, *categories.YATZY_LOWER),
    upper_bonus=50,
    upper_bonus_at=63,
    mean=248.44,
    rows_help="""\
ACES to SIXES add up that face; {at} or more of them earn a bonus of {bonus}.
Pairs and 3 and 4 of a kind count only the dice that are alike; 2 pairs are of
two faces. Full House is three of one face and two of another and counts all
dice, as Chance does. Small 1-5 and Large 2-6 are straights of five. YATZY is
five alike.
""",
)
"""Scandinavian Yatzy."""

RULE_SETS = {
    rules.name: rules
    for rules in (H89, OFFICIAL, FREE_CHOICE_JOKER, QUIZ, TRIPLE, QUINTZEE, YACHT, YACHT_DICE, YATZY)
}
"""The rule sets by name, with their default columns and bonus rule."""


class RuleSetError(ValueError):
    """A rule set that doesn't exist; `about` is the wrong part of the request: `rules`, `columns` or `bonus`."""

    def __init__(self, about: str, message: str) -> None:
        super().__init__(message)
        self.about = about


def rule_set(name: str, columns: int | None = None, bonus: str | None = None) -> RuleSet:
    """Return the rule set called `name`, with `columns` columns and the bonus rule `bonus` if these are given.

    RuleSetError for an unknown name, and for columns or a bonus rule that the rule set doesn't offer. A rule set
    that offers no choice of columns accepts its own number of columns.
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
