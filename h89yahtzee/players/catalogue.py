"""The strategies by name, as they are asked for with `=name:strategy`."""

from __future__ import annotations

from collections.abc import Callable

from h89yahtzee.game.record import Setup
from h89yahtzee.players.classic import Classic
from h89yahtzee.players.greedy import Greedy
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.players.uniform import Uniform

STRATEGIES: dict[str, Callable[[Setup], Strategy]] = {
    "classic": lambda setup: Classic(setup.ha, setup.hb),
    "greedy": lambda _: Greedy(),
    "random": lambda setup: Uniform(setup.seed),
}

DEFAULT = "classic"
