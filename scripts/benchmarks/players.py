"""The strength of the computer players: their mean scores alone, and how often one scores more than another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, pstdev

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89, OFFICIAL, YACHT, RuleSet, rule_set
from h89yahtzee.game.state import Deal, apply, new_game
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.strategy import Strategy
from h89yahtzee.solver import kernel
from h89yahtzee.solver.backend import is_compiled
from h89yahtzee.solver.values import solved
from scripts.benchmarks import columns, winner

GAMES = 10_000
MANY_GAMES = 100_000
"""The number of games of `optimal`; more than of the others, since the kernel plays them."""

_AT_ONCE = 250
_BLIND = ("random", "hasty", "classic", "greedy", "optimal")
"""The players whose decisions don't depend on the cards of the others."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Final scores in ascending order."""

    scores: tuple[int, ...]

    @property
    def mean(self) -> float:
        return fmean(self.scores)

    @property
    def deviation(self) -> float:
        return pstdev(self.scores)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(len(self.scores))

    def wins_against(self, others: Scores) -> float:
        """Return the share of wins if each of these scores meets each of `others`; a draw is half a win."""
        below = sum(bisect_left(others.scores, score) + bisect_right(others.scores, score) for score in self.scores)
        return below / (2 * len(self.scores) * len(others.scores))


def report() -> Iterator[str]:
    yield from _alone()
    yield ""
    yield from _expected()
    yield ""
    yield from winner.report()
    yield ""
    yield from columns.report()


def _alone() -> Iterator[str]:
    """Yield the mean scores of each player alone, and its share of wins against optimal. This share follows from
    the scores, since these players never look at their opponent's card."""
    yield f"Alone, {GAMES:,} games each ({MANY_GAMES:,} of optimal); wins against optimal by official rules."
    yield f"{'':8}  {'h89':>18}  {'official':>18}  {'wins':>6}"
    best = _scores("optimal", OFFICIAL)
    for name in _BLIND:
        by_rules = [_scores(name, rules) for rules in (H89, OFFICIAL)]
        means = "  ".join(f"{it.mean:8.2f} +- {it.error:5.2f}" for it in by_rules)
        yield f"{name:8}  {means}  {by_rules[1].wins_against(best):6.1%}"


def _expected() -> Iterator[str]:
    """Yield comparisons of the mean score in optimal's games with the exact value."""
    yield f"optimal, {MANY_GAMES:,} games against the exact value."
    for rules in (H89, OFFICIAL, YACHT):
        played, value = _scores("optimal", rules), solved(rules).start()
        off = (played.mean - value) / played.error
        verdict = "ok" if abs(off) < 3 else "off"
        mean = f"{played.mean:8.2f} +- {played.error:4.2f}"
        yield f"{rules.name:8}  {mean}  value {value:.6f}  {off:+.1f} standard errors: {verdict}"


def _scores(name: str, rules: RuleSet) -> Scores:
    if name == "optimal" and is_compiled():
        values = solved(rules)
        return Scores(tuple(sorted(kernel.simulate(values.column, values.table, MANY_GAMES, seed=1))))
    starts = range(0, GAMES, _AT_ONCE)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        chunks = pool.map(play_alone, repeat(name), repeat(rules.name), starts)
        return Scores(tuple(sorted(score for chunk in chunks for score in chunk)))


def play_alone(name: str, rules_name: str, first_seed: int) -> list[int]:
    """Return the final scores of `_AT_ONCE` games, with seeds from `first_seed`. The rules are given by their name,
    since a rule set can't be sent to another process."""
    rules = rule_set(rules_name)
    player = strategy(name, Setup((Player(name, name),), first_seed, rules))
    return [_score(player, rules, Dealer(seed).deal) for seed in range(first_seed, first_seed + _AT_ONCE)]


def _score(player: Strategy, rules: RuleSet, deal: Deal) -> int:
    state = new_game(rules, 1, deal)
    while not state.is_over:
        state = apply(state, player.decide(state).action, deal)
    return state.totals()[0]
