"""`Bot`, the class that bots in Python inherit from, and the classes of the rows, the card and the moves.

    from h89yahtzee.arena.bot import Bot, Category, Move

    class Cautious(Bot):
        \"\"\"It keeps pairs and better, and posts where the dice score most.\"\"\"

        def turn(self, dice: tuple[int, ...], stage: int) -> Move:
            if stage < 2:
                return self.keep(index for index, face in enumerate(dice) if dice.count(face) > 1)
            return self.score(max(self.legal, key=self.legal.__getitem__))

To keep dice is to reroll the others. To post the dice is to write their score in a box. A bot's file has exactly
one such class. The bot runs in a process of its own, with a new object for each game. Its output goes to its log,
and `random` is seeded before each game. `h89yahtzee-bot(7)` has the limits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, EnumType
from functools import cache
from operator import index
from types import MappingProxyType
from typing import Self, cast

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, YACHT, YACHT_DICE, YATZY, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, box_name


class _Rows(EnumType):
    """The metaclass of `Row`, whose AttributeError for an unknown row lists the rows that exist."""

    def __getattr__(cls, name: str) -> Row:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"{cls.__name__} has no {name}; it has {', '.join(cls.__members__)}")


class Row(Enum, metaclass=_Rows):
    """A row (category) of the score card: a member of the enum that `rows_of` returns, such as `Category`."""

    _value_: categories.Category

    @property
    def word(self) -> str:
        """The name of the row as in `Bot.legal` and in game records, such as `three-of-a-kind`."""
        return self.value.name

    @property
    def is_upper(self) -> bool:
        """Whether the row is in the upper section, where only the dice of one face count."""
        return self.value.section is Section.UPPER

    @property
    def is_lower(self) -> bool:
        return not self.is_upper

    @property
    def face(self) -> int | None:
        """The face that an upper row counts, None for a lower row."""
        return self.value.face

    def score(self, dice: Iterable[int]) -> int:
        """Return the points of `dice` by this row's own rule, without joker rules and bonuses."""
        return self.value.score(tuple(dice))

    def matches(self, dice: Iterable[int]) -> bool:
        """Whether `dice` score more than 0 in this row."""
        return self.score(dice) > 0

    @classmethod
    def matching(cls, dice: Iterable[int]) -> list[Self]:
        """Return all rows in which `dice` score more than 0, from the top of the card."""
        faces = tuple(dice)
        return [row for row in cls if row.matches(faces)]


@cache
def _family(rows: tuple[categories.Category, ...], name: str) -> type[Row]:
    """Return an enumeration called `name` whose members are `rows`, such as FULL_HOUSE for the row `full-house`."""
    members = {row.name.upper().replace("-", "_"): row for row in rows}
    return cast("type[Row]", _Rows.__call__(Row, name, members, module=__name__))


Category = _family(H89.categories, "Category")
"""The rows of all rule sets with thirteen rows."""
YachtCategory = _family(YACHT.categories, "YachtCategory")
"""The rows of yacht."""
YachtDiceCategory = _family(YACHT_DICE.categories, "YachtDiceCategory")
"""The rows of yacht-dice."""
YatzyCategory = _family(YATZY.categories, "YatzyCategory")
"""The rows of yatzy."""
_FAMILIES = {
    H89.categories: Category,
    YACHT.categories: YachtCategory,
    YACHT_DICE.categories: YachtDiceCategory,
    YATZY.categories: YatzyCategory,
}


def rows_of(rules: RuleSet) -> type[Row]:
    """Return the enumeration of a rule set's rows: one that is defined above, such as `Category`, or a new one."""
    return _FAMILIES.get(rules.categories) or _family(rules.categories, f"{rules.name.title()}Category")


@dataclass(frozen=True, slots=True)
class Keep:
    """The move that keeps the dice at `indices` (0 to 4) and rerolls the other dice, as returned by `Bot.keep`."""

    indices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """The move that posts the dice in the box of this name, as returned by `Bot.score`."""

    box: str


Move = Keep | Post


