"""The page's drawings of graphics characters, compared with the description of the H19's."""

from itertools import pairwise

import pytest

from h89yahtzee.screen.charset import GLYPHS
from tests.web.page.drawings import HEIGHT, WIDTH, drawings

DOTS = drawings()
FULL, DARK = "#" * WIDTH, "." * WIDTH
LINES = {"│": "up down", "─": "left right", "┼": "up down left right"}
LINES |= {"┐": "left down", "┘": "left up", "└": "up right", "┌": "right down"}
LINES |= {"┬": "left right down", "┤": "up down left", "┴": "left right up", "├": "up down right"}


def of(char: str) -> list[str]:
    return DOTS[GLYPHS.index(char)]


def quadrants(*lit: str) -> list[str]:
    """The rows of dots of a cell in which the quarters `lit` ("upper left" and so on) are lit."""
    return [
        "".join(
            "#"
            if f"{'upper' if row < HEIGHT // 2 else 'lower'} {'left' if column < WIDTH // 2 else 'right'}" in lit
            else "."
            for column in range(WIDTH)
        )
        for row in range(HEIGHT)
    ]


def turned(rows: list[str]) -> list[str]:
    return [row[::-1] for row in rows]


def test_all_characters_are_drawn_and_differ() -> None:
    assert sorted(DOTS) == list(range(128))
    assert all(len(rows) == HEIGHT and all(len(row) == WIDTH for row in rows) for rows in DOTS.values())
    assert len({tuple(rows) for rows in DOTS.values()}) == 128


@pytest.mark.parametrize("char", LINES)
def test_lines_are_two_dots_thick_and_join_from_edge_to_edge(char: str) -> None:
    ways = LINES[char].split()
    lit = {(row, column) for row in (4, 5) for column in (3, 4)}
    lit |= {(row, column) for row in range(4) for column in (3, 4) if "up" in ways}
    lit |= {(row, column) for row in range(6, 10) for column in (3, 4) if "down" in ways}
    lit |= {(row, column) for row in (4, 5) for column in range(3) if "left" in ways}
    lit |= {(row, column) for row in (4, 5) for column in range(5, 8) if "right" in ways}
    assert {
        (row, column) for row in range(HEIGHT) for column in range(WIDTH) if of(char)[row][column] == "#"
    } == lit


def test_blocks_and_bars_fill_what_they_are_named_for() -> None:
    assert of("▗") == quadrants("lower right")
    assert of("▖") == quadrants("lower left")
    assert of("▘") == quadrants("upper left")
    assert of("▝") == quadrants("upper right")
    assert of("▀") == quadrants("upper left", "upper right")
    assert of("▐") == quadrants("upper right", "lower right")
    assert of("\N{UPPER ONE QUARTER BLOCK}") == [FULL] * 2 + [DARK] * 8
    assert of("▂") == [DARK] * 8 + [FULL] * 2
    assert of("▎") == ["##......"] * 10
    assert of("\N{RIGHT ONE QUARTER BLOCK}") == ["......##"] * 10
    assert of("▒") == ["#.#.#.#.", ".#.#.#.#"] * 5


def test_triangles_grow_from_a_corner_along_straight_edges() -> None:
    lit = [row.count("#") for row in of("◤")]
    assert of("◤") == ["#" * count + "." * (WIDTH - count) for count in lit]
    assert (lit[0], lit[-1]) == (WIDTH, 1)
    assert all(0 <= before - after <= 1 for before, after in pairwise(lit))
    assert of("◥") == turned(of("◤"))


def test_diagonals_lead_from_corner_to_corner_and_cross() -> None:
    rising = of("\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}")
    falling = of("\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}")
    assert falling == turned(rising)
    assert rising[0][-1] == rising[-1][0] == "#"
    assert {row.count("#") for row in rising} == {2}
    crossed = [
        "".join(max(pair, key="#".__eq__) for pair in zip(*rows, strict=True))
        for rows in zip(rising, falling, strict=True)
    ]
    assert of("\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}") == crossed


@pytest.mark.parametrize("char", "●÷±")
def test_what_is_even_in_print_is_even(char: str) -> None:
    rows = [row.strip(".") for row in of(char)]
    assert rows == [row[::-1] for row in rows]
