"""`YahtzeeTable`, the environment of two to ten players in the form of PettingZoo."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from h89yahtzee.env import judged_game
from h89yahtzee.game.record import MAX_PLAYERS, Record
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.positions import Position, format_position
from h89yahtzee.players.numbered_actions import ActionValues
from h89yahtzee.solver.values import solved


class YahtzeeTable(AECEnv[str, judged_game.Observed, Any]):  # type: ignore[misc] # PettingZoo has no types
    """A game by any rules of one column, in which players named "player_0", "player_1" and so on take turns.

    An action is a number as in `players.numbered_actions`; an illegal one raises IllegalAction and changes nothing.
    Each observation is a dictionary. Its `action_mask`, int8, is all 0 for players who aren't to move. Its
    `observation` is a flat array of float32; with `observation="dict"` there is an array for each part instead, see
    `judged_game.Seen`.

    `reward` is "points" (after each action the points that it adds to the player's total), "total" (at the end the
    final total) or "win" (at the end 1 for the winner, or 1/n for each of n winners in a draw). In a `duplicate`
    game all players get the same dice. `infos` has for each player the items of `info` in `one_player.YahtzeeEnv`:
    `regret` is of the player's own last action, `luck` of the rolls since then.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "h89yahtzee_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        rules: str | RuleSet = "official",
        bonus: str | None = None,
        observation: judged_game.Form = "flat",
        reward: judged_game.Reward = "points",
        duplicate: bool = False,
        judged: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if not 2 <= players <= MAX_PLAYERS:
            raise ValueError(f"expected 2 to {MAX_PLAYERS} players, not {players}")
        judged_game.check_choice("reward", reward, judged_game.REWARDS)
        self.rules = judged_game.named_rules(rules, bonus)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.agents: list[str] = []
        self._seen = judged_game.Seen(self.rules, players, "masked" if observation == "flat" else observation)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._seen.space)
        self.action_spaces = {agent: spaces.Discrete(self._seen.numbered.count) for agent in self.possible_agents}
        self._reward = reward
        self._duplicate = duplicate
        self._values = ActionValues(solved(self.rules)) if judged else None
        self._generator = np.random.default_rng()
        self._game: judged_game.JudgedGame | None = None

    @property
    def game(self) -> judged_game.JudgedGame:
        """The game since the last `reset`; RuntimeError before the first."""
        if self._game is None:
            raise RuntimeError("expected reset() before the first game")
        return self._game

    @property
    def record(self) -> Record:
        """The record of the game so far; `notation.record_text` turns it into text that `yahtzee-solve --review`
        reads."""
        return self.game.record

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        drawn = judged_game.drawn_seed(self._generator) if seed is None else seed
        players = len(self.possible_agents)
        self._game = judged_game.JudgedGame(self.rules, players, drawn, self._values, self._duplicate)
        self.agents = [*self.possible_agents]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def observe(self, agent: str) -> judged_game.Observed:
        seat = self.possible_agents.index(agent)
        return self._seen.observation(self.game.state, seat, self._mask(seat))

    def step(self, action: int | np.integer[Any] | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"expected an action of {agent}, who is to move")
        before = self.game.state.totals()
        self.game.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._give_rewards(before)
        self._accumulate_rewards()
        if self.game.state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.game.state.seat]
        self._tell()

    def render(self) -> str | None:
        """Return a text line for each player, with the player's name and the position as `yahtzee-solve --position`
        reads it; None unless `render_mode` is "ansi"."""
        if self.render_mode != "ansi":
            return None
        state = self.game.state
        positions = [Position(card) for card in state.cards]
        if not state.is_over:
            positions[state.seat] = Position.of(state)
        named = zip(self.possible_agents, positions, strict=True)
        return "\n".join(f"{agent} {format_position(position)}" for agent, position in named)

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _mask(self, seat: int) -> Any:
        mask = self._seen.mask(self.game.state)
        return mask if seat == self.game.state.seat else np.zeros_like(mask)

    def _tell(self) -> None:
        self.infos = {
            agent: {"action_mask": self._mask(seat), **self.game.judgement(seat)}
            for seat, agent in enumerate(self.possible_agents)
            if agent in self.agents
        }

    def _give_rewards(self, before: tuple[int, ...]) -> None:
        state = self.game.state
        totals, winners = state.totals(), state.winners()
        for seat, agent in enumerate(self.possible_agents):
            if self._reward == "points":
                self.rewards[agent] = float(totals[seat] - before[seat])
            elif state.is_over:
                share = (seat in winners) / len(winners)
                self.rewards[agent] = float(totals[seat]) if self._reward == "total" else share
