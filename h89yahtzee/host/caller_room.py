"""Base class of the rooms in which a host's callers meet: callers, messages, and tables described in words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator

from h89yahtzee.game.near_words import joined
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Caller, Lobby, Message
from h89yahtzee.rooms.room import Place, Room, RoomCommand, Text, Typed
from h89yahtzee.screen.keys import Key
from h89yahtzee.table import texts
from h89yahtzee.table.endings import ToPlace
from h89yahtzee.table.table import MOST_SAID

LABEL_COLUMN = 2
VALUE_COLUMN = 12
_HERE = Place(2, VALUE_COLUMN, rows=2)
_MANY = 10
"""From this many callers on, their number is shown."""
_SAID_ROW = 17
_SAID_ROWS = 4


class CallerRoom(Room):
    """A room of `caller`, which ends by itself once `is_elsewhere`: the caller belongs in another room."""

    def __init__(self, lobby: Lobby, caller: Caller) -> None:
        super().__init__()
        self.lobby = lobby
        self.caller = caller
        self.corner = caller.name
        self._heard = lobby.talk.count

    @property
    def title(self) -> str:
        return texts.TITLE

    @property
    def revision(self) -> object:
        return self.lobby.revision, super().revision

    @property
    @abstractmethod
    def is_elsewhere(self) -> bool: ...

    @abstractmethod
    def _about_tables(self) -> Iterator[Text]:
        """Yield the texts shown between the list of callers and the messages."""

    def texts(self) -> Iterable[Text]:
        count, callers = len(self.lobby.callers), ", ".join(self._callers())
        yield Text(Place(_HERE.row, LABEL_COLUMN), f"HERE {count}" if count >= _MANY else "HERE")
        yield Text(_HERE, callers)
        yield from self._about_tables()
        last = self.lobby.talk.latest(_SAID_ROWS)
        for row, message in enumerate(last, _SAID_ROW + _SAID_ROWS - len(last)):
            yield Text(Place(row, 1), _said(message))

    def news(self) -> Iterator[str]:
        """Yield the messages of other callers since the last call."""
        for message in self.lobby.talk.after(self._heard):
            if message.name != self.caller.name:
                yield _said(message)
        self._heard = self.lobby.talk.count

    def advance(self, now: float) -> None:  # noqa: ARG002
        if self.is_elsewhere:
            self.end(ToPlace())

    def _callers(self) -> Iterator[str]:
        """Yield each caller's name, with the number of the table where the caller plays or watches."""
        for caller in self.lobby.callers.values():
            hosted = caller.hosted
            if hosted is None:
                yield caller.name
            else:
                is_player = hosted.seat_of(caller.name) is not None
                yield f"{caller.name} {'at' if is_player else 'watching'} {hosted.number}"

    def saying(self) -> RoomCommand:
        typed = Typed(MOST_SAID, lambda text, now: self.lobby.say(self.caller, text, now), texts.SAY, "hello")
        about = "say something to all who are here"
        return RoomCommand("SAY", about, ("/", Key.F4), lambda _: None, ("/",), typed=typed)


def _said(message: Message) -> str:
    return texts.said(message.name, message.text) if message.name else message.text


def rules_of(hosted: HostedTable) -> str:
    """Return the name of the rules, with the number of columns where that can be chosen."""
    chosen = hosted.choices.rule_set
    return f"{chosen.name} {chosen.columns}" if chosen.column_choices else chosen.name


def state_of(hosted: HostedTable) -> str:
    if hosted.table is None:
        return "waits for people"
    series = hosted.table.series
    if series.has_ended:
        return "over"
    turn = f"turn {series.state.turn + 1}"
    return turn if hosted.is_played else f"paused in {turn}"


def seats_of(hosted: HostedTable) -> str:
    """Return the names of the players; for a table that waits also the number of open seats."""
    if hosted.table is not None:
        return ", ".join(hosted.owners.get(seat, player.name) for seat, player in enumerate(hosted.players))
    free = hosted.open_seats
    names = [hosted.owners.get(seat, player.name) for seat, player in enumerate(hosted.players) if seat not in free]
    return ", ".join([*names, f"{len(free)} open"] if free else names)


def table_line(hosted: HostedTable, name: str) -> str:
    """Return a line of text that describes a table to the person called `name`."""
    yours = " You have a seat." if hosted.seat_of(name) is not None else ""
    return f"Table {hosted.number}: {rules_of(hosted)}; {seats_of(hosted)}; {state_of(hosted)}.{yours}"


def terms_of(hosted: HostedTable) -> str:
    """Return a sentence with the kind of dice, the time for a turn, and the watchers."""
    chosen, parts = hosted.choices, []
    if len(hosted.players) > 1:
        parts.append("The same dice for all" if chosen.duplicate else "Each player's own dice")
    parts.append("any time for a turn" if chosen.turn_time is None else f"{chosen.turn_time} s for a turn")
    if hosted.watchers:
        parts.append(f"watched by {joined(hosted.watchers, 'and')}")
    return "; ".join(parts) + "."
