"""The regions of the screen that are to be sent first, compared with what stands there on the screen."""

from h89yahtzee.screen.keys import Key
from tests.table.tables import MakeTable, TableForOne


def texts(table: TableForOne) -> list[str]:
    rows = table.viewer.screen().text().split("\n")
    return [rows[row][column : column + width] for row, column, width in table.viewer.urgent()]


def test_dice_then_the_selected_score_then_whose_move_it_is(make_table: MakeTable) -> None:
    table = make_table("me", "you")
    table.press(Key.F1, " ", " ", " ", " ", " ")
    *dice, marks, score, move, remark = texts(table)
    assert [len(row) for row in dice] == [33] * 3
    assert "".join(dice).count("●") == sum(table.match.state.dice)
    assert marks.split() == ["ROLL"]
    assert score.strip() == str(sum(face for face in table.match.state.dice if face == 6))
    assert move.startswith("me's move: 2 rolls left.")
    assert remark.strip() == ""


def test_the_score_is_that_of_the_player_to_move(make_table: MakeTable) -> None:
    table = make_table("me", "you", "they")
    columns = []
    for name in ("me", "you", "they"):
        *_, score, move, _ = texts(table)
        assert move.startswith(f"{name}'s move")
        assert score.strip() == str(sum(face for face in table.match.state.dice if face == 1))
        columns.append(table.viewer.urgent()[4].column)
        table.press("d")
    assert columns == sorted(set(columns))


def test_a_computer_that_thinks_has_nothing_selected(make_table: MakeTable) -> None:
    table = make_table("=me", "you")
    *_, move, remark = texts(table)
    assert len(table.viewer.urgent()) == 6
    assert move.startswith("me's move")
    assert remark.strip() != ""


def test_nothing_of_the_help_page_is_urgent(make_table: MakeTable) -> None:
    table = make_table("me")
    table.press("?")
    assert table.viewer.urgent() == ()
