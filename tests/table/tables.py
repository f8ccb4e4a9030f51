"""A table to press keys at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.game.state import Roll
from h89yahtzee.players.strategy import Decision
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Mark, Preferences
from h89yahtzee.table.screen.controller import Controller


@dataclass
class Table:
    """A controller with its match and a clock that only the test moves."""

    match: Match
    controller: Controller
    now: float = 0.0

    def press(self, *keys: KeyPress) -> None:
        for key in keys:
            self.controller.press(key, self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.controller.advance(self.now)

    def play_out(self) -> None:
        """Let the computer players play, or post the first open row for people, until the game is over."""
        while not self.match.has_ended:
            if self.match.is_human:
                self.press("d")
            else:
                self.wait(max(0.0, (self.controller.deadline or self.now) - self.now))

    def work_out(self) -> None:
        """Wait for a page that takes a while."""
        while "Working it out" in self.controller.screen().text():
            self.wait(0.0)

    def line(self, row: int) -> str:
        return self.controller.screen().text().split("\n")[row]

    def attributes(self, row: int) -> str:
        return self.controller.screen().attributes().split("\n")[row]


class MakeTable(Protocol):
    """A table for these names, those with = players of `strategy`."""

    def __call__(
        self,
        *names: str,
        seed: int = 42,
        delay: float = 1.0,
        oldstyle: bool = False,
        duplicate: bool = False,
        rules: RuleSet = H89,
        strategy: str = "classic",
        preferences: Preferences | None = None,
        save: Callable[[Preferences], bool] | None = None,
    ) -> Table: ...


def play_by_keys(table: Table, decision: Decision) -> list[str]:
    """Do what was decided for the person to move by keys alone, which are returned."""
    keys: list[str] = []

    def press(*pressed: str) -> None:
        table.press(*pressed)
        keys.extend(pressed)

    view = table.controller._view()
    if isinstance(decision.action, Roll):
        rolled = set(decision.action.positions)
        wanted = rolled if view.mark is Mark.REROLL else set(range(5)) - rolled
        press(*(str(die + 1) for die in sorted(wanted ^ view.marked)), "r")
        return keys
    box = decision.action.box
    while (selected := table.controller._view().selected) != box:
        assert selected is not None
        press("l" if selected.column != box.column else "j")
    scratched = view.state.potential_score(box) == 0
    seen = table.match.record
    press("d")
    if table.match.record == seen:
        assert scratched
        press("y")
    return keys
