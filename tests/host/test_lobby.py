"""The lobby: seats at tables, the beginning of games, the return of players, and the state after a crash."""

from collections.abc import Callable

import pytest

from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.game.state import Score
from h89yahtzee.host.hosted_table import Fill, HostedTable
from h89yahtzee.host.lobby import MOST_KEPT, MOST_SEATS, LobbyRefusal
from h89yahtzee.host.waiting_room import WaitingRoom
from h89yahtzee.players.catalogue import strategy
from h89yahtzee.table.table import Table
from tests.host.hosts import LobbyForTests, choices, people_at, played, post


def test_game_begins_with_the_last_seat() -> None:
    test = LobbyForTests()
    ann, bob = test.call("ann"), test.call("bob")
    hosted = test.lobby.open_table(ann, choices(2, computers=1), test.now)
    assert hosted.table is None
    assert hosted.open_seats == (1,)
    test.lobby.sit(bob, hosted, test.now)
    assert played(hosted).series.setup.players == (Player("ann"), Player("bob"), Player("H8", "hasty"))
    assert hosted.owners == {0: "ann", 1: "bob"}
    assert test.lobby.in_play == [hosted.table]


def test_first_who_sat_down_may_begin_with_computers_in_the_open_seats() -> None:
    test = LobbyForTests()
    ann, bob = test.call("ann"), test.call("H8")
    hosted = test.lobby.open_table(ann, choices(4, computers=1), test.now)
    test.lobby.sit(bob, hosted, test.now)
    with pytest.raises(LobbyRefusal, match="ann sat down first"):
        test.lobby.start(bob, Fill.COMPUTERS, test.now)
    test.lobby.start(ann, Fill.COMPUTERS, test.now)
    players = played(hosted).series.setup.players
    assert [player.name for player in players[:2]] == ["ann", "H8"]
    assert [player.strategy for player in players] == [HUMAN, HUMAN, "classic", "classic", "hasty"]
    assert len({player.name for player in players}) == 5


def test_fewer_seats_move_their_owners_up() -> None:
    test = LobbyForTests()
    ann, bob, carl = map(test.call, ("ann", "bob", "carl"))
    hosted = test.lobby.open_table(ann, choices(4), test.now)
    test.lobby.sit(bob, hosted, test.now)
    test.lobby.sit(carl, hosted, test.now)
    test.lobby.leave_table(bob, test.now)
    assert hosted.open_seats == (1, 3)
    test.lobby.start(ann, Fill.FEWER, test.now)
    assert people_at(hosted) == ["ann", "carl"]
    assert hosted.owners == {0: "ann", 1: "carl"}


def test_who_has_a_seat_is_led_back_after_the_line_dropped_but_not_after_leaving() -> None:
    test = LobbyForTests()
    hosted, (ann, bob) = test.begun("ann", "bob")
    test.lobby.depart(ann, test.now)
    test.lobby.leave_table(bob, test.now)
    test.lobby.depart(bob, test.now)
    assert test.call("ann").hosted is hosted
    assert test.call("bob").hosted is None
    assert hosted.owners == {0: "ann", 1: "bob"}


def test_second_call_of_the_same_person_sends_the_first_away_and_keeps_the_seat() -> None:
    test = LobbyForTests()
    hosted, (ann, _) = test.begun("ann", "bob")
    said = test.lobby.talk.count
    again = test.call("ann")
    assert test.lobby.talk.count == said
    assert ann.is_dismissed
    assert again.hosted is hosted
    assert hosted.here.count("ann") == 1
    with pytest.raises(LobbyRefusal):
        test.lobby.sit(ann, hosted, test.now)
    test.lobby.depart(ann, test.now)
    assert test.lobby.callers["ann"] is again
    assert "ann" in hosted.here


def test_nobody_sits_at_two_tables_at_once() -> None:
    test = LobbyForTests()
    hosted, (ann, _) = test.begun("ann", "bob")
    carl = test.call("carl")
    other = test.lobby.open_table(carl, choices(2), test.now)
    for ask in (test.lobby.sit, test.lobby.watch):
        with pytest.raises(LobbyRefusal, match="at a table"):
            ask(ann, other, test.now)
    with pytest.raises(LobbyRefusal, match="at a table"):
        test.lobby.open_table(ann, choices(1), test.now)
    assert ann.hosted is hosted


