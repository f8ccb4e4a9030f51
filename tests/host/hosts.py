"""Hosts without connections and files: a register and a journal in memory, a lobby, and callers in its rooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from h89yahtzee.apps.sessions.line_session import LineFace, by_lines
from h89yahtzee.apps.sessions.screen_session import ScreenFace, on_screen
from h89yahtzee.frontends.lines.line_texts import WIDTH
from h89yahtzee.frontends.lines.room_lines import RoomLines
from h89yahtzee.frontends.screen.layout import H89, Display
from h89yahtzee.frontends.screen.room_screen import RoomScreen
from h89yahtzee.frontends.screen.seat_screen import HASTE
from h89yahtzee.game.day import Day
from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.state import Score
from h89yahtzee.host.guide import Guide
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import Caller, Lobby, Supplies
from h89yahtzee.host.register import People
from h89yahtzee.screen.keys import Key, Keyboard, KeyPress
from h89yahtzee.table.bookmaker import Bookmaker
from h89yahtzee.table.choices import ANYBODY, Choices
from h89yahtzee.table.match import Match
from h89yahtzee.table.saved_games import SavedGames
from h89yahtzee.table.table import Table


@dataclass
class MemoryRegister:
    """A register in memory; nothing more can be written while `is_full` is True."""

    codes: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    is_full: bool = False

    def people(self) -> Iterable[tuple[str, str]]:
        return list(self.codes.items())

    def write_people(self, people: Sequence[tuple[str, str]]) -> None:
        self._check()
        self.codes |= dict(people)

    def key_owners(self) -> Iterable[tuple[str, str]]:
        return list(self.owners.items())

    def write_key_owners(self, keys: Sequence[tuple[str, str]]) -> None:
        self._check()
        self.owners |= dict(keys)

    def tables(self) -> Iterable[tuple[int, str]]:
        return list(self.texts.items())

    def write_table(self, number: int, text: str) -> None:
        self._check()
        self.texts[number] = text

    def drop_table(self, number: int) -> None:
        self._check()
        del self.texts[number]

    def _check(self) -> None:
        if self.is_full:
            raise OSError("No space left on device")


@dataclass
class MemoryJournal:
    """A journal in memory: the games up to the last posted turn, as they were when they were saved last."""

    records: dict[Setup, tuple[Record, tuple[int, ...]]] = field(default_factory=dict)

    def save(self, tables: Iterable[Table]) -> None:
        for table in tables:
            self.records[table.series.setup] = table.series.record.posted(), table.series.wins

    def resumed(self, setup: Setup) -> Match | None:
        if setup not in self.records:
            return None
        record, wins = self.records[setup]
        return Match.resume(record, wins)


def choices(people: int = 2, computers: int = 0, rules: str = "h89", turn_time: int | None = None) -> Choices:
    players = [Player(ANYBODY)] * people + [Player(f"H{number + 8}", "hasty") for number in range(computers)]
    return Choices(tuple(players), rules, think_time=0.5, is_hosted=True, turn_time=turn_time)


@dataclass
class LobbyForTests:
    """A lobby with its register and journal; `call` adds the caller to the known people."""

    fixed: tuple[Choices, ...] = ()
    register: MemoryRegister = field(default_factory=MemoryRegister)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    bookmaker: Bookmaker = field(default_factory=Bookmaker)
    day: Day | None = None
    saved_games: SavedGames | None = None

    def __post_init__(self) -> None:
        numbers = count(1)
        self.now = 100.0
        people = People(self.register, lambda n: next(numbers) % n)
        today = None if self.day is None else self._today
        supplies = Supplies(
            lambda n: next(numbers) % n, saved_games=self.saved_games, bookmaker=self.bookmaker, today=today
        )
        self.lobby = Lobby(people, self.register, supplies, self.fixed, self.journal.resumed, self.now)

    def _today(self) -> Day:
        assert self.day is not None
        return self.day

    def call(self, name: str) -> Caller:
        people = self.lobby.people
        return self.lobby.arrive(people.find(name) or people.add(name), True, self.now)

    def waits(self) -> float | None:
        """Return the seconds until the lobby has something to do by itself, None if it hasn't."""
        return None if self.lobby.deadline is None else self.lobby.deadline - self.now

    def begun(self, *names: str, computers: int = 0) -> tuple[HostedTable, list[Caller]]:
        """Begin a game of these people, in which nothing has happened yet; return its table and the callers."""
        callers = [self.call(name) for name in names]
        hosted = self.lobby.open_table(callers[0], choices(len(names), computers), self.now)
        for caller in callers[1:]:
            self.lobby.sit(caller, hosted, self.now)
        return hosted, callers

    def save(self) -> None:
        """Write down all that has happened, as a host's main loop does before any caller sees it."""
        self.lobby.save()
        self.journal.save(self.lobby.in_play)

    def crashed(self) -> LobbyForTests:
        """Return a host that is set up again from the register and the journal of this one."""
        return LobbyForTests(self.fixed, self.register, self.journal, day=self.day)


