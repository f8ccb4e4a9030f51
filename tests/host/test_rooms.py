"""Callers led from room to room by keys and clicks: the lobby, a new table, waiting, a game, and back."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from h89yahtzee.frontends.screen.layout import H89
from h89yahtzee.frontends.screen.seat_screen import SeatScreen
from h89yahtzee.game.record import HUMAN
from h89yahtzee.host.hosted_table import HostedTable
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.host.waiting_room import WaitingRoom
from h89yahtzee.rooms.start import StartRoom
from h89yahtzee.screen.keys import Key
from h89yahtzee.table.preferences import Coach, Mark, Preferences
from tests.goldens import golden_text
from tests.host.hosts import LETTERS, HostForTests, LobbyForTests, choices, played
from tests.rooms.shelves import Shelf


def test_table_is_chosen_by_rules_seats_and_time() -> None:
    host = HostForTests()
    host.call("ann")
    host.press("ann", "n", "x", Key.F1)  # ann's own seat and name stay
    host.press("ann", "l", "j", "l", "j", "l", Key.UP, Key.UP, "a", "x")
    room = host.place("ann")
    assert isinstance(room, StartRoom)
    assert [player.name for player in room.choices.players] == ["ann", "H89"]
    assert room.choices.players[0].strategy == HUMAN
    assert room.choices.rules == "official"
    assert host.shows("ann", "TIME")
    assert not host.shows("ann", "NAME")
    host.press("ann", "q")
    assert isinstance(host.place("ann"), LobbyRoom)
    host.press("ann", "n")
    assert room.choices.rules == "official"


def test_alone_against_computers_begins_at_once() -> None:
    host = HostForTests()
    host.call("ann")
    host.press("ann", "n", "j", "l", Key.RETURN)
    assert isinstance(host.room("ann"), SeatScreen)


def test_starter_begins_without_the_others_by_key() -> None:
    for key, deciders in (("\r", 2), ("x", 1)):
        host = HostForTests()
        host.call("ann")
        host.press("ann", "n", Key.RETURN, Key.RETURN if key == "\r" else key)
        assert len(played(host.lobby.tables[1]).series.deciders) == deciders


def test_others_have_no_key_to_begin() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(3),)))
    host.call("ann")
    host.call("bob")
    host.press("ann", "s")
    host.press("bob", "s")
    assert "START" in host.line("ann", 24)
    assert "START" not in host.line("bob", 24)
    host.press("bob", Key.RETURN)
    assert host.shows("bob", "ann sat down first")
    assert host.room("bob").take_bells() == 1


def test_message_is_seen_in_the_lobby_and_at_waiting_tables() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(3),)))
    for name in ("ann", "bob"):
        host.call(name)
    host.press("bob", "s")
    host.press("ann", "/", *"hi bobb", Key.BACKSPACE)
    assert host.shows("ann", "Say: hi bob_")
    host.press("ann", Key.RETURN)
    assert host.shows("bob", "ann: hi bob")
    host.press("ann", "/", *"never mind", Key.ESCAPE)
    assert not host.shows("bob", "never mind")


def test_watcher_sees_the_game_and_leaves_it() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(1),)))
    host.call("ann")
    host.press("ann", "s")
    host.call("bob")
    host.press("bob", Key.RETURN)
    room = host.room("bob")
    assert isinstance(room, SeatScreen)
    assert not room.seat.is_player
    host.call("carl")
    assert host.shows("carl", "watched by bob")
    host.press("bob", "q", "y")
    assert isinstance(host.place("bob"), LobbyRoom)
    assert isinstance(host.room("ann"), SeatScreen)


def set_next(host: HostForTests, setting: str) -> None:
    """Let ann change a setting to its next value."""
    room = host.room("ann")
    assert room is not None
    host.press("ann", "=")
    while not any("> " in line and setting in line for line in room.screen(H89).text().split("\n")):
        host.press("ann", "j")
    host.press("ann", "l", "x")


def preferences_at_tables(rules: Sequence[str], *changed: str) -> Iterator[Preferences]:
    """Yield ann's preferences at a table of each rule set; she changes the settings `changed` at the first one."""
    host = HostForTests(LobbyForTests(fixed=tuple(choices(1, rules=name) for name in rules)))
    host.call("ann")
    for table in range(len(rules)):
        host.press("ann", *(["j"] if table else []), "s")
        room = host.room("ann")
        assert isinstance(room, SeatScreen)
        if not table:
            for setting in changed:
                set_next(host, setting)
        yield room.seat.preferences
        host.press("ann", "q", "y")


def test_settings_are_taken_along_from_table_to_table() -> None:
    at_tables = [*preferences_at_tables(("h89", "yatzy", "quintzee"), "oach", "oach")]
    assert [preferences.coach for preferences in at_tables] == [Coach.WARN] * 3
    assert [preferences.mark for preferences in at_tables] == [Mark.REROLL, Mark.REROLL, Mark.KEEP]


