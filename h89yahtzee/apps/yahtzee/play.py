"""`yahtzee`: play on a serial line, on an H19, in any other terminal, or by lines of text."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import player_of, prepare_coach, prepare_players
from h89yahtzee.apps.command import CommandError, UsageError, complain, reason, run_command
from h89yahtzee.apps.paths import journal_file, settings_file
from h89yahtzee.apps.yahtzee.command_line import check_options, parse_options, preferences
from h89yahtzee.apps.yahtzee.farewell import say_how_to_repeat
from h89yahtzee.apps.yahtzee.saving.game_saving import GameSaving
from h89yahtzee.apps.yahtzee.saving.record_file import Recorder
from h89yahtzee.apps.yahtzee.terminal.terminals import find_terminal, is_h19
from h89yahtzee.apps.yahtzee.yahtzee_options import ALL, Options, Policy
from h89yahtzee.game.record import Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.notation.record_text import parse_records
from h89yahtzee.players.catalogue import LEVELS
from h89yahtzee.screen.termcap import Termcap
from h89yahtzee.table.match import GameSeries, Match, Offer
from h89yahtzee.table.preferences import Coach, Preferences
from h89yahtzee.table.replay import Replay

if TYPE_CHECKING:
    from h89yahtzee.store.saver import Saver

DRAWN_SEEDS = 10**6
"""How many seeds there are for a game without `-r`: few enough that one is easily typed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0, 1 after a failure, 2 for usage, 128 + n after signal n."""
    return run_command("yahtzee", lambda: _main(_options(sys.argv[1:] if arguments is None else arguments)))


def _options(arguments: Sequence[str]) -> Options:
    """Judge the command line before the settings file is looked at."""
    check_options(arguments)
    path = _existing(settings_file)
    if path is None:
        return parse_options(arguments)
    from h89yahtzee.apps.yahtzee.settings_file import read_settings

    return parse_options(arguments, read_settings(path))


def _existing(place: Callable[[Mapping[str, str]], Path]) -> Path | None:
    with suppress(FileNotFoundError):
        path = place(os.environ)
        return path if path.exists() else None
    return None


def _main(options: Options) -> int:
    if options.referee:
        from h89yahtzee.apps.yahtzee.saving.record_check import referee

        return referee()
    if options.scores or options.games is not None:
        return _show_games(options)
    screen = _screen(options)
    game = _game(options)
    if isinstance(game.series, Match):
        game.series.unnamed = None if options.level is None else LEVELS[options.level]
        setup = game.series.setup
        prepare_players(setup)
        if preferences(options, setup.rules).coach is not Coach.OFF:
            prepare_coach(setup)
    recorder = _recorder(options.record)
    saving = GameSaving(game.series, recorder, _save_policy(options, game.series), game.saver)
    try:
        status = screen(game, saving)
    finally:
        for message in saving.close():
            complain("yahtzee", message)
    if recorder is not None and recorder.failure is not None:
        raise CommandError(f"{options.record}: the game couldn't be recorded: {reason(recorder.failure)}")
    return status


@dataclass(frozen=True, slots=True)
class _Game:
    """What is played; the players are asked about `offer` first, and `saver` has what was saved before."""

    series: GameSeries
    offer: Offer | None = None
    saver: Saver | None = None


Screen = Callable[[_Game, GameSaving], int]
"""Plays a game and those that follow it. Returns the exit status."""


def _show_games(options: Options) -> int:
    from h89yahtzee.apps.yahtzee.saving import game_lists

    if options.games is None:
        lines = game_lists.score_json() if options.json else game_lists.score_tables()
    else:
        lines = game_lists.game_list() if options.games == ALL else game_lists.game_cards(options.games)
    for line in lines:
        print(line)
    return 0


def _screen(options: Options) -> Screen:
    """Find the way to the screen that the options and the terminal ask for."""
    caps = None if options.term is None else _caps(options.term)
    term = os.environ.get("TERM", "")
    if options.line is None and (options.plain or not _is_interactive() or (caps is None and term in ("", "dumb"))):
        return lambda game, saving: _play_lines(options, game, saving)
    if options.line is None and caps is None and is_h19(term):
        caps = find_terminal(term)
    return lambda game, saving: _play_on_screen(options, caps, game, saving)


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
        from h89yahtzee.apps.yahtzee.saving.resuming import resume

        resumed = resume(options.go_on)
        return _Game(resumed.match, saver=resumed.saver)
    seed = secrets.randbelow(DRAWN_SEEDS) if options.seed is None else options.seed
    rules = rule_set(options.rules, options.columns, options.bonus)
    setup = Setup(options.players, seed, rules, options.duplicate, options.ha, options.hb)
    return _left_game(options, setup) or _Game(Match(setup, player_of))


def _left_game(options: Options, setup: Setup) -> _Game | None:
    """Find the unfinished game of the same players, unless a seed was given or `--resume` is off."""
    asks = options.resume is Policy.ASK
    if options.seed is not None or options.oldstyle or options.resume is Policy.NEVER:
        return None
    if (asks and options.line is None and not _is_interactive()) or _existing(journal_file) is None:
        return None
    from h89yahtzee.apps.yahtzee.saving.resuming import resume_like

    resumed = resume_like(setup)
    if resumed is None:
        return None
    return _Game(resumed.match, Offer(resumed.match, setup) if asks else None, resumed.saver)


def _save_policy(options: Options, series: GameSeries) -> Policy | None:
    """Return None where nothing is saved: games without people can be repeated by their seeds."""
    if isinstance(series, Replay) or not series.has_people:
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


def _play_lines(options: Options, game: _Game, saving: GameSaving) -> int:
    from h89yahtzee.apps.yahtzee.line_mode import play_lines

    chosen = preferences(options, game.series.setup.rules)
    try:
        play_lines(game.series, saving, game.offer, options.upper, chosen)
    finally:
        say_how_to_repeat(game.series, options.upper)
    return 0


def _play_on_screen(options: Options, caps: Termcap | None, game: _Game, saving: GameSaving) -> int:
    from h89yahtzee.apps.yahtzee.screen_mode import play_on_screen

    chosen = preferences(options, game.series.setup.rules)
    return play_on_screen(options, caps, game.series, game.offer, saving, chosen, _save_preferences)


def _save_preferences(chosen: Preferences) -> bool:
    from h89yahtzee.apps.yahtzee.settings_file import save_preferences

    try:
        save_preferences(settings_file(os.environ), chosen)
    except (OSError, ValueError):
        return False
    return True
