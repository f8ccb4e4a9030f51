"""The outcome of a game as a line of text: `format_outcome` and `parse_outcome` are each other's inverse.

Only the record of a game isn't written. `seats` are the bots at the table, by seat.
"""

from __future__ import annotations

import json

from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.schedule import Seats


def format_outcome(outcome: Outcome, seats: Seats) -> str:
    """A line of JSON without its end: an array of arrays for a result, of a bot's number and texts for a breach."""
    if isinstance(outcome, Breach):
        return json.dumps([seats[outcome.seat], outcome.position, outcome.move, outcome.rule])
    figures = (outcome.totals, outcome.upper_bonuses, outcome.yahtzees, outcome.extra_yahtzees)
    return json.dumps([*figures, outcome.slowest, outcome.penalties], separators=(",", ":"))


def parse_outcome(text: str, seats: Seats) -> Outcome:
    """ValueError if the text is no outcome of a game at this table."""
    try:
        values = json.loads(text)
        if isinstance(values[0], int):
            bot, *words = values
            return Breach(seats.index(bot), *map(str, words))
        totals, upper_bonuses, yahtzees, extra_yahtzees, slowest, penalties = map(tuple, values)
    except (ValueError, TypeError, LookupError):
        raise ValueError(f"expected the outcome of a game, not {text!r}") from None
    return GameResult(totals, upper_bonuses, yahtzees, extra_yahtzees, slowest, penalties=penalties)
