"""Bots that stay from one batch of a tournament to the next, and are gone when it is over."""

from pathlib import Path

import pytest

from h89yahtzee.arena.pool.bot_pool import BotPool
from h89yahtzee.arena.pool.kept_pool import close_kept_pools, kept_pool
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.runner import Conditions, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.arena.tournament.workers import processes
from tests.arena.outcomes import result_of
from tests.arena.processes import PATIENT, astray, is_gone, process_ids

GAMES = 5


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_is_started_once_a_worker_and_gone_when_the_tournament_is_over(workers: int, tmp_path: Path) -> None:
    """The first batches are of one game each."""
    plan = Plan((astray("well"),), Pairing(1, Pool.ALL, GAMES, 7), "official", False, PATIENT)
    tournament = Tournament(plan.pairing)
    with processes(workers) as found:
        run(tournament, found, Conditions(plan, tmp_path), lambda _: None)
    assert tournament.played == GAMES
    started = process_ids(tmp_path / "well.log")
    assert 1 <= len(started) <= workers
    assert all(map(is_gone, started))


def pool_with_logs(logs: Path) -> BotPool:
    return BotPool([astray("well")], PATIENT, logs)


def test_a_pool_is_not_kept_for_another_tournament_nor_after_an_error(tmp_path: Path) -> None:
    def play(purpose: str) -> list[int]:
        with kept_pool(purpose, lambda: pool_with_logs(tmp_path)) as pool:
            result_of(pool)
        return process_ids(tmp_path / "well.log")

    [first] = play("this")
    assert play("this") == [first]
    [_, second] = play("other")
    assert is_gone(first)
    with pytest.raises(ZeroDivisionError), kept_pool("other", lambda: pool_with_logs(tmp_path)):
        raise ZeroDivisionError
    assert is_gone(second)
    [*_, third] = play("other")
    assert not is_gone(third)
    close_kept_pools()
    assert is_gone(third)
