"""A game as it was played: what it was started with, each roll and each decision.

`notation` has the text form.
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

    `dice` as they lay after each roll, the first included; `rolled` has the positions of each re-roll, so it is one
    shorter. `box` and `points` are None until the turn is over.
    """

    number: int
    seat: int
    dice: tuple[Dice, ...]
    rolled: tuple[tuple[int, ...], ...] = ()
    box: Box | None = None
    points: int | None = None

    def actions(self) -> Iterator[Action]:
        yield from map(Roll, self.rolled)
        if self.box is not None:
            yield Score(self.box)


@dataclass(frozen=True, slots=True)
class Record:
    """`turns` begins with the first roll, so it is never empty; `totals` is None until the game is finished."""

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
        turn = replace(turn, box=action.box, points=state.potential_score(action.box))
        if next_state.is_over:
            return replace(self, turns=(*earlier, turn), totals=next_state.totals())
        return replace(self, turns=(*earlier, turn, *Record.of(self.setup, next_state).turns))

    def actions(self) -> Iterator[Action]:
        for turn in self.turns:
            yield from turn.actions()

    def deal(self) -> Deal:
        """The dice of this record, as a dealer deals them; LookupError past its end."""
        turns: dict[tuple[int, int], Turn] = {}
        for recorded in self.turns:
            if turns.setdefault((recorded.seat, recorded.number), recorded) is not recorded:
                raise IllegalAction(f"{_name(recorded)} is there twice")

        def deal(seat: int, turn: int, roll: int, number: int) -> Dice:
            found = turns[seat, turn]
            positions = found.rolled[roll - 1] if roll else range(number)
            return tuple(found.dice[roll][position] for position in positions)

        return deal

    def states(self) -> Iterator[GameState]:
        """The game's states, from the first roll on; IllegalAction where it wasn't played by the rules.

        Where the text was cut behind a finished turn, the state after it is missing: the next roll isn't known.
        """
        deal = self.deal()
        try:
            state = new_game(self.setup.rules, len(self.setup.players), deal)
        except LookupError:
            raise IllegalAction("turn 1 of player 1 is missing") from None
        yield state
        for index, turn in enumerate(self.turns):
            for step, action in enumerate(turn.actions()):
                _check(turn, step, state)
                try:
                    state = apply(state, action, deal)
                except LookupError:
                    if index < len(self.turns) - 1 or self.totals is not None:
                        raise IllegalAction(f"the turn after {_name(turn)} is missing") from None
                    return
                yield state
        if self.totals is not None and not state.is_over:
            raise IllegalAction(f"there are totals, but {_name(self.turns[-1])} doesn't end the game")
        if self.totals not in (None, state.totals()):
            raise IllegalAction(f"the totals are {state.totals()}, not {self.totals} as recorded")


def _name(turn: Turn) -> str:
    return f"turn {turn.number + 1} of player {turn.seat + 1}"


def _check(turn: Turn, step: int, state: GameState) -> None:
    """That what the record says of a turn is what the rules say."""
    if (turn.number, turn.seat) != (state.turn, state.seat):
        raise IllegalAction(f"{_name(turn)} comes where turn {state.turn + 1} of player {state.seat + 1} is due")
    if turn.dice[step] != state.dice:
        raise IllegalAction(f"{_name(turn)}: dice that were kept changed to {turn.dice[step]} from {state.dice}")
    if step == len(turn.rolled) and turn.box is not None and state.card.is_open(turn.box):
        points = state.potential_score(turn.box)
        if turn.points != points:
            raise IllegalAction(f"{_name(turn)}: {state.dice} score {points}, not {turn.points} as recorded")
