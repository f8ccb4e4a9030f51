"""The `random` player: every legal action is as likely as any other."""

from __future__ import annotations

from dataclasses import dataclass

from h89yahtzee.game.dealer import choose
from h89yahtzee.game.state import GameState
from h89yahtzee.players.strategy import Decision


@dataclass(frozen=True, slots=True)
class Uniform:
    """Its choice is a function of seed, seat, turn and rolls left, so that a game can be repeated."""

    seed: int

    def decide(self, state: GameState) -> Decision:
        actions = state.legal_actions()
        return Decision(actions[choose(len(actions), self.seed, state.seat, state.turn, state.rolls_left)])
