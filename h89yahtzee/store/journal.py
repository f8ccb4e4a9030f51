"""The journal of games, a sqlite database: each posted turn (one played to its end) is on the disk before any
player sees it.

A game is a row of the SQL table `game`, and each of its posted turns a row of the SQL table `turn`. `header`,
`line` and `total` are text lines of the game's record. `sitting` is the number of the first of the games that were
played in a row. `finished` numbers the finished games in the order of their ends, since clocks may be set back.
`is_left` is 1 for an unfinished game that was left on purpose, else 0: the game is being played, is finished or was
cut off. `grid` has the columns that earlier games filled on the same grid (card for several games), as
`notation.record_text` writes them.

A file that is damaged or of another version is renamed, and a new journal begun. `store.history` reads the games.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from h89yahtzee.game.record import PlayedColumns, Record, Setup
from h89yahtzee.notation.record_text import format_columns, header_lines, total_line, turn_line
from h89yahtzee.store import database
from h89yahtzee.store.own_files import set_aside

if TYPE_CHECKING:
    from h89yahtzee.store.history import SavedGame

VERSION = 2
_TABLES = (
    """CREATE TABLE game (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        sitting INTEGER NOT NULL,
        begun INTEGER NOT NULL,
        header TEXT NOT NULL,
        total TEXT,
        finished INTEGER UNIQUE,
        is_left INTEGER NOT NULL DEFAULT 0,
        grid TEXT NOT NULL DEFAULT ''
    )""",
    """CREATE TABLE turn (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID""",
)
_SCHEMA = (*_TABLES, f"PRAGMA user_version = {VERSION}")
_FOUND = (*_TABLES, "CREATE TABLE sqlite_sequence(name,seq)")
"""The statements that sqlite lists in `sqlite_master` for a journal of this version."""
_MOST = 2**40
"""A journal that has a game with this number or a higher one is refused, since it must be damaged."""
_NUMBERS = """SELECT 1 WHERE coalesce((SELECT max(number) FROM game), 0) >= :most
    OR coalesce((SELECT max(seq) FROM sqlite_sequence), 0) >= :most
    OR typeof((SELECT max(finished) FROM game)) NOT IN ('null', 'integer')
    OR (SELECT max(finished) FROM game) >= :most"""


def connect_to_games(path: Path) -> sqlite3.Connection:
    """Open the journal at `path` for writing games; create it if it is missing."""
    return database.connect(path, _SCHEMA, _check_to_write)


def connect_to_read_games(path: Path) -> sqlite3.Connection:
    """Open the existing journal at `path` for reading only."""
    return database.connect_to_read(path, _check)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise UnusableJournal unless the database has the version and the tables of this program's journals."""
    database.check_kind(connection, path, "a journal", VERSION, _FOUND)


def _check_to_write(connection: sqlite3.Connection, path: Path) -> None:
    """Raise UnusableJournal if `_check` does, or if a game has so high a number that none might be left for new
    games."""
    _check(connection, path)
    if connection.execute(_NUMBERS, {"most": _MOST}).fetchone():
        raise database.UnusableJournal(f"{path}: expected games with numbers below {_MOST}")


_NOT_LEFT = "UPDATE game SET is_left = 0 WHERE number = ? AND is_left"


class Journal:
    """The journal at `path`, whose directory exists, opened for writing. `clock` returns seconds since 1970.

    `fault` is a message if the file couldn't be used, or if it was moved, removed or replaced while open; otherwise
    "". If an unusable file was renamed, `set_aside` is its new path, otherwise None. The constructor and all
    methods raise JournalError if the journal can't be used.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self.set_aside: Path | None = None
        self.fault = ""
        self.openings = 1
        """The number of times that the file was opened. When it has risen, each user of this journal must write
        anew the game that is being played, since the file may be a new one."""
        self._users = 1
        with database.journal_errors(path), database.locks_at(path) as self._locks:
            self._connection = self._connect()
        self._stamp = database.stamp(path)

    @property
    def is_closed(self) -> bool:
        return not self._users

    def share(self) -> Journal:
        """Return this journal for one more user, who must close it too."""
        self._users += 1
        return self

    def close(self) -> None:
        """End one use of the journal. When its last user calls this, close the file and unlock its games, so that
        other programs may resume them."""
        self._users -= 1
        if self.is_closed:
            self._connection.close()
            self._locks.close()

    def take(self, game: int) -> bool:
        """Lock the game with the number `game`, which must be done before the game is resumed; return False if
        another program plays it."""
        with database.journal_errors(self._path):
            return self._locks.take(game)

    def release(self, game: int) -> None:
        with database.journal_errors(self._path):
            self._locks.release(game)

    def post(
        self, record: Record, first: int, game: int | None, sitting: int | None = None, played: PlayedColumns = ()
    ) -> int:
        """Write the turns of `record` from the 0-based index `first` on, all of them posted (played to their end);
        return the game's number in the journal.

        `game` is that number, or None for a new game, which is begun and locked. `sitting` is the number of the
        first game of the sitting (games played in a row), None if this game is the first. `played` are the columns
        that earlier games filled on the game's grid (card for several games). The totals are written with the last
        turn. JournalError if one of the turns was written before; then none is written. An unfinished game counts
        as cut off until `leave` is called.
        """
        number, rules = game, record.setup.rules
        lines = ((number, turn, turn_line(record.turns[turn], rules)) for turn in range(first, len(record.turns)))
        try:
            with self._transaction() as connection:
                if number is None:
                    number = self._begin(record.setup, sitting, format_columns(played))
                connection.execute(_NOT_LEFT, (number,))
                connection.executemany("INSERT INTO turn VALUES (?, ?, ?)", lines)
                if record.totals is not None:
                    self._finish(number, total_line(record.totals))
        except database.JournalError:
            if game is None and number is not None:
                self._locks.release(number)
            raise
        return number

    def resume(self, game: int) -> None:
        """Note that `game` is played again; if play ends without `leave`, the game counts as cut off."""
        with self._transaction() as connection:
            connection.execute(_NOT_LEFT, (game,))

    def leave(self, game: int) -> None:
        """Note that `game` was left on purpose, unless it is finished."""
        with self._transaction() as connection:
            connection.execute("UPDATE game SET is_left = 1 WHERE number = ? AND finished IS NULL", (game,))

    def discard(self, game: int) -> None:
        """Delete `game` from the journal, unless it is finished."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM game WHERE number = ? AND finished IS NULL", (game,))

    def replace(self) -> None:
        """Open the journal again. If its file is damaged, first rename it, then begin a new journal."""
        self._connection.close()
        self._stamp = database.Stamp()  # so the next use tries again if the file can't be replaced now
        with database.journal_errors(self._path):
            self._connection = self._replaced()
            self._stamp = database.stamp(self._path)
        self.openings += 1

    def _connect(self) -> sqlite3.Connection:
        if not self._locks.use():
            raise database.JournalError(f"{self._path}: another program has it alone")
        try:
            return connect_to_games(self._path)
        except database.UnusableJournal:
            return self._replaced()

    def _replaced(self) -> sqlite3.Connection:
        """Return a connection to a usable journal: rename the file if it is unusable, and begin a new journal if
        there is none."""
        self.set_aside, self.fault = None, f"{self._path}: {database.OTHER_FILE}"
        if self._path.exists() and not self._locks.use_alone():
            raise database.JournalError(f"{self._path}: it can't be used, and another program has it open")
        try:  # another program may have made a new journal in the meantime
            with closing(connect_to_games(self._path)) as connection, database.journal_errors(self._path):
                database.check_integrity(connection, self._path)
        except database.UnusableJournal as error:
            self.fault, self.set_aside = str(error), set_aside(self._path, database.SIDE_FILES)
        try:
            return connect_to_games(self._path)
        finally:
            self._locks.use()

    def _begin(self, setup: Setup, sitting: int | None, grid: str) -> int:
        """Insert a game that begins with `setup`, and return its number. The game is locked before other programs
        can see it.

        `sitting` is as in `post`; `grid` is the text of the columns that earlier games filled on the game's grid.
        """
        cursor = self._connection.execute(
            "INSERT INTO game (sitting, begun, header, grid) VALUES (?, ?, ?, ?)",
            (sitting or 0, int(self._clock()), "\n".join(header_lines(setup)), grid),
        )
        number = cursor.lastrowid
        assert number is not None
        if sitting is None:
            self._connection.execute("UPDATE game SET sitting = number WHERE number = ?", (number,))
        if not self._locks.take(number):
            raise database.JournalError(f"{self._path}: another program has claimed game {number}")
        return number

    def _finish(self, game: int, total: str) -> None:
        self._connection.execute(
            "UPDATE game SET total = ?, finished = (SELECT coalesce(max(finished), 0) + 1 FROM game)"
            " WHERE number = ? AND finished IS NULL",
            (total, game),
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with database.journal_errors(self._path):
            self._check_file()
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield self._connection
            self._stamp = database.stamp(self._path)

    def _check_file(self) -> None:
        """Raise UnusableJournal if the file was removed or replaced, or if another program has damaged it.

        Without this check, turns would be written to a file that nobody finds, and damage noticed much later.
        """
        found = database.stamp(self._path)
        if not found.is_same_file(self._stamp):
            raise database.UnusableJournal(f"{self._path}: {database.OTHER_FILE}")
        if found != self._stamp:
            with closing(connect_to_games(self._path)) as connection:
                database.check_integrity(connection, self._path)
            self._stamp = found


class Saver:
    """The saving of one game after another in a journal, turn by turn.

    `open_journal` opens the journal. It is called at the first write and, if that fails, again at the next one.
    After a failed write the next `save` writes all missing turns. `set_aside` is a sentence for the user if an
    unusable journal was renamed, or if the journal's file was moved, removed or replaced; otherwise it is empty.
    """

    def __init__(self, open_journal: Callable[[], Journal]) -> None:
        self._open_journal = open_journal
        self._journal: Journal | None = None
        self.set_aside = ""
        self._number: int | None = None
        self._sitting: int | None = None
        self._is_claimed = False
        self._saved: Record | None = None
        self._openings = 0

    def close(self) -> None:
        if self._journal is not None:
            if self._number is not None and self._is_claimed:
                self._journal.release(self._number)
            self._journal.close()
            self._journal = None

    def take(self, game: SavedGame) -> bool:
        """Lock `game` to resume it; return False if another program plays it. JournalError if the journal can't be
        used.

        The caller then reads the game's record, which nobody else can change any more, and calls `go_on_from`.
        """
        self._number, self._sitting, self._is_claimed = game.number, game.sitting, False
        if not self._claim():
            self._leave_game()
            return False
        return True

    def go_on_from(self, record: Record) -> None:
        """Resume the game that was locked by `take`; `record` is the game's record in the journal."""
        self._saved = record.posted()
        if self._journal is not None and self._number is not None and self._is_claimed:
            with suppress(database.JournalError):
                self._journal.resume(self._number)

    def save(self, record: Record, played: PlayedColumns = ()) -> None:
        """Write the posted turns of `record` that aren't saved yet; JournalError on failure.

        `played` are the columns that earlier games filled on the game's grid (card for several games).
        """
        posted = record.posted()
        if self._saved is not None and not posted.continues(self._saved):
            self._leave_game()
        if len(posted.turns) > self._turns_saved:
            try:
                self._post(posted, played)
            except database.UnusableJournal:
                journal = self._opened()
                journal.replace()
                self._note_set_aside(journal)
                self._post(posted, played)

    def number_of(self, setup: Setup) -> int | None:
        """Return the journal's number of the current game; None if the game didn't begin with `setup`, or isn't
        saved yet."""
        return self._number if self._saved is not None and self._saved.setup == setup else None

    def leave(self) -> None:
        """Note in the journal that the current game was left on purpose."""
        if self._journal is not None and self._number is not None and self._is_claimed:
            self._journal.leave(self._number)

    def discard(self) -> None:
        """Delete the current game from the journal, unless it is finished."""
        if self._journal is not None and self._number is not None:
            self._journal.discard(self._number)
            self._leave_game()

    @property
    def _turns_saved(self) -> int:
        return 0 if self._saved is None else len(self._saved.turns)

    def _opened(self) -> Journal:
        if self._journal is None:
            self._journal = self._open_journal()
            self._openings = self._journal.openings
            self._note_set_aside(self._journal)
        return self._journal

    def _note_set_aside(self, journal: Journal) -> None:
        if journal.set_aside is not None:
            self.set_aside = f"{journal.fault}; it was set aside as {journal.set_aside}"
        elif journal.fault:
            self.set_aside = f"{journal.fault}; the games in play are written anew"
        journal.set_aside, journal.fault = None, ""

    def _claim(self) -> bool:
        if self._number is not None and not self._is_claimed:
            self._is_claimed = self._opened().take(self._number)
        return self._number is None or self._is_claimed

    def _post(self, posted: Record, played: PlayedColumns) -> None:
        if self._opened().openings != self._openings:
            self._openings = self._opened().openings
            self._number = self._sitting = self._saved = None
        if not self._claim():
            raise database.JournalError(f"game {self._number} is played by another program")
        self._number = self._opened().post(posted, self._turns_saved, self._number, self._sitting, played)
        self._is_claimed = True
        self._sitting = self._sitting or self._number
        self._saved = posted

    def _leave_game(self) -> None:
        """Note that the current game was left on purpose, and unlock it; from then on there is no current game."""
        if self._journal is not None and self._number is not None and self._is_claimed:
            self._journal.leave(self._number)
            self._journal.release(self._number)
        self._number = self._saved = None
        self._is_claimed = False
