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

    `last` has the latest totals, the oldest of them first. `average` is the average of all totals; newer totals may
    have a greater weight.
    """

    last: tuple[int, ...]
    best: int
    average: float


@dataclass(frozen=True, slots=True)
class Scores:
    """Lines of text about finished games: the `statistics` of each person, and the `best` games of all people.

    `statistics` is empty if no game is finished, `best` if no person has finished a game. `left_out` says how many
    games can't be read; it is empty if all games can be read. `spoken` has the same content in whole sentences.
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
        """Return a table of the finished games of the day, or sentences with the same content if they are to be
        read `aloud`. The caller has to compute these lines step by step.

        Only the games that count are listed: of a person's games of one day by the same rules, the first.
        """
        ...

    def totals_like(self, setup: Setup) -> Sequence[int]:
        """Return the first player's totals in the finished games with exactly this `setup` (the same players, rules
        and seed), in the order in which the games ended."""
        ...

    def results_of(self, day: Day, rules: RuleSet) -> Sequence[tuple[str, int]]:
        """Return a pair of name and total for each person who has finished the game of `day` by `rules`; the
        highest total comes first.

        If a person has finished this game several times, the total is that of the first time.
        """
        ...

    def past_totals(self, setup: Setup, name: str) -> PastTotals | None:
        """Return the past totals of the person `name` by the rules of `setup`; None if there are none."""
        ...


class SeriesTotals:
    """The totals that the players of `series` made in earlier games, read from `saved` once after each game."""

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
