"""The way of a caller from room to room: lobby, new table, waiting for people, a place at a table, and back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields

from h89yahtzee.game.record import Player
from h89yahtzee.host.caller import Caller, LobbyRefusal
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Lobby
from h89yahtzee.host.people import Person
from h89yahtzee.host.rooms.caller_lines import CallerLines
from h89yahtzee.host.rooms.caller_room import CallerRoom, Way
from h89yahtzee.host.rooms.lobby_lines import LobbyLines
from h89yahtzee.host.rooms.lobby_room import LobbyRoom
from h89yahtzee.host.rooms.new_table_lines import NewTableLines
from h89yahtzee.host.rooms.waiting_lines import WaitingLines
from h89yahtzee.host.rooms.waiting_room import WaitingRoom
from h89yahtzee.table.lines.line_room import LineRoom
from h89yahtzee.table.lines.line_viewer import LineViewer
from h89yahtzee.table.preferences import Coach, Preferences, Taste, ViewOptions, preferences_for
from h89yahtzee.table.screen.room import Room
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_room import Departure, StartRoom
from h89yahtzee.table.start.start_texts import ANYBODY
from h89yahtzee.table.table import Table

AnyRoom = Room | LineRoom

_CARRIED = tuple(option.name for option in fields(ViewOptions))
"""The preferences that a person takes along from one table to the next."""


class Guide:
    """Leads the callers of `lobby`; each is in one room, which closes when they go on.

    Without a lobby a caller sits down at the first table at once, or watches there, and leaves by leaving it.
    """

    def __init__(self, lobby: Lobby, has_lobby: bool = True) -> None:
        self._lobby = lobby
        self._has_lobby = has_lobby
        self._rooms: dict[Caller, AnyRoom] = {}
        self._tastes: dict[str, Taste] = {}

    def arrive(self, person: Person, has_screen: bool, now: float) -> Caller:
        """Take somebody in; if the same person is here on another line, that one's room closes."""
        before = self._lobby.callers.get(person.name)
        caller = self._lobby.arrive(person, has_screen, now)
        if before is not None:
            self._close_room(before)
        return caller

    def following(self, caller: Caller, now: float) -> Room | None:
        """The room after the one that the caller with a screen was in, and the first; None: the caller leaves."""
        notice = self._go_on(caller, now)
        if notice is None:
            return None
        before = self._rooms.get(caller)
        self._rooms[caller] = room = self._room_of(caller, before, now)
        room.notify(notice)
        return room

    def following_by_lines(self, caller: Caller, now: float) -> LineRoom | None:
        """The same for a caller by lines."""
        notice = self._go_on(caller, now)
        if notice is None:
            return None
        before = self._rooms.get(caller)
        self._rooms[caller] = room = self._lines_of(caller, before, now, notice)
        return room

    def _go_on(self, caller: Caller, now: float) -> str | None:
        """Do what leaving the room leads to, and return what the caller is to be told; None: they leave."""
        room = self._rooms.get(caller)
        if caller.is_dismissed:
            return None
        if isinstance(room, ScreenViewer | LineViewer):
            self._lobby.leave_table(caller, now)
        if isinstance(room, ScreenViewer):
            self._tastes[caller.name].leave(room.preferences)
        if self._goes_away(room, caller):
            del self._rooms[caller]
            self._lobby.depart(caller, now)
            return None
        if room is None and not self._has_lobby:
            self._take_seat(caller, now)
        return self._open_table(room, caller, now)

    def lost(self, caller: Caller, now: float) -> None:
        """The line of a caller is gone; the seat is kept."""
        try:
            self._close_room(caller)
        finally:
            self._lobby.depart(caller, now)

    def close_table(self, table: Table) -> None:
        """Clear a table that can't go on."""
        self._lobby.close_table(table)

    def _close_room(self, caller: Caller) -> None:
        if (room := self._rooms.pop(caller, None)) is not None:
            room.leave()

    def _preferences(self, caller: Caller, table: Table) -> Preferences:
        """The preferences with which the caller sits down at a table."""
        taste = self._tastes.setdefault(caller.name, Taste(_CARRIED))
        return taste.sit_down(preferences_for(table.series.setup.rules))

    def _goes_away(self, room: AnyRoom | None, caller: Caller) -> bool:
        """Whether the caller who leaves this room leaves altogether."""
        if isinstance(room, CallerRoom | CallerLines) and room.way is Way.AWAY:
            return True
        is_table = isinstance(room, ScreenViewer | LineViewer | WaitingRoom | WaitingLines)
        return is_table and caller.hosted is None and not self._has_lobby

    def _take_seat(self, caller: Caller, now: float) -> None:
        """Sit down at the table where the caller has a seat, or at the first, or watch; else they see the lobby."""
        tables = sorted(self._lobby.tables.values(), key=lambda hosted: hosted.seat_of(caller.name) is None)
        if caller.hosted is None and tables:
            with suppress(LobbyRefusal):
                self._lobby.join(caller, tables[0], now)

    def _open_table(self, room: AnyRoom | None, caller: Caller, now: float) -> str:
        """Open the table that was chosen on the page for it; return why that couldn't be."""
        if not isinstance(room, StartRoom | NewTableLines) or room.departure is not Departure.START:
            return ""
        caller.choices = room.choices
        try:
            self._lobby.open_table(caller, room.choices, now)
        except LobbyRefusal as refusal:
            return str(refusal)
        return ""

    def _room_of(self, caller: Caller, before: AnyRoom | None, now: float) -> Room:
        if isinstance(before, LobbyRoom) and before.way is Way.TO_NEW_TABLE:
            return StartRoom(caller.choices or _first_choices(caller))
        hosted, supplies = caller.hosted, self._lobby.supplies
        if hosted is None:
            return LobbyRoom(self._lobby, caller)
        if hosted.table is None:
            return WaitingRoom(self._lobby, caller, hosted)
        viewer = ScreenViewer(
            hosted.table,
            now,
            self._preferences(caller, hosted.table),
            analyst_of=supplies.analyst_of,
            seats=_seats(caller, hosted),
            saved_games=supplies.saved_games,
            name=caller.name,
            may_talk=True,
            may_set_table=False,
        )
        if isinstance(before, WaitingRoom):
            viewer.ring()
        return viewer

    def _lines_of(self, caller: Caller, before: AnyRoom | None, now: float, notice: str) -> LineRoom:
        if isinstance(before, LobbyLines) and before.way is Way.TO_NEW_TABLE:
            return NewTableLines(caller.choices or _first_choices(caller))
        hosted, supplies = caller.hosted, self._lobby.supplies
        if hosted is None:
            return LobbyLines(self._lobby, caller, notice)
        if hosted.table is None:
            return WaitingLines(self._lobby, caller, hosted, notice)
        return LineViewer(
            hosted.table,
            now,
            coach=Coach.ASK,
            analyst_of=supplies.analyst_of,
            seats=_seats(caller, hosted),
            saved_games=supplies.saved_games,
            confirm_zero=True,
            name=caller.name,
            may_talk=True,
            in_steps=True,
        )


def _seats(caller: Caller, hosted: HostedTable) -> frozenset[int]:
    seat = hosted.seat_of(caller.name)
    return frozenset() if seat is None else frozenset({seat})


def _first_choices(caller: Caller) -> Choices:
    """A table for two."""
    return Choices((Player(caller.name), Player(ANYBODY)), is_hosted=True)
