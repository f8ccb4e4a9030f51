"""The game of the day at a host: an entry that the lobby always has; all play it alone, with the same dice."""

from collections.abc import Callable

import pytest

from h89yahtzee.frontends.screen.layout import H89
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.day import Day
from h89yahtzee.game.rules import OFFICIAL
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby import LobbyRefusal
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.daily import seed_of
from tests.goldens import golden_text
from tests.host.hosts import LETTERS, HostForTests, LobbyForTests, choices, played, post
from tests.rooms.shelves import Shelf
from tests.solver.backends import needs_kernel

DAY = Day(2026, 11, 22)
RESULTS = [("ann", 251), ("Bob the Second", 163), ("carl", 98)]


def at_tables(test: LobbyForTests) -> dict[str, HostedTable]:
    return {name: hosted for hosted in test.lobby.tables.values() for name in hosted.owners.values()}


def test_everybody_plays_alone_with_the_dice_of_the_day() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    for name in ("ann", "bob"):
        host.call(name)
        host.press(name, Key.RETURN)
    tables = at_tables(host.test)
    assert tables.keys() == {"ann", "bob"}
    for name, hosted in tables.items():
        assert isinstance(host.room(name), SeatScreen)
        setup = played(hosted).series.setup
        assert (setup.seed, setup.rules, setup.duplicate) == (seed_of(DAY, OFFICIAL), OFFICIAL, True)
        assert [player.name for player in setup.players] == [name]
    post(tables["ann"])
    assert [played(tables[name]).series.state.turn for name in ("ann", "bob")] == [1, 0]


def test_nobody_sees_the_dice_of_the_day_before() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    host.call("ann")
    host.press("ann", "s")
    host.call("carl")
    assert host.shows("carl", "1 person playing")
    host.press("carl", "w")
    assert host.shows("carl", "Everybody plays the game of the day alone")
    hosted = at_tables(host.test)["ann"]
    with pytest.raises(LobbyRefusal, match="alone"):
        host.lobby.watch(host.callers["carl"], hosted, 0.0)
    room = host.place("carl")
    assert isinstance(room, LobbyRoom)
    assert room.count == 1
    with pytest.raises(LobbyRefusal, match=f"no table {hosted.number}"):
        room.numbered(hosted.number)


def test_the_game_waits_at_the_same_entry_when_its_player_leaves_and_when_the_host_is_killed() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    host.call("ann")
    host.press("ann", Key.RETURN)
    post(at_tables(host.test)["ann"])
    host.press("ann", "q", "y")
    assert host.shows("ann", "*0")
    assert host.shows("ann", "paused in turn 2")
    host.test.save()
    again = HostForTests(host.test.crashed())
    again.call("bob")
    assert not again.shows("bob", "*0")
    again.call("ann")  # ann had left on purpose, which a killed host doesn't remember
    hosted = at_tables(again.test)["ann"]
    assert isinstance(again.room("ann"), SeatScreen)
    again.press("ann", "q", "y", Key.RETURN)
    assert at_tables(again.test) == {"ann": hosted}
    assert played(hosted).series.state.turn == 1


def test_another_game_has_the_same_dice() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    host.call("ann")
    host.press("ann", Key.RETURN)
    hosted = at_tables(host.test)["ann"]
    first = played(hosted).series.state.dice
    while not played(hosted).series.has_ended:
        post(hosted)
    played(hosted).play_again(0.0)
    assert (played(hosted).series.state.dice, hosted.day) == (first, DAY)


def test_an_unfinished_game_of_yesterday_is_listed_for_its_player() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    for name in ("ann", "bob"):
        host.call(name)
    host.press("ann", Key.RETURN)
    post(at_tables(host.test)["ann"])
    host.press("ann", "q", "y")
    host.test.day = Day(2026, 11, 23)
    assert host.shows("ann", "*1      official      ann")
    assert not host.shows("bob", "official      ann")
    assert host.shows("bob", "2026-11-23")
    host.press("bob", Key.RETURN)
    assert played(at_tables(host.test)["bob"]).series.setup.seed == seed_of(Day(2026, 11, 23), OFFICIAL)


def test_a_seat_of_the_day_is_given_up() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    host.call("ann", by_lines=True)
    host.type("ann", "x 0")
    assert "You have no seat at table 0." in host.told("ann")
    host.type("ann", "0", "s 1", "y", "q", "y")
    assert "you are in it, paused in turn 2" in " ".join(host.told("ann").split())
    for answer in ("", "n", "q", "later"):
        host.type("ann", "x 0")
        assert host.lines("ann").prompt == "Give up your seat at table 0 for good? (y/n) [n]: "
        host.type("ann", answer)
        assert "ann" in at_tables(host.test)
    host.type("ann", "x 0", "y")
    assert at_tables(host.test) == {}


def test_a_table_opened_meanwhile_is_chosen_first() -> None:
    host = HostForTests(LobbyForTests(day=DAY))
    for name in ("ann", "bob"):
        host.call(name)
    host.lobby.open_table(host.callers["ann"], choices(2), 0.0)
    host.press("bob", Key.RETURN)
    assert list(at_tables(host.test)) == ["ann", "bob"]
    assert len(host.lobby.tables) == 1


@needs_kernel
def test_golden(check_golden: Callable[[str, str], None]) -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(2),), day=DAY, saved_games=Shelf(results=RESULTS)))
    for name in ("ann", "bob", "dora"):
        host.call(name)
    for name in ("ann", "bob"):
        host.press(name, "k", Key.RETURN)
    host.press("dora", "k")
    check_golden("host-today.txt", golden_text(host.room("dora").screen(H89)))
    check_golden("host-today-letters.txt", golden_text(host.room("dora").screen(LETTERS)))
    host.press("dora", "r")
    check_golden("host-day-results.txt", golden_text(host.room("dora").screen(H89)))


@needs_kernel
def test_results_by_lines() -> None:
    host = HostForTests(LobbyForTests(day=DAY, saved_games=Shelf()))
    host.call("ann", by_lines=True)
    told = " ".join(host.told("ann").split())
    assert "Table 0: the game of the day, 2026-11-22; official; each plays alone; always open." in told
    host.type("ann", "r")
    assert host.told("ann") == "Nobody has finished the game of the day here yet."
    shelf = host.lobby.supplies.saved_games
    assert isinstance(shelf, Shelf)
    shelf.results = RESULTS
    host.type("ann", "results")
    # The golden page of this day has the same par, see tests/table/test_daily.py.
    assert "Par is 163: best play, which does" in (told := host.told("ann"))
    assert [line.split()[:2] for line in told.split("\n") if "against" in line] == [
        ["1.", "251"],
        ["2.", "163"],
        ["3.", "98"],
    ]
