"""What each legal action is worth, and what one of them loses against the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.game.dice import Dice
from h89yahtzee.game.scorecard import Scorecard
from h89yahtzee.game.state import Action, GameState, Roll, Score
from h89yahtzee.players.strategy import Decision

DIGITS = 9
"""Values equal to so many decimals count as equal, since rounding differs between machines."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action, and the expected final total of the card of the player to move when the best play follows it.

    Rolls that keep the same dice are one option.
    """

    action: Action
    value: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """All `options`, the best first; `is_exact` says whether their values are exact."""

    options: tuple[Option, ...]
    is_exact: bool

    @property
    def best(self) -> Option:
        return self.options[0]

    def option(self, state: GameState, action: Action) -> Option:
        """The option that matches a legal action of `state`."""
        if isinstance(action, Score):
            return next(option for option in self.options if option.action == action)
        kept = Counter(kept_dice(state.dice, action))
        return next(
            option
            for option in self.options
            if isinstance(option.action, Roll) and Counter(kept_dice(state.dice, option.action)) == kept
        )

    def loss(self, state: GameState, action: Action) -> float:
        """How many points an action gives away, never negative."""
        return max(0.0, self.best.value - self.option(state, action).value)


class Analyst(Protocol):
    """Someone who knows what actions and cards are worth; a strategy can be one."""

    def analysis(self, state: GameState) -> Analysis:
        """What each option of the player to move is worth, in a state that is not over."""
        ...

    def expectation(self, card: Scorecard) -> float:
        """The expected final total of a card between two turns."""
        ...


def kept_dice(dice: Dice, action: Roll) -> Dice:
    """The dice that stay on the table, in their order."""
    return tuple(face for position, face in enumerate(dice) if position not in action.positions)


def best_first(options: list[Option]) -> tuple[Option, ...]:
    """The options by falling value; on ties posting comes before rolling, and the roll of fewest dice first."""

    def order(option: Option) -> tuple[float, int, tuple[int, ...]]:
        value = -round(option.value, DIGITS)
        if isinstance(option.action, Score):
            return value, -1, option.action.box
        return value, len(option.action.positions), option.action.positions

    return tuple(sorted(options, key=order))


def decision(options: tuple[Option, ...]) -> Decision:
    """The first of the options, which are the best first, with the best box in mind; its value is left out."""
    box = next(option.action.box for option in options if isinstance(option.action, Score))
    return Decision(options[0].action, box)


def roll_options(state: GameState, worth: Callable[[Dice], float]) -> list[Option]:
    """The legal rolls, one for each different set of dice kept; `worth` says what keeping dice is worth."""
    rolls = [action for action in state.legal_actions() if isinstance(action, Roll)]
    distinct = {tuple(sorted(kept_dice(state.dice, roll))): roll for roll in reversed(rolls)}
    return [Option(roll, worth(kept_dice(state.dice, roll))) for roll in distinct.values()]
