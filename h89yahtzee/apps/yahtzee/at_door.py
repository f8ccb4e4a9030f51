"""`yahtzee --door`: a game for the caller of a bulletin board (BBS), on the streams that the BBS has opened.

A BBS gives a door (a program that it starts for a caller) a drop file, which describes the caller. Two formats are
read, told apart by their first line: DOOR32.SYS, as its document describes it, and BBSDEV.DRP 1.x, whose path is in
the environment variable BBSDEV_DRP (https://github.com/RealDeuce/bbsdev.drp).
"""

from __future__ import annotations

import math
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from h89yahtzee.apps.command import CommandError, UsageError, say
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.apps.sessions.line_session import LineSession, TextTerminal, by_lines
from h89yahtzee.apps.sessions.screen_session import ScreenSession, ScreenTerminal, on_screen
from h89yahtzee.apps.yahtzee.joining import ACCESSIBLE, BY_LINES, pass_on_caller
from h89yahtzee.apps.yahtzee.one_table import AnySession, Company, Manner, OneTable, Person, Room
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.screen.typed_line import plain_name
from h89yahtzee.store.own_files import read_file
from h89yahtzee.transport.descriptors import Descriptors, TtyTransport
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.telnet import TelnetTransport
from h89yahtzee.transport.transport import Transport, TransportClosed

VARIABLE = "BBSDEV_DRP"
DOOR32_LINES = 11
BBSDEV_LINES = 19
_LONGEST = 10_000
"""The most bytes read from a drop file."""
ROWS, COLUMNS = 24, 80
"""The size assumed for a caller's screen if the drop file doesn't tell it; on a smaller screen the game is
played in text mode."""


@dataclass(frozen=True, slots=True)
class BoardCaller:
    """A caller of a BBS. `seconds_left` is None if the caller's time isn't limited. `handle` is the descriptor of
    the socket that the BBS has opened to the caller, None if the drop file names no socket."""

    name: str
    has_ansi: bool
    seconds_left: float | None
    handle: int | None = None
    rows: int = ROWS
    columns: int = COLUMNS


def read_drop_file(path: str | None, environment: Mapping[str, str], now: datetime) -> BoardCaller:
    """Return the caller whom the drop file at `path` describes.

    If `path` is None or empty, the file is the one that the variable BBSDEV_DRP of `environment` names, or else
    DOOR32.SYS in the current folder. `now` is the current time. OSError if the file can't be read, ValueError if it
    is invalid.
    """
    found = _drop_file(path, environment)
    try:
        return parse_drop_file(read_file(found, _LONGEST), now)
    except ValueError as error:
        raise ValueError(f"{found}: {error}") from None


def _drop_file(path: str | None, environment: Mapping[str, str]) -> Path:
    here = (file for file in Path().iterdir() if file.name.upper() == "DOOR32.SYS")
    named = path or environment.get(VARIABLE)
    return Path(named) if named else next(here, Path("DOOR32.SYS"))


def parse_drop_file(content: bytes, now: datetime) -> BoardCaller:
    """Return the caller whom a drop file describes; ValueError names the wrong line. `now` is the current time."""
    # Old BBSes write names in code page 437; only ASCII characters are used.
    lines = [line.strip() for line in content.decode("utf-8", "replace").splitlines()]
    if re.fullmatch(r"\d+\.\d+", lines[0] if lines else ""):
        return _bbsdev(lines, now)
    return _door32(lines)


def is_socket(handle: int | None) -> bool:
    """Return whether `handle` is an open socket: many BBSes write a handle that isn't a socket."""
    with suppress(OSError):
        return handle is not None and stat.S_ISSOCK(os.fstat(handle).st_mode)
    return False


def _door32(lines: Sequence[str]) -> BoardCaller:
    if len(lines) < DOOR32_LINES or lines[0] not in ("0", "1", "2"):
        raise ValueError(f"expected DOOR32.SYS, of {DOOR32_LINES} lines, or BBSDEV.DRP 1.x")
    minutes = _number(lines, 9, "minutes left")
    return BoardCaller(
        lines[6] or lines[5],
        has_ansi=_number(lines, 10, "emulation") > 0,
        seconds_left=60.0 * minutes,
        handle=int(lines[1]) if lines[0] == "2" and lines[1].isdecimal() else None,
    )


def _bbsdev(lines: Sequence[str], now: datetime) -> BoardCaller:
    if not lines[0].startswith("1."):
        raise ValueError(f"line 1: expected version 1.x, not {lines[0]!r}")
    if len(lines) < BBSDEV_LINES:
        raise ValueError(f"expected {BBSDEV_LINES} lines, not {len(lines)}")
    if lines[1] not in ("local", "stdio", "socket"):
        raise ValueError(f"line 2: expected local, stdio or socket, not {lines[1]!r}")
    return BoardCaller(
        lines[3],
        has_ansi=lines[7] == "Y",
        seconds_left=_seconds_until(lines[10], now),
        handle=_number(lines, 3, "socket") if lines[1] == "socket" else None,
        rows=_number(lines, 7, "height"),
        columns=_number(lines, 6, "width"),
    )


def _number(lines: Sequence[str], line: int, what: str) -> int:
    text = lines[line - 1]
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f"line {line}: expected the {what} as a number, not {text!r}")
    return int(text)


def _seconds_until(text: str, now: datetime) -> float | None:
    if not text:
        return None
    try:
        return (datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC) - now).total_seconds()
    except ValueError:
        raise ValueError(f"line 11: expected a time as 2026-12-31T23:59:59Z, not {text!r}") from None


WARNINGS = (300.0, 60.0)
"""The seconds before the end of the caller's time at which the caller is warned."""
LITTLE_TIME = "{minutes} min left on this board."


