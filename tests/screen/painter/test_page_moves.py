"""The choice of lines to delete and insert, compared with all possible choices on small pages."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.painter.page_moves import LineCosts, LineMove, cheapest_moves, offsets
from h89yahtzee.screen.painter.pen import EncodedCell, EncodedRow
from tests.naming import each

ROWS = 3
EVERYWHERE = (-2, -1, 1, 2)
BLANK = None
Sources = list[int | None]
"""For each row of a page the row it comes from, or `BLANK` for a new line."""


class Costs(NamedTuple):
    """The costs of a case, as `LineCosts` takes them: `kept[i][j]` is `keep(i, j)`; the other lists are by row."""

    kept: list[list[int]]
    deleted: list[int]
    inserted: list[int]
    writing: list[int]
    way: int

    def costs(self) -> LineCosts:
        return LineCosts(
            keep=lambda old, new: self.kept[old][new],
            deletion=self.deleted.__getitem__,
            insertion=self.inserted.__getitem__,
            writing=self.writing,
            way=self.way,
        )


def carried_out(lines: Sequence[LineMove]) -> Sources:
    """Return the page after the H19 has executed the moves: ESC M and ESC L at a row, one after the other."""
    page: Sources = list(range(ROWS))
    for row, deleted in lines:
        for _ in range(deleted):
            page = [*page[:row], *page[row + 1 :], BLANK]
        for _ in range(-deleted):
            page = [*page[:row], BLANK, *page[row:-1]]
    return page


def groups(rows: Sequence[int]) -> int:
    """Return how many groups of adjacent rows these rows make."""
    return sum(row - 1 not in rows for row in rows)


def ways(costs: Costs) -> Iterator[tuple[float, Sources]]:
    """Yield each way to delete rows and insert lines: its cost, painting the rest included, and the page after."""
    subsets = [rows for count in range(ROWS + 1) for rows in combinations(range(ROWS), count)]
    for deleted in subsets:
        for inserted in subsets:
            lines = [LineMove(row, 1) for row in reversed(deleted)] + [LineMove(row, -1) for row in inserted]
            page = carried_out(lines)
            yield cost(costs, page, deleted, inserted), page


def cost(costs: Costs, page: Sources, deleted: Sequence[int], inserted: Sequence[int]) -> float:
    total = sum(costs.deleted[row] for row in deleted) + sum(costs.inserted[row] for row in inserted)
    total += costs.way * (groups(deleted) + groups(inserted))
    return total + sum(
        costs.writing[row] if source is BLANK else costs.kept[source][row] for row, source in enumerate(page)
    )


def rows_of(lines: Sequence[LineMove]) -> tuple[list[int], list[int]]:
    """Return the rows that are deleted from the old page, and the rows of the new page that are inserted lines."""
    deleted = [lines_.row + count for lines_ in lines for count in range(lines_.deleted)]
    inserted = [lines_.row + count for lines_ in lines for count in range(-lines_.deleted)]
    return sorted(deleted), inserted


SMALL = st.integers(0, 9)
ROW = st.lists(SMALL, min_size=ROWS, max_size=ROWS)
COSTS = st.builds(
    Costs,
    kept=st.lists(ROW, min_size=ROWS, max_size=ROWS),
    deleted=st.lists(st.integers(1, 9), min_size=ROWS, max_size=ROWS),
    inserted=st.lists(st.integers(1, 9), min_size=ROWS, max_size=ROWS),
    writing=ROW,
    way=st.integers(0, 4),
)


@given(COSTS)
def test_nothing_cheaper_can_be_done(costs: Costs) -> None:
    lines = cheapest_moves(ROWS, EVERYWHERE, costs.costs())
    deleted, inserted = rows_of(lines)
    assert cost(costs, carried_out(lines), deleted, inserted) == min(paid for paid, _ in ways(costs))


@given(COSTS)
def test_rows_are_in_order_after_the_lines(costs: Costs) -> None:
    """Adjacent rows that are deleted or inserted make one `LineMove`."""
    lines = cheapest_moves(ROWS, EVERYWHERE, costs.costs())
    kept = [source for source in carried_out(lines) if source is not BLANK]
    deleted, inserted = rows_of(lines)
    assert kept == sorted(kept)
    assert set(deleted).isdisjoint(kept)
    assert len(lines) == groups(deleted) + groups(inserted)


CELLS = {char: EncodedCell(ord(char), None, False) for char in map(chr, range(0x20, 0x7F))}


def encoded_row(text: str) -> EncodedRow:
    return tuple(CELLS[char] for char in text)


def rows_of_one(chars: str) -> list[EncodedRow]:
    """Return a row of eight columns for each character, filled with it."""
    return [encoded_row(8 * char) for char in chars]


PAGES = st.lists(st.sampled_from("abc "), min_size=ROWS, max_size=ROWS).map(lambda rows: rows_of_one("".join(rows)))


@given(PAGES, PAGES)
def test_offsets_are_how_far_rows_have_moved(old: list[EncodedRow], new: list[EncodedRow]) -> None:
    """Rows that haven't moved and blank rows don't count; at most three of four possible offsets are returned."""
    blank = encoded_row(8 * " ")
    moved = [i - j for i in range(ROWS) for j in range(ROWS) if old[i] == new[j] not in (blank, old[j])]
    found = offsets(old, new, blank)
    assert len(found) == len(set(found)) == min(len(set(moved)), 3)
    assert [moved.count(offset) for offset in found] == sorted(map(moved.count, set(moved)), reverse=True)[:3]


def test_rows_that_are_much_alike_have_moved_too() -> None:
    """A row has moved if it has ten more cells in common with a row elsewhere than with the one in its place.

    Nine more aren't enough.
    """
    old = [encoded_row(row) for row in ("12 make   0:07", "345 sshd  0:19", "67 login  1:00")]
    new = [encoded_row(row) for row in ("345 sshd  0:20", "67 login  1:00", "89 ls     0:00")]
    assert offsets(old, new, encoded_row(14 * " ")) == [1]
    near, far = encoded_row("abcdefghij"), encoded_row("abcdefghi ")
    assert offsets([encoded_row(10 * "-"), near], [near, far], encoded_row(10 * " ")) == [1]
    assert offsets([encoded_row(10 * "-"), far], [near, near], encoded_row(10 * " ")) == []


SAME = 0
CHANGED = 20


def cheapest(old: str, new: str) -> list[LineMove]:
    """Return the cheapest moves for pages with one character for each row; to write a wrong row costs 20 bytes."""
    return cheapest_moves(
        len(old),
        offsets(rows_of_one(old), rows_of_one(new), encoded_row(8 * " ")),
        LineCosts(
            keep=lambda i, j: SAME if old[i] == new[j] else CHANGED,
            deletion=lambda _: 2,
            insertion=lambda _: 2,
            writing=[SAME if row == " " else CHANGED for row in new],
            way=4,
        ),
    )


@each(
    ("old", "new", "lines"),
    [
        ("abcde", "abcde", []),
        ("abcde", "xyzvw", []),
        ("abcde", "bcdex", [LineMove(0, 1)]),
        ("abcde", "xabcd", [LineMove(0, -1)]),
        ("abcde", "deabc", [LineMove(0, -2)]),
        ("abcdefg", "adefgxy", [LineMove(1, 2)]),
        ("abcdefg", "abxycde", [LineMove(2, -2)]),
        ("abcdefg", "acdexfg", [LineMove(1, 1), LineMove(4, -1)]),
        ("abcdefg", "axbcdfg", [LineMove(4, 1), LineMove(1, -1)]),
    ],
)
def test_lines_are_deleted_from_the_bottom_and_inserted_from_the_top(
    old: str, new: str, lines: list[LineMove]
) -> None:
    """Worked out by hand; a deletion or an insertion costs 2 bytes, and the way to a row 4."""
    assert cheapest(old, new) == lines