def test_late_comer_takes_a_computers_seat_or_watches() -> None:
    test = LobbyForTests()
    hosted, _ = test.begun("ann", computers=1)
    carl, dora = test.call("carl"), test.call("dora")
    test.lobby.sit(carl, hosted, test.now)
    assert hosted.owners == {0: "ann", 1: "carl"}
    with pytest.raises(LobbyRefusal, match="No seat"):
        test.lobby.sit(dora, hosted, test.now)
    test.lobby.watch(dora, hosted, test.now)
    assert hosted.watchers == ["dora"]
    assert played(hosted).series.setup.players[1] == Player("H8", "hasty")


def test_unfinished_games_of_a_person_are_limited() -> None:
    test = LobbyForTests()
    ann = test.call("ann")
    for _ in range(MOST_SEATS):
        post(test.lobby.open_table(ann, choices(1), test.now))
        test.lobby.leave_table(ann, test.now)
    with pytest.raises(LobbyRefusal, match="unfinished"):
        test.lobby.open_table(ann, choices(1), test.now)
    other = test.lobby.open_table(test.call("bob"), choices(2), test.now)
    with pytest.raises(LobbyRefusal, match="unfinished"):
        test.lobby.sit(ann, other, test.now)
    test.lobby.give_up(ann, test.lobby.tables[2], test.now)
    assert test.lobby.open_table(ann, choices(1), test.now).number == 2


def test_table_is_there_until_nobody_needs_it_any_more() -> None:
    test = LobbyForTests()
    hosted, (ann,) = test.begun("ann")
    post(hosted)
    test.lobby.leave_table(ann, test.now)
    assert test.lobby.tables == {1: hosted}
    test.lobby.sit(ann, hosted, test.now)
    table = played(hosted)
    finish(table)
    assert test.lobby.tables == {1: hosted}
    test.lobby.leave_table(ann, test.now)
    assert not test.lobby.tables
    assert not test.lobby.in_play


def test_game_that_all_leave_before_anything_was_posted_is_dropped() -> None:
    test = LobbyForTests()
    hosted, (ann, bob) = test.begun("ann", "bob")
    test.lobby.depart(ann, test.now)
    test.lobby.leave_table(bob, test.now)
    assert test.lobby.tables == {1: hosted}
    test.lobby.leave_table(test.call("ann"), test.now)
    assert not test.lobby.tables


def keep_a_game(test: LobbyForTests, name: str, network: str = "", turns: int = 1) -> HostedTable:
    """Let somebody from `network` post in `turns` turns alone and be cut off; return their table."""
    person = test.lobby.people.find(name) or test.lobby.people.add(name)
    caller = test.lobby.arrive(person, True, test.now, network)
    hosted = test.lobby.open_table(caller, choices(1), test.now)
    for _ in range(turns):
        post(hosted)
    test.now += 1
    test.lobby.depart(caller, test.now)
    return hosted


def test_as_many_tables_are_there_as_people_open() -> None:
    """This holds however many games of absent players are kept, and however many tables are fixed."""
    test = LobbyForTests(fixed=(choices(2),) * 100)
    for number in range(MOST_KEPT):
        keep_a_game(test, f"kept{number}")
    there = [test.lobby.open_table(test.call(f"p{number}"), choices(2), test.now) for number in range(MOST_KEPT)]
    assert not {table.number for table in there} - set(test.lobby.tables)


def test_game_that_was_left_longest_ago_makes_room() -> None:
    test = LobbyForTests()
    games = [keep_a_game(test, f"p{number}") for number in range(MOST_KEPT)]
    ann = test.call("p0")
    test.lobby.leave_table(ann, test.now + 1)
    assert keep_a_game(test, "new").number == 2
    assert games[1] not in test.lobby.tables.values()
    assert len(test.lobby.tables) == MOST_KEPT


