"""A game played by the numbers of actions, recorded, each action judged by the solver's exact values.

A player's `value` is the expected final total if that player plays best from here on, with the dice that lie on the
table. The `regret` of an action is the part of the value that it gave away, the `luck` of a roll the change of the
value by the dice. So the value before the first roll, less the final total, is the sum of all regret less all luck.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from h89yahtzee.game.dealer import SEEDS, Dealer
from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import apply, new_game
from h89yahtzee.players.numbered_actions import ActionValues, NumberedActions


def drawn_seed(generator: np.random.Generator) -> int:
    """Return the seed of a game's dice, drawn by an environment's own generator."""
    return int(generator.integers(SEEDS - 1, dtype=np.uint64, endpoint=True))


@dataclass(slots=True)
class Standing:
    """How a player stands: expected final total, regret of the last action, luck of the rolls since that action."""

    value: float
    regret: float = 0.0
    luck: float = 0.0

    def expect(self, value: float) -> None:
        """Take in dice that make the expected total `value`."""
        self.luck += value - self.value
        self.value = value


class JudgedGame:
    """A game by `rules`; `values`, if given, are those by which actions are judged."""

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
        """Do the action with this number; IllegalAction, which says why, if it isn't legal."""
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
        """Return the value, regret and luck of a player by name; nothing where actions aren't judged."""
        standing = self.standings[seat]
        if self._values is None:
            return {}
        return {"value": standing.value, "regret": standing.regret, "luck": standing.luck}

    def _judge_dice(self) -> None:
        """Compute the value of each action of the player to move, and so the luck of the dice."""
        if self._values is not None and not self.state.is_over:
            self._worths = self._values.of(self.state)
            self.standings[self.state.seat].expect(max(self._worths))
