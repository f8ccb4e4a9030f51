"""The player `winner` against those with the highest expected score: how often it wins, and how fast it decides."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, median
from time import perf_counter

import numpy as np

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import OFFICIAL, RuleSet, rule_set
from h89yahtzee.game.state import apply, new_game
from h89yahtzee.players.catalogue import winner
from h89yahtzee.players.strategy import Preparing
from h89yahtzee.players.winner import MOST_OPEN, coarse
from h89yahtzee.solver.distributions import Distributions, distributions
from h89yahtzee.solver.values import Values, solved
from scripts.benchmarks.side_by_side import Games, Judge, by_points, by_wins

GAMES = 200_000
"""The number of games with `winner` in each seat, if two play."""
FEWER_GAMES = 50_000
"""The number of games with `winner` in each seat, if more than two play."""

LEAST = {2: 0.515}
"""The least share of the wins that `winner` must have, by the number of players; for other numbers of players it is
a fair share."""

MOST_EXACT = 2
"""If at most so many rows are open, the end of a game is solved exactly here. The player itself does so with more
open rows, which would take hours here."""

_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Share:
    """The mean share of a win that `winner` got in one seat, with its standard error; in a tie the win is
    shared."""

    players: int
    seat: int
    games: int
    mean: float
    error: float


def report() -> Iterator[str]:
    yield "winner against optimal by official rules: its share of the wins (a draw of two is half a win)."
    for players, games in ((2, GAMES), (3, FEWER_GAMES), (5, FEWER_GAMES)):
        shares = measure("official", players, games)
        for share in shares:
            seat = f"{players} players, seat {share.seat + 1}"
            yield f"{seat}: {share.mean:.4f} +- {share.error:.4f}, {games:,} games"
        mean, least = fmean(share.mean for share in shares), LEAST.get(players, 1 / players)
        error = sqrt(sum(share.error**2 for share in shares)) / players
        seats = f"{players} players, all seats"
        yield f"{seats}: {mean:.4f} +- {error:.4f}, at least {least:.4f}: {verdict(mean > least)}"
    yield ""
    yield "Time for a decision, against another winner."
    for rules, most in ((OFFICIAL, 50), (rule_set("quintzee", 6), 300)):
        set_up, times = decision_times(rules)
        yield (
            f"{rules.columns} columns: set-up {set_up:.1f} s, then median {median(times):.1f} ms,"
            f" most {max(times):.0f} ms, limit {most} ms: {verdict(median(times) <= most)}"
        )


def verdict(holds: bool) -> str:
    return "ok" if holds else "off"


def decision_times(rules: RuleSet) -> tuple[float, list[float]]:
    """Return the seconds that the player takes to set itself up once it has its values, and the milliseconds of
    each decision of a game."""
    player, deal = winner(rules), Dealer(1).deal
    start = perf_counter()
    if isinstance(player, Preparing):
        player.set_up()
    set_up, times = perf_counter() - start, []
    state = new_game(rules, 2, deal)
    while not state.is_over:
        start = perf_counter()
        action = player.decide(state).action
        times.append(1000 * (perf_counter() - start))
        state = apply(state, action, deal)
    return set_up, times


def measure(rules_name: str, players: int, games: int) -> list[Share]:
    """Return the share of `winner` in each seat; each seat is measured in a process of its own."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        seats = range(players)
        count = len(seats)
        return list(pool.map(measure_seat, [rules_name] * count, [players] * count, seats, [games] * count))


def measure_seat(rules_name: str, players: int, seat: int, games: int) -> Share:
    """Return the share of `winner` in `seat`. In the other seats the players play for points; the seed is the
    seat's number."""
    values = solved(rule_set(rules_name))
    judges: list[Judge] = [by_points(values)] * players
    judges[seat] = by_wins(values, coarse(values), late(values), MOST_EXACT)
    side_by_side = Games(values.column, np.random.default_rng(seat))
    chunks = []
    for _ in range(0, games, _AT_ONCE):
        scores = side_by_side.play(judges, min(_AT_ONCE, games))
        is_top = scores == scores.max(axis=0)
        chunks.append(np.where(is_top[seat], 1 / is_top.sum(axis=0), 0))
    shares = np.concatenate(chunks)
    return Share(players, seat, len(shares), float(shares.mean()), float(shares.std() / sqrt(len(shares))))


@cache
def late(values: Values) -> Distributions:
    """Return the distributions for the last turns; they are cached, since all games need the same."""
    return distributions(values, 1, most_open=MOST_OPEN)
