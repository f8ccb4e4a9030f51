"""`PolicyBot`, the class of bots in Python that play by a policy. A policy is a function that returns the number of
an action; usually it is a network trained in `h89yahtzee.env`.

    class Mine(PolicyBot):
        def predict(self, observation: Observed, action_mask: NDArray[np.int8]) -> int: ...

Observations, masks and actions are those of H89Yahtzee-v0, the Gymnasium environment in which one player plays
alone. The class needs numpy, but nothing else of the environment. The bot's process is confined like that of any
other bot.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from h89yahtzee.arena.bot import Bot, Move
from h89yahtzee.game.dice import Dice
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import GameState, Roll
from h89yahtzee.players.numbered_actions import NumberedActions, observation

Observed = Any
"""The position as a policy gets it: an array of float32, or a dictionary of such arrays and the mask."""


class PolicyBot(Bot):
    """A bot that asks a policy for its moves, in games by rules with one column. A subclass defines `predict`.

    A subclass may set `observation`, the form of observations in `h89yahtzee.env`: "flat" for one array, "masked"
    for a dictionary of this array and the mask, or "dict" for a dictionary of several arrays and the mask.
    """

    observation = "flat"

    @abstractmethod
    def predict(self, observation: Observed, action_mask: NDArray[np.int8]) -> Any:
        """Return the number of an action, or a tuple that begins with this number, as `predict` of
        stable-baselines3 returns. `action_mask` has 1 for each legal action, 0 for each other action."""

    def turn(self, dice: Dice, stage: int) -> Move:
        state = GameState(self.rules, (self.card.on_paper(),), 0, 0, dice, self.rules.rerolls - stage)
        numbered = NumberedActions.of(self.rules)
        mask = np.array(numbered.mask(state), np.int8)
        said = self.predict(self._observed(state, mask), mask.copy())
        action = numbered.action(state, int(np.asarray(said[0] if isinstance(said, tuple) else said).item()))
        if isinstance(action, Roll):
            return self.keep(position for position in range(len(dice)) if position not in action.positions)
        return self.score(box_name(self.rules, action.box))

    def _observed(self, state: GameState, mask: NDArray[np.int8]) -> Observed:
        parts = observation(state)
        if self.observation == "dict":
            return {name: np.array(part, np.float32) for name, part in parts.items()} | {"action_mask": mask}
        numbers = np.array([number for part in parts.values() for number in part], np.float32)
        return numbers if self.observation == "flat" else {"observation": numbers, "action_mask": mask}
