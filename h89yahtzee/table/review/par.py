"""Par: what the best player alone makes of the dice of a duplicate game, once that is over."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Record
from h89yahtzee.players.analysis import Analyst
from h89yahtzee.table.series.match import Match

NAME = "par"
_STRATEGY = "optimal"


def has_par(record: Record) -> bool:
    """Whether the game is over and all had the dice of its seed."""
    setup = record.setup
    if not setup.duplicate or record.totals is None:
        return False
    deal = Dealer(setup.seed, setup.duplicate).deal
    return all(turn.dice[0] == deal(turn.seat, turn.number, 0, setup.rules.dice) for turn in record.turns)


def play_par(record: Record, analyst: Analyst) -> Generator[float, None, Record]:
    """Play what `analyst` finds best and return the record; yields how much is played, 0 to 1, before each
    decision."""
    rules = record.setup.rules
    match = Match(replace(record.setup, players=(Player(NAME, _STRATEGY),)))
    while not match.has_ended:
        yield min(1.0, match.state.turn / (len(rules.categories) * rules.columns))
        match.act(analyst.analysis(match.state).best.action)
    return match.record
