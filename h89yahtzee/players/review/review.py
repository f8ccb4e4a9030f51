"""A recorded game judged decision by decision: what each gave away, and what the dice gave or took.

The value of a position is the expected final total of the card under best play. A decision's loss is the best
option's value less the played one's; the luck of a roll is its change of the value. So the value at the end is the
value at the start, plus all luck, less all losses. In a finished game that is the total, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from h89yahtzee.game.record import Record
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.analysis import Analysis, Analyst, Option


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: the state it was taken in, the action, and all that could have been done.

    `luck` is by how much the roll before it changed the value.
    """

    state: GameState
    action: Action
    analysis: Analysis
    luck: float

    @property
    def best(self) -> Option:
        return self.analysis.best

    @property
    def played(self) -> Option:
        return self.analysis.option(self.state, self.action)

    @property
    def loss(self) -> float:
        return self.analysis.loss(self.state, self.action)


@dataclass(frozen=True, slots=True)
class TurnReview:
    """`number` is 0-based, and each player's turns are counted apart."""

    number: int
    judgements: tuple[Judgement, ...]

    @property
    def luck(self) -> float:
        return sum(judgement.luck for judgement in self.judgements)

    @property
    def loss(self) -> float:
        return sum(judgement.loss for judgement in self.judgements)


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """All decisions of the player in a 0-based `seat`, and the expected total at the start."""

    seat: int
    start: float
    judgements: tuple[Judgement, ...]

    @property
    def turns(self) -> tuple[TurnReview, ...]:
        turns = groupby(self.judgements, lambda judgement: judgement.state.turn)
        return tuple(TurnReview(number, tuple(judgements)) for number, judgements in turns)

    @property
    def luck(self) -> float:
        return sum(judgement.luck for judgement in self.judgements)

    @property
    def loss(self) -> float:
        """The points that best play would have kept."""
        return sum(judgement.loss for judgement in self.judgements)

    @property
    def end(self) -> float:
        """The final total, or in an unfinished game what is expected after the last decision."""
        return self.judgements[-1].played.value if self.judgements else self.start

    @property
    def is_exact(self) -> bool:
        return all(judgement.analysis.is_exact for judgement in self.judgements)

    def costliest(self, most: int = 3, least: float = 0.005) -> tuple[Judgement, ...]:
        """The decisions that lost most, at least `least` points each, the costliest first."""
        mistakes = [judgement for judgement in self.judgements if judgement.loss >= least]
        return tuple(sorted(mistakes, key=lambda judgement: -judgement.loss)[:most])


def judge(record: Record, analyst: Analyst) -> Iterator[Judgement]:
    """All decisions in the order they were taken, each judged when it is asked for.

    IllegalAction when a decision that breaks the rules is reached.
    """
    values: dict[int, float] = {}
    for state, action in zip(record.states(), record.actions(), strict=False):
        before = values[state.seat] if state.seat in values else analyst.expectation(state.card)
        analysis = analyst.analysis(state)
        judgement = Judgement(state, action, analysis, analysis.best.value - before)
        values[state.seat] = judgement.played.value
        yield judgement


def review(record: Record, analyst: Analyst) -> tuple[PlayerReview, ...]:
    """The review of each player, by seat."""
    return summed_up(record, analyst, judge(record, analyst))


def summed_up(record: Record, analyst: Analyst, judgements: Iterable[Judgement]) -> tuple[PlayerReview, ...]:
    """The review of each player, by seat, from judgements that were already made."""
    start = analyst.expectation(Scorecard.empty(record.setup.rules))
    by_seat: list[list[Judgement]] = [[] for _ in record.setup.players]
    for judgement in judgements:
        by_seat[judgement.state.seat].append(judgement)
    return tuple(PlayerReview(seat, start, tuple(taken)) for seat, taken in enumerate(by_seat))
