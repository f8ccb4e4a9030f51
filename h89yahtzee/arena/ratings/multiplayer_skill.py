"""The skill of bots from tables of more than two, by openskill's model of Plackett and Luce.

It goes through the games one by one, and their order matters, unlike to the fit of `paired_comparisons`. This file
knows of openskill, which is imported only if there is such a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from h89yahtzee.arena.ratings.paired_comparisons import Places


class Skill(NamedTuple):
    """The mean and the standard deviation of what a bot's skill may be; everybody begins with 25 and 25 / 3."""

    mu: float
    sigma: float


def skills(tables: Sequence[Places]) -> Mapping[int, Skill]:
    """The skill of each bot after these games; of none if openskill isn't installed."""
    if not tables:
        return {}
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    known = {bot: model.rating() for places in tables for bot, _ in places}
    for places in tables:
        rated = model.rate([[known[bot]] for bot, _ in places], ranks=[place for _, place in places])
        known.update({bot: team[0] for (bot, _), team in zip(places, rated, strict=True)})
    return {bot: Skill(rating.mu, rating.sigma) for bot, rating in known.items()}
