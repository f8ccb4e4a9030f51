"""The bookmakers of the programs; one beside an event loop works in a thread of its own, so that nobody waits."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

from h89yahtzee.apps.cached_values import progress_shown, values_of
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.chances.chances import ChanceJudge, chance_judge
from h89yahtzee.table.chances.bookmaker import Bookmaker

_QUICK = 0.01
"""Seconds that are waited for an answer: what comes at once is on the screen together with what it is about."""


def bookmaker(is_beside_loop: bool = True) -> Bookmaker:
    return Bookmaker(_judge_of, _Beside().run) if is_beside_loop else Bookmaker(_judge_of)


def prepare_chances(setup: Setup) -> None:
    """Work out what the first answer needs, and show progress; where there can't be any, `Bookmaker` says why."""
    if len(setup.players) > 1:
        with suppress(ValueError), progress_shown("setting up chances") as progress:
            _judge_of(setup.rules, ()).set_up(progress)


def _judge_of(rules: RuleSet, strategies: tuple[str, ...]) -> ChanceJudge:
    try:
        return chance_judge(rules, strategies, values_of)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ValueError("chances with several columns need numpy, which no browser has") from error


class _Beside:
    """Does one piece of work after the other beside the loop."""

    def __init__(self) -> None:
        self._lock = Lock()

    def run(self, work: Callable[[], None]) -> None:
        thread = Thread(target=self._locked, args=(work,), daemon=True)
        try:
            thread.start()
        except RuntimeError:  # a browser has none
            work()
        else:
            thread.join(_QUICK)

    def _locked(self, work: Callable[[], None]) -> None:
        with self._lock:
            work()
