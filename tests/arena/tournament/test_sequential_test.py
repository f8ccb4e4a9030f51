"""The sequential test: likelihood ratios by brute force, error rates by simulation, tournaments that it ends."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import inf, log
from random import Random

import pytest

from h89yahtzee.arena.referee import Breach
from h89yahtzee.arena.tournament import sequential_test
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool, Schedule
from h89yahtzee.arena.tournament.sequential_test import Hypotheses, SequentialTest, elo, log_likelihood_ratio
from h89yahtzee.arena.tournament.standings import standings
from h89yahtzee.arena.tournament.tournament import Tournament
from tests.arena.tournament.played import play_out, result

TESTS = 700
GRID = 9
STEPS = 40


def score_of(ahead: float) -> float:
    return float(1 / (1 + 10 ** (-ahead / 400)))


def shares(mean: float, free: Sequence[float]) -> list[float]:
    """Return the shares of equally spaced scores from 0 to 1 with this mean, given all shares but the outer two."""
    last = len(free) + 1
    above = mean - sum(share * number / last for number, share in enumerate(free, 1))
    return [1 - sum(free) - above, *free, above]


def likelihood(counts: Sequence[int], mean: float, free: Sequence[float]) -> float:
    pairs = [*zip(counts, shares(mean, free), strict=True)]
    if any(share < 0 or (share == 0 and count) for count, share in pairs):
        return -inf
    return sum(count * log(share) for count, share in pairs if count)


def largest(counts: Sequence[int], mean: float) -> float:
    """Return the largest log-likelihood of all distributions with this mean, on a grid that closes in on it."""
    middle, width = [0.5] * (len(counts) - 2), 0.5
    best = -inf
    for _ in range(STEPS):
        axes = [[min(1, max(0, at + width * (2 * step / (GRID - 1) - 1))) for step in range(GRID)] for at in middle]
        best, *middle = max((likelihood(counts, mean, free), *free) for free in product(*axes))
        width *= 0.75
    return best


@pytest.mark.parametrize(
    "counts", [(1, 0, 0), (0, 1, 0), (0, 0, 3), (2, 1, 3), (5, 0, 1), (0, 4, 2), (1, 0, 2, 0, 1), (0, 0, 1, 2, 3)]
)
@pytest.mark.parametrize("strengths", [(0, 10), pytest.param((-30, 120), marks=pytest.mark.slow)])
def test_ratio_is_that_of_the_likeliest_distributions(counts: tuple[int, ...], strengths: tuple[int, int]) -> None:
    low, high = map(score_of, strengths)
    expected = largest(counts, high) - largest(counts, low)
    assert log_likelihood_ratio(counts, Hypotheses(*strengths)) == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize(("lost", "won"), [(0, 1), (1, 0), (3, 5), (40, 60)])
def test_ratio_without_draws_is_that_of_a_coin(lost: int, won: int) -> None:
    low, high = score_of(5), score_of(25)
    expected = won * log(high / low) + lost * log((1 - high) / (1 - low))
    assert log_likelihood_ratio((lost, 0, won), Hypotheses(5, 25)) == pytest.approx(expected)


def test_bounds_are_wald_s() -> None:
    """For errors of 5 % both ways the bounds are plus and minus the logarithm of 19.

    For 1 % and 20 % they are the logarithms of 0.2 / 0.99 and 0.8 / 0.01.
    """
    assert Hypotheses(0, 5).bounds == pytest.approx((-2.944439, 2.944439))
    assert Hypotheses(0, 5, 0.01, 0.2).bounds == pytest.approx((-1.599388, 4.382027))


def test_games_are_counted_by_result_or_in_pairs() -> None:
    single, pairs = SequentialTest(Hypotheses(0, 5), False), SequentialTest(Hypotheses(0, 5), True)
    for ending in (1, 1, -1, 1, 0, -1, -1, -1, 0, 0, 1):
        single.count(ending)
        pairs.count(ending)
    assert (single.games, single.counts) == (11, [4, 3, 4])
    assert (pairs.games, pairs.counts) == (11, [1, 1, 2, 0, 1])
    assert single.elo() == 0
    assert SequentialTest(Hypotheses(0, 5), False).elo() is None


def test_elo_is_logistic() -> None:
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0), elo(1)) == (-inf, inf)


def decided(terms: Hypotheses, is_of_pairs: bool, ahead: float, draws: float, source: Random) -> int | None:
    test, won = SequentialTest(terms, is_of_pairs), score_of(ahead) - draws / 2
    while test.accepted is None:
        drawn = source.random()
        test.count(1 if drawn < won else 0 if drawn < won + draws else -1)
    return test.accepted


@pytest.fixture
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `log_likelihood_ratio` remember its results, since the same counts come up over and over."""
    ratio: Callable[[tuple[int, ...], Hypotheses], float] = lru_cache(None)(log_likelihood_ratio)
    monkeypatch.setattr(sequential_test, "log_likelihood_ratio", lambda counts, terms: ratio(tuple(counts), terms))


