"""Functions that resume the games in the journal, find games there by number, export them as text and add others.

A grid is a card for several games, each in columns of its own. A new game may be written on a grid that is in use:
`columns_on_grid` finds the columns that are already filled.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from h89yahtzee.apps.cached_values import player_of
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.options.declarations import LAST
from h89yahtzee.apps.paths import journal_file, make_private
from h89yahtzee.apps.recorded_games import LONGEST
from h89yahtzee.game.record import (
    HUMAN,
    PlayedColumns,
    Player,
    Record,
    Setup,
    filled_at_start,
    none_played,
    with_columns_of,
)
from h89yahtzee.notation.record_text import each_record, format_record, header_lines
from h89yahtzee.store.database import UnusableJournal
from h89yahtzee.store.history import History, SavedGame
from h89yahtzee.store.journal import Journal, Saver
from h89yahtzee.table.match import Match, PlayerOf

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Resumed:
    """A resumed game, which was left or cut off. `saver` keeps other programs from playing it and saves new
    turns."""

    match: Match
    saver: Saver
    was_cut_off: bool


def open_saver(path: Path | None = None) -> Saver:
    """Return a saver (an object that locks a game in a journal, and writes its turns there) for the journal at
    `path`, by default the user's own. The journal is opened at the first write."""
    return Saver(lambda: _open_journal(path))


def savers_in_one_journal(path: Path) -> Callable[[], Saver]:
    """Return a function that returns a new saver at each call; these savers share one open journal, at `path`."""
    opened: list[Journal] = []

    def open_shared() -> Journal:
        if opened and not opened[0].is_closed:
            return opened[0].share()
        opened[:] = [_open_journal(path)]
        return opened[0]

    return lambda: Saver(open_shared)


def _open_journal(path: Path | None) -> Journal:
    if path is None:
        path = journal_file(os.environ)
        make_private(path.parent)
    return Journal(path, time.time)


def read_journal(read: Callable[[History], _T], empty: _T, path: Path | None = None) -> _T:
    """Open the journal at `path`, by default the user's own, as a `History`, and return the result of `read`, which
    is called with it. Return `empty` if there is no file.

    JournalError if the journal can't be read. UnusableJournal, one kind of JournalError, is raised if the file is
    damaged or of another version; its message also says that the next game to be saved will rename the file and
    begin a new one.
    """
    path = path or journal_file(os.environ)
    if not path.exists():
        return empty
    try:
        with closing(History(path)) as history:
            return read(history)
    except UnusableJournal as error:
        raise UnusableJournal(f"{error}; a game that can't use it sets it aside and begins a new one") from None


def resume(number: int) -> Resumed:
    """Resume game `number`; `LAST` means the newest unfinished game that no other program plays.

    CommandError if there is no such game, or if it can't be resumed.
    """
    games: list[SavedGame]
    games = read_journal(lambda history: [*history.unfinished()], []) if number == LAST else [find_game(number)]
    failure = CommandError(_played_elsewhere(games) if games else "there is no unfinished game")
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


def _played_elsewhere(games: Sequence[SavedGame]) -> str:
    if len(games) > 1:
        return "all unfinished games are played elsewhere: leave one there first (q)"
    return f"game {games[0].number} is played by another yahtzee: leave it there first (q)"


def resume_like(setup: Setup, *, same_dice: bool = False) -> Resumed | None:
    """Resume the newest game with the players and rules of `setup`; if `same_dice`, the game must also have the
    seed of `setup`.

    None if there is no such game, or if it is finished, played by another program or unreadable.
    """
    told = list if same_dice else _but_seed
    wanted = told(header_lines(setup))
    try:
        game = _newest(lambda game: told(game.header.split("\n")) == wanted)
        return None if game is None or game.is_finished else _resume(game)
    except (OSError, ValueError):
        # Don't report a fault of the journal here: the people are told when a turn can't be saved.
        return None


def resume_table(setup: Setup, path: Path, player_of: PlayerOf, saver: Saver | None = None) -> Resumed | None:
    """Resume the newest game in the journal at `path` that began with `setup`; if this game is finished, return it
    in its final state.

    `player_of` returns the computer player for the name of a strategy and a setup. None if there is no such game or
    another program plays it; OSError or ValueError if the game can't be read.
    """
    header = "\n".join(header_lines(setup))
    game = _newest(lambda game: game.header == header, path)
    return None if game is None else _resume(game, path, player_of, saver, may_be_finished=True)


