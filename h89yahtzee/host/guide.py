"""The way of a caller from room to room: lobby, new table, waiting for people, a place at a table, and back."""

from __future__ import annotations

from contextlib import suppress

from h89yahtzee.game.record import Player
from h89yahtzee.host.caller_room import Way
from h89yahtzee.host.lobby import Caller, Lobby, LobbyRefusal
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.people import Person
from h89yahtzee.host.waiting_room import WaitingRoom
from h89yahtzee.table.screen.room import Room
from h89yahtzee.table.screen.screen_viewer import ScreenViewer
from h89yahtzee.table.start.choices import Choices
from h89yahtzee.table.start.start_room import Departure, StartRoom
from h89yahtzee.table.start.start_texts import ANYBODY
from h89yahtzee.table.table import Table


class Guide:
    """Leads the callers of `lobby`; each is in one room, which closes when they go on.

    Without a lobby a caller sits down at the first table at once, or watches there, and leaves by leaving it.
    """

    def __init__(self, lobby: Lobby, has_lobby: bool = True) -> None:
        self._lobby = lobby
        self._has_lobby = has_lobby
        self._rooms: dict[Caller, Room] = {}

    def arrive(self, person: Person, has_screen: bool, now: float) -> Caller:
        """Take somebody in; if the same person is here on another line, that one's room closes."""
        before = self._lobby.callers.get(person.name)
        caller = self._lobby.arrive(person, has_screen, now)
        if before is not None:
            self._close_room(before)
        return caller

    def following(self, caller: Caller, now: float) -> Room | None:
        """The room after the one that the caller was in, and the first one; None: the caller leaves."""
        room = self._rooms.pop(caller, None)
        if caller.is_dismissed:
            return None
        if isinstance(room, ScreenViewer):
            self._lobby.leave_table(caller, now)
        if self._goes_away(room):
            self._lobby.depart(caller, now)
            return None
        notice = self._open_table(room, caller, now)
        if not self._has_lobby and room is None:
            self._take_seat(caller, now)
        self._rooms[caller] = entered = self._room_of(caller, room, now)
        entered.notify(notice)
        return entered

    def lost(self, caller: Caller, now: float) -> None:
        """The line of a caller is gone; the seat is kept."""
        self._close_room(caller)
        self._lobby.depart(caller, now)

    def _close_room(self, caller: Caller) -> None:
        if (room := self._rooms.pop(caller, None)) is not None:
            room.leave()

    def _goes_away(self, room: Room | None) -> bool:
        """Whether the caller who leaves this room leaves altogether."""
        if isinstance(room, LobbyRoom):
            return room.way is Way.AWAY
        return room is not None and not self._has_lobby and not isinstance(room, WaitingRoom)

    def _take_seat(self, caller: Caller, now: float) -> None:
        """Sit down at the first table, or watch there; where neither can be, the lobby says so."""
        first = next(iter(self._lobby.tables.values()), None)
        if caller.hosted is None and first is not None:
            for ask in (self._lobby.sit, self._lobby.watch):
                with suppress(LobbyRefusal):
                    ask(caller, first, now)
                    return

    def _open_table(self, room: Room | None, caller: Caller, now: float) -> str:
        """Open the table that was chosen on the page for it; return why that couldn't be."""
        if not isinstance(room, StartRoom) or room.departure is not Departure.START:
            return ""
        caller.choices = room.choices
        try:
            self._lobby.open_table(caller, room.choices, now)
        except LobbyRefusal as refusal:
            return str(refusal)
        return ""

    def _room_of(self, caller: Caller, before: Room | None, now: float) -> Room:
        if isinstance(before, LobbyRoom) and before.way is Way.TO_NEW_TABLE:
            return StartRoom(caller.choices or _first_choices(caller))
        if caller.hosted is None:
            return LobbyRoom(self._lobby, caller)
        if caller.hosted.table is None:
            return WaitingRoom(self._lobby, caller, caller.hosted)
        viewer = self._viewer(caller, caller.hosted.table, caller.hosted.seat_of(caller.name), now)
        if isinstance(before, WaitingRoom):
            viewer.ring()
        return viewer

    def _viewer(self, caller: Caller, table: Table, seat: int | None, now: float) -> ScreenViewer:
        supplies = self._lobby.supplies
        return ScreenViewer(
            table,
            now,
            analyst_of=supplies.analyst_of,
            seats=frozenset() if seat is None else {seat},
            saved_games=supplies.saved_games,
            name=caller.name,
            may_talk=True,
            may_set_table=False,
        )


def _first_choices(caller: Caller) -> Choices:
    """A table for two."""
    return Choices((Player(caller.name), Player(ANYBODY)), is_hosted=True)
