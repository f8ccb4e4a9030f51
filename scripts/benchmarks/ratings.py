"""The seconds that ratings and Swiss rounds of the arena take, and the games until a sequential test is decided."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from h89yahtzee.arena.tournament.ratings import GamesPlayed
from h89yahtzee.arena.tournament.sequential_test import Hypotheses, SequentialTest, expected_score
from h89yahtzee.arena.tournament.swiss import SwissTable

BOTS, RATED_GAMES, RATED_LIMIT = 200, 10_000, 60
"""The number of bots and of games at tables of four, and the most seconds that rating them may take."""
ROUNDS, ROUNDS_LIMIT = 10, 10
"""The number of rounds of a Swiss tournament of `BOTS` bots, and the most seconds that drawing them may take."""
TESTS = 300
"""The number of sequential tests that are simulated."""

_SEED = 7
_TABLE = 4
_TERMS = Hypotheses(0, 40)
_FIXED = 3.2898**2 / 4
"""The games that a test of a fixed length needs for the same probabilities of error, times the squared difference
of the two expected scores: the hypotheses must be 3.2898 standard errors apart, and 1/4 is the variance of a game
without draws."""


def report() -> Iterator[str]:
    what = f"{BOTS} rated, {RATED_GAMES:,} games"
    seconds = _seconds_of_rating()
    yield f"{what:28} {seconds:8,.1f} s         {_at_most(seconds, RATED_LIMIT)}"
    what = f"{BOTS} in {ROUNDS} Swiss rounds"
    seconds = _seconds_of_rounds()
    yield f"{what:28} {seconds:8,.1f} s         {_at_most(seconds, ROUNDS_LIMIT)}"
    fixed = _FIXED / (expected_score(_TERMS.elo1) - expected_score(_TERMS.elo0)) ** 2
    for ahead in (_TERMS.elo0, (_TERMS.elo0 + _TERMS.elo1) / 2, _TERMS.elo1):
        what = f"sprt 0 40, {ahead:g} Elo ahead"
        yield f"{what:28} {_games_of_a_test(ahead):8,.0f} games     of a fixed number: {fixed:,.0f}"


def _seconds_of_rating() -> float:
    source, played = Random(_SEED), GamesPlayed()
    for _ in range(RATED_GAMES):
        table = source.sample(range(BOTS), _TABLE)
        played.count([f"bot-{bot}" for bot in table], [round(source.gauss(bot / 10 + 200, 40)) for bot in table])
    started = time.perf_counter()
    played.lists({})
    return time.perf_counter() - started


def _seconds_of_rounds() -> float:
    source, table = Random(_SEED), SwissTable(range(BOTS))
    started = time.perf_counter()
    for _ in range(ROUNDS):
        table.draw(())
        table.leads.append({match: source.randint(-1, 1) for match in table.rounds[-1]})
    return time.perf_counter() - started


def _games_of_a_test(ahead: float) -> float:
    """Return the mean number of games until a test is decided, without draws, for a player who is `ahead` Elo
    points stronger than the other."""
    source, score, games = Random(_SEED), expected_score(ahead), 0
    for _ in range(TESTS):
        test = SequentialTest(_TERMS, is_of_pairs=False)
        while test.accepted is None:
            test.count(1 if source.random() < score else -1)
        games += test.games
    return games / TESTS


def _at_most(seconds: float, limit: int) -> str:
    return f"at most {limit}: {'ok' if seconds <= limit else 'over'}"
