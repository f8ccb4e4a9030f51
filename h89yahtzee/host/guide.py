"""The way of a host's callers from room to room: the lobby, choices for a new table, a waiting room, a seat."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from h89yahtzee.game.record import Player
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Caller, Lobby, LobbyRefusal
from h89yahtzee.host.lobby_room import NO_TABLE, LobbyRoom
from h89yahtzee.host.register import Person
from h89yahtzee.host.waiting_room import WaitingRoom
from h89yahtzee.rooms.navigator import first, following
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.table.choices import ANYBODY, Choices
from h89yahtzee.table.preferences import Coach, Preferences, preferences_for
from h89yahtzee.table.seat import Role, Seat, Services

Room = LobbyRoom | WaitingRoom | StartRoom | Seat


class Guide:
    """The guide who leads the callers of `lobby` from room to room. Each caller is in one room at a time.

    If `has_lobby` is False, callers never see the lobby: a caller at once joins the table where the caller has a
    seat, or else the first table; leaving the table ends the call.
    """

    def __init__(self, lobby: Lobby, has_lobby: bool = True) -> None:
        self.lobby = lobby
        self.has_lobby = has_lobby
        self._rooms: dict[Caller, Room] = {}

    def arrive(self, person: Person, has_screen: bool, now: float, network: str = "") -> Caller:
        """Add and return the caller for `person`, who calls from `network` ("" if unknown); `has_screen` is False
        in text mode.

        If the same person is still here on another line, the room of that earlier call is closed.
        """
        before = self.lobby.callers.get(person.name)
        caller = self.lobby.arrive(person, has_screen, now, network)
        if before is not None:
            self._close_room(before)
        return caller

    def first(self, caller: Caller, now: float, watches: int | None = None) -> Room:
        """Return a caller's first room: the table where the caller is, or the lobby.

        If `watches` is the number of a table, the caller begins by watching that table. If this isn't possible, the
        first room tells the reason.
        """
        refusal = "" if watches is None else self._watch(caller, watches, now)
        if not self.has_lobby:
            self._take_seat(caller, now)
        room = self._rooms[caller] = first(_CallersSupply(self, caller, now))
        if refusal:
            room.notify(refusal)
        return room

    def _watch(self, caller: Caller, number: int, now: float) -> str:
        """Let the caller watch a table; return "", or the reason why the caller can't."""
        hosted = self.lobby.tables.get(number)
        if hosted is None:
            return NO_TABLE.format(number=number)
        try:
            self.lobby.watch(caller, hosted, now)
        except LobbyRefusal as refusal:
            return str(refusal)
        return ""

    def following(self, caller: Caller, now: float) -> Room | None:
        """Return the caller's next room, now that the last one has ended; None if the caller leaves the host."""
        if caller.is_dismissed:
            return None
        room = following(self._rooms.pop(caller), _CallersSupply(self, caller, now))
        if room is None:
            self.lobby.depart(caller, now)
        else:
            self._rooms[caller] = room
        return room

    def lost(self, caller: Caller, now: float) -> None:
        """Remove a caller whose line is gone; the caller's seat is kept."""
        try:
            self._close_room(caller)
        finally:
            self.lobby.depart(caller, now)

    def _close_room(self, caller: Caller) -> None:
        if (room := self._rooms.pop(caller, None)) is not None:
            room.leave()

    def _take_seat(self, caller: Caller, now: float) -> None:
        """If the caller isn't at a table, let the caller join the table where the caller has a seat or, if there is
        none, the first table. If the lobby refuses this, do nothing."""
        tables = sorted(self.lobby.tables.values(), key=lambda hosted: hosted.seat_of(caller.name) is None)
        if caller.hosted is None and tables:
            with suppress(LobbyRefusal):
                self.lobby.join(caller, tables[0], now)


@dataclass(frozen=True, slots=True)
class _CallersSupply:
    """The `Supply` for one caller: it makes the rooms through which the functions of the module `navigator` lead
    the caller."""

    guide: Guide
    caller: Caller
    now: float

    @property
    def preferences(self) -> Preferences:
        return self.caller.person.taste.changed(Preferences())

    def first(self) -> Room:
        return self.place()

    def choose(self) -> StartRoom:
        """Return the page where the caller chooses the rules and seats of a new table.

        At first the page shows the choices of the table that the caller opened last; if the caller has opened none,
        it shows two seats for people.
        """
        for_two = Choices((Player(self.caller.name), Player(ANYBODY)), is_hosted=True)
        return StartRoom(self.caller.choices or for_two)

    def begin(self, choices: Choices) -> Room:
        self.caller.choices = choices
        self.guide.lobby.open_table(self.caller, choices, self.now)
        return self.place()

    def resume(self, number: int | None) -> Room:  # noqa: ARG002
        return self.place()

    def place(self) -> Room:
        lobby, hosted = self.guide.lobby, self.caller.hosted
        if hosted is None:
            return LobbyRoom(lobby, self.caller)
        if hosted.table is None:
            return WaitingRoom(lobby, self.caller, hosted)
        preferences = Preferences(coach=Coach.ASK, confirm_zero=True, take_back=True)
        if self.caller.has_screen:
            preferences = preferences_for(hosted.table.series.setup.rules)
        services = Services(
            lobby.supplies.analyst_of, lobby.supplies.saved_games, in_steps=not self.caller.has_screen
        )
        preferences = self.caller.person.taste.sit_down(preferences)
        return Seat(hosted.table, self.now, preferences, _role(self.caller, hosted), services)

    def refused(self, _: Room, reason: str) -> Room:
        room = self.place()
        room.notify(reason)
        return room

    def left(self, room: Room) -> Room | None:
        """Return the room that follows `room`, which the caller has left: the lobby if `room` was a seat at a table
        or a waiting room.

        Return None if the caller thereby leaves the host, because `room` was the lobby or the host has no lobby.
        """
        if isinstance(room, Seat):
            self.caller.person.taste.leave(room.preferences)
            self.caller.shared = room.shared or self.caller.shared
        elif not isinstance(room, WaitingRoom):
            return None
        self.guide.lobby.leave_table(self.caller, self.now)
        return self.place() if self.guide.has_lobby else None


def _role(caller: Caller, hosted: HostedTable) -> Role:
    """Return the role of a caller at a table: a player if the caller has a seat there, else a watcher."""
    seat = hosted.seat_of(caller.name)
    seats = frozenset(() if seat is None else (seat,))
    return Role(caller.name, seats, may_talk=True, may_set_table=False)
