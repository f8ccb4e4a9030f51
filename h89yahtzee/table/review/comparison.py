"""A finished game in which all players met the same dice, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.record import Record, Turn
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.table import texts
from h89yahtzee.table.review import par

_Turns = dict[int, Turn]
"""The turns of a player by their numbers."""


def can_compare(record: Record) -> bool:
    """Whether a finished duplicate game has anybody to compare: other players or par."""
    has_ended = record.setup.duplicate and record.totals is not None
    return has_ended and (len(record.setup.players) > 1 or par.has_par(record))


def comparison(records: Sequence[Record], width: int) -> list[str]:
    """Return a line of names, a line a turn and a line of totals for games that had the same dice."""
    rules = records[0].setup.rules
    names = [texts.plain_text(player.name) for record in records for player in record.setup.players]
    totals = [total for record in records for total in record.totals or ()]
    columns = [_turns_of(record, seat) for record in records for seat in range(len(record.setup.players))]
    count = 1 + max(number for turns in columns for number in turns)
    return [
        texts.compared("", "", names, width),
        *(_line(rules, number, [turns.get(number) for turns in columns], width) for number in range(count)),
        texts.compared("", "", [*map(str, totals)], width),
    ]


def _turns_of(record: Record, seat: int) -> _Turns:
    return {turn.number: turn for turn in record.turns if turn.seat == seat}


def _line(rules: RuleSet, number: int, turns: Sequence[Turn | None], width: int) -> str:
    """Extra turns leave some players without a turn of that number."""
    dice = next(turn.dice[0] for turn in turns if turn is not None)
    return texts.compared(str(number + 1), _spoken(dice), [_posted(rules, turn) for turn in turns], width)


def _spoken(dice: Dice) -> str:
    return " ".join(map(str, dice))


def _posted(rules: RuleSet, turn: Turn | None) -> str:
    if turn is None or turn.box is None:
        return ""
    return texts.posted(rules, turn.box, turn.points or 0)