def test_a_setting_that_another_table_has_anyhow_is_taken_along_past_it() -> None:
    """At tables for quintzee the dice keys select dice to keep, unless the player has changed that setting."""
    at_tables = preferences_at_tables(("quintzee", "h89", "quintzee"), "The dice keys select")
    assert [preferences.mark for preferences in at_tables] == [Mark.REROLL] * 3


def test_dropped_line_leads_back_to_the_seat() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(2, turn_time=45),)))
    for name in ("ann", "bob"):
        host.call(name)
        host.press(name, "s")
    host.drop("bob")
    host.drop("ann")
    assert played(host.lobby.tables[1]).deadline is None
    assert not played(host.lobby.tables[1]).series.has_ended
    host.call("ann")
    room = host.room("ann")
    assert isinstance(room, SeatScreen)
    assert room.seat.seats == {0}


def test_second_call_closes_the_room_of_the_first() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(1),)))
    host.call("ann")
    host.press("ann", "s")
    first, room = host.callers["ann"], host.room("ann")
    host.call("ann")
    assert room.ending is not None
    assert host.guide.following(first, host.test.now) is None
    assert isinstance(host.room("ann"), SeatScreen)


def test_click_chooses_a_table_and_another_one_sits_down() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(2), choices(3))))
    host.call("ann")
    row = next(row for row in range(24) if "3 open" in host.line("ann", row))
    for _ in range(2):
        host.click("ann", row, 30)
    assert host.lobby.tables[2].owners == {0: "ann"}
    host.click("ann", 24, 61)
    assert isinstance(host.place("ann"), LobbyRoom)
    assert host.shows("ann", ">  2")


def test_table_that_is_gone_is_not_sat_down_at() -> None:
    host = HostForTests()
    for name in ("ann", "bob"):
        host.call(name)
    host.press("ann", "n", Key.RETURN)
    host.call("bob")
    assert host.shows("bob", ">  1")
    host.press("ann", "q")
    host.press("bob", "s")
    assert isinstance(host.place("bob"), LobbyRoom)
    assert not host.shows("bob", ">  1")


def test_seat_is_given_up_after_a_question() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(1),)))
    host.call("ann")
    host.press("ann", "x")
    assert host.shows("ann", "You have no seat at table 1.")
    host.press("ann", "s", "d", "y", "q", "y", "x")
    assert host.shows("ann", "Give up your seat at table 1 for good? (y/n)")
    host.press("ann", "n")
    assert host.lobby.tables[1].owners == {0: "ann"}
    host.press("ann", "x")
    host.click("ann", 9, 40)
    host.press("ann", "y", "/")
    host.click("ann", 6, 20)
    host.press("ann", Key.ESCAPE)
    assert isinstance(host.place("ann"), LobbyRoom)
    assert host.lobby.tables[1].owners == {0: "ann"}
    host.press("ann", Key.ERASE, "y")
    assert host.lobby.tables[1].owners == {}
    assert host.lobby.tables[1].table is None


def test_leaving_the_lobby_ends_the_call() -> None:
    host = HostForTests()
    host.call("ann")
    host.press("ann", Key.WHITE)
    assert host.rooms["ann"] is None
    assert not host.lobby.callers


def test_without_a_lobby_there_is_only_the_first_table() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(1),)), has_lobby=False)
    for name in ("ann", "bob"):
        host.call(name)
        room = host.room(name)
        assert isinstance(room, SeatScreen)
        assert room.seat.is_player is (name == "ann")
    host.press("ann", "q", "y")
    assert host.rooms["ann"] is None
    host.call("ann")
    assert isinstance(host.room("ann"), SeatScreen)


def test_without_a_lobby_who_waits_sees_the_game_begin() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(3),)), has_lobby=False)
    host.call("ann")
    room = host.room("ann")
    assert isinstance(host.place("ann"), WaitingRoom)
    host.call("bob")
    assert room.take_bells() == 1
    host.press("bob", "q")
    assert host.rooms["bob"] is None
    host.press("ann", "x")
    assert isinstance(host.room("ann"), SeatScreen)


def test_pace_of_a_hosted_table_is_nobodys_to_change() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(1, 1),)))
    host.call("ann")
    host.press("ann", "s", "=", *"jl" * 12)
    assert played(host.lobby.tables[1]).options.think_time == 0.5


def test_game_that_its_players_left_keeps_nobody_from_a_fixed_table() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(1),)), has_lobby=False)
    host.call("ann")
    host.press("ann", "d", "y", "q", "y")
    host.call("bob")
    assert host.lobby.tables[1].owners == {0: "bob"}
    assert host.lobby.tables[2].owners == {0: "ann"}
    host.call("ann")
    room = host.room("ann")
    assert isinstance(room, SeatScreen)
    assert room.seat.table.series.state.turn == 1
    host.test.save()
    after = host.test.crashed().lobby.tables
    assert [hosted.owners[0] for hosted in after.values()] == ["bob", "ann"]
    assert [hosted.is_fixed for hosted in after.values()] == [True, False]


