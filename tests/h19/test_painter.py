"""The painter against the emulator: what it writes turns one screen into the other, whatever the switches say."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.h19.charset import GLYPHS
from h89yahtzee.h19.painter import enter, leave, paint
from h89yahtzee.h19.termcap import parse_termcap
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.cell import Cell
from h89yahtzee.screen.grid import Grid

CAPS = parse_termcap((Path(__file__).parent.parent.parent / "termcaps" / "h19.tc").read_text("ascii"))
ROWS, COLUMNS = 25, 80

USUAL_SWITCHES = 0
WRAP_AND_AUTO_LF_AND_CR = 0b11100

CURSORS = st.none() | st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
EDGE_ROWS = st.sampled_from([0, 1, 12, 22, 23, 24])
EDGE_COLUMNS = st.sampled_from([0, 1, 7, 40, 76, 77, 78, 79])
CHARS = st.sampled_from([*"   ab~`^_X5.", "●", "▒", "│", "◥", *GLYPHS])


@st.composite
def runs(draw: st.DrawFn) -> tuple[int, int, str, bool]:
    """A run of text of one attribute, mostly where lines end and where writing scrolls."""
    row = draw(EDGE_ROWS | st.integers(0, ROWS - 1))
    column = draw(EDGE_COLUMNS | st.integers(0, COLUMNS - 1))
    char = draw(CHARS)
    text = draw(st.text(CHARS, min_size=1, max_size=12) | st.integers(1, COLUMNS).map(lambda length: char * length))
    return row, column, text, draw(st.booleans())


def changed(grid: Grid, changes: list[tuple[int, int, str, bool]], cursor: tuple[int, int] | None) -> Grid:
    cells = [list(row) for row in grid.cells]
    for row, column, text, reverse in changes:
        for offset, char in enumerate(text[: COLUMNS - column]):
            cells[row][column + offset] = Cell(char, reverse)
    return Grid(tuple(map(tuple, cells)), cursor)


@st.composite
def screens(draw: st.DrawFn) -> tuple[Grid, Grid]:
    """A screen and one that differs from it a little or a lot."""
    before = changed(Grid.blank(ROWS, COLUMNS), draw(st.lists(runs(), max_size=30)), draw(CURSORS))
    base = draw(st.sampled_from([before, Grid.blank(ROWS, COLUMNS)]))
    return before, changed(base, draw(st.lists(runs(), max_size=12)), draw(CURSORS))


def showing(switches: int, grid: Grid) -> Terminal:
    terminal = Terminal(switches)
    terminal.feed(enter(CAPS, alternate_keypad=True) + paint(None, grid, CAPS))
    return terminal


@settings(max_examples=150, deadline=None)
@given(screens(), st.sampled_from([USUAL_SWITCHES, WRAP_AND_AUTO_LF_AND_CR]))
def test_emulated_painting_gives_the_screen_after(pair: tuple[Grid, Grid], switches: int) -> None:
    before, after = pair
    terminal = showing(switches, before)
    assert terminal.grid() == before
    modes = terminal.modes
    terminal.feed(paint(before, after, CAPS))
    assert terminal.grid() == after
    cursor_off = after.cursor is None
    assert (terminal.modes.reverse, terminal.modes.graphics, terminal.modes.insert) == (False, False, False)
    assert terminal.modes.cursor_off == cursor_off
    assert terminal.modes.keypad_alternate == modes.keypad_alternate is True
    assert terminal.data_to_send() == b""


@settings(max_examples=100, deadline=None)
@given(screens())
def test_what_is_sent_is_no_longer_than_needed(pair: tuple[Grid, Grid]) -> None:
    before, after = pair
    assert paint(before, before, CAPS) == b""
    assert len(paint(before, after, CAPS)) <= len(paint(None, after, CAPS))


@pytest.mark.parametrize("switches", [USUAL_SWITCHES, WRAP_AND_AUTO_LF_AND_CR])
def test_the_full_screen_is_painted_without_scrolling(switches: int) -> None:
    full = changed(Grid.blank(ROWS, COLUMNS), [(row, 0, "x" * COLUMNS, row % 2 == 0) for row in range(ROWS)], None)
    assert showing(switches, full).grid() == full


@pytest.mark.parametrize("switches", [USUAL_SWITCHES, WRAP_AND_AUTO_LF_AND_CR])
def test_the_terminal_is_left_as_it_was_found(switches: int) -> None:
    """But for what CR and LF bring with them, which painting needs to know: that is off."""
    full = changed(Grid.blank(ROWS, COLUMNS), [(row, 0, "x" * COLUMNS, True) for row in range(ROWS)], None)
    terminal, found = showing(switches, full), Terminal(switches)
    terminal.feed(leave(CAPS))
    assert terminal.modes == replace(found.modes, auto_lf=False, auto_cr=False)
    assert terminal.lines == 24
    assert terminal.cursor == (22, 0)
    assert terminal.grid().text().split("\n")[21:] == ["x" * COLUMNS, *[" " * COLUMNS] * 3]


def test_the_terminal_is_left_as_it_was_found_wherever_painting_was_cut() -> None:
    changes = [(0, 0, "a●b", True), (3, 70, "▒" * 10, False), (23, 78, "xy", True), (24, 5, "~●", False)]
    screen = changed(Grid.blank(ROWS, COLUMNS), changes, (24, 7))
    painting = enter(CAPS, alternate_keypad=True) + paint(None, screen, CAPS)
    for cut in range(len(painting) + 1):
        terminal = Terminal()
        terminal.feed(painting[:cut] + leave(CAPS))
        assert terminal.modes == Terminal().modes, painting[:cut]
        assert terminal.lines == 24
        assert terminal.cursor == (22, 0)


def test_only_what_changed_is_written() -> None:
    """Two digits in reverse video: to the place, reverse on, digits, reverse off."""
    before = changed(Grid.blank(ROWS, COLUMNS), [(5, 10, "12", True)], None)
    after = changed(before, [(5, 10, "34", True)], None)
    assert paint(before, after, CAPS) == b"\x1bY%*\x1bp34\x1bq"


def test_a_short_gap_is_written_over_and_a_long_one_jumped() -> None:
    before = changed(Grid.blank(ROWS, COLUMNS), [(0, 0, "abcdefghij", False)], None)
    assert paint(before, changed(before, [(0, 0, "X", False), (0, 4, "Y", False)], None), CAPS) == b"\x1bY  XbcdY"
    assert (
        paint(before, changed(before, [(0, 0, "X", False), (0, 9, "Y", False)], None), CAPS) == b"\x1bY  X\x1bY )Y"
    )


def test_graphics_stay_on_over_what_looks_the_same() -> None:
    blank = Grid.blank(ROWS, COLUMNS)
    assert paint(blank, changed(blank, [(0, 0, "●A●", False)], None), CAPS) == b"\x1bY  \x1bF^A^\x1bG"


def test_the_rest_of_a_line_is_erased() -> None:
    blank = Grid.blank(ROWS, COLUMNS)
    before = changed(blank, [(3, 0, "a" * 70, True), (4, 0, "b", False)], None)
    assert paint(before, changed(blank, [(4, 0, "b", False)], None), CAPS) == b"\x1bY# \x1bK"


def test_painting_anew_clears_the_page_too_when_the_cursor_is_on_the_25th_line() -> None:
    blank = Grid.blank(ROWS, COLUMNS)
    terminal = showing(USUAL_SWITCHES, changed(blank, [(0, 0, "00", False), (24, 0, "00", False)], (24, 40)))
    terminal.feed(paint(None, blank, CAPS))
    assert terminal.grid() == blank


def test_the_keypad_is_told_apart_or_not() -> None:
    for alternate in (True, False):
        terminal = Terminal()
        terminal.feed(b"\x1b=" + enter(CAPS, alternate_keypad=alternate))
        assert terminal.modes.keypad_alternate is alternate
