"""What a computer player is: a function from the state of a game to a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Action, GameState


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and the box that the player has in mind while it still rolls (None: it doesn't say).

    `value` is what the player thinks the action is worth, in whatever it plays for (None: it doesn't say).
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
    """A strategy whose first decision takes longer than later ones, unless it is set up first."""

    def set_up(self, progress: Callable[[float], None] = lambda _: None) -> None:
        """Work out what all such players with the same values need; `progress` is told how much is done, 0 to 1."""
        ...


@runtime_checkable
class Remote(Strategy, Protocol):
    """A strategy that thinks elsewhere meanwhile, as in another process; it decides at once where it must."""

    def is_thinking(self, state: GameState, seconds: int) -> bool:
        """Whether `decide` is better called later; the first call begins it, with a search for `seconds`."""
        ...


class Search(Protocol):
    """A computation before a decision, in slices of a few milliseconds."""

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        ...

    @property
    def is_done(self) -> bool: ...

    def advance(self) -> None:
        """Do a slice; not to be called when it is done."""
        ...


@runtime_checkable
class Thinker(Strategy, Protocol):
    """A strategy that decides better after a search."""

    def search(self, state: GameState) -> Search | None:
        """A search that improves the decisions of the rest of this turn; None if it would not."""
        ...
