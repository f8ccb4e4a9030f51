"""`YahtzeeEnv`, the environment of one player in the form of Gymnasium."""

from __future__ import annotations

from math import ceil
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from h89yahtzee.env.judged_game import JudgedGame, drawn_seed
from h89yahtzee.env.spaces import REWARDS, Form, Observed, Reward, Seen, check_choice, named_rules
from h89yahtzee.game.record import Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.players.numbered_actions import ActionValues, NumberedActions
from h89yahtzee.solver.values import solved


class YahtzeeEnv(gymnasium.Env[Observed, Any]):
    """A game of one player by any rules of one column, registered as H89Yahtzee-v0.

    An action is a number as in `players.numbered_actions`; an illegal one raises IllegalAction and changes nothing.
    `observation` is "flat", "masked" or "dict", see `spaces.Seen`. `reward` is "points", those that an action
    adds to the total; "total", the final total at the end; or "win", 1 at the end for a total of at least
    `goal`, by default the expected total of best play, rounded up. `bonus` is the bonus rule of `quintzee`.

    `info` has `action_mask`, int8, 1 for each legal action; unless `judged` is False also `value`, the expected
    final total of best play from here on, `regret`, what the last action gave away of it, and `luck`, what the last
    roll changed. All three are exact. The dice of `reset(seed=n)` are those of `yahtzee -r n`; without a seed,
    the seed of the next game is drawn from the environment's own generator.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium types it

    def __init__(
        self,
        rules: str | RuleSet = "official",
        bonus: str | None = None,
        observation: Form = "flat",
        reward: Reward = "points",
        goal: int | None = None,
        judged: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_choice("reward", reward, REWARDS)
        check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.rules = named_rules(rules, bonus)
        self.render_mode = render_mode
        self._seen = Seen(self.rules, 1, observation)
        self.observation_space = self._seen.space
        self.action_space = self._seen.action_space
        self._reward = reward
        self._goal = ceil(solved(self.rules).start()) if goal is None and reward == "win" else goal or 0
        self._values = ActionValues(solved(self.rules)) if judged else None
        self._game: JudgedGame | None = None

    @property
    def game(self) -> JudgedGame:
        """The game since the last `reset`; RuntimeError before the first."""
        if self._game is None:
            raise RuntimeError("expected reset() before the first game")
        return self._game

    @property
    def numbered(self) -> NumberedActions:
        """The numbers of actions by these rules, to turn actions into numbers and back."""
        return self._seen.numbered

    @property
    def record(self) -> Record:
        """The record of the game so far, which `notation.record_text` writes for `yahtzee-solve --review`."""
        return self.game.record

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._game = JudgedGame(self.rules, 1, drawn_seed(self.np_random) if seed is None else seed, self._values)
        return self._told()

    def step(self, action: int | np.integer[Any]) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        game = self.game
        before = game.state.card.total()
        game.play(int(action))
        observed, info = self._told()
        return observed, self._rewarded(before), game.state.is_over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return the action mask. Learners that mask actions, such as MaskablePPO, call a method of this name."""
        return self._seen.mask(self.game.state)

    def render(self) -> str | None:
        """Return the position as a line of text, which `yahtzee-solve --position` reads; None without "ansi"."""
        return format_position(Position.of(self.game.state)) if self.render_mode == "ansi" else None

    def _told(self) -> tuple[Observed, dict[str, Any]]:
        mask = self.action_masks()
        info = {"action_mask": mask, **self.game.judgement(0)}
        return self._seen.observation(self.game.state, 0, mask.copy()), info

    def _rewarded(self, before: int) -> float:
        state = self.game.state
        total = state.card.total()
        if self._reward == "points":
            return float(total - before)
        if not state.is_over:
            return 0.0
        return float(total if self._reward == "total" else total >= self._goal)
