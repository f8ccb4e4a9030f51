"""Ratings, compared with closed forms, Davidson's own iteration and a plain search; rating lists of bots.

Ten bots from weak to strong are rated in simulated tournaments.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import NormalDist

import pytest

from h89yahtzee.arena.tournament.ratings import ELO, GamesPlayed, Places, RatingList, fitted, places_of
from h89yahtzee.arena.tournament.schedule import Pairing, Pool, Schedule
from tests.arena.tournament.ten_bots import NAMES, totals

Pair = tuple[int, int]


def games_of_two(counts: Mapping[Pair, tuple[int, int, int]]) -> dict[Places, int]:
    """Return how often each outcome occurred; `counts` has the first's wins, the second's and ties, by pair."""
    patterns = ((0, 1), (1, 0), (0, 0))
    return {
        ((first, one), (second, other)): number
        for (first, second), numbers in counts.items()
        for (one, other), number in zip(patterns, numbers, strict=True)
        if number
    }


def davidsons(counts: Mapping[Pair, tuple[int, int, int]], bots: int) -> tuple[list[float], float]:
    """Return the strengths in Elo relative to the first bot, and the parameter of ties.

    They are found by the slow and simple iteration of Davidson's paper. Half a game won and half a game lost are
    added for each bot, spread over the bots that it met; here every two bots have met.
    """
    more = 1 / (2 * (bots - 1))
    full = {pair: (won + more, lost + more, tied) for pair, (won, lost, tied) in counts.items()}
    strengths, ties = [1.0] * bots, 0.1
    for _ in range(5000):
        points, expected = [0.0] * bots, [0.0] * bots
        tied_games, tied_weight = 0.0, 0.0
        for (first, second), (won, lost, tied) in full.items():
            root = sqrt(strengths[first] * strengths[second])
            weight = (won + lost + tied) / (strengths[first] + strengths[second] + ties * root)
            points[first] += won + tied / 2
            points[second] += lost + tied / 2
            expected[first] += weight * (1 + ties * sqrt(strengths[second] / strengths[first]) / 2)
            expected[second] += weight * (1 + ties * sqrt(strengths[first] / strengths[second]) / 2)
            tied_games += tied
            tied_weight += weight * root
        strengths = [scored / weight for scored, weight in zip(points, expected, strict=True)]
        ties = tied_games / tied_weight
    return [ELO * log(it / strengths[0]) for it in strengths], ties


@pytest.mark.parametrize("tied", [0, 5])
def test_two_bots_are_apart_by_the_ratio_of_their_wins(tied: int) -> None:
    """The ratio is 30 games won to 10 lost, with half a game added to both; ties say nothing about strength."""
    found = fitted(2, games_of_two({(0, 1): (30, 10, tied)}), {1: 100.0})
    assert found.elo == pytest.approx([100 + ELO * log(30.5 / 10.5), 100])
    assert found.ties == pytest.approx(tied / sqrt(30.5 * 10.5))
    assert found.error(0) == pytest.approx(ELO * sqrt(1 / 30.5 + 1 / 10.5))
    assert found.error(1) == 0


def test_three_bots_are_those_of_davidsons_iteration() -> None:
    counts = {(0, 1): (30, 20, 10), (0, 2): (45, 12, 3), (1, 2): (18, 25, 17)}
    found = fitted(3, games_of_two(counts), {})
    elo, ties = davidsons(counts, 3)
    assert [it - found.elo[0] for it in found.elo] == pytest.approx(elo, abs=1e-4)
    assert found.ties == pytest.approx(ties, rel=1e-5)


def test_what_the_strengths_expect_is_what_was_scored() -> None:
    """The likeliest strengths satisfy equations: each bot's score, including its added game, is as expected."""
    counts = {(0, 1): (7, 2, 1), (1, 2): (3, 3, 4), (2, 3): (9, 1, 0), (0, 3): (8, 2, 2)}
    found = fitted(4, games_of_two(counts), {})
    scored, expected = [0.0] * 4, [0.0] * 4
    for (first, second), (won, lost, tied) in counts.items():
        half = exp((found.elo[first] - found.elo[second]) / ELO / 2)
        share = (half + found.ties / 2) / (half + 1 / half + found.ties)
        scored[first] += won + tied / 2 + 0.25
        expected[first] += (won + lost + tied + 0.5) * share
        scored[second] += lost + tied / 2 + 0.25
        expected[second] += (won + lost + tied + 0.5) * (1 - share)
    assert expected == pytest.approx(scored)


