"""The room of a table that waits for people: shows the seats, and how to begin before all seats are taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from h89yahtzee.game.record import HUMAN
from h89yahtzee.host import lobby_room
from h89yahtzee.host.hosted_table import Fill, HostedTable
from h89yahtzee.host.lobby import Caller, Lobby
from h89yahtzee.rooms.room import DONE_KEYS, QUIT_KEYS, Place, RoomCommand, Row, Text
from h89yahtzee.rooms.start import NAME_WIDTH, player_line
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.choices import ANYBODY

_SEATS_ROW = 5
_SEATS_BESIDE = 5
"""The number of seats listed in the left column; the others are listed in the right column."""
_SEAT_WIDTH = 34
_RULES_ROW = 11
_HELP = """\
The game begins when all seats are taken. Whoever sat down first may begin
before that:
"""


class WaitingRoom(lobby_room.CallerRoom):
    """The room of a table at which `caller` has a seat; ends by itself when the game begins."""

    prompt = "Waiting; ? for help: "

    def __init__(self, lobby: Lobby, caller: Caller, hosted: HostedTable) -> None:
        super().__init__(lobby, caller)
        self._hosted = hosted
        self.help_title = f"TABLE {hosted.number}"
        self._seated = len(hosted.owners)
        self._told = ""

    @property
    def is_elsewhere(self) -> bool:
        return self.caller.hosted is not self._hosted or self._hosted.table is not None

    # Methods for the display

    @property
    def count(self) -> int:
        return 0

    def row(self, number: int) -> Row:
        raise IndexError(number)

    @property
    def places(self) -> tuple[Place, ...]:
        return ()

    def _about_tables(self) -> Iterator[Text]:
        hosted = self._hosted
        yield Text(Place(_SEATS_ROW, lobby_room.LABEL_COLUMN), self.help_title)
        for seat in range(len(hosted.players)):
            right, below = divmod(seat, _SEATS_BESIDE)
            yield Text(Place(_SEATS_ROW + below, lobby_room.VALUE_COLUMN + right * _SEAT_WIDTH), self._seat(seat))
        yield Text(Place(_RULES_ROW, lobby_room.LABEL_COLUMN), "RULES")
        about = (lobby_room.rules_of(hosted), hosted.choices.rule_set.about, lobby_room.terms_of(hosted))
        yield from (Text(Place(row, lobby_room.VALUE_COLUMN), line) for row, line in enumerate(about, _RULES_ROW))

    def _seat(self, seat: int) -> str:
        hosted = self._hosted
        player, owner = hosted.players[seat], hosted.owners.get(seat)
        if player.strategy != HUMAN:
            return player_line(seat, player.name, hosted.choices.kind(player))
        if owner is None:
            return f"{seat + 1:2} {ANYBODY}"
        return f"{seat + 1:2} {owner:{NAME_WIDTH}} {'here' if owner in hosted.here else 'away'}"

    def hint(self, has_arrows: bool) -> str:  # noqa: ARG002
        """Return a text line that tells how many people are missing, and who may begin the game without them."""
        waits = f"Waiting for {len(self._hosted.open_seats)} more."
        if self._may_start and self.is_aloud:
            return f"{waits} You may start without them."
        if self._may_start:
            return f"{waits} START puts computers there, FEWER drops those seats."
        return f"{waits} {self._hosted.starter} may start without them."

    def described(self) -> Iterator[str]:
        yield lobby_room.table_sentence(self._hosted, self.caller.name)
        yield lobby_room.terms_of(self._hosted)

    def welcome(self) -> Iterator[str]:
        yield lobby_room.table_line(self._hosted, self.caller.name)
        yield lobby_room.terms_of(self._hosted)

    def news(self) -> Iterator[str]:
        """Yield messages of other callers, and, when the number of missing people has changed, a text line about
        them."""
        yield from super().news()
        waits = self.hint(has_arrows=True)
        if waits != self._told and not self.is_elsewhere:
            self._told = waits
            yield waits

    # Methods for commands

    @property
    def _may_start(self) -> bool:
        return self._hosted.starter == self.caller.name

    @property
    def commands(self) -> tuple[RoomCommand, ...]:
        begin, may_start = partial(self.lobby.start, self.caller), self._may_start
        start, with_computers = "start with computers in the open seats", partial(begin, Fill.COMPUTERS)
        fewer, with_fewer = "start with fewer seats", partial(begin, Fill.FEWER)
        back = "back to the lobby; your seat is open again"
        return (
            RoomCommand("START", start, DONE_KEYS, with_computers, ("start",), is_offered=may_start),
            RoomCommand("FEWER", fewer, ("x", Key.F2, "X"), with_fewer, ("fewer",), is_offered=may_start),
            self.saying(),
            self.listing("tell of the table again"),
            RoomCommand("BACK", back, QUIT_KEYS, self._go_back, ("q", "quit", "back")),
            self.helping(_HELP),
        )

    def _go_back(self, now: float) -> None:
        self.lobby.leave_table(self.caller, now)
        self.leave()

    def advance(self, now: float) -> None:
        """Ring the terminal's bell when somebody sits down, and when the game begins."""
        begins = self._hosted.table is not None and self.ending is None
        if begins or len(self._hosted.owners) > self._seated:
            self.rings += 1
        self._seated = len(self._hosted.owners)
        super().advance(now)
