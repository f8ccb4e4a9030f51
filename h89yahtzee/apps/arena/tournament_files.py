"""The files of a tournament: its journal, from which it can be resumed, and the records of its games."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from h89yahtzee.apps.arena.arena_options import ArenaOptions
from h89yahtzee.apps.command import CommandError, complain
from h89yahtzee.apps.paths import cache_directory, data_directory, make_private, settings_file
from h89yahtzee.arena.referee import GameResult, Outcome
from h89yahtzee.arena.sandbox.parcels import digests, packed
from h89yahtzee.arena.tournament.plan import Plan, format_outcome, format_plan, parse_outcome, parse_plan
from h89yahtzee.arena.tournament.runner import Conditions, Played
from h89yahtzee.arena.tournament.schedule import Seats
from h89yahtzee.arena.tournament.study import recorded
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.notation.record_text import format_record
from h89yahtzee.store.database import JournalError
from h89yahtzee.store.own_files import private
from h89yahtzee.store.tournaments import TournamentJournal, journals, new_journal

_RECORDS = "game-*.record"
_FINISHED = "finished"
_MOST_AHEAD = 10**6
"""Game numbers in a journal must be below the number of its outcomes plus this number. Since games are finished
nearly in order, a larger number can't be genuine."""


def begun(plan: Plan, path: Path | None, hidden: Iterable[Path] = ()) -> TournamentJournal | None:
    """Begin a journal at `path` or, if that is None, in the user's data folder; return the journal. If none can be
    written in the data folder, warn that the tournament can't be resumed, and return None.

    The plan in the journal gets hashes of the bots' files, without the `hidden` files, which bots can't read. Raise
    CommandError if `path` exists.
    """
    plan = replace(plan, digests=digests(plan.entrants, hidden))
    if path is not None:
        if path.exists():
            raise CommandError(f"{path}: it is there already; --resume goes on with it")
        return TournamentJournal.begin(path, format_plan(plan))
    try:
        directory = _directory()
        make_private(directory)
        return new_journal(directory, format_plan(plan))
    except OSError as error:
        complain("yahtzee-arena", f"{error}; when this is interrupted, it can't be resumed")
        return None


def resumed(plan: Plan | None, has_seed: bool, path: Path | None) -> TournamentJournal | None:
    """Return the journal at `path` or, if that is None, the newest journal of an interrupted tournament whose plan
    is `plan`; None if there is no such journal.

    If `plan` is None, a journal with any plan is returned. The seed in the journal may differ from the one in
    `plan`, unless the user gave the seed (`has_seed`). Raise CommandError if the journal at `path` has another
    plan.
    """
    for candidate in [path] if path is not None else journals(_directory()):
        if path is not None and not path.exists():
            return None
        if not candidate.is_file():
            raise CommandError(f"{candidate}: expected a file")
        try:
            journal = TournamentJournal(candidate)
        except JournalError:
            if path is not None:
                raise
            continue
        with suppress(ValueError):
            # Compare the plans without hashes, since the plan of the command line has none; `check_unchanged`
            # compares the files later.
            found = replace(parse_plan(journal.plan), digests=())
            if plan is not None and not has_seed:
                found = replace(found, pairing=replace(found.pairing, seed=plan.pairing.seed))
            if plan in (None, found):
                return journal
        journal.close()
        if path is not None:
            raise CommandError(f"{path}: expected the journal of this tournament, not of another")
    return None


def sent(conditions: Conditions) -> Conditions:
    """Return `conditions` changed for workers on other machines: with the contents of the bots' files, and with
    absolute paths.

    CommandError if these files are too large.
    """
    try:
        parcels = tuple(packed(conditions.plan.entrants, conditions.hidden))
    except ValueError as error:
        raise CommandError(str(error)) from None
    logs, hidden = conditions.logs, tuple(path.absolute() for path in conditions.hidden)
    return replace(conditions, logs=logs.absolute() if logs else None, hidden=hidden, parcels=parcels)


def check_unchanged(tournament: Tournament, conditions: Conditions) -> None:
    """Raise CommandError if there are games to play and a bot's files have changed since the first game."""
    plan = conditions.plan
    if not plan.digests or not tournament.take(1):
        return
    pairs = zip(plan.entrants, plan.digests, digests(plan.entrants, conditions.hidden), strict=True)
    if changed := [entrant.name for entrant, before, now in pairs if before != now]:
        raise CommandError(
            f"{', '.join(changed)}: changed since the tournament began; expected the same files as then, "
            "or a new tournament without --resume"
        )


