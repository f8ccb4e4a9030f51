"""A table for any test that asks."""

from collections.abc import Callable

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Preferences
from tests.table.tables import MakeTable, TableForOne, viewer_of


@pytest.fixture
def make_table() -> MakeTable:
    def make(
        *names: str,
        seed: int = 42,
        delay: float = 1.0,
        oldstyle: bool = False,
        duplicate: bool = False,
        rules: RuleSet = H89,
        strategy: str = "classic",
        preferences: Preferences | None = None,
        save: Callable[[Preferences], bool] | None = None,
    ) -> TableForOne:
        players = tuple(Player(name.lstrip("="), strategy if name.startswith("=") else HUMAN) for name in names)
        match = Match(Setup(players, seed, rules, duplicate=duplicate))
        return TableForOne(match, viewer_of(match, delay, oldstyle, preferences, save))

    return make
