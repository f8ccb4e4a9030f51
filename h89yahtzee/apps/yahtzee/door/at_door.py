"""`yahtzee --door`: a game for the caller of a bulletin board, on the streams that the board has opened."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime

from h89yahtzee.apps.beside_loop import bookmaker
from h89yahtzee.apps.cached_values import coach_of
from h89yahtzee.apps.command import CommandError, UsageError
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.join.joining import pass_on_caller
from h89yahtzee.apps.yahtzee.beginning import begin
from h89yahtzee.apps.yahtzee.door import door_texts
from h89yahtzee.apps.yahtzee.door.drop_file import BoardCaller, is_socket, read_drop_file
from h89yahtzee.apps.yahtzee.door.time_limit import TimeLimit
from h89yahtzee.apps.yahtzee.rooms import Rooms
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.terminal.event_loop import EventLoop
from h89yahtzee.apps.yahtzee.terminal.line_session import LineSession
from h89yahtzee.apps.yahtzee.terminal.session import Source
from h89yahtzee.apps.yahtzee.terminal.terminal_session import TerminalSession
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.table.lines.line_viewer import LineViewer
from h89yahtzee.table.player_texts import plain_name
from h89yahtzee.table.preferences import TableOptions
from h89yahtzee.table.table import Table
from h89yahtzee.transport.descriptors import Descriptors
from h89yahtzee.transport.network.telnet import TelnetTransport
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.transport import Transport, TransportClosed
from h89yahtzee.transport.tty import TtyTransport

ANSI = "ansi"
ROWS, COLUMNS = 24, 80
LONGEST_NAME = 16

_Place = tuple[Table, TerminalSession | LineSession]


def board_caller(path: str) -> BoardCaller:
    """Who calls, by the drop file at `path`, empty for the one that the board names."""
    try:
        caller = read_drop_file(path or None, os.environ, datetime.now(UTC))
    except ValueError as error:
        raise CommandError(f"--door: {error}") from None
    name = " ".join(plain_name(caller.name).split())[:LONGEST_NAME].rstrip()
    if not name:
        raise CommandError(f"--door: expected the caller's name in the drop file, not {caller.name!r}")
    return replace(caller, name=name)


def caller_streams(caller: BoardCaller) -> Transport:
    """The socket that the board has left open, mostly the caller's by telnet, a terminal, or any other streams."""
    if caller.handle is not None and is_socket(caller.handle):
        return TelnetTransport(Descriptors(caller.handle, caller.handle, "the board"))
    streams = sys.stdin.fileno(), sys.stdout.fileno()
    return TtyTransport(*streams) if sys.stdin.isatty() else Descriptors(*streams, "the board")


def has_screen(caller: BoardCaller) -> bool:
    return caller.has_ansi and caller.rows >= ROWS and caller.columns >= COLUMNS


def play_at_door(options: Options, saving: GameSaving) -> int:
    """Play until the caller leaves or the time is up. The exit status."""
    assert options.door is not None
    caller = board_caller(options.door)
    options = replace(options, players=_players(options, caller))
    streams = caller_streams(caller)
    paced = PacedTransport(streams, math.inf, time.monotonic, own_flow_control=False)
    table, session = (_on_screen if has_screen(caller) and not options.plain else _by_lines)(options, saving, paced)
    if isinstance(streams, TtyTransport):
        streams.enter()
    sources: list[Source] = []
    limit = TimeLimit(_end(caller), time.monotonic, session.notify, session.leave)
    if caller.seconds_left is not None:
        sources.append(limit)
    loop = EventLoop([table], [session], time.monotonic, saving.update, following=_ending(sources), sources=sources)
    status = loop.run()
    if limit.is_up or saving.how_to_resume():
        _say(caller_streams(caller), door_texts.TIME_IS_UP if limit.is_up else door_texts.KEPT)
    return status


def join_from_door(options: Options, place: str) -> int:
    """Let the caller play at a host's tables. The exit status."""
    assert options.door is not None
    caller = board_caller(options.door)
    streams = caller_streams(caller)
    caps = find_terminal(ANSI) if has_screen(caller) and not options.plain else None
    with closing(streams):
        if isinstance(streams, TtyTransport):
            streams.enter()
        if pass_on_caller(place, streams, caps, caller.name, _end(caller)):
            _say(streams, door_texts.TIME_IS_UP)
    return 0


def _players(options: Options, caller: BoardCaller) -> tuple[Player, ...]:
    """The caller, and the computers that the options name."""
    computers = tuple(player for player in options.players if player.strategy != HUMAN)
    if "names" in options.said and len(computers) < len(options.players):
        raise UsageError("--door: the caller's name is in the drop file; expected names with = only")
    return Player(caller.name), *computers


def _end(caller: BoardCaller) -> float:
    return math.inf if caller.seconds_left is None else time.monotonic() + caller.seconds_left


def _ending(sources: list[Source]) -> Callable[[object], bool]:
    """Let who leaves a room leave altogether; nothing is waited for any longer."""

    def lead_on(_: object) -> bool:
        sources.clear()
        return False

    return lead_on


def _on_screen(options: Options, saving: GameSaving, streams: PacedTransport) -> _Place:
    (viewer,) = Rooms(options, saving, lambda _: False).together(1)
    return viewer.table, TerminalSession(viewer, streams, find_terminal(ANSI), time.monotonic, False)


def _by_lines(options: Options, saving: GameSaving, streams: PacedTransport) -> _Place:
    game = begin(options)
    saving.begin(game.series, game.save, game.saver)
    chosen, now = game.preferences, time.monotonic()
    table = Table(game.series, TableOptions(think_time=0.0, analysis_time=chosen.analysis_time), now, bookmaker())
    viewer = LineViewer(
        table,
        now,
        game.offer,
        False,
        chosen.coach,
        coach_of,
        confirm_zero=chosen.confirm_zero,
        in_steps=True,
        chances=chosen.chances,
        warns_of=chosen.warns_of,
    )
    return table, LineSession(viewer, streams, time.monotonic, upper=options.upper)


def _say(streams: Transport, text: str) -> None:
    with suppress(TransportClosed):
        streams.send(f"\r\n{text}\r\n".encode("ascii"))