def test_nobody_pushes_out_the_game_of_another_from_a_few_addresses() -> None:
    """Ann's game is the oldest; Bob left his before anybody moved, so that nothing is lost when it goes."""
    test = LobbyForTests()
    ann = keep_a_game(test, "ann", "home")
    bob = keep_a_game(test, "bob", "work", turns=0)
    for number in range(2 * MOST_KEPT):
        keep_a_game(test, f"m{number}", f"botnet {number % 10}")
    assert (ann in test.lobby.tables.values(), bob in test.lobby.tables.values()) == (True, False)
    test.save()
    after = test.crashed()
    for number in range(2 * MOST_KEPT):
        keep_a_game(after, f"n{number}", f"botnet {number % 10}")
    assert after.lobby.tables[ann.number].owners == {0: "ann"}


def test_game_that_a_fixed_table_gives_away_makes_room_too() -> None:
    test = LobbyForTests(fixed=(choices(1),))
    for number in range(MOST_KEPT):
        keep_a_game(test, f"p{number}")
    test.now += 1
    for name in ("ann", "bob"):
        test.lobby.sit(test.call(name), test.lobby.tables[1], test.now)
        post(test.lobby.tables[1])
        test.lobby.depart(test.lobby.callers[name], test.now)
    assert len(test.lobby.tables) == MOST_KEPT + 1
    assert test.lobby.tables[2].owners == {0: "ann"}


def test_fixed_table_waits_again_after_its_game() -> None:
    test = LobbyForTests(fixed=(choices(1), choices(2)))
    ann = test.call("ann")
    test.lobby.sit(ann, test.lobby.tables[1], test.now)
    table = played(test.lobby.tables[1])
    finish(table)
    test.lobby.leave_table(ann, test.now)
    assert [(hosted.table, hosted.open_seats) for hosted in test.lobby.tables.values()] == [
        (None, (0,)),
        (None, (0, 1)),
    ]


def finish(table: Table) -> None:
    while not table.series.has_ended:
        table.act(Score(table.series.state.legal_boxes()[0]), 0.0)


def test_no_seed_tells_those_of_other_games() -> None:
    """The seed of a finished game is told to players: the next seed mustn't follow from it, nor be one of a few."""
    hosted, asked, seeds = HostedTable(1, choices(1)), list[int](), iter([7, 5])

    def draw(below: int) -> int:
        asked.append(below)
        return next(seeds)

    hosted.sit("ann", 0.0)
    hosted.begin(Fill.COMPUTERS, draw, strategy, 0.0)
    table = played(hosted)
    finish(table)
    table.play_again(0.0)
    assert table.series.setup.seed == 5
    assert asked == [2**64, 2**64]


def test_no_seed_tells_those_of_other_games_after_a_crash() -> None:
    test = LobbyForTests()
    hosted, _ = test.begun("ann", "bob")
    test.lobby.save()
    seed = played(hosted).series.setup.seed
    again = played(test.crashed().lobby.tables[1])
    finish(again)
    again.play_again(0.0)
    assert again.series.setup.seed != seed + 1


def test_crashed_host_has_each_table_at_its_last_posted_turn() -> None:
    test = LobbyForTests(fixed=(choices(1),))
    hosted, (ann, _) = test.begun("ann", "bob", computers=1)
    test.lobby.sit(test.call("carl"), hosted, test.now)
    test.lobby.sit(test.call("dora"), test.lobby.tables[1], test.now)
    table = played(hosted)
    table.act(Score(table.series.state.legal_boxes()[3]), test.now)
    test.lobby.leave_table(ann, test.now)
    test.lobby.give_up(ann, hosted, test.now)
    test.save()
    after = test.crashed()
    assert after.lobby.people.find("ann") == ann.person
    assert {number: hosted.owners for number, hosted in after.lobby.tables.items()} == {
        1: {0: "dora"},
        2: {1: "bob", 2: "carl"},
    }
    again = after.lobby.tables[2]
    assert played(again).series.state == table.series.state
    assert played(again).options == table.options
    assert [hosted.is_fixed for hosted in after.lobby.tables.values()] == [True, False]
    assert played(again).series.deciders == ("optimal", HUMAN, "hasty")
    assert after.call("ann").hosted is None
    assert after.call("carl").hosted is again
    assert after.waits() == 60  # for bob
    assert played(again).series.deciders == ("optimal", HUMAN, HUMAN)


