"""A host: its files, its lines and ports for callers, its lobby, and the event loop that runs them."""

from __future__ import annotations

import os
import resource
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import bookmaker, coach_of, values_of
from h89yahtzee.apps.command import CommandError, UsageError, complain, reason, say
from h89yahtzee.apps.host.call_log import NAME, CallLog
from h89yahtzee.apps.host.calls import Calls, HostSession
from h89yahtzee.apps.host.decision_process import DecisionProcess
from h89yahtzee.apps.host.host_options import HostOptions, fixed_tables
from h89yahtzee.apps.host.notice_board import NoticeBoard, data_folder, read_banner_file
from h89yahtzee.apps.host.ways_in import FixedLine, Port, open_ports
from h89yahtzee.apps.paths import make_private
from h89yahtzee.apps.saving.bulletin import Bulletin
from h89yahtzee.apps.saving.journal_reader import ScoresBeside
from h89yahtzee.apps.saving.resuming import resume_table, savers_in_one_journal
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.event_loop import EventLoop, LoopCallbacks, Source, Timed
from h89yahtzee.apps.yahtzee.beginning import today
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.host.guide import Guide
from h89yahtzee.host.lobby import Lobby, Supplies
from h89yahtzee.host.register import People
from h89yahtzee.store.guest_book import GuestBook
from h89yahtzee.store.journal import Saver
from h89yahtzee.table.match import Match
from h89yahtzee.transport.transport import TransportClosed

if TYPE_CHECKING:
    from h89yahtzee.apps.host.ssh_port import SshService

LONGEST_GAP = 15.0
"""The most seconds between two calls of the clock while the host runs. This is more than enough, since the host
calls the clock at least every 10 s, when it checks for idle callers."""
OPEN = "{name}: open for callers: {how}"
AT_A_LINE = "RETURN twice at the terminal"
KEY = "{name}: the key of this host is {fingerprint}"
IN_THE_CLEAR = "{name}: whoever can read along sees names and codes, since {kind} is in the clear"
SET_ASIDE = "the guest book couldn't be used; it was set aside as {name}"
LINE_AWAY = "{closed}; it is tried again"
NOTHING_WRITTEN = "{reason}: who is here can't be written down"
WRITTEN_AGAIN = "who is here is written down again"


