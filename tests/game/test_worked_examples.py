"""Where dice may be posted and what they score there: examples written by hand from the rules, none from the code.

The files in `tests/data/examples` have a line an example: the card, the dice, each legal box with its score and
what goes to the bonus row, and the open boxes that are not legal with the reason. On the card `?` is an open box.
What isn't named is filled with 0, a name without a column is that of all columns, and a later word overrules an
earlier one.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from h89yahtzee.game.legal_boxes import Refusal
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState

FILES = Path(__file__).parent.parent / "data" / "examples"
LEAST = {"official": 40, "quintzee-joker": 25, "quintzee-normal": 25, "quintzee-extra-turn": 25}
SHORT = {
    "pair": "one-pair",
    "pairs": "two-pairs",
    "3k": "three-of-a-kind",
    "4k": "four-of-a-kind",
    "full": "full-house",
    "small": "small-straight",
    "large": "large-straight",
    "little": "little-straight",
    "big": "big-straight",
}


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
    """All that are meant by a name: in every column unless it has one."""
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


EXAMPLES = [
    pytest.param(example, id=f"{file.stem} {example.card} {example.dice}")
    for file in sorted(FILES.glob("*.txt"))
    for example in examples(file)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_legal_boxes_scores_and_bonuses(example: Example) -> None:
    game, expected = state(example), {}
    for name, points, _, bonus in re.findall(r"(\S+)=(\d+)(\+(\d+))?", example.legal):
        [box] = boxes(example.rules, name)
        expected[box] = (int(points), int(bonus or 0))
    found = {box: (game.potential_score(box), game.extra_points(box)) for box in game.legal_boxes()}
    assert found == expected


@pytest.mark.parametrize("example", EXAMPLES)
def test_why_open_boxes_are_not_legal(example: Example) -> None:
    game, expected = state(example), {}
    reason, _, names = example.refused.partition(": ")
    for name in names.split():
        [box] = boxes(example.rules, name)
        expected[box] = Refusal[reason.upper().replace("-", "_")]
    found = {box: game.refusal(box) for box in game.card.open_boxes() if game.refusal(box) is not None}
    assert found == expected


@pytest.mark.parametrize("example", EXAMPLES)
def test_posting_writes_that_and_nothing_else(example: Example) -> None:
    game = state(example)
    for name, points, _, bonus in re.findall(r"(\S+)=(\d+)(\+(\d+))?", example.legal):
        [box] = boxes(example.rules, name)
        after, column = game.card_after(box), box.column
        into_bonus_row = int(points) if box.row == example.rules.bonus_row else int(bonus or 0)
        assert after.yahtzee_bonuses[column] - game.card.yahtzee_bonuses[column] == into_bonus_row
        assert set(game.card.open_boxes()) - set(after.open_boxes()) == {box} - {
            Box(example.rules.bonus_row, column)
        }
        gained = int(points) + int(bonus or 0) + after.upper_bonus(column) - game.card.upper_bonus(column)
        assert after.total() - game.card.total() == example.rules.multipliers[column] * gained


@pytest.mark.parametrize("file", sorted(FILES.glob("*.txt")), ids=lambda file: file.stem)
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
