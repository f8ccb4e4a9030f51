"""The painter, tried on the emulator: its bytes turn one screen into another, with any switches of the H19."""

import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.charset import GLYPHS
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.painter.painter import Painter, Shown, enter, leave
from h89yahtzee.screen.painter.pen import CostModel, Pen
from tests.naming import each
from tests.screen.painter.painting import CAPS, COLUMNS, ROWS, paint, painter_for, switching_off

USUAL_SWITCHES = 0
WRAP_AND_AUTO_LF_AND_CR = 0b11100

CURSORS = st.none() | st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
EDGE_ROWS = st.sampled_from([0, 1, 12, 22, 23, 24])
EDGE_COLUMNS = st.sampled_from([0, 1, 7, 40, 76, 77, 78, 79])
CHARS = st.sampled_from([*"   ab~`^_X5.", "●", "▒", "│", "◥", *GLYPHS])


@st.composite
def runs(draw: st.DrawFn) -> tuple[int, int, str, bool]:
    """A run of text with one attribute, mostly where rows end and where writing would scroll."""
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


@st.composite
def moved(draw: st.DrawFn, grid: Grid) -> Grid:
    """A screen made from `grid` by moving rows or characters, with a cursor that often stays."""
    row, column, count = draw(EDGE_ROWS), draw(EDGE_COLUMNS), draw(st.integers(1, 5))
    cells = [list(line) for line in grid.cells]
    page, line = cells[:24], cells[row]
    blank, blanks = Cell(), [[Cell()] * COLUMNS for _ in range(count)]
    match draw(st.sampled_from(["delete lines", "insert lines", "delete", "insert", "nothing"])):
        case "delete lines" if row < 24:
            cells = [*(page[:row] + page[row + count :] + blanks)[:24], cells[24]]
        case "insert lines" if row < 24:
            cells = [*(page[:row] + blanks + page[row:])[:24], cells[24]]
        case "delete":
            cells[row] = line[:column] + (line[column + count :] + [blank] * count)[: COLUMNS - column]
        case "insert":
            cells[row] = (line[:column] + [Cell(draw(CHARS))] * count + line[column:])[:COLUMNS]
    after = changed(Grid(tuple(map(tuple, cells))), draw(st.lists(runs(), max_size=3)), None)
    return Grid(after.cells, draw(st.just(grid.cursor) | CURSORS))


@st.composite
def films(draw: st.DrawFn) -> list[Grid]:
    """Screens that follow one another."""
    grids = [draw(screens())[0]]
    for _ in range(draw(st.integers(1, 6))):
        grids.append(draw(moved(grids[-1]) | screens().map(lambda pair: pair[1])))
    return grids


def showing(switches: int, grid: Grid) -> Terminal:
    terminal = Terminal(switches)
    terminal.feed(enter(CAPS, alternate_keypad=True) + paint(None, grid, CAPS))
    return terminal


@settings(max_examples=10)
@given(
    films(),
    st.sampled_from([USUAL_SWITCHES, WRAP_AND_AUTO_LF_AND_CR]),
    st.integers(0, 60),
    st.sampled_from([None, None, 10_000 / 9600, 10_000 / 300]),
)
def test_modes_and_cursor_are_carried_from_screen_to_screen(
    film: list[Grid], switches: int, scrolled: int, byte_time: float | None
) -> None:
    """The terminal may have scrolled before, as it does during a login, since its video RAM is a ring.

    An update is never longer than painting the screen anew; switching off modes that were left on isn't counted.
    """
    painter, terminal = painter_for(CAPS, byte_time), Terminal(switches)
    terminal.feed(b"\n" * scrolled + enter(CAPS, alternate_keypad=True))
    code, shown = painter.repaint(film[0])
    terminal.feed(code)
    keypad = terminal.modes.keypad_alternate
    for grid in film:
        anew, plain = painter.repaint(grid)[0], switching_off(shown, CAPS)
        code, shown = painter.update(shown, grid)
        if byte_time is None:
            assert len(code) <= len(plain) + len(anew)
        terminal.feed(code)
        assert terminal.grid() == grid
        pen, modes = shown.pen, terminal.modes
        assert (modes.reverse, modes.graphics, modes.insert) == (pen.reverse, pen.graphics, False)
        assert pen.position in (None, terminal.cursor)
        assert painter.update(shown, grid) == (b"", shown)
    terminal.feed(switching_off(shown, CAPS))
    modes = terminal.modes
    assert (modes.reverse, modes.graphics, modes.insert) == (False, False, False)
    assert modes.keypad_alternate is keypad is True
    assert (terminal.grid(), terminal.data_to_send()) == (film[-1], b"")


@pytest.mark.parametrize("switches", [USUAL_SWITCHES, WRAP_AND_AUTO_LF_AND_CR])
def test_the_full_screen_is_painted_without_scrolling(switches: int) -> None:
    full = changed(Grid.blank(ROWS, COLUMNS), [(row, 0, "x" * COLUMNS, row % 2 == 0) for row in range(ROWS)], None)
    assert showing(switches, full).grid() == full


