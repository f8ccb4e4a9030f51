"""The outcome of a game as a line of text: `format_outcome` and `parse_outcome` are each other's inverse.

`seats` are the bots at the table, by seat.
"""

from __future__ import annotations

import json

from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.schedule import Seats

_MOST = 10**9
"""More than any figure of a game."""


def format_outcome(outcome: Outcome, seats: Seats) -> str:
    """A line of JSON without its end: arrays and the moves for a result, a bot's number and texts for a breach."""
    if isinstance(outcome, Breach):
        return json.dumps([seats[outcome.seat], outcome.position, outcome.move, outcome.rule])
    figures = (outcome.totals, outcome.upper_bonuses, outcome.yahtzees, outcome.extra_yahtzees)
    return json.dumps([*figures, outcome.slowest, outcome.penalties, outcome.moves], separators=(",", ":"))


def parse_outcome(text: str, seats: Seats) -> Outcome:
    """ValueError if the text is no outcome of a game at this table."""
    try:
        values = json.loads(text)
        if isinstance(values[0], int):
            bot, *words = values
            return Breach(seats.index(bot), *map(_printable, words))
        *values, moves = values if isinstance(values[-1], str) else (*values, "")
        *counts, slowest, penalties = (_by_seat(figures, seats) for figures in values)
        totals, upper_bonuses, yahtzees, extra_yahtzees, penalised = map(_whole, (*counts, penalties))
    except (ValueError, TypeError, LookupError, RecursionError):
        raise ValueError(f"expected the outcome of a game, not {text!r}") from None
    return GameResult(totals, upper_bonuses, yahtzees, extra_yahtzees, slowest, penalised, moves)


def _printable(text: object) -> str:
    """A text that can be shown on any terminal, as it was written."""
    if not (isinstance(text, str) and text.isprintable()):
        raise ValueError
    return text


def _by_seat(figures: list[float], seats: Seats) -> tuple[float, ...]:
    if len(figures) != len(seats) or not all(type(it) in (int, float) and 0 <= it < _MOST for it in figures):
        raise ValueError
    return tuple(figures)


def _whole(figures: tuple[float, ...]) -> tuple[int, ...]:
    if not all(isinstance(figure, int) for figure in figures):
        raise ValueError
    return tuple(map(int, figures))