def columns_on_grid(setup: Setup) -> PlayedColumns:
    """Return for each player the totals of the columns that are already filled on the grid (a card that several
    games fill) where a new game with `setup` goes on.

    The result has no columns if the rules have no grids, if the last grid is full, if a computer player of `setup`
    wasn't in these people's last game by these rules, or if the journal can't be read.
    """
    nothing = none_played(len(setup.players))
    if not setup.rules.column_choices:
        return nothing
    try:
        return filled_at_start(setup.rules, read_journal(lambda history: _last_grid(history, setup), nothing))
    except (OSError, ValueError):
        return nothing


def _last_grid(history: History, setup: Setup) -> PlayedColumns:
    by_these_rules = (game for game in history.games() if f"\nrules {setup.rules.name} " in game.header)
    for game in by_these_rules:
        players = game.outline().setup.players
        if _people(players) == _people(setup.players):
            if not set(setup.players) <= set(players):
                break
            played = game.played_columns()
            if game.is_finished:
                *_, state = history.record(game).states()
                played = with_columns_of(state, played)
            return (
                played if players == setup.players else tuple(played[players.index(each)] for each in setup.players)
            )
    return none_played(len(setup.players))


def _people(players: Sequence[Player]) -> list[Player]:
    return [player for player in players if player.strategy == HUMAN]


def find_game(number: int, path: Path | None = None) -> SavedGame:
    """Return game `number` of the journal at `path`, by default the user's own; CommandError if there is none."""
    game = read_journal(lambda history: history.game(number), None, path)
    if game is None:
        raise CommandError(f"there is no game {number}: expected one that --games lists")
    return game


def last_finished_game() -> SavedGame:
    """Return the game that ended last; CommandError if no game is finished."""
    game = read_journal(lambda history: history.last_finished(), None)
    if game is None:
        raise CommandError("there is no finished game yet")
    return game


def whole_record(game: SavedGame, path: Path | None = None) -> Record:
    """Return the record of `game`; the record of an unfinished game ends with the first roll of the current turn.

    CommandError if the record is invalid.
    """
    try:
        record = read_journal(lambda history: history.record(game), None, path)
        assert record is not None
        if record.totals is None:
            return Match.resume(record, ()).record
        list(record.states())
    except ValueError as error:
        raise CommandError(f"game {game.number}: {error}") from None
    return record


_Condition = Callable[[SavedGame], bool]


def _newest(is_wanted: _Condition, path: Path | None = None) -> SavedGame | None:
    return read_journal(lambda history: next(filter(is_wanted, history.games()), None), None, path)


def _but_seed(header: list[str]) -> list[str]:
    return [line for line in header if not line.startswith("seed ")]


def _resume(
    game: SavedGame,
    path: Path | None = None,
    player_of: PlayerOf = player_of,
    saver: Saver | None = None,
    *,
    may_be_finished: bool = False,
) -> Resumed | None:
    """Lock `game` and resume it; ValueError if its record breaks the rules.

    None if another program plays the game, or if the game is finished and `may_be_finished` is False.
    """
    saver = saver or open_saver(path)
    match = None
    try:
        if _may_play(saver, game):
            match = read_journal(lambda history: _left_match(history, game.number, player_of), None, path)
        if match is not None and match.has_ended and not may_be_finished:
            match = None
        if match is not None:
            saver.go_on_from(match.record)
    finally:
        if match is None:
            saver.close()
    return None if match is None else Resumed(match, saver, not game.is_left)


def _may_play(saver: Saver, game: SavedGame) -> bool:
    """Lock `game` and return True; return False if another program plays it.

    If the journal can't be written, nothing can be locked; True is returned, so that the game can go on unsaved.
    """
    with suppress(OSError):
        return saver.take(game)
    return True


