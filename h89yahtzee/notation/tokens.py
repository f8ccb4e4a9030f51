"""A reader for the words in the text of records and positions.

A rule set is written as its name, followed by `columns N` and `bonus RULE` if the rules offer a choice of these. A
box is written as the name of its category, in the bonus row as `bonus`; `/COLUMN`, counted from 1, follows if cards
have several columns. Dice are written as their faces without blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import did_you_mean, one_of, shown
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, box_name

_T = TypeVar("_T")


class NotationError(ValueError):
    """The error that a text isn't a record or position; the message says what was expected, and for a record the
    number of the text line."""


def format_rules(rules: RuleSet) -> str:
    columns = f" columns {rules.columns}" if rules.column_choices else ""
    bonus = f" bonus {rules.bonus}" if rules.bonus_choices else ""
    return f"{rules.name}{columns}{bonus}"


def format_digits(numbers: tuple[int, ...]) -> str:
    return "".join(map(str, numbers))


@cache
def boxes_by_name(rules: RuleSet) -> Mapping[str, Box]:
    """Return all boxes by their names in records, column by column from the top down to the bonus row, if any."""
    rows = len(rules.categories) + (rules.extra_yahtzees.bonus > 0)
    boxes = [Box(row, column) for column in range(rules.columns) for row in range(rows)]
    return {box_name(rules, box): box for box in boxes}


@cache
def boxes_by_label(rules: RuleSet) -> Mapping[str, Box]:
    """Return the boxes that `boxes_by_name` has, but by their labels on the card, in small letters and with hyphens
    in place of blanks."""
    labels = {category.name: category.label.lower().replace(" ", "-") for category in rules.categories}
    names = ((name.partition("/"), box) for name, box in boxes_by_name(rules).items())
    return {labels.get(row, row) + slash + column: box for (row, slash, column), box in names}


class Tokens:
    """The words of a text, consumed one by one. Each `take_` method returns the value of the next word.

    If the word is wrong, the method raises NotationError, with a message that begins with the text `place`.
    """

    def __init__(self, text: str, place: str = "") -> None:
        self.text = text
        self._place = place
        self._tokens = text.split(" ")[::-1] if text else []  # reversed, so that `pop` takes the next word

    def expected(self, what: str) -> NotationError:
        return self.error(f"expected {what} in {shown(self.text)}")

    def unexpected(self, word: str, what: str, words: Iterable[str] = ()) -> NotationError:
        """Return the error that the text has `word` where `what` was expected. The message suggests the word in
        `words` that is most similar to `word`, if any is similar."""
        instead = "" if word == self.text else f", not {shown(word)}"
        error = self.expected(f"{what}{instead}")
        return NotationError(f"{error}{did_you_mean(word, words)}")

    def error(self, message: str) -> NotationError:
        return NotationError(f"{self._place}{message}")

    def has_more(self) -> bool:
        return bool(self._tokens)

    def take_end(self, what: str) -> None:
        if self._tokens:
            raise self.expected(f"nothing after {what}")

    def next_is(self, keyword: str) -> bool:
        return self._tokens[-1:] == [keyword]

    def take_keyword(self, keyword: str) -> bool:
        """Take the next word if it is `keyword`, and return whether it was."""
        found = self.next_is(keyword)
        if found:
            self._tokens.pop()
        return found

    def take_word(self, what: str) -> str:
        if not self._tokens:
            raise self.expected(what)
        return self._tokens.pop()

    def take_rest(self, what: str) -> str:
        rest = " ".join(reversed(self._tokens))
        self._tokens = []
        if not rest:
            raise self.expected(what)
        return rest

    def take_choice(self, choices: Mapping[str, _T]) -> _T:
        what = one_of(choices)
        word = self.take_word(what)
        if word not in choices:
            raise self.unexpected(word, what, choices)
        return choices[word]

    def take_number(self, prefix: str = "") -> int:
        what = f"{prefix}NUMBER"
        word = self.take_word(what)
        if not re.fullmatch(f"{re.escape(prefix)}-?[0-9]{{1,20}}", word):
            raise self.unexpected(word, what)
        return int(word.removeprefix(prefix))

    def take_dice(self, rules: RuleSet) -> Dice:
        what = f"{rules.dice} dice of 1-6"
        word = self.take_word(what)
        if not re.fullmatch(f"[1-6]{{{rules.dice}}}", word):
            raise self.unexpected(word, what)
        return tuple(map(int, word))

    def take_positions(self, rules: RuleSet) -> tuple[int, ...]:
        what = f"positions 1-{rules.dice} in ascending order or '-'"
        word = self.take_word(what)
        positions = "" if word == "-" else word
        if list(positions) != sorted(set(positions) & set("123456789"[: rules.dice])):
            raise self.unexpected(word, what)
        return tuple(int(position) - 1 for position in positions)

    def take_rules(self) -> RuleSet:
        name = self.take_word("the name of a rule set")
        columns = self.take_number() if self.take_keyword("columns") else None
        bonus = self.take_word("a bonus rule") if self.take_keyword("bonus") else None
        try:
            return rule_set(name, columns, bonus)
        except ValueError as error:
            raise self.error(str(error)) from None
