"""`yahtzee` at terminals: on this terminal, on an H19 emulated in it, at serial lines, or in text mode."""

from __future__ import annotations

import math
import os
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from select import select
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import analyst_of, progress_before_game, progress_told
from h89yahtzee.apps.command import UsageError, complain, say
from h89yahtzee.apps.described_terminals import (
    CELL_HEIGHT,
    H19,
    H19_KEYBOARD,
    PC,
    TUBE_ROWS,
    described_terminal,
    find_terminal,
)
from h89yahtzee.apps.options.declarations import LineName
from h89yahtzee.apps.saving.journal_reader import JournalReader
from h89yahtzee.apps.saving.saving import Saving
from h89yahtzee.apps.sessions import screen_session
from h89yahtzee.apps.sessions.line_session import LineSession, TextTerminal, Typing, by_lines
from h89yahtzee.apps.yahtzee.beginning import is_interactive
from h89yahtzee.apps.yahtzee.command_line import keep_preferences, player_word
from h89yahtzee.apps.yahtzee.one_table import Company, Manner, OneTable, Person, Room
from h89yahtzee.apps.yahtzee.yahtzee_options import HERE, Options
from h89yahtzee.frontends.lines.line_texts import WIDTH, folded, upper_case
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.record import Record, Setup
from h89yahtzee.game.rules import H89, RuleSet
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.configuration import bytes_per_second
from h89yahtzee.rooms.navigator import first
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.daily import command_of, day_of, figures_of, options_of, shared_text
from h89yahtzee.table.match import GameSeries, Match
from h89yahtzee.table.texts import RESUMES, plain_text
from h89yahtzee.transport.descriptors import Descriptors, TtyTransport
from h89yahtzee.transport.pacing import PacedTransport
from h89yahtzee.transport.transport import HungUp, TransportClosed

if TYPE_CHECKING:
    from h89yahtzee.apps.sessions.session_report import SessionReport


PATIENCE = 0.5
"""The most seconds to wait until standard output accepts the last lines."""

SessionIn = Callable[[Room], screen_session.ScreenSession]


def play_on_screens(options: Options, saving: Saving, report: SessionReport | None = None) -> int:
    """Play until all people have left; return the exit status. `report` records the sessions on serial lines."""
    table = OneTable(options, saving, Manner(command=command_typed()), keep_preferences)
    company = Company(_people(options, table, report), table, saving.take_remark)
    if options.line and all(line.url != HERE for line in options.line) and sys.stderr.isatty():
        places = ", ".join(line.url for line in options.line)
        complain("yahtzee", f"the game is on {places}; CTRL-C here ends it")
    try:
        return company.run()
    finally:
        # Don't wait long for a terminal that is gone or stopped by XOFF.
        if table.tables and select([], [sys.stdout], [], PATIENCE)[1]:
            with suppress(OSError):
                say_goodbye(table.tables[0].series, saving.how_to_resume())


def _people(options: Options, table: OneTable, report: SessionReport | None) -> list[Person]:
    """Return a `Person` for each `--line` if several were given; otherwise one `Person`, who stands for all people
    at one terminal."""
    if len(options.line) < 2:
        (line,) = options.line or (LineName(HERE),)
        return [Person("", first(table), _terminal(options, line, report))]
    return [
        Person(seat.role.name, seat, _terminal(options, line, report), comes_back=line.url != HERE)
        for seat, line in zip(table.together(len(options.line)), options.line, strict=True)
    ]


def _terminal(options: Options, line: LineName, report: SessionReport | None) -> SessionIn:
    """Return a function that takes a room, opens the terminal at `line`, and returns a session that shows the room
    there."""
    options, term = replace(options, baud=line.baud or options.baud), line.term or options.term
    if line.url != HERE:
        return _at_line(options, line.url, find_terminal(term or H19), report)
    caps = described_terminal(os.environ.get("TERM", "")) if term is None else find_terminal(term)
    if caps is None:
        return _emulated(options)
    return _on_tty(options, caps, has_pc_keyboard=term is None and os.environ.get(H19_KEYBOARD) == PC)


