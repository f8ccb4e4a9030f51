"""Judges of the chances to win, for tests: some say what they are told to say, and one must not be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances import ActionChance, Certainty, Chances
from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.table.bookmaker import Bookmaker


def nobody(rules: RuleSet, strategies: tuple[str, ...]) -> Told:
    """Fail: where chances are off no judge may be asked for."""
    raise AssertionError(f"asked for the chances of {rules.name}, {strategies}")


@dataclass
class Told:
    """A judge who answers for a state what the functions `shares` and `options` return; `asked` has the states
    asked about."""

    shares: Callable[[GameState], Sequence[float]] = lambda state: [1 / len(state.cards)] * len(state.cards)
    options: Callable[[GameState], list[ActionChance]] = lambda _: []
    certainty: Certainty = Certainty.ESTIMATED
    asked: list[GameState] = field(default_factory=list)

    def set_up(self, progress: Progress = silent) -> None: ...

    def of_state(self, state: GameState) -> Chances:
        self.asked.append(state)
        return Chances(tuple(self.shares(state)), self.certainty)

    def of_actions(self, state: GameState) -> list[ActionChance]:
        return self.options(state)

    def bookmaker(self) -> Bookmaker:
        return Bookmaker(lambda *_: self)


@dataclass
class Elsewhere:
    """A stand-in for a thread: it keeps the work that it is given until `work` is called."""

    waiting: list[Callable[[], None]] = field(default_factory=list)

    def run(self, work: Callable[[], None]) -> None:
        self.waiting.append(work)

    def work(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


def in_turn(*shares: Sequence[float]) -> Callable[[GameState], Sequence[float]]:
    """Return a function that returns one of `shares` after the other, whatever the state."""
    left: Iterator[Sequence[float]] = iter(shares)
    return lambda _: next(left)
