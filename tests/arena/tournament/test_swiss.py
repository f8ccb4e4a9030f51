"""Swiss tournaments and gauntlets: the pairings, the byes, and the order of the places."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.arena.referee import Breach
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool, Schedule
from h89yahtzee.arena.tournament.standings import standings
from h89yahtzee.arena.tournament.swiss import Match, SwissScore, SwissTable, most_rounds
from h89yahtzee.arena.tournament.tournament import Tournament
from tests.arena.tournament.played import play_out, result
from tests.parameters import few_fast

STRENGTHS = (40, 30, 20, 10, 5, 2, 1)


def by_strength(game: Game) -> tuple[int, ...]:
    return tuple(STRENGTHS[bot] for bot in game.seats)


def finish(table: SwissTable, leads: dict[Match, int]) -> None:
    assert set(leads) == set(table.rounds[-1])
    table.leads.append(leads)


def test_four_bots_by_hand() -> None:
    """Round 2 pairs the two winners and the two losers; then bot 0 has won both matches, 1 and 2 one, 3 none."""
    table = SwissTable((0, 1, 2, 3))
    table.draw(())
    assert table.rounds == [((0, 2), (1, 3))]
    finish(table, {(0, 2): 5, (1, 3): 1})
    table.draw(())
    assert table.rounds[1] == ((0, 1), (2, 3))
    finish(table, {(0, 1): 3, (2, 3): 9})
    table.draw(())
    assert table.rounds[2] == ((0, 3), (1, 2))
    assert table.scores(()) == {
        0: SwissScore(4, 2 + 2, 0),
        1: SwissScore(2, 0 + 4, 0),
        2: SwissScore(2, 4 + 0, 0),
        3: SwissScore(0, 2 + 2, 0),
    }


def test_byes_count_as_wins_draws_as_half_and_nobody_meets_twice() -> None:
    """The last of the five in the draw has the first bye.

    In round 2 bots 3 and 4, the best, don't meet: that would leave 0 and 2 for each other, who have met already.
    """
    table = SwissTable((0, 1, 2, 3, 4))
    table.draw(())
    assert table.rounds == [((0, 2), (1, 3))]
    finish(table, {(0, 2): 0, (1, 3): -4})
    assert {bot: score.points for bot, score in table.scores(()).items()} == {0: 1, 1: 0, 2: 1, 3: 2, 4: 2}
    table.draw(())
    assert table.rounds[1] == ((3, 0), (4, 2))
    finish(table, {(3, 0): 1, (4, 2): 0})
    assert table.scores(()) == {
        0: SwissScore(1, 2 + 4, 0),
        1: SwissScore(2, 4 + 2, 1),
        2: SwissScore(2, 1 + 3, 0),
        3: SwissScore(4, 2 + 1, 0),
        4: SwissScore(3, 3 + 2, 1),
    }
    table.draw(())
    assert table.rounds[2] == ((3, 4), (1, 2))


def can_pair(bots: Sequence[int], met: Collection[frozenset[int]]) -> bool:
    """Return whether all bots can be paired with opponents they haven't met, by trying all for the first bot."""
    return not bots or any(
        frozenset((bots[0], other)) not in met and can_pair([bot for bot in bots[1:] if bot != other], met)
        for other in bots[1:]
    )


@given(st.integers(2, 10), st.booleans(), st.data())
def test_rounds_are_full_and_nobody_meets_twice_while_that_can_be(
    bots: int, is_planned: bool, data: st.DataObject
) -> None:
    """A Swiss table that knows the number of rounds beforehand leaves new opponents for all of the rounds."""
    rounds = data.draw(st.integers(1, most_rounds(bots)))
    table, met, byes = SwissTable(range(bots), rounds if is_planned else 1), set[frozenset[int]](), Counter[int]()
    for _ in range(rounds):
        table.draw(())
        matches = table.rounds[-1]
        playing = [bot for match in matches for bot in match]
        assert len(set(playing)) == len(playing) == bots - bots % 2
        fewest = [bot for bot in range(bots) if byes[bot] == min(byes[it] for it in range(bots))]
        idle = [[bot] for bot in fewest] if bots % 2 else [[]]
        possible = any(can_pair([bot for bot in range(bots) if bot not in without], met) for without in idle)
        assert possible or not is_planned
        # Where it isn't possible, another bye for a bot that had one may still leave new opponents for the others.
        assert met.isdisjoint(map(frozenset, matches)) or not possible
        met.update(map(frozenset, matches))
        byes.update(set(range(bots)) - set(playing))
        finish(table, {match: data.draw(st.integers(-1, 1)) for match in matches})
    assert max(byes.values(), default=0) <= 1 or not is_planned


