"""The result of a recorded game, or what is wrong with it, as values for JSON.

Players and turns count from 1 there.
"""

from __future__ import annotations

from h89yahtzee.game.record import IllegalTurn, Record
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import IllegalAction

Json = dict[str, object]


def result_json(record: Record) -> Json:
    """The result of `record`, or the totals so far; IllegalAction if it breaks the rules."""
    rules, cards = record.setup.rules, _cards(record)
    totals = [card.total() for card in cards]
    is_over = not any(card.open_boxes() for card in cards)
    return {
        "rules": rules.name,
        "columns": rules.columns,
        "bonus": rules.bonus,
        "finished": is_over,
        "players": [_result(player.name, card) for player, card in zip(record.setup.players, cards, strict=True)],
        "winners": [seat + 1 for seat, total in enumerate(totals) if is_over and total == max(totals)],
    }


def _cards(record: Record) -> list[Scorecard]:
    """The cards after the last turn, if there is one."""
    if not record.turns:
        if record.totals is not None:
            raise IllegalAction("there are totals, but no turns")
        return [Scorecard.empty(record.setup.rules)] * len(record.setup.players)
    *_, state = record.states()
    cards, last = list(state.cards), record.turns[-1]
    if last.box is not None and not state.is_over:
        # The record ends after a posted turn, so that there is no state after it.
        cards[last.seat] = state.card_after(last.box)
    return cards


def _result(name: str, card: Scorecard) -> Json:
    columns = range(card.rules.columns)
    return {
        "name": name,
        "columns": [card.column_total(column) for column in columns],
        "upper_bonuses": [card.upper_bonus(column) for column in columns],
        "yahtzee_bonuses": list(card.yahtzee_bonuses),
        "total": card.total(),
    }


def fault_json(error: ValueError) -> Json:
    """Why a record has no result; turn and player are null where the error names none."""
    if isinstance(error, IllegalTurn):
        return {"error": error.reason, "turn": error.turn + 1, "player": error.seat + 1}
    return {"error": str(error), "turn": None, "player": None}
