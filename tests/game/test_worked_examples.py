"""Where dice may be posted and what they score there: examples written by hand from the rules, none from the code.

Each text line of the files in `tests/data/examples` is an example: the card, the dice, each legal box with its
score and the points for the bonus row, and the open boxes that are not legal with the reason. On the card `?` is an
open box. Boxes that aren't named are filled with 0, a name without a column stands for all columns, and a later
word overrules an earlier one.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Refusal, Scorecard
from h89yahtzee.game.state import GameState

FILES = Path(__file__).parent.parent / "data" / "examples"
LEAST = {"official": 40, "quintzee-joker": 25, "quintzee-normal": 25, "quintzee-extra-turn": 25}
_SHORT = "pair=one-pair pairs=two-pairs 3k=three-of-a-kind 4k=four-of-a-kind full=full-house"
_SHORT += " small=small-straight large=large-straight little=little-straight big=big-straight"
SHORT = {short: name for short, _, name in (word.partition("=") for word in _SHORT.split())}


@dataclass(frozen=True)
class Example:
    rules: RuleSet
    card: str
    dice: str
    legal: str
    refused: str = ""


def examples(file: Path) -> list[Example]:
    name, _, bonus = file.stem.partition("-") if file.stem.startswith("quintzee") else (file.stem, "", "")
    columns, found = None, []
    for line in file.read_text("ascii").splitlines():
        if line.startswith("columns"):
            columns = int(line.split()[1])
        elif not line.startswith("#"):
            found.append(Example(rule_set(name, columns, bonus or None), *map(str.strip, line.split("|"))))
    return found


def boxes(rules: RuleSet, word: str) -> list[Box]:
    """Return the boxes that a word names: the row in every column unless the word has a column."""
    name, slash, column = word.partition("/")
    row = rules.bonus_row if name == "bonus" else rules.row(SHORT.get(name, name))
    return [Box(row, int(column) - 1)] if slash else [Box(row, column) for column in range(rules.columns)]


def card(example: Example) -> Scorecard:
    rules = example.rules
    scores: list[list[int | None]] = [[0] * len(rules.categories) for _ in range(rules.columns)]
    bonuses = [0] * rules.columns
    for name, points in (word.split("=") for word in example.card.split()):
        if name == "all":
            scores = [[None] * len(rules.categories) for _ in range(rules.columns)]
            continue
        for row, column in boxes(rules, name):
            if row == rules.bonus_row:
                bonuses[column] = int(points)
            else:
                scores[column][row] = None if points == "?" else int(points)
    return Scorecard(rules, tuple(map(tuple, scores)), tuple(bonuses))


def state(example: Example) -> GameState:
    return GameState(example.rules, (card(example),), 0, 0, tuple(map(int, example.dice)), 0)


EACH_FILE = pytest.mark.parametrize("file", sorted(FILES.glob("*.txt")), ids=lambda file: file.stem)


def promised(example: Example) -> dict[Box, tuple[int, int]]:
    """Return the legal boxes of an example, with the score and the points for the bonus row."""
    found = re.findall(r"(\S+)=(\d+)(\+(\d+))?", example.legal)
    return {
        box: (int(points), int(bonus or 0))
        for name, points, _, bonus in found
        for box in boxes(example.rules, name)
    }


@EACH_FILE
def test_legal_boxes_scores_and_bonuses(file: Path) -> None:
    for example in examples(file):
        game = state(example)
        found = {box: (game.potential_score(box), game.extra_points(box)) for box in game.legal_boxes()}
        assert found == promised(example), example


@EACH_FILE
def test_why_open_boxes_are_not_legal(file: Path) -> None:
    for example in examples(file):
        game = state(example)
        reason, _, names = example.refused.partition(": ")
        expected = {
            box: Refusal[reason.upper().replace("-", "_")]
            for name in names.split()
            for box in boxes(example.rules, name)
        }
        found = {box: game.refusal(box) for box in game.card.open_boxes() if game.refusal(box) is not None}
        assert found == expected, example


@EACH_FILE
def test_posting_writes_that_and_nothing_else(file: Path) -> None:
    for example in examples(file):
        game = state(example)
        for box, (points, bonus) in promised(example).items():
            after, column = game.card_after(box), box.column
            is_bonus_row = box.row == example.rules.bonus_row
            paid = after.yahtzee_bonuses[column] - game.card.yahtzee_bonuses[column]
            assert paid == (points if is_bonus_row else bonus), example
            filled = set(game.card.open_boxes()) - set(after.open_boxes())
            assert filled == (set() if is_bonus_row else {box}), example
            gained = points + bonus + after.upper_bonus(column) - game.card.upper_bonus(column)
            assert after.total() - game.card.total() == example.rules.multipliers[column] * gained, example


@EACH_FILE
def test_there_are_enough_examples_and_each_says_what_stands_for_yahtzee(file: Path) -> None:
    found = examples(file)
    assert len(found) >= LEAST.get(file.stem, 15)
    assert len(set(found)) == len(found)
    for example in found:
        assert example.rules.yahtzee_row is None or re.search(r"yahtzee(/1)?=|all=", example.card), example


def test_every_rule_set_and_bonus_rule_has_examples() -> None:
    names = {
        "-".join(filter(None, [name, bonus]))
        for name, rules in RULE_SETS.items()
        for bonus in rules.bonus_choices or (None,)
    }
    assert {file.stem for file in FILES.glob("*.txt")} == names
