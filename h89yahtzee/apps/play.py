"""`yahtzee`: play on a serial line, on an H19, in any other terminal, or by lines of text."""

from __future__ import annotations

import math
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from select import select
from typing import TYPE_CHECKING

from h89yahtzee.apps.command import CommandError, UsageError, reason, run_command
from h89yahtzee.apps.options import Options, parse_options, preferences
from h89yahtzee.apps.recorder import Recorder
from h89yahtzee.apps.terminals import H19, execution, find_terminal, is_h19
from h89yahtzee.game.notation import parse_records
from h89yahtzee.game.record import HUMAN, Setup
from h89yahtzee.game.rules import H89, RuleSet, rule_set
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.h19.termcap import Termcap
from h89yahtzee.players.catalogue import default_for
from h89yahtzee.table.sitting import Match, Replay, Sitting
from h89yahtzee.table.texts import plain_text

if TYPE_CHECKING:
    from h89yahtzee.apps.station import Station

DEFAULT_BAUD = 9600
PATIENCE = 0.5
"""Seconds that a terminal may take to be ready for the last words."""
DRAWN_SEEDS = 10**6
"""How many seeds a game without `-r` is drawn from: few enough that one is easily typed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 after a failure, 2 for usage, 128 + n after signal n."""
    return run_command("yahtzee", lambda: _main(parse_options(sys.argv[1:] if arguments is None else arguments)))


def _main(options: Options) -> int:
    if options.referee:
        from h89yahtzee.apps.referee import referee

        return referee()
    screen = _screen(options)
    sitting = _sitting(options)
    recorder = _recorder(options.record)

    def record() -> None:
        if recorder is not None and isinstance(sitting, Match):
            recorder.update(sitting.record)

    try:
        status = screen(sitting, record)
    finally:
        if recorder is not None:
            recorder.close()
    if recorder is not None and recorder.failure is not None:
        raise CommandError(f"{options.record}: the game couldn't be recorded: {reason(recorder.failure)}")
    return status


Screen = Callable[[Sitting, Callable[[], None]], int]
"""Plays a sitting; the second argument is to be called whenever something was played. Returns the exit status."""


def _screen(options: Options) -> Screen:
    """The way to the screen that the options and the terminal ask for."""
    caps = None if options.term is None else _caps(options.term)
    if options.line is not None:
        return lambda sitting, record: _play_on_line(options, caps or find_terminal(H19), sitting, record)
    term = os.environ.get("TERM", "")
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if options.plain or not is_terminal or (caps is None and term in ("", "dumb")):
        return lambda sitting, record: _play_lines(options, sitting, record)
    if caps is not None or is_h19(term):
        return lambda sitting, record: _play_on_tty(options, caps or find_terminal(term), sitting, record)
    return lambda sitting, record: _play_emulated(options, sitting, record)


def _caps(term: str) -> Termcap:
    try:
        return find_terminal(term)
    except ValueError as error:
        raise UsageError(f"--term: {error}") from None


def _sitting(options: Options) -> Sitting:
    if options.replay is not None:
        return _replay(options.replay)
    seed = secrets.randbelow(DRAWN_SEEDS) if options.seed is None else options.seed
    rules = rule_set(options.rules, options.columns, options.bonus)
    return Match(Setup(options.players, seed, rules, options.duplicate, options.ha, options.hb))


def _replay(path: str) -> Replay:
    try:
        return Replay(parse_records(Path(path).read_text("utf-8")))
    except UnicodeDecodeError:
        raise CommandError(f"{path}: expected a record, not a file of bytes") from None
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from None


def _recorder(path: str | None) -> Recorder | None:
    try:
        return None if path is None else Recorder(path)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _play_lines(options: Options, sitting: Sitting, record: Callable[[], None]) -> int:
    from h89yahtzee.apps.lines import play_lines

    try:
        play_lines(sitting, record, options.upper)
    finally:
        _say_how_to_repeat(sitting, options.upper)
    return 0


