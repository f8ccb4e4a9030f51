"""Windows and the grids that they leave."""

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.grid import BLANK, Cell, Grid
from h89yahtzee.screen.window import Window


def test_text_and_attributes_stand_where_they_were_written() -> None:
    window = Window(2, 6)
    window.addstr(0, 1, "ab")
    window.addstr(1, 3, "cd", reverse=True)
    assert window.refresh().text() == " ab   \n   cd "
    assert window.refresh().attributes() == "......\n...##."


def test_a_grid_does_not_change_with_its_window() -> None:
    window = Window(1, 3)
    before = window.refresh()
    window.addstr(0, 0, "x")
    assert before == Grid.blank(1, 3)


@given(st.integers(-5, 5), st.integers(-8, 8), st.text("ab", max_size=12))
def test_what_falls_outside_is_clipped(row: int, column: int, text: str) -> None:
    window = Window(3, 4)
    window.addstr(row, column, text)
    cells = {(row, column + offset): char for offset, char in enumerate(text)}
    expected = [[cells.get((r, c), " ") for c in range(4)] for r in range(3)]
    assert window.refresh().text() == "\n".join(map("".join, expected))


def test_what_an_h19_lacks_is_a_question_mark() -> None:
    window = Window(1, 6)
    window.addstr(0, 0, "a\x1bé\x9b●~")
    assert window.refresh().text() == "a???●~"


def test_a_blank_cell_is_a_plain_space() -> None:
    assert Cell() == BLANK == (" ", False)
    assert Grid.blank(2, 3).cells == ((BLANK,) * 3,) * 2
