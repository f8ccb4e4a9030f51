"""The course of a game: each player's chance to win before every turn, and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from h89yahtzee.game.record import Record
from h89yahtzee.players.chances.chances import ChanceJudge, Chances, told


@dataclass(frozen=True, slots=True)
class TurnChances:
    """The chances before the turn of the player in `seat`, both 0-based; None of both after the last turn."""

    turn: int | None
    seat: int | None
    chances: Chances


def chance_course(record: Record, judge: ChanceJudge) -> Iterator[TurnChances]:
    """The chances turn by turn; IllegalAction when a decision that breaks the rules is reached."""
    shown = None
    for state in record.states():
        if state.is_over:
            yield TurnChances(None, None, judge.of_state(state))
        elif (state.turn, state.seat) != shown:
            shown = state.turn, state.seat
            before = replace(state, dice=(), rolls_left=0)
            yield TurnChances(*shown, told(judge.of_state(before), record.setup, before))
