"""The networks that estimate several columns, from the files that `scripts/fit_columns` wrote."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable

import numpy as np

from h89yahtzee.game.rules import BONUSES, QUINTZEE, TRIPLE, RuleSet
from h89yahtzee.solver.columns.cards import encoding_of
from h89yahtzee.solver.columns.network import Base, Network, Singles, Weights

ARRAYS = ("rows", "features", "card", "column")
"""The arrays in a file; `made_by`, beside them, says how it was made."""

RULES = {
    "triple": TRIPLE,
    **{
        f"quintzee-{name}": replace(
            QUINTZEE, multipliers=(1,) * max(QUINTZEE.column_choices), extra_yahtzees=BONUSES[name]
        )
        for name in QUINTZEE.bonus_choices
    },
}
"""The rules that each network was fitted to, with as many columns as they allow."""


def network_for(rules: RuleSet) -> Network:
    """The network for cards of `rules`, which have several columns; its encoding may have more."""
    name = rules.name if rules.bonus is None else f"{rules.name}-{rules.bonus}"
    return network(name)


@cache
def network(name: str) -> Network:
    arrays = _arrays(name)
    weights = Weights(*(arrays[array].astype(np.float32) for array in ARRAYS))
    return Network(encoding_of(RULES[name]), base(), weights)


@cache
def base() -> Base:
    """The part that all networks have in common."""
    arrays = _arrays("base")
    return Base(arrays["alone"].astype(np.float64), arrays["bonus"].astype(np.float64))


def made_by(name: str) -> str:
    """How the network was fitted: the arguments of the script."""
    with as_file(_file(name)) as path, np.load(path) as stored:
        return str(stored["made_by"])


def _arrays(name: str) -> dict[str, Singles]:
    with as_file(_file(name)) as path, np.load(path) as stored:
        return {array: stored[array] for array in stored.files if array != "made_by"}


def _file(name: str) -> Traversable:
    return files(__package__).joinpath(f"{name}.npz")
