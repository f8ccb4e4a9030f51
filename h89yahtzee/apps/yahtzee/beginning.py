"""Functions that begin games: the game that the command line asks for, and games chosen later in the same run."""

from __future__ import annotations

import os
import re
import secrets
import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import ProgressShown, player_of, prepare, prepare_players, progress_before_game
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.options.declarations import Policy
from h89yahtzee.apps.paths import existing, journal_file, last_choice_file, make_private
from h89yahtzee.apps.recorded_games import read_records
from h89yahtzee.apps.yahtzee.command_line import preferences
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.frontends.screen import layout
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, PlayedColumns, Player, Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.rooms.start import unfinished_game as told_unfinished
from h89yahtzee.store.own_files import read_file, replace_file
from h89yahtzee.table import texts
from h89yahtzee.table.choices import Choices, format_choices, parse_choices
from h89yahtzee.table.daily import daily_setup, day_of
from h89yahtzee.table.match import GameSeries, Match, Offer, Replay, newcomer
from h89yahtzee.table.preferences import Coach, Preferences

if TYPE_CHECKING:
    from h89yahtzee.apps.saving.resuming import Unfinished
    from h89yahtzee.store.journal import Saver

DRAWN_SEEDS = 10**6
"""The number of seeds to draw from for a game without `-r`: small, so that a seed is easily typed."""


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game whose computer players are ready, with the person's preferences and what is needed to save the game.

    `save` says whether to keep an unfinished game; None saves nothing, not even a finished game. `saver` holds the
    lock on a resumed game, and is None for a new game. If there is an `offer`, the game is an unfinished game, and
    the players are first asked whether to resume it. `notice` is shown to the players.
    """

    series: GameSeries
    preferences: Preferences
    save: Policy | None
    offer: Offer | None = None
    saver: Saver | None = None
    notice: str = ""


def begin(options: Options, shown: ProgressShown = progress_before_game) -> BegunGame:
    """Begin the game that the options ask for: a replay, a resumed game or a new one. `shown` shows the progress of
    preparing computer players."""
    if options.replay is not None:
        return _begun(options, _replay(options.replay), shown)
    if options.go_on is not None:
        from h89yahtzee.apps.saving.resuming import resume

        resumed = resume(options.go_on)
        return _begun(options, resumed.match, shown, saver=resumed.saver)
    setup = asked_setup(options, _drawn_seed(options))
    if options.daily is not None:
        return _begin_day(options, setup, shown)
    if not _asks_journal(options):
        return begin_setup(options, setup, shown)
    return _left_game(options, setup, shown) or replace(begin_setup(options, setup, shown), notice=_cut_off())


def asked_setup(options: Options, seed: int) -> Setup:
    """Return the setup of the new game that the options ask for. Its seed is `seed`, but that of a game of the day
    follows from the day."""
    rules = rule_set(options.rules, options.columns, options.bonus)
    if options.daily is not None:
        day = today() if isinstance(options.daily, str) else options.daily
        return daily_setup(day, rules, options.players[0])
    return Setup(options.players, seed, rules, options.duplicate, options.ha, options.hb)


def begin_setup(options: Options, setup: Setup, shown: ProgressShown = progress_before_game) -> BegunGame:
    """Begin a game with `setup`. If the rules have grids (cards for several games), the game continues the players'
    last grid if that has room, unless the options ask for a new grid."""
    return _begun(options, Match(setup, player_of, _columns(options, setup)), shown)


def begin_chosen(
    options: Options, choices: Choices, played: GameSeries | None, shown: ProgressShown = progress_before_game
) -> BegunGame:
    """Begin the game described by `choices`, and save `choices` as the values that the start page shows first in
    the next run.

    `played` is the last game in this run, which determines the seed of the new game's dice. It is None for the
    first game in this run, whose seed is given by `-r` or drawn. The choice of a game of the day isn't saved.
    """
    if choices.day is not None:
        return _begin_day(replace(options, seed=None), choices.setup(0), shown)
    remember(choices)
    seed = _drawn_seed(options) if played is None else played.next_setup.seed
    asked = replace(options, seed=options.seed if played is None else None, new_grid=choices.new_grid)
    game = begin_setup(asked, choices.setup(seed), shown)
    return replace(game, preferences=replace(game.preferences, think_time=choices.think_time))


def today() -> Day:
    """Return the date in UTC."""
    now = datetime.now(tz=UTC)
    return Day(now.year, now.month, now.day)


def _begin_day(options: Options, setup: Setup, shown: ProgressShown) -> BegunGame:
    """Begin or resume a game of the day."""
    left = _left_game(options, setup, shown, same_dice=True) if _asks_journal(options) else None
    return left or _begun(options, Match(setup, player_of), shown)


def _drawn_seed(options: Options) -> int:
    return secrets.randbelow(DRAWN_SEEDS) if options.seed is None else options.seed


def is_interactive() -> bool:
    """Return whether standard input and standard output are both terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _begun(
    options: Options,
    series: GameSeries,
    shown: ProgressShown,
    offer: Offer | None = None,
    saver: Saver | None = None,
) -> BegunGame:
    """Return a `BegunGame` with `series`, after preparing the computer players and the coach, which may take a
    while."""
    chosen = preferences(options, series.setup.rules)
    if isinstance(series, Match):
        series.unnamed = options.newcomer
        if day_of(series.setup) is not None:
            # After a game of the day, each further game at this table is practice, and has the same dice again.
            seed = series.setup.seed
            series.draw = lambda _: seed
        prepare_players(series.setup, shown)
        if chosen.coach is not Coach.OFF and series.setup.rules.columns == 1:
            prepare(series.setup.rules, shown)
    return BegunGame(series, chosen, _save_policy(options, series), offer, saver)


