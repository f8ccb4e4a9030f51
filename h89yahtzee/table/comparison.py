"""A finished game in which two players met the same dice, turn by turn."""

from __future__ import annotations

from h89yahtzee.game.record import Record, Turn
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.table import texts


def can_compare(record: Record) -> bool:
    return record.setup.duplicate and len(record.setup.players) == 2 and record.totals is not None


def comparison(record: Record) -> list[str]:
    """A line for the players, one a turn, and one for the totals."""
    rules, totals = record.setup.rules, record.totals
    assert totals is not None
    turns = {(turn.number, turn.seat): turn for turn in record.turns}
    number = 1 + max(turn.number for turn in record.turns)
    names = [texts.plain_text(player.name) for player in record.setup.players]
    return [
        texts.compared("", "", *names),
        *(_line(rules, index, turns.get((index, 0)), turns.get((index, 1))) for index in range(number)),
        texts.compared("", "", *map(str, totals)),
    ]


def _line(rules: RuleSet, number: int, first: Turn | None, second: Turn | None) -> str:
    """Extra turns may leave one of the two without."""
    dice = next(turn.dice[0] for turn in (first, second) if turn is not None)
    return texts.compared(str(number + 1), " ".join(map(str, dice)), _posted(rules, first), _posted(rules, second))


def _posted(rules: RuleSet, turn: Turn | None) -> str:
    if turn is None or turn.box is None:
        return ""
    return texts.posted(rules, turn.box, turn.points or 0)
