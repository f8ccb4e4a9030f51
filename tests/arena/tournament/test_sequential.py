"""A tournament that ends with a sequential test: where it ends doesn't depend on the order in which games end."""

from random import Random

import pytest

from h89yahtzee.arena.ratings.sequential_test import Hypotheses, SequentialTest
from h89yahtzee.arena.referee import Breach
from h89yahtzee.arena.results.standings import standings
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool, Schedule
from h89yahtzee.arena.tournament.tournament import Tournament
from tests.arena.tournament.played import play_out, result

TERMS = Hypotheses(0, 60)


def pairing(games: int = 1000, is_independent: bool = False) -> Pairing:
    return Pairing(2, Pool.PAIRS, games, 7, is_independent=is_independent, test=TERMS)


def totals(game: Game) -> tuple[int, ...]:
    """Bot 0 wins six games of ten, by the game's seed alone."""
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
    """By hand: the test is fed with the results in order and stops at the same game."""
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
