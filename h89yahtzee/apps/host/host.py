"""A host: its files, its ways in and its lobby, and the event loop that they run in."""

from __future__ import annotations

import os
import resource
import secrets
import time
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

from h89yahtzee.apps.beside_loop import bookmaker
from h89yahtzee.apps.cached_values import coach_of, values_of
from h89yahtzee.apps.command import CommandError, UsageError, complain, reason, say
from h89yahtzee.apps.host import host_texts
from h89yahtzee.apps.host.call_log import CallLog
from h89yahtzee.apps.host.calls import Calls, HostSession
from h89yahtzee.apps.host.decision_process import DecisionProcess
from h89yahtzee.apps.host.fixed_tables import fixed_tables
from h89yahtzee.apps.host.host_options import HostOptions
from h89yahtzee.apps.host.hosted_games import HostedGames
from h89yahtzee.apps.host.ways_in import FixedLine, Port, open_ports
from h89yahtzee.apps.paths import host_directory, make_private
from h89yahtzee.apps.yahtzee.saving.journal_reader import JournalReader
from h89yahtzee.apps.yahtzee.terminal.event_loop import EventLoop, Timed
from h89yahtzee.apps.yahtzee.terminal.session import Source
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.people import People
from h89yahtzee.host.rooms.guide import Guide
from h89yahtzee.host.supplies import Supplies
from h89yahtzee.store.guest_book import GuestBook
from h89yahtzee.transport.transport import TransportClosed

NAME = "yahtzee-host"


class Host:
    """Everything between the options and the event loop. `path` is where its files are."""

    def __init__(self, options: HostOptions) -> None:
        self._options = options
        self._log = CallLog(options.log, time.time)
        self._path = Path(options.data) if options.data is not None else host_directory(os.environ)
        self._decisions = DecisionProcess()
        self._sources: list[Source] = [self._decisions]
        self._timed: list[Timed] = []
        self._unannounced: list[Port] = []
        self._ready = set[RuleSet]()
        self._lines: list[FixedLine] = []
        self._is_written = True
        self._fixed = [] if options.tables is None else fixed_tables(Path(options.tables))

    def run(self) -> int:
        """Serve callers until a signal comes. The exit status, 128 + its number."""
        _take_all_descriptors()
        make_private(self._path)
        with closing(GuestBook(self._path / "guests.sqlite3")) as guests:
            if guests.set_aside is not None:
                complain(NAME, host_texts.SET_ASIDE.format(name=guests.set_aside))
            journal = self._path / "journal.sqlite3"
            player_of = self._decisions.player_of
            with (
                closing(self._decisions),
                closing(HostedGames(journal, self._note, time.monotonic, player_of)) as games,
            ):
                supplies = Supplies(secrets.randbelow, player_of, coach_of, JournalReader(journal), bookmaker())
                people = People(guests, secrets.randbelow)
                lobby = Lobby(people, guests, supplies, self._fixed, games.resumed, time.monotonic())
                for problem in lobby.unreadable:
                    complain(NAME, problem)
                return self._serve(lobby, games)

    def _serve(self, lobby: Lobby, games: HostedGames) -> int:
        guide = Guide(lobby, self._options.lobby)
        calls = Calls(lobby.people, guide, self._sources, self._log.note, self._options.idle_time * 60.0)
        self._let_in(calls)
        loop: EventLoop[HostSession] = EventLoop(
            self._timed,
            (),
            time.monotonic,
            lambda: self._save(lobby, games, calls),
            following=calls.lead_on,
            lost=calls.lose,
            sources=self._sources,
            failed=calls.fail,
        )
        calls.add = loop.add
        try:
            return loop.run()
        finally:
            calls.end_all()
            for line in self._lines:
                line.close()

    def _let_in(self, calls: Calls) -> None:
        """Open all ways in; a line that isn't there is waited for."""
        try:
            ports = open_ports(self._options, calls.greet, self._log.note)
        except TransportClosed as closed:
            raise CommandError(str(closed)) from None
        self._sources += [*ports, calls]
        self._unannounced += ports
        for name in self._options.line:
            line = FixedLine(name, calls.greet, self._sources)
            self._lines.append(line)
            try:
                line.begin()
            except ValueError as error:
                raise UsageError(f"--line: {error}") from None
            except TransportClosed as closed:
                complain(NAME, host_texts.LINE_AWAY.format(closed=closed))
                line.try_again()

    def _announce(self) -> None:
        """Say that callers may come, now that a signal no longer ends the program at once."""
        for port in self._unannounced:
            say(host_texts.OPEN.format(name=port.name))
            if not port.is_private:
                complain(NAME, host_texts.IN_THE_CLEAR.format(name=port.name))
        self._unannounced.clear()

    def _save(self, lobby: Lobby, games: HostedGames, calls: Calls) -> str:
        """Write down who is where and what was posted; the people of a game that can't be saved are told."""
        self._announce()
        self._save_lobby(lobby)
        for table in games.save(lobby.in_play):
            calls.tell_of_unsaved(table)
        for table in lobby.in_play:
            if table not in self._timed:
                self._get_ready(table.series.setup.rules)
        self._timed[:] = [lobby, *lobby.in_play]
        return ""

    def _save_lobby(self, lobby: Lobby) -> None:
        """Note once that it fails, and once that it no longer does."""
        failure = ""
        try:
            lobby.save()
        except OSError as error:
            failure = host_texts.NOTHING_WRITTEN.format(reason=reason(error))
        if bool(failure) is self._is_written:
            self._note(failure or host_texts.WRITTEN_AGAIN)
        self._is_written = not failure

    def _get_ready(self, rules: RuleSet) -> None:
        """Solve what is played beside the loop, before a coach is asked: it takes a second, or many."""
        if rules not in self._ready:
            self._ready.add(rules)
            Thread(target=self._solve, args=(rules,), daemon=True).start()

    def _solve(self, rules: RuleSet) -> None:
        try:
            (coach_of if rules.columns > 1 else values_of)(rules)
        except (OSError, MemoryError):
            self._ready.discard(rules)  # the next table tries again

    def _note(self, what: str) -> None:
        self._log.note("host", what)


def _take_all_descriptors() -> None:
    """Be let open as many files as may be: a caller takes one, a table several, and the usual limit is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # a service may not be allowed to ask
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
