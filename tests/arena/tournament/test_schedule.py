"""The schedule: all bots play as often as it says, and most games stay as they were if a bot is disqualified."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.arena.tournament import schedule as schedules
from h89yahtzee.arena.tournament.schedule import Game, Pairing, Pool, Schedule, derived
from h89yahtzee.game.dealer import SEEDS

KEY = schedules._key
"""The real, slow function for a tournament's key; in the other tests a quick one takes its place."""


def games(schedule: Schedule) -> list[Game]:
    return [schedule.game(number) for number in range(len(schedule))]


def schedule_without(out: Iterable[int], pairing: Pairing) -> Schedule:
    schedule = Schedule(pairing)
    for bot in out:
        schedule.put_out(bot)
    return schedule


def games_played(schedule: Schedule) -> Counter[int]:
    return Counter(bot for game in games(schedule) for bot in game.seats)


def test_a_seed_is_the_same_on_every_machine_and_slow_to_find_by_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """To try a seed costs one scrypt of 64 MiB; a tournament costs no more, and counting its games costs none."""
    tries: list[int] = []

    def counted(password: bytes, *, salt: bytes, n: int, r: int, p: int, maxmem: int, dklen: int) -> bytes:
        tries.append(128 * n * r * p)
        return hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, maxmem=maxmem, dklen=dklen)

    monkeypatch.setattr(schedules, "_key", KEY)
    monkeypatch.setattr(schedules, "scrypt", counted)
    assert [len(Schedule(Pairing(3, pool, 2, 8))) for pool in (Pool.ALL, Pool.PAIRS)] == [2, 6]
    assert tries == []
    key = hashlib.scrypt(b"8", salt=b"h89yahtzee.arena", n=65536, r=8, p=1, maxmem=2**27, dklen=64)
    named = hashlib.blake2b(b"game/0", digest_size=8, key=key, person=b"h89yahtzee.arena")
    assert derived(8, "game", 0) == int(named.hexdigest(), 16) < SEEDS
    assert len({derived(8, "game", number) for number in range(9)}) == 9
    assert tries == [2**26]


@given(st.integers(0, SEEDS - 1))
def test_seeds_of_games_differ_from_each_other_and_from_the_tournaments(seed: int) -> None:
    schedule = Schedule(Pairing(3, Pool.PAIRS, 20, seed))
    seeds = [game.seed for game in games(schedule)]
    assert len({seed, *seeds}) == 61
    assert all(0 <= seed < SEEDS for seed in seeds)


def test_one_table_rotates() -> None:
    schedule = Schedule(Pairing(3, Pool.ALL, 4, 7))
    assert [game.seats for game in games(schedule)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_every_two_meet_as_often_as_asked_for_and_begin_in_turn() -> None:
    schedule = Schedule(Pairing(4, Pool.PAIRS, 6, 7))
    met = Counter(game.seats for game in games(schedule))
    assert met == {seats: 3 for pair in combinations(range(4), 2) for seats in (pair, pair[::-1])}


@st.composite
def drawn_tables(draw: st.DrawFn) -> Pairing:
    bots = draw(st.integers(2, 9))
    return Pairing(
        bots, Pool.TABLES, draw(st.integers(1, 12)), draw(st.integers(0, 99)), draw(st.integers(2, bots))
    )


@given(drawn_tables())
def test_at_drawn_tables_all_play_as_often_as_asked_for_or_once_more(pairing: Pairing) -> None:
    schedule = Schedule(pairing)
    assert all(len(set(game.seats)) == pairing.size for game in games(schedule))
    played = games_played(schedule)
    assert set(played) == set(range(pairing.bots))
    assert set(played.values()) <= {pairing.games, pairing.games + 1}
    assert sum(played.values()) - pairing.bots * pairing.games < pairing.size


@given(drawn_tables())
def test_while_drawn_tables_are_played_nobody_is_more_than_a_game_ahead(pairing: Pairing) -> None:
    played = Counter(dict.fromkeys(range(pairing.bots), 0))
    for game in games(Schedule(pairing)):
        played.update(game.seats)
        assert max(played.values()) - min(played.values()) <= 1


def test_drawn_tables_are_drawn_by_the_seed() -> None:
    of_7, again, of_8 = (
        [game.seats for game in games(Schedule(Pairing(6, Pool.TABLES, 20, seed, 3)))] for seed in (7, 7, 8)
    )
    assert of_7 == again != of_8
    assert len(set(of_7)) > 20


def test_at_one_table_the_others_play_on() -> None:
    schedule = schedule_without([1], Pairing(3, Pool.ALL, 3, 7))
    assert [game.seats for game in games(schedule)] == [(0, 2), (2, 0), (0, 2)]


@pytest.mark.parametrize("pool", [Pool.ALL, Pool.TABLES])
def test_a_game_that_is_dealt_again_has_other_dice_and_bots_that_know_nothing_of_it(pool: Pool) -> None:
    schedule = Schedule(Pairing(4, pool, 6, 7, 2))
    met: set[int] = set()
    for generation, gone in enumerate([None, 1, 3]):
        before = games(schedule)
        met |= {game.seed for game in before}
        if gone is not None:
            schedule.put_out(gone)
        for old, new in zip(before, games(schedule), strict=True):
            assert new.generation == generation
            assert (new.seed in met) == (gone not in old.seats)


def test_of_pairs_only_those_with_the_bot_are_left_out() -> None:
    whole, without = Schedule(Pairing(4, Pool.PAIRS, 5, 7)), Schedule(Pairing(4, Pool.PAIRS, 5, 7))
    without.put_out(2)
    for before, after in zip(games(whole), games(without), strict=True):
        assert after.seats == (() if 2 in before.seats else before.seats)
        assert (after.number, after.seed) == (before.number, before.seed)


@given(drawn_tables(), st.data())
def test_at_drawn_tables_others_take_its_place(pairing: Pairing, data: st.DataObject) -> None:
    out = data.draw(st.permutations(range(pairing.bots)).map(lambda order: order[: pairing.bots - pairing.size]))
    schedule = Schedule(pairing)
    for bot in out:
        before = games(schedule)
        schedule.put_out(bot)
        for old, new in zip(before, games(schedule), strict=True):
            assert len(set(new.seats)) == pairing.size
            assert new.seats == old.seats or (bot in old.seats and bot not in new.seats)
    played = games_played(schedule)
    assert set(played) == set(range(pairing.bots)) - set(out)
    assert games(schedule) == games(schedule_without(out, pairing))


def test_substitutes_play_about_as_often_as_each_other() -> None:
    schedule = schedule_without([3, 8], Pairing(10, Pool.TABLES, 100, 7, 4))
    assert set(games_played(schedule).values()) == {125}


def test_tables_without_substitutes_get_smaller_until_they_are_not_played() -> None:
    schedule = schedule_without([0], Pairing(3, Pool.TABLES, 3, 7, 3))
    assert {frozenset(game.seats) for game in games(schedule)} == {frozenset({1, 2})}
    schedule.put_out(1)
    assert {game.seats for game in games(schedule)} == {()}


@pytest.mark.parametrize("pool", [Pool.ALL, Pool.PAIRS])
def test_with_everybody_out_nothing_is_played(pool: Pool) -> None:
    schedule = schedule_without([0, 1], Pairing(2, pool, 4, 7))
    assert {game.seats for game in games(schedule)} == {()}
