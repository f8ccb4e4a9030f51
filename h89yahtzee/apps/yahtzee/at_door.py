"""`yahtzee --door`: a game for the caller of a bulletin board, on the streams that the board has opened."""

from __future__ import annotations

import math
import os
import sys
import time
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime

from h89yahtzee.apps.command import CommandError, UsageError
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.join.joining import pass_on_caller
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.apps.sessions.line_session import LineSession, TextTerminal, by_lines
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal, on_screen
from h89yahtzee.apps.yahtzee.board import BoardCaller, TimeLimit, is_socket, read_drop_file
from h89yahtzee.apps.yahtzee.company import AnySession, Company, Person
from h89yahtzee.apps.yahtzee.one_table import Manner, OneTable, Room
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.table.texts import plain_name
from h89yahtzee.transport.descriptors import Descriptors, TtyTransport
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.telnet import TelnetTransport
from h89yahtzee.transport.transport import Transport, TransportClosed

ANSI = "ansi"
ROWS, COLUMNS = 24, 80
LONGEST_NAME = 16
TIME_IS_UP = "Your time on this board is up. Your game is kept for the next call."
KEPT = "Your game is kept for the next call."


def board_caller(path: str) -> BoardCaller:
    """Return the caller by the drop file that `read_drop_file` finds; CommandError for an invalid file or name."""
    try:
        caller = read_drop_file(path or None, os.environ, datetime.now(UTC))
    except ValueError as error:
        raise CommandError(f"--door: {error}") from None
    name = " ".join(plain_name(caller.name).split())[:LONGEST_NAME].rstrip()
    if not name:
        raise CommandError(f"--door: expected the caller's name in the drop file, not {caller.name!r}")
    return replace(caller, name=name)


def caller_streams(caller: BoardCaller) -> Transport:
    """Return the connection to the caller: the board's open socket (telnet), else standard input and output."""
    if caller.handle is not None and is_socket(caller.handle):
        return TelnetTransport(Descriptors(caller.handle, caller.handle, "the board"))
    streams = sys.stdin.fileno(), sys.stdout.fileno()
    return TtyTransport(*streams) if sys.stdin.isatty() else Descriptors(*streams, "the board")


def has_screen(caller: BoardCaller) -> bool:
    return caller.has_ansi and caller.rows >= ROWS and caller.columns >= COLUMNS


def play_at_door(options: Options, saving: Saving) -> int:
    """Play until the caller leaves or the caller's time on the board is up; return the exit status."""
    assert options.door is not None
    caller = board_caller(options.door)
    options = replace(options, players=_players(options, caller))
    streams = caller_streams(caller)
    paced = PacedTransport(streams, math.inf, time.monotonic, own_flow_control=False)
    manner = Manner(by_lines=options.plain or not has_screen(caller), may_choose=False)
    table = OneTable(options, saving, manner)
    (seat,) = table.together(1)

    def session_in(room: Room) -> AnySession:
        if manner.by_lines:
            return LineSession(by_lines(room), paced, time.monotonic, TextTerminal(upper=options.upper))
        return ScreenSession(
            on_screen(room, time.monotonic()),
            paced,
            ScreenTerminal(find_terminal(ANSI), alternate_keypad=False),
            time.monotonic,
        )

    sources: list[Source] = []
    company = Company([Person(caller.name, seat, session_in)], table, saving.take_remark, sources)
    (session,) = company.sessions
    limit = TimeLimit(_end(caller), time.monotonic, session.notify, session.leave)
    if caller.seconds_left is not None:
        sources.append(limit)
    if isinstance(streams, TtyTransport):
        streams.enter()
    status = company.run()
    if limit.is_up or saving.how_to_resume():
        _say(caller_streams(caller), TIME_IS_UP if limit.is_up else KEPT)
    return status


def join_from_door(options: Options, place: str) -> int:
    """Let the caller play at the tables of the host at `place`; return the exit status."""
    assert options.door is not None
    caller = board_caller(options.door)
    streams = caller_streams(caller)
    caps = find_terminal(ANSI) if has_screen(caller) and not options.plain else None
    with closing(streams):
        if isinstance(streams, TtyTransport):
            streams.enter()
        if pass_on_caller(place, streams, caps, caller.name, _end(caller)):
            _say(streams, TIME_IS_UP)
    return 0


def _players(options: Options, caller: BoardCaller) -> tuple[Player, ...]:
    """Return the caller and the computer players that the options name; UsageError if the options name people."""
    computers = tuple(player for player in options.players if player.strategy != HUMAN)
    if "names" in options.said and len(computers) < len(options.players):
        raise UsageError("--door: the caller's name is in the drop file; expected names with = only")
    return Player(caller.name), *computers


def _end(caller: BoardCaller) -> float:
    return math.inf if caller.seconds_left is None else time.monotonic() + caller.seconds_left


def _say(streams: Transport, text: str) -> None:
    with suppress(TransportClosed):
        streams.send(f"\r\n{text}\r\n".encode("ascii"))
