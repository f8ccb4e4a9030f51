"""The class that bots in Python inherit from, `Bot`, and what it gives them.

    from h89yahtzee.arena.bot import Bot, Category, Move

    class Cautious(Bot):
        \"\"\"It keeps pairs and better, and posts where the dice score most.\"\"\"

        def turn(self, dice: tuple[int, ...], stage: int) -> Move:
            if stage < 2:
                return self.keep(index for index, face in enumerate(dice) if dice.count(face) > 1)
            return self.score(max(self.legal, key=self.legal.__getitem__))

A file has one such class. The bot runs in a process of its own, with a new object for each game. What it prints
goes to its log, and `random` is seeded before each game. `h89yahtzee-bot(7)` has the limits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, EnumType
from operator import index
from types import MappingProxyType
from typing import NoReturn, Self

from h89yahtzee.game import categories
from h89yahtzee.game.categories import Section
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, YACHT, YATZY, RuleSet
from h89yahtzee.game.scorecard import Box, Scorecard, box_name


class _Rows(EnumType):
    """The type of `Row`'s families, which tells what there is of one that isn't there."""

    def __getattr__(cls, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"{cls.__name__} has no {name}; it has {', '.join(cls.__members__)}")


class Row(Enum, metaclass=_Rows):
    """A row of the score card; see `Category`, `YachtCategory` and `YatzyCategory`."""

    _value_: categories.Category

    @property
    def word(self) -> str:
        """The name of the row in `Bot.legal` and in records: `three-of-a-kind`."""
        return self.value.name

    @property
    def is_upper(self) -> bool:
        """Whether the row counts the dice of one face, as ones to sixes do."""
        return self.value.section is Section.UPPER

    @property
    def is_lower(self) -> bool:
        return not self.is_upper

    @property
    def face(self) -> int | None:
        """The face that an upper row counts, None for a lower row."""
        return self.value.face

    def score(self, dice: Iterable[int]) -> int:
        """The score of these dice in this row, without jokers and bonuses."""
        return self.value.score(tuple(dice))

    def matches(self, dice: Iterable[int]) -> bool:
        """Whether these dice score anything in this row."""
        return self.score(dice) > 0

    @classmethod
    def matching(cls, dice: Iterable[int]) -> list[Self]:
        """All rows in which these dice score anything, from the top."""
        faces = tuple(dice)
        return [row for row in cls if row.matches(faces)]


class Category(Row):
    """The rows of all rule sets except yacht and yatzy."""

    ONES = categories.ONES
    TWOS = categories.TWOS
    THREES = categories.THREES
    FOURS = categories.FOURS
    FIVES = categories.FIVES
    SIXES = categories.SIXES
    THREE_OF_A_KIND = categories.THREE_OF_A_KIND
    FOUR_OF_A_KIND = categories.FOUR_OF_A_KIND
    FULL_HOUSE = categories.FULL_HOUSE
    SMALL_STRAIGHT = categories.SMALL_STRAIGHT
    LARGE_STRAIGHT = categories.LARGE_STRAIGHT
    YAHTZEE = categories.YAHTZEE
    CHANCE = categories.CHANCE


class YachtCategory(Row):
    """The rows of yacht."""

    ONES = categories.ONES
    TWOS = categories.TWOS
    THREES = categories.THREES
    FOURS = categories.FOURS
    FIVES = categories.FIVES
    SIXES = categories.SIXES
    FULL_HOUSE = categories.YACHT_FULL_HOUSE
    FOUR_OF_A_KIND = categories.YACHT_FOUR_OF_A_KIND
    LITTLE_STRAIGHT = categories.LITTLE_STRAIGHT
    BIG_STRAIGHT = categories.BIG_STRAIGHT
    CHOICE = categories.CHOICE
    YACHT = categories.YACHT


class YatzyCategory(Row):
    """The rows of yatzy."""

    ONES = categories.ONES
    TWOS = categories.TWOS
    THREES = categories.THREES
    FOURS = categories.FOURS
    FIVES = categories.FIVES
    SIXES = categories.SIXES
    ONE_PAIR = categories.ONE_PAIR
    TWO_PAIRS = categories.TWO_PAIRS
    THREE_OF_A_KIND = categories.YATZY_THREE_OF_A_KIND
    FOUR_OF_A_KIND = categories.YATZY_FOUR_OF_A_KIND
    SMALL_STRAIGHT = categories.YATZY_SMALL_STRAIGHT
    LARGE_STRAIGHT = categories.YATZY_LARGE_STRAIGHT
    FULL_HOUSE = categories.YATZY_FULL_HOUSE
    CHANCE = categories.CHANCE
    YATZY = categories.YATZY


_ROWS: dict[tuple[categories.Category, ...], type[Row]] = {
    H89.categories: Category,
    YACHT.categories: YachtCategory,
    YATZY.categories: YatzyCategory,
}


@dataclass(frozen=True, slots=True)
class Keep:
    """The move that keeps the dice at these indices and rolls the others, as `Bot.keep` returns it."""

    indices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """The move that posts the dice in the box of this name, as `Bot.score` returns it."""

    box: str


Move = Keep | Post


@dataclass(frozen=True, slots=True)
class Card:
    """A bot's own score card, to be read only. Columns count from 1."""

    _card: Scorecard
    _rows: tuple[Row, ...]

    def is_open(self, category: Row, column: int = 1) -> bool:
        return self.score(category, column) is None

    def open_categories(self, column: int = 1) -> list[Row]:
        """The categories that are still open, from the top."""
        return [category for category in self._rows if self.is_open(category, column)]

    def score(self, category: Row, column: int = 1) -> int | None:
        """The score in a box, None while it is open."""
        return self._card[Box(self._rows.index(category), column - 1)]

    def upper_total(self, column: int = 1) -> int:
        """The points of the upper section without its bonus."""
        return self._card.section_total(Section.UPPER, column - 1)

    def upper_bonus(self, column: int = 1) -> int:
        """The bonus of the upper section, 0 until it is reached."""
        return self._card.upper_bonus(column - 1)

    def yahtzee_bonus(self, column: int = 1) -> int:
        """The bonus points for extra Yahtzees."""
        return self._card.yahtzee_bonuses[column - 1]

    def total(self) -> int:
        """The total with all bonuses; each column counts as often as its multiplier says."""
        return self._card.total()


