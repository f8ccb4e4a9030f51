"""The environments of one player in the form of Gymnasium: `YahtzeeEnv`, and `YahtzeeVectorEnv`, many games at
once."""

from __future__ import annotations

from math import ceil
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from h89yahtzee.env import judged_game
from h89yahtzee.game.record import Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.players.numbered_actions import ActionValues, NumberedActions
from h89yahtzee.solver.many_games import ManyGames, ManyValues
from h89yahtzee.solver.values import solved


class YahtzeeEnv(gymnasium.Env[judged_game.Observed, Any]):
    """A game of one player by any rules of one column, registered as H89Yahtzee-v0.

    An action is a number as in `players.numbered_actions`; an illegal one raises IllegalAction and changes nothing.
    The argument `observation` is "flat", "masked" or "dict", see `judged_game.Seen`. The argument `reward` is
    "points" (after each action the points that it adds to the total), "total" (at the end the final total) or "win"
    (at the end 1 for a total of at least `goal`, by default the expected total of best play, rounded up). `bonus`
    is the bonus rule of `quintzee`.

    `info` has `action_mask`, int8, 1 for each legal action. Unless `judged` is False, `info` also has `value`, the
    expected final total under best play from here on; `regret`, the value that the last action gave away; and
    `luck`, the change of the value by the last roll. All three are exact. The dice of `reset(seed=n)` are those of
    `yahtzee -r n`. Without a seed, the game's seed is drawn by the environment's own generator.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium types it

    def __init__(
        self,
        rules: str | RuleSet = "official",
        bonus: str | None = None,
        observation: judged_game.Form = "flat",
        reward: judged_game.Reward = "points",
        goal: int | None = None,
        judged: bool = True,
        render_mode: str | None = None,
    ) -> None:
        judged_game.check_choice("reward", reward, judged_game.REWARDS)
        judged_game.check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.rules = judged_game.named_rules(rules, bonus)
        self.render_mode = render_mode
        self._seen = judged_game.Seen(self.rules, 1, observation)
        self.observation_space = self._seen.space
        self.action_space = self._seen.action_space
        self._reward = reward
        self._goal = ceil(solved(self.rules).start()) if goal is None and reward == "win" else goal or 0
        self._values = ActionValues(solved(self.rules)) if judged else None
        self._game: judged_game.JudgedGame | None = None

    @property
    def game(self) -> judged_game.JudgedGame:
        """The game since the last `reset`; RuntimeError before the first."""
        if self._game is None:
            raise RuntimeError("expected reset() before the first game")
        return self._game

    @property
    def numbered(self) -> NumberedActions:
        """The object that turns actions by these rules into numbers and back."""
        return self._seen.numbered

    @property
    def record(self) -> Record:
        """The record of the game so far; `notation.record_text` turns it into text that `yahtzee-solve --review`
        reads."""
        return self.game.record

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[judged_game.Observed, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._game = judged_game.JudgedGame(
            self.rules, 1, judged_game.drawn_seed(self.np_random) if seed is None else seed, self._values
        )
        return self._told()

    def step(self, action: int | np.integer[Any]) -> tuple[judged_game.Observed, float, bool, bool, dict[str, Any]]:
        game = self.game
        before = game.state.card.total()
        game.play(int(action))
        observed, info = self._told()
        return observed, self._rewarded(before), game.state.is_over, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return the action mask. Learners that mask actions, such as MaskablePPO, call a method of this name."""
        return self._seen.mask(self.game.state)

    def render(self) -> str | None:
        """Return the position as a text line that `yahtzee-solve --position` reads; None unless `render_mode` is
        "ansi"."""
        return format_position(Position.of(self.game.state)) if self.render_mode == "ansi" else None

    def _told(self) -> tuple[judged_game.Observed, dict[str, Any]]:
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


