"""Snapshots: the text is compared with the screen, the picture is read back from its XML."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.h19.output_files import svg, text, write_snapshot
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.screen.charset import GLYPHS
from h89yahtzee.screen.grid import Cell, Grid
from tests.naming import each

SVG = "{http://www.w3.org/2000/svg}"
WIDTH, HEIGHT = 9.0, 20.0


def shown(stream: bytes) -> Grid:
    terminal = Terminal()
    terminal.feed(stream)
    return terminal.grid()


def shapes(picture: str) -> list[ElementTree.Element]:
    """Return the shapes that are drawn on the screen in the picture, in order."""
    tube = ElementTree.fromstring(picture).find(f"{SVG}g")
    assert tube is not None
    return list(tube)


def number(shape: ElementTree.Element, name: str) -> float:
    return float(shape.attrib[name])


def part_of_cell(shape: ElementTree.Element) -> tuple[float, ...]:
    """Return x, y, width and height of a shape in the first cell, as parts of the cell's size."""
    x, y, width, height = (number(shape, name) for name in ("x", "y", "width", "height"))
    return x / WIDTH, y / HEIGHT, width / WIDTH, height / HEIGHT


def test_text_is_25_lines_without_blanks_at_their_ends() -> None:
    lines = text(shown(b"\x1bx1first  \r\n\x1bpreverse   \x1bq\x1bY8 \x1bFa\x1bG 25th")).split("\n")
    assert len(lines) == 25
    assert (lines[0], lines[1], lines[24]) == ("first", "reverse", "─ 25th")
    assert set(lines[2:24]) == {""}


CHARACTERS = [char for char in GLYPHS if char.isascii() or char in "│─┼┐┘└┌±→÷↓◤┬┤┴├╳╱╲¶◥"]  # noqa: RUF001 - diagonals
CELLS = st.builds(Cell, st.sampled_from(CHARACTERS), st.booleans())


@given(st.lists(st.lists(CELLS, min_size=6, max_size=6), min_size=1, max_size=3))
def test_text_and_reverse_are_read_back_from_the_picture(rows: list[list[Cell]]) -> None:
    grid = Grid(tuple(map(tuple, rows)))
    places = list(product(range(grid.rows), range(grid.columns)))
    chars, ink, reverse = dict.fromkeys(places, " "), dict.fromkeys(places, ""), dict.fromkeys(places, False)
    for shape in shapes(svg(grid, title="")):
        row, column = int(number(shape, "y") // HEIGHT), int(number(shape, "x") // WIDTH)
        if shape.tag == f"{SVG}rect":
            assert (shape.attrib["class"], number(shape, "height")) == ("p", HEIGHT)
            reverse |= {(row, column + offset): True for offset in range(int(number(shape, "width") // WIDTH))}
        else:
            assert shape.text is not None
            assert number(shape, "textLength") == len(shape.text) * WIDTH
            for offset, char in enumerate(shape.text):
                chars[row, column + offset], ink[row, column + offset] = char, shape.attrib["class"]
    for row, column in places:
        cell = grid.cells[row][column]
        assert (chars[row, column], reverse[row, column]) == cell
        assert ink[row, column] in ("", "g" if cell.reverse else "p")


@each(
    ("code", "part"),
    [
        (b"p", (0, 0, 1, 0.5)),
        (b"q", (0.5, 0, 0.5, 1)),
        (b"l", (0.5, 0.5, 0.5, 0.5)),
        (b"m", (0, 0.5, 0.5, 0.5)),
        (b"n", (0, 0, 0.5, 0.5)),
        (b"o", (0.5, 0, 0.5, 0.5)),
        (b"z", (0, 0, 1, 0.2)),
        (b"{", (0, 0.8, 1, 0.2)),
        (b"|", (0, 0, 0.25, 1)),
        (b"}", (0.75, 0, 0.25, 1)),
    ],
)
def test_blocks_and_bars_have_the_shapes_of_the_font(code: bytes, part: tuple[float, ...]) -> None:
    [block] = shapes(svg(shown(b"\x1bx5\x1bF" + code), title=""))
    assert part_of_cell(block) == pytest.approx(part)
    assert block.attrib["class"] == "p"
    ground, block = shapes(svg(shown(b"\x1bx5\x1bp\x1bF" + code), title=""))
    assert (ground.attrib["class"], block.attrib["class"]) == ("p", "g")


def test_cursor_is_the_ninth_of_ten_lines_or_the_cell_inverted() -> None:
    grid = shown(b"x\x08")
    letter, underline = shapes(svg(grid, title=""))
    assert (letter.attrib["class"], underline.attrib["class"]) == ("p", "p")
    assert part_of_cell(underline) == pytest.approx((0, 0.8, 1, 0.1))
    block, letter = shapes(svg(grid, title="", block_cursor=True))
    assert (block.attrib["class"], letter.attrib["class"]) == ("p", "g")
    assert part_of_cell(block) == (0, 0, 1, 1)


def test_cursor_on_a_reverse_cell_is_dark() -> None:
    grid = shown(b"\x1bp \x1bq\x08")
    assert [shape.attrib["class"] for shape in shapes(svg(grid, title=""))] == ["p", "g"]
    assert shapes(svg(grid, title="", block_cursor=True)) == []


def test_cursor_that_is_off_is_not_drawn() -> None:
    assert shapes(svg(shown(b"\x1bx5"), title="")) == []


def test_what_xml_has_a_meaning_for_is_text() -> None:
    picture = svg(shown(b"\x1bx5<&>\"'"), title="<&>")
    [line] = shapes(picture)
    assert line.text is not None
    assert line.text.rstrip() == "<&>\"'"
    assert ElementTree.fromstring(picture).findtext(f"{SVG}title") == "<&>"


def test_color_is_that_of_the_tube() -> None:
    amber = svg(Grid.blank(25, 80), title="", color=(255, 176, 0))
    assert ".p { fill: #ffb000; }" in amber
    assert "33ff66" not in amber


def test_golden(check_golden: Callable[[str, str], None]) -> None:
    """Every glyph is shown, plain and reverse, on the page and the 25th line. The golden file was compared by eye
    with the table of the font."""
    graphics = b"\x1bF^_`abcdefghijklmno\r\npqrstuvwxyz{|}~\x1bG\r\n"
    stream = b"\x1bx1" + graphics + b"\x1bp" + graphics + b"\x1bq" + bytes(range(0x20, 0x6F)) + b"\r\n"
    stream += bytes(range(0x6F, 0x7F)) + b"\x1bY8 25th \x1bpline\x1bq"
    check_golden("snapshot.svg", svg(shown(stream), title="Every glyph"))


def test_suffix_chooses_the_format(tmp_path: Path) -> None:
    grid = shown(b"\x1bFa")
    for suffix, begins in ((".txt", "─\n"), (".svg", "<svg ")):
        path = tmp_path / f"screen{suffix}"
        write_snapshot(path, grid, title="H19")
        assert path.read_text("utf-8").startswith(begins)
    assert (tmp_path / "screen.txt").read_text("utf-8").count("\n") == 25


def test_other_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"screen\.png: expected a name that ends in \.txt or \.svg"):
        write_snapshot(tmp_path / "screen.png", Grid.blank(25, 80), title="")
    assert list(tmp_path.iterdir()) == []
