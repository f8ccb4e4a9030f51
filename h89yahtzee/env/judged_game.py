"""A recorded game in which actions are given as numbers; the solver's exact values judge each action.

A player's `value` is the expected final total if that player plays best from here on, with the dice that lie on the
table. The `regret` of an action is the value that the action gave away. The `luck` of a roll is the change of the
value by the dice. So the final total is the value before the first roll, plus all luck, less all regret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from h89yahtzee.game.dealer import SEEDS, Dealer
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.state import GameState, apply, new_game
from h89yahtzee.players.numbered_actions import ActionValues, NumberedActions, highest, observation

Observed = Any
"""A position as a learner sees it: an array of float32, or a dictionary with the action mask and one or more arrays
of float32 (see `Seen`)."""
Form = Literal["flat", "masked", "dict"]
Reward = Literal["points", "total", "win"]
FORMS = ("flat", "masked", "dict")
REWARDS = ("points", "total", "win")


def named_rules(rules: str | RuleSet, bonus: str | None) -> RuleSet:
    """Return the rule set called `rules`, with the bonus rule `bonus` unless `bonus` is None; a RuleSet is returned
    as it is. ValueError for rules with several columns, for which there is no environment."""
    found = rule_set(rules, bonus=bonus) if isinstance(rules, str) else rules
    if found.columns != 1:
        names = ", ".join(name for name, each in RULE_SETS.items() if each.columns == 1)
        raise ValueError(f"expected rules with one column ({names}), not {found.name}")
    return found


def check_choice(name: str, chosen: str | None, choices: tuple[str | None, ...]) -> None:
    """Raise ValueError unless the argument called `name` is one of its `choices`."""
    if chosen not in choices:
        raise ValueError(f"expected {name} {' or '.join(map(repr, choices))}, not {chosen!r}")


class Seen:
    """The view that a learner has of games by `rules` with this number of `players`. The methods return
    observations and action masks; `space` and `action_space` are Gymnasium's descriptions of all possible
    observations and actions.

    `form` is the form of the observations. "flat" is one array of float32 with all numbers, in the order that
    the module `players.numbered_actions` describes. "masked" is a dictionary: this array as `observation`, and
    `action_mask`, an array of int8 with 1 for each legal action. "dict" is a dictionary with an array of float32
    for each part of the observation, and `action_mask`.
    """

    def __init__(self, rules: RuleSet, players: int, form: Form) -> None:
        check_choice("observation", form, FORMS)
        self.form = form
        self.numbered = NumberedActions.of(rules)
        self._highest = {name: np.array(most, np.float32) for name, most in highest(rules, players).items()}
        self.space = self._space()
        self.action_space = spaces.Discrete(self.numbered.count)

    def _space(self) -> spaces.Space[Any]:
        numbers = np.concatenate([*self._highest.values()])
        if self.form == "flat":
            return _numbers_to(numbers)
        highest = {"observation": numbers} if self.form == "masked" else self._highest
        mask = spaces.Box(0, 1, (self.numbered.count,), np.int8)
        return spaces.Dict({name: _numbers_to(most) for name, most in highest.items()} | {"action_mask": mask})

    def mask(self, state: GameState) -> NDArray[np.int8]:
        return np.array(self.numbered.mask(state), np.int8)

    def observation(self, state: GameState, seat: int, mask: NDArray[np.int8]) -> Observed:
        parts = observation(state, seat)
        if self.form == "dict":
            return {name: np.array(part, np.float32) for name, part in parts.items()} | {"action_mask": mask}
        numbers = np.array([number for part in parts.values() for number in part], np.float32)
        return numbers if self.form == "flat" else {"observation": numbers, "action_mask": mask}

    def many(self, numbers: NDArray[np.float32], masks: NDArray[np.int8]) -> Observed:
        """Return the observations of many games: one observation whose arrays have a row for each game. `numbers`
        has a row for each game with all numbers of its observation, `masks` a row for each game with its action
        mask."""
        if self.form == "flat":
            return numbers
        if self.form == "masked":
            return {"observation": numbers, "action_mask": masks}
        ends = np.cumsum([len(most) for most in self._highest.values()])[:-1]
        parts = np.split(numbers, ends, axis=1)
        return {**dict(zip(self._highest, parts, strict=True)), "action_mask": masks}


def _numbers_to(most: NDArray[np.float32]) -> spaces.Space[Any]:
    """Return the Gymnasium space of all arrays in which each number is from 0 to the number at the same place in
    `most`."""
    return spaces.Box(np.zeros_like(most), most, dtype=np.float32)


def drawn_seed(generator: np.random.Generator) -> int:
    """Return a seed for a game's dice, drawn by `generator`, the random number generator of an environment."""
    return int(generator.integers(SEEDS - 1, dtype=np.uint64, endpoint=True))


@dataclass(slots=True)
class Standing:
    """A player's expected final total, regret of the last action, and luck of the rolls since that action."""

    value: float
    regret: float = 0.0
    luck: float = 0.0

    def expect(self, value: float) -> None:
        """Set the expected total to `value`, as it is after a roll of dice, and add the change to the luck."""
        self.luck += value - self.value
        self.value = value


class JudgedGame:
    """A game by `rules`; actions are judged by `values`, or not at all if `values` is None.

    In a `duplicate` game all players get the same dice.
    """

    def __init__(
        self, rules: RuleSet, players: int, seed: int, values: ActionValues | None, duplicate: bool = False
    ) -> None:
        setup = Setup(tuple(Player(f"player {n + 1}") for n in range(players)), seed, rules, duplicate)
        self._deal = Dealer(seed, duplicate).deal
        self._numbered = NumberedActions.of(rules)
        self._values = values
        self.state = new_game(rules, players, self._deal)
        self.record = Record.of(setup, self.state)
        self.standings = [
            Standing(values.before_turn(card)) if values is not None else Standing(0.0) for card in self.state.cards
        ]
        self._judge_dice()

    def play(self, number: int) -> None:
        """Do the action with this number; IllegalAction, which says why, if the action isn't legal."""
        before = self.state
        action = self._numbered.action(before, number)
        self.state = apply(before, action, self._deal)
        self.record = self.record.after(action, before, self.state)
        if self._values is None:
            return
        after = self._worths[number]
        self.standings[before.seat] = Standing(after, max(self._worths) - after)
        self._judge_dice()

    def judgement(self, seat: int) -> dict[str, float]:
        """Return a player's "value", "regret" and "luck"; an empty dictionary if actions aren't judged."""
        standing = self.standings[seat]
        if self._values is None:
            return {}
        return {"value": standing.value, "regret": standing.regret, "luck": standing.luck}

    def _judge_dice(self) -> None:
        """Compute the value of each action with the dice on the table, and add the luck of the roll that brought
        them."""
        if self._values is not None and not self.state.is_over:
            self._worths = self._values.of(self.state)
            self.standings[self.state.seat].expect(max(self._worths))
