"""A bookmaker beside the tables: asked for the chances to win, it answers at once or later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import Action, GameState
from h89yahtzee.players.analysis import Analysis, Option
from h89yahtzee.players.chances.chances import ActionChance, ChanceJudge, Chances, chance_judge, told

LOOK_AGAIN = 0.05
"""Seconds between two looks whether an answer that is worked out elsewhere is there."""
_MOST_JUDGES = 16
_SLICES = 200
"""The most slices of a few milliseconds that are simulated for one answer."""
_LEAST_ROUNDS = 4
"""So often at least the rest of the game, a slice for each turn, is played: else an estimate is as good."""

T = TypeVar("T")
Run = Callable[[Callable[[], None]], None]
"""Does a piece of work, now or beside the loop; one piece after the other."""
JudgeOf = Callable[[RuleSet, tuple[str, ...]], ChanceJudge]
"""Gives the judge of chances by these rules for the strategies of the seats; ValueError where there is none."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The `chances` of all players, and the `options` of the player to move, the highest chance first.

    There are none without dice on the table.
    """

    chances: Chances
    options: tuple[ActionChance, ...]

    def of(self, state: GameState, action: Action) -> float:
        """The chance of the player to move in `state` after a legal action."""
        found = Analysis(tuple(Option(option.action, option.chance) for option in self.options), is_exact=False)
        return found.option(state, action).value


class Reckoning(Generic[T]):
    """What was asked for: `result` is None until it is worked out, and `problem` says why it can't be."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self.result: T | None = None
        self.problem = ""

    @property
    def is_done(self) -> bool:
        return self.result is not None or bool(self.problem)

    def work(self) -> None:
        try:
            self.result = self._work()
        except ValueError as problem:
            self.problem = str(problem)


class Bookmaker:
    """Asks a judge of `judge_of` once something is to be known; `run` says where that is worked out."""

    def __init__(self, judge_of: JudgeOf = chance_judge, run: Run = lambda work: work()) -> None:
        self._judge_of = lru_cache(maxsize=_MOST_JUDGES)(judge_of)
        self._run = run

    def chances(self, setup: Setup, state: GameState) -> Reckoning[Chances]:
        """The chances of all players in a state; without dice it is the one before the first roll of a turn."""
        return self._begun(lambda: told(_chances(self._judge(setup), state), setup, state))

    def options(self, setup: Setup, state: GameState) -> Reckoning[Outcomes]:
        """The chances of all players, and what each action of the one to move makes of theirs."""
        return self._begun(lambda: _outcomes(self._judge(setup), setup, state))

    def _begun(self, work: Callable[[], T]) -> Reckoning[T]:
        reckoning = Reckoning(work)
        self._run(reckoning.work)
        return reckoning

    def _judge(self, setup: Setup) -> ChanceJudge:
        return self._judge_of(setup.rules, tuple(player.strategy for player in setup.players))


def _chances(judge: ChanceJudge, state: GameState) -> Chances:
    """The chances, simulated near the end of games that aren't judged exactly."""
    turns = sum(len(card.open_boxes()) for card in state.cards)
    search = judge.search(state) if _LEAST_ROUNDS * turns <= _SLICES else None
    for _ in range(_SLICES):
        if search is not None and not search.is_done:
            search.advance()
    return judge.of_state(state)


def _outcomes(judge: ChanceJudge, setup: Setup, state: GameState) -> Outcomes:
    chances = told(judge.of_state(state), setup, state)
    return Outcomes(chances, tuple(judge.of_actions(state)) if state.dice else ())
