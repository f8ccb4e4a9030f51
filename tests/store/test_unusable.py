"""A journal that can't be used: damaged, of another version, or another program's; and one that others use
meanwhile."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from h89yahtzee.game.record import Setup
from h89yahtzee.store.database import JournalError, UnusableJournal
from h89yahtzee.store.history import History
from h89yahtzee.table.match import Match
from tests.store.games import (
    foreign,
    journal_at,
    letter,
    newer,
    other_program,
    people,
    post,
    record_of,
    save,
    saved,
    saver_at,
    tell,
)

PAGE = 4096

USES = """
import sys
from pathlib import Path
from h89yahtzee.store.database import GameLocks
locks = GameLocks(Path(sys.argv[1]))
assert locks.use()
print("ready", flush=True)
input()
"""
"""A program that has the journal open, whatever the journal contains."""


@pytest.fixture(scope="module")
def twenty_games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of twenty whole games."""
    path = tmp_path_factory.mktemp("games") / "j.db"
    save(path, *(record_of(13, seed=seed) for seed in range(20)))
    assert [file.name for file in path.parent.iterdir() if file.suffix != ".lock"] == ["j.db"]
    return path.read_bytes()


def mislabelled(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scrambled(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[PAGE:] = random.Random(1).randbytes(len(data) - PAGE)
    path.write_bytes(data)


UNUSABLE = pytest.mark.parametrize("spoil", [newer, letter, half])


@pytest.mark.parametrize("spoil", [newer, mislabelled, foreign, letter])
def test_a_file_that_is_none_of_ours_is_set_aside(tmp_path: Path, spoil: object) -> None:
    assert callable(spoil)
    path = tmp_path / "j.db"
    if spoil in (newer, mislabelled):
        save(path, record_of(3))
    spoil(path)
    before = path.read_bytes()
    with closing(journal_at(path)) as journal:
        assert journal.set_aside == tmp_path / "j-set-aside-1.db"
        assert str(path) in journal.fault
    assert (tmp_path / "j-set-aside-1.db").read_bytes() == before
    assert saved(path) == []


def test_the_name_of_one_set_aside_is_not_used_again(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    for number in range(3):
        letter(path)
        with closing(journal_at(path)) as journal:
            assert journal.set_aside == tmp_path / f"j-set-aside-{number + 1}.db"


def test_damage_that_shows_in_the_middle_of_a_game(tmp_path: Path, twenty_games: bytes) -> None:
    path = tmp_path / "j.db"
    path.write_bytes(twenty_games)
    match = Match(Setup(people("me"), 42))
    with saver_at(path) as saver:
        post(match)
        saver.save(match.record)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        scrambled(path)
        post(match, 2)
        saver.save(match.record)
        assert str(tmp_path / "j-set-aside-1.db") in saver.set_aside
        post(match)
        saver.save(match.record)
    [(game, record)] = saved(path)
    assert (game.number, record.turns) == (1, match.record.turns[:4])


def test_the_log_of_a_damaged_journal_goes_with_it(tmp_path: Path) -> None:
    """If the log were left behind, sqlite would take it for that of the new journal."""
    path = tmp_path / "j.db"
    save(path, record_of(13))
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM game").fetchone() == (1,)
        newer(path)
        assert (tmp_path / "j.db-wal").stat().st_size
        save(path, record_of(1))
    assert len(saved(path)) == 1
    with closing(sqlite3.connect(tmp_path / "j-set-aside-1.db")) as aside:
        assert aside.execute("PRAGMA user_version").fetchone() == (99,)
        assert aside.execute("SELECT count(*) FROM turn").fetchone() == (13,)


@UNUSABLE
def test_it_is_only_set_aside_when_nobody_uses_it(tmp_path: Path, twenty_games: bytes, spoil: object) -> None:
    assert callable(spoil)
    path = tmp_path / "j.db"
    path.write_bytes(twenty_games)
    spoil(path)
    with other_program(USES, str(path)) as other, saver_at(path) as saver:
        with pytest.raises(JournalError, match="another program"):
            saver.save(record_of(1))
        tell(other)
        saver.save(record_of(2))
    [(_, record)] = saved(path)
    assert len(record.turns) == 2


@UNUSABLE
def test_reading_sets_nothing_aside(tmp_path: Path, twenty_games: bytes, spoil: object) -> None:
    assert callable(spoil)
    path = tmp_path / "j.db"
    path.write_bytes(twenty_games)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(UnusableJournal, match=str(path)):
        History(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*aside*"))