def test_one_anchor_moves_the_list_and_several_hold_it() -> None:
    counts = games_of_two({(0, 1): (30, 20, 0), (1, 2): (30, 20, 0), (0, 2): (40, 10, 0)})
    free, one = fitted(3, counts, {}), fitted(3, counts, {1: 2000.0})
    assert one.elo == pytest.approx([2000 + it - free.elo[1] for it in free.elo])
    both = fitted(3, counts, {0: 500.0, 2: 0.0})
    assert (both.elo[0], both.elo[2], both.error(0), both.error(2)) == (500, 0, 0, 0)

    def likelihood(elo: float) -> float:
        """Return the log-likelihood of bot 1's games against the anchors; 1/4 game is added to wins and losses."""
        above, below = (500 - elo) / ELO, elo / ELO
        return (
            -30.25 * log(1 + exp(-above))
            - 20.25 * log(1 + exp(above))
            - (30.25 * log(1 + exp(-below)) + 20.25 * log(1 + exp(below)))
        )

    assert both.elo[1] == pytest.approx(max(range(501), key=likelihood), abs=1)


def test_superiority_is_the_chance_of_the_sign() -> None:
    found = fitted(2, games_of_two({(0, 1): (30, 20, 0)}), {1: 0.0})
    assert found.superiority(0, 1) == pytest.approx(NormalDist().cdf(found.elo[0] / found.error(0)))
    assert found.superiority(0, 1) + found.superiority(1, 0) == pytest.approx(1)
    assert fitted(2, games_of_two({(0, 1): (7, 7, 0)}), {}).superiority(0, 1) == pytest.approx(0.5)


def test_who_won_all_games_is_strong_but_nobody_knows_how_strong() -> None:
    found = fitted(3, games_of_two({(0, 1): (100, 0, 0), (1, 2): (50, 50, 0)}), {1: 0.0})
    assert 500 < found.elo[0] < 1500
    assert found.error(0) > 3 * found.error(2)
    assert found.superiority(0, 2) > 0.999


def test_tables_of_more_are_games_of_every_two_but_no_more_certain_than_they_are() -> None:
    """Bot 0 is first or last at sixty tables of four: that is as certain as 60 games of two, and not as 180.

    Three times as many independent games would make the error smaller by the square root of three.
    """
    others = [(8, 7, 6), (6, 8, 7), (7, 6, 8)]
    patterns = {places_of(range(4), (own, *rest)): 10 for rest in others for own in (9, 0)}
    wins = {(0, other): (30, 30, 0) for other in (1, 2, 3)}
    between = {pair: (20, 40, 0) if pair == (1, 3) else (40, 20, 0) for pair in combinations((1, 2, 3), 2)}
    found, separate = fitted(4, patterns, {}), fitted(4, games_of_two(wins | between), {})
    assert found.elo == pytest.approx(separate.elo, abs=1e-6)
    assert found.error(0) / separate.error(0) == pytest.approx(sqrt(3), rel=0.05)


def test_places_are_by_score() -> None:
    assert places_of((5, 2, 9), (100, 300, 100)) == ((2, 0), (5, 1), (9, 1))


GAMES = 30
SOLO = 150
TOURNAMENTS = 200
TEN = len(NAMES)


def test_scores_and_draws_are_shares_of_games_against_each() -> None:
    """Bot b has won one game and lost one; at the table of three it is level with a and ahead of c."""
    played = GamesPlayed()
    for names, scores in [("ab", (2, 1)), ("ba", (2, 1)), ("abc", (5, 5, 1)), ("a", (9,))]:
        played.count([*names], scores)
    [found] = played.lists({})
    b = next(rating for rating in found.ratings if rating.name == "b")
    assert (found.games, b.games, b.score, b.draws) == (3, 3, 2.5 / 4, 1 / 4)
    assert set(b.superiority) == {"a", "c"}
    assert not b.is_anchor


