"""A second in which DONE with rolls left can be taken back, and dice that nobody can have looked at yet."""

from dataclasses import replace

import pytest

from h89yahtzee.frontends.screen.seat_screen import HASTE
from h89yahtzee.game.rules import H89
from h89yahtzee.screen.keys import KeyPress
from h89yahtzee.table.preferences import preferences_for
from h89yahtzee.table.table import HOLD_TIME
from tests.table.tables import MakeTable, TableForOne

HELD = "o OOPS takes it back."


@pytest.fixture
def table(make_table: MakeTable) -> TableForOne:
    """Two people of whom the first has looked at the dice, 6 2 1 6 3 with the first row selected."""
    table = make_table("ann", "bob", preferences=replace(preferences_for(H89), take_back=True))
    look(table)
    return table


def look(table: TableForOne) -> None:
    table.viewer.seen(table.now)
    table.wait(HASTE)


def totals(table: TableForOne) -> tuple[int, ...]:
    return tuple(table.match.state.totals())


def test_nothing_is_dealt_shown_or_written_for_a_second(table: TableForOne) -> None:
    written: list[object] = []
    table.table.on_change = written.append
    before = table.match.state
    table.press("d")
    assert HELD in table.line(23)
    table.wait(HOLD_TIME - 0.01)
    assert (table.match.state, written) == (before, [])
    assert table.deadline == pytest.approx(table.now + 0.01)
    table.wait(0.01)
    assert (totals(table), table.match.state.seat) == ((1, 0), 1)
    assert written
    assert HELD not in table.line(23)


def test_oops_takes_it_back(table: TableForOne) -> None:
    table.press("d", "o")
    assert HELD not in table.line(23)
    table.wait(2 * HOLD_TIME)
    assert (totals(table), table.match.state.seat) == ((0, 0), 0)
    assert "2 rolls left" in table.line(22)


@pytest.mark.parametrize("key", ["d", "1", "r", " ", "\r"])
def test_another_key_lets_it_go_on_at_once_and_does_nothing_else(table: TableForOne, key: KeyPress) -> None:
    table.press("d", key)
    assert (totals(table), table.match.state.seat) == ((1, 0), 1)
    assert table.table.marks.to_roll is None
    table.wait(2 * HOLD_TIME)
    assert totals(table) == (1, 0)


def test_no_time_is_lost_once_no_roll_is_left(table: TableForOne) -> None:
    table.press("1", "r", "1", "r", "d")
    assert table.match.state.seat == 1


def test_a_person_who_leaves_has_posted(table: TableForOne) -> None:
    table.press("d", "q", "y")
    assert table.viewer.ending is not None
    assert totals(table) == (1, 0)


def test_dice_are_not_posted_before_a_person_can_have_looked_at_them(table: TableForOne) -> None:
    table.press("d", "d", "d")
    assert (totals(table), table.match.state.seat) == ((1, 0), 1)
    assert table.viewer.take_bells() == 1
    assert "Too soon" in table.line(23)
    table.wait(10.0)  # the line hasn't carried them yet
    table.press("d")
    assert table.table.held is None
    table.viewer.seen(table.now)
    table.wait(HASTE - 0.01)
    table.press("d")
    assert table.table.held is None
    table.wait(0.01)
    table.press("d")
    assert table.table.held is not None


def test_a_key_that_closes_the_help_may_be_pressed_twice(table: TableForOne) -> None:
    table.press("?", " ", "\r")
    while "returns to the game" in table.viewer.screen().text():
        table.press("\r")
    table.press("\r")
    assert table.table.held is None
    assert totals(table) == (0, 0)


def seconds_of_a_game(make_table: MakeTable, done: str, *, take_back: bool) -> float:
    """The time that a game takes at ten keys a second, of which the first is pressed when the dice were seen."""
    table = make_table("ann", preferences=replace(preferences_for(H89), confirm_zero=False, take_back=take_back))
    while not table.match.has_ended:
        turn = table.match.state.turn
        look(table)
        rolls = "1r1r" if turn % 2 else "1r"
        for key in f"{rolls}{done}":
            table.press(key)
            table.wait(0.1)
        assert table.match.state.turn == turn + 1 or table.match.has_ended
    return table.now


def test_an_experts_game_with_each_done_pressed_twice_takes_no_longer(make_table: MakeTable) -> None:
    before = seconds_of_a_game(make_table, "d", take_back=False)
    assert seconds_of_a_game(make_table, "dd", take_back=True) == pytest.approx(before + 13 * 0.1)
