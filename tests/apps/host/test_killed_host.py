"""A host that is killed at random moments and started again: no turn is lost, and none is in the journal twice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from threading import Thread, Timer

import pytest

from h89yahtzee.game.record import Record
from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import AtHost, Hosts, TelnetScreen
from tests.apps.screens import Window

PEOPLE = [[f"{name}{seat}" for seat in range(4)] for name in ("ann", "bob", "cat", "dan", "eve")]
"""The names of the people at each table."""
LONGEST_RUN = 1.0
"""The most seconds that the host runs, from the first owner's return until it is killed."""


class Owner:
    """The owner of a seat at a table of the host, who plays in text mode by telnet."""

    def __init__(self, name: str, table: int) -> None:
        self.name = name
        self.table = table
        self.code = ""
        self.caller: AtHost

    def come(self, host: Hosts) -> None:
        """Call the host, and come back to the seat or take a free one at the owner's table."""
        self.caller = host.call(TelnetScreen(Window(80, 24), "dumb"))
        if self.code:
            self.caller.come_back(self.name, self.code)
        else:
            self.code = self.caller.introduce(self.name)
        self.caller.wait_until(lambda: "Table, or ?" in self.seen or "Type ? for help" in self.seen, "a room")
        if "Table, or ?" in self.seen:
            self.caller.send(b"s %d\r" % self.table)

    @property
    def seen(self) -> str:
        return self.caller.received.decode("ascii", "replace").replace("\r", "")

    def scores_seen(self) -> int:
        return len(re.findall(r"^\w+ scores ", self.seen, re.MULTILINE))

    def has_seen_more_than(self, scores: int) -> bool:
        return self.scores_seen() > scores

    def mover(self) -> str | None:
        """Return the name of the player to move, None if the owner has seen no roll since the last score."""
        told = re.findall(r"^(\w+) (rolls|scores) ", self.seen, re.MULTILINE)
        return told[-1][0] if told and told[-1][1] == "rolls" else None

    def post(self, row: int) -> None:
        """Post in a row, even for 0 points."""
        self.caller.send(b"s %d\ry\r" % row)


def play(owners: Sequence[Owner], record: Record | None) -> None:
    """Let the owners post turn after turn, until the game is over or the host was killed. `record` has the turns
    that were played before."""
    rows = {owner.name: open_rows(record, owner.name) for owner in owners}
    first = owners[0]
    with suppress(AssertionError, OSError):
        while any(rows.values()):
            first.caller.wait_until(lambda: first.mover() is not None, "a roll")
            seen = first.scores_seen()
            mover = next(owner for owner in owners if owner.name == first.mover())
            mover.post(rows[mover.name].pop(0))
            first.caller.wait_until(partial(first.has_seen_more_than, seen), "a score")


def open_rows(record: Record | None, name: str) -> list[int]:
    """Return the rows, from 1, in which `name` has yet to post; all rows if `record` is None or a finished game."""
    posted = set[int]()
    if record is not None and record.totals is None:
        seats = [player.name for player in record.setup.players]
        posted = {turn.box.row for turn in record.turns if turn.box is not None and seats[turn.seat] == name}
    return [row + 1 for row in range(13) if row not in posted]


def newest_games(host: Hosts) -> list[Record | None]:
    """Return the newest game of each table, None if the table has had none."""
    records = host.records() if (host.data / "journal.sqlite3").exists() else []
    return [
        next((record for record in reversed(records) if record.setup.players[0].name in names), None)
        for names in PEOPLE
    ]


def check_continued(before: Record | None, after: Record | None, seen: int) -> None:
    """Check that `after` continues the game `before`, if that is unfinished, and has at least the `seen` new turns
    that an owner has seen."""
    if after is None:
        assert before is None
        assert not seen
        return
    assert [*after.states()]
    is_same = before is not None and before.totals is None
    if before is not None and is_same:
        assert after.continues(before)
    assert seen <= len(after.turns) - (len(before.turns) if before is not None and is_same else 0)


def all_at_once(threads: Iterable[Thread]) -> None:
    started = list(threads)
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(LIMIT)


def kill_often(games: Games, kills: int, chance: random.Random) -> None:
    tables = games.home / "tables.toml"
    tables.write_text("[[table]]\nseats = 4\n" * len(PEOPLE))
    host = Hosts(games, "--tables", str(tables), "--per-address", "100")
    owners = [[Owner(name, number) for name in names] for number, names in enumerate(PEOPLE, 1)]
    seen = 0
    try:
        for _ in range(kills):
            before = newest_games(host)
            all_at_once(Thread(target=owner.come, args=(host,)) for owner in chain(*owners))
            killing = Timer(chance.uniform(0.0, LONGEST_RUN), host.program.kill)
            killing.start()
            all_at_once(Thread(target=play, args=table) for table in zip(owners, before, strict=True))
            killing.join(LIMIT)
            host.program.wait(LIMIT)
            for owner in chain(*owners):
                owner.caller.hang_up()  # 2,000 connections would be too many for select(2)
            for found, left, there in zip(before, newest_games(host), owners, strict=True):
                check_continued(found, left, there[0].scores_seen())
            seen += sum(there[0].scores_seen() for there in owners)
            host.start()
    finally:
        host.close()
    assert seen > kills


@pytest.mark.slow(minutes=3)
def test_killed_at_100_random_moments_while_20_play(games: Games) -> None:
    kill_often(games, 100, random.Random(2))
