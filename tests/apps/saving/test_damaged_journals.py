"""Journals with bytes and values that the program never wrote: the journal is set aside or a game left out, and one
text line says so."""

from __future__ import annotations

import io
import random
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryFile
from unittest.mock import patch

import pytest

from h89yahtzee.apps.saving.journal_reader import JournalReader
from h89yahtzee.apps.saving.resuming import cut_off_game, last_unfinished
from h89yahtzee.apps.yahtzee.play import main
from h89yahtzee.game.record import Setup
from h89yahtzee.store.database import JournalError
from tests.apps.games import Result
from tests.parameters import few_fast
from tests.store.games import people, record_of, save

FINISHED, LEFT = 2, 3
ONE_TURN = "s\nones\nq\ny\n"
READING = [["--games"], ["--scores"], ["--scores", "--json"], ["--games", "2"], ["--games", "3"]]
REVIEWING = [["--review"], ["--review", "2"], ["-d1", "--replay", "2"], ["-d1", "--replay", "3"]]
PLAYING = [["--continue"], ["-r5", "me"]]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of two finished games and one that was cut off."""
    path = tmp_path_factory.mktemp("games") / "j.sqlite3"
    save(path, record_of(13, seed=1), record_of(13, seed=2), record_of(3, seed=3))
    return path.read_bytes()


@pytest.fixture
def journal(tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path))
    path = tmp_path / "h89yahtzee" / "journal.sqlite3"
    path.parent.mkdir()
    path.write_bytes(content)
    yield path
    sys.excepthook = sys.__excepthook__


def yahtzee(*words: str, answers: str = ONE_TURN) -> Result:
    """Run the command in this process, so that an error which it doesn't expect fails the test."""
    errors = io.StringIO()
    with TemporaryFile("w+") as stdin, TemporaryFile("w+") as output:
        stdin.write(answers)
        stdin.seek(0)
        with redirect_stdout(output), redirect_stderr(errors), patch.object(sys, "stdin", stdin):
            status = main(words)
        output.seek(0)
        return Result(status, output.read(), errors.getvalue())


def check_commands(*commands: list[list[str]]) -> None:
    for words in (words for some in commands for words in some):
        status, output, errors = yahtzee(*words)
        assert status in (0, 1), words
        assert re.fullmatch(r"(yahtzee: [^\n]{1,1100}\n){0,2}", errors), (words, errors)
        assert (status == 0) or errors, words
        assert (output + errors).replace("\n", "").isprintable()


def check_pages() -> None:
    """Read from the journal what the start page and the page of saved games show."""
    last_unfinished()
    cut_off_game()
    reader = JournalReader()
    with suppress(JournalError):
        for number in reader.numbers():
            reader.line(number)
            with suppress(ValueError):
                reader.record(number)
        reader.scores()
        reader.past_totals(Setup(people("me"), 1), "me")


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement, values)
        connection.commit()


COLUMNS = ["sitting", "begun", "header", "total", "finished", "is_left", "grid", "line", "number", "game"]
VALUES = {
    "null": None,
    "text": "\x1b]0;x\x07 abc",
    "bytes": b"\x00\xff\xfe" * 10,
    "negative": -5,
    "huge": 2**63 - 1,
    "float": 9e300,
    "infinite": float("inf"),
    "long": "total " * 30_000,
    "two games": "h89yahtzee-record 1\n" * 2,
    "negative totals": "total -5",
    "many totals": "total 5 5 5",
    "other rules": "h89yahtzee-record 1\nrules quintzee columns 6 bonus joker\nseed -9\n"
    "dealing own\nknobs ha=0 hb=0\nplayer human me\nplayer nobody \x9b",
}
CASES = [(column, name, game) for column in COLUMNS for name in VALUES for game in (FINISHED, LEFT)]


def set_oddly(path: Path, column: str, name: str, game: int) -> bool:
    """Set a column of the game or of its first turn to the value called `name`; return False if the schema forbids
    it."""
    table = "turn" if column in ("line", "number", "game") else "game"
    where = "game = ? AND number = 1" if table == "turn" else "number = ?"
    try:
        change(path, f"UPDATE {table} SET {column} = ? WHERE {where}", VALUES[name], game)
    except sqlite3.IntegrityError:
        return False
    return True


