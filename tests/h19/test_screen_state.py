"""The video RAM, compared with a page kept as a list of rows, and its faults, by the firmware's memory map."""

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.h19.screen_state import VideoRam

BLANK_ROW = b" " * 80


class Operation(NamedTuple):
    name: str
    row: int
    column: int
    length: int


class Page:
    """The page and the 25th line as 25 separate rows: no ring, no start address, no memory behind them."""

    def __init__(self) -> None:
        self.rows = [BLANK_ROW] * 25

    def apply(self, operation: Operation, cells: bytes) -> None:
        name, row, column, length = operation
        line = self.rows[row]
        if name == "write":
            self.rows[row] = line[:column] + cells + line[column + length :]
        elif name == "erase":
            self.rows[row] = line[:column] + b" " * length + line[column + length :]
        elif name == "insert_cells":
            self.rows[row] = (line[:column] + cells + line[column:])[:80]
        elif name == "delete_cell":
            self.rows[row] = line[:column] + line[column + 1 :] + b" "
        elif name in ("insert_row", "scroll_down"):
            del self.rows[23]
            self.rows.insert(row if name == "insert_row" else 0, BLANK_ROW)
        else:
            del self.rows[row if name == "delete_row" else 0]
            self.rows.insert(23, BLANK_ROW)


def apply(video: VideoRam, operation: Operation, cells: bytes) -> None:
    name, row, column, length = operation
    further = {
        "write": (column, cells),
        "insert_cells": (column, cells),
        "erase": (column, length),
        "delete_cell": (column,),
    }
    if name in ("scroll_up", "scroll_down"):
        getattr(video, name)(keep_line_25=True)
    else:
        getattr(video, name)(row, *further.get(name, ()))


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    names = (
        *("write", "erase", "insert_cells", "delete_cell"),
        *("insert_row", "delete_row", "scroll_up", "scroll_down"),
    )
    name = draw(st.sampled_from(names))
    row = draw(st.integers(0, 23 if name in ("insert_row", "delete_row") else 24))
    column = draw(st.integers(0, 79))
    return Operation(name, row, column, draw(st.integers(1, 80 - column)))


@given(st.lists(operations(), max_size=60), st.integers(0, 130))
def test_the_ring_is_a_page_of_rows(steps: list[Operation], scrolls: int) -> None:
    """The page starts anywhere in the ring of memory, which 128 scrolls go round five times."""
    video, page = VideoRam(), Page()
    for _ in range(scrolls):
        video.scroll_up(keep_line_25=True)
    for number, step in enumerate(steps):
        cells = bytes((0x21 + number,)) * step.length
        apply(video, step, cells)
        page.apply(step, cells)
    assert [video.row(row) for row in range(25)] == page.rows


@given(
    st.lists(
        st.tuples(st.sampled_from(["insert_row", "delete_row", "insert_cells", "delete_cell"]), st.integers(0, 24))
    )
)
def test_the_memory_keeps_its_size(steps: list[tuple[str, int]]) -> None:
    """Row 24 begins 128 bytes before the end of the 2048; a byte written behind them is the first of row 0."""
    video = VideoRam()
    for name, row in steps:
        apply(video, Operation(name, row, 7, 1), b"x")
        video.scroll_up(keep_line_25=False)
    video.write(24, 0, b"." * 128 + b"!")
    assert video.row(0)[:1] == b"!"


def test_a_page_scrolls_without_the_25th_line() -> None:
    video = VideoRam()
    for row in range(24):
        video.write(row, 0, bytes((0x41 + row,)) * 80)
    video.scroll_up(keep_line_25=False)
    assert [video.row(row)[:1] for row in range(24)] == [bytes((0x42 + row,)) for row in range(23)] + [b" "]
    video.scroll_down(keep_line_25=False)
    assert [video.row(row)[:1] for row in range(24)] == [b" "] + [bytes((0x42 + row,)) for row in range(23)]


def test_the_beginning_of_a_row_is_erased_only_up_to_the_end_of_memory() -> None:
    """This is a fault of ESC o and ESC b, tried at every start address of the page.

    The places of a row are those that the screen's controller, the 6845, shows.
    """
    video = VideoRam()
    for scrolls in range(128):
        for row in range(25):
            video.write(row, 0, b"x" * 80)
            video.erase_beginning(row, 60)
            places = [80 * (scrolls + row) % 2048 + column for column in range(80)]
            kept = [column >= 60 or place >= 2048 for column, place in enumerate(places)]
            assert video.row(row) == bytes(b"x"[0] if keep else b" "[0] for keep in kept)
        video.scroll_up(keep_line_25=False)
