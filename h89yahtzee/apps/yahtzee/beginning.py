"""Games begin here: the one that the command line asks for, and those chosen later in the same run."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from h89yahtzee.apps.cached_values import ProgressShown, player_of, prepare_coach, prepare_players, progress_shown
from h89yahtzee.apps.command import CommandError
from h89yahtzee.apps.paths import journal_file
from h89yahtzee.apps.recorded_games import read_records
from h89yahtzee.apps.yahtzee.command_line import preferences
from h89yahtzee.apps.yahtzee.last_choice import remember
from h89yahtzee.apps.yahtzee.yahtzee_options import Options, Policy
from h89yahtzee.game.played_columns import PlayedColumns
from h89yahtzee.game.record import HUMAN, Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.table import player_texts, texts
from h89yahtzee.table.preferences import Coach, Preferences
from h89yahtzee.table.screen import layout
from h89yahtzee.table.series.match import GameSeries, Match, Offer
from h89yahtzee.table.series.replay import Replay
from h89yahtzee.table.start import start_texts
from h89yahtzee.table.start.choices import Choices

if TYPE_CHECKING:
    from h89yahtzee.apps.yahtzee.saving.unfinished import Unfinished
    from h89yahtzee.store.saver import Saver

DRAWN_SEEDS = 10**6
"""How many seeds there are for a game without `-r`: few enough that one is easily typed."""


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game whose players are ready, and how it is played.

    The players are asked about `offer` first. It is saved as `save` says (None: not even when it is finished), by
    `saver` if that has what was saved before. The players are told the `notice`.
    """

    series: GameSeries
    preferences: Preferences
    save: Policy | None
    offer: Offer | None = None
    saver: Saver | None = None
    notice: str = ""


def begin(options: Options, shown: ProgressShown = progress_shown) -> BegunGame:
    """Begin what the options ask for."""
    if options.replay is not None:
        return _begun(options, _replay(options.replay), shown)
    if options.go_on is not None:
        from h89yahtzee.apps.yahtzee.saving.resuming import resume

        resumed = resume(options.go_on)
        return _begun(options, resumed.match, shown, saver=resumed.saver)
    rules = rule_set(options.rules, options.columns, options.bonus)
    setup = Setup(options.players, _drawn_seed(options), rules, options.duplicate, options.ha, options.hb)
    if not _asks_journal(options):
        return begin_setup(options, setup, shown)
    return _left_game(options, setup, shown) or replace(begin_setup(options, setup, shown), notice=_cut_off())


def begin_setup(options: Options, setup: Setup, shown: ProgressShown = progress_shown) -> BegunGame:
    """Begin a game of `setup`, on the grid that its players have unless a new one is asked for."""
    return _begun(options, Match(setup, player_of, _columns(options, setup)), shown)


def begin_chosen(
    options: Options, choices: Choices, played: GameSeries | None, shown: ProgressShown = progress_shown
) -> BegunGame:
    """Begin what was chosen after the games `played`, and remember the choice.

    A seed that was asked for is that of the first game; each further one takes the next.
    """
    remember(choices)
    seed = _drawn_seed(options) if played is None else played.next_setup.seed
    asked = replace(options, seed=options.seed if played is None else None, new_grid=choices.new_grid)
    game = begin_setup(asked, choices.setup(seed), shown)
    return replace(game, preferences=replace(game.preferences, think_time=choices.think_time))


def _drawn_seed(options: Options) -> int:
    """The seed that was asked for, or any."""
    return secrets.randbelow(DRAWN_SEEDS) if options.seed is None else options.seed


def is_interactive() -> bool:
    """Whether a person sits at both ends of the standard streams."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def existing(place: Callable[[Mapping[str, str]], Path]) -> Path | None:
    """The user's file at that place, if there is one."""
    with suppress(FileNotFoundError):
        path = place(os.environ)
        return path if path.exists() else None
    return None


def _begun(
    options: Options,
    series: GameSeries,
    shown: ProgressShown,
    offer: Offer | None = None,
    saver: Saver | None = None,
) -> BegunGame:
    """Make the players ready, who may need a while."""
    chosen = preferences(options, series.setup.rules)
    if isinstance(series, Match):
        series.unnamed = options.newcomer
        prepare_players(series.setup, shown)
        if chosen.coach is not Coach.OFF:
            prepare_coach(series.setup, shown)
    return BegunGame(series, chosen, _save_policy(options, series), offer, saver)


def _left_game(options: Options, setup: Setup, shown: ProgressShown) -> BegunGame | None:
    """Find the unfinished game of the same players."""
    from h89yahtzee.apps.yahtzee.saving.resuming import resume_like

    resumed = resume_like(setup)
    if resumed is None:
        return None
    if options.resume is not Policy.ASK:
        return _begun(options, resumed.match, shown, saver=resumed.saver)
    offer = Offer(resumed.match, setup, resumed.was_cut_off, _columns(options, setup))
    return _begun(options, resumed.match, shown, offer, resumed.saver)


def _asks_journal(options: Options) -> bool:
    """Whether to look for an unfinished game: not if a seed was given or `--resume` is off."""
    if options.seed is not None or options.oldstyle or options.resume is Policy.NEVER:
        return False
    is_unasked = options.resume is Policy.ASK and not options.line and not is_interactive()
    return not is_unasked and existing(journal_file) is not None


def _cut_off() -> str:
    from h89yahtzee.apps.yahtzee.saving.unfinished import cut_off_game

    game = cut_off_game()
    if game is None:
        return ""
    person = next(player for player in game.setup.players if player.strategy == HUMAN)
    return player_texts.cut_off(texts.plain_text(person.name), game.number, layout.NOTICE_WIDTH)


def _columns(options: Options, setup: Setup) -> PlayedColumns:
    """What lies on the grid of the players; a seed asks for a new one, too."""
    is_new = options.new_grid or options.seed is not None or options.oldstyle
    if not setup.rules.column_choices or is_new or existing(journal_file) is None:
        return ()
    from h89yahtzee.apps.yahtzee.saving.resuming import columns_on_grid

    return columns_on_grid(setup)


def unfinished_game(options: Options) -> Unfinished | None:
    """The game that can be resumed before another is chosen; None also if nobody wants to know."""
    if options.resume is Policy.NEVER or existing(journal_file) is None:
        return None
    from h89yahtzee.apps.yahtzee.saving.unfinished import last_unfinished

    return last_unfinished()


def told_of(left: Unfinished | None) -> str:
    """Say which game can be resumed; nothing if there is none."""
    if left is None:
        return ""
    results = zip((player.name for player in left.setup.players), left.totals, strict=True)
    return start_texts.unfinished(left.setup.rules.name, left.turn + 1, left.was_cut_off, dict(results))


def _save_policy(options: Options, series: GameSeries) -> Policy | None:
    """Return None where nothing is saved: games without people can be repeated by their seeds."""
    if isinstance(series, Replay) or not series.has_people:
        return None
    return None if options.oldstyle and options.go_on is None else options.save


def _replay(name: str) -> Replay:
    """The games of a file, or the saved game whose number `name` is."""
    if re.fullmatch("[0-9]{1,9}", name):
        from h89yahtzee.apps.yahtzee.saving.resuming import find_game, whole_record

        return Replay([whole_record(find_game(int(name)))])
    try:
        return Replay(read_records(name))
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from None
