"""A host to call at, with a screen or by lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from h89yahtzee.host.caller import Caller
from h89yahtzee.host.rooms.guide import Guide
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.lines.line_room import LineRoom
from h89yahtzee.table.lines.line_texts import WIDTH
from h89yahtzee.table.screen.layout import H89, Display, Keyboard
from h89yahtzee.table.screen.room import Room
from tests.host.lobbies import LobbyForTests

LETTERS = Display(24, reverse=False, keyboard=Keyboard.LETTERS)


@dataclass
class HostForTests:
    """As in a program all see what one of them does, and go on where their room is closed.

    `rooms` has those of callers with screens, `line_rooms` of those by lines; None of who has left.
    """

    test: LobbyForTests = field(default_factory=LobbyForTests)
    has_lobby: bool = True

    def __post_init__(self) -> None:
        self.lobby = self.test.lobby
        self.guide = Guide(self.lobby, self.has_lobby)
        self.callers: dict[str, Caller] = {}
        self.rooms: dict[str, Room | None] = {}
        self.line_rooms: dict[str, LineRoom | None] = {}
        self._told: dict[str, list[str]] = {}

    def call(self, name: str, by_lines: bool = False) -> None:
        person = self.lobby.people.find(name) or self.lobby.people.add(name)
        self.callers[name] = self.guide.arrive(person, not by_lines, self.test.now)
        self.rooms[name] = self.line_rooms[name] = None
        self._told[name] = []
        self._lead_on(name)
        self.let_all_see()

    def drop(self, name: str) -> None:
        """Let the line of a caller drop."""
        self.guide.lost(self.callers[name], self.test.now)
        self.rooms[name] = self.line_rooms[name] = None
        self.let_all_see()

    def _lead_on(self, name: str) -> None:
        caller = self.callers[name]
        if caller.has_screen:
            self.rooms[name] = self.guide.following(caller, self.test.now)
        else:
            room = self.line_rooms[name] = self.guide.following_by_lines(caller, self.test.now)
            self._told[name] += [] if room is None else [*room.start(), *room.tell()]

    def let_all_see(self) -> None:
        for name, room in self.rooms.items():
            if room is not None:
                room.advance(self.test.now)
                if room.is_closed:
                    self._lead_on(name)
        for name, lines in self.line_rooms.items():
            if lines is not None:
                lines.advance(self.test.now)
                self._told[name] += lines.tell()
                if lines.is_closed:
                    self._lead_on(name)

    # With a screen

    def room(self, name: str) -> Room:
        room = self.rooms[name]
        assert room is not None
        return room

    def press(self, name: str, *keys: KeyPress) -> None:
        for key in keys:
            self.room(name).press(key, self.test.now)
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

    # By lines

    def lines(self, name: str) -> LineRoom:
        room = self.line_rooms[name]
        assert room is not None
        return room

    def type(self, name: str, *answers: str) -> None:
        for answer in answers:
            self._told[name] += self.lines(name).answer(answer, self.test.now)
            self.let_all_see()

    def told(self, name: str) -> str:
        """What a caller was told since this was last asked."""
        lines, self._told[name] = self._told[name], []
        assert max(map(len, lines), default=0) <= WIDTH
        return "\n".join(lines)