class RunningClock:
    """A clock that stands still while this program is suspended (by a signal such as SIGSTOP), so that the time for
    a turn, a code or an answer doesn't run out then. `clock` returns seconds and never goes back.

    If more than `LONGEST_GAP` seconds pass between two calls of this clock, the program must have been suspended,
    so the seconds between the two calls aren't counted.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen = clock()
        self._lost = 0.0

    def __call__(self) -> float:
        now = self._clock()
        if now - self._seen > LONGEST_GAP:
            self._lost += now - self._seen
        self._seen = now
        return now - self._lost


class Host:
    """A host, set up from its options. It has a journal, a log, saved people and tables, ports and lines for
    callers, and an event loop."""

    def __init__(self, options: HostOptions) -> None:
        self._options = options
        self._clock = RunningClock(time.monotonic)
        self._log = CallLog(options.log, time.time, options.log_json)
        self._path = data_folder(options, os.environ)
        self._journal = self._path / "journal.sqlite3"
        self._open_saver = savers_in_one_journal(self._journal)
        self._savers: dict[Setup, Saver] = {}
        self._sources: list[Source] = []
        self._decisions = DecisionProcess(sources=self._sources)
        self._timed: list[Timed] = []
        self._unannounced: list[Port] = []
        self._unannounced_lines: list[str] = []
        self._ready = set[RuleSet]()
        self._ssh: SshService | None = None
        self._lines: list[FixedLine] = []
        self._is_written = True
        self._fixed = [] if options.tables is None else fixed_tables(Path(options.tables))
        self._banner = read_banner_file(options)
        self._bulletin = None if options.bulletin is None else Bulletin(options.bulletin, self._note, self._journal)

    def run(self) -> int:
        """Serve callers until a signal ends the host; return the exit status, 128 plus the number of the signal."""
        _take_all_descriptors()
        make_private(self._path)
        with closing(GuestBook(self._path / "guests.sqlite3", self._note)) as guests:
            if guests.set_aside is not None:
                complain(NAME, SET_ASIDE.format(name=guests.set_aside))
            saving = Saving(open_saver=self._open_saver, note=self._note, clock=self._clock)
            if self._bulletin is not None:
                self._bulletin.write_soon()
                saving.finished = self._bulletin.write_soon
            with closing(self._decisions), closing(saving):
                player_of, saved_games = self._decisions.player_of, ScoresBeside(self._journal, self._clock)
                supplies = Supplies(secrets.randbelow, player_of, coach_of, saved_games, bookmaker(), today)
                people = People(guests, secrets.randbelow)
                lobby = Lobby(people, guests, supplies, self._fixed, self._resumed, self._clock())
                for problem in lobby.unreadable:
                    complain(NAME, problem)
                return self._serve(lobby, saving, guests)

    def _serve(self, lobby: Lobby, saving: Saving, guests: GuestBook) -> int:
        guide = Guide(lobby, self._options.lobby)
        calls = Calls(
            lobby.people, guide, self._sources, self._log.note, self._options.idle_time * 60.0, self._clock
        )
        self._let_in(calls, NoticeBoard(self._options, self._journal, lobby, int(time.time())))
        save = partial(self._save, lobby, saving, calls, guests)
        callbacks = LoopCallbacks(save, following=calls.lead_on, lost=calls.lose, failed=calls.fail)
        loop: EventLoop[HostSession] = EventLoop(self._timed, (), self._clock, callbacks, self._sources)
        calls.add = loop.add
        try:
            return loop.run()
        finally:
            calls.end_all()
            if self._ssh is not None:
                self._ssh.server.close()
            for line in self._lines:
                line.close()

    def _let_in(self, calls: Calls, board: NoticeBoard) -> None:
        """Open all ports and lines for callers. If a line can't be opened, go on trying to open it."""
        try:
            signboards = board.signboards(self._banner)
            ports = open_ports(self._options, calls.greet, self._log.note, self._clock, signboards)
            if self._options.ssh:
                ports += self._begin_ssh(calls)
        except TransportClosed as closed:
            raise CommandError(str(closed)) from None
        board.ports = [port.number for port in ports if port.number is not None]
        self._sources += [*ports, calls]
        self._unannounced += ports
        for name in self._options.line:
            line = FixedLine(name, calls.greet, self._sources, self._clock)
            self._lines.append(line)
            try:
                line.begin()
                self._unannounced_lines.append(name.url)
            except ValueError as error:
                raise UsageError(f"--line: {error}") from None
            except TransportClosed as closed:
                complain(NAME, LINE_AWAY.format(closed=closed))
                line.try_again()

    def _begin_ssh(self, calls: Calls) -> Sequence[Port]:
        """Begin to serve callers by ssh; return the ports for them."""
        from h89yahtzee.apps.host.ssh_port import open_ssh

        parts = calls.greet, self._log.note, self._sources, self._clock
        self._ssh = open_ssh(self._options, self._path, *parts)
        return self._ssh.ports

    def _announce(self) -> None:
        """Print the open ports and lines. This is called in the first turn of the event loop, since only from then
        on a signal ends the host properly."""
        for port in self._unannounced:
            say(OPEN.format(name=port.name, how=port.how_to_call))
            if port.fingerprint:
                say(KEY.format(name=port.name, fingerprint=port.fingerprint))
            if port.is_in_the_clear:
                complain(NAME, IN_THE_CLEAR.format(name=port.name, kind=port.kind))
        for url in self._unannounced_lines:
            say(OPEN.format(name=url, how=AT_A_LINE))
        self._unannounced.clear()
        self._unannounced_lines.clear()

    def _save(self, lobby: Lobby, saving: Saving, calls: Calls, guests: GuestBook) -> str:
        """Save people and tables. Begin to save the games of new tables, and stop saving those of closed tables.

        Return "", since the event loop would show any other text to all callers: trouble with saving a game is told
        only to the people at its table.
        """
        self._announce()
        self._save_lobby(lobby, guests)
        if not lobby.in_play and saving not in self._timed:
            self._timed[:] = [lobby]
            return ""
        saving.leave(staying=lobby.in_play)
        for table in lobby.in_play:
            if table not in self._timed:
                saving.begin(table, saver=self._savers.pop(table.series.setup, None))
                self._get_ready(table.series.setup.rules)
        for table, remark in saving.take_remarks().items():
            calls.tell(table, remark)
        self._timed[:] = [lobby, saving, *lobby.in_play]
        return ""

    def _resumed(self, setup: Setup) -> Match | None:
        """Return the saved game that began with `setup`, to go on where it was left; None if there is none or it
        can't be read."""
        try:
            resumed = resume_table(setup, self._journal, self._decisions.player_of, self._open_saver())
        except (OSError, ValueError) as error:
            self._note(f"a game can't be resumed: {error}")
            return None
        if resumed is None:
            return None
        self._savers[setup] = resumed.saver
        return resumed.match

    def _save_lobby(self, lobby: Lobby, guests: GuestBook) -> None:
        """Save people and tables; log when saving begins to fail, and when it works again."""
        failure = ""
        try:
            guests.check()
            lobby.save()
        except OSError as error:
            failure = NOTHING_WRITTEN.format(reason=reason(error))
        if bool(failure) is self._is_written:
            self._note(failure or WRITTEN_AGAIN)
        self._is_written = not failure

    def _get_ready(self, rules: RuleSet) -> None:
        """Compute the expected values of `rules` in a thread. This takes seconds, so it is done before a person
        asks the coach, who needs them."""
        if rules not in self._ready:
            self._ready.add(rules)
            Thread(target=self._solve, args=(rules,), daemon=True).start()

    def _solve(self, rules: RuleSet) -> None:
        try:
            if rules.columns > 1:
                coach_of(rules)
            else:
                values_of(rules)
        except (OSError, MemoryError):
            self._ready.discard(rules)  # the next table with these rules tries again to compute the values

    def _note(self, what: str) -> None:
        self._log.note("host", what)


def _take_all_descriptors() -> None:
    """Raise this process's limit of open files, often 1,024, as far as allowed: callers and tables need many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a service may lack the permission to raise its limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
