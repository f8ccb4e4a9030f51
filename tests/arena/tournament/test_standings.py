"""The places of a tournament's standings and the comparisons of bots, worked out by hand."""

from collections.abc import Sequence

import pytest

from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.standings import Standings, standings
from h89yahtzee.arena.tournament.tournament import Tournament
from tests.arena.tournament.played import play_out, result


def of_totals(*games: Sequence[int], pool: Pool = Pool.ALL, size: int = 0, bots: int = 0) -> Standings:
    """Return the standings after games with these totals, each in the order of the bots' numbers.

    The games of a play-off come last.
    """
    bots = bots or len(games[0])
    number = len(games) if pool is Pool.ALL else 1
    tournament = Tournament(Pairing(bots, pool, number, 7, size))
    totals = iter(games)
    while taken := tournament.take(1):
        [game] = taken
        by_bot = next(totals)
        tournament.note(game, result(*(by_bot[bot] for bot in game.seats)))
    return standings(tournament)


def test_places_by_points_and_not_by_means() -> None:
    """Bot 0 wins twice by little, bot 1 once by much; they draw once."""
    table = of_totals((101, 100), (101, 100), (100, 300), (150, 150))
    assert [(place.rank, place.bot, place.account.points.total) for place in table.places] == [(1, 0, 3), (2, 1, 2)]
    first, second = (place.account for place in table.places)
    assert (first.wins, first.draws, second.wins, second.draws) == (2, 1, 1, 1)
    assert (first.scores.mean(), second.scores.mean()) == (113, 162.5)
    assert table.champions == (0,)


def test_bots_that_are_level_below_the_top_share_a_place() -> None:
    table = of_totals((9, 1, 2, 0), (9, 1, 2, 0))
    assert [(place.rank, place.bot) for place in table.places] == [(1, 0), (2, 1), (2, 2), (2, 3)]


def test_intervals_of_four_games_are_those_of_the_tables() -> None:
    """The differences 4, 6, 2 and 8 have the mean 5 and the standard error sqrt(20 / 12).

    Student's 97.5 % point for 3 degrees of freedom is 3.182446. An exact 95 % interval for the share of wins begins
    at 0.025 ** (1 / 4) if all four games are won.
    """
    [comparison] = of_totals((14, 10), (16, 10), (12, 10), (18, 10)).comparisons
    assert comparison.games == 4
    assert comparison.scores.mean == 5
    assert comparison.scores.interval == pytest.approx((5 - 3.182446 * 1.290994, 5 + 3.182446 * 1.290994), abs=1e-4)
    assert comparison.points.interval == pytest.approx((2 * 0.025**0.25 - 1, 1))


def test_of_two_verdicts_the_surer_needs_twice_the_evidence() -> None:
    """After four games the mean difference is 3.87 standard errors, after five it is 5.0.

    Student's 98.75 % points for 3 and 4 degrees of freedom are 4.18 and 3.50.
    """
    four = [(14, 10), (16, 10), (12, 10), (18, 10)]
    [comparison] = of_totals(*four).comparisons
    assert (comparison.points.sign, comparison.scores.sign) == (0, 0)
    [comparison] = of_totals(*four, (15, 10)).comparisons
    assert (comparison.points.sign, comparison.scores.sign) == (0, 1)


def test_what_is_as_often_one_way_as_the_other_is_not_settled() -> None:
    [comparison] = of_totals((14, 10), (10, 16), (12, 10)).comparisons
    assert (comparison.first, comparison.second) == (0, 1)
    assert comparison.points.mean == pytest.approx(1 / 3)
    assert comparison.points.sign == 0


def test_bots_that_hardly_met_are_compared_by_all_their_games() -> None:
    """Bots that met in 40 games are compared by those alone; twelve bots at tables of two don't meet often."""
    pairing = Pairing(3, Pool.PAIRS, 40, 7)
    met = play_out(Tournament(pairing), lambda game: tuple(100 - 10 * bot + game.number % 7 for bot in game.seats))
    table = standings(met)
    assert [comparison.games for comparison in table.comparisons] == [40, 40]
    drawn = Tournament(Pairing(12, Pool.TABLES, 20, 7, 2))
    comparisons = standings(play_out(drawn, lambda game: tuple(100 - 10 * bot for bot in game.seats))).comparisons
    assert {comparison.games for comparison in comparisons} == {None}
    assert all(it.scores.mean == 10 * (it.second - it.first) for it in comparisons)
    assert len(comparisons) == 11


def test_nobody_has_won_what_was_not_played() -> None:
    table = standings(Tournament(Pairing(2, Pool.ALL, 5, 7)))
    assert (table.champions, table.comparisons) == ((), ())
    assert [place.rank for place in table.places] == [1, 1]