def confirm(plan: Plan, path: Path) -> None:
    """Ask whether to run a journal's bots, which may be another user's; CommandError for any answer but yes."""
    commands = [shlex.join(entrant.command) for entrant in plan.entrants if entrant.command]
    if not commands:
        return
    if not sys.stdin.isatty():
        raise CommandError(
            f"{path} names bots to run: expected the same on the command line, or a terminal to ask at"
        )
    for line in (f"{path} names these bots:", *(f"  {command}" for command in commands)):
        complain("yahtzee-arena", line)
    sys.stderr.write("Run them? (y/n) ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandError(f"{path}: nothing was run")


def _directory() -> Path:
    return data_directory(os.environ) / "arena"


def keep(journal: TournamentJournal) -> None:
    """Move the journal of a finished tournament to the folder that ratings are made from; warn if that fails."""
    try:
        make_private(_directory() / _FINISHED)
        journal.move(_directory() / _FINISHED)
    except OSError as error:
        complain("yahtzee-arena", f"{error}; `yahtzee-arena ratings` won't know of this tournament")


def all_journals() -> list[Path]:
    """Return the journals of this user's tournaments: first those of finished tournaments, then those of
    interrupted ones."""
    return [path for folder in (_directory() / _FINISHED, _directory()) for path in reversed(journals(folder))]


def known(journal: TournamentJournal) -> dict[tuple[int, Seats], Outcome]:
    """Return a dictionary from (game number, seats) to the outcome of the game, with all outcomes in the journal;
    JournalError for a row that can't be parsed."""
    try:
        rows = [(game, tuple(map(int, seats.split())), text) for game, seats, text in journal.outcomes()]
        most = len(rows) + _MOST_AHEAD
        return {(_number(game, most), seats): parse_outcome(text, seats) for game, seats, text in rows}
    except (ValueError, TypeError, AttributeError) as error:
        raise JournalError(f"{journal.path}: {error}") from None


def _number(game: int, most: int) -> int:
    """Return `game` if it is a number from 0 to `most` - 1, else raise ValueError: journals may hold anything."""
    if type(game) is not int or not 0 <= game < most:
        raise ValueError(f"expected the number of a game below {most}, not {game!r}")
    return game


def post(journal: TournamentJournal, news: list[Played]) -> None:
    rows = ((played.game.number, played.game.seats, played.outcome) for played in news)
    journal.post((game, " ".join(map(str, seats)), format_outcome(outcome, seats)) for game, seats, outcome in rows)


def conditions(plan: Plan, options: ArenaOptions) -> Conditions:
    """Return the conditions in which the bots run; all files that the tournament writes are hidden from bots."""
    written = [path for path in (options.records, options.html) if path is not None]
    if options.journal is not None:
        written += [options.journal, options.journal.with_name(f"{options.journal.name}-wal")]  # made by SQLite
    if options.logs is not None:
        written += [options.logs / f"{entrant.name}.log" for entrant in plan.entrants]
    usual = Conditions(plan, options.logs, tuple(written), options.require_sandbox)
    with suppress(OSError):
        own = [data_directory(os.environ), cache_directory(os.environ), settings_file(os.environ).parent]
        logs = (options.logs or _directory() / "logs") if plan.has_bots else None
        return replace(usual, logs=logs, hidden=(*own, *written))
    return usual


def begin_logs(plan: Plan, logs: Path | None) -> None:
    """Remove the logs that this plan's bots wrote in earlier tournaments, if `logs` is the usual folder."""
    with suppress(OSError):
        if logs == _directory() / "logs":
            for entrant in plan.entrants:
                (logs / f"{entrant.name}.log").unlink(missing_ok=True)


def check_no_records(directory: Path) -> None:
    """Raise CommandError if the directory has records of another tournament, which would be replaced."""
    if any(directory.glob(_RECORDS)):
        raise CommandError(f"{directory}: expected no records of another tournament in it")


class RecordFiles:
    """A writer of game records, which writes a file in `directory` for each game. Its methods raise OSError if the
    files can't be written."""

    def __init__(self, plan: Plan, directory: Path) -> None:
        self._plan = plan
        self._directory = directory
        directory.mkdir(parents=True, exist_ok=True)

    def write(self, news: list[Played]) -> None:
        for played in news:
            if isinstance(played.outcome, GameResult) and not any(played.outcome.penalties):
                record = recorded(self._plan, played.game, played.outcome.moves)
                with open(self._path(played.game.number), "w", encoding="utf-8", opener=private) as file:
                    file.write(format_record(record))

    def tidy(self, tournament: Tournament) -> None:
        """Remove the records of games that were played but don't count in the standings."""
        counted = {self._path(number) for number in tournament.numbers_played()}
        for path in self._directory.glob(_RECORDS):
            if path not in counted:
                path.unlink()

    def _path(self, number: int) -> Path:
        return self._directory / f"game-{number + 1:07}.record"
