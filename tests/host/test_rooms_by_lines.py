"""Callers in text mode, led from room to room as callers with screens are."""

from h89yahtzee.frontends.lines.seat_lines import SeatLines
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.waiting_room import WaitingRoom
from tests.host.hosts import HostForTests, LobbyForTests, choices, played
from tests.naming import each


def test_two_people_open_a_table_and_play() -> None:
    host = HostForTests()
    host.call("ann", by_lines=True)
    assert host.told("ann") == "Here: ann.\nNobody plays yet. n opens a table."
    host.type("ann", "n", "", "1", "quintzee", "2", "", "easy", "y", "45")
    assert isinstance(host.place("ann"), WaitingRoom)
    assert "Waiting for 1 more." in host.told("ann")
    host.call("bob", by_lines=True)
    assert "Table 1: quintzee 2; ann, H8, 1 open; waits for people." in host.told("bob").replace("H89", "H8")
    host.type("bob", "/Hello all", "1")
    ann, bob = host.lines("ann"), host.lines("bob")
    assert isinstance(ann, SeatLines)
    assert isinstance(bob, SeatLines)
    assert "bob: Hello all" in host.told("ann")
    assert "quintzee" in host.told("bob")
    setup = played(host.lobby.tables[1]).series.setup
    assert [player.strategy for player in setup.players] == ["human", "human", "hasty"]
    assert (setup.duplicate, setup.rules.columns) == (True, 2)
    assert played(host.lobby.tables[1]).options.turn_time == 45
    host.type("bob", "q", "y")
    host.told("bob")
    host.type("bob", "")
    assert "Here: ann at 1, bob." in host.told("bob")
    host.type("bob", "")
    assert "You have a seat." in host.told("bob")


def test_waiting_is_told_whenever_it_changes() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(4),)))
    for name in ("ann", "bob"):
        host.call(name, by_lines=True)
        host.type(name, "1")
    assert "Waiting for 3 more." in (told := host.told("ann"))
    assert told.endswith("Waiting for 2 more. START puts computers there, FEWER drops those seats.")
    host.type("bob", "back")
    assert isinstance(host.place("bob"), LobbyRoom)
    assert "Waiting for 3 more." in host.told("ann")


@each(
    ("typed", "answer"),
    [
        ("9", "There is no table 9."),
        ("w 1", "Nobody plays at table 1 now."),
        ("x 1", "You have no seat at table 1."),
        ("frobnicate", "Not understood: 'frobnicate'. Type ? for help."),
        ("\x1b[2J", "Not understood: '?[2j'. Type ? for help."),
    ],
)
def test_what_cannot_be_had_is_told_in_a_line(typed: str, answer: str) -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(4),)))
    host.call("ann", by_lines=True)
    host.told("ann")
    host.type("ann", typed)
    assert host.told("ann") == answer
