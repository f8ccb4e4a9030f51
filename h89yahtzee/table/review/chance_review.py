"""A finished game seen by the chances to win: how they went, and which decisions and which rolls moved them.

As in the review by points luck is apart from skill: a roll moves the chance of the one who rolls from what the
decision before left to that of the best decision after it, a decision from the best to the one that was made.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from h89yahtzee.game.record import Record
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.chances.chances import Chances
from h89yahtzee.table.chances.bookmaker import Outcomes

MOST_TOLD = 3
_LEAST = 0.0005
"""The least part of a win that is told."""


@dataclass(frozen=True, slots=True)
class Move:
    """A decision and the roll before it; chances are those of the player to move.

    `luck` is by how much the roll moved the chance, to that of the `best` action; `played` is that of `action`.
    """

    state: GameState
    action: Action
    best: Action
    luck: float
    chance: float
    played: float

    @property
    def loss(self) -> float:
        return max(0.0, self.chance - self.played)


@dataclass(frozen=True, slots=True)
class ChanceReview:
    """`curve` has the chances of all before each turn and at the end."""

    curve: tuple[Chances, ...]
    moves: tuple[Move, ...]

    @property
    def decisions(self) -> list[Move]:
        """The decisions that gave most away, the costliest first."""
        costly = [move for move in self.moves if move.loss >= _LEAST]
        return sorted(costly, key=lambda move: -move.loss)[:MOST_TOLD]

    @property
    def rolls(self) -> list[Move]:
        """The moments after the rolls that moved most, whichever way."""
        return sorted(self.moves, key=lambda move: -abs(move.luck))[:MOST_TOLD]

    def sums(self, seat: int) -> tuple[float, float]:
        """What a player's dice and decisions came to; what others did to the chance is not in it."""
        own = [move for move in self.moves if move.state.seat == seat]
        return sum(move.luck for move in own), -sum(move.loss for move in own)


def reviewing(record: Record) -> Generator[GameState, Outcomes, ChanceReview]:
    """Review a finished game. Yields the states of which it is to be sent the outcomes, and returns the review."""
    curve: list[Chances] = []
    moves: list[Move] = []
    *states, last = record.states()
    before = 0.0
    for state, action in zip(states, record.actions(), strict=True):
        if state.rolls_left == state.rules.rerolls:
            start = yield replace(state, dice=())
            curve.append(start.chances)
            before = start.chances.shares[state.seat]
        outcomes = yield state
        best = outcomes.options[0]
        played = outcomes.of(state, action)
        moves.append(Move(state, action, best.action, best.chance - before, best.chance, played))
        before = played
    end = yield last
    return ChanceReview((*curve, end.chances), tuple(moves))
