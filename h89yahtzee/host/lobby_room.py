"""The lobby of a host as a room, in which a caller sits down, watches or opens a table. Also the base class of a
host's rooms."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from h89yahtzee.game.near_words import joined
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Caller, Lobby, LobbyRefusal, Message
from h89yahtzee.rooms.page import results_page
from h89yahtzee.rooms.readings import reading_commands
from h89yahtzee.rooms.room import DONE_KEYS, QUIT_KEYS, Place, Room, RoomCommand, Row, Text, Typed
from h89yahtzee.screen.keys import Key
from h89yahtzee.table import texts
from h89yahtzee.table.endings import ToChoices, ToPlace
from h89yahtzee.table.sentences import count
from h89yahtzee.table.table import MOST_SAID
from h89yahtzee.table.texts import cut

LABEL_COLUMN = 2
VALUE_COLUMN = 12
_HERE = Place(2, VALUE_COLUMN, rows=2)
_MANY = 10
"""The least number of callers at which the lobby shows how many there are."""
_SAID_ROW = 17
_SAID_ROWS = 4


class CallerRoom(Room):
    """A room in which `caller` is. The room ends by itself once `is_elsewhere` is True, which means that the caller
    belongs in another room."""

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
        return self.lobby.revision, self.is_elsewhere, super().revision

    @property
    @abstractmethod
    def is_elsewhere(self) -> bool: ...

    @abstractmethod
    def _about_tables(self) -> Iterator[Text]:
        """Yield the texts about tables, which are shown below the list of callers and above the messages."""

    def texts(self) -> Iterable[Text]:
        count = len(self.lobby.callers)
        yield Text(Place(_HERE.row, LABEL_COLUMN), f"HERE {count}" if count >= _MANY else "HERE")
        yield Text(_HERE, self.lobby.here())
        yield from self._about_tables()
        last = [message for message in self.lobby.talk.after(0) if self._is_shown(message)][-_SAID_ROWS:]
        for row, message in enumerate(last, _SAID_ROW + _SAID_ROWS - len(last)):
            yield Text(Place(row, 1), _said(message))

    def news(self) -> Iterator[str]:
        """Yield the messages of other callers that came since `news` was called last."""
        for message in self.lobby.talk.after(self._heard):
            if message.name != self.caller.name and self._is_shown(message):
                yield _said(message)
        self._heard = self.lobby.talk.count

    def _is_shown(self, message: Message) -> bool:
        """Return whether to show `message`; the person may have switched off the messages of other callers."""
        return self.preferences.messages or message.name in ("", self.caller.name)

    def advance(self, now: float) -> None:  # noqa: ARG002
        if self.is_elsewhere and self.ending is None:
            self.end(ToPlace())

    def saying(self) -> RoomCommand:
        typed = Typed(MOST_SAID, lambda text, now: self.lobby.say(self.caller, text, now), texts.SAY, "hello")
        about = "say something to all who are here"
        return RoomCommand("SAY", about, ("/", Key.F4), lambda _: None, ("/",), typed=typed)


def _said(message: Message) -> str:
    return texts.said(message.name, message.text) if message.name else message.text


def rules_of(hosted: HostedTable) -> str:
    """Return the name of the table's rules, followed by the number of columns if the rules leave a choice of that
    number."""
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
    """Return a text with the names of the players, and for a table that waits for people the number of open seats,
    such as "ann, bob, 2 open"."""
    names, free = _seated(hosted)
    return ", ".join([*names, f"{free} open"] if free else names)


def _seated(hosted: HostedTable) -> tuple[list[str], int]:
    """Return the list of the players' names, and the number of open seats, which is 0 unless the table waits for
    people."""
    free = hosted.open_seats if hosted.table is None else ()
    names = [hosted.owners.get(seat, player.name) for seat, player in enumerate(hosted.players) if seat not in free]
    return names, len(free)


def table_line(hosted: HostedTable, name: str) -> str:
    """Return a text line that describes the table `hosted` to the person called `name`."""
    yours = " You have a seat." if hosted.seat_of(name) is not None else ""
    return f"Table {hosted.number}: {rules_of(hosted)}; {seats_of(hosted)}; {state_of(hosted)}.{yours}"


def table_sentence(hosted: HostedTable, name: str) -> str:
    """Return what `table_line` tells in the form of a whole sentence."""
    yours = ", and you have a seat there" if hosted.seat_of(name) is not None else ""
    names, free = _seated(hosted)
    seated = joined([*names, count(free, "open seat")] if free else names, "and")
    return f"Table {hosted.number} plays by {rules_of(hosted)} with {seated}, and {_state(hosted)}{yours}."


def _state(hosted: HostedTable) -> str:
    """Return the state of a table as the predicate of a sentence, such as "is in turn 3"."""
    state = state_of(hosted)
    return state if hosted.table is None else f"is {'in ' if state.startswith('turn') else ''}{state}"


def terms_of(hosted: HostedTable) -> str:
    """Return a text that tells whether all have the same dice, how long a turn may take, and who watches."""
    chosen, parts = hosted.choices, []
    if len(hosted.players) > 1:
        parts.append("The same dice for all" if chosen.duplicate else "Each player's own dice")
    parts.append("any time for a turn" if chosen.turn_time is None else f"{chosen.turn_time} s for a turn")
    if hosted.watchers:
        parts.append(f"watched by {joined(hosted.watchers, 'and')}")
    return "; ".join(parts) + "."


_HEAD_ROW = 5
_FIRST_TABLE_ROW = 6
_TABLE_COLUMN = 4
_TABLE_ROWS = 7
_TABLE_PLACES = [Place(_FIRST_TABLE_ROW + below, _TABLE_COLUMN) for below in range(_TABLE_ROWS)]
_SEATS_COLUMN = 26
_STATE_COLUMN = 61
_NUMBER_WIDTH = VALUE_COLUMN - _TABLE_COLUMN
_RULES_WIDTH = _SEATS_COLUMN - VALUE_COLUMN
_SEATS_WIDTH = _STATE_COLUMN - _SEATS_COLUMN

_NO_TABLES = "Nobody plays yet. {key} opens a table."
NO_TABLE = "There is no table {number}."
_HELP = """\
Sit down at a table that waits for people, or open one of your own. The game
begins when all seats are taken.
"""
_ABOUT_STARS = """\
A star marks the tables where you have a seat.
"""
_ABOUT_SEATS = (
    """\
