"""A press of DONE with rolls left can be taken back for a second, and posts no dice that nobody can have looked at
yet."""

from dataclasses import replace

import pytest

from h89yahtzee.frontends.screen.seat_screen import HASTE, HURRY
from h89yahtzee.game.record import Player, Setup
from h89yahtzee.game.rules import H89
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.seat import Role
from h89yahtzee.table.table import HOLD_TIME, Table
from tests.table.tables import MakeTable, TableForOne, screen_at

HELD = "o OOPS takes it back."


@pytest.fixture
def table(make_table: MakeTable) -> TableForOne:
    """A table of two people, of whom the first has looked at the dice 6 2 1 6 3 and has the first row selected."""
    table = make_table("ann", "bob")
    look(table)
    return table


def type_at(table: TableForOne, *keys: KeyPress) -> None:
    """Press keys without letting time pass: for a look at the dice, or for the end of the second in which a post is
    held."""
    for key in keys:
        table.viewer.press(key, table.now)


def look(table: TableForOne) -> None:
    table.viewer.seen(table.viewer.sight, table.now)
    table.wait(HASTE)


def totals(table: TableForOne) -> tuple[int, ...]:
    return tuple(table.match.state.totals())


def test_nothing_is_dealt_shown_or_written_for_a_second(table: TableForOne) -> None:
    written: list[object] = []
    table.table.on_change = written.append
    before = table.match.state
    type_at(table, "d")
    assert HELD in table.line(23)
    table.wait(HOLD_TIME - 0.01)
    assert (table.match.state, written) == (before, [])
    assert table.deadline == pytest.approx(table.now + 0.01)
    table.wait(0.01)
    assert (totals(table), table.match.state.seat) == ((1, 0), 1)
    assert written
    assert HELD not in table.line(23)


def test_oops_takes_it_back(table: TableForOne) -> None:
    type_at(table, "d", "o")
    assert HELD not in table.line(23)
    table.wait(2 * HOLD_TIME)
    assert (totals(table), table.match.state.seat) == ((0, 0), 0)
    assert "2 rolls left" in table.line(22)


@pytest.mark.parametrize("key", ["d", "1", "r", " ", "\r"])
def test_another_key_lets_it_go_on_at_once_and_does_nothing_else(table: TableForOne, key: KeyPress) -> None:
    type_at(table, "d", key)
    assert (totals(table), table.match.state.seat) == ((1, 0), 1)
    assert table.table.marks.to_roll is None
    table.wait(2 * HOLD_TIME)
    assert totals(table) == (1, 0)


def test_no_time_is_lost_once_no_roll_is_left(table: TableForOne) -> None:
    type_at(table, "1", "r", "1", "r", "d")
    assert table.match.state.seat == 1


def test_a_person_who_leaves_has_posted(table: TableForOne) -> None:
    type_at(table, "d", "q", "y")
    assert table.viewer.ending is not None
    assert totals(table) == (1, 0)


def test_dice_are_not_posted_before_a_person_can_have_looked_at_them(table: TableForOne) -> None:
    type_at(table, "d", "d", "d")
    assert (totals(table), table.match.state.seat) == ((1, 0), 1)
    assert table.viewer.take_bells() == 1
    assert "Too soon" in table.line(23)
    table.wait(10.0)  # the line hasn't carried the dice to the screen yet
    type_at(table, "d")
    assert table.table.held is None
    table.viewer.seen(table.viewer.sight, table.now)
    table.wait(HASTE - 0.01)
    type_at(table, "d")
    assert table.table.held is None
    table.wait(HASTE)
    type_at(table, "d")
    assert table.table.held is not None


def test_a_refused_post_says_why_in_place_of_an_earlier_notice(table: TableForOne) -> None:
    type_at(table, "d", "d")
    table.viewer.seat.notify("Bob is away.")
    type_at(table, "d")
    assert "Too soon" in table.line(23)
    assert "Bob" not in table.line(23)


def test_dice_are_posted_as_soon_as_a_person_can_have_looked_at_them(make_table: MakeTable) -> None:
    table = make_table("ann")
    look(table)
    type_at(table, "d")
    assert table.table.held is not None


@pytest.mark.parametrize("rhythm", [0.1, 0.3])
def test_a_person_who_presses_done_again_and_again_posts_nothing(make_table: MakeTable, rhythm: float) -> None:
    table = make_table("ann")
    table.viewer.seen(table.viewer.sight, table.now)
    for _ in range(10):
        type_at(table, Key.RETURN)
        table.wait(rhythm)
    assert (totals(table), table.table.held) == ((0,), None)


def test_a_key_that_closes_the_help_may_be_pressed_twice(table: TableForOne) -> None:
    type_at(table, "?", " ", "\r")
    while "returns to the game" in table.viewer.screen().text():
        type_at(table, "\r")
    type_at(table, "\r")
    assert table.table.held is None
    assert totals(table) == (0, 0)