@pytest.mark.slow
@pytest.mark.usefixtures("_remembered")
@pytest.mark.parametrize("is_of_pairs", [False, True], ids=["games", "pairs"])
@pytest.mark.parametrize("draws", [0.02, 0.3])
@pytest.mark.parametrize("ahead", [-30, 0, 80])
def test_error_rates_are_those_asked_for(ahead: float, draws: float, is_of_pairs: bool) -> None:
    """The true strength is below the first hypothesis, equal to it, or equal to the second.

    The share of wrong verdicts exceeds the rate asked for by at most two standard errors.
    """
    terms = Hypotheses(0, 80, alpha=0.05, beta=0.1)
    wrong, rate = (0, terms.beta) if ahead == terms.elo1 else (1, terms.alpha)
    source = Random(7)
    errors = sum(decided(terms, is_of_pairs, ahead, draws, source) == wrong for _ in range(TESTS))
    assert errors / TESTS <= rate + 2 * (rate * (1 - rate) / TESTS) ** 0.5
    assert ahead < 0 or errors / TESTS > rate / 3


TERMS = Hypotheses(0, 60)


def pairing(games: int = 1000, is_independent: bool = False) -> Pairing:
    return Pairing(2, Pool.PAIRS, games, 7, is_independent=is_independent, test=TERMS)


def totals(game: Game) -> tuple[int, ...]:
    """Return totals with which bot 0 wins six games of ten; the game's seed alone decides which."""
    wins = Random(game.seed).random() < 0.6
    by_bot = {0: 200 + wins, 1: 201 - wins}
    return tuple(by_bot[bot] for bot in game.seats)


@pytest.mark.parametrize("is_independent", [False, True], ids=["same dice", "own dice"])
def test_the_same_games_decide_however_they_are_played(is_independent: bool) -> None:
    serial = play_out(Tournament(pairing(is_independent=is_independent)), totals)
    assert serial.test is not None
    assert serial.test.accepted is not None
    for seed in range(5):
        parallel = play_out(Tournament(pairing(is_independent=is_independent)), totals, Random(seed), batch=40)
        assert (parallel.test, standings(parallel)) == (serial.test, standings(serial))
        assert sorted(parallel.numbers_played()) == [*range(serial.test.games)]


def test_no_game_counts_after_the_one_that_decided() -> None:
    """A test that is given the results one by one, in the order of the games, ends at the same game."""
    tournament, expected = play_out(Tournament(pairing()), totals), SequentialTest(TERMS, False)
    schedule = Schedule(pairing())
    for number in range(1000):
        game = schedule.game(number)
        by_seat = totals(game)
        won = by_seat[game.seats.index(0)] > by_seat[game.seats.index(1)]
        if expected.count(1 if won else -1) is not None:
            break
    assert tournament.test == expected
    assert (tournament.played, tournament.games) == (expected.games, expected.games)
    accounts = tournament.tally.accounts
    assert [account.points.total for account in accounts] == [expected.counts[2], expected.counts[0]]


def test_a_test_is_resumed_from_more_games_than_it_needed() -> None:
    serial = play_out(Tournament(pairing()), totals)
    schedule = Schedule(pairing())
    games = map(schedule.game, range(600))
    known = {(game.number, game.seats): result(*totals(game)) for game in games}
    resumed = Tournament(pairing(), known)
    assert resumed.take(5) == []
    assert standings(resumed) == standings(serial)


def test_with_own_dice_two_games_have_each_other_s() -> None:
    games = [Schedule(pairing(is_independent=True)).game(number) for number in range(4)]
    assert [game.seats for game in games] == [(0, 1), (1, 0)] * 2
    assert games[0].seed == games[1].seed != games[2].seed == games[3].seed
    assert len({game.generation for game in games}) == 4  # else a bot would know what its dice brought the other
    assert len({Schedule(pairing()).game(number).seed for number in range(4)}) == 4


def test_a_bot_that_is_out_ends_the_test_without_a_verdict() -> None:
    tournament = Tournament(pairing())
    for number, game in enumerate(tournament.take(3)):
        tournament.note(game, Breach(game.seats.index(1), "", "", "rule") if number == 2 else result(*totals(game)))
    assert tournament.take(5) == []
    assert tournament.test == SequentialTest(TERMS, False)
    assert standings(tournament).champions == ()


def test_an_undecided_test_ends_with_its_last_game() -> None:
    tournament = play_out(Tournament(pairing(games=10)), lambda _: (200, 200))
    assert tournament.test is not None
    assert (tournament.test.accepted, tournament.test.counts) == (None, [0, 10, 0])
    assert standings(tournament).champions == ()