@pytest.mark.parametrize("switches", [USUAL_SWITCHES, WRAP_AND_AUTO_LF_AND_CR])
def test_the_terminal_is_left_as_it_was_found(switches: int) -> None:
    """Except auto LF, auto CR and wrap: they are off afterwards, since painting needs to know their state."""
    full = changed(Grid.blank(ROWS, COLUMNS), [(row, 0, "x" * COLUMNS, True) for row in range(ROWS)], None)
    terminal, found = showing(switches, full), Terminal(switches)
    terminal.feed(leave(CAPS))
    assert terminal.modes == replace(found.modes, auto_lf=False, auto_cr=False, wrap=False)
    assert terminal.lines == 24
    assert terminal.cursor == (22, 0)
    assert terminal.grid().text().split("\n")[21:] == ["x" * COLUMNS, *[" " * COLUMNS] * 3]


def test_only_what_changed_is_written() -> None:
    """For two digits in reverse video these are a motion to the place, reverse on, the digits, reverse off."""
    before = changed(Grid.blank(ROWS, COLUMNS), [(5, 10, "12", True)], None)
    after = changed(before, [(5, 10, "34", True)], None)
    assert paint(before, after, CAPS) == b"\x1bY%*\x1bp34\x1bq"


def test_a_short_gap_is_written_over_and_a_long_one_jumped() -> None:
    before = changed(Grid.blank(ROWS, COLUMNS), [(5, 10, "abcdefghij", False)], None)
    near = changed(before, [(5, 10, "X", False), (5, 13, "Y", False)], None)
    far = changed(before, [(5, 10, "X", False), (5, 20, "Y", False)], None)
    assert paint(before, near, CAPS) == b"\x1bY%*XbcY"
    assert paint(before, far, CAPS) == b"\x1bY%*X\x1bY%4Y"


def test_graphics_stay_on_over_what_looks_the_same() -> None:
    blank = Grid.blank(ROWS, COLUMNS)
    assert paint(blank, changed(blank, [(0, 0, "●A●", False)], None), CAPS) == b"\x1bH\x1bF^A^\x1bG"


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


def screen(*changes: tuple[int, int, str, bool], cursor: tuple[int, int] | None = None) -> Grid:
    return changed(Grid.blank(ROWS, COLUMNS), list(changes), cursor)


def line(text: str) -> Grid:
    return screen((5, 9, text, False))


TEXT = "abcdefghijklmnopqrstuvwxyz"
LOG = [(row, 2, f"{row} line {TEXT[row:]}", False) for row in range(24)]
ROLLED = [(row - 1, column, text, reverse) for row, column, text, reverse in LOG]
"""The text lines of `LOG`, each one row higher."""

MEANS: dict[str, tuple[Grid, Grid, Pen, bytes]] = {
    "next line": (screen(), screen((5, 0, "a", False)), Pen((4, 40)), b"\ra"),
    "line feed": (screen(), screen((5, 40, "a", False)), Pen((4, 40)), b"\na"),
    "backspace": (screen(), screen((5, 38, "a", False)), Pen((5, 40)), b"\b\ba"),
    "tab": (screen(), screen((5, 40, "a", False)), Pen((5, 33)), b"\ta"),
    "cursor up": (screen(), screen((5, 40, "a", False)), Pen((6, 40)), b"\x1bAa"),
    "home": (screen(), screen((0, 1, "a", False)), Pen((9, 40)), b"\x1bH a"),
    "restored": (screen(), screen((7, 9, "a", False)), Pen((20, 40), saved=(7, 9)), b"\x1bka"),
    "direct cursor addressing": (screen(), screen((12, 40, "a", False)), Pen((20, 70)), b"\x1bY,Ha"),
    "25th line": (screen(), screen((24, 40, "a", False)), Pen((23, 40)), b"\x1bY8Ha"),
    "graphics left on": (screen(), screen((5, 1, "│A", False)), Pen((5, 1), graphics=True), b"`A"),
    "reverse left on": (screen(), screen((5, 1, "a", True)), Pen((5, 1), reverse=True), b"a"),
    "down a column": (screen(), screen((5, 9, "a", False), (6, 9, "b", False)), Pen((5, 9)), b"a\n\bb"),
    "end of line erased": (line(TEXT), line("X"), Pen((5, 9)), b"X\x1bK"),
    "end of page erased": (screen(*LOG), screen(*LOG[:3]), Pen((3, 0)), b"\x1bJ"),
    "characters deleted": (line(TEXT), line("ab" + TEXT[4:]), Pen((5, 11)), b"\x1bN\x1bN"),
    "characters inserted": (line(TEXT), line("abXY" + TEXT[2:]), Pen((5, 11)), b"\x1b@XY\x1bO"),
    "line deleted": (screen(*LOG), screen(*LOG[:7], *ROLLED[8:]), Pen((7, 0)), b"\x1bM"),
    "line inserted": (screen(*LOG[:7], *ROLLED[8:]), screen(*LOG[:7], *LOG[8:]), Pen((7, 0)), b"\x1bL"),
    "scrolled up, which is sooner done": (screen(*LOG), screen(*ROLLED[1:]), Pen((23, 5)), b"\n"),
    "scrolled down, which is sooner done": (screen(*ROLLED[1:]), screen(*LOG[1:]), Pen((0, 0)), b"\x1bI"),
}


