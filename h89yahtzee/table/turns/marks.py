"""What the player to move has marked before they act: a box, and dice to roll again."""

from __future__ import annotations

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision
from h89yahtzee.table.commands import DICE, Command
from h89yahtzee.table.dialogue import Rejection
from h89yahtzee.table.preferences import Mark
from h89yahtzee.table.turns import selection


class Marks:
    """`selected` is the box that the player has in mind, `to_roll` the positions of the dice to be rolled.

    None stands for no box, and for dice of which nobody has marked any.
    """

    def __init__(self) -> None:
        self.selected: Box | None = None
        self.to_roll: frozenset[int] | None = None

    def clear(self) -> None:
        self.selected = self.to_roll = None

    def obey(self, command: Command | Box | None, mark: Mark, state: GameState) -> Action | Rejection | None:
        """Mark what a person commands; or return the action that it asks for, or why it can't be done.

        A box is a command to select it; `mark` says what marking a die means to them.
        """
        if command in DICE:
            self._turn_over(DICE.index(command), _all_dice(state) if mark is Mark.KEEP else ())
        elif command is Command.ROLL:
            return self._roll(mark, state)
        elif command is Command.DONE:
            assert self.selected is not None
            return Score(self.selected)
        elif command is Command.OOPS:
            self.to_roll = None
        elif not self._select(command, state):
            return Rejection.UNKNOWN
        return None

    def show(self, decision: Decision) -> None:
        """Mark what a computer player is about to do."""
        self.selected = decision.box or self.selected
        if isinstance(decision.action, Roll):
            self.to_roll = frozenset(decision.action.positions)

    def select_legal(self, state: GameState, is_human: bool) -> None:
        """Select a box that the dice may be posted in, which a roll may change; a person always has one."""
        legal = state.legal_boxes()
        is_lost = self.selected is not None and self.selected not in legal
        if is_lost or (self.selected is None and is_human):
            self.selected = legal[0]

    def _turn_over(self, position: int, unmarked: tuple[int, ...]) -> None:
        self.to_roll = (frozenset(unmarked) if self.to_roll is None else self.to_roll) ^ {position}

    def _roll(self, mark: Mark, state: GameState) -> Roll | Rejection:
        keeps = mark is Mark.KEEP
        rolled = _all_dice(state) if keeps and self.to_roll is None else tuple(sorted(self.to_roll or ()))
        if not state.rolls_left:
            return Rejection.NO_ROLLS
        if not rolled:
            return Rejection.NOTHING_LEFT_TO_ROLL if keeps else Rejection.NOTHING_MARKED
        return Roll(rolled)

    def _select(self, command: Command | Box | None, state: GameState) -> bool:
        """Select another box that the dice may be posted in; False where the command leads to none."""
        assert self.selected is not None
        box = selection.box_at(command, state.legal_boxes(), self.selected)
        self.selected = box or self.selected
        return box is not None


def _all_dice(state: GameState) -> tuple[int, ...]:
    return tuple(range(len(state.dice)))
