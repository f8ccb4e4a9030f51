"""Thousands of hostile callers, and how soon the host answers the keys of its players meanwhile."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import quantiles
from time import monotonic

import pytest

from tests.apps.games import Games
from tests.apps.host.hosts import ROOT, AtHost, Hosts, h19
from tests.programs import Popen

MOST = 1.0
"""Seconds in which 95 of 100 keys must be answered even if the machine has other work; without other work a
hundredth of that is enough."""


def seat_two(host: Hosts) -> tuple[AtHost, AtHost]:
    ann, bob = (host.call(h19()) for _ in range(2))
    ann.introduce("ann")
    ann.open_table()
    bob.introduce("bob")
    bob.sit()
    for caller in (ann, bob):
        caller.wait_for_turn("ann")
    return ann, bob


def answer_times(ann: AtHost, bob: AtHost, goes_on: Callable[[int], bool]) -> list[float]:
    """Let ann mark and unmark a die as long as `goes_on` returns True for the number of times so far; return the
    seconds after which bob saw each change."""
    times: list[float] = []
    while goes_on(len(times)):
        before, since = len(bob.received), monotonic()
        ann.send(b"1")
        bob.wait_until(lambda: len(bob.received) > before, "an answer")  # noqa: B023 - it is called at once
        times.append(monotonic() - since)
        ann.wait_for_silence() if len(times) % 50 == 0 else None
    return times


def high(times: list[float]) -> float:
    """Return the time below which 95 of 100 times are."""
    return quantiles(times, n=20)[-1]


def attack(games: Games, count: int, longest: float) -> tuple[list[float], list[float]]:
    """Let `count` hostile callers come, each for at most `longest` seconds; return the answer times of two players
    before the attack and during it."""
    host = Hosts(games)
    try:
        ann, bob = seat_two(host)
        quiet = answer_times(ann, bob, lambda so_far: so_far < min(100, count))
        with Popen[bytes](
            [sys.executable, "-m", "tests.apps.host.mob", str(host.port), str(count), str(longest)],
            cwd=ROOT,
            env=games.environment,
            stdout=subprocess.DEVNULL,
        ) as mob:
            loud = answer_times(ann, bob, lambda _: mob.poll() is None)
        assert mob.returncode == 0
        ann.post("ann")
        bob.wait_for_turn("bob")
        assert len(host.logged()) < count + 100
        assert set(host.log.read_bytes()) <= {*range(0x20, 0x7F), 0x0A}
        return quiet, loud
    finally:
        host.close()


def test_some_hostile_callers(games: Games) -> None:
    attack(games, 40, 0.5)


@pytest.mark.slow
def test_10000_hostile_callers(games: Games) -> None:
    quiet, loud = attack(games, 10_000, 3.0)
    assert high(loud) < max(MOST, 5 * high(quiet)), f"{high(quiet)} s without the mob"
