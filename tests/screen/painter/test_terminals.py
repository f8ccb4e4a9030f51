"""The painter on each terminal in termcaps/, looked at in an emulator of it."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.h19.configuration import TerminalModes
from h89yahtzee.screen.charset import GLYPHS
from h89yahtzee.screen.grid import BLANK, Cell, Grid
from h89yahtzee.screen.painter.painter import enter, leave
from h89yahtzee.screen.termcap import Termcap, parse_termcap
from tests.apps.screens import H19Screen, Screen, Window
from tests.naming import each
from tests.screen.painter.emulators import COLUMNS, EMULATORS, Cursor, Wyse50
from tests.screen.painter.painting import paint

TERMCAPS = Path(__file__).parents[3] / "termcaps"
CAPS = {name: parse_termcap((TERMCAPS / f"{name}.tc").read_text("ascii")) for name in EMULATORS}
"""Parsed only once, since painters are kept for each description of a terminal."""

EVERY_TERMINAL = pytest.mark.parametrize("name", EMULATORS)
LAST_ROW = 23
TEXTS = ("x", "abc", "ROLL", " ", "   ", "~`^_", "o:+-|", "●", "▒▒▒▒", "┌─┐", "│±→↓", "0123456789" * 8)


def started(name: str) -> Screen:
    screen = EMULATORS[name].screen()
    screen.feed(enter(CAPS[name], alternate_keypad=True))
    return screen


def check_shows(name: str, screen: Screen, grid: Grid) -> None:
    emulator = EMULATORS[name]
    unused = max(0, len(screen.rows()) - grid.rows)  # the 25th line of an H19 that stands for another terminal
    assert screen.rows() == [*map(emulator.seen, grid.text().split("\n")), *[" " * COLUMNS] * unused]
    assert screen.reverse() == [*grid.attributes().split("\n"), *["." * COLUMNS] * unused]
    if grid.cursor is not None or emulator.hides_cursor:
        assert emulator.cursor(screen) == grid.cursor


def drawn(name: str, rng: random.Random, base: Grid | None = None) -> Grid:
    """Return a blank screen, or `base`, changed by random runs of text that the terminal can show.

    Many of the runs are at the edges of the screen.
    """
    emulator = EMULATORS[name]
    grid = base or Grid.blank(emulator.rows, COLUMNS)
    cells = [list(row) for row in grid.cells]
    if rng.random() < 0.3:
        moved = rng.randrange(1, 4)
        cells[:24] = rng.choice([cells[moved:24] + cells[:moved], cells[24 - moved : 24] + cells[: 24 - moved]])
    for _ in range(rng.randrange(12)):
        row = rng.choice([0, 1, 12, 22, 23, emulator.rows - 1, rng.randrange(emulator.rows)])
        column = rng.choice([0, 1, 7, 40, 76, 78, 79, rng.randrange(COLUMNS)])
        text = rng.choice([*TEXTS, rng.choice(GLYPHS) * rng.randrange(1, 9)])
        reverse = emulator.reverse and rng.random() < 0.4
        for offset, char in enumerate(text[: COLUMNS - column], column):
            cells[row][offset] = Cell(char, reverse)
    if not emulator.has_corner:
        cells[LAST_ROW][-1] = BLANK
    cursor: Cursor | None = rng.choice([None, (rng.randrange(emulator.rows), rng.randrange(COLUMNS))])
    return Grid(tuple(map(tuple, cells)), cursor)


@EVERY_TERMINAL
@settings(max_examples=3)
@given(rng=st.randoms(use_true_random=False))
def test_painting_gives_the_screen_after(name: str, rng: random.Random) -> None:
    caps, screen = CAPS[name], started(name)
    before = drawn(name, rng)
    screen.feed(paint(None, before, caps))
    check_shows(name, screen, before)
    for _ in range(3):
        after = drawn(name, rng, rng.choice([before, None]))
        screen.feed(paint(before, after, caps))
        check_shows(name, screen, after)
        assert paint(after, after, caps) == b""
        before = after


@EVERY_TERMINAL
def test_a_full_screen_is_painted_without_scrolling(name: str) -> None:
    emulator, screen = EMULATORS[name], started(name)
    cells = [[Cell(chr(0x41 + (row + column) % 26)) for column in range(COLUMNS)] for row in range(emulator.rows)]
    if not emulator.has_corner:
        cells[LAST_ROW][-1] = BLANK
    full = Grid(tuple(map(tuple, cells)))
    screen.feed(paint(None, full, CAPS[name]))
    check_shows(name, screen, full)


def check_is_in_its_plain_state(name: str, screen: Screen) -> None:
    if isinstance(screen, H19Screen):
        assert screen.terminal.modes == TerminalModes(ansi=name == "h19-ansi")
        assert screen.terminal.lines == 24
    elif isinstance(screen, Window):
        cursor = screen.pyte.cursor
        assert (cursor.attrs.reverse, cursor.hidden, screen.pyte.charset) == (False, False, 0)
        assert 7 << 5 in screen.pyte.mode  # wrapping (DECAWM) is on
    elif isinstance(screen, Wyse50):
        assert (screen.graphics, screen.insert, screen.cursor_off) == (False, False, False)


SCREENS = {name: drawn(name, random.Random(4)) for name in EMULATORS}


@EVERY_TERMINAL
def test_terminal_is_left_with_room_for_two_lines(name: str) -> None:
    screen = started(name)
    screen.feed(paint(None, SCREENS[name], CAPS[name]) + leave(CAPS[name]))
    check_is_in_its_plain_state(name, screen)
    assert EMULATORS[name].cursor(screen) == (22, 0)
    assert [row.strip() for row in screen.rows()[22:24]] == ["", ""]
    screen.feed(b"A\r\nB")
    assert [row.strip() for row in screen.rows()[22:24]] == ["A", "B"]


CAN_BE_CUT = [name for name in EMULATORS if name not in ("adm3a", "wyse50")]
"""Terminals whose emulators accept any bytes."""


@each("name", CAN_BE_CUT)
def test_terminal_is_left_in_its_plain_state_wherever_painting_was_cut(name: str) -> None:
    painting = paint(None, SCREENS[name], CAPS[name])
    start = enter(CAPS[name], alternate_keypad=True)
    for cut in range(len(painting) + 1):
        screen = EMULATORS[name].screen()
        screen.feed(start + painting[:cut] + leave(CAPS[name]))
        check_is_in_its_plain_state(name, screen)
        assert EMULATORS[name].cursor(screen) == (22, 0), painting[:cut]


@pytest.mark.parametrize("found", [b"", b"\x1b<"], ids=["Heath", "ANSI"])
@pytest.mark.parametrize("name", ["h19-ansi", "z29"])
def test_terminal_is_brought_into_its_mode(name: str, found: bytes) -> None:
    screen = H19Screen()
    screen.feed(found + enter(CAPS[name], alternate_keypad=True) + paint(None, SCREENS[name], CAPS[name]))
    check_shows(name, screen, SCREENS[name])


def test_there_is_an_emulator_for_each_file() -> None:
    assert {path.stem for path in TERMCAPS.glob("*.tc")} == set(EMULATORS)


@EVERY_TERMINAL
def test_what_the_description_says_is_what_the_emulator_has(name: str) -> None:
    caps, emulator = CAPS[name], EMULATORS[name]
    assert isinstance(caps, Termcap)
    assert (caps.rows, caps.columns, caps.has_reverse) == (emulator.rows, COLUMNS, emulator.reverse)
    assert bool(caps.get("vi") and caps.get("ve")) == emulator.hides_cursor


def left_of(column: int, rows: range) -> Grid:
    """Return the full screen of a VT100, but with blanks left of a column in some rows."""
    cells = [[Cell(chr(0x41 + row))] * COLUMNS for row in range(24)]
    for row in rows:
        cells[row][:column] = [BLANK] * column
    return Grid(tuple(map(tuple, cells)))


@pytest.mark.parametrize(
    ("after", "code"),
    [
        (left_of(30, range(5, 6)), b"\x1b[6;30H\x1b[1K"),
        (left_of(COLUMNS, range(5)), b"\x1b[5;80H\x1b[1J"),
        (left_of(COLUMNS, range(20, 24)), b"\x1b[21;1H\x1b[J"),
    ],
    ids=["row", "page", "end of page"],
)
def test_the_start_or_the_end_is_erased(after: Grid, code: bytes) -> None:
    before = left_of(0, range(0))
    assert paint(before, after, CAPS["vt100"]) == code
    screen = started("vt100")
    screen.feed(paint(None, before, CAPS["vt100"]) + code)
    check_shows("vt100", screen, after)