@pytest.mark.parametrize(("column", "name", "game"), few_fast(8, random.Random(5).sample(CASES, 60)))
def test_odd_values(journal: Path, column: str, name: str, game: int) -> None:
    if set_oddly(journal, column, name, game):
        check_pages()
        check_commands(READING, REVIEWING, PLAYING)


def changed_bytes(content: bytes, numbers: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(numbers.choice([1, 1, 2, 8])):
        data[numbers.randrange(len(data))] = numbers.choice([0, 0xFF, 0x80, numbers.randrange(256)])
    return bytes(data)


@pytest.mark.parametrize("seed", few_fast(5, range(20)))
def test_changed_bytes(journal: Path, content: bytes, seed: int) -> None:
    journal.write_bytes(changed_bytes(content, random.Random(seed)))
    check_pages()
    check_commands(READING, PLAYING)


@pytest.mark.slow
def test_many_changed_bytes(journal: Path, content: bytes) -> None:
    numbers = random.Random(2)
    for _ in range(300):
        for path in journal.parent.iterdir():
            path.unlink()
        journal.write_bytes(changed_bytes(content, numbers))
        check_pages()
        check_commands(READING, REVIEWING[:1], PLAYING)


SCHEMA = [
    (old, new)
    for old in ("AUTOINCREMENT", "sitting", "header TEXT", "REFERENCES game", "turn (", "UNIQUE")
    for new in ("x", "\xff", "\x00")
]


@pytest.mark.parametrize(("old", "new"), SCHEMA)
def test_a_changed_byte_of_the_schema(journal: Path, content: bytes, old: str, new: str) -> None:
    """The journal is set aside when the first turn is posted; until then all that reads it says what is wrong."""
    before = content.replace(old.encode(), old[:-1].encode() + new.encode("latin-1"))
    assert before != content
    journal.write_bytes(before)
    check_pages()
    for words in READING:
        status, output, errors = yahtzee(*words)
        assert (status, output) == (1, "")
        assert re.fullmatch(f"yahtzee: {re.escape(str(journal))}: [ -~]+\n", errors)
    status, _, errors = yahtzee("-r5", "me")
    aside = journal.with_name("journal-set-aside-1.sqlite3")
    assert re.fullmatch(f"yahtzee: {journal}: [ -~]+; it was set aside as {aside}\n", errors)
    assert (status, aside.read_bytes()) == (0, before)
    assert yahtzee("--games").output.count("\n") == 1


def test_what_is_left_out_is_said(journal: Path) -> None:
    change(journal, "UPDATE game SET total = 'total 1 2 3' WHERE number = 1")
    status, output, errors = yahtzee("--scores")
    assert (status, errors) == (0, "yahtzee: left out: 1 finished game that can't be read (--games says why)\n")
    assert re.search(r"^me +h89 +1 ", output, re.MULTILINE)
    assert yahtzee("--scores", "--json").errors == errors
    unreadable = [line for line in yahtzee("--games").output.splitlines() if "unreadable" in line]
    assert unreadable == ["    1  2026-11-21 12:00  (unreadable: expected a total for each player)"]
    scores = JournalReader().scores()
    assert scores.left_out.startswith("left out: 1 finished game")
    head, only = scores.best
    assert (head, only.split()[0]) == ("h89, 1 column: the best games of all", "1.")
    rows = [line.split()[1:3] for line in scores.statistics if line.startswith("me ")]
    assert rows == [["h89", "1"], ["h89", only.split()[1]]]


def test_a_number_after_which_none_comes(journal: Path) -> None:
    """After a game with the largest number sqlite would refuse every further game."""
    change(journal, "INSERT INTO game (number, sitting, begun, header) VALUES (9223372036854775807, 1, 1, '')")
    status, _, errors = yahtzee("-r5", "me")
    assert status == 0
    assert "it was set aside as" in errors


def test_the_newest_game_that_can_be_read_is_resumed(journal: Path) -> None:
    save(journal, record_of(2, seed=4))
    change(journal, "UPDATE game SET header = 'x' WHERE number = 4")
    result = yahtzee("--continue", answers="q\n")
    assert (result.status, result.errors) == (0, "")
    assert "Seed 3: " in result.output


def test_an_earlier_game_that_is_none_isnt_counted(journal: Path) -> None:
    change(journal, "UPDATE game SET header = 'x' WHERE number = 1")
    result = yahtzee("--continue", answers="q\n")
    assert (result.status, result.errors) == (0, "")
    assert "me rolls" in result.output
