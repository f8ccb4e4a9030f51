"""The check, made in every test, that texts which are drawn aren't cut off and cover no part of a word."""

import pytest

from h89yahtzee.screen.grid import Window
from tests.naming import each


@each(
    ("row", "column", "text", "fault"),
    [
        *((0, 70, "[? HELP]  ", ""), (0, 73, "[? HELP]", "is cut off"), (24, 0, "below", "is cut off")),
        *((0, -1, "left", "is cut off"), (0, 75, "     ", ""), (1, 12, "DONE", "covers a part of")),
        *((1, 7, "DONE", "covers a part of"), (1, 10, "DONE", ""), (1, 16, "DONE", "")),
    ],
)
def test_texts_that_are_cut_off_are_seen(row: int, column: int, text: str, fault: str) -> None:
    window = Window(24, 80)
    window.addstr(1, 10, "ROLL")
    if fault:
        with pytest.raises(AssertionError, match=fault):
            window.addstr(row, column, text)
    else:
        window.addstr(row, column, text)
