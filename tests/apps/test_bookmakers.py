"""Chances of winning, computed in a thread beside the event loop: one request after the other, and nobody waits."""

from __future__ import annotations

from threading import Event

import pytest

from h89yahtzee.apps import cached_values
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.players.chances import Chances
from h89yahtzee.table.bookmaker import Reckoning
from h89yahtzee.table.match import Match
from tests.table.odds import Told

LIMIT = 60
"""Seconds after which a test stops waiting for a result."""


def test_who_asks_goes_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    has_begun, may_begin, begun = Event(), Event(), [0]
    told = Told()

    def judge_of(*_: object) -> Told:
        begun[0] += 1
        has_begun.set()
        assert may_begin.wait(LIMIT)
        return told

    monkeypatch.setattr(cached_values, "chance_judge", judge_of)
    match = Match(Setup((Player("me"), Player("you")), 42))
    bookmaker = cached_values.bookmaker()
    asked = [bookmaker.chances(match.setup, match.state) for _ in range(3)]
    assert not any(reckoning.is_done for reckoning in asked)
    assert has_begun.wait(LIMIT)
    assert begun == [1]
    may_begin.set()
    for reckoning in asked:
        wait_for(reckoning)
        assert reckoning.result is not None
        assert reckoning.result.shares == (0.5, 0.5)


def test_why_there_are_none_comes_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge_of(rules: RuleSet, *_: object) -> Told:
        raise ValueError(f"none by {rules.name}")

    monkeypatch.setattr(cached_values, "chance_judge", judge_of)
    match = Match(Setup((Player("me"), Player("you")), 42))
    reckoning = cached_values.bookmaker().chances(match.setup, match.state)
    wait_for(reckoning)
    assert (reckoning.result, reckoning.problem) == (None, "none by h89")


def test_without_threads_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python in a browser can't start threads, so the caller has to wait there."""

    class NoThread:
        def __init__(self, **_: object) -> None: ...

        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(cached_values, "Thread", NoThread)
    monkeypatch.setattr(cached_values, "chance_judge", lambda *_: Told())
    match = Match(Setup((Player("me"), Player("you")), 42))
    assert cached_values.bookmaker().chances(match.setup, match.state).is_done


def wait_for(reckoning: Reckoning[Chances]) -> None:
    done = Event()
    for _ in range(LIMIT * 100):
        if reckoning.is_done:
            return
        done.wait(0.01)
    raise AssertionError("not worked out")