def seconds_of_a_game(make_table: MakeTable, done: str, *, take_back: bool) -> float:
    """Return the seconds that a game takes at ten keys a second, if the first key of a turn comes `HASTE` after the
    dice.

    Of every three turns one is posted at once, one after a re-roll, and one after two re-rolls.
    """
    table = make_table("ann", preferences=replace(preferences_for(H89), confirm_zero=False, take_back=take_back))
    while not table.match.has_ended:
        turn = table.match.state.turn
        look(table)
        for key in f"{'1r' * (turn % 3)}{done}":
            type_at(table, key)
            table.wait(0.1)
        assert table.match.state.turn == turn + 1 or table.match.has_ended
    return table.now


def test_an_experts_game_with_each_done_pressed_twice_takes_no_longer(make_table: MakeTable) -> None:
    before = seconds_of_a_game(make_table, "d", take_back=False)
    assert seconds_of_a_game(make_table, "dd", take_back=True) == pytest.approx(before + 13 * 0.1)


@pytest.mark.parametrize("rhythm", [0.1, 0.3, 0.5, 0.9])
def test_a_person_who_hurries_a_computer_by_return_loses_no_turn(make_table: MakeTable, rhythm: float) -> None:
    """The person presses RETURN to hurry the computer's steps, and goes on pressing it when the person's own first
    roll is already shown."""
    table = make_table("=H89", "ann")
    while not table.match.is_human:
        type_at(table, Key.RETURN)
        table.viewer.seen(table.viewer.sight, table.now)
        table.wait(rhythm)
    for _ in range(10):
        type_at(table, Key.RETURN)
        table.wait(rhythm)
    assert (table.match.state.seat, table.match.state.rolls_left, table.table.held) == (1, 2, None)
    table.wait(HURRY)
    type_at(table, Key.RETURN)
    assert table.table.held is not None


@pytest.mark.parametrize("key", ["1", " "])
def test_after_another_key_a_person_has_looked_at_the_dice(make_table: MakeTable, key: KeyPress) -> None:
    table = make_table("=H89", "ann")
    while not table.match.is_human:
        type_at(table, Key.RETURN)
    look(table)
    type_at(table, Key.RETURN)
    assert table.table.held is None
    type_at(table, key, Key.RETURN)
    assert table.table.held is not None


@pytest.mark.parametrize("keys", ["d", "do"])
def test_time_for_a_turn_neither_ends_a_held_post_nor_is_won_by_it(make_table: MakeTable, keys: str) -> None:
    table = make_table("ann", "bob", preferences=replace(preferences_for(H89), turn_time=30.0))
    look(table)
    while table.now < 29.8:
        table.wait(0.1)
    type_at(table, "d")
    table.wait(0.5)
    assert (table.match.state.seat, table.table.stands_in_for) == (0, None)
    type_at(table, *keys[1:])
    for seconds in (HOLD_TIME - 0.5, 0.0, 0.0):
        table.wait(seconds)
    assert (table.match.state.seat, table.table.stands_in_for) == ((0, 0) if "o" in keys else (1, None))


class Shared:
    """Ann's and Bob's terminals at a table, where Ann is to move and has seen her dice."""

    def __init__(self, *, duplicate: bool) -> None:
        self.match = Match(Setup((Player("ann"), Player("bob")), 42, duplicate=duplicate))
        self.table = Table(self.match, preferences_for(H89), 0.0)
        self.ann, self.bob = (
            screen_at(self.table, Role(name, [seat]), taste=preferences_for(H89))
            for seat, name in enumerate(("ann", "bob"))
        )
        self.ann.seen(self.ann.sight, -HASTE)

    def wait(self, seconds: float) -> None:
        self.table.advance(seconds)
        self.ann.advance(seconds)
        self.bob.advance(seconds)


@pytest.fixture(params=[False, True], ids=["own dice", "the same dice"])
def shared(request: pytest.FixtureRequest) -> Shared:
    return Shared(duplicate=request.param)


def test_others_see_nothing_of_a_held_post_and_cannot_end_it(shared: Shared) -> None:
    seen = shared.bob.screen()
    shared.ann.press("d", 0.0)
    shared.bob.press(Key.RETURN, 0.1)
    assert shared.table.held is not None
    shared.wait(HOLD_TIME - 0.01)
    assert shared.bob.screen() == seen
    shared.wait(HOLD_TIME)
    assert shared.match.state.seat == 1
    assert "bob's move" in shared.bob.screen().text()


def test_a_held_post_of_a_person_whose_line_went_away_is_posted(shared: Shared) -> None:
    shared.ann.press("d", 0.0)
    shared.ann.leave()
    assert shared.match.state.seat == 0
    shared.wait(HOLD_TIME)
    assert shared.match.state.totals()[0] == 1
