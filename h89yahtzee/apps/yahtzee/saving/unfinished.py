"""The unfinished games of the journal that nobody plays now, and how they are resumed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass

from h89yahtzee.apps.yahtzee.saving.resuming import open_saver, read_journal
from h89yahtzee.game.record import Setup
from h89yahtzee.store.history import History, SavedGame
from h89yahtzee.table.series.match import Match

_Condition = Callable[[SavedGame], bool]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that was left on purpose or cut off in `turn`, from 0; `totals` are those of the players so far."""

    number: int
    setup: Setup
    turn: int
    totals: tuple[int, ...]
    was_cut_off: bool


def last_unfinished() -> Unfinished | None:
    """The game that `--continue` resumes; None where there is none, or the journal can't be read."""
    return _first(lambda _: True, lambda game: not _is_played(game))


def cut_off_game() -> Unfinished | None:
    """The last game that was cut off, once: after that it counts as left."""
    return _first(lambda game: not game.is_left, _note_as_left)


def options_to_resume(number: int) -> list[str]:
    """The words that resume the game `number` which this program has just played."""
    found: int | None = read_journal(
        lambda history: next((game.number for game in history.unfinished()), None), None
    )
    return ["--continue"] if found == number else ["--continue", str(number)]


def _first(is_wanted: _Condition, is_free: _Condition) -> Unfinished | None:
    try:
        return read_journal(lambda history: _found(history, is_wanted, is_free), None)
    except OSError:
        return None


def _found(history: History, is_wanted: _Condition, is_free: _Condition) -> Unfinished | None:
    for game in filter(is_wanted, history.unfinished()):
        # What is no game any more is passed over.
        with suppress(ValueError):
            state = Match.resume(history.record(game), ()).state
            if is_free(game):
                setup = game.outline().setup
                return Unfinished(game.number, setup, state.turn, state.totals(), not game.is_left)
    return None


def _is_played(game: SavedGame) -> bool:
    """Whether another program has it; where nothing can be written none has."""
    with closing(open_saver()) as saver, suppress(OSError):
        return not saver.take(game)
    return False


def _note_as_left(game: SavedGame) -> bool:
    """False if another program plays it."""
    with closing(open_saver()) as saver, suppress(OSError):
        if not saver.take(game):
            return False
        saver.leave()
    return True
