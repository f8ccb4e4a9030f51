"""The box and the dice that the player to move has marked before acting."""

from __future__ import annotations

from collections.abc import Sequence

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision
from h89yahtzee.table.commands import DICE, Command
from h89yahtzee.table.events import Rejection
from h89yahtzee.table.preferences import Mark


class Marks:
    """The player's marks: `selected` is the box to post in, `to_roll` the positions (0-based) of the dice to roll.

    None stands for no selected box, and for dice of which none has been marked yet.
    """

    def __init__(self) -> None:
        self.selected: Box | None = None
        self.to_roll: frozenset[int] | None = None

    def clear(self) -> None:
        self.selected = self.to_roll = None

    def obey(self, command: Command | Box | None, mark: Mark, state: GameState) -> Action | Rejection | None:
        """Change the marks as `command` says; or return the action that it asks for, or why it isn't possible.

        A Box as `command` selects that box. `mark` says whether marked dice are rolled or kept.
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
        """Mark the box and the dice of a computer player's decision."""
        self.selected = decision.box or self.selected
        if isinstance(decision.action, Roll):
            self.to_roll = frozenset(decision.action.positions)

    def select_legal(self, state: GameState, is_human: bool) -> None:
        """Select the first legal box if the selected one isn't legal, or if none is selected by a person."""
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
        """Select the box to which `command` leads; return False if there is none."""
        assert self.selected is not None
        box = box_at(command, state.legal_boxes(), self.selected)
        self.selected = box or self.selected
        return box is not None


def _all_dice(state: GameState) -> tuple[int, ...]:
    return tuple(range(len(state.dice)))


_STEPS = {Command.UP: -1, Command.DOWN: 1, Command.LEFT: -1, Command.RIGHT: 1}


def box_at(command: Command | Box | None, boxes: Sequence[Box], box: Box) -> Box | None:
    """Return the box of `boxes` to which a command leads from `box`, maybe `box` itself; None if there is none."""
    if isinstance(command, Box):
        return command if command in boxes else None
    if command is Command.NEXT:
        return next_box(boxes, box, 1)
    if command in (Command.UP, Command.DOWN):
        return box_above_or_below(boxes, box, _STEPS[command])
    if command in (Command.LEFT, Command.RIGHT) and len({box.column for box in boxes}) > 1:
        return box_beside(boxes, box, _STEPS[command])
    return None


def next_box(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the box after (`step` 1) or before (-1) `box` in `boxes`, wrapping around."""
    return boxes[(boxes.index(box) + step) % len(boxes)]


def box_above_or_below(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the box after (`step` 1) or before (-1) `box` in the same column, wrapping around."""
    return next_box([other for other in boxes if other.column == box.column], box, step)


def box_beside(boxes: Sequence[Box], box: Box, step: int) -> Box:
    """Return the box nearest in height, the upper of two, in the next (`step` 1) or previous (-1) open column."""
    columns = sorted({other.column for other in boxes})
    column = columns[(columns.index(box.column) + step) % len(columns)]
    return min(
        (other for other in boxes if other.column == column),
        key=lambda other: (abs(other.row - box.row), other.row),
    )
