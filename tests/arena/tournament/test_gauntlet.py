"""Gauntlets: one bot against each of the others, and what decides the places."""

from h89yahtzee.arena.results.standings import standings
from h89yahtzee.arena.tournament.schedule import Pairing, Pool, Schedule
from h89yahtzee.arena.tournament.tournament import Tournament
from tests.arena.tournament.played import play_out


def test_a_gauntlet_is_one_against_each_in_turn() -> None:
    schedule = Schedule(Pairing(4, Pool.GAUNTLET, 2, 7))
    seats = [schedule.game(number).seats for number in range(len(schedule))]
    assert seats == [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]
    schedule.put_out(2)
    assert (schedule.games_to_play, schedule.game(1).seats) == (4, ())
    schedule.put_out(0)
    assert schedule.games_to_play == 0


def test_a_gauntlet_has_no_winner_and_places_by_points_a_game() -> None:
    """The challenger is second of four: it wins against two in all games, and never against the third."""
    table = standings(
        play_out(
            Tournament(Pairing(4, Pool.GAUNTLET, 6, 7)),
            lambda game: tuple({0: 30, 1: 40, 2: 20, 3: 10}[bot] for bot in game.seats),
        )
    )
    assert [place.bot for place in table.places] == [1, 0, 2, 3]
    assert (table.champions, table.play_off) == ((), ())
    assert [(it.first, it.second, it.points.mean) for it in table.comparisons] == [(0, 1, -1), (0, 2, 1), (0, 3, 1)]