def _at_line(options: Options, url: str, caps: Termcap, report: SessionReport | None) -> SessionIn:
    baud = options.baud or screen_session.DEFAULT_BAUD
    part = None if report is None else report.part(url, baud, caps)
    terminal = screen_session.ScreenTerminal(caps, alternate_keypad=not options.oldstyle)

    def session_in(room: Room) -> screen_session.ScreenSession:
        try:
            line = screen_session.open_line(url, baud, caps, part)
        except ValueError as error:
            raise UsageError(f"--line: {error}") from None
        return screen_session.ScreenSession(screen_session.on_screen(room, time.monotonic()), line, terminal)

    return session_in


def _on_tty(options: Options, caps: Termcap, *, has_pc_keyboard: bool) -> SessionIn:
    tty = TtyTransport(sys.stdin.fileno(), sys.stdout.fileno())
    speed = bytes_per_second(options.baud or (tty.baud_rate if tty.baud_rate in BAUD_RATES else math.inf))
    paced = PacedTransport(tty, speed, time.monotonic, own_flow_control=False, work=screen_session.execution(caps))
    usual = screen_session.display_of(caps)
    if has_pc_keyboard and usual.keyboard is Keyboard.H19 and not options.oldstyle:
        usual = replace(usual, keyboard=Keyboard.PC)

    def display() -> Display:
        # In a terminal emulated by our program `h19`, only the pty's height in pixels tells whether the 25th row is
        # shown, since its number of rows is always 24.
        rows = tty.pixel_height // CELL_HEIGHT
        return replace(usual, rows=rows) if has_pc_keyboard and rows in TUBE_ROWS else usual

    terminal = screen_session.ScreenTerminal(
        caps, alternate_keypad=not options.oldstyle, modes=tty, is_window=True, display=display
    )
    return lambda room: screen_session.ScreenSession(
        screen_session.on_screen(room, time.monotonic()), paced, terminal
    )


def _emulated(options: Options) -> SessionIn:
    from h89yahtzee.apps.sessions.h19_window import H19Window

    keyboard = Keyboard.H19 if options.oldstyle else Keyboard.PC
    display = Display(keyboard=keyboard, has_mouse=options.mouse and not options.oldstyle)
    h19 = H19Window(options.phosphor, display)
    caps = find_terminal(H19)
    speed = bytes_per_second(options.baud or math.inf)
    paced = PacedTransport(h19, speed, time.monotonic, own_flow_control=False, work=screen_session.execution(caps))
    terminal = screen_session.ScreenTerminal(
        caps,
        alternate_keypad=not options.oldstyle,
        modes=h19,
        is_seen=h19.is_seen,
        display=h19.display,
        take_click=h19.take_click,
        forget=h19.repaint,
    )

    def session_in(room: Room) -> screen_session.ScreenSession:
        session = screen_session.ScreenSession(screen_session.on_screen(room, time.monotonic()), paced, terminal)
        h19.legend = lambda: session.room.legend
        h19.copied = lambda: session.room.copied
        h19.last_words = lambda: session.last_words
        return session

    return session_in


def play_by_lines(options: Options, saving: Saving) -> int:
    """Play until the person leaves or the input ends; return the exit status."""
    is_typed = sys.stdin.isatty()
    may_choose = is_interactive() and not options.oldstyle
    manner = Manner(True, may_choose, may_block=True, is_typed=is_typed, command=command_typed())
    # With piped input preferences aren't saved, since this program, not a person, has chosen some of them.
    table = OneTable(options, saving, manner, keep_preferences if is_typed else None)
    table.shown = progress_told if options.accessible else progress_before_game
    # For a screen reader don't fold sentences: a sentence in a single text line, which only the terminal may wrap,
    # is read without a pause.
    columns = sys.maxsize if options.accessible else WIDTH
    typing = Typing.BY_DRIVER if is_typed else Typing.PIPED
    terminal = TextTerminal(columns, typing, options.upper, options.accessible)

    def session_in(room: Room) -> LineSession:
        streams = Descriptors(sys.stdin.fileno(), sys.stdout.fileno())
        unpaced = PacedTransport(streams, math.inf, time.monotonic, own_flow_control=False)
        return LineSession(by_lines(room, terminal), unpaced, terminal)

    try:
        return _run(Company([Person("", first(table), session_in)], table, saving.take_remark))
    finally:
        if table.tables:
            say_goodbye(table.tables[0].series, saving.how_to_resume(), options.upper, options.accessible)


