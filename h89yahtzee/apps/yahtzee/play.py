"""`yahtzee`: play on a serial line, on an H19, in any other terminal, or by lines of text."""

from __future__ import annotations

import math
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import coach_of, player_of, prepare_coach, prepare_players
from h89yahtzee.apps.command import CommandError, UsageError, complain, reason, run_command
from h89yahtzee.apps.paths import journal_file, settings_file
from h89yahtzee.apps.yahtzee.command_line import check_options, parse_options, preferences
from h89yahtzee.apps.yahtzee.game_saving import Books
from h89yahtzee.apps.yahtzee.recorder import Recorder
from h89yahtzee.apps.yahtzee.terminals import H19, execution, find_terminal, is_h19
from h89yahtzee.apps.yahtzee.yahtzee_options import ALL, Options, Policy
from h89yahtzee.game.record import HUMAN, Setup
from h89yahtzee.game.rules import H89, RuleSet, rule_set
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.players.catalogue import LEVELS, default_for
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.match import Match, Offer, Replay, Sitting
from h89yahtzee.table.preferences import Coach, Preferences
from h89yahtzee.table.texts import plain_text

if TYPE_CHECKING:
    from h89yahtzee.apps.yahtzee.terminal_session import Station
    from h89yahtzee.store.saver import Saver

DEFAULT_BAUD = 9600
PATIENCE = 0.5
"""Seconds that a terminal may take to be ready for the last words."""
DRAWN_SEEDS = 10**6
"""How many seeds a game without `-r` is drawn from: few enough that one is easily typed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 after a failure, 2 for usage, 128 + n after signal n."""
    return run_command("yahtzee", lambda: _main(_options(sys.argv[1:] if arguments is None else arguments)))


def _options(arguments: Sequence[str]) -> Options:
    """What the command line says is right or wrong before the settings file is looked at."""
    check_options(arguments)
    path = _existing(settings_file)
    if path is None:
        return parse_options(arguments)
    from h89yahtzee.apps.yahtzee.settings_file import read_settings

    return parse_options(arguments, read_settings(path))


def _existing(place: Callable[[Mapping[str, str]], Path]) -> Path | None:
    """None where there is no such file, or no home for it."""
    with suppress(FileNotFoundError):
        path = place(os.environ)
        return path if path.exists() else None
    return None


def _main(options: Options) -> int:
    if options.referee:
        from h89yahtzee.apps.yahtzee.record_check import referee

        return referee()
    if options.scores or options.games is not None:
        return _show_games(options)
    screen = _screen(options)
    game = _game(options)
    if isinstance(game.sitting, Match):
        game.sitting.unnamed = None if options.level is None else LEVELS[options.level]
        setup = game.sitting.setup
        prepare_players(setup)
        if preferences(options, setup.rules).coach is not Coach.OFF:
            prepare_coach(setup)
    recorder = _recorder(options.record)
    books = Books(game.sitting, recorder, _save_policy(options, game.sitting), game.saver)
    try:
        status = screen(game, books)
    finally:
        for message in books.close():
            complain("yahtzee", message)
    if recorder is not None and recorder.failure is not None:
        raise CommandError(f"{options.record}: the game couldn't be recorded: {reason(recorder.failure)}")
    return status


@dataclass(frozen=True, slots=True)
class _Game:
    """What is played: `offer` where the players are asked first, `saver` where it was saved before."""

    sitting: Sitting
    offer: Offer | None = None
    saver: Saver | None = None


Screen = Callable[[_Game, Books], int]
"""Plays a game and those that follow it. Returns the exit status."""


def _show_games(options: Options) -> int:
    from h89yahtzee.apps.yahtzee import game_lists

    if options.json:
        print(game_lists.score_json())
        return 0
    if options.scores or options.games is None:
        lines = game_lists.score_tables()
    else:
        lines = game_lists.game_list() if options.games == ALL else game_lists.game_cards(options.games)
    for line in lines:
        print(line)
    return 0


def _screen(options: Options) -> Screen:
    """The way to the screen that the options and the terminal ask for."""
    caps = None if options.term is None else _caps(options.term)
    if options.line is not None:
        return lambda game, books: _play_on_line(options, caps or find_terminal(H19), game, books)
    term = os.environ.get("TERM", "")
    if options.plain or not _is_interactive() or (caps is None and term in ("", "dumb")):
        return lambda game, books: _play_lines(options, game, books)
    if caps is not None or is_h19(term):
        return lambda game, books: _play_on_tty(options, caps or find_terminal(term), game, books)
    return lambda game, books: _play_emulated(options, game, books)


def _is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _caps(term: str) -> Termcap:
    try:
        return find_terminal(term)
    except ValueError as error:
        raise UsageError(f"--term: {error}") from None


def _game(options: Options) -> _Game:
    if options.replay is not None:
        return _Game(_replay(options.replay))
    if options.go_on is not None:
        from h89yahtzee.apps.yahtzee.saved_games import resume

        resumed = resume(options.go_on)
        return _Game(resumed.match, saver=resumed.saver)
    seed = secrets.randbelow(DRAWN_SEEDS) if options.seed is None else options.seed
    rules = rule_set(options.rules, options.columns, options.bonus)
    setup = Setup(options.players, seed, rules, options.duplicate, options.ha, options.hb)
    return _left_game(options, setup) or _Game(Match(setup, player_of))


