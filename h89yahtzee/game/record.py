"""A game as it was played: what it was started with, each roll and each decision.

`notation` writes it as text and as JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, Deal, GameState, IllegalAction, Roll, Score, apply, new_game

HUMAN = "human"

MAX_PLAYERS = 10
KNOBS = range(-1000, 1001)
"""The range of the classic player's knobs."""


class IllegalTurn(IllegalAction):
    """A recorded turn that the rules don't allow; the message names it and says why.

    `turn` and `seat` are 0-based; `reason` is the message without their names.
    """

    def __init__(self, turn: int, seat: int, reason: str) -> None:
        super().__init__(f"turn {turn + 1} of player {seat + 1}: {reason}")
        self.turn = turn
        self.seat = seat
        self.reason = reason


class _NotRecorded(LookupError):
    def __init__(self, turn: int, seat: int) -> None:
        super().__init__(turn, seat)
        self.turn = turn
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Player:
    """`strategy` is a name of the players' catalogue or `HUMAN`."""

    name: str
    strategy: str = HUMAN


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is started with; `ha` and `hb` are the classic player's knobs."""

    players: tuple[Player, ...]
    seed: int
    rules: RuleSet = H89
    duplicate: bool = False
    ha: int = 0
    hb: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, all numbers 0-based.

    `dice` has the dice as they lay after each roll, the first included; `rolled` the positions of each re-roll, so
    it is one shorter. `box` is None until the turn is over. `points` were written there, and `extra_points` in the
    bonus row of its column; either is None if it isn't recorded.
    """

    number: int
    seat: int
    dice: tuple[Dice, ...]
    rolled: tuple[tuple[int, ...], ...] = ()
    box: Box | None = None
    points: int | None = None
    extra_points: int | None = None

    def actions(self) -> Iterator[Action]:
        yield from map(Roll, self.rolled)
        if self.box is not None:
            yield Score(self.box)


@dataclass(frozen=True, slots=True)
class Record:
    """`turns` begins with the first roll, so it is empty only in records that others kept. `totals` is None until
    the game is finished."""

    setup: Setup
    turns: tuple[Turn, ...] = ()
    totals: tuple[int, ...] | None = None

    @classmethod
    def of(cls, setup: Setup, state: GameState) -> Record:
        """The record of a game whose first roll is on the table."""
        return cls(setup, (Turn(state.turn, state.seat, (state.dice,)),))

    def after(self, action: Action, state: GameState, next_state: GameState) -> Record:
        """This record with `action`, which led from `state` to `next_state`."""
        *earlier, turn = self.turns
        if isinstance(action, Roll):
            turn = replace(turn, dice=(*turn.dice, next_state.dice), rolled=(*turn.rolled, action.positions))
            return replace(self, turns=(*earlier, turn))
        points, extra = state.potential_score(action.box), state.extra_points(action.box)
        turn = replace(turn, box=action.box, points=points, extra_points=extra)
        if next_state.is_over:
            return replace(self, turns=(*earlier, turn), totals=next_state.totals())
        return replace(self, turns=(*earlier, turn, *Record.of(self.setup, next_state).turns))

    def posted(self) -> Record:
        """This record without the turn that is being played; it may be left without turns."""
        return self if self.turns[-1].box is not None else replace(self, turns=self.turns[:-1])

    def continues(self, earlier: Record) -> bool:
        """Whether this is the same game at the same point or later."""
        return self.setup == earlier.setup and self.turns[: len(earlier.turns)] == earlier.turns

    def actions(self) -> Iterator[Action]:
        for turn in self.turns:
            yield from turn.actions()

    def deal(self) -> Deal:
        """A dealer of the recorded dice; it raises LookupError for a turn that isn't recorded."""
        turns: dict[tuple[int, int], Turn] = {}
        for recorded in self.turns:
            if turns.setdefault((recorded.seat, recorded.number), recorded) is not recorded:
                raise IllegalTurn(recorded.number, recorded.seat, "it is there twice")

        def deal(seat: int, turn: int, roll: int, number: int) -> Dice:
            if (seat, turn) not in turns:
                raise _NotRecorded(turn, seat)
            found = turns[seat, turn]
            positions = found.rolled[roll - 1] if roll else range(number)
            return tuple(found.dice[roll][position] for position in positions)

        return deal

    def states(self) -> Iterator[GameState]:
        """The states of a game that has a turn, from the first roll on; IllegalAction if it breaks the rules.

        If the record ends after a finished turn, the state after it is missing: the next roll isn't known.
        """
        deal = self.deal()
        try:
            state = new_game(self.setup.rules, len(self.setup.players), deal)
        except _NotRecorded as due:
            raise _out_of_order(self.turns[0], due) from None
        yield state
        for turn, next_turn in zip(self.turns, (*self.turns[1:], None), strict=True):
            _check_due(turn, state)
            for step, action in enumerate(turn.actions()):
                try:
                    _check_points(turn, action, state)
                    state = apply(state, action, deal)
                except _NotRecorded as due:
                    if next_turn is not None:
                        raise _out_of_order(next_turn, due) from None
                    self._check_totals(state)
                    return
                except IllegalAction as error:
                    raise IllegalTurn(turn.number, turn.seat, str(error)) from None
                if isinstance(action, Roll):
                    _check_kept(turn, step, state)
                yield state
        self._check_totals(state)

    def _check_totals(self, state: GameState) -> None:
        if self.totals is None:
            return
        if not state.is_over:
            last = self.turns[-1]
            raise IllegalTurn(last.number, last.seat, "totals follow it, but it doesn't end the game")
        if self.totals != state.totals():
            raise IllegalAction(f"the totals are {state.totals()}, not {self.totals} as recorded")


def _out_of_order(turn: Turn, due: _NotRecorded) -> IllegalTurn:
    reason = f"it comes where turn {due.turn + 1} of player {due.seat + 1} is due"
    return IllegalTurn(turn.number, turn.seat, reason)


def _check_due(turn: Turn, state: GameState) -> None:
    if state.is_over:
        raise IllegalTurn(turn.number, turn.seat, "it comes after the end of the game")
    if (turn.number, turn.seat) != (state.turn, state.seat):
        raise _out_of_order(turn, _NotRecorded(state.turn, state.seat))


def _check_kept(turn: Turn, step: int, state: GameState) -> None:
    """Check that the dice that were kept still lie in their places."""
    lying = turn.dice[step + 1]
    if lying != state.dice:
        raise IllegalTurn(turn.number, turn.seat, f"dice that were kept changed to {lying} from {state.dice}")


def _check_points(turn: Turn, action: Action, state: GameState) -> None:
    """Check that the dice score what the record says, if it says so and they may be posted there."""
    if isinstance(action, Roll) or state.refusal(action.box) is not None:
        return
    points, extra = state.potential_score(action.box), state.extra_points(action.box)
    if turn.points not in (None, points):
        raise IllegalAction(f"{state.dice} score {points}, not {turn.points} as recorded")
    if turn.extra_points not in (None, extra):
        raise IllegalAction(f"{state.dice} bring a bonus of {extra}, not {turn.extra_points} as recorded")