def _left_game(
    options: Options, setup: Setup, shown: ProgressShown, *, same_dice: bool = False
) -> BegunGame | None:
    """Resume and return the newest game with the players and rules of `setup` if it is unfinished, else return
    None.

    If `same_dice`, the game must also have the seed of `setup`. With `--resume ask` the `BegunGame` has an `offer`,
    so that the players are first asked whether to resume the game.
    """
    from h89yahtzee.apps.saving.resuming import resume_like

    resumed = resume_like(setup, same_dice=same_dice)
    if resumed is None:
        return None
    if options.resume is not Policy.ASK:
        return _begun(options, resumed.match, shown, saver=resumed.saver)
    offer = Offer(resumed.match, setup, resumed.was_cut_off, _columns(options, setup))
    return _begun(options, resumed.match, shown, offer, resumed.saver)


def _asks_journal(options: Options) -> bool:
    """Return whether to look for an unfinished game in the journal.

    That isn't done if a seed, `--oldstyle` or `--resume never` was given, if players should be asked whether to
    resume a game but nobody can be asked, or if there is no journal.
    """
    if options.seed is not None or options.oldstyle or options.resume is Policy.NEVER:
        return False
    is_unasked = options.resume is Policy.ASK and not options.line and not is_interactive()
    return not is_unasked and existing(journal_file) is not None


def _cut_off() -> str:
    from h89yahtzee.apps.saving.resuming import cut_off_game

    game = cut_off_game()
    if game is None:
        return ""
    person = next(player for player in game.setup.players if player.strategy == HUMAN)
    return texts.cut_off(texts.plain_text(person.name), game.number, layout.NOTICE_WIDTH)


def _columns(options: Options, setup: Setup) -> PlayedColumns:
    """Return the columns already filled on the players' grid (card for several games), none on a new grid."""
    is_new = options.new_grid or options.seed is not None or options.oldstyle
    if not setup.rules.column_choices or is_new or existing(journal_file) is None:
        return ()
    from h89yahtzee.apps.saving.resuming import columns_on_grid

    return columns_on_grid(setup)


def unfinished_game(options: Options, setup: Setup | None = None) -> Unfinished | None:
    """Return the game that the start page offers to resume; None if there is none, or if `--resume never` was
    given.

    If `setup` is given, return the newest unfinished game with the setup's players and rules, and also with the
    setup's dice if the options name a seed or a day.
    """
    if options.resume is Policy.NEVER or existing(journal_file) is None:
        return None
    from h89yahtzee.apps.saving.resuming import last_unfinished

    return last_unfinished(setup, same_dice=options.seed is not None or options.daily is not None)


def told_of(left: Unfinished | None) -> str:
    """Return a text that describes the unfinished game `left`, which the players may resume; "" if it is None."""
    if left is None:
        return ""
    results = zip((player.name for player in left.setup.players), left.totals, strict=True)
    return told_unfinished(left.setup.rules.name, left.turn + 1, left.was_cut_off, dict(results))


def _save_policy(options: Options, series: GameSeries) -> Policy | None:
    """Return the policy for saving `series`, None for games that aren't saved, such as games without people."""
    if isinstance(series, Replay) or not series.has_people:
        return None
    return None if options.oldstyle and options.go_on is None else options.save


def _replay(name: str) -> Replay:
    """Return the games in the file `name` to be shown again; if `name` is a number, return the saved game with this
    number."""
    if re.fullmatch("[0-9]{1,9}", name):
        from h89yahtzee.apps.saving.resuming import find_game, whole_record

        return Replay([whole_record(find_game(int(name)))], f"GAME {int(name)}")
    try:
        return Replay(read_records(name))
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None


_LONGEST = 10**4
"""The most bytes read from the file with the choices that the person made on the start page in the last run."""


def first_choices(options: Options) -> Choices:
    """Return the values that the start page shows first: each from the command line, or else from the last run's
    choices, or else from the settings file."""
    asked = _asked(options)
    last = _last_choices() or asked
    if "level" in options.said and options.newcomer is not None:
        last = replace(last, players=tuple(_played_by(options.newcomer, player) for player in last.players))
    return Choices(
        players=last.players,
        rules=asked.rules if "rules" in options.said else last.rules,
        columns=asked.columns if "columns" in options.said else last.columns,
        bonus=asked.bonus if "bonus" in options.said else last.bonus,
        duplicate=asked.duplicate if "duplicate" in options.said else last.duplicate,
        think_time=asked.think_time if options.said & {"delay", "think_time"} else last.think_time,
        ha=options.ha,
        hb=options.hb,
        new_grid=options.new_grid,
    )


def _asked(options: Options) -> Choices:
    """Return the choices (players, rules and so on) that the options make in place of the start page. If the
    options name a single player and no `--mode`, a computer player is added as an opponent."""
    players = options.players
    if options.mode is None and len(players) == 1:
        rules = rule_set(options.rules, options.columns, options.bonus)
        players = (*players, newcomer(rules, options.newcomer))
    return Choices(players, options.rules, options.columns, options.bonus, options.duplicate, options.delay)


def _played_by(strategy: str, player: Player) -> Player:
    return player if player.strategy == HUMAN else replace(player, strategy=strategy)


def _last_choices() -> Choices | None:
    """Return the choices of the last run; None if there are none, or if their file can't be read."""
    try:
        return parse_choices(read_file(last_choice_file(os.environ), _LONGEST).decode("utf-8"))
    except (OSError, ValueError):
        return None


def remember(choices: Choices) -> None:
    """Save `choices` for the next run; a failure is ignored, since the game can begin all the same."""
    try:
        path = last_choice_file(os.environ)
        make_private(path.parent)
        replace_file(path, format_choices(choices).encode("utf-8"))
    except OSError:
        return
