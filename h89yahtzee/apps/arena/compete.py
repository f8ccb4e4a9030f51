"""The command `yahtzee-arena`, which plays and resumes tournaments here, and leaves its other tasks (new bots,
checks and ratings) to their own modules."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from types import FrameType
from typing import NoReturn

from h89yahtzee import __version__
from h89yahtzee.apps.arena import tournament_files
from h89yahtzee.apps.arena.arena_options import ArenaOptions, parse_arena_options
from h89yahtzee.apps.arena.standings_report import Progress, Report, as_csv, as_json, table
from h89yahtzee.apps.command import CommandError, complain, run_command, say
from h89yahtzee.arena.sandbox.confinement import gap_in_sandbox
from h89yahtzee.arena.sandbox.own_folder import remove_abandoned
from h89yahtzee.arena.tournament.plan import Plan, parse_plan
from h89yahtzee.arena.tournament.runner import Played, cluster, processes, run
from h89yahtzee.arena.tournament.standings import standings
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.store.tournaments import TournamentJournal

NAME = "yahtzee-arena"


class _Ended(KeyboardInterrupt):
    """The exception that is raised when the signal with this `number` ends the program."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status: 0, 1 after a failure, 2 for usage, 128 + n after signal n."""
    given = sys.argv[1:] if arguments is None else arguments
    return run_command(NAME, lambda: _main(parse_arena_options(given)))


def _main(options: ArenaOptions) -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    # Each task imports its own modules, so that tasks which don't need the solver or numpy start sooner.
    if options.new:
        from h89yahtzee.apps.arena.bot_checks import write_new_bot

        return write_new_bot(options.new, options.language, options.policy)
    remove_abandoned()
    try:
        if options.rated is not None:
            from h89yahtzee.apps.arena.rated_tournaments import rate

            return rate(options.rated, options.rated_rules, dict(options.anchor), options.json)
        return _check(options) if options.is_check else _compete(options)
    except _Ended as end:
        return 128 + end.number


def _end(number: int, _: FrameType | None) -> NoReturn:
    raise _Ended(number)


def _compete(options: ArenaOptions) -> int:
    journal, plan = _journal(options)
    is_over = False
    try:
        _check_sandbox(options, plan)
        tournament = Tournament(plan.pairing, None if journal is None else tournament_files.known(journal))
        try:
            _play(options, plan, tournament, journal)
            report = _reported(options, plan, tournament)
        except _Ended:
            resume = f"{NAME} --resume" + (f" --journal {options.journal}" if options.journal is not None else "")
            hint = f"; {resume} goes on" if journal is not None and tournament.played else ""
            complain(NAME, f"interrupted after {tournament.played} of {tournament.games} games{hint}")
            raise
        _print(options, report)
        is_over = True
        return 0
    finally:
        if journal is not None:
            # A journal named on the command line is neither deleted nor moved.
            if options.journal is None and journal.is_empty:
                journal.delete()
            elif options.journal is None and is_over:
                tournament_files.keep(journal)
            journal.close()


def _check_sandbox(options: ArenaOptions, plan: Plan) -> None:
    """Warn if bots can do forbidden things on this system (see `gap_in_sandbox`); if `--require-sandbox` was given,
    raise CommandError instead. Do nothing if no bots run on this system."""
    gap = gap_in_sandbox() if plan.has_bots and options.executor is None else ""
    if gap and options.require_sandbox:
        raise CommandError(gap)
    if gap:
        complain(NAME, f"{gap}; --require-sandbox refuses to play then")


def _check(options: ArenaOptions) -> int:
    from h89yahtzee.apps.arena.bot_checks import check_all, rate_all, trace_all

    assert options.plan is not None
    _check_sandbox(options, options.plan)
    seed = options.plan.pairing.seed if options.seed is not None else 0
    conditions = tournament_files.conditions(options.plan, options)
    tournament_files.begin_logs(options.plan, conditions.logs)
    if options.position is not None:
        return trace_all(conditions, options.position.state(), seed, options.json)
    if options.rate:
        return rate_all(conditions, options.processes, seed, options.json)
    return check_all(conditions, seed, options.json)


def _journal(options: ArenaOptions) -> tuple[TournamentJournal | None, Plan]:
    """Return the journal of the tournament to resume or begin (None if it can't be written), and the tournament's
    plan."""
    if options.resume:
        journal = tournament_files.resumed(options.plan, options.seed is not None, options.journal)
        if journal is not None:
            plan = parse_plan(journal.plan)
            if options.plan is None and options.journal is not None:
                tournament_files.confirm(plan, options.journal)
            known = Tournament(plan.pairing, tournament_files.known(journal))
            tournament_files.check_unchanged(known, tournament_files.conditions(plan, options))
            return journal, plan
        if options.plan is None:
            raise CommandError("there is no interrupted tournament to resume")
    assert options.plan is not None
    if options.records is not None:
        tournament_files.check_no_records(options.records)
    conditions = tournament_files.conditions(options.plan, options)
    tournament_files.begin_logs(options.plan, conditions.logs)
    return tournament_files.begun(options.plan, options.journal, conditions.hidden), options.plan


def _play(options: ArenaOptions, plan: Plan, tournament: Tournament, journal: TournamentJournal | None) -> None:
    records = None if options.records is None else tournament_files.RecordFiles(plan, options.records)
    progress = Progress(plan, tournament, sys.stderr, time.monotonic)

    def noted(news: list[Played]) -> None:
        # Write the records first: a game that is in the journal isn't played again, so its record must be there
        # already.
        if records is not None:
            records.write(news)
        if journal is not None and news:
            tournament_files.post(journal, news)
        progress.update(len(news))

    conditions, where = tournament_files.conditions(plan, options), processes(options.processes)
    if options.executor is not None:
        conditions, where = tournament_files.sent(conditions), cluster(options.executor, __version__)
    try:
        with where as workers:
            run(tournament, workers, conditions, noted)
    except BrokenExecutor:
        raise CommandError("a process that played games has ended by itself; --resume goes on") from None
    except ImportError as error:
        if options.executor is None:
            raise
        raise CommandError(f"--executor needs the extra dask: {error}") from None
    finally:
        progress.clear()
    if records is not None:
        records.tidy(tournament)


def _reported(options: ArenaOptions, plan: Plan, tournament: Tournament) -> Report:
    """Return the plan and standings of a finished tournament as a `Report`. If `--html` was given, also write the
    tournament's page."""
    report = Report(plan, standings(tournament), tournament_files.conditions(plan, options).logs)
    if options.html is not None:
        from h89yahtzee.apps.arena.tournament_page import write_page

        write_page(options.html, report, tournament, options.html_games)
    return report


def _print(options: ArenaOptions, report: Report) -> None:
    match options.output:
        case "json":
            say(as_json(report))
        case "csv":
            say(as_csv(report), end="")
        case _:
            for line in table(report):
                say(line)
