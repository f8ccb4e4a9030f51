"""What a computer player is: a function from what lies on the table to a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and the box that the player has in mind while it still rolls (None: it doesn't say).

    `value` is what the player takes the action to be worth, in whatever it plays for, where it reckons that.
    """

    action: Action
    box: Box | None = None
    value: float | None = None


class Strategy(Protocol):
    def decide(self, state: GameState) -> Decision:
        """The decision of the player to move in `state`, which is not over: one of its legal actions."""
        ...
