"""Chances to win at a table: computed by a `Bookmaker`, at once or in the background, and shown on the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import GameState
from h89yahtzee.players.chances import (
    Certainty,
    ChanceJudge,
    Chances,
    Outcomes,
    before_roll,
    chance_judge,
    chances_told,
    outcomes_told,
)
from h89yahtzee.table import texts

LOOK_AGAIN = 0.05
"""Seconds between two checks whether a computation in the background is done."""
MOST_BYTES = 12
"""The most bytes sent after a turn to change the chances on the screen, to spare slow lines."""

_MOST_JUDGES = 16
_MOTION = 4
"""The number of bytes that move an H19's cursor to another place."""

T = TypeVar("T")
Run = Callable[[Callable[[], None]], None]
"""A function to which computations are passed, each as a function without arguments. It calls these, one after
another, at once or later in the background."""
JudgeOf = Callable[[RuleSet, tuple[str, ...]], ChanceJudge]
"""A function that returns the judge of chances to win in games by the given rules, in which the given strategies
play (in the order of their seats); ValueError if there is no judge for such games."""


class Reckoning(Generic[T]):
    """A result that may be computed later: `result` is None until it is known. If computing fails, `result` stays
    None, and `problem` says why.

    The function given to the constructor computes and returns the result; the method `work` calls this function.
    """

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
    """Computes chances to win. The function `judge_of` returns the `ChanceJudge` for a game's rules and strategies.
    The function `run` is called with each computation (a function), and calls it at once or later in the
    background."""

    def __init__(self, judge_of: JudgeOf = chance_judge, run: Run = lambda work: work()) -> None:
        self._judge_of = lru_cache(maxsize=_MOST_JUDGES)(judge_of)
        self._run = run

    def chances(self, setup: Setup, state: GameState) -> Reckoning[Chances]:
        """Return all players' chances to win in `state`, as a `Reckoning`, since they may be computed later. In
        `state` the dice of the turn must not be rolled yet."""
        return self._begun(lambda: chances_told(self._judge(setup), setup, state))

    def options(self, setup: Setup, state: GameState) -> Reckoning[Outcomes]:
        """Return all players' chances to win in `state` and, for each possible action, the chance to win that the
        player to move has after it. The result is a `Reckoning`, since it may be computed later."""
        return self._begun(lambda: outcomes_told(self._judge(setup), setup, state))

    def _begun(self, work: Callable[[], T]) -> Reckoning[T]:
        reckoning = Reckoning(work)
        self._run(reckoning.work)
        return reckoning

    def _judge(self, setup: Setup) -> ChanceJudge:
        return self._judge_of(setup.rules, tuple(player.strategy for player in setup.players))


class ChanceFigures:
    """The players' chances to win, as the screen shows them before each turn; `problem` tells why there are none.

    `written` has the texts on the screen: first the mark `~` if the chances are estimates, else "", then each
    player's chance in per cent. To spare slow lines, only as many texts change after a turn as `MOST_BYTES` allow:
    the texts furthest from the new chances change first, the others after later turns. At the end of a game all are
    right.
    """

    def __init__(self, bookmaker: Bookmaker) -> None:
        self._bookmaker = bookmaker
        self.forget()

    def forget(self) -> None:
        """Forget all figures, as none are on the screen any more; the next figures are then written in full."""
        self._reckoning: Reckoning[Chances] | None = None
        self._turn: object = None
        self.written: tuple[str, ...] = ()
        self.problem = ""

    def is_known(self, state: GameState) -> bool:
        """Whether the chances before the present turn of `state` are known."""
        return self._turn == _turn_of(state) and self._reckoning is None

    def advance(self, setup: Setup, state: GameState) -> bool:
        """Begin to compute the chances before this turn if that hasn't begun yet; return whether they are known."""
        if self._reckoning is None:
            self._turn = _turn_of(state)
            self._reckoning = self._bookmaker.chances(setup, before_roll(state))
        if not self._reckoning.is_done:
            return False
        chances, self.problem = self._reckoning.result, self._reckoning.problem
        self._reckoning = None
        if chances is not None:
            mark = "" if chances.certainty is Certainty.EXACT else texts.ABOUT
            figures = (mark, *map(texts.per_cent, chances.shares))
            self.written = figures if state.is_over or not self.written else cheaply(self.written, figures)
        return True


def _turn_of(state: GameState) -> object:
    """Return a value that differs from turn to turn, since each turn changes the cards."""
    return state.cards, state.seat, state.turn, state.is_over


def cheaply(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts `before` with some replaced, each by the text at the same index in `after`: as many as can
    be changed on the screen with at most `MOST_BYTES`.

    In `before` and in `after`, the first text is the mark of estimates, and the other texts are chances in per
    cent. The chances that change most are replaced first, the mark last.
    """
    result, left = list(before), MOST_BYTES
    furthest_off = sorted(range(1, len(after)), key=lambda at: -abs(int(after[at]) - int(before[at])))
    for place in (*furthest_off, 0):
        cost = _cost(before[place], after[place])
        if cost <= left:
            result[place], left = after[place], left - cost
    return tuple(result)


def _cost(before: str, after: str) -> int:
    """Return the number of bytes that change the text `before` on an H19's screen into `after`; both have at most
    three characters, and are aligned at the right."""
    changed = [at for at, (old, new) in enumerate(zip(f"{before:>3}", f"{after:>3}", strict=True)) if old != new]
    return _MOTION + changed[-1] - changed[0] + 1 if changed else 0