class Bot(ABC):
    """A player in one game.

    The attributes are set before each call of `turn`. A class may have an `__init__` without parameters, which runs
    before they are set.
    """

    rules: RuleSet
    """The rules of the game: `rules.name`, `rules.columns`, `rules.upper_bonus`, `rules.upper_bonus_at` ..."""
    categories: tuple[Row, ...]
    """The rows of a column from the top: all of `Category`, `YachtCategory` or `YatzyCategory`."""
    players: int
    """The number of players, this bot included."""
    card: Card
    """The bot's own card."""
    legal: Mapping[str, int]
    """The boxes in which the dice may be posted, and what they score there, jokers included.

    The bonus for an extra Yahtzee comes on top of that. With several columns a box is named like `chance/2`; by
    quintzee's bonus rule extra-turn there is also `bonus/2`.
    """
    _scores: tuple[int, ...]

    @abstractmethod
    def turn(self, dice: Dice, stage: int) -> Move:
        """The bot's move with these five dice, in the order in which they lie: return `keep` or `score`.

        `stage` says how often dice were rolled again in this turn: 0, 1 or 2. At 2 the dice must be scored.
        """

    def game_over(self) -> None:  # noqa: B027 - who wants it, overrides it
        """Called at the end of a game, when `card` and `scores()` are final. A bot may override it."""

    def keep(self, indices: Iterable[int]) -> Keep:
        """The move that keeps the dice at these indices, 0 to 4 in any order, and rolls the others.

        It may keep none or, except in quintzee, all five; a roll is used up in any case.
        """
        return Keep(tuple(map(index, indices)))

    def score(self, category: Row | str, column: int = 1) -> Post:
        """The move that posts the dice in this category, or in the box of this name as in `legal`."""
        if isinstance(category, str):
            return Post(category)
        if category not in self.categories:
            raise TypeError(f"score takes one of self.categories or the name of a box, not {category!r}")
        return Post(box_name(self.rules, Box(self.categories.index(category), column - 1)))

    def scores(self) -> tuple[int, ...]:
        """The totals of all players, this bot's among them, in no particular order."""
        return self._scores

    def begin(self, rules: RuleSet, players: int) -> None:
        """Called by the host when a game begins."""
        self.rules, self.players = rules, players
        self.categories = tuple(_ROWS[rules.categories])
        self.see(Scorecard.empty(rules), (0,) * players, {})

    def see(self, card: Scorecard, scores: tuple[int, ...], legal: Mapping[str, int]) -> None:
        """Called by the host before `turn` and `game_over`."""
        self.card, self._scores = Card(card, self.categories), scores
        self.legal = MappingProxyType({**legal})
