"""A journal of version 1, made by the program of that time: nothing of it is lost, whoever opens it however."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from h89yahtzee.store import database, game_tables
from h89yahtzee.store.errors import JournalError
from h89yahtzee.store.history import History
from tests.programs import run
from tests.store.games import ROOT, TIME_LIMIT, journal_at, other_program, record_of, saved, saver_at
from tests.store.games import save as save_games

FOUND = ROOT / "tests" / "data" / "journal_version_1.sqlite3"
GAMES = [
    (1, 1, "ann", "total 30", 13),
    (2, 1, "ann", "total 59", 13),
    (3, 3, "ann bob", "total 59 59", 26),
    (4, 4, "ann", "total 76", 26),
    (5, 4, "ann", None, 3),
    (6, 6, "ann king", "total 68 191", 26),
    (7, 7, "bob", None, 4),
]
"""What the program that made it was told to play, and said."""

OPENS = """
import sys
from pathlib import Path
from tests.programs import run
from tests.store.games import record_of, save
print("ready", flush=True)
input()
save(Path(sys.argv[1]), record_of(13, seed=int(sys.argv[2])))
"""
"""A program that plays a game."""

DIES = """
import os, signal, sqlite3, sys
from pathlib import Path
from tests.programs import run
from tests.store.games import journal_at

class Dying(sqlite3.Connection):
    def execute(self, statement, *values):
        result = super().execute(statement, *values)
        if sys.argv[2] in statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

connect = sqlite3.connect
sqlite3.connect = lambda *words, **others: connect(*words, factory=Dying, **others)
journal_at(Path(sys.argv[1]))
"""
"""A program that is killed after a statement."""

ANOTHER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
print("ready", flush=True)
input()
connection.execute("INSERT INTO game (sitting, begun, header) VALUES (7, 7, ?)", ("a header",))
connection.execute("INSERT INTO turn VALUES (?, ?, ?)", (7, 4, "a line"))
"""
"""The statements of a program of version 1 that had the journal open before it was brought up to date."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(FOUND, tmp_path / "j.db"))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        [found] = connection.execute("PRAGMA user_version").fetchone()
    assert isinstance(found, int)
    return found


def check_all_there(path: Path) -> None:
    found = []
    for game, record in saved(path):
        names = " ".join(re.findall("^player [^ ]+ (.*)$", game.header, re.MULTILINE))
        found.append((game.number, game.sitting, names, game.total, len(record.turns)))
    assert found[:7] == GAMES
    assert not list(path.parent.glob("*aside*"))


def test_it_is_brought_up_to_date_where_it_is(path: Path) -> None:
    before = saved(path)
    with closing(journal_at(path)) as journal:
        assert journal.set_aside is None
    assert version(path) == game_tables.VERSION == 2
    check_all_there(path)
    assert saved(path) == before
    # Nobody knows how they ended.
    assert all(game.is_left and game.grid == "" for game, _ in before)


def test_a_new_journal_has_the_same_columns(path: Path, tmp_path: Path) -> None:
    save_games(tmp_path / "new.db", record_of(1))
    journal_at(path).close()
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(tmp_path / "new.db")) as new:
        shapes = [[*connection.execute("PRAGMA table_xinfo(game)")] for connection in (old, new)]
    assert shapes[0] == shapes[1]


def test_reading_leaves_it_as_it_is(path: Path) -> None:
    path.chmod(0o400)
    before = path.read_bytes()
    check_all_there(path)
    with closing(History(path)) as history:
        assert [game.number for game in history.finished()] == [1, 2, 3, 4, 6]
    assert path.read_bytes() == before
    assert version(path) == 1


def test_a_reader_goes_on_while_it_is_brought_up_to_date(path: Path) -> None:
    with closing(History(path)) as history:
        assert len(list(history.games())) == 7
        save_games(path, record_of(1))
        assert [game.is_left for game in history.games()] == [0, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.slow
def test_many_open_it_at_the_same_time(path: Path) -> None:
    with ExitStack() as stack:
        programs = [stack.enter_context(other_program(OPENS, str(path), str(seed))) for seed in range(6)]
        for program in programs:
            assert program.stdin is not None
            program.stdin.write("on\n")
            program.stdin.flush()
        assert [program.wait(TIME_LIMIT) for program in programs] == [0] * 6
    check_all_there(path)
    assert version(path) == 2
    assert sorted(record.setup.seed for _, record in saved(path)[7:]) == [*range(6)]


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "ADD COLUMN is_left", "UPDATE game", "user_version = 2"])
def test_killed_in_the_middle(path: Path, statement: str) -> None:
    command = [sys.executable, "-c", DIES, str(path), statement]
    assert run(command, cwd=ROOT, timeout=TIME_LIMIT, check=False).returncode == -signal.SIGKILL
    assert version(path) == 1
    check_all_there(path)
    journal_at(path).close()
    assert version(path) == 2
    check_all_there(path)


def test_a_program_that_writes_meanwhile_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIME", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, saver_at(path) as saver:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="locked"):
            saver.save(record_of(1))
        other.execute("COMMIT")
        saver.save(record_of(2))
    check_all_there(path)


def test_a_program_of_that_version_goes_on(path: Path) -> None:
    with other_program(ANOTHER, str(path)) as other:
        journal_at(path).close()
        other.communicate("on\n", timeout=TIME_LIMIT)
        assert other.returncode == 0
    with closing(History(path)) as history:
        assert [game.number for game in history.games()] == [8, 7, 6, 5, 4, 3, 2, 1]
