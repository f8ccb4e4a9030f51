"""The protocols of computer players: strategies decide on an action, analysts give the values of all actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score

DIGITS = 9
"""The number of decimals to which values are compared, since rounding differs between machines."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, and the box that the player aims for while dice are rolled again; None where the box is unknown.

    `value` is the worth of the action to the player, in points or in wins; None where it is unknown.
    """

    action: Action
    box: Box | None = None
    value: float | None = None


class Strategy(Protocol):
    def decide(self, state: GameState) -> Decision:
        """Return the decision, a legal action, of the player to move in `state`, which isn't over."""
        ...


@runtime_checkable
class Preparing(Strategy, Protocol):
    """A strategy whose first decision takes longer than later ones, unless `set_up` was called."""

    def set_up(self, progress: Callable[[float], None] = lambda _: None) -> None:
        """Compute the tables that the decisions need; `progress` is called with the part done, 0 to 1."""
        ...


@runtime_checkable
class Remote(Strategy, Protocol):
    """A strategy that computes elsewhere, such as in another process, so that the game's table need not wait.

    `decide` always returns a decision, if need be one that is computed in this process.
    """

    def is_thinking(self, state: GameState, seconds: int) -> bool:
        """Return whether the decision in `state` isn't ready yet. The first call for a state starts a search, which
        may take `seconds`."""
        ...


class Search(Protocol):
    """A computation before a decision, done in slices of a few milliseconds."""

    @property
    def progress(self) -> float:
        """The part that is done, 0 to 1."""
        ...

    @property
    def is_done(self) -> bool: ...

    def advance(self) -> None:
        """Do a slice; must not be called once `is_done` is True."""
        ...


@runtime_checkable
class Thinker(Strategy, Protocol):
    """A strategy that decides better after a search."""

    def search(self, state: GameState) -> Search | None:
        """Return a search that improves the decisions of the rest of this turn; None if no search would."""
        ...


@dataclass(frozen=True, slots=True)
class Option:
    """An action with its value: the player's expected final total under best play, unless another unit is named.

    Rolls that keep the same dice are one option.
    """

    action: Action
    value: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """All options of the player to move, the best first; `is_exact` says whether their values are exact."""

    options: tuple[Option, ...]
    is_exact: bool

    @property
    def best(self) -> Option:
        return self.options[0]

    def option(self, state: GameState, action: Action) -> Option:
        """Return the option for a legal action of `state`; for a roll, it is the option that keeps the same
        dice."""
        if isinstance(action, Score):
            return next(option for option in self.options if option.action == action)
        kept = Counter(kept_dice(state.dice, action))
        return next(
            option
            for option in self.options
            if isinstance(option.action, Roll) and Counter(kept_dice(state.dice, option.action)) == kept
        )

    def loss(self, state: GameState, action: Action) -> float:
        """Return the points that `action` loses against the best option, never negative."""
        return max(0.0, self.best.value - self.option(state, action).value)


class Analyst(Protocol):
    """A judge of actions and cards, by expected points; some strategies are judges, too."""

    def analysis(self, state: GameState) -> Analysis:
        """Return the value of each option of the player to move in a state that isn't over."""
        ...

    def expectation(self, card: Scorecard) -> float:
        """Return the expected final total of a card between two turns."""
        ...


def kept_dice(dice: Dice, action: Roll) -> Dice:
    """Return the dice that aren't re-rolled, in their order."""
    return tuple(face for position, face in enumerate(dice) if position not in action.positions)


def best_first(options: list[Option]) -> tuple[Option, ...]:
    """Return the options, the highest value first; on ties posts come first, then rolls of fewer dice."""

    def order(option: Option) -> tuple[float, int, tuple[int, ...]]:
        value = -round(option.value, DIGITS)
        if isinstance(option.action, Score):
            return value, -1, option.action.box
        return value, len(option.action.positions), option.action.positions

    return tuple(sorted(options, key=order))


def decision(options: tuple[Option, ...]) -> Decision:
    """Return the decision for the first of `options`, which are sorted with the best first; the decision's box is
    that of the best option to post."""
    box = next(option.action.box for option in options if isinstance(option.action, Score))
    return Decision(options[0].action, box)


def roll_options(state: GameState, worth: Callable[[Dice], float]) -> list[Option]:
    """Return an option for each different set of dice that legal rolls keep; `worth(kept)` returns the value of
    keeping such a set."""
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    # Reversed, so that of several rolls that keep the same dice the dictionary keeps the first.
    distinct = {tuple(sorted(kept_dice(state.dice, roll))): roll for roll in reversed(rolls)}
    return [Option(roll, worth(kept_dice(state.dice, roll))) for roll in distinct.values()]