def _left_match(history: History, number: int, player_of: PlayerOf) -> Match | None:
    """Return game `number` of the journal as a `Match`, which goes on where it was left; None if the journal
    doesn't have this game any more."""
    # Read the game again: another program could still change it before it was locked here.
    game = history.game(number)
    if game is None:
        return None
    match = Match.resume(history.record(game), wins_before(history, game), player_of, game.played_columns())
    if match.has_ended:
        match.wins = tuple(won + (seat in match.state.winners()) for seat, won in enumerate(match.wins))
    return match


def wins_before(history: History, game: SavedGame) -> tuple[int, ...]:
    """Return how many games each player has won before `game` in the same sitting (games played in a row)."""
    players = game.outline().setup.players
    wins = [0] * len(players)
    for earlier in history.finished_before(game):
        # A game that can't be read isn't counted.
        with suppress(ValueError):
            outline = earlier.outline()
            totals = (outline.totals or ()) if outline.setup.players == players else ()
            for seat, total in enumerate(totals):
                wins[seat] += total == max(totals)
    return tuple(wins)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Game `number` of the journal, unfinished in `turn` (0-based), with the `totals` so far.

    If `was_cut_off`, the program ended in the middle of the game; otherwise the players left it on purpose.
    """

    number: int
    setup: Setup
    turn: int
    totals: tuple[int, ...]
    was_cut_off: bool


def last_unfinished(setup: Setup | None = None, *, same_dice: bool = False) -> Unfinished | None:
    """Return the game that `--continue` resumes; None if there is none or the journal can't be read.

    With a `setup` return the newest unfinished game that has the setup's players and rules; if `same_dice`, its
    seed must be the setup's, too.
    """
    if setup is None:
        return _first(lambda _: True, _is_free)
    told = list if same_dice else _but_seed
    wanted = told(header_lines(setup))
    return _first(lambda game: told(game.header.split("\n")) == wanted, _is_free)


def cut_off_game() -> Unfinished | None:
    """Return the newest game that was cut off, and mark it as left, so that a later call won't return it again."""
    return _first(lambda game: not game.is_left, _note_as_left)


def options_to_resume(number: int) -> list[str]:
    """Return the command-line options that resume game `number`, which this process has just left."""
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
        # A game that can't be read is passed over.
        with suppress(ValueError):
            state = Match.resume(history.record(game), ()).state
            if is_free(game):
                setup = game.outline().setup
                return Unfinished(game.number, setup, state.turn, state.totals(), not game.is_left)
    return None


def _is_free(game: SavedGame) -> bool:
    """Return whether no other program plays `game`; True also if the journal can't be written, so that the game can
    be resumed all the same."""
    with closing(open_saver()) as saver:
        return _may_play(saver, game)


def _note_as_left(game: SavedGame) -> bool:
    """Mark `game` as left on purpose; return False if another program plays it."""
    with closing(open_saver()) as saver, suppress(OSError):
        if not saver.take(game):
            return False
        saver.leave()
    return True


def exported() -> str:
    """Return the records of all games as text, the oldest first; "" if there are none."""
    nothing: list[Record] = []
    records = read_journal(lambda history: [history.record(game) for game in history.games()][::-1], nothing)
    return "".join(f"{format_record(record).rstrip()}\n" for record in records)


def take_in(records: Iterable[Record]) -> Iterator[int]:
    """Add the games with these `records`, which are legal, to the journal unless they are there already.

    Yield after each game the number of games added so far. JournalError if the games can't be written.
    """
    known = read_journal(lambda history: {history.text(game) for game in history.games()}, set[str]())
    added = 0
    with closing(_open_journal(None)) as journal:
        for record in map(Record.posted, records):
            text = format_record(record) if record.turns else ""
            if text and text not in known:
                known.add(text)
                with closing(Saver(journal.share)) as saver:
                    saver.save(record)
                    saver.leave()
                added += 1
            yield added


def legal_records(text: str) -> Iterator[Record]:
    """Yield the records in `text`, the content of a file. ValueError for other texts, and if a game breaks the
    rules."""
    if len(text) > LONGEST:
        raise ValueError(f"expected at most {LONGEST} characters")
    for record in each_record(text):
        _check_legal(record)
        yield record


def _check_legal(record: Record) -> None:
    """Raise ValueError unless the game can be resumed, or was finished in accordance with the rules."""
    if record.totals is None:
        Match.resume(record, ())
    else:
        list(record.states())
