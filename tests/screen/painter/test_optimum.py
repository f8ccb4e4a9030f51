"""The painter against the shortest byte strings that there are, on a page of 3 rows x 6 columns.

The changes were drawn by lot, all that the search is done with in seconds; what they are is in tests/data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.grid import Cell, Grid
from h89yahtzee.screen.painter.painter import Shown
from h89yahtzee.screen.painter.pen import Pen, Place
from tests.screen.painter import small_screen
from tests.screen.painter.painting import CAPS, painter_for
from tests.screen.painter.shortest import shortest
from tests.screen.painter.small_screen import CODES, Rows, Screen, execute, video_rows

PAIRS = Path(__file__).parents[2] / "data" / "small_screens.jsonl"
ROWS, COLUMNS = 3, 6
SMALL = small_screen.small(CAPS, ROWS, COLUMNS)
MOST = 1.25
"""How many times the fewest bytes the painter may send in all: it was 448 for 380 when this was written."""

PAGE_ROWS, PAGE_COLUMNS = 24, 80
WRAP = 1 << 2

PLACES = st.tuples(
    st.sampled_from([0, 1, 11, PAGE_ROWS - 2, PAGE_ROWS - 1]), st.sampled_from([0, 1, 40, 77, 78, PAGE_COLUMNS - 1])
)
STEPS = st.one_of(
    st.sampled_from(sorted(CODES)),
    PLACES.map(lambda place: bytes([0x1B, ord("Y"), 0x20 + place[0], 0x20 + place[1]])),
    st.sampled_from(b"A^_a~ ").map(lambda code: bytes([code])),
)


def is_allowed(screen: Screen, step: bytes) -> bool:
    return step[0] < 0x20 or small_screen.may_write(screen)


@given(st.lists(STEPS, max_size=60), st.sampled_from([0, WRAP]))
def test_at_24_by_80_it_is_the_emulated_h19(steps: list[bytes], switches: int) -> None:
    """Whether its switches let it wrap or not: the start does."""
    terminal = Terminal(switches)
    terminal.feed(CAPS["ti"])
    screen = Screen((b" " * PAGE_COLUMNS,) * PAGE_ROWS, 0, 0)
    for step in steps:
        if is_allowed(screen, step):
            screen = execute(screen, step)
            terminal.feed(step)
            assert tuple(map(terminal.row_bytes, range(PAGE_ROWS))) == screen.rows
            assert terminal.cursor == screen[1:3]
            modes = terminal.modes
            assert (modes.reverse, modes.graphics, modes.insert) == screen[3:]


def distances(before: Screen, values: bytes) -> dict[Screen, int]:
    """The fewest bytes to every screen of these cells: Dijkstra's algorithm, with no bound on what is left."""
    spent = {before: 0}
    queue = [(0, before)]
    while queue:
        cost, screen = heappop(queue)
        if cost == spent[screen]:
            for step in steps_from(screen, values):
                other = execute(screen, step)
                if cost + len(step) < spent.get(other, cost + len(step) + 1):
                    spent[other] = cost + len(step)
                    heappush(queue, (cost + len(step), other))
    return spent


def steps_from(screen: Screen, values: bytes) -> Iterator[bytes]:
    steps = [*CODES, *(bytes([code]) for code in values)]
    steps += [bytes([0x1B, ord("Y"), 0x20 + row, 0x20 + column]) for row in range(2) for column in range(2)]
    return (step for step in steps if is_allowed(screen, step))


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_the_search_finds_what_trying_everything_finds() -> None:
    """On a page of 2 x 2 cells, letters, graphics and reverse video in them: the bound hides no shorter way."""
    before = Screen((b"a\xe1", b"\xe1 "), 1, 0)
    fewest: dict[tuple[Rows, int, int], int] = {}
    for screen, spent in distances(before, b"a ").items():
        if not screen.insert:
            seen = (screen.rows, screen.row, screen.column)
            fewest[seen] = min(spent, fewest.get(seen, spent))
    goals = sorted(fewest)[::23]
    assert len(goals) > 40
    for goal in goals:
        after = Screen(*goal)
        assert shortest(before, after, fewest[goal] + 1) == fewest[goal]
        assert shortest(before, after, fewest[goal]) is None


class Change(NamedTuple):
    before: Grid
    after: Grid


def grid(rows: list[str], cursor: Place) -> Grid:
    """`A` is an a in reverse video, `*` a disc."""
    looks = {"A": Cell("a", reverse=True), "*": Cell("●")}
    return Grid(tuple(tuple(looks.get(char, Cell(char)) for char in row) for row in rows), cursor)


def changes() -> Iterator[Change]:
    for line in PAIRS.read_text("ascii").splitlines():
        pair = json.loads(line)
        yield Change(grid(pair["before"], tuple(pair["cursor"])), grid(pair["after"], tuple(pair["to"])))


def state(screen: Grid) -> Screen:
    assert screen.cursor is not None
    return Screen(video_rows(screen), *screen.cursor)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_all_that_is_sent_is_little_more_than_what_must_be() -> None:
    """No update is shorter than the shortest that leaves these modes on, and all together are not much longer."""
    painter = painter_for(SMALL)
    sent = needed = 0
    for before, after in changes():
        assert before.cursor is not None
        code, shown = painter.update(Shown(before, Pen(before.cursor)), after)
        painted = execute(state(before), code)
        assert painted[:3] == state(after)[:3]
        left_on = shown.pen.reverse, shown.pen.graphics
        assert painted[3:] == (*left_on, False)
        fewest = shortest(state(before), state(after), len(code), left_on)
        sent, needed = sent + len(code), needed + (len(code) if fewest is None else fewest)
    assert needed <= sent <= MOST * needed


def test_there_are_sixty_changes() -> None:
    assert len(set(PAIRS.read_text("ascii").splitlines())) == 60