def test_the_mean_is_1500_and_anchors_are_what_they_are_said_to_be() -> None:
    played = GamesPlayed()
    for _ in range(10):
        played.count(["a", "b"], (2, 1))
        played.count(["a", "b"], (1, 2))
    assert [rating.elo for rating in played.lists({})[0].ratings] == pytest.approx([1500, 1500])
    [anchored] = played.lists({"b": 800.0, "nobody": 1.0})
    assert {rating.name: (rating.elo, rating.is_anchor) for rating in anchored.ratings} == {
        "a": (pytest.approx(800), False),
        "b": (800, True),
    }


def test_bots_that_no_game_connects_are_in_lists_of_their_own() -> None:
    played = GamesPlayed()
    for pair in ("xy", "ab", "bc", "de", "cd"):
        played.count([*pair], (2, 1))
    assert [sorted(rating.name for rating in it.ratings) for it in played.lists({})] == [[*"abcde"], [*"xy"]]


def rated(seed: int, pool: Pool, size: int = 0) -> RatingList:
    """Play a tournament of the ten bots and return their ratings."""
    schedule, played = Schedule(Pairing(TEN, pool, GAMES, seed, size)), GamesPlayed()
    for game in map(schedule.game, range(len(schedule))):
        played.count([NAMES[bot] for bot in game.seats], totals(game))
    [found] = played.lists({NAMES[0]: 0.0})
    return found


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ten_bots_rated_twice_are_in_the_same_order_and_as_far_apart_as_they_say() -> None:
    first, second = rated(7, Pool.PAIRS), rated(8, Pool.PAIRS)
    assert [rating.name for rating in first.ratings] == [rating.name for rating in second.ratings] == [*NAMES[::-1]]
    again = {rating.name: rating for rating in second.ratings}
    for rating in first.ratings:
        other = again[rating.name]
        assert abs(rating.elo - other.elo) <= 1.5 * (rating.error**2 + other.error**2) ** 0.5


def true_strengths(banks: list[list[int]]) -> list[float]:
    """Return the strengths of bots in Elo if every two play very many games, with all combinations of their totals.

    `banks` has a list of totals for each bot.
    """
    games = Counter[Places]()
    for first, second in combinations(range(TEN), 2):
        for own in banks[first]:
            for other in banks[second]:
                games[places_of((first, second), (own, other))] += 1
    return [*fitted(TEN, games, {TEN // 2: 0.0}).elo]


def drawn(banks: list[list[int]], size: int, source: Random) -> Iterator[Places]:
    """Yield the games of a tournament of pairs (size 2), or at tables of this size.

    The total of each seat is drawn from its bot's totals in `banks`.
    """
    pairs = [pair for pair in combinations(range(TEN), 2) for _ in range(GAMES)]
    tables = [source.sample(range(TEN), size) for _ in range(TEN * GAMES // 2)]
    for table in pairs if size == 2 else tables:
        yield places_of(table, [source.choice(banks[bot]) for bot in table])


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", [2, 4])
def test_intervals_cover_the_true_ratings(size: int) -> None:
    """The true ratings are fitted to solo totals of the bots; 95 % of the intervals of tournaments contain them.

    At tables of four the results of the same game depend on each other, which the errors have to allow for.
    """
    game = Schedule(Pairing(TEN, Pool.ALL, SOLO, 9, is_independent=True)).game
    seats = [game(number) for number in range(SOLO)]
    by_game = [dict(zip(it.seats, totals(it), strict=True)) for it in seats]
    banks = [[by_bot[bot] for by_bot in by_game] for bot in range(TEN)]
    truth, source, covered = true_strengths(banks), Random(7), Counter[int]()
    for _ in range(TOURNAMENTS):
        found = fitted(TEN, Counter(drawn(banks, size, source)), {TEN // 2: 0.0})
        covered.update(bot for bot in range(TEN) if abs(found.elo[bot] - truth[bot]) <= 1.96 * found.error(bot))
    shares = [covered[bot] / TOURNAMENTS for bot in range(TEN) if bot != TEN // 2]
    assert sum(shares) / len(shares) == pytest.approx(0.95, abs=0.02)
    assert min(shares) > 0.9