class TimeLimit:
    """The end of the caller's time on the BBS, at `ends_at` seconds of `clock`; a `Source` of the event loop.

    `notify` is called with the text of each warning before the end, and `leave` at the end.
    """

    def __init__(
        self, ends_at: float, clock: Callable[[], float], notify: Callable[[str], None], leave: Callable[[], None]
    ) -> None:
        self.is_up = False
        self._clock = clock
        self._ends_at = ends_at
        self._warns_at = [ends_at - seconds for seconds in WARNINGS if ends_at - seconds > clock()]
        self._notify = notify
        self._leave = leave

    def fileno(self) -> int | None:
        return None

    def wakes_in(self) -> float | None:
        return max(0.0, min([*self._warns_at, self._ends_at]) - self._clock())

    def take_input(self) -> None:
        left = self._ends_at - self._clock()
        if left <= 0 and not self.is_up:
            self.is_up = True
            self._leave()
        elif self._warns_at and self._clock() >= self._warns_at[0]:
            del self._warns_at[0]
            self._notify(LITTLE_TIME.format(minutes=round(left / 60)))


ANSI = "ansi"
LONGEST_NAME = 16
TIME_IS_UP = "Your time on this board is up."
KEPT = "Your game is kept for the next call."


def board_caller(path: str) -> BoardCaller:
    """Return the caller whom `read_drop_file` finds, with the name in plain ASCII and shortened; CommandError if
    the file or the name is invalid."""
    try:
        caller = read_drop_file(path or None, os.environ, datetime.now(UTC))
    except ValueError as error:
        raise CommandError(f"--door: {error}") from None
    name = " ".join(plain_name(caller.name).split())[:LONGEST_NAME].rstrip()
    if not name:
        raise CommandError(f"--door: expected the caller's name in the drop file, not {caller.name!r}")
    return replace(caller, name=name)


def caller_streams(caller: BoardCaller) -> Transport:
    """Return the connection to the caller: the BBS's open socket (by telnet), or else standard input and output."""
    if caller.handle is not None and is_socket(caller.handle):
        return TelnetTransport(Descriptors(caller.handle, caller.handle, "the board"))
    streams = sys.stdin.fileno(), sys.stdout.fileno()
    return TtyTransport(*streams) if sys.stdin.isatty() else Descriptors(*streams, "the board")


def has_screen(caller: BoardCaller) -> bool:
    return caller.has_ansi and caller.rows >= ROWS and caller.columns >= COLUMNS


def play_at_door(options: Options, saving: Saving) -> int:
    """Play until the caller leaves or the caller's time on the BBS is up; return the exit status."""
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
            text = TextTerminal(upper=options.upper, is_aloud=options.accessible)
            return LineSession(by_lines(room, text), paced, text)
        terminal = ScreenTerminal(find_terminal(ANSI), alternate_keypad=False)
        return ScreenSession(on_screen(room, time.monotonic()), paced, terminal)

    sources: list[Source] = []
    company = Company([Person(caller.name, seat, session_in)], table, saving.take_remark, sources)
    (session,) = company.sessions
    limit = TimeLimit(_end(caller), time.monotonic, session.notify, session.leave)
    if caller.seconds_left is not None:
        sources.append(limit)
    if isinstance(streams, TtyTransport):
        streams.enter()
    status = company.run()
    if seat.shared:
        _say(caller_streams(caller), "\r\n".join(seat.shared))
    sentences = {TIME_IS_UP: limit.is_up, KEPT: bool(saving.how_to_resume())}
    if any(sentences.values()):
        _say(caller_streams(caller), " ".join(text for text, is_true in sentences.items() if is_true))
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
        by_lines = ACCESSIBLE if options.accessible else BY_LINES
        if pass_on_caller(place, streams, caps, caller.name, _end(caller), by_lines):
            _say(streams, TIME_IS_UP)
    return 0


def told_of_caller(options: Options) -> int:
    """Print the contents of the drop file in words, and the streams and the display that a game would use; return
    the exit status."""
    assert options.door is not None
    caller = board_caller(options.door)
    say(f"The drop file is {_drop_file(options.door or None, os.environ)}.")
    say(f"The caller is {caller.name}.")
    limited = caller.seconds_left is not None
    say(f"{(caller.seconds_left or 0) / 60:.0f} minutes are left." if limited else "The time is not limited.")
    ansi = "has ANSI" if caller.has_ansi else "has no ANSI"
    say(f"The terminal {ansi}, {caller.rows} rows and {caller.columns} columns.")
    if caller.handle is None:
        say("The game runs on standard input and output, since the file names no socket.")
    elif is_socket(caller.handle):
        say(f"The game runs on socket {caller.handle}, by telnet.")
    else:
        unusable = f"the file's handle {caller.handle} is no socket that the board left open"
        say(f"The game runs on standard input and output, since {unusable}.")
    on_screen = has_screen(caller) and not options.plain
    say(f"The caller plays {'on a screen' if on_screen else 'by lines of text'}.")
    if options.join is not None:
        say(f"The tables are those of the host at {options.join}.")
    return 0


def _players(options: Options, caller: BoardCaller) -> tuple[Player, ...]:
    """Return the caller and the computer players named by the options; UsageError if the options name people."""
    computers = tuple(player for player in options.players if player.strategy != HUMAN)
    if "names" in options.said and len(computers) < len(options.players):
        raise UsageError("--door: the caller's name is in the drop file; expected names with = only")
    return Player(caller.name), *computers


def _end(caller: BoardCaller) -> float:
    return math.inf if caller.seconds_left is None else time.monotonic() + caller.seconds_left


def _say(streams: Transport, text: str) -> None:
    with suppress(TransportClosed):
        streams.send(f"\r\n{text}\r\n".encode("ascii"))
