"""Writes down what is played at a table: in the journal, and in the file that `--record` names.

A game goes on when that fails. The players see a remark once; what happened is told when they have left.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import reason
from h89yahtzee.apps.yahtzee.saving.record_file import Recorder
from h89yahtzee.apps.yahtzee.yahtzee_options import Policy
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.table import texts
from h89yahtzee.table.series.match import GameSeries, Match, has_begun

if TYPE_CHECKING:
    from h89yahtzee.store.saver import Saver


class GameSaving:
    """Saves the games of a run: those of the series that was begun last, see `begin`."""

    def __init__(self, recorder: Recorder | None) -> None:
        self._recorder = recorder
        self._series: GameSeries | None = None
        self._save: Policy | None = None
        self._saver: Saver | None = None
        self._seen: Record | None = None
        self._left: int | None = None
        self._told: set[str] = set()
        self._set_aside: list[str] = []
        self._failures: dict[Setup, OSError] = {}

    def begin(self, series: GameSeries, save: Policy | None, saver: Saver | None = None) -> None:
        """Save the games of `series` from now on; `saver` already has the game that is resumed, else one is made.

        `save` says which games are saved; None: not even finished ones.
        """
        self.leave()
        self._left = None
        self._series, self._save, self._saver, self._seen = series, save, saver, None

    @property
    def asks_to_keep(self) -> bool:
        """Whether players who leave a game are to be asked whether it is kept."""
        return self._save is Policy.ASK

    def update(self) -> str:
        """Write what has been played, before anybody sees it. The remark for the players, mostly none."""
        if isinstance(self._series, Match):
            if self._recorder is not None:
                self._recorder.update(self._series.record)
            if self._is_to_be_saved(self._series):
                return self._update_journal(self._series)
        return ""

    def _is_to_be_saved(self, match: Match) -> bool:
        if self._save is None or match.record is self._seen:
            return False
        self._seen = match.record
        return match.has_ended if self._save is Policy.NEVER else has_begun(match.state)

    def _update_journal(self, match: Match) -> str:
        saver = self._saver = self._saver or _open_saver()
        try:
            saver.save(match.record, match.earlier)
        except OSError as error:
            self._failures[match.setup] = error
            return self._once(texts.GAME_NOT_SAVED)
        self._failures.pop(match.setup, None)
        return self._once(texts.GAMES_SET_ASIDE) if saver.set_aside else ""

    def _once(self, text: str) -> str:
        """Return `text` unless the players have been told."""
        if text in self._told:
            return ""
        self._told.add(text)
        return text

    def leave(self) -> None:
        """Let the game go, which the players leave on purpose: otherwise it counts as cut off."""
        self._left = self._number_to_resume
        if self._saver is not None:
            with suppress(OSError):
                self._saver.leave()
        self._close_saver()
        self._series = None

    def how_to_resume(self) -> list[str]:
        """The options that resume the game that is being played or was left last; none if that wasn't saved."""
        number = self._number_to_resume or self._left
        if number is None:
            return []
        from h89yahtzee.apps.yahtzee.saving.unfinished import options_to_resume

        return options_to_resume(number)

    @property
    def _number_to_resume(self) -> int | None:
        series, saver = self._series, self._saver
        if series is None or series.has_ended or saver is None or series.setup in self._failures:
            return None
        return saver.number_of(series.setup)

    def discard(self) -> None:
        """Forget the game that the players left and don't want to keep."""
        if self._saver is not None and self._series is not None:
            try:
                self._saver.discard()
            except OSError as error:
                self._failures[self._series.setup] = error

    def close(self) -> list[str]:
        """Return what is to be said of the journal when the screen is gone, a line each."""
        if self._recorder is not None:
            self._recorder.close()
        self._close_saver()
        failures = [
            f"{reason(failure)}: not everything that was played is saved" for failure in self._failures.values()
        ]
        return self._set_aside + failures[:1]

    def _close_saver(self) -> None:
        if self._saver is not None:
            self._saver.close()
            self._set_aside += [self._saver.set_aside] * bool(self._saver.set_aside)
            self._saver = None


def _open_saver() -> Saver:
    """Import the store with the first posted turn only: it would delay the first screen."""
    from h89yahtzee.apps.yahtzee.saving.resuming import open_saver

    return open_saver()
