"""The games of a host's tables in its journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from h89yahtzee.apps.host.hosted_games import RETRY_TIME, HostedGames
from h89yahtzee.game.record import Setup
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.series.match import Match
from h89yahtzee.table.table import Table
from tests.store.games import people, post, saved


class Host:
    """The games at `path`, the lines of the log, and a clock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log: list[str] = []
        self.time = 0.0
        self.games = HostedGames(path, self.log.append, lambda: self.time)

    def table(self, match: Match) -> Table:
        return Table(match, TableOptions(think_time=0.0), self.time)

    def posted(self) -> list[int]:
        """How many turns of each game are in the journal."""
        return [len(record.turns) for _, record in saved(self.path)]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path / "journal.sqlite3")
    yield host
    host.games.close()


def match_of(*names: str, seed: int = 7) -> Match:
    return Match(Setup(people(*names), seed))


def test_each_table_has_its_games_in_the_one_journal(host: Host) -> None:
    matches = [match_of("ann", "bob"), match_of("cat", seed=8)]
    tables = [host.table(match) for match in matches]
    assert host.games.save(tables) == []
    assert not host.path.exists()
    for turns in range(1, 4):
        for match in matches:
            post(match)
        assert host.games.save(tables) == []
        assert host.posted() == [turns, turns]
    assert host.log == []


def test_a_table_that_is_gone_leaves_its_game(host: Host) -> None:
    match = match_of("ann")
    post(match)
    host.games.save([host.table(match)])
    host.games.save([])
    [(game, _)] = saved(host.path)
    assert game.is_left


@pytest.mark.parametrize("turns", [0, 1, 25, 26])
def test_a_host_that_is_started_again_finds_the_game_by_its_setup(host: Host, turns: int) -> None:
    """The game before it by the same people was finished, and counts."""
    match = match_of("ann", "bob")
    table = host.table(match)
    for games in range(2):
        for _ in range(turns if games else 26):
            post(match)
            host.games.save([table])
        if not games:
            match.play_again()
    host.games.close()
    again = Host(host.path)
    found = again.games.resumed(match.setup)
    assert (found is None) == (turns == 0)
    if found is not None:
        assert (found.record, found.wins) == (match.record, match.wins)
        resumed = again.table(found)
        while not found.has_ended:
            post(found)
            assert again.games.save([resumed]) == []
        again.games.save([resumed])
        assert again.posted() == [26, 26]
        [(first, _), (second, record)] = saved(host.path)
        assert (second.sitting, record) == (first.number, found.record)
    again.games.close()
    assert again.log == []


def test_a_game_that_cant_be_saved_is_told_of_once_and_written_later(host: Host) -> None:
    match, other = match_of("ann"), match_of("bob", seed=8)
    tables = [host.table(match), host.table(other)]
    host.path.mkdir()
    post(match)
    assert host.games.save(tables) == tables[:1]
    post(match)
    assert host.games.save(tables) == []
    assert host.log == [f"{host.path}: Is a directory: a game can't be saved"]
    host.path.rmdir()
    host.time = RETRY_TIME - 0.1
    assert host.games.save(tables) == []
    assert not host.path.exists()
    host.time = RETRY_TIME
    assert host.games.save(tables) == []
    assert host.posted() == [2]
    assert host.log[1:] == ["the game is saved again"]


def test_what_is_missing_is_written_at_the_end(host: Host) -> None:
    match = match_of("ann")
    host.path.mkdir()
    post(match)
    host.games.save([host.table(match)])
    host.path.rmdir()
    host.games.close()
    assert host.posted() == [1]


def test_a_damaged_journal_costs_its_games_and_nothing_else(host: Host) -> None:
    match = match_of("ann")
    post(match)
    host.games.save([host.table(match)])
    host.games.close()
    host.path.write_bytes(b"Dear Sir, " * 1000)
    again = Host(host.path)
    assert again.games.resumed(match.setup) is None
    assert [line.startswith("a game can't be resumed: ") for line in again.log] == [True]
    assert again.games.save([again.table(match)]) == []
    assert again.posted() == [1]
    again.games.close()
    assert "it was set aside as" in again.log[1]
