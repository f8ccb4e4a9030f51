"""The course of a tournament with made-up outcomes.

The same tally is worked out a second way: the tournament is played over and over from the beginning, each time
without the bots that are out by then.
"""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.plan import format_outcome, parse_outcome
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool, Schedule, Seats
from h89yahtzee.arena.tournament.tally import Account, Tally
from h89yahtzee.arena.tournament.tournament import LONGEST_PLAY_OFF, PATIENCE, Tournament
from tests.arena.tournament.played import result

Play = Callable[[Game], Outcome]


def made_up(seed: int, unruly: Sequence[int] = ()) -> Play:
    """Return a function that gives outcomes of games: scores of 1 to 3 that depend on the game and the bot.

    The bots in `unruly` break a rule in every tenth game or so.
    """

    def play(game: Game) -> Outcome:
        source = {bot: Random(f"{seed}/{game.number}/{game.seats}/{bot}") for bot in game.seats}
        for bot in game.seats:
            if bot in unruly and source[bot].random() < 0.1:
                return Breach(game.seats.index(bot), "", "nonsense", f"in game {game.number}")
        return result(*(source[bot].randint(1, 3) for bot in game.seats))

    return play


def in_order(tournament: Tournament, play: Play) -> Tournament:
    while games := tournament.take(1):
        for game in games:
            assert tournament.note(game, play(game))
    return tournament


def out_of_order(tournament: Tournament, play: Play, source: Random) -> Tournament:
    """Play all games; many are taken at once, end in any order, and some are given back before they are played."""
    taken: list[Game] = []
    while True:
        taken += tournament.take(source.randint(1, 7))
        if not taken:
            return tournament
        source.shuffle(taken)
        game = taken.pop()
        if source.random() < 0.2:
            tournament.give_back([game])
        else:
            tournament.note(game, play(game))


def accounts(tournament: Tournament) -> list[Account]:
    """Return the accounts of the bots that are left; those of the other bots don't count."""
    return [tournament.tally.accounts[bot] for bot in tournament.bots_left]


def facts(tournament: Tournament) -> object:
    return (
        accounts(tournament),
        tournament.disqualified,
        tournament.play_off,
        tournament.contenders(),
        tournament.played,
    )


DRAWN_AT_ONCE = [pool for pool in Pool if pool is not Pool.SWISS]


@st.composite
def pairings(draw: st.DrawFn, pools: Sequence[Pool] = tuple(Pool)) -> Pairing:
    bots, pool = draw(st.integers(2, 6)), draw(st.sampled_from(pools))
    games, seed, size = draw(st.integers(1, 12)), draw(st.integers(0, 99)), draw(st.integers(2, bots))
    return Pairing(bots, pool, games, seed, size, rounds=draw(st.integers(0, 3)) if pool is Pool.SWISS else 0)


UNRULY = st.lists(st.integers(0, 5), max_size=4)
SEEDS = st.integers(0, 10**6)


@given(pairings(), SEEDS, UNRULY)
def test_order_makes_no_difference(pairing: Pairing, seed: int, unruly: list[int]) -> None:
    play = made_up(seed, unruly)
    serial = in_order(Tournament(pairing), play)
    assert facts(out_of_order(Tournament(pairing), play, Random(seed))) == facts(serial)


@given(pairings(DRAWN_AT_ONCE), SEEDS, UNRULY)
def test_what_counts_is_what_is_played_without_those_who_are_out(
    pairing: Pairing, seed: int, unruly: list[int]
) -> None:
    play = made_up(seed, unruly)
    tournament = in_order(Tournament(pairing), play)
    schedule, tally = Schedule(pairing), Tally(pairing.bots)
    while True:
        games = [game for number in range(len(schedule)) if (game := schedule.game(number)).seats]
        outcomes = list(map(play, games))
        breaches = [
            game.seats[outcome.seat]
            for game, outcome in zip(games, outcomes, strict=True)
            if isinstance(outcome, Breach)
        ]
        if not breaches:
            break
        schedule.put_out(breaches[0])
    in_play_off = {gone.bot for gone in tournament.disqualified if gone.game >= len(schedule)}
    if in_play_off:
        return
    for game, outcome in zip(games, outcomes, strict=True):
        assert isinstance(outcome, GameResult)
        tally.count(game.seats, outcome)
    assert [gone.bot for gone in tournament.disqualified] == [*schedule.out]
    assert [tally.accounts[bot] for bot in tournament.bots_left] == accounts(tournament)
    assert tournament.played == tournament.games == len(games)


