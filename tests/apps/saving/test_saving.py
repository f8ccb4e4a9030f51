"""Games at any number of tables are saved in one journal: at each posted turn, after failures, and when resumed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from h89yahtzee.apps.saving.resuming import open_saver, resume_table
from h89yahtzee.apps.saving.saving import RETRY_TIME, Saving
from h89yahtzee.game.record import Setup
from h89yahtzee.game.state import Score
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.store.database import JournalError
from h89yahtzee.store.journal import Saver
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.table import Table
from h89yahtzee.table.texts import GAMES_SET_ASIDE
from tests.store.games import people, saved


class Tables:
    """Tables whose games are saved in the journal `path`; `notes` has what the program noted of that, `time` the
    time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []
        self.time = 0.0
        self.saving = Saving(None, partial(open_saver, path), self.notes.append, lambda: self.time)

    def begin(self, match: Match, saver: Saver | None = None) -> Table:
        table = Table(match, TableOptions(think_time=0.0), self.time)
        self.saving.begin(table, saver=saver)
        return table

    def posted(self) -> list[int]:
        """Return how many turns of each game are in the journal."""
        return [len(record.turns) for _, record in saved(self.path)]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    tables = Tables(tmp_path / "journal.sqlite3")
    yield tables
    tables.saving.close()


def match_of(*names: str, seed: int = 7) -> Match:
    return Match(Setup(people(*names), seed))


def post(table: Table, turns: int = 1) -> None:
    for _ in range(turns):
        table.act(Score(table.series.state.card.open_boxes()[0]), 0.0)


def test_each_table_has_its_games_in_the_one_journal(tables: Tables) -> None:
    both = [tables.begin(match_of("ann", "bob")), tables.begin(match_of("cat", seed=8))]
    assert not tables.path.exists()
    for turns in range(1, 4):
        for table in both:
            post(table)
        assert tables.posted() == [turns, turns]
    assert (tables.notes, tables.saving.take_remarks()) == ([], {})


def test_a_table_that_is_gone_leaves_its_game(tables: Tables) -> None:
    gone, staying = tables.begin(match_of("ann")), tables.begin(match_of("bob", seed=8))
    for table in (gone, staying):
        post(table)
    tables.saving.leave(staying=[staying])
    post(gone)
    post(staying)
    [(left, record), (game, _)] = saved(tables.path)
    assert (left.is_left, len(record.turns), game.is_left) == (True, 1, False)


@pytest.mark.parametrize("turns", [0, 1, 25, 26])
def test_a_game_is_found_again_by_its_setup(tables: Tables, turns: int) -> None:
    """The same people finished a game before this one, and that game's win counts."""
    match = match_of("ann", "bob")
    table = tables.begin(match)
    post(table, 26)
    table.play_again(0.0)
    post(table, turns)
    tables.saving.close()
    again = Tables(tables.path)
    found = resume_table(match.setup, tables.path, strategy)
    assert (found is None) == (turns == 0)
    if found is not None:
        assert (found.match.record, found.match.wins) == (match.record, match.wins)
        post(again.begin(found.match, found.saver), 26 - turns)
        assert again.posted() == [26, 26]
        [(first, _), (second, record)] = saved(tables.path)
        assert (second.sitting, record) == (first.number, found.match.record)
    again.saving.close()
    assert again.notes == []


def test_a_game_that_cant_be_saved_is_told_of_once_and_written_later(tables: Tables) -> None:
    table = tables.begin(match_of("ann"))
    tables.begin(match_of("bob", seed=8))
    tables.path.mkdir()
    post(table)
    assert tables.saving.take_remarks() == {table: "This game can't be saved: Is a directory."}
    post(table)
    assert tables.saving.take_remarks() == {}
    assert tables.notes == [f"{tables.path}: Is a directory: a game can't be saved"]
    tables.path.rmdir()
    assert tables.saving.deadline == RETRY_TIME
    tables.saving.advance(RETRY_TIME - 0.1)
    assert not tables.path.exists()
    tables.saving.advance(RETRY_TIME)
    assert tables.posted() == [2]
    assert tables.notes[1:] == ["the game is saved again"]
    assert tables.saving.deadline is None


def test_what_is_missing_is_written_at_the_end(tables: Tables) -> None:
    tables.path.mkdir()
    post(tables.begin(match_of("ann")))
    tables.path.rmdir()
    assert tables.saving.close() == []
    assert tables.posted() == [1]


def test_a_damaged_journal_costs_its_games_and_nothing_else(tables: Tables) -> None:
    match = match_of("ann")
    post(tables.begin(match))
    tables.saving.close()
    tables.path.write_bytes(b"Dear Sir, " * 1000)
    with pytest.raises(JournalError):
        resume_table(match.setup, tables.path, strategy)
    again = Tables(tables.path)
    table = again.begin(match)
    assert again.saving.take_remarks() == {table: GAMES_SET_ASIDE}
    assert again.posted() == [1]
    [note] = again.saving.close()
    assert "it was set aside as" in note
    assert again.notes == [note]
