"""Which page a command opens for a person at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from h89yahtzee.game.scorecard import Box
from h89yahtzee.table.commands import Command
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.review.coach import AnalystOf
from h89yahtzee.table.review.comparison import can_compare
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.screen.pages.finished_game import comparison_page, review_page
from h89yahtzee.table.screen.pages.games_page import GamesPage
from h89yahtzee.table.screen.pages.help_pages import HelpPages
from h89yahtzee.table.screen.pages.page import Page
from h89yahtzee.table.screen.pages.settings_page import SettingsPage
from h89yahtzee.table.table import Table


class TablePages:
    """The pages of one person at `table`. `prefer` and `save` are those of a `SettingsPage`."""

    def __init__(
        self,
        table: Table,
        analyst_of: AnalystOf,
        saved_games: SavedGames | None,
        prefer: Callable[[Preferences], None],
        save: Callable[[Preferences], bool] | None,
    ) -> None:
        self._table = table
        self._analyst_of = analyst_of
        self._saved_games = saved_games
        self._prefer = prefer
        self._save = save

    def opened_by(
        self,
        command: Command | Box | None,
        preferences: Preferences,
        may_set_table: bool = True,
        may_talk: bool = False,
    ) -> Page | None:
        """The page that a command opens now for a person with these preferences; None if it opens none."""
        series, bookmaker = self._table.series, self._table.bookmaker if preferences.chances else None
        if command is Command.HELP:
            return HelpPages(series.setup.rules, self._in_force(preferences), may_talk)
        if command is Command.SETTINGS:
            return SettingsPage(self._in_force(preferences), self._prefer, self._save, may_set_table, may_talk)
        if command is Command.GAMES and self._saved_games is not None:
            return GamesPage(self._saved_games, self._analyst_of, bookmaker)
        if command is Command.REVIEW and series.has_ended:
            return review_page(series.record, self._analyst_of, bookmaker=bookmaker)
        if command is Command.COMPARE and series.has_ended and can_compare(series.record):
            return comparison_page(series.record, self._analyst_of, bookmaker=bookmaker)
        return None

    def _in_force(self, preferences: Preferences) -> Preferences:
        """The preferences with the options that hold at the table."""
        options, series = self._table.options, self._table.series
        return replace(
            preferences,
            auto_roll=options.auto_roll,
            throw_time=options.throw_time,
            think_time=options.think_time,
            analysis_time=options.analysis_time,
            turn_time=options.turn_time,
            mode=series.mode,
            next_rules=series.next_rules,
        )
