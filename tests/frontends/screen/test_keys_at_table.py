"""What each key does, how the computer players take their time, and how a game ends."""

import pytest

from h89yahtzee.game.scorecard import Box
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table.commands import DICE, OLDSTYLE_KEYS, Command
from h89yahtzee.table.endings import ToChoices
from tests.table.tables import MakeTable, TableForOne

# The first roll of seed 42 is 6 2 1 6 3.


def marks(table: TableForOne) -> str:
    """Return the positions, from 1, of the dice that carry the mark ROLL."""
    line = table.line(21)
    return "".join(
        str(n + 1) for n, column in enumerate((4, 11, 18, 25, 32)) if line[column : column + 5] == " ROLL"
    )


def selected(table: TableForOne) -> list[int]:
    return [row for row in [*range(1, 7), *range(11, 18)] if "#" in table.attributes(row)[30:]]


def test_function_keys_mark_dice_and_take_the_mark_back(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press(Key.F1, Key.F3, Key.F5)
    assert marks(table) == "135"
    table.press(Key.F3)
    assert marks(table) == "15"
    table.press(Key.WHITE)
    assert marks(table) == ""


def test_roll_takes_the_marked_dice_only(make_table: MakeTable) -> None:
    """Dice 2 and 4 of the first roll 6 2 1 6 3 are rolled; the others stay where they are."""
    table = make_table("me")
    before = table.match.state.dice
    table.press(Key.F2, Key.F4, Key.ERASE)
    after = table.match.state.dice
    assert [before[at] for at in (0, 2, 4)] == [after[at] for at in (0, 2, 4)] == [6, 1, 3]
    assert table.match.record.turns[0].rolled == ((1, 3),)
    assert marks(table) == ""
    assert "1 roll left" in table.line(22)


def test_roll_without_marks_rings_and_hints(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press(Key.ERASE)
    assert table.viewer.take_bells() == 1
    assert "Select the dice to ROLL first." in table.line(23)
    assert table.match.state.rolls_left == 2
    table.press(Key.F1)
    assert table.line(23)[45:].strip() == ""


def test_third_roll_rings(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("1", "r", "1", "r")
    assert table.viewer.take_bells() == 0
    table.press("1", "r")
    assert table.viewer.take_bells() == 1
    assert "No rolls left" in table.line(23)


@pytest.mark.parametrize("key", [Key.BLUE, Key.RED, Key.RETURN, Key.KEYPAD_ENTER, "d", "D"])
def test_done_posts_the_selected_row(make_table: MakeTable, key: KeyPress) -> None:
    table = make_table("me", "you")
    table.press(" ", key)
    assert table.match.state.cards[0][Box(1)] == 2
    assert table.match.state.seat == 1


@pytest.mark.parametrize(
    ("keys", "row"),
    [((Key.DOWN, Key.KEYPAD_2, "j", "J", " "), 2), ((Key.UP, Key.KEYPAD_8, "k", "K", "8"), 17)],
    ids=["next", "previous"],
)
def test_keys_for_other_rows(make_table: MakeTable, keys: tuple[KeyPress, ...], row: int) -> None:
    for key in keys:
        table = make_table("me")
        table.press(key)
        assert selected(table) == [row]


def test_rows_that_are_used_are_passed_over(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press(" ", "d")
    assert selected(table) == [1]
    table.press(" ")
    assert selected(table) == [3]
    table.press("k", "k")
    assert selected(table) == [17]


@pytest.mark.parametrize("key", ["x", "9", Key.LEFT, Key.TAB, "\x01", Key.ESCAPE])
def test_other_keys_ring(make_table: MakeTable, key: KeyPress) -> None:
    table = make_table("me")
    before = table.viewer.screen()
    table.press(key)
    assert table.viewer.take_bells() == 1
    assert table.viewer.screen() == before


def test_marking_all_dice_and_done_scores_what_lies(make_table: MakeTable) -> None:
    """In version 1.1 five marked dice, which were blank, counted as a YAHTZEE."""
    for oldstyle in (False, True):
        table = make_table("me", oldstyle=oldstyle)
        table.press(Key.F1, Key.F2, Key.F3, Key.F4, Key.F5, "8", "8", Key.BLUE)
        assert ("Score 0 in YAHTZEE? (y/n)" in table.line(23)) is not oldstyle
        table.press(*[] if oldstyle else "y")
        assert table.match.state.cards[0][Box(11)] == 0
        assert table.match.state.cards[0].total() == 0


def test_help_opens_and_closes_without_losing_anything(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("1", "4", " ", "r", "2", "?")
    before = table.match.state
    assert "CTRL-L" in table.viewer.screen().text()
    table.press("r")
    assert table.match.state == before
    assert marks(table) == "2"
    assert selected(table) == [2]


def test_quit_asks_first(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("1", "q")
    assert "Quit this game? (y/n)" in table.line(23)
    table.press("n")
    assert not table.viewer.seat.is_closed
    assert marks(table) == "1"
    table.press("q", "y")
    assert table.viewer.seat.is_closed


def test_keys_behind_the_quit_do_nothing(make_table: MakeTable) -> None:
    table = make_table("=reagan")
    table.press("q", "y")
    record = table.match.record
    table.press("d", "x", "?")
    table.wait(1000.0)
    assert table.viewer.seat.is_closed
    assert table.match.record == record


def test_repaint_is_asked_for_once(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("\x0c")
    assert table.viewer.take_repaint()
    assert not table.viewer.take_repaint()
    assert table.viewer.take_bells() == 0


def test_computer_waits_in_full_before_deciding_and_posting_and_half_before_rolling(make_table: MakeTable) -> None:
    table = make_table("=reagan", delay=10.0)
    assert (table.deadline, "Hmmm ... lemme think." in table.line(23)) == (10.0, True)
    table.wait(9.9)
    assert "Hmmm" in table.line(23)
    table.wait(0.1)
    assert "Baby needs shoes ..." in table.line(23)
    assert marks(table) != ""
    assert table.deadline == 15.0
    assert len(selected(table)) == 1
    table.wait(5.0)
    assert table.match.state.rolls_left == 1
    assert "Hmmm" in table.line(23)
    while "I've decided" not in table.line(23):
        table.wait(5.0)
    decided = table.now
    assert table.deadline == decided + 10.0
    table.wait(10.0)
    assert table.match.state.turn == 1


def test_any_key_cuts_the_wait_short(make_table: MakeTable) -> None:
    table = make_table("=reagan", delay=1000.0)
    table.press("x")
    assert "Hmmm" not in table.line(23)
    assert table.viewer.take_bells() == 0
    for _ in range(12):
        table.press(Key.F1)
    assert table.match.state.turn > 0


def test_computer_rests_while_help_or_a_question_is_shown(make_table: MakeTable) -> None:
    for key in "?q":
        table = make_table("=reagan", delay=10.0)
        table.press(key)
        assert table.deadline is None
        table.wait(1000.0)
        assert len(table.match.record.turns[0].rolled) == 0
        table.press("n")
        assert table.deadline == 1010.0


def test_winner_is_named_rung_for_and_counted(make_table: MakeTable) -> None:
    table = make_table("=reagan", "=king")
    table.play_out()
    totals = table.match.state.totals()
    winner = ("reagan", "king")[totals.index(max(totals))]
    assert f"{winner} WINS! Play again?" in table.line(23)
    assert "Seed 42" in table.line(22)
    assert table.viewer.take_bells() == 1
    assert sorted(table.match.wins) == [0, 1]
    assert table.deadline is None


def test_all_players_level_at_the_top_win(make_table: MakeTable) -> None:
    """Two players who never re-roll make the same score in a duplicate game."""
    tied = make_table("me", "you", duplicate=True)
    tied.play_out()
    assert "me and you WIN! Play again? (y/n)" in tied.line(23)
    assert tied.viewer.take_bells() == 2
    assert tied.match.wins == (1, 1)


def test_an_escape_too_many_after_a_page_leads_to_the_start_page(make_table: MakeTable) -> None:
    table = make_table("=reagan", "=king")
    table.play_out()
    table.press("?", Key.ESCAPE)
    assert table.viewer.ending is None
    table.press(Key.ESCAPE)
    assert table.viewer.ending == ToChoices()


def test_playing_again_keeps_the_players_and_counts_on(make_table: MakeTable) -> None:
    table = make_table("=reagan", "=king")
    table.play_out()
    table.press("x")
    assert not table.viewer.seat.is_closed
    first = table.match.wins
    table.press("y")
    assert table.match.setup.seed == 43
    assert table.match.state.totals() == (0, 0)
    table.play_out()
    assert sum(table.match.wins) == sum(first) + 1
    table.press("n")
    assert table.viewer.seat.is_closed


_OLD = (Command.ROLL, Command.DONE, Command.DONE, Command.OOPS, Command.UP, Command.DOWN, Command.NEXT)
OLD_LETTERS = dict(zip("STUVWJPQR82 ", (*DICE, *_OLD), strict=True))


def test_old_style_reads_the_letters_of_1_1_and_nothing_else() -> None:
    characters = {key: command for key, command in OLDSTYLE_KEYS.items() if isinstance(key, str)}
    assert characters == OLD_LETTERS


@pytest.mark.parametrize("key", [Key.UP, Key.DOWN, Key.KEYPAD_8, "1", "r", "q", "?", "j", "\x0c", "A"])
def test_new_keys_ring_in_the_old_style(make_table: MakeTable, key: KeyPress) -> None:
    table = make_table("me", oldstyle=True)
    table.press(key)
    assert table.viewer.take_bells() == 1


def test_old_style_skips_escape(make_table: MakeTable) -> None:
    table = make_table("me", oldstyle=True)
    table.press(Key.ESCAPE, "S", "J")
    assert table.viewer.take_bells() == 0
    assert table.match.state.rolls_left == 1
