"""Parsers of typed answers that name dice to roll or a box to score in; AnswerError if an answer can't be followed.

Answers must be in lower case. The parsers have no effect on the game.
"""

from __future__ import annotations

import re
from itertools import chain

from h89yahtzee.frontends.lines import line_texts
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.near_words import did_you_mean, one_of
from h89yahtzee.game.rules import Placement, RuleSet
from h89yahtzee.game.scorecard import Box, Refusal
from h89yahtzee.game.state import GameState
from h89yahtzee.table import texts


class AnswerError(ValueError):
    """An answer that can't be followed; the message tells the player why."""


def is_faces(text: str) -> bool:
    return re.fullmatch("[0-9][0-9 ,]*", text) is not None


def dice_by_face(dice: Dice, text: str) -> tuple[int, ...]:
    """Return the 0-based position of a die for each digit of `text`: the leftmost unused die with that face."""
    faces = [digit for digit in text if digit.isdigit()]
    for face in sorted(set(faces)):
        asked, found = faces.count(face), dice.count(int(face))
        if found < asked:
            raise AnswerError(line_texts.no_such_dice(face, found))
    return tuple(
        position
        for position, face in enumerate(map(str, dice))
        if dice[:position].count(int(face)) < faces.count(face)
    )


def dice_by_position(dice: Dice, text: str) -> tuple[int, ...]:
    """Return the 0-based positions of the dice whose numbers, from 1, are in `text`."""
    digits = re.sub("[ ,]", "", text)
    if not digits:
        raise AnswerError(line_texts.NO_DICE_NAMED)
    numbers = [str(position + 1) for position in range(len(dice))]
    if not set(digits) <= set(numbers):
        raise AnswerError(line_texts.NO_SUCH_DIE.format(dice=len(dice)))
    return tuple(position for position, number in enumerate(numbers) if number in digits)


def boxes_called(state: GameState, text: str) -> tuple[Box, ...]:
    """Return the legal boxes, at least one, that `text` names: several if the row is open in several columns.

    `text` is the number of a row, from 1, or the beginning of the row's name, or else whole words within the name,
    optionally with `/` and the number of a column. If `text` fits several rows, only those with a legal box count.
    AnswerError unless exactly one such row is left.
    """
    name, slash, column = text.partition("/")
    columns = (_column(state.rules, column.strip()),) if slash else tuple(range(state.rules.columns))
    row = _row(state, _spaced(name), columns)
    return _legal(state, tuple(Box(row, column) for column in columns))


def box_in_column(state: GameState, boxes: tuple[Box, ...], text: str) -> Box:
    """Return the legal box in the one row that `boxes` share and in the column whose number, from 1, is `text`."""
    return _legal(state, (Box(boxes[0].row, _column(state.rules, text.strip())),))[0]


def playable_rows(rules: RuleSet) -> range:
    """Return the rows, from 0, that a player may name; the bonus row only if dice can be posted there."""
    return range(rules.bonus_row + (rules.extra_yahtzees.placement is Placement.BONUS_ROW))


def is_row_number(rules: RuleSet, text: str) -> bool:
    return text in {str(row + 1) for row in playable_rows(rules)}


def forced_box(state: GameState) -> Box | None:
    """Return the only legal box if the rules force an extra Yahtzee into an upper row, else None."""
    forced = any(state.refusal(box) is Refusal.UPPER_ROW_FIRST for box in state.card.open_boxes())
    legal = state.legal_boxes()
    return legal[0] if forced and len(legal) == 1 else None


def _column(rules: RuleSet, text: str) -> int:
    numbers = [str(column + 1) for column in range(rules.columns)]
    if text not in numbers:
        many = line_texts.NO_SUCH_COLUMN.format(columns=rules.columns)
        raise AnswerError(many if rules.columns > 1 else line_texts.ONE_COLUMN)
    return numbers.index(text)


def _row(state: GameState, name: str, columns: tuple[int, ...]) -> int:
    rules = state.rules
    names = {row: _names(rules, row) for row in playable_rows(rules)}
    called = [row for row in names if name in (str(row + 1), *names[row])]
    begun = [row for row in names if name and any(each.startswith(name) for each in names[row])]
    within = [row for row in names if any(f" {name} " in f" {each} " for each in names[row])]
    rows = called or begun or within
    legal = {box.row for box in state.legal_boxes() if box.column in columns}
    rows = [row for row in rows if row in legal] or rows
    if not rows:
        meant = did_you_mean(name, chain.from_iterable(names.values())) or line_texts.ROWS_ARE_SHOWN
        raise AnswerError(line_texts.NO_SUCH_ROW.format(text=line_texts.brief(name), meant=meant))
    if len(rows) > 1:
        labels = one_of(texts.row_label(rules, row) for row in rows)
        raise AnswerError(line_texts.AMBIGUOUS.format(text=line_texts.brief(name), rows=labels))
    return rows[0]


def _names(rules: RuleSet, row: int) -> tuple[str, str]:
    """Return a row's name on the card and its name in records of games, both in lower case."""
    in_records = "bonus" if row == rules.bonus_row else rules.categories[row].name
    return _spaced(texts.row_label(rules, row).lower()), _spaced(in_records)


def _spaced(name: str) -> str:
    """Return `name` with hyphens and runs of blanks replaced by single blanks."""
    return " ".join(name.replace("-", " ").split())


def _legal(state: GameState, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    legal = state.legal_boxes()
    allowed = tuple(box for box in boxes if box in legal)
    if not allowed:
        raise AnswerError(_refusal(state, boxes))
    return allowed


def _refusal(state: GameState, boxes: tuple[Box, ...]) -> str:
    """Return a message that says why the dice can't be posted in any of `boxes`, which share one row."""
    reasons = [reason for reason in map(state.refusal, boxes) if reason is not None]
    reason = next((reason for reason in reasons if reason is not Refusal.FILLED), Refusal.FILLED)
    box, rules = boxes[0], state.rules
    label = line_texts.box_label(rules, box) if len(boxes) == 1 else texts.row_label(rules, box.row)
    return line_texts.REFUSED.format(box=label, reason=reason.value)