def _play_on_line(options: Options, caps: Termcap, sitting: Sitting, record: Callable[[], None]) -> int:
    from h89yahtzee.apps.station import Station
    from h89yahtzee.transport.pacing import PacedTransport
    from h89yahtzee.transport.serial_line import open_serial

    assert options.line is not None
    baud = options.baud or DEFAULT_BAUD
    try:
        line = open_serial(options.line, baud)
    except ValueError as error:
        raise UsageError(f"--line: {error}") from None
    paced = PacedTransport(line, baud / 10, time.monotonic, not line.honours_xon_xoff, execution(caps))
    return _play(options, Station(paced, caps, time.monotonic, not options.oldstyle), sitting, record)


def _play_on_tty(options: Options, caps: Termcap, sitting: Sitting, record: Callable[[], None]) -> int:
    from h89yahtzee.apps.station import Station
    from h89yahtzee.transport.pacing import PacedTransport
    from h89yahtzee.transport.tty import TtyTransport

    tty = TtyTransport(sys.stdin.fileno(), sys.stdout.fileno())
    baud = options.baud or (tty.baud_rate if tty.baud_rate in BAUD_RATES else math.inf)
    paced = PacedTransport(tty, baud / 10, time.monotonic, own_flow_control=False, work=execution(caps))
    station = Station(paced, caps, time.monotonic, not options.oldstyle, tty, is_window=True)
    return _play(options, station, sitting, record)


def _play_emulated(options: Options, sitting: Sitting, record: Callable[[], None]) -> int:
    from h89yahtzee.apps.emulated import EmulatedH19
    from h89yahtzee.apps.station import Station
    from h89yahtzee.table.texts import LEGEND
    from h89yahtzee.transport.pacing import PacedTransport

    h19, caps = EmulatedH19(options.phosphor, LEGEND), find_terminal(H19)
    baud = options.baud or math.inf
    paced = PacedTransport(h19, baud / 10, time.monotonic, own_flow_control=False, work=execution(caps))
    station = Station(paced, caps, time.monotonic, not options.oldstyle, h19, h19.is_seen)
    return _play(options, station, sitting, record)


def _play(options: Options, station: Station, sitting: Sitting, record: Callable[[], None]) -> int:
    from h89yahtzee.apps.session import Session
    from h89yahtzee.table.controller import Controller

    chosen = preferences(options, sitting.setup.rules)
    controller = Controller(sitting, options.delay, options.oldstyle, time.monotonic(), chosen)
    try:
        return Session(controller, [station], time.monotonic, record).run()
    finally:
        # A terminal that is gone, or stopped by XOFF, is not waited for.
        if select([], [sys.stdout], [], PATIENCE)[1]:
            with suppress(OSError):
                _say_how_to_repeat(sitting)


def _say_how_to_repeat(sitting: Sitting, upper: bool = False) -> None:
    """The result, which the screen that is gone had, and how the same dice can be had again."""
    from h89yahtzee.apps.lines import say, say_command

    setup, state = sitting.setup, sitting.state
    if state.is_over:
        results = zip(setup.players, state.totals(), strict=True)
        say(", ".join(f"{plain_text(player.name)} {total}" for player, total in results), upper)
    if isinstance(sitting, Match):
        words = ["yahtzee", f"-r{setup.seed}", *_rule_words(setup.rules)]
        words += ["--duplicate"] * setup.duplicate
        words += [f"-ha{setup.ha}"] * (setup.ha != 0) + [f"-hb{setup.hb}"] * (setup.hb != 0)
        for player in setup.players:
            usual = player.strategy in (HUMAN, default_for(setup.rules))
            strategy = "" if usual else f":{player.strategy}"
            words.append(f"{'=' * (player.strategy != HUMAN)}{player.name}{strategy}")
        say_command(f"Seed {setup.seed}:", words, upper)


def _rule_words(rules: RuleSet) -> list[str]:
    """The options that ask for these rules."""
    words = [] if rules.name == H89.name else ["--rules", rules.name]
    if rules.column_choices:
        words += ["--columns", str(rules.columns)]
    return words + (["--bonus", rules.bonus] if rules.bonus is not None else [])