def test_seat_is_kept_by_a_computer_until_its_owner_is_back() -> None:
    test = LobbyForTests()
    hosted, (_, bob) = test.begun("ann", "bob", computers=1)
    test.lobby.depart(bob, test.now)
    assert test.waits() == 60
    test.lobby.advance(test.now + 59.9)
    assert played(hosted).series.deciders == (HUMAN, HUMAN, "hasty")
    test.lobby.advance(test.now + 60)
    assert played(hosted).series.deciders == (HUMAN, "optimal", "hasty")
    assert hosted.owners[1] == "bob"
    assert test.waits() is None
    assert test.call("bob").hosted is hosted
    assert played(hosted).series.deciders == (HUMAN, HUMAN, "hasty")
    assert played(hosted).series.setup.players[1] == Player("bob")
    assert test.waits() is None


def test_time_for_a_turn_is_how_long_a_seat_waits() -> None:
    test = LobbyForTests()
    ann, bob = test.call("ann"), test.call("bob")
    hosted = test.lobby.open_table(ann, choices(2, turn_time=45), test.now)
    test.lobby.sit(bob, hosted, test.now)
    assert played(hosted).options.turn_time == 45
    test.lobby.depart(bob, test.now)
    assert test.waits() == 45


def test_nobody_waits_for_who_left_on_purpose() -> None:
    test = LobbyForTests()
    hosted, (_, bob) = test.begun("ann", "bob")
    test.now += 1000
    test.lobby.leave_table(bob, test.now)
    test.lobby.advance(test.now)
    assert played(hosted).series.deciders == (HUMAN, "optimal")


def test_game_that_all_have_left_waits_for_them_and_for_nobody_else() -> None:
    test = LobbyForTests()
    hosted, (ann, bob) = test.begun("ann", "bob", computers=1)
    for caller in (ann, bob):
        test.lobby.depart(caller, test.now)
    assert test.waits() is None
    test.now += 10**6
    test.lobby.advance(test.now)
    assert played(hosted).series.deciders == (HUMAN, HUMAN, "hasty")
    carl = test.call("carl")
    for ask in (test.lobby.sit, test.lobby.watch):
        with pytest.raises(LobbyRefusal, match="table 1"):
            ask(carl, hosted, test.now)
    test.call("ann")
    assert test.waits() == 60


def test_watcher_keeps_a_game_from_nobody() -> None:
    """While only a watcher is present, a game waits for its players."""
    test = LobbyForTests()
    hosted, (ann, bob) = test.begun("ann", "bob")
    test.lobby.watch(test.call("carl"), hosted, test.now)
    for caller in (ann, bob):
        test.lobby.depart(caller, test.now)
    test.now += 1000
    assert test.waits() is None
    test.call("ann")
    assert test.waits() == 60


def test_late_comer_who_leaves_gives_the_seat_back_to_the_same_computer() -> None:
    test = LobbyForTests()
    hosted, _ = test.begun("ann", computers=1)
    carl = test.call("carl")
    test.lobby.sit(carl, hosted, test.now)
    assert played(hosted).series.deciders == (HUMAN, HUMAN)
    test.lobby.leave_table(carl, test.now)
    test.lobby.give_up(carl, hosted, test.now)
    assert played(hosted).series.deciders == (HUMAN, "hasty")
    assert hosted.open_seats == (1,)


def test_seat_at_a_waiting_table_is_free_again_after_the_line_has_been_gone_for_a_while() -> None:
    test = LobbyForTests()
    ann, bob = test.call("ann"), test.call("bob")
    hosted = test.lobby.open_table(ann, choices(3), test.now)
    test.lobby.sit(bob, hosted, test.now)
    test.lobby.depart(ann, test.now)
    assert hosted.starter == "ann"
    test.lobby.advance(test.now + 60)
    assert hosted.starter == "bob"
    test.lobby.leave_table(bob, test.now)
    assert not test.lobby.tables