@pytest.mark.parametrize("bots", few_fast(5, [5, 6, 7, 8, 9, 10, 14]))
def test_all_meet_all_once_in_as_many_rounds_as_that_takes(bots: int) -> None:
    """If rounds were drawn without regard to later rounds, some tournaments in a hundred would fail.

    In these tournaments bots would meet again or have a second bye.
    """
    source = Random(bots)
    for _ in range(20):
        table = SwissTable(source.sample(range(bots), bots), most_rounds(bots))
        for _ in range(most_rounds(bots)):
            table.draw(())
            finish(table, {match: source.randint(-1, 1) for match in table.rounds[-1]})
        met = Counter(frozenset(match) for matches in table.rounds for match in matches)
        assert (len(met), max(met.values())) == (bots * (bots - 1) // 2, 1)


@given(st.integers(2, 5), st.data())
def test_as_few_meet_again_as_can_be(pairs: int, data: st.DataObject) -> None:
    """The matches before this round are drawn at random; brute force tries all ways to pair the round."""
    bots = range(2 * pairs)
    every = [*combinations(bots, 2)]
    met = data.draw(st.sets(st.sampled_from(every)))
    table = SwissTable(bots, rounds=[tuple(met)], leads=[{}])
    table.draw(())

    def fewest(left: tuple[int, ...]) -> int:
        return min(
            (
                ((left[0], other) in met) + fewest(tuple(bot for bot in left[1:] if bot != other))
                for other in left[1:]
            ),
            default=0,
        )

    again = sum((min(match), max(match)) in met for match in table.rounds[-1])
    assert again == fewest(tuple(bots))
    assert sorted(bot for match in table.rounds[-1] for bot in match) == [*bots]


@pytest.mark.parametrize("rounds", [3, 5, 7])
def test_a_swiss_tournament_is_the_same_however_it_is_played(rounds: int) -> None:
    def totals(game: Game) -> tuple[int, ...]:
        source = Random(game.seed)
        return tuple(STRENGTHS[bot] + source.randrange(30) for bot in game.seats)

    pairing = Pairing(7, Pool.SWISS, 4, 7, rounds=rounds)
    serial = play_out(Tournament(pairing), totals)
    assert (serial.games, serial.played) == (rounds * 3 * 4, rounds * 3 * 4)
    for seed in range(5):
        parallel = play_out(Tournament(pairing), totals, Random(seed), batch=9)
        assert standings(parallel) == standings(serial)


def test_the_strongest_wins_and_a_bye_has_no_games() -> None:
    tournament = play_out(Tournament(Pairing(7, Pool.SWISS, 10, 7, rounds=3)), by_strength)
    table = standings(tournament)
    assert table.champions == (0,)
    assert table.places[0].swiss is not None
    assert table.places[0].swiss.points == 6
    for place in table.places:
        assert place.swiss is not None
        assert place.account.games == 10 * (3 - place.swiss.byes)
    assert sum(place.swiss.byes for place in table.places if place.swiss) == 3


def test_rounds_go_on_without_a_bot_that_is_out() -> None:
    """Bot 3 breaks the rules in its first game of round 2; its opponents of rounds 1 and 2 get byes for them."""
    tournament = Tournament(Pairing(4, Pool.SWISS, 2, 7, rounds=3))
    opponents: list[int] = []
    while games := tournament.take(1):
        [game] = games
        if 3 in game.seats and game.number >= 4:
            tournament.note(game, Breach(game.seats.index(3), "", "", "rule"))
            continue
        tournament.note(game, result(*by_strength(game)))
        opponents += [bot for bot in game.seats if 3 in game.seats and bot != 3]
    table = standings(tournament)
    assert next((place.bot, place.swiss.points) for place in table.places if place.swiss) == (0, 6)
    assert sum(place.swiss.byes for place in table.places if place.swiss) == 3
    assert all(place.account.games == 2 * (3 - place.swiss.byes) for place in table.places if place.swiss)
    assert opponents


def test_a_gauntlet_is_one_against_each_in_turn() -> None:
    schedule = Schedule(Pairing(4, Pool.GAUNTLET, 2, 7))
    seats = [schedule.game(number).seats for number in range(len(schedule))]
    assert seats == [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]
    schedule.put_out(2)
    assert (schedule.games_to_play, schedule.game(1).seats) == (4, ())
    schedule.put_out(0)
    assert schedule.games_to_play == 0


def test_a_gauntlet_has_no_winner_and_places_by_points_a_game() -> None:
    """The challenger is second of four: it wins all games against two opponents and none against the third."""
    table = standings(
        play_out(
            Tournament(Pairing(4, Pool.GAUNTLET, 6, 7)),
            lambda game: tuple({0: 30, 1: 40, 2: 20, 3: 10}[bot] for bot in game.seats),
        )
    )
    assert [place.bot for place in table.places] == [1, 0, 2, 3]
    assert (table.champions, table.play_off) == ((), ())
    assert [(it.first, it.second, it.points.mean) for it in table.comparisons] == [(0, 1, -1), (0, 2, 1), (0, 3, 1)]
