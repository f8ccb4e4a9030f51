"""The command `yahtzee`: a game at a serial line, on an emulated H19, on any other terminal, or in text mode."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from h89yahtzee.apps.command import CommandError, UsageError, complain, reason, run_command, say
from h89yahtzee.apps.described_terminals import find_terminal
from h89yahtzee.apps.recorded_games import referee
from h89yahtzee.apps.saving.saving import Recorder, Saving
from h89yahtzee.apps.yahtzee.beginning import is_interactive
from h89yahtzee.apps.yahtzee.command_line import check_options, parse_options, user_settings
from h89yahtzee.apps.yahtzee.yahtzee_options import ALL, DAILY, HERE, SKILL, Options

NO_SCREEN = ("", "dumb")
"""The values of TERM for which the game is played in text mode, since such terminals can't address the cursor."""
CUT_OFF = (128 + signal.SIGHUP, 128 + signal.SIGTERM)
"""The exit statuses after which an unfinished game counts as cut off."""


ACCESSIBLE_VARIABLE = "ACCESSIBLE"
"""The environment variable by which programs are asked for output that a screen reader can read."""
SCREEN_READERS = "with --accessible there are whole sentences for a screen reader"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0, 1 after a failure, 2 for usage errors, 128 + n after signal n."""
    return run_command("yahtzee", lambda: _main(_options(sys.argv[1:] if arguments is None else arguments)))


def _options(arguments: Sequence[str]) -> Options:
    """Return the options. The command line is checked before the settings file is read."""
    check_options(arguments)
    options = parse_options(arguments, user_settings())
    if "accessible" not in options.said and os.environ.get(ACCESSIBLE_VARIABLE, "0") not in ("", "0"):
        options = replace(options, accessible=True, plain=True)
    return options


def _main(options: Options) -> int:
    if options.referee:
        return referee()
    if options.scores or options.games is not None or options.review is not None:
        return _show_games(options)
    if options.verbose:
        from h89yahtzee.apps.yahtzee.at_door import told_of_caller

        return told_of_caller(options)
    if options.join is not None:
        return _join(options, options.join)
    play = _way_to_play(options)
    recorder = _recorder(options.record)
    saving = Saving(recorder)
    if options.bulletin is not None:
        from h89yahtzee.apps.saving.bulletin import Bulletin

        saving.finished = Bulletin(options.bulletin, partial(complain, "yahtzee")).write_soon
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
        from h89yahtzee.apps.yahtzee.at_door import join_from_door

        return join_from_door(options, place)
    from h89yahtzee.apps.yahtzee.joining import ACCESSIBLE, join

    if options.term is not None:
        _check_term(options.term)
    term = options.term or os.environ.get("TERM", "")
    shown = "" if options.plain or term in NO_SCREEN else term
    return join(place, ACCESSIBLE if options.accessible else shown, options.baud, options.phosphor)


def _show_games(options: Options) -> int:
    from h89yahtzee.apps.saving import day_lists, game_lists

    aloud = options.accessible
    if options.review is not None:
        lines = game_lists.game_review(options.review, bool(options.preferred.get("chances")), aloud)
    elif options.games is not None:
        lines = game_lists.game_list(aloud) if options.games == ALL else game_lists.game_cards(options.games, aloud)
    elif options.scores == DAILY:
        aloud_or_not = day_lists.daily_sentences() if aloud else day_lists.daily_scores()
        lines = day_lists.daily_json() if options.json else aloud_or_not
    elif options.scores == SKILL:
        lines = day_lists.skill_json() if options.json else day_lists.skill_scores()
    elif options.json:
        lines = game_lists.score_json()
    else:
        lines = game_lists.score_sentences() if aloud else game_lists.score_tables()
    for line in lines:
        say(line)
    return 0


def _way_to_play(options: Options) -> Callable[[Saving], int]:
    """Return a function that plays one game after another as the options and the terminal require.

    The function takes the `Saving` that saves these games, and returns the exit status.
    """
    if options.door is not None:
        from h89yahtzee.apps.yahtzee.at_door import play_at_door

        return partial(play_at_door, options)
    if options.term is not None:
        _check_term(options.term)
    from h89yahtzee.apps.yahtzee.at_terminals import play_by_lines, play_on_screens

    has_screen = is_interactive() and (options.term or os.environ.get("TERM", "")) not in NO_SCREEN
    if not options.line and (options.plain or not has_screen):
        if not options.plain and sys.stderr.isatty():
            # The person hasn't asked for text mode, and may need a screen reader: tell of `--accessible`.
            complain("yahtzee", SCREEN_READERS)
        return partial(play_by_lines, options)
    if not has_screen and any(line.url == HERE and line.term is None for line in options.line):
        raise UsageError(f"--line {HERE}: expected a terminal with a screen on standard input and output")
    if options.report is None:
        return partial(play_on_screens, options)
    from h89yahtzee.apps.sessions.session_report import reported

    report = options.report
    return lambda saving: reported(report, partial(play_on_screens, options, saving))


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
