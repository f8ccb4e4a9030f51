"""The journal: every posted turn in a transaction of its own, on the disk before anybody sees it.

A file that is damaged or of a newer version is renamed, and a new journal begun. `history` reads the games.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from h89yahtzee.game.played_columns import PlayedColumns
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.notation.played_columns_text import format_columns
from h89yahtzee.notation.record_text import header_lines, total_line, turn_line
from h89yahtzee.store.database import SIDE_FILES
from h89yahtzee.store.errors import JournalError, UnusableJournal, journal_errors
from h89yahtzee.store.game_tables import check_whole, connect_to_games
from h89yahtzee.store.locks import locks_at
from h89yahtzee.store.own_files import set_aside

_NOT_LEFT = "UPDATE game SET is_left = 0 WHERE number = ? AND is_left"


class Journal:
    """The journal at `path`, whose directory exists. `clock` gives the seconds since 1970.

    `set_aside` is the new name of an unusable file, `fault` what was wrong with it. JournalError if the journal
    can't be used, here and from every method.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self.set_aside: Path | None = None
        self.fault = ""
        with journal_errors(path), locks_at(path) as self._locks:
            self._connection = self._connect()

    def close(self) -> None:
        """Close it; other programs may then resume its games."""
        self._connection.close()
        self._locks.close()

    def take(self, game: int) -> bool:
        """Lock `game` to resume it; False if another program plays it."""
        with journal_errors(self._path):
            return self._locks.take(game)

    def release(self, game: int) -> None:
        with journal_errors(self._path):
            self._locks.release(game)

    def post(
        self,
        record: Record,
        turn: int,
        game: int | None,
        sitting: int | None = None,
        played: PlayedColumns = (),
    ) -> int:
        """Write turn `turn` of `record`, which is posted, and with the last one the totals; the game's number.

        None for `game` begins one and locks it, on a grid with the columns `played`; without `sitting` it is the
        first of a sitting. A turn can be written only once. Until `leave` the game counts as cut off.
        """
        number = game
        try:
            with self._transaction() as connection:
                if number is None:
                    number = self._begin(record.setup, sitting, format_columns(played))
                connection.execute(_NOT_LEFT, (number,))
                line = turn_line(record.turns[turn], record.setup.rules)
                connection.execute("INSERT INTO turn VALUES (?, ?, ?)", (number, turn, line))
                if record.totals is not None and turn == len(record.turns) - 1:
                    self._finish(number, total_line(record.totals))
        except JournalError:
            if game is None and number is not None:
                self._locks.release(number)
            raise
        return number

    def resume(self, game: int) -> None:
        """Note that `game` is played again."""
        with self._transaction() as connection:
            connection.execute(_NOT_LEFT, (game,))

    def leave(self, game: int) -> None:
        """Note that `game` was left on purpose."""
        with self._transaction() as connection:
            connection.execute("UPDATE game SET is_left = 1 WHERE number = ? AND finished IS NULL", (game,))

    def discard(self, game: int) -> None:
        """Forget an unfinished game."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM game WHERE number = ? AND finished IS NULL", (game,))

    def replace(self) -> None:
        """Set the file aside, if it is damaged, and begin a new one."""
        self._connection.close()
        with journal_errors(self._path):
            self._connection = self._replaced()

    def _connect(self) -> sqlite3.Connection:
        if not self._locks.use():
            raise JournalError(f"{self._path}: another program has it alone")
        try:
            return connect_to_games(self._path)
        except UnusableJournal:
            return self._replaced()

    def _replaced(self) -> sqlite3.Connection:
        """Another program may have set the file aside in the meantime."""
        if not self._locks.use_alone():
            raise JournalError(f"{self._path}: it can't be used, and another program has it open")
        try:
            check_whole(self._path)
        except UnusableJournal as error:
            self.fault, self.set_aside = str(error), set_aside(self._path, SIDE_FILES)
        try:
            return connect_to_games(self._path)
        finally:
            self._locks.use()

    def _begin(self, setup: Setup, sitting: int | None, grid: str) -> int:
        """Begin a game, locked before others can see it."""
        cursor = self._connection.execute(
            "INSERT INTO game (sitting, begun, header, grid) VALUES (?, ?, ?, ?)",
            (sitting or 0, int(self._clock()), "\n".join(header_lines(setup)), grid),
        )
        number = cursor.lastrowid
        assert number is not None
        if sitting is None:
            self._connection.execute("UPDATE game SET sitting = number WHERE number = ?", (number,))
        if not self._locks.take(number):
            raise JournalError(f"{self._path}: another program has claimed game {number}")
        return number

    def _finish(self, game: int, total: str) -> None:
        self._connection.execute(
            "UPDATE game SET total = ?, finished = (SELECT coalesce(max(finished), 0) + 1 FROM game)"
            " WHERE number = ? AND finished IS NULL",
            (total, game),
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with journal_errors(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield self._connection
