"""A reader of JSON that other programs wrote. It checks the kind of each value, and reads rules and dice; its
errors name the place of the wrong value."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import NoReturn

from h89yahtzee.game.dice import FACES, Dice
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.notation.tokens import NotationError

LONGEST = 2**20
"""The most characters that a JSON text may have."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a JSON text, and its `path`, such as `turns[2].score`.

    A method raises NotationError if the value is of another kind than the method returns. `is_whole` is True for
    the outermost value, whose `path` is a name of the whole text for error messages. This name isn't part of the
    paths of the members, which are their names alone, such as `turns`.
    """

    value: object
    path: str
    is_whole: bool = False

    def expected(self, what: str) -> NotationError:
        return NotationError(f"{self.path}: expected {what}")

    def member(self, name: str) -> Node | None:
        """Return the member `name` of an object; None if it is missing or null."""
        if not isinstance(self.value, dict):
            raise self.expected("an object")
        value = self.value.get(name)
        return None if value is None else Node(value, name if self.is_whole else f"{self.path}.{name}")

    def required(self, name: str) -> Node:
        member = self.member(name)
        if member is None:
            raise self.expected(f"a member {name!r}")
        return member

    def has_only(self, names: Collection[str]) -> None:
        if isinstance(self.value, dict) and not self.value.keys() <= set(names):
            raise self.expected(f"no other members than {', '.join(names)}")

    def items(self) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.expected("an array")
        return [Node(item, f"{self.path}[{index}]") for index, item in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.expected("a string")
        return self.value

    def number(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.expected("a whole number")
        return self.value

    def number_in(self, numbers: range) -> int:
        number = self.number()
        if number not in numbers:
            raise self.expected(f"a number from {numbers[0]} to {numbers[-1]}")
        return number


def parse_json(text: str, name: str) -> Node:
    """Return the value of `text`, called `name` in error messages; NotationError if `text` isn't JSON or is too
    long."""
    if len(text) > LONGEST:
        raise NotationError(f"{name}: expected at most {LONGEST} characters")
    try:
        return Node(json.loads(text, parse_constant=_refuse_constant), name, is_whole=True)
    except json.JSONDecodeError as error:
        raise NotationError(f"expected a JSON object: {error}") from None
    except (ValueError, RecursionError):
        raise NotationError("expected a JSON object with shorter numbers and fewer brackets") from None


def _refuse_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"there is no {name}", name, 0)


def rules_of(node: Node, columns: int | None = None) -> RuleSet:
    """Return the rule set in the members `rules`, `columns` and `bonus` of `node`; NotationError if the program has
    no such rule set.

    The argument `columns` is used if the member `columns` is missing and the rules offer a choice of columns.
    """
    said, bonus = node.member("columns"), node.member("bonus")
    name = node.required("rules").text()
    if said is not None or name not in RULE_SETS or not RULE_SETS[name].column_choices:
        columns = None if said is None else said.number()
    try:
        return rule_set(name, columns, None if bonus is None else bonus.text())
    except ValueError as error:
        raise NotationError(str(error)) from None


def dice_of(node: Node, rules: RuleSet) -> Dice:
    listed = node.required("dice")
    dice = tuple(die.number_in(FACES) for die in listed.items())
    if len(dice) != rules.dice:
        raise listed.expected(f"{rules.dice} dice")
    return dice