@given(pairings(), SEEDS, UNRULY, st.integers(0, 60))
def test_interrupted_and_gone_on_with_it_comes_to_the_same(
    pairing: Pairing, seed: int, unruly: list[int], cut: int
) -> None:
    play = made_up(seed, unruly)
    noted: dict[tuple[int, Seats], Outcome] = {}

    def noting(game: Game) -> Outcome:
        assert (game.number, game.seats) not in noted
        noted[game.number, game.seats] = play(game)
        return noted[game.number, game.seats]

    whole = in_order(Tournament(pairing), noting)
    kept = {key: parse_outcome(format_outcome(outcome, key[1]), key[1]) for key, outcome in [*noted.items()][:cut]}
    again: list[Game] = []

    def rest(game: Game) -> Outcome:
        again.append(game)
        return play(game)

    assert facts(in_order(Tournament(pairing, kept), rest)) == facts(whole)
    assert len(again) == len(noted) - len(kept)


def test_breach_in_the_lowest_game_counts_whichever_is_noted_first() -> None:
    tournament = Tournament(Pairing(3, Pool.ALL, 4, 7))
    games = tournament.take(4)
    tournament.note(games[2], Breach(games[2].seats.index(0), "", "", "later"))
    tournament.note(games[1], Breach(games[1].seats.index(1), "", "", "earlier"))
    tournament.note(games[3], result(1, 2, 3))
    assert tournament.take(9) == []
    tournament.note(games[0], result(1, 2, 3))
    again = tournament.take(9)
    assert [(gone.game, gone.bot) for gone in tournament.disqualified] == [(1, 1)]
    assert [game.seats for game in again] == [(0, 2), (2, 0), (0, 2), (2, 0)]
    assert tournament.tally.accounts[0].games == 0


def test_games_of_others_are_not_played_again() -> None:
    tournament = Tournament(Pairing(3, Pool.PAIRS, 1, 7))
    first, second, third = tournament.take(3)
    assert (first.seats, second.seats, third.seats) == ((0, 1), (0, 2), (1, 2))
    tournament.note(second, result(5, 3))
    tournament.note(first, Breach(1, "", "", "why"))
    assert tournament.take(9) == []
    assert not tournament.note(third, result(9, 1))
    assert tournament.tally.accounts[0].points.total == 1
    assert tournament.tally.accounts[2].games == 1
    assert (tournament.games, tournament.played, tournament.contenders()) == (1, 1, (0,))


@pytest.mark.parametrize(
    ("duplicate_until", "expected"), [(0, 1), (3, 4), (PATIENCE, PATIENCE + 1), (None, LONGEST_PLAY_OFF)]
)
def test_who_is_level_at_the_top_plays_until_one_is_ahead(duplicate_until: int | None, expected: int) -> None:
    """The third bot is behind and takes no part in the play-off."""

    def play(game: Game) -> Outcome:
        scores = {0: 10, 1: 10, 2: 5}
        if game.number >= 2:
            assert set(game.seats) == {0, 1}
            scores[1] += game.number - 2 == duplicate_until
        return result(*(scores[bot] for bot in game.seats))

    tournament = in_order(Tournament(Pairing(3, Pool.ALL, 2, 7)), play)
    assert len(tournament.play_off) == expected
    assert tournament.contenders() == ((0, 1) if duplicate_until is None else (1,))
    assert [game.game.is_independent for game in tournament.play_off] == [n >= PATIENCE for n in range(expected)]
    assert len({game.game.seed for game in tournament.play_off}) == expected
    assert [game.game.seats[0] for game in tournament.play_off[:4]] == [0, 1, 0, 1][:expected]