def test_game_at_a_fixed_table_that_is_no_longer_wanted_goes_on_at_another() -> None:
    test = LobbyForTests(fixed=(choices(1),))
    hosted = test.lobby.tables[1]
    test.lobby.sit(test.call("ann"), hosted, test.now)
    test.save()
    test.fixed = (choices(2, rules="yatzy"),)
    after = test.crashed()
    assert after.lobby.tables[1].table is None
    assert after.lobby.tables[2].owners == {0: "ann"}
    after.lobby.save()
    assert sorted(after.register.texts) == [2]


def test_table_that_cannot_be_read_keeps_no_other_from_its_place() -> None:
    test = LobbyForTests()
    test.begun("ann")
    test.begun("bob")
    test.save()
    test.register.texts[1] = test.register.texts[1].replace("rules h89", "rules whist")
    after = test.crashed()
    assert {number: hosted.owners for number, hosted in after.lobby.tables.items()} == {2: {0: "bob"}}
    (problem,) = after.lobby.unreadable
    assert "whist" in problem


def test_full_disk_holds_up_nothing_and_is_made_up_for() -> None:
    test = LobbyForTests()
    test.begun("ann", "bob")
    test.register.is_full = True
    with pytest.raises(OSError, match="space"):
        test.lobby.save()
    test.register.is_full = False
    test.save()
    assert test.crashed().lobby.tables[1].owners == {0: "ann", 1: "bob"}


def test_messages_are_cut_cleaned_and_limited() -> None:
    test = LobbyForTests()
    ann = test.call("ann")
    test.lobby.say(ann, "hello \x1b[2J" + "x" * 80, test.now)
    said = test.lobby.talk.latest(1)[0]
    assert (said.name, said.text[:11], len(said.text)) == ("ann", "hello ?[2Jx", 60)
    for _ in range(4):
        test.lobby.say(ann, "again", test.now)
    with pytest.raises(LobbyRefusal, match="moment"):
        test.lobby.say(ann, "once more", test.now + 9.9)
    test.lobby.say(ann, "later", test.now + 10)
    assert test.lobby.talk.latest(1)[0].text == "later"


def test_nobody_disturbs_others_by_coming_and_going() -> None:
    """A caller may sit down, watch or open a table ten times in twenty seconds."""
    test = LobbyForTests()
    hosted, _ = test.begun("ann")
    told, bob = test.lobby.talk.count, test.call("bob")
    waits = test.lobby.open_table(test.call("cat"), choices(3), test.now)
    goings: list[Callable[[], object]] = [
        lambda: test.lobby.watch(bob, hosted, test.now),
        lambda: test.lobby.open_table(bob, choices(2), test.now),
        lambda: test.lobby.sit(bob, waits, test.now),
    ]
    for number in range(10):
        goings[number % 3]()
        test.lobby.leave_table(bob, test.now)
        test.now += 1.9
    for go in goings:
        with pytest.raises(LobbyRefusal, match="Wait a moment"):
            go()
    assert (bob.hosted, sorted(test.lobby.tables)) == (None, [1, 2])
    assert test.lobby.talk.count - told < 10
    test.now += 1.0
    goings[0]()
    assert bob.hosted is hosted


def test_changes_are_gathered_among_many_callers_but_a_game_begins_at_once() -> None:
    """Each change would be drawn on hundreds of screens. If there are few callers, they see each change at once."""
    test = LobbyForTests()
    ann, bob = test.call("ann"), test.call("bob")
    for number in range(200):
        test.call(f"p{number}")
    hosted = test.lobby.open_table(ann, choices(2), test.now)
    test.lobby.advance(test.now)
    seen, room = test.lobby.revision, WaitingRoom(test.lobby, ann, hosted)
    waited = room.revision
    for word in ("one", "two"):
        test.lobby.say(bob, word, test.now)
    assert test.lobby.revision == seen
    test.lobby.sit(bob, hosted, test.now)
    assert (test.lobby.revision, room.revision != waited) == (seen, True)
    due = test.lobby.deadline
    assert due is not None
    assert 0.1 < due - test.now < 2.0
    test.lobby.advance(due)
    assert test.lobby.revision == seen + 1
    assert "bob at 1" in test.lobby.here()
    for number in range(190):
        test.lobby.depart(test.lobby.callers[f"p{number}"], due)
    before = test.lobby.revision
    test.lobby.say(ann, "three", due)
    assert test.lobby.revision == before + 1
