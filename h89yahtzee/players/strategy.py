"""What a computer player is: a function from what lies on the table to a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class Preparing(Strategy, Protocol):
    """A strategy whose first decision takes longer than the others, unless it was set up before."""

    def set_up(self, progress: Callable[[float], None] = lambda _: None) -> None:
        """Work out what all who play by the same values need. `progress` is told how much is done, 0 to 1."""
        ...


class Search(Protocol):
    """Something to find out before a decision, in slices of a few milliseconds."""

    @property
    def progress(self) -> float:
        """How much of it is done, 0 to 1."""
        ...

    @property
    def is_done(self) -> bool: ...

    def advance(self) -> None:
        """Do a slice of it; it isn't done yet."""
        ...


@runtime_checkable
class Thinker(Strategy, Protocol):
    """A strategy that decides better after a search."""

    def search(self, state: GameState) -> Search | None:
        """What `decide` would know of the rest of this turn once it is done; None where it knows as much."""
        ...
