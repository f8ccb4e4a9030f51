"""Bookmakers, which compute players' chances to win; beside an event loop they work in a thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

from h89yahtzee.apps.cached_values import progress_shown, values_of
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.chances import ChanceJudge, chance_judge
from h89yahtzee.table.bookmaker import Bookmaker

_QUICK = 0.01
"""The seconds to wait for the thread: quick chances are then shown together with the play that they belong to."""


def bookmaker(is_beside_loop: bool = True) -> Bookmaker:
    return Bookmaker(_judge_of, _Beside().run) if is_beside_loop else Bookmaker(_judge_of)


def prepare_chances(setup: Setup) -> None:
    """Compute the values for the first chances, showing progress; nothing happens if `setup` allows no chances."""
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
    """A runner of pieces of work, one after another, each in a thread beside the event loop."""

    def __init__(self) -> None:
        self._lock = Lock()

    def run(self, work: Callable[[], None]) -> None:
        thread = Thread(target=self._locked, args=(work,), daemon=True)
        try:
            thread.start()
        except RuntimeError:  # Python in a browser has no threads
            work()
        else:
            thread.join(_QUICK)

    def _locked(self, work: Callable[[], None]) -> None:
        with self._lock:
            work()
