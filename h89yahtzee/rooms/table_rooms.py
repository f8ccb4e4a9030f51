"""Rooms and pages that a person opens at a table: help, settings, saved games, review, comparison."""

from __future__ import annotations

from h89yahtzee.rooms.games import GamesRoom
from h89yahtzee.rooms.page import ComparisonPage, GameHelp, Page, ReviewPage
from h89yahtzee.rooms.room import Room
from h89yahtzee.rooms.settings import SettingsRoom
from h89yahtzee.table.commands import Command
from h89yahtzee.table.seat import Seat
from h89yahtzee.table.texts import BACK_TO_GAME

_END = BACK_TO_GAME.format(key="Any key")


def opened_at(seat: Seat) -> Room | Page | None:
    """Return the room or page that the person at `seat` has opened, None if none is open."""
    series, services, preferences = seat.table.series, seat.services, seat.preferences_in_force
    may_talk = seat.role.may_talk
    match seat.page:
        case Command.HELP:
            return GameHelp(series.setup.rules, preferences, may_talk)
        case Command.SETTINGS:
            save = services.save_preferences
            return SettingsRoom(preferences, seat.prefer, save, seat.may_set_table, may_talk)
        case Command.GAMES if services.saved_games is not None:
            return GamesRoom(services.saved_games, services.analyst_of, seat.bookmaker)
        case Command.REVIEW:
            return ReviewPage(series.record, services.analyst_of, seat.bookmaker, _END)
        case Command.COMPARE:
            return ComparisonPage(series.record, services.analyst_of, seat.bookmaker, _END)
        case _:
            return None
