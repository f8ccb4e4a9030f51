"""The interface through which a table reads saved games and people's past totals, wherever these are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from h89yahtzee.game.day import Day
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.game.rules import RuleSet

if TYPE_CHECKING:
    from h89yahtzee.table.match import GameSeries
    from h89yahtzee.table.reviews import PendingLines


@dataclass(frozen=True, slots=True)
class PastTotals:
    """Totals of one person's finished games by the same rules with the same number of columns.

    `last` has the latest totals, oldest first. `average` is over all totals; newer ones may count more in it.
    """

    last: tuple[int, ...]
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class Scores:
    """Lines of text on finished games: the `statistics` of each person, and the `best` games of all people.

    `statistics` is empty if no game is finished, `best` if no person has finished one. `left_out` says how many
    games can't be read, and is empty if all can. `spoken` says all of that in whole sentences.
    """

    statistics: Sequence[str] = ()
    best: Sequence[str] = ()
    left_out: str = ""
    spoken: Sequence[str] = ()


class SavedGames(Protocol):
    """Read-only access to saved games; every method raises OSError if reading fails."""

    def numbers(self) -> Sequence[int]:
        """Return the numbers of all games, the newest first."""
        ...

    def line(self, number: int) -> str:
        """Return a line of text with the date, rules, players and totals of game `number`."""
        ...

    def sentence(self, number: int) -> str:
        """Return the content of `line` as a whole sentence."""
        ...

    def record(self, number: int) -> Record:
        """Return the whole record of game `number`; ValueError if there is no such game or it breaks the rules."""
        ...

    def how_to_resume(self, number: int) -> str:
        """Return a command that resumes the unfinished game `number`; "" for people who can't type commands."""
        ...

    def scores(self) -> Scores: ...

    def days(self, aloud: bool) -> PendingLines:
        """Return a list of all finished games of the day: lines of a table, or sentences to be read `aloud`."""
        ...

    def totals_like(self, setup: Setup) -> Sequence[int]:
        """Return the first player's totals in the finished games with this `setup`, in the order of their ends."""
        ...

    def results_of(self, day: Day, rules: RuleSet) -> Sequence[tuple[str, int]]:
        """Return each person who has finished the game of `day`, and the person's first total in it.

        The highest total comes first.
        """
        ...

    def past_totals(self, setup: Setup, name: str) -> PastTotals | None:
        """Return the totals of the person called `name` by the rules of `setup`; None without a finished game."""
        ...


class SeriesTotals:
    """The totals of earlier games of the people who play `series`, read from `saved` once after each game."""

    def __init__(self, series: GameSeries, saved: SavedGames | None) -> None:
        self._series = series
        self._saved = saved
        self._record: Record | None = None
        self._found: dict[int, PastTotals | None] = {}

    def of(self, seat: int) -> PastTotals | None:
        """Return the past totals of the player in `seat`.

        The result is None unless this game is finished and saved, and the player has finished earlier games.
        """
        record = self._series.record
        if self._saved is None or record.totals is None:
            return None
        if record is not self._record:
            self._record, self._found = record, {}
        if seat not in self._found:
            past = self._ask(self._saved, record.setup, seat)
            is_later = past is not None and len(past.last) > 1 and past.last[-1] == record.totals[seat]
            self._found[seat] = past if is_later else None
        return self._found[seat]

    def _ask(self, saved: SavedGames, setup: Setup, seat: int) -> PastTotals | None:
        try:
            return saved.past_totals(setup, setup.players[seat].name)
        except OSError:
            return None