def test_who_is_behind_in_a_play_off_is_out_of_it() -> None:
    points = iter([(9, 9, 9), (8, 9, 9), (9, 8)])
    tournament = in_order(Tournament(Pairing(3, Pool.ALL, 1, 7)), lambda _: result(*next(points)))
    assert [game.game.seats for game in tournament.play_off] == [(0, 1, 2), (2, 1)]
    assert tournament.contenders() == (2,)


def test_a_game_of_a_play_off_that_is_dealt_again_has_other_dice() -> None:
    """All four bots are level after game 0, so that games 1 and 2 are dealt ahead for four.

    Game 2 is dealt again for three after one has fallen behind, and both again after one of the four is out.
    """
    tournament = Tournament(Pairing(4, Pool.ALL, 1, 7))
    [table] = tournament.take(1)
    tournament.note(table, result(9, 9, 9, 9))
    first, second = tournament.take(2)
    tournament.note(first, result(9, 9, 9, 8))
    [shorter] = tournament.take(1)
    tournament.note(shorter, Breach(0, "", "", "why"))
    [table] = tournament.take(1)
    tournament.note(table, result(9, 9, 9))
    again = tournament.take(2)
    seeds = [game.seed for game in (first, second, shorter, *again)]
    assert [game.number for game in (first, second, shorter, *again)] == [1, 2, 2, 1, 2]
    assert len({*seeds}) == 5
    assert [game.generation for game in (first, second, shorter, *again)] == [0, 0, 0, 1, 1]


def test_a_breach_in_a_play_off_counts_for_the_tournament() -> None:
    """The other bot then plays the tournament alone."""

    def play(game: Game) -> Outcome:
        if game.number == 2:
            return Breach(game.seats.index(0), "", "", "why")
        return result(*[9] * len(game.seats))

    tournament = in_order(Tournament(Pairing(2, Pool.ALL, 2, 7)), play)
    assert [gone.game for gone in tournament.disqualified] == [2]
    assert (tournament.play_off, tournament.contenders(), tournament.played) == ([], (1,), 2)


def test_when_all_are_out_it_is_over() -> None:
    numbers = count()
    tournament = in_order(
        Tournament(Pairing(3, Pool.ALL, 5, 7)),
        lambda game: Breach(game.seats.index(min(game.seats)), "", "", str(next(numbers))),
    )
    assert [gone.bot for gone in tournament.disqualified] == [0, 1, 2]
    assert (tournament.games, tournament.played, tournament.contenders()) == (0, 0, ())


def seats_of(totals: Sequence[int]) -> Seats:
    return tuple(range(len(totals)))


@given(st.lists(st.lists(st.integers(-300, 2000), min_size=3, max_size=3), min_size=2, max_size=30))
def test_means_and_errors_are_those_of_the_textbook(games: list[list[int]]) -> None:
    tally = Tally(3)
    for totals in games:
        tally.count(seats_of(totals), result(*totals))
    tally.count((0, 2), result(7, 9))
    tally.count((0, 2), result(7, 9), times=-1)
    scores = [totals[0] for totals in games]
    assert tally.accounts[0].scores.mean() == pytest.approx(mean(scores))
    assert tally.accounts[0].scores.standard_error() == pytest.approx(stdev(scores) / len(scores) ** 0.5, abs=1e-6)
    differences = [totals[2] - totals[1] for totals in games]
    assert tally.duel(2, 1).scores.mean() == pytest.approx(mean(differences))
    assert tally.duel(2, 1).scores.standard_error() == pytest.approx(
        stdev(differences) / len(games) ** 0.5, abs=1e-6
    )
    best = [max(totals) for totals in games]
    assert tally.accounts[1].points.total == sum(
        totals[1] == most for totals, most in zip(games, best, strict=True)
    )
    assert tally.accounts[1].wins == sum(totals[1] > max(totals[0], totals[2]) for totals in games)
    assert +tally.accounts[0].distribution == {score: scores.count(score) for score in scores}