You are {name} here; {proof}.
A seat stays yours when you leave, or your line drops: call again, with your
{means}. While others play on, a computer plays for you. A game
that all have left waits for you. If you come late you may watch, or sit down
where a computer sits.
"""
    ""
)


_TODAY = "today's dice, each alone"
_ABOUT_TODAY = "The game of the day, {day}: the same dice for all by the rules {rules}."
_ABOUT_RESULTS = "You play alone, and your first finished game counts. r shows the results."
_TODAY_TOLD = "Table 0: the game of the day, {day}; {rules}; each plays alone; {state}. r tells the results."
_TODAY_SPOKEN = (
    "Table 0 is the game of the day {day} by {rules}, which everybody plays alone with the same dice; {state}."
)


class LobbyRoom(CallerRoom):
    """The lobby for one caller. It ends with `ToChoices` if the caller opens a table, with `Leave` if the caller
    leaves the host, or by itself when the caller is at a table."""

    prompt = "Table, or ? for help: "
    about_row = 14
    help_title = "THE LOBBY"

    def __init__(self, lobby: Lobby, caller: Caller) -> None:
        super().__init__(lobby, caller)
        self._chosen = caller.left
        self._resigns_at: HostedTable | None = None

    @property
    def is_elsewhere(self) -> bool:
        return self.caller.hosted is not None

    # Methods for the display

    @property
    def _tables(self) -> Sequence[HostedTable]:
        """The tables in the lobby's list. Today's game of the day has one entry, the first, in place of all the
        tables at which it is played.

        A table with the game of an earlier day is listed only for the person who plays it.
        """
        today, name = self.lobby.today, self.caller.name
        listed = [
            hosted
            for hosted in self.lobby.tables.values()
            if hosted.day is None
            or (hosted.seat_of(name) is not None and today is not None and hosted.day != today.choices.day)
        ]
        return listed if today is None else [today, *listed]

    @property
    def count(self) -> int:
        return len(self._tables)

    def row(self, number: int) -> Row:
        hosted = self._tables[number]
        if hosted is self.lobby.today:
            return self._row_of_today(hosted)
        star = "*" if hosted.seat_of(self.caller.name) is not None else " "
        seats = cut(seats_of(hosted), _SEATS_WIDTH - 2)
        head = f"{star}{hosted.number}"
        value = f"{head:{_NUMBER_WIDTH}}{rules_of(hosted):{_RULES_WIDTH}}{seats:{_SEATS_WIDTH}}{state_of(hosted)}"
        about = (hosted.choices.rule_set.about, terms_of(hosted))
        told = (table_sentence if self.is_aloud else table_line)(hosted, self.caller.name)
        return Row(value, about=about, told=told, spoken=told.removesuffix("."))

    @property
    def _is_anything_played(self) -> bool:
        """Whether the list has any table besides the entry for the game of the day."""
        return self.count > (self.lobby.today is not None)

    def _row_of_today(self, today: HostedTable) -> Row:
        own, rules = self.lobby.own(self.caller, today), rules_of(today)
        playing = sum(hosted.is_played for hosted in self.lobby.playing(today))
        state = (
            state_of(own)
            if own is not today
            else f"{count(playing, 'person', 'people')} playing"
            if playing
            else "always open"
        )
        head = f"{' ' if own is today else '*'}0"
        value = f"{head:{_NUMBER_WIDTH}}{rules:{_RULES_WIDTH}}{_TODAY:{_SEATS_WIDTH}}{state}"
        about = (_ABOUT_TODAY.format(day=today.choices.day, rules=rules), _ABOUT_RESULTS)
        if own is not today:
            state = f"you are in it, {state}"
        form = _TODAY_SPOKEN if self.is_aloud else _TODAY_TOLD
        told = form.format(day=today.choices.day, rules=rules, state=state)
        return Row(value, about=about, told=told, spoken=told.removesuffix("."))

    @property
    def places(self) -> Sequence[Place]:
        return _TABLE_PLACES

    @property
    def chosen(self) -> int:
        """The row (0-based) of the chosen table in the list. At first the table that the caller left last is
        chosen."""
        tables = self._tables
        if self._chosen is None or self._chosen not in tables:
            # No table was chosen, or the chosen one is gone: choose the table whose number is nearest.
            number = 1 if self._chosen is None else self._chosen.shown_number
            nearest = min(tables, key=lambda hosted: abs(hosted.number - number), default=None)
            if self._chosen is None and nearest is self.lobby.today:
                return 0  # no table is chosen yet: the first that somebody opens will be chosen
            self._chosen = nearest
        return 0 if self._chosen is None else tables.index(self._chosen)

    def choose(self, number: int) -> None:
        self._chosen = self._tables[number]
        self.show()

    def numbered(self, number: int) -> int:
        numbers = [hosted.number for hosted in self._tables]
        if number not in numbers:
            raise LobbyRefusal(NO_TABLE.format(number=number))
        return numbers.index(number)

    def _about_tables(self) -> Iterator[Text]:
        heads = {LABEL_COLUMN: "TABLE", VALUE_COLUMN: "RULES", _SEATS_COLUMN: "SEATS"}
        yield from (Text(Place(_HEAD_ROW, column), head) for column, head in heads.items())
        if not self._is_anything_played:
            key = "n" if self.count else "RETURN"
            yield Text(Place(_FIRST_TABLE_ROW + self.count, VALUE_COLUMN), _NO_TABLES.format(key=key))
        left = self.count - (self.chosen // _TABLE_ROWS + 1) * _TABLE_ROWS
        if left > 0:
            yield Text(Place(_FIRST_TABLE_ROW + _TABLE_ROWS, VALUE_COLUMN), f"and {left} more")

    def hint(self, has_arrows: bool) -> str:
        keys = "The arrows" if has_arrows else "k and j"
        return f"{keys} choose a table. RETURN sits down there, or watches."

    def number_of(self, row: int) -> int:
        return self._tables[row].number

    def described(self) -> Iterator[str]:
        here = re.sub(r" at (?=\d)", " at table ", self.lobby.here())
        yield f"This is the lobby, and here are: {here}."
        if not self._is_anything_played:
            yield "Nobody plays at another table yet." if self.count else "Nobody plays yet."

    def welcome(self) -> Iterator[str]:
        yield f"Here: {self.lobby.here()}."
        yield from super().welcome()
        if not self._is_anything_played:
            yield _NO_TABLES.format(key="n")

    # Methods for commands

    @property
    def commands(self) -> tuple[RoomCommand, ...]:
        join = "sit down there, or watch if no seat is open"
        new = "new table: choose rules, seats, computers, time for a turn"
        code = self.caller.person.code
        proof, means = (f"your code is {code}", "name and your code") if code else ("your key says so", "key")
        about_seats = _ABOUT_SEATS.format(name=self.caller.name, proof=proof, means=means)
        prove = "your code and your ssh key: adds the one that you lack"
        resign, sure = "resign: give your seat there up for good", self._ask_to_resign
        return (
            *self.choosing("a table"),
            RoomCommand("JOIN", join, DONE_KEYS, self._join, ("",), for_row=True, on_h19=True),
            RoomCommand("SIT", "sit down there", ("s", Key.F1, "S"), self._sit, ("s", "sit"), for_row=True),
            RoomCommand("WATCH", "watch the game", ("w", Key.F2, "W"), self._watch, ("w", "watch"), for_row=True),
            RoomCommand("NEW", new, ("n", Key.F3, "N"), lambda _: self.end(ToChoices()), ("n", "new")),
            self.saying(),
            self.listing("list who is here, and the tables"),
            *self._about_today(),
            *reading_commands(self, self.lobby.supplies.saved_games, (Key.F5,)),
            RoomCommand(
                "RESIGN", resign, ("x", Key.ERASE, "X"), self._resign, ("x", "resign"), for_row=True, question=sure
            ),
            RoomCommand("", prove, ("=",), lambda _: self.notify(self.lobby.add_proof(self.caller)), ("=",)),
            RoomCommand("LEAVE", "leave", QUIT_KEYS, lambda _: self.leave(), ("q", "quit", "leave")),
            self.helping(_HELP, about_seats, _ABOUT_STARS),
        )

    @property
    def _table(self) -> HostedTable:
        """The chosen table; LobbyRefusal if there are no tables."""
        if self.count == 0:
            raise LobbyRefusal
        return self._tables[self.chosen]

    def _join(self, now: float) -> None:
        """Let the caller sit down at the chosen table, or watch there if no seat is open. If there are no tables,
        let the caller open one."""
        if self.count:
            self.lobby.join(self.caller, self._table, now)
        else:
            self.end(ToChoices())

    def _sit(self, now: float) -> None:
        self.lobby.sit(self.caller, self._table, now)

    def _watch(self, now: float) -> None:
        self.lobby.watch(self.caller, self._table, now)

    def _resign(self, now: float) -> None:
        """Give up the seat at the table about which `_ask_to_resign` asked, even if another table has been chosen
        since."""
        hosted = self._resigns_at or self._table
        self._resigns_at = None
        self.lobby.give_up(self.caller, hosted, now)

    def _about_today(self) -> Iterator[RoomCommand]:
        if self.lobby.today is not None:
            about = "results of the game of the day"
            yield RoomCommand("", about, ("r", "R"), self._results, ("r", "results"))

    def _results(self, _: float) -> None:
        today, par, found = self.lobby.results()
        self.open(results_page(f"{today.choices.day}, {rules_of(today)}", par, found))

    def _ask_to_resign(self) -> str:
        self.lobby.check_owner(self.caller, self._table)
        self._resigns_at = self._table
        return f"Give up your seat at table {self._table.number} for good? (y/n)"
