"""The user's journal, which of its games is resumed, and the grid that a new game finds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from h89yahtzee.apps.cached_values import player_of
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.paths import journal_file, make_private
from h89yahtzee.apps.yahtzee.yahtzee_options import LAST
from h89yahtzee.game.played_columns import PlayedColumns, found_by, none_played, with_columns_of
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.notation.record_text import header_lines
from h89yahtzee.store.history import History, SavedGame
from h89yahtzee.store.journal import Journal
from h89yahtzee.store.saver import Saver
from h89yahtzee.table.series.match import Match

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game as it was left or cut off, which no other program plays, and who saves what follows."""

    match: Match
    saver: Saver
    was_cut_off: bool


def open_saver() -> Saver:
    return Saver(_open_journal)


def _open_journal() -> Journal:
    path = journal_file(os.environ)
    make_private(path.parent)
    return Journal(path, time.time)


def read_journal(read: Callable[[History], _T], empty: _T, path: Path | None = None) -> _T:
    """Return what `read` finds in the journal, or `empty` without one; JournalError if it can't be read.

    It is the user's own unless `path` names another, here and elsewhere.
    """
    path = path or journal_file(os.environ)
    if not path.exists():
        return empty
    with closing(History(path)) as history:
        return read(history)


def resume(number: int) -> Resumed:
    """Game `number`, or with `LAST` the newest that can be resumed; CommandError if there is none."""
    games = _unfinished() if number == LAST else [find_game(number)]
    failure = CommandError("another program plays it" if games else "there is no unfinished game")
    for game in games:
        if game.is_finished:
            raise CommandError(f"game {number} is finished: expected an unfinished one")
        try:
            resumed = _resume(game)
        except ValueError as error:
            failure = CommandError(f"game {game.number}: {error}")
            continue
        if resumed is not None:
            return resumed
    raise failure


def resume_like(setup: Setup) -> Resumed | None:
    """The newest game of these players by these rules, if it is unfinished and no other program plays it."""

    def newest(history: History) -> SavedGame | None:
        wanted = _but_seed(header_lines(setup))
        return next((game for game in history.games() if _but_seed(game.header.split("\n")) == wanted), None)

    try:
        game = read_journal(newest, None)
        return None if game is None or game.is_finished else _resume(game)
    except (OSError, ValueError):
        # What is wrong is told as soon as something can't be saved.
        return None


def columns_on_grid(setup: Setup) -> PlayedColumns:
    """What a game of `setup` finds on the grid that the same players filled last."""
    nothing = none_played(len(setup.players))
    if not setup.rules.column_choices:
        return nothing
    try:
        return found_by(setup.rules, read_journal(lambda history: _last_grid(history, setup), nothing))
    except (OSError, ValueError):
        return nothing


def _last_grid(history: History, setup: Setup) -> PlayedColumns:
    for game in history.games():
        if f"\nrules {setup.rules.name} " in game.header and game.outline().setup.players == setup.players:
            if not game.is_finished:
                return game.played_columns()
            *_, state = history.record(game).states()
            return with_columns_of(state, game.played_columns())
    return none_played(len(setup.players))


def find_game(number: int, path: Path | None = None) -> SavedGame:
    """CommandError where there is none."""
    game = read_journal(lambda history: history.game(number), None, path)
    if game is None:
        raise CommandError(f"there is no game {number}: expected one that --games lists")
    return game


def last_finished_game() -> SavedGame:
    """CommandError where there is none."""
    game = read_journal(lambda history: history.last_finished(), None)
    if game is None:
        raise CommandError("there is no finished game yet")
    return game


def whole_record(game: SavedGame, path: Path | None = None) -> Record:
    """The record, of an unfinished game with the first roll of the next turn; CommandError where it is no game."""
    try:
        record = read_journal(lambda history: history.record(game), None, path)
        assert record is not None
        if record.totals is None:
            return Match.resume(record, ()).record
        list(record.states())
    except ValueError as error:
        raise CommandError(f"game {game.number}: {error}") from None
    return record


def _unfinished() -> list[SavedGame]:
    return read_journal(lambda history: [*history.unfinished()], [])


def _but_seed(header: list[str]) -> list[str]:
    return [line for line in header if not line.startswith("seed ")]


def _resume(game: SavedGame) -> Resumed | None:
    """None where another program plays it or has finished it; ValueError where what is saved is no game."""
    saver = open_saver()
    match = None
    try:
        if _may_play(saver, game):
            match = read_journal(lambda history: _left_match(history, game.number, saver), None)
    finally:
        if match is None:
            saver.close()
    return None if match is None else Resumed(match, saver, not game.is_left)


def _may_play(saver: Saver, game: SavedGame) -> bool:
    """Where nothing can be written a game can be played on all the same."""
    with suppress(OSError):
        return saver.take(game)
    return True


def _left_match(history: History, number: int, saver: Saver) -> Match | None:
    """Read the game again, now that no other program can change it."""
    game = history.game(number)
    if game is None or game.is_finished:
        return None
    record = history.record(game)
    match = Match.resume(record, wins_before(history, game), player_of, game.played_columns())
    saver.go_on_from(record)
    return match


def wins_before(history: History, game: SavedGame) -> tuple[int, ...]:
    """How many of the earlier games of its sitting that the same players played each of them has won."""
    players = game.outline().setup.players
    wins = [0] * len(players)
    for earlier in history.finished_before(game):
        # What is no game any more isn't counted.
        with suppress(ValueError):
            outline = earlier.outline()
            totals = (outline.totals or ()) if outline.setup.players == players else ()
            for seat, total in enumerate(totals):
                wins[seat] += total == max(totals)
    return tuple(wins)
