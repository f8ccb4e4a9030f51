"""`yahtzee`: play on a serial line, on an H19, in any other terminal, or by lines of text."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial

from h89yahtzee.apps.command import CommandError, UsageError, complain, reason, run_command, say
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.paths import settings_file
from h89yahtzee.apps.yahtzee.beginning import existing, is_interactive
from h89yahtzee.apps.yahtzee.command_line import check_options, parse_options
from h89yahtzee.apps.yahtzee.farewell import say_goodbye
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.saving.record_file import Recorder
from h89yahtzee.apps.yahtzee.yahtzee_options import ALL, HERE, Options
from h89yahtzee.table.preferences import Preferences

NO_SCREEN = ("", "dumb")
"""What TERM is where nobody knows how to address a cursor."""
CUT_OFF = (128 + signal.SIGHUP, 128 + signal.SIGTERM)
"""The exit statuses after which a game counts as cut off."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 after a failure, 2 for usage, 128 + n after signal n."""
    return run_command("yahtzee", lambda: _main(_options(sys.argv[1:] if arguments is None else arguments)))


def _options(arguments: Sequence[str]) -> Options:
    """Judge the command line before the settings file is looked at."""
    check_options(arguments)
    path = existing(settings_file)
    if path is None:
        return parse_options(arguments)
    from h89yahtzee.apps.yahtzee.settings_file import read_settings

    return parse_options(arguments, read_settings(path))


def _main(options: Options) -> int:
    if options.referee:
        from h89yahtzee.apps.yahtzee.saving.record_check import referee

        return referee()
    if options.scores or options.games is not None or options.review is not None:
        return _show_games(options)
    if options.join is not None:
        return _join(options, options.join)
    play = _screen(options)
    recorder = _recorder(options.record)
    saving = GameSaving(recorder)
    try:
        status = play(saving)
        if status not in CUT_OFF:
            saving.leave()
    except KeyboardInterrupt:
        saving.leave()
        raise
    finally:
        for message in saving.close():
            complain("yahtzee", message)
    if recorder is not None and recorder.failure is not None:
        raise CommandError(f"{options.record}: the game couldn't be recorded: {reason(recorder.failure)}")
    return status


def _join(options: Options, place: str) -> int:
    if options.door is not None:
        from h89yahtzee.apps.yahtzee.door.at_door import join_from_door

        return join_from_door(options, place)
    from h89yahtzee.apps.join.joining import join

    if options.term is not None:
        _check_term(options.term)
    term = options.term or os.environ.get("TERM", "")
    return join(place, "" if options.plain or term in NO_SCREEN else term, options.baud, options.phosphor)


Play = Callable[[GameSaving], int]
"""Plays one game after another, which are saved. Returns the exit status."""


def _show_games(options: Options) -> int:
    from h89yahtzee.apps.yahtzee.saving import game_lists

    if options.review is not None:
        lines = game_lists.game_review(options.review, bool(options.chances))
    elif options.games is None:
        lines = game_lists.score_json() if options.json else game_lists.score_tables()
    else:
        lines = game_lists.game_list() if options.games == ALL else game_lists.game_cards(options.games)
    for line in lines:
        say(line)
    return 0


def _screen(options: Options) -> Play:
    """Find the way to the screen that the options and the terminal ask for."""
    if options.door is not None:
        return lambda saving: _play_at_door(options, saving)
    if options.term is not None:
        _check_term(options.term)
    has_screen = is_interactive() and (options.term or os.environ.get("TERM", "")) not in NO_SCREEN
    if not options.line and (options.plain or not has_screen):
        return lambda saving: _play_lines(options, saving)
    if not has_screen and any(line.url == HERE and line.term is None for line in options.line):
        raise UsageError(f"--line {HERE}: expected a terminal with a screen on standard input and output")
    return lambda saving: _play_on_screen(options, saving)


def _play_at_door(options: Options, saving: GameSaving) -> int:
    from h89yahtzee.apps.yahtzee.door.at_door import play_at_door

    return play_at_door(options, saving)


def _check_term(term: str) -> None:
    try:
        find_terminal(term)
    except ValueError as error:
        raise UsageError(f"--term: {error}") from None


def _recorder(path: str | None) -> Recorder | None:
    try:
        return None if path is None else Recorder(path)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _play_lines(options: Options, saving: GameSaving) -> int:
    from h89yahtzee.apps.yahtzee.line_mode import LineMode

    lines = LineMode(options, saving)
    try:
        lines.play()
    finally:
        if lines.series is not None:
            say_goodbye(lines.series, saving.how_to_resume(), options.upper)
    return 0


def _play_on_screen(options: Options, saving: GameSaving) -> int:
    from h89yahtzee.apps.yahtzee.screen_mode import play_on_screen

    if options.report is None:
        return play_on_screen(options, saving, _save_preferences)
    from h89yahtzee.apps.yahtzee.terminal.session_report import reported

    return reported(options.report, partial(play_on_screen, options, saving, _save_preferences))


def _save_preferences(chosen: Preferences) -> bool:
    from h89yahtzee.apps.yahtzee.settings_file import save_preferences

    try:
        save_preferences(settings_file(os.environ), chosen)
    except (OSError, ValueError):
        return False
    return True