class YahtzeeVectorEnv(gymnasium.vector.VectorEnv[judged_game.Observed, Any, NDArray[Any]]):
    """`num_envs` games at once, in numpy; `gymnasium.make_vec("H89Yahtzee-v0", num_envs=n)` makes it.

    Arguments, observations, actions and rewards are those of `YahtzeeEnv`. If any action isn't legal, no action is
    done and IllegalAction is raised. When a game ends, the next one begins in the same step (Gymnasium's
    SAME_STEP): the observation and mask returned are those of the new game. For each game that has just ended,
    `info["final_obs"]` has the last observation and `info["final_total"]` the total; `info["_final_obs"]` tells for
    each game whether it has just ended.

    If `judged`, the arrays `value`, `regret` and `luck` are in `info`, too. After the end of a game, the regret is
    of the last action in it, but value and luck are of the next game. Computing these three arrays takes most of a
    step's time, so `judged` is False by default. If `duplicate`, all games get the same dice. A seed gives other
    dice than in `YahtzeeEnv`; `solver.many_games` describes them.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | RuleSet = "official",
        bonus: str | None = None,
        observation: judged_game.Form = "flat",
        reward: judged_game.Reward = "points",
        goal: int | None = None,
        judged: bool = False,
        duplicate: bool = False,
    ) -> None:
        judged_game.check_choice("reward", reward, judged_game.REWARDS)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self.rules = judged_game.named_rules(rules, bonus)
        self._seen = judged_game.Seen(self.rules, 1, observation)
        self.single_observation_space = self._seen.space
        self.single_action_space = self._seen.action_space
        self.observation_space = batch_space(self._seen.space, num_envs)
        self.action_space = batch_space(self._seen.action_space, num_envs)
        self._reward, self._judged, self._duplicate = reward, judged, duplicate
        self._goal = ceil(solved(self.rules).start()) if goal is None and reward == "win" else goal or 0
        self._games: ManyGames | None = None
        self._values: ManyValues | None = None

    @property
    def games(self) -> ManyGames:
        """The games since the last `reset`; RuntimeError before the first."""
        if self._games is None:
            raise RuntimeError("expected reset() before the first games")
        return self._games

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[judged_game.Observed, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        drawn = judged_game.drawn_seed(self.np_random) if seed is None else seed
        self._games = ManyGames(self.rules, self.num_envs, drawn, self._duplicate)
        self._values = ManyValues(self._games, solved(self.rules)) if self._judged else None
        info = self._info()
        return self._seen.many(self._games.observations(), info["action_mask"].copy()), info

    def step(
        self, actions: Any
    ) -> tuple[judged_game.Observed, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        games, numbers = self.games, np.asarray(actions, np.int64)
        games.check(numbers)
        posted = np.flatnonzero(numbers >= games.keeps)
        after = None if self._values is None else self._values.before(numbers)
        gained, is_over = games.step(numbers)
        if self._values is not None and after is not None:
            self._values.judge(after, posted, is_over)
        info = self._info()
        if is_over.any():
            info |= {
                "final_obs": self._seen.many(games.ends, np.zeros_like(info["action_mask"])),
                "_final_obs": is_over.copy(),
            }
            info |= {"final_total": games.finals.copy(), "_final_total": is_over.copy()}
        return (
            self._seen.many(games.observations(), info["action_mask"].copy()),
            self._rewarded(gained, is_over),
            is_over,
            is_over & False,
            info,
        )

    def _rewarded(self, gained: NDArray[Any], is_over: NDArray[np.bool_]) -> NDArray[np.float64]:
        if self._reward == "points":
            return gained.astype(np.float64)
        at_end = self.games.finals if self._reward == "total" else self.games.finals >= self._goal
        return np.where(is_over, at_end, 0.0)

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = {"action_mask": self.games.legal.astype(np.int8)}
        if self._values is None:
            return found
        values = self._values
        return found | {"value": values.expected, "regret": values.regret, "luck": values.luck}