def _run(company: Company) -> int:
    try:
        return company.run()
    except HungUp:
        say()  # end the line that has the unanswered prompt
        return 0
    except TransportClosed as closed:
        if isinstance(closed.__cause__, BrokenPipeError):
            raise closed.__cause__ from None
        raise


COMMAND_VARIABLE = "H89YAHTZEE_COMMAND"
"""An environment variable: a script that runs this program sets it to the command by which people call the
script."""


def say_goodbye(
    series: GameSeries, to_resume: Sequence[str], upper: bool = False, accessible: bool = False
) -> None:
    """Print the result, which has vanished with the screen, and two commands: to resume the game, and to play with
    the same dice again.

    The commands begin with the words that started this program; `to_resume` are the options that resume the game.
    With `upper` the result is in upper case, but not the commands, since shells tell small letters from capitals.
    With `accessible` whole sentences are printed, each in one line.
    """
    setup, state = series.setup, series.state
    if state.is_over and not accessible:  # if `accessible`, a sentence has told the result already
        results = zip(setup.players, state.totals(), strict=True)
        totals = ", ".join(f"{plain_text(player.name)} {total}" for player, total in results)
        _say(upper_case(totals) if upper else totals)
    if isinstance(series, Match):
        if state.is_over and day_of(setup) is not None:
            say_day(series.record)
            return
        if to_resume:
            command = shlex.join([*command_typed(), *to_resume])
            if accessible:
                say(f"The game is saved and comes again by the command: {command}")
            else:
                _say(RESUMES.format(command=command))
        day = day_of(setup)
        words = [*command_typed(), *(_words_of_game(setup) if day is None else options_of(setup))]
        if accessible:
            say(f"The same dice come again by the command: {shlex.join(words)}")
        else:
            _say_command(f"Seed {setup.seed}:" if day is None else "Game of the day:", words)


def _words_of_game(setup: Setup) -> list[str]:
    """Return the options and the players of a command that begins a game with the same dice."""
    words = [f"-r{setup.seed}", *_rule_words(setup.rules)]
    if setup.duplicate:
        words.append("--duplicate")
    words += [f"{option}{knob}" for option, knob in (("-ha", setup.ha), ("-hb", setup.hb)) if knob]
    players = [player_word(player, setup.rules) for player in setup.players]
    if any(word.startswith("-") for word in players):
        words.append("--")  # names after this word aren't taken for options
    return [*words, *players]


def say_day(record: Record) -> None:
    """Print the text to share about a finished game of the day."""
    try:
        counted = JournalReader().totals_like(record.setup)
    except OSError:
        counted = []
    figures = figures_of(record, analyst_of(record.setup.rules), counted[0] if len(counted) > 1 else None)
    for text in shared_text(figures, command_of(record.setup)):
        say(text)


def command_typed() -> list[str]:
    """Return the words that started this program, or `yahtzee` if these are unknown or not printable ASCII."""
    started = os.environ.get(COMMAND_VARIABLE) or sys.argv[0]
    name = Path(started).name
    if name == "__main__.py":
        words = [_as_typed(sys.orig_argv[0]), "-m", "h89yahtzee"]
    else:
        words = ["yahtzee" if name in ("", "-c", "-m") else _as_typed(started)]
    return words if all(word.isascii() and word.isprintable() for word in words) else ["yahtzee"]


def _as_typed(command: str) -> str:
    """Return `command`, but without its folders if the shell finds the program by its mere name. (The system passes
    the whole path to scripts, even if the user has typed only the name.)"""
    import shutil  # imported late, since that takes long

    name = Path(command).name
    return name if command in (name, shutil.which(name)) else command


def _rule_words(rules: RuleSet) -> list[str]:
    words = [] if rules.name == H89.name else ["--rules", rules.name]
    if rules.column_choices:
        words += ["--columns", str(rules.columns)]
    return words + (["--bonus", rules.bonus] if rules.bonus is not None else [])


def _say(text: str) -> None:
    for line in folded([text]):
        say(line)


def _say_command(label: str, words: Sequence[str]) -> None:
    """Print a command after a label; a long command is broken by backslashes, so that a shell accepts it."""
    line = f"{label} {shlex.quote(words[0])}"
    for word in words[1:]:
        if len(f"{line} {shlex.quote(word)} \\") > WIDTH:
            say(f"{line} \\")
            line = " "
        line += f" {shlex.quote(word)}"
    say(line)