@dataclass(frozen=True, slots=True)
class Card:
    """A bot's own score card, read-only. The parameter `column` counts from 1."""

    _card: Scorecard
    _rows: tuple[Row, ...]

    def is_open(self, category: Row, column: int = 1) -> bool:
        return self.score(category, column) is None

    def open_categories(self, column: int = 1) -> list[Row]:
        """Return the rows that are still open in `column`, from the top of the card."""
        return [category for category in self._rows if self.is_open(category, column)]

    def score(self, category: Row, column: int = 1) -> int | None:
        """Return the points in a box, None while the box is open."""
        return self._card[Box(self._rows.index(category), column - 1)]

    def upper_total(self, column: int = 1) -> int:
        """Return the points of the upper section without its bonus."""
        return self._card.section_total(Section.UPPER, column - 1)

    def upper_bonus(self, column: int = 1) -> int:
        """Return the bonus points of the upper section, 0 until the bonus is earned."""
        return self._card.upper_bonus(column - 1)

    def yahtzee_bonus(self, column: int = 1) -> int:
        """Return the bonus points for extra Yahtzees."""
        return self._card.yahtzee_bonuses[column - 1]

    def on_paper(self) -> Scorecard:
        """Return the card as a `Scorecard`, the type that functions in `h89yahtzee.game` take."""
        return self._card

    def total(self) -> int:
        """Return the total of all columns, bonuses included, each column times its multiplier."""
        return self._card.total()


class Bot(ABC):
    """The base class of bots; each object plays one game.

    The attributes are set before each call of `turn`. A subclass may have an `__init__` without parameters, which
    can't use the attributes, since they aren't set yet.
    """

    rules: RuleSet
    """The rules of the game: `rules.name`, `rules.columns`, `rules.upper_bonus`, `rules.upper_bonus_at` ..."""
    categories: tuple[Row, ...]
    """The rows of a column from the top: all members of the enumeration that `rows_of` returns for the rules."""
    players: int
    """The number of players, this bot included."""
    card: Card
    """The bot's own card."""
    legal: Mapping[str, int]
    """The names of the boxes in which the dice may be posted, and the score of the dice in each.

    If the dice are a joker, the score is that of a joker. The bonus for an extra Yahtzee comes on top of the score.
    With several columns a box is named like `chance/2`. Under quintzee's bonus rule `extra-turn` each column also
    has a bonus box, named like `bonus/2`.
    """
    _scores: tuple[int, ...]

    @abstractmethod
    def turn(self, dice: Dice, stage: int) -> Move:
        """Return the move for these five dice, either `self.keep(...)` or `self.score(...)`.

        Each bot defines this method. `stage` is the number of rerolls so far in this turn: 0, 1 or 2. At stage 2
        the dice must be scored.
        """

    def game_over(self) -> None:  # noqa: B027 - bots may override it
        """Do nothing. This method is called at the end of a game; a bot may override it to learn from the final
        `card` and `scores()`."""

    def keep(self, indices: Iterable[int]) -> Keep:
        """Return the move that keeps the dice at `indices`, 0 to 4 in any order, and rerolls the other dice.

        A bot may keep no dice or, except under the rules quintzee, all five. Each such move uses up a reroll.
        """
        return Keep(tuple(map(index, indices)))

    def score(self, category: Row | str, column: int = 1) -> Post:
        """Return the move that posts the dice in `category`, which is a row, or the name of a box as in `legal`.
        `column` (from 1) is the column of the box if `category` is a row."""
        if isinstance(category, str):
            return Post(category)
        if category not in self.categories:
            raise TypeError(f"score takes one of self.categories or the name of a box, not {category!r}")
        return Post(box_name(self.rules, Box(self.categories.index(category), column - 1)))

    def scores(self) -> tuple[int, ...]:
        """Return the totals of all players, this bot included, from the highest to the lowest."""
        return self._scores

    def begin(self, rules: RuleSet, players: int) -> None:
        """Set the attributes for a new game; the program that runs the bot calls this, the bot doesn't."""
        self.rules, self.players = rules, players
        self.categories = tuple(rows_of(rules))
        self.see(Scorecard.empty(rules), (0,) * players, {})

    def see(self, card: Scorecard, scores: tuple[int, ...], legal: Mapping[str, int]) -> None:
        """Set `card`, `legal` and the totals; the program that runs the bot calls this before `turn` and
        `game_over`."""
        self.card, self._scores = Card(card, self.categories), scores
        self.legal = MappingProxyType({**legal})
