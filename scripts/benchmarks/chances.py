"""A test whether the chances to win that players are told come true: where a player is told 30 %, this player
should win three games in ten.

The positions, several from each game, are from games of two and three players of all strengths, after a roll. In a
draw the winners share the win.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, median
from time import process_time

from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import OFFICIAL, RuleSet, rule_set
from h89yahtzee.game.state import GameState, apply, new_game
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.players.chances import Certainty, ChanceJudge, chance_judge
from h89yahtzee.players.strategy import Strategy

STRATEGIES = ("optimal", "winner", "greedy", "classic")
POSITIONS = 10_000
PER_GAME = 4
"""The number of positions from each game."""

TOLERANCE = 0.01
"""The allowed difference between the told chance and the share of wins, in addition to two standard errors."""

MOST = 100
"""The most milliseconds of processor time until the chances at a decision are computed."""

_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Told:
    """The chance that a player was told in a position of a game, and the share of a win that this player got in the
    end (`won`)."""

    game: int
    chance: float
    won: float
    certainty: Certainty
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Bin:
    """The positions in which players were told nearly the same chance. Errors in positions of the same game depend
    on each other, and are added up before they are squared."""

    told: Sequence[Told]

    @property
    def chance(self) -> float:
        return fmean(it.chance for it in self.told)

    @property
    def won(self) -> float:
        return fmean(it.won for it in self.told)

    @property
    def error(self) -> float:
        """The standard error of the difference between `won` and `chance`."""
        by_game: defaultdict[int, float] = defaultdict(float)
        off = self.won - self.chance
        for it in self.told:
            by_game[it.game] += it.won - it.chance - off
        return sqrt(sum(sum_of_game**2 for sum_of_game in by_game.values())) / len(self.told)

    @property
    def holds(self) -> bool:
        return abs(self.won - self.chance) <= 2 * self.error + TOLERANCE


def report() -> Iterator[str]:
    told = measure(POSITIONS)
    yield f"{len(told):,} positions of games of {', '.join(STRATEGIES)} by official rules, two and three players."
    yield f"{'told':>6} {'positions':>10} {'mean told':>10} {'won':>8} {'error':>7}"
    for tenth, found in bins(told):
        yield f"{10 * tenth:4} % {_row(found)}"
    for certainty in Certainty:
        alike = [it for it in told if it.certainty is certainty]
        if alike:
            yield f"{certainty.value:9} {_row(Bin(alike))[3:]}"
    yield ""
    yield "Processor time until the chances of a decision are there, and those after each action."
    for rules, players in ((OFFICIAL, 2), (OFFICIAL, 10), (rule_set("quintzee", 6), 2)):
        yield _time_row(rules, players)


def _row(found: Bin) -> str:
    verdict = "ok" if found.holds else "off"
    return f"{len(found.told):10,} {found.chance:10.2%} {found.won:8.2%} {found.error:7.2%} {verdict}"


def bins(told: Sequence[Told]) -> Iterator[tuple[int, Bin]]:
    """Yield the told chances, rounded to tenths and given as the number of tenths, each with its positions."""
    for tenth in range(11):
        found = [it for it in told if round(10 * it.chance) == tenth]
        if found:
            yield tenth, Bin(found)


def measure(positions: int, workers: int | None = None) -> list[Told]:
    games = range(0, positions // PER_GAME, _AT_ONCE)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [told for chunk in pool.map(_chunk, games) for told in chunk]


def _chunk(first: int) -> list[Told]:
    return [told for game in range(first, first + _AT_ONCE) for told in positions_of(game)]


def positions_of(game: int) -> Iterator[Told]:
    """Yield some positions of the game with the number `game`, from which follow the players, the positions, and
    the player whose chance is asked for."""
    random = Random(game)
    names = tuple(random.choice(STRATEGIES) for _ in range(2 + game % 2))
    states = _played(names, game)
    won = states[-1].winners()
    for state in random.sample(states[:-1], PER_GAME):
        seat, start = random.randrange(len(names)), process_time()
        chances = _judge(names).of_state(state)
        took = 1000 * (process_time() - start)
        share = (seat in won) / len(won)
        yield Told(game, chances.shares[seat], share, chances.certainty, took)


def _played(names: tuple[str, ...], seed: int) -> list[GameState]:
    """Return all states of a game between the strategies `names`."""
    players, deal = [_player(name, len(names)) for name in names], Dealer(seed).deal
    states = [new_game(OFFICIAL, len(names), deal)]
    while not states[-1].is_over:
        states.append(apply(states[-1], players[states[-1].seat].decide(states[-1]).action, deal))
    return states


@cache
def _judge(names: tuple[str, ...]) -> ChanceJudge:
    return chance_judge(OFFICIAL, names)


@cache
def _player(name: str, players: int) -> Strategy:
    return strategy(name, Setup((Player(name, name),) * players, 0, OFFICIAL))


def _time_row(rules: RuleSet, players: int) -> str:
    times = decision_times(rules, players)
    most = "ok" if max(times) <= MOST else "off"
    return (
        f"{rules.columns} columns, {players} players: median {median(times):.1f} ms,"
        f" most {max(times):.0f} ms, limit {MOST} ms: {most}"
    )


def decision_times(rules: RuleSet, players: int) -> list[float]:
    """Return the milliseconds of processor time for the chances at each decision of a game. Chances are computed
    once before, so that the time to set up the judge isn't included."""
    judge, deal, times = chance_judge(rules), Dealer(1).deal, []
    player = strategy("greedy", Setup((Player("greedy", "greedy"),) * players, 0, rules))
    state = new_game(rules, players, deal)
    judge.of_actions(state)
    while not state.is_over:
        start = process_time()
        judge.of_state(state), judge.of_actions(state)
        times.append(1000 * (process_time() - start))
        state = apply(state, player.decide(state).action, deal)
    return times
