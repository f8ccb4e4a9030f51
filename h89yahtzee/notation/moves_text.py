"""The moves of a game in a few letters each, from which it can be dealt again: `format_moves` and `parse_moves`.

A roll is one sign of `_ROLLS`, whose place there has the bits of the dice that are rolled; a box is a capital
letter for its row, the bonus row included, and the number of its column if there are several; `!` is a referee's
penalty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, Roll, Score
from h89yahtzee.notation.tokens import NotationError

_ROLLS = "abcdefghijklmnopqrstuvwxyz+-*/=."
_PENALTY = "!"
_FIRST = ord("A")
_MOVE = re.compile(rf"([{re.escape(_ROLLS)}])|([A-Z])([1-9]?)|{_PENALTY}")

Move = Action | None
"""An action, or None for a penalty."""


def format_moves(rules: RuleSet, moves: Iterable[Move]) -> str:
    return "".join(_format_move(rules, move) for move in moves)


def _format_move(rules: RuleSet, move: Move) -> str:
    match move:
        case None:
            return _PENALTY
        case Roll(positions):
            return _ROLLS[sum(1 << position for position in positions)]
        case Score(box):
            return chr(_FIRST + box.row) + (str(box.column + 1) if rules.columns > 1 else "")


def parse_moves(text: str) -> tuple[Move, ...]:
    """The moves in `text`, whether the rules allow them or not; NotationError if these are none."""
    moves: list[Move] = []
    end = 0
    for match in _MOVE.finditer(text):
        if match.start() != end:
            break
        moves.append(_parse_move(match))
        end = match.end()
    if end != len(text):
        raise NotationError(f"expected a move instead of {text[end]!r}")
    return tuple(moves)


def _parse_move(match: re.Match[str]) -> Move:
    roll, row, column = match.groups()
    if roll:
        bits = _ROLLS.index(roll)
        return Roll(tuple(position for position in range(bits.bit_length()) if bits >> position & 1))
    return Score(Box(ord(row) - _FIRST, int(column or 1) - 1)) if row else None
