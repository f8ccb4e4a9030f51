"""Callers by lines of text, led from room to room as those with screens are."""

from __future__ import annotations

from dataclasses import dataclass, field

from h89yahtzee.host.caller import Caller
from h89yahtzee.host.rooms.guide import Guide
from h89yahtzee.host.rooms.lobby_lines import LobbyLines
from h89yahtzee.host.rooms.waiting_lines import WaitingLines
from h89yahtzee.table.lines.line_room import LineRoom
from h89yahtzee.table.lines.line_texts import WIDTH
from h89yahtzee.table.lines.line_viewer import LineViewer
from tests.host.lobbies import LobbyForTests, choices, played
from tests.naming import each


@dataclass
class HostByLines:
    """Callers by lines; `told` has what each was told since it was last asked for."""

    test: LobbyForTests = field(default_factory=LobbyForTests)

    def __post_init__(self) -> None:
        self.lobby = self.test.lobby
        self.guide = Guide(self.lobby)
        self.callers: dict[str, Caller] = {}
        self.rooms: dict[str, LineRoom | None] = {}
        self.lines: dict[str, list[str]] = {}

    def call(self, name: str) -> None:
        person = self.lobby.people.find(name) or self.lobby.people.add(name)
        self.callers[name] = self.guide.arrive(person, False, self.test.now)
        self.lines[name] = []
        self.enter(name)
        self.tell_all()

    def enter(self, name: str) -> None:
        room = self.rooms[name] = self.guide.following_by_lines(self.callers[name], self.test.now)
        if room is not None:
            self.lines[name] += [*room.start(), *room.tell()]

    def type(self, name: str, *answers: str) -> None:
        for answer in answers:
            self.lines[name] += self.room(name).answer(answer, self.test.now)
            self.tell_all()

    def tell_all(self) -> None:
        for name, room in self.rooms.items():
            if room is not None:
                room.advance(self.test.now)
                self.lines[name] += room.tell()
                if room.is_closed:
                    self.enter(name)

    def room(self, name: str) -> LineRoom:
        room = self.rooms[name]
        assert room is not None
        return room

    def told(self, name: str) -> str:
        lines, self.lines[name] = self.lines[name], []
        assert max(map(len, lines), default=0) <= WIDTH
        return "\n".join(lines)


def test_two_people_open_a_table_and_play() -> None:
    host = HostByLines()
    host.call("ann")
    assert host.told("ann") == "Here are ann.\nNobody plays yet. n opens a table."
    host.type("ann", "n", "", "1", "quintzee", "2", "", "easy", "y", "45")
    assert isinstance(host.room("ann"), WaitingLines)
    assert "Waiting for 1 more." in host.told("ann")
    host.call("bob")
    assert "Table 1: quintzee 2; waits for people; ann, H8" in host.told("bob").replace("H89", "H8")
    host.type("bob", "/Hello all", "1")
    ann, bob = host.room("ann"), host.room("bob")
    assert isinstance(ann, LineViewer)
    assert isinstance(bob, LineViewer)
    assert "bob: Hello all" in host.told("ann")
    assert "quintzee" in host.told("bob")
    setup = played(host.lobby.tables[1]).series.setup
    assert [player.strategy for player in setup.players] == ["human", "human", "hasty"]
    assert (setup.duplicate, setup.rules.columns) == (True, 2)
    assert played(host.lobby.tables[1]).options.turn_time == 45
    host.type("bob", "q", "y")
    host.told("bob")
    host.type("bob", "")
    assert "Here are ann at 1, bob." in host.told("bob")
    host.type("bob", "")
    assert "You have a seat." in host.told("bob")


def test_starter_begins_by_word_and_others_are_told_why_they_cannot() -> None:
    host = HostByLines(LobbyForTests(fixed=(choices(4),)))
    for name in ("ann", "bob"):
        host.call(name)
        host.type(name, "s 1")
    host.told("bob")
    host.type("bob", "start")
    assert host.told("bob") == "ann sat down first and may start."
    host.type("ann", "fewer")
    assert len(played(host.lobby.tables[1]).series.setup.players) == 2
    assert isinstance(host.room("bob"), LineViewer)


def test_waiting_is_told_whenever_it_changes() -> None:
    host = HostByLines(LobbyForTests(fixed=(choices(4),)))
    for name in ("ann", "bob"):
        host.call(name)
        host.type(name, "1")
    assert "Waiting for 3 more." in (told := host.told("ann"))
    assert told.endswith("Waiting for 2 more. START puts computers there, FEWER drops those seats.")
    host.type("bob", "back")
    assert isinstance(host.room("bob"), LobbyLines)
    assert "Waiting for 3 more." in host.told("ann")


@each(
    ("typed", "answer"),
    [
        ("9", "There is no table 9."),
        ("w 1", "Nobody plays at table 1 now."),
        ("x 1", "You have no seat at table 1."),
        ("t", "No game has been finished here yet."),
        ("frobnicate", "Not understood: 'frobnicate'. Type ? for help."),
        ("\x1b[2J", "Not understood: '?[2j'. Type ? for help."),
    ],
)
def test_what_cannot_be_had_is_told_in_a_line(typed: str, answer: str) -> None:
    host = HostByLines(LobbyForTests(fixed=(choices(4),)))
    host.call("ann")
    host.told("ann")
    host.type("ann", typed)
    assert host.told("ann") == answer


def test_watching_resigning_and_leaving() -> None:
    host = HostByLines(LobbyForTests(fixed=(choices(1),)))
    for name in ("ann", "bob"):
        host.call(name)
        host.type(name, "1")
    viewer = host.room("bob")
    assert isinstance(viewer, LineViewer)
    assert not viewer.is_player
    host.type("ann", "q", "y", "resign 1")
    assert host.lobby.tables[1].owners == {}
    host.type("ann", "q")
    assert host.rooms["ann"] is None
    assert list(host.lobby.callers) == ["bob"]


def test_wrong_number_of_seats_is_asked_for_again() -> None:
    host = HostByLines()
    host.call("ann")
    host.type("ann", "n")
    host.told("ann")
    host.type("ann", "11")
    assert host.told("ann") == "Expected a number from 1 to 10."
    host.type("ann", "10", "", "", "4")
    assert host.told("ann").endswith("Expected a number from 5 to 3600.")
    host.type("ann", "q")
    assert isinstance(host.room("ann"), LobbyLines)
