"""Rating lists: what is counted, groups, openskill, and ten bots from weak to strong."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from h89yahtzee.arena.ratings.paired_comparisons import Places, fitted, places_of
from h89yahtzee.arena.ratings.rating_list import GamesPlayed, RatingList
from h89yahtzee.arena.tournament.schedule import Pairing, Pool, Schedule
from tests.arena.ratings.ten_bots import NAMES, totals

GAMES = 30
SOLO = 150
TOURNAMENTS = 200
TEN = len(NAMES)


def test_scores_and_draws_are_shares_of_games_against_each() -> None:
    """b has won one and lost one; at the table of three it is level with a and ahead of c."""
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


def of_three() -> GamesPlayed:
    played = GamesPlayed()
    for number in range(50):
        played.count(["best", "mid", "worst"], (30, 20 + number % 3, 10))
        played.count(["worst", "other"], (1, 2))
    return played


def test_tables_of_more_than_two_are_rated_by_openskill() -> None:
    pytest.importorskip("openskill")
    [found] = of_three().lists({})
    skills = {rating.name: rating.skill for rating in found.ratings if rating.skill}
    assert set(skills) == {"best", "mid", "worst"}
    assert skills["best"].mu > 25 + 6 * skills["best"].sigma / 2 > skills["mid"].mu > skills["worst"].mu
    assert all(skill.sigma < 25 / 3 for skill in skills.values())


def test_without_the_package_there_are_no_such_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    [found] = of_three().lists({})
    assert [rating.skill for rating in found.ratings] == [None] * 4


def rated(seed: int, pool: Pool, size: int = 0) -> RatingList:
    """A tournament of the ten bots."""
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
    """What the strengths of bots with these totals come to after very many games of every two."""
    games = Counter[Places]()
    for first, second in combinations(range(TEN), 2):
        for own in banks[first]:
            for other in banks[second]:
                games[places_of((first, second), (own, other))] += 1
    return [*fitted(TEN, games, {TEN // 2: 0.0}).elo]


def drawn(banks: list[list[int]], size: int, source: Random) -> Iterator[Places]:
    """The games of a tournament of pairs, or at tables of this size, with totals that are drawn for each seat."""
    pairs = [pair for pair in combinations(range(TEN), 2) for _ in range(GAMES)]
    tables = [source.sample(range(TEN), size) for _ in range(TEN * GAMES // 2)]
    for table in pairs if size == 2 else tables:
        yield places_of(table, [source.choice(banks[bot]) for bot in table])


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", [2, 4])
def test_intervals_cover_the_true_ratings(size: int) -> None:
    """The truth is that of totals of these bots alone; nineteen of twenty intervals of tournaments contain it.

    At tables of four, results of the same game hang together, which the errors have to allow for.
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
