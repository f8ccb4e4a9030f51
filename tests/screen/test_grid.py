"""`Window` and the grids made from it; the stages in which a screen is shown on a slow line."""

import math

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.grid import Cell, Grid, Region, Window, next_stage
from tests.whole_texts import addstr_clipping


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
    addstr_clipping(window, row, column, text)
    cells = {(row, column + offset): char for offset, char in enumerate(text)}
    expected = [[cells.get((r, c), " ") for c in range(4)] for r in range(3)]
    assert window.refresh().text() == "\n".join(map("".join, expected))


def test_what_an_h19_lacks_is_a_question_mark() -> None:
    window = Window(1, 6)
    window.addstr(0, 0, "a\x1bé\x9b●~")
    assert window.refresh().text() == "a???●~"


ROWS, COLUMNS = 5, 10
KINDS = [Cell(char, reverse) for char in "  ab" for reverse in (False, True)]


def of_kinds(numbers: bytes, cursor: tuple[int, int] | None) -> Grid:
    cells = tuple(KINDS[number % len(KINDS)] for number in numbers)
    return Grid(tuple(cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)), cursor)


GRIDS = st.builds(
    of_kinds,
    st.binary(min_size=ROWS * COLUMNS, max_size=ROWS * COLUMNS),
    st.none() | st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1)),
)
REGIONS = st.lists(
    st.builds(Region, st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1), st.integers(1, COLUMNS + 5)),
    max_size=4,
)


def grid(*rows: str) -> Grid:
    return Grid(tuple(tuple(map(Cell, row)) for row in rows))


def texts(before: Grid, after: Grid, urgent: tuple[Region, ...], most: int) -> list[str]:
    """Return the texts of all stages that lead from `before` to `after`."""
    stages = []
    while before != after:
        before = next_stage(before, after, urgent, most)
        stages.append(before.text())
    return stages


def differences(before: Grid, after: Grid) -> int:
    return sum(
        a != b for old, new in zip(before.cells, after.cells, strict=True) for a, b in zip(old, new, strict=True)
    )


def test_urgent_cells_come_first_in_their_order_then_the_rows() -> None:
    before, after = grid("....", "....", "...."), grid("abcd", "efgh", "ijkl")
    urgent = (Region(2, 1, 2), Region(1, 3, 1))
    assert texts(before, after, urgent, 10) == [
        "....\n....\n.jk.",
        "a...\n...h\n.jk.",
        "abcd\n...h\n.jk.",
        "abcd\nefgh\n.jk.",
        "abcd\nefgh\nijkl",
    ]


def test_what_is_erased_behind_the_last_character_costs_nothing() -> None:
    assert texts(grid("abcdef", "ghijkl"), grid("x     ", "      "), (), 5) == ["x     \n      "]


def test_what_is_the_same_costs_nothing() -> None:
    assert texts(grid("abc", "def"), grid("abX", "dYf"), (Region(1, 0, 3),), 10) == ["abX\ndYf"]


@given(GRIDS, GRIDS, REGIONS, st.integers(5, 60))
def test_stages_lead_to_the_screen(before: Grid, after: Grid, urgent: list[Region], most: int) -> None:
    left = differences(before, after)
    while before != after:
        stage = next_stage(before, after, urgent, most)
        assert stage.cursor == after.cursor
        now_left = differences(stage, after)
        assert now_left < left or stage == after
        for old, shown, new in zip(before.cells, stage.cells, after.cells, strict=True):
            assert all(cell in (a, b) for a, cell, b in zip(old, shown, new, strict=True))
        before, left = stage, now_left


@given(GRIDS, GRIDS, REGIONS)
def test_with_room_enough_it_is_the_screen_itself(before: Grid, after: Grid, urgent: list[Region]) -> None:
    assert next_stage(before, after, urgent, math.inf) is after
