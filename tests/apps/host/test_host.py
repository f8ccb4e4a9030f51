"""A host from the first call to the last: who comes, plays, is cut off and comes back."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import Hosts
from tests.apps.screens import H19Screen


@pytest.fixture
def host(games: Games) -> Iterator[Hosts]:
    host = Hosts(games)
    yield host
    host.close()


def test_two_raw_callers_play_and_what_is_posted_is_in_the_journal(host: Hosts) -> None:
    """At H19s, which say so when they are asked."""
    ann, bob = host.call(H19Screen()), host.call(H19Screen())
    ann.introduce("ann")
    ann.wait_for("Nobody plays yet.")
    ann.send(b"n")
    ann.wait_for("WHO PLAYS")
    ann.send(b"\r")
    ann.wait_for("Waiting for 1 more.")
    bob.introduce("bob")
    bob.wait_for("TABLE")
    bob.send(b"\r")
    for caller in (ann, bob):
        caller.wait_for("ann's move: 2 rolls left.")
    bob.send(b"d?")
    bob.wait_for("CTRL-L")
    bob.send(b"q")
    ann.send(b"kd")
    for caller in (ann, bob):
        caller.wait_for("bob's move: 2 rolls left.")
    [record] = host.records()
    assert [(turn.seat, turn.box is not None) for turn in record.turns] == [(0, True)]
    host.program.send_signal(signal.SIGTERM)
    assert host.program.wait(LIMIT) == 0