@each("name", MEANS)
def test_the_cheapest_means_is_taken(name: str) -> None:
    """Worked out by hand: no other code is shorter, and of equally short codes this one is executed fastest."""
    before, after, pen, code = MEANS[name]
    assert painter_for(CAPS).update(Shown(before, pen), after)[0] == code


def test_a_cursor_that_returns_is_restored() -> None:
    """To save and restore it costs as much as moving back the first time, and half as much from then on."""
    painter, place = painter_for(CAPS), (20, 40)
    shown = Shown(screen(cursor=place), Pen(place))
    first, shown = painter.update(shown, screen((5, 40, "a", False), cursor=place))
    second, shown = painter.update(shown, screen((5, 40, "b", False), cursor=place))
    assert (first, second) == (b"\x1bj\x1bY%Ha\x1bk", b"\x1bY%Hb\x1bk")


def test_a_row_is_begun_and_ended_where_the_cursor_is() -> None:
    """Worked out by hand: the row is written from the cursor on, and then its start.

    To write it from its start on would take three bytes more.
    """
    line = "Who plays next?"
    after = screen((5, 0, line, False), cursor=(5, 2))
    code, _ = painter_for(CAPS).update(Shown(screen(cursor=(5, 2)), Pen((5, 2))), after)
    assert code == line[2:].encode() + b"\r\x1bA" + line[:2].encode()


def test_time_decides_where_it_is_told() -> None:
    """Deleting a line near the top takes the processor 24 ms; writing its two rows anew takes ten bytes."""
    before, after = (
        screen((3, 0, "abc", False), (4, 0, "def", False)),
        screen((2, 0, "abc", False), (3, 0, "def", False)),
    )
    by_bytes, _ = painter_for(CAPS).update(Shown(before, Pen((2, 0))), after)
    by_time, _ = painter_for(CAPS, 10_000 / 9600).update(Shown(before, Pen((2, 0))), after)
    assert by_bytes == b"\x1bM"
    assert by_time == b"abc\rdef\r\x1bK"


@pytest.mark.slow
def test_what_a_painter_remembers_is_bounded() -> None:
    """A painter may paint for days: from the 120th screen of 24 new rows on, its memory no longer grows."""
    painter = Painter(CAPS, CostModel(None))
    _, shown = painter.repaint(screen())
    memory = []
    tracemalloc.start()
    for number in range(240):
        counters = [(row, 5, f"{number:03}", False) for row in range(24)]
        _, shown = painter.update(shown, screen(*counters))
        memory.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert max(memory[120:]) < 1.3 * max(memory[:120])


def test_what_several_terminals_show_is_painted_once() -> None:
    """The bytes are the same object for all of them, and right for a terminal that shows something else."""
    one, three = (Grid(((Cell(char),) * COLUMNS,) * ROWS) for char in "13")
    two = Grid(((Cell("2"),) * COLUMNS, *one.cells[1:]))
    painter = painter_for(CAPS)
    _, shown = painter.repaint(one)
    assert painter.update(shown, two)[0] is painter.update(shown, two)[0]
    other = painter.repaint(three)[1]
    terminal = Terminal()
    terminal.feed(enter(CAPS, alternate_keypad=True) + painter.repaint(three)[0] + painter.update(other, two)[0])
    assert terminal.grid() == two


CROWDED = st.lists(runs(), min_size=50, max_size=80)
HURRIED = Painter(CAPS, CostModel(None), hurry=True)


@settings(max_examples=15)
@given(CROWDED, CROWDED, CURSORS)
@pytest.mark.slow
def test_what_is_painted_in_a_hurry_is_right(
    before: list[tuple[int, int, str, bool]],
    after: list[tuple[int, int, str, bool]],
    cursor: tuple[int, int] | None,
) -> None:
    """So much changes on these screens that a painter with `hurry` paints them row by row."""
    blank = Grid.blank(ROWS, COLUMNS)
    first, second = changed(blank, before, None), changed(blank, after, cursor)
    terminal = Terminal()
    code, shown = HURRIED.repaint(first)
    terminal.feed(enter(CAPS, alternate_keypad=True) + code)
    assert terminal.grid() == first
    terminal.feed(HURRIED.update(shown, second)[0])
    assert terminal.grid() == second


@each(
    ("text", "is_reverse", "modes"),
    [("door", True, (True, False)), ("│", False, (False, True)), ("│", True, (True, True))],
)
def test_a_mode_stays_on_at_the_end(text: str, is_reverse: bool, modes: tuple[bool, bool]) -> None:
    _, shown = painter_for(CAPS).update(Shown(screen(), Pen((0, 0))), screen((5, 9, text, is_reverse)))
    assert (shown.pen.reverse, shown.pen.graphics) == modes
