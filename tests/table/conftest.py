"""A table for any test that asks."""

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.table.controller import Controller
from h89yahtzee.table.sitting import Match
from tests.table.tables import MakeTable, Table


@pytest.fixture
def make_table() -> MakeTable:
    def make(
        *names: str, seed: int = 42, delay: float = 1.0, oldstyle: bool = False, duplicate: bool = False
    ) -> Table:
        players = tuple(Player(name.lstrip("="), "classic" if name.startswith("=") else HUMAN) for name in names)
        match = Match(Setup(players, seed, duplicate=duplicate))
        return Table(match, Controller(match, delay, oldstyle, 0.0))

    return make
