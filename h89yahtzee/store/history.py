"""The games in a journal, for reading only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from h89yahtzee.game.played_columns import PlayedColumns
from h89yahtzee.game.record import Record
from h89yahtzee.notation.played_columns_text import parse_columns
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.store.database import version_of
from h89yahtzee.store.errors import journal_errors
from h89yahtzee.store.game_tables import connect_to_read_games

# Read as text, whatever is stored there. What was never written so is no header, and no time.
_GAMES = """SELECT game.number, sitting,
        CASE WHEN typeof(begun) = 'integer' AND begun BETWEEN 0 AND 1 << 37 THEN begun ELSE 0 END,
        CASE WHEN (finished IS NULL) = (total IS NULL) THEN coalesce(CAST(header AS TEXT), '?') ELSE '?' END,
        CAST(total AS TEXT), CAST(line AS TEXT), {added}
    FROM game LEFT JOIN turn ON turn.game = game.number AND turn.number = 0"""
_ADDED = {1: "1, ''", 2: "is_left, coalesce(CAST(grid AS TEXT), '?')"}
"""The columns that older versions lack, as they would be if these were brought up to date."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with the first of its turns. `header`, `total` and `first_turn` are lines of its record.

    `begun` is in seconds since 1970, `grid` the text of the columns played before it on the same grid. A game
    that is neither finished nor played now was left on purpose (`is_left`) or cut off.
    """

    number: int
    sitting: int
    begun: int
    header: str
    total: str | None
    first_turn: str | None
    is_left: int
    grid: str

    @property
    def is_finished(self) -> bool:
        return self.total is not None

    def outline(self) -> Record:
        """The record with the first turn only; NotationError if the journal holds something else."""
        record = self.record_with([] if self.first_turn is None else [self.first_turn])
        totals = record.totals
        if totals is not None and (len(totals) != len(record.setup.players) or min(totals) < 0):
            raise NotationError("expected a total for each player")
        return record

    def played_columns(self) -> PlayedColumns:
        """What was on the grid when it began; NotationError if the journal holds something else."""
        return parse_columns(self.grid, len(self.outline().setup.players))

    def record_with(self, turns: Iterable[str]) -> Record:
        """The record with these lines as its turns; NotationError if they are no record."""
        record, *others = parse_records("\n".join([self.header, *turns, self.total or ""]))
        if others or self.is_finished != (record.totals is not None):
            raise NotationError("expected one game, with totals if it is finished")
        return record


class History:
    """The journal at `path`; JournalError if it can't be read, here and from every method."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = connect_to_read_games(path)

    def close(self) -> None:
        self._connection.close()

    def games(self) -> Iterator[SavedGame]:
        """All games, the newest first."""
        return self._games("ORDER BY game.number DESC")

    def game(self, number: int) -> SavedGame | None:
        return next(self._games("WHERE game.number = ?", number), None)

    def unfinished(self) -> Iterator[SavedGame]:
        """The unfinished games, the newest first."""
        return self._games("WHERE finished IS NULL ORDER BY game.number DESC")

    def finished(self, contents: Sequence[str] = ()) -> Iterator[SavedGame]:
        """The finished games whose headers have these contents, in the order of their ends."""
        having = "AND instr(header, ?) " * len(contents)
        return self._games(f"WHERE finished IS NOT NULL {having}ORDER BY finished", *contents)

    def last_finished(self) -> SavedGame | None:
        return next(self._games("WHERE finished IS NOT NULL ORDER BY finished DESC LIMIT 1"), None)

    def finished_before(self, game: SavedGame) -> Iterator[SavedGame]:
        """The finished games before it in the same sitting."""
        condition = "WHERE sitting = ? AND game.number < ? AND finished IS NOT NULL ORDER BY game.number"
        return self._games(condition, game.sitting, game.number)

    def record(self, game: SavedGame) -> Record:
        """The whole record; NotationError if the journal holds something else."""
        with journal_errors(self._path):
            query = "SELECT coalesce(CAST(line AS TEXT), '?') FROM turn WHERE game = ? ORDER BY number"
            turns = [line for [line] in self._connection.execute(query, (game.number,))]
        return game.record_with(turns)

    def _games(self, condition: str, *values: int | str) -> Iterator[SavedGame]:
        with journal_errors(self._path):
            games = _GAMES.format(added=_ADDED[version_of(self._connection)])
            for row in self._connection.execute(f"{games} {condition}", values):
                yield SavedGame(*row)
