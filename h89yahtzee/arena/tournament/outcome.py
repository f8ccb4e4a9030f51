"""How a game of a tournament ended, and the line of text that says so.

`format_outcome` and `parse_outcome` are each other's inverse, but for the record of a game, which isn't written.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from h89yahtzee.arena.referee import Breach, GameResult


@dataclass(frozen=True, slots=True)
class Offence:
    """A breach, with the number of the bot among all that were entered."""

    bot: int
    position: str
    move: str
    rule: str

    @classmethod
    def of(cls, breach: Breach) -> Offence:
        """Of what a pool raises."""
        return cls(breach.entrant, breach.position, breach.move, breach.rule)


Outcome = GameResult | Offence


def format_outcome(outcome: Outcome) -> str:
    """A line of JSON without its end: an object for an offence, an array of arrays for a result."""
    if isinstance(outcome, Offence):
        return json.dumps([outcome.bot, outcome.position, outcome.move, outcome.rule])
    figures = (outcome.totals, outcome.upper_bonuses, outcome.yahtzees, outcome.extra_yahtzees)
    return json.dumps([*figures, outcome.slowest, outcome.penalties], separators=(",", ":"))


def parse_outcome(text: str) -> Outcome:
    """ValueError where the text is no outcome."""
    try:
        values = json.loads(text)
        if isinstance(values[0], int):
            bot, *words = values
            position, move, rule = map(str, words)
            return Offence(bot, position, move, rule)
        totals, upper_bonuses, yahtzees, extra_yahtzees, slowest, penalties = map(tuple, values)
    except (ValueError, TypeError, LookupError):
        raise ValueError(f"expected the outcome of a game, not {text!r}") from None
    return GameResult(totals, upper_bonuses, yahtzees, extra_yahtzees, slowest, penalties=penalties)