def test_all_tables_can_be_chosen_however_many_there_are() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(2),) * 30))
    host.call("ann")
    for number in (*range(1, 31), 1):
        room = host.room("ann")
        assert any(line.split()[:2] == [">", str(number)] for line in room.screen(LETTERS).text().split("\n"))
        host.press("ann", "j")
    assert host.shows("ann", "and 23 more")


def test_golden(check_golden: Callable[[str, str], None]) -> None:
    host = HostForTests(
        LobbyForTests(fixed=(choices(4, rules="triple", turn_time=45), choices(1, 1)), saved_games=Shelf())
    )
    for name in ("ann", "bob", "carl", "dora"):
        host.call(name)
    host.press("ann", "j", "s")
    host.press("bob", "n", "a", Key.RETURN)
    host.press("carl", "j", "w")
    host.say("dora", "Who plays triple with me?")
    check_golden("host-lobby.txt", golden_text(host.room("dora").screen(H89)))
    check_golden("host-lobby-letters.txt", golden_text(host.room("dora").screen(LETTERS)))
    check_golden("host-waiting.txt", golden_text(host.room("bob").screen(H89)))
    host.press("dora", "n")
    check_golden("host-new-table.txt", golden_text(host.room("dora").screen(H89)))


def test_those_at_a_table_are_told_who_goes_and_comes_back() -> None:
    host = HostForTests()
    host.test.begun("ann", "bob", "carl")
    host.call("ann")
    host.call("bob")
    host.call("carl", by_lines=True)
    host.drop("bob")
    assert host.shows("ann", "bob's line went away.")
    host.call("bob")
    assert host.shows("ann", "bob is back.")
    assert host.shows("ann", "ann's move: 2 rolls left.")  # still in view: news replaces news
    assert not host.shows("bob", "bob is back.")
    host.press("bob", "q", "y")
    host.let_all_see()
    assert host.shows("ann", "bob has left.")
    told = host.told("carl").split("\n")
    assert [told.count(text) for text in ("bob's line went away.", "bob is back.", "bob has left.")] == [1, 1, 1]


def test_seat_is_given_up_at_the_table_that_was_asked_about() -> None:
    host = HostForTests()
    host.test.begun("ann", "bob")
    host.call("ann")
    host.press("ann", "q", "y", "x")
    hosted = host.lobby.tables.pop(1)
    host.lobby.tables[2] = HostedTable(2, choices(2))
    assert host.shows("ann", "Give up your seat at table 1 for good? (y/n)")
    host.press("ann", "y")
    assert 0 not in hosted.owners


def test_messages_that_were_switched_off_at_a_table_stay_hidden_in_the_lobby_and_while_a_table_waits() -> None:
    host = HostForTests(LobbyForTests(fixed=(choices(2, 1), choices(3))))
    for name in ("ann", "cid"):
        host.call(name, by_lines=name == "cid")
    host.press("ann", Key.RETURN)
    host.type("cid", "1", "/off", "q", "y")
    ann = host.room("ann")
    assert isinstance(ann, SeatScreen)
    ann.seat.prefer(replace(ann.seat.preferences, messages=False))
    host.press("ann", "q", "y")
    host.type("cid", "")
    host.call("bob")
    for room in (LobbyRoom, WaitingRoom):
        if room is WaitingRoom:
            host.press("ann", "j", Key.RETURN)
            host.type("cid", "2")
        assert isinstance(host.place("ann"), room)
        assert isinstance(host.place("cid"), room)
        host.told("cid")
        host.say("bob", "Hello")
        assert host.shows("bob", "bob: Hello")
        assert not host.shows("ann", "bob: Hello")
        assert host.told("cid") == ""
        host.say("ann", "I hear nothing")
        assert host.shows("ann", "ann: I hear nothing")
        assert host.shows("ann", "bob is here.")


def test_code_and_key_are_added_to_each_other_in_the_lobby() -> None:
    host = HostForTests()
    host.lobby.people.add("ann", key="SHA256:a")
    host.call("ann")
    host.press("ann", "?")
    assert host.shows("ann", "You are ann here; your key says so.")
    host.press("ann", " ", "=")
    assert host.shows("ann", "Your code is 0001: with it and your name you come back from any line.")
    host.press("ann", "=")
    assert host.shows("ann", "Your code is 0001. Call by ssh with a key, and = adds the key.")
    host.callers["ann"].key = "SHA256:b"
    host.press("ann", "=")
    assert host.shows("ann", "Your key is added: by ssh it brings you back without your code, 0001.")
    assert host.lobby.people.owner("SHA256:b") == host.lobby.people.owner("SHA256:a") == host.callers["ann"].person
    host.press("ann", "=")
    assert host.shows("ann", "You come back by your name and your code, 0001, or by ssh with your key.")
