"""The guest book of a host: what was written is there afterwards, however the host ended."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from h89yahtzee.store.database import JournalError
from h89yahtzee.store.guest_book import GuestBook
from tests.store.games import foreign, letter, newer, other_program

HAS_IT = """
import sys
from pathlib import Path
from h89yahtzee.store.guest_book import GuestBook
book = GuestBook(Path(sys.argv[1]))
book.write_people([("ann", "0042")])
book.write_table(3, "seats")
print("ready", flush=True)
input()
"""


def test_people_and_tables_are_there_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    with closing(GuestBook(path)) as book:
        assert (book.people(), book.tables()) == ([], [])
        book.write_people([("bob", "1234")])
        book.write_people([("ann", "0042")])
        for number, text in ((2, "two"), (1, "one"), (2, "another"), (7, "seven")):
            book.write_table(number, text)
        book.drop_table(7)
        book.drop_table(8)
    with closing(GuestBook(path)) as book:
        assert book.people() == [("ann", "0042"), ("bob", "1234")]
        assert book.tables() == [(1, "one"), (2, "another")]
        assert book.set_aside is None
    assert path.stat().st_mode & 0o777 == 0o600


def test_one_host_at_a_time_and_nothing_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    with other_program(HAS_IT, str(path)) as host:
        with pytest.raises(
            JournalError, match=r"guests\.db: another host has it; give this one another folder by --data"
        ):
            GuestBook(path)
        host.kill()
        host.wait()
        with closing(GuestBook(path)) as book:
            assert (book.people(), book.tables()) == ([("ann", "0042")], [(3, "seats")])


@pytest.mark.parametrize("spoil", [newer, foreign, letter])
def test_what_is_no_guest_book_is_set_aside(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    path = tmp_path / "guests.db"
    with closing(GuestBook(path)) as book:
        book.write_people([("ann", "0042")])
    spoil(path)
    before = path.read_bytes()
    with closing(GuestBook(path)) as book:
        assert book.people() == []
        assert book.set_aside == tmp_path / "guests-set-aside-1.db"
        assert book.set_aside.read_bytes() == before


def test_bytes_that_are_no_text_dont_keep_a_host_from_starting(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    with closing(GuestBook(path)) as book:
        book.write_people([("ann", "0042")])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO person VALUES (CAST(x'ff' AS TEXT), '1234')")
    with closing(GuestBook(path)) as book:
        assert book.people() == [("ann", "0042"), ("\N{REPLACEMENT CHARACTER}", "1234")]


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    path.mkdir()
    with pytest.raises(JournalError, match="guests"):
        GuestBook(path)


def test_keys_are_there_afterwards_and_after_the_file_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    with closing(GuestBook(path)) as book:
        book.write_people([("ann", "")])
        book.write_key_owners([("SHA256:b", "ann"), ("SHA256:a", "ann")])
        path.unlink()
        book.check()
    with closing(GuestBook(path)) as book:
        assert book.key_owners() == [("SHA256:a", "ann"), ("SHA256:b", "ann")]
        assert book.people() == [("ann", "")]


VERSION_1 = """
CREATE TABLE person (name TEXT PRIMARY KEY, code TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seating (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO person VALUES ('ann', '0042');
INSERT INTO seating VALUES (3, 'seats');
PRAGMA user_version = 1;
"""


def test_book_of_the_version_without_keys_is_used_further(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1)
    for _ in range(2):
        with closing(GuestBook(path)) as book:
            assert (book.people(), book.tables()) == ([("ann", "0042")], [(3, "seats")])
            book.write_key_owners([("SHA256:a", "ann")])
            assert book.key_owners() == [("SHA256:a", "ann")]
            assert book.set_aside is None


def test_what_only_looks_like_a_book_of_that_version_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "guests.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1.replace("code TEXT NOT NULL", "code INTEGER"))
    with closing(GuestBook(path)) as book:
        assert (book.people(), book.key_owners()) == ([], [])
        assert book.set_aside is not None