def played(hosted: HostedTable) -> Table:
    """Return the game at a table where a game has begun."""
    assert hosted.table is not None
    return hosted.table


def post(hosted: HostedTable, now: float = 0.0) -> None:
    """Post the dice in the first legal box for the player who is to move."""
    table = played(hosted)
    table.act(Score(table.series.state.legal_boxes()[0]), now)


def people_at(hosted: HostedTable) -> list[str]:
    return [player.name for player in hosted.players if player.strategy == HUMAN]


LETTERS = Display(24, reverse=False, keyboard=Keyboard.LETTERS)


@dataclass
class HostForTests:
    """A host without connections: all callers see at once what one does, and are led on when a room is closed.

    `rooms` maps callers with screens to their rooms, `line_rooms` those in text mode; None for callers who left.
    """

    test: LobbyForTests = field(default_factory=LobbyForTests)
    has_lobby: bool = True

    def __post_init__(self) -> None:
        self.lobby = self.test.lobby
        self.guide = Guide(self.lobby, self.has_lobby)
        self.callers: dict[str, Caller] = {}
        self.rooms: dict[str, ScreenFace | None] = {}
        self.line_rooms: dict[str, LineFace | None] = {}
        self._told: dict[str, list[str]] = {}
        self.bells = 0
        """The number of bells in rooms that callers left for other rooms."""

    def call(self, name: str, by_lines: bool = False) -> None:
        person = self.lobby.people.find(name) or self.lobby.people.add(name)
        self.callers[name] = self.guide.arrive(person, not by_lines, self.test.now)
        self.rooms[name] = self.line_rooms[name] = None
        self._told[name] = []
        self._lead_on(name, is_first=True)
        self.let_all_see()

    def drop(self, name: str) -> None:
        """Let the line of a caller drop."""
        self.guide.lost(self.callers[name], self.test.now)
        self.rooms[name] = self.line_rooms[name] = None
        self.let_all_see()

    def _lead_on(self, name: str, is_first: bool = False) -> None:
        caller, lead = self.callers[name], self.guide.first if is_first else self.guide.following
        room = lead(caller, self.test.now)
        if caller.has_screen:
            self.bells += 0 if (before := self.rooms[name]) is None else before.take_bells()
            self.rooms[name] = None if room is None else on_screen(room, self.test.now)
        else:
            lines = self.line_rooms[name] = None if room is None else by_lines(room)
            self._told[name] += [] if lines is None else [*lines.start(), *lines.tell()]

    def let_all_see(self) -> None:
        for name, room in self.rooms.items():
            if room is not None:
                room.advance(self.test.now)
                if room.ending is not None:
                    self._lead_on(name)
        for name, lines in self.line_rooms.items():
            if lines is not None:
                lines.advance(self.test.now)
                self._told[name] += lines.tell()
                if lines.ending is not None:
                    self._lead_on(name)

    # Callers with a screen

    def room(self, name: str) -> ScreenFace:
        room = self.rooms[name]
        assert room is not None
        return room

    def place(self, name: str) -> object:
        """Return the room that a caller is in or, at a table, the view of their seat."""
        shown = self.rooms[name] or self.line_rooms[name]
        return shown.room if isinstance(shown, RoomScreen | RoomLines) else shown

    def press(self, name: str, *keys: KeyPress) -> None:
        for key in keys:
            room = self.room(name)
            room.seen(room.sight, self.test.now - HASTE)
            room.press(key, self.test.now)
            self.let_all_see()

    def say(self, name: str, text: str) -> None:
        self.press(name, "/", *text, Key.RETURN)

    def click(self, name: str, row: int, column: int) -> None:
        self.room(name).click(row, column, H89, self.test.now)
        self.let_all_see()

    def line(self, name: str, row: int, display: Display = H89) -> str:
        return self.room(name).screen(display).text().split("\n")[row].rstrip()

    def shows(self, name: str, text: str) -> bool:
        return text in self.room(name).screen(H89).text()

    # Callers in text mode

    def lines(self, name: str) -> LineFace:
        room = self.line_rooms[name]
        assert room is not None
        return room

    def type(self, name: str, *answers: str) -> None:
        for answer in answers:
            self._told[name] += self.lines(name).answer(answer, self.test.now)
            self.let_all_see()

    def told(self, name: str) -> str:
        """Return the texts that a caller in text mode was told since the last call of this method."""
        lines, self._told[name] = self._told[name], []
        assert max(map(len, lines), default=0) <= WIDTH
        return "\n".join(lines)