def _left_game(options: Options, setup: Setup) -> _Game | None:
    """The one of the same players that `--resume` is about; None as well for whom a seed is asked for."""
    asks = options.resume is Policy.ASK
    if options.seed is not None or options.oldstyle or options.resume is Policy.NEVER:
        return None
    if (asks and options.line is None and not _is_interactive()) or _existing(journal_file) is None:
        return None
    from h89yahtzee.apps.yahtzee.saved_games import resume_like

    resumed = resume_like(setup)
    if resumed is None:
        return None
    return _Game(resumed.match, Offer(resumed.match, setup) if asks else None, resumed.saver)


def _save_policy(options: Options, sitting: Sitting) -> Policy | None:
    """None where nothing is saved: games that nobody plays can be had again by their seeds."""
    if isinstance(sitting, Replay) or not sitting.has_people:
        return None
    return None if options.oldstyle and options.go_on is None else options.save


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


def _play_lines(options: Options, game: _Game, books: Books) -> int:
    from h89yahtzee.apps.yahtzee.line_mode import play_lines

    chosen = preferences(options, game.sitting.setup.rules)
    try:
        play_lines(game.sitting, books, game.offer, options.upper, chosen)
    finally:
        _say_how_to_repeat(game.sitting, options.upper)
    return 0


def _play_on_line(options: Options, caps: Termcap, game: _Game, books: Books) -> int:
    from h89yahtzee.apps.yahtzee.terminal_session import Station
    from h89yahtzee.transport.pacing import PacedTransport
    from h89yahtzee.transport.serial_line import open_serial

    assert options.line is not None
    baud = options.baud or DEFAULT_BAUD
    try:
        line = open_serial(options.line, baud)
    except ValueError as error:
        raise UsageError(f"--line: {error}") from None
    paced = PacedTransport(line, baud / 10, time.monotonic, not line.honours_xon_xoff, execution(caps))
    return _play(options, Station(paced, caps, time.monotonic, not options.oldstyle), game, books)


def _play_on_tty(options: Options, caps: Termcap, game: _Game, books: Books) -> int:
    from h89yahtzee.apps.yahtzee.terminal_session import Station
    from h89yahtzee.transport.pacing import PacedTransport
    from h89yahtzee.transport.tty import TtyTransport

    tty = TtyTransport(sys.stdin.fileno(), sys.stdout.fileno())
    baud = options.baud or (tty.baud_rate if tty.baud_rate in BAUD_RATES else math.inf)
    paced = PacedTransport(tty, baud / 10, time.monotonic, own_flow_control=False, work=execution(caps))
    station = Station(paced, caps, time.monotonic, not options.oldstyle, tty, is_window=True)
    return _play(options, station, game, books)


def _play_emulated(options: Options, game: _Game, books: Books) -> int:
    from h89yahtzee.apps.yahtzee.h19_window import H19Window
    from h89yahtzee.apps.yahtzee.terminal_session import Station
    from h89yahtzee.table.texts import LEGEND
    from h89yahtzee.transport.pacing import PacedTransport

    h19, caps = H19Window(options.phosphor, LEGEND), find_terminal(H19)
    baud = options.baud or math.inf
    paced = PacedTransport(h19, baud / 10, time.monotonic, own_flow_control=False, work=execution(caps))
    station = Station(paced, caps, time.monotonic, not options.oldstyle, h19, h19.is_seen)
    return _play(options, station, game, books)


def _play(options: Options, station: Station, game: _Game, books: Books) -> int:
    from h89yahtzee.apps.yahtzee.event_loop import Session
    from h89yahtzee.table.screen.controller import Controller

    controller = Controller(
        game.sitting,
        options.delay,
        options.oldstyle,
        time.monotonic(),
        preferences(options, game.sitting.setup.rules),
        _save_preferences,
        offer=game.offer,
        asks_to_keep=books.asks_to_keep,
        analyst_of=coach_of,
    )
    try:
        status = Session(controller, [station], time.monotonic, books.update).run()
        if not controller.keeps_game:
            books.discard()
        return status
    finally:
        # A terminal that is gone, or stopped by XOFF, is not waited for.
        if select([], [sys.stdout], [], PATIENCE)[1]:
            with suppress(OSError):
                _say_how_to_repeat(game.sitting)


def _save_preferences(chosen: Preferences) -> bool:
    from h89yahtzee.apps.yahtzee.settings_file import save_preferences

    try:
        save_preferences(settings_file(os.environ), chosen)
    except (OSError, ValueError):
        return False
    return True


def _say_how_to_repeat(sitting: Sitting, upper: bool = False) -> None:
    """The result, which the screen that is gone had, and how the same dice can be had again."""
    from h89yahtzee.apps.yahtzee.line_mode import say, say_command

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
