"""The record of a game: its setup, every roll and every decision. `notation` writes records as text and as JSON.

The module also computes the totals of the grid. A grid is a card of several columns that consecutive games fill
together; each game fills one or more of the columns.
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
"""The range of `ha` and `hb`, the two parameters of the computer player `classic`."""


class IllegalTurn(IllegalAction):
    """A recorded turn that breaks the rules. The message has turn and player, counted from 1, and the `reason`.

    The attributes `turn` and `seat` are 0-based.
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
    """A player of a game; `strategy` is the name of a computer player's strategy, or `HUMAN`."""

    name: str
    strategy: str = HUMAN


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup that a game begins with. In a `duplicate` game all seats get the same dice; `ha` and `hb` are
    parameters of the computer player `classic`."""

    players: tuple[Player, ...]
    seed: int
    rules: RuleSet = H89
    duplicate: bool = False
    ha: int = 0
    hb: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of one player; numbers of turns, seats, positions and boxes count from 0.

    `dice` has all dice after each roll, the first included. `rolled` has the positions of the dice rolled in each
    re-roll, and so is one shorter than `dice`. `box` is None until the dice are posted. `points` is the score
    written in `box`, `extra_points` the bonus added in the bonus row of the same column; each of these two is None
    if the record doesn't state it.
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
    """The recorded `turns` of a game in playing order; `totals`, by seat, is None until the game is finished.

    This program's records begin with the first roll; only a record from another program may have no turns.
    """

    setup: Setup
    turns: tuple[Turn, ...] = ()
    totals: tuple[int, ...] | None = None

    @classmethod
    def of(cls, setup: Setup, state: GameState) -> Record:
        """Return a record with one unfinished turn, which has only the first roll of the player to move in
        `state`."""
        return cls(setup, (Turn(state.turn, state.seat, (state.dice,)),))

    def after(self, action: Action, state: GameState, next_state: GameState) -> Record:
        """Return this record extended by `action`, which led from `state` to `next_state`."""
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
        """Return this record without its last turn if that turn is unfinished; the result may have no turns."""
        return self if self.turns[-1].box is not None else replace(self, turns=self.turns[:-1])

    def continues(self, earlier: Record) -> bool:
        """Return whether this record has the setup of `earlier` and begins with the turns of `earlier`."""
        return self.setup == earlier.setup and self.turns[: len(earlier.turns)] == earlier.turns

    def actions(self) -> Iterator[Action]:
        for turn in self.turns:
            yield from turn.actions()

    def deal(self) -> Deal:
        """Return a function that deals the recorded dice; it raises LookupError for a turn that isn't recorded.

        If the record has one turn of a player twice, IllegalTurn is raised at once.
        """
        turns: dict[tuple[int, int], Turn] = {}
        for recorded in self.turns:
            if turns.setdefault((recorded.seat, recorded.number), recorded) is not recorded:
                raise IllegalTurn(recorded.number, recorded.seat, "it is there twice")

        def deal(seat: int, turn: int, roll: int, number: int) -> Dice:
            if (seat, turn) not in turns:
                raise _NotRecorded(turn, seat)
            found = turns[seat, turn]
            # The record has all dice after each roll, but only the dice that were rolled are dealt.
            positions = found.rolled[roll - 1] if roll else range(number)
            return tuple(found.dice[roll][position] for position in positions)

        return deal

    def states(self) -> Iterator[GameState]:
        """Yield the states of the recorded game from the first roll on. IllegalAction if the game breaks the rules.

        The record must have at least one turn. If the record ends after a finished turn before the end of the game,
        the last state has no dice: the next roll isn't known.
        """
        # `deal` raises _NotRecorded if the record lacks the turn that is next by the rules.
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
                    state = replace(apply(state, action, lambda *_: ()), rolls_left=0)
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
    lying = turn.dice[step + 1]
    if lying != state.dice:
        raise IllegalTurn(turn.number, turn.seat, f"dice that were kept changed to {lying} from {state.dice}")


def _check_points(turn: Turn, action: Action, state: GameState) -> None:
    """Raise IllegalAction if the recorded points aren't the score of the dice. An illegal box raises nothing here,
    since `apply` refuses it."""
    if isinstance(action, Roll) or state.refusal(action.box) is not None:
        return
    points, extra = state.potential_score(action.box), state.extra_points(action.box)
    if turn.points not in (None, points):
        raise IllegalAction(f"{state.dice} score {points}, not {turn.points} as recorded")
    if turn.extra_points not in (None, extra):
        raise IllegalAction(f"{state.dice} bring a bonus of {extra}, not {turn.extra_points} as recorded")


PlayedColumns = tuple[tuple[int, ...], ...]
"""For each player, the totals of the columns that earlier games filled on the same grid, a card that several games
fill together. All players have filled the same number of columns."""


def none_played(players: int) -> PlayedColumns:
    return ((),) * players


def with_columns_of(state: GameState, played: PlayedColumns) -> PlayedColumns:
    """Return `played`, the columns of earlier games, with each player's column totals in the finished game `state`
    appended."""
    return tuple(
        (*totals, *map(card.column_total, range(state.rules.columns)))
        for totals, card in zip(played, state.cards, strict=True)
    )


def grid_totals(state: GameState, played: PlayedColumns) -> tuple[int, ...] | None:
    """Return each player's total on the grid: the columns `played` in earlier games plus the total in the game
    `state`.

    None if the rules have no grid.
    """
    if not state.rules.column_choices:
        return None
    return tuple(total + sum(before) for total, before in zip(state.totals(), played, strict=True))


def filled_at_start(rules: RuleSet, played: PlayedColumns) -> PlayedColumns:
    """Return the columns of the grid that are already filled when a new game by `rules` begins.

    These are `played` if the grid has room for the game's columns too. Otherwise there are none: the game begins a
    new grid, or the rules have no grid.
    """
    has_room = len(played[0]) + rules.columns <= max(rules.column_choices, default=0)
    return played if has_room else none_played(len(played))
