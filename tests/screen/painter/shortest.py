"""The shortest byte string that turns one small screen into another: A*, with a bound on what is left.

The bound is proved where it stands, and held against a search without one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, product

from h89yahtzee.screen.charset import glyph
from tests.screen.painter.small_screen import (
    BLANK,
    CODES,
    REVERSE,
    Rows,
    Screen,
    may_write,
    write,
    written,
)


def shortest(before: Screen, after: Screen, limit: int, left_on: tuple[bool, bool] | None = None) -> int | None:
    """The fewest bytes from `before` to the rows and the cursor of `after`, in any mode but insert mode.

    `left_on` says whether reverse video and graphics mode are to be on in the end, if that matters.

    None where it takes `limit` bytes or more.
    """
    bound = _Bound(before, after)
    writable = {modes: _writable(after.rows, *modes) for modes in product((False, True), repeat=2)}
    spent = {before: 0}
    queue = [(bound(before), 0, before)]
    while queue:
        _, cost, screen = heappop(queue)
        if cost > spent[screen]:
            continue
        is_left = left_on is None or (screen.reverse, screen.graphics) == left_on
        if screen[:3] == after[:3] and not screen.insert and is_left:
            return cost
        for length, other in _next(screen, writable[screen.reverse, screen.graphics]):
            total = cost + length
            if total < spent.get(other, limit) and (least := total + bound(other)) < limit:
                spent[other] = total
                heappush(queue, (least, total, other))
    return None


def _writable(rows: Rows, reverse: bool, graphics: bool) -> list[int]:
    """The bytes that are worth writing: those that show a cell of the screen after.

    No other cell is there in the end, so any character could have been written in its place: one is enough where
    none of those cells can be written in these modes.
    """
    values = set(b"".join(rows))
    codes = [code for code in range(0x20, 0x7F) if glyph(code, graphics) | REVERSE * reverse in values]
    return codes or [BLANK]


def _next(screen: Screen, writable: Sequence[int]) -> Iterator[tuple[int, Screen]]:
    if may_write(screen):
        for code in writable:
            yield 1, write(screen, code)
    for sequence in CODES:
        yield len(sequence), CODES[sequence](screen)
    for row, column in product(range(len(screen.rows)), range(len(screen.rows[0]))):
        yield 4, screen._replace(row=row, column=column)


_Left = tuple[list[int], int, list[int]]


class _Bound:
    """No fewer bytes than this are left from any screen.

    Mode switches but those for inserting are counted apart from the rest. Nothing doubles a cell: one that the
    screen after has more often than this one must be written once for each, so it is known what modes are needed.
    For the rest there are three cases, and the bound is the least of them.

    1. All that changes rows changes the cursor's. Then each row is changed by itself, by codes that are executed in
       it, and a byte at least is spent to enter it, unless text wraps. What that takes is known from `_row_left`.
    2. Rows are inserted, deleted or scrolled. Each row in the end was one of these or a blank one, in the same
       order, and takes what it takes where entering is free. Each such code brings one blank row, by two bytes, or
       by one where a line feed scrolls, which moves all rows up.
    3. The page is erased or its end, by two bytes, and the cells that are missing are written.
    """

    def __init__(self, before: Screen, after: Screen) -> None:
        self._wanted = Counter(b"".join(after.rows).replace(b" ", b""))
        values = frozenset(b"".join(before.rows + after.rows)) | {BLANK}
        ends = [after.column if row == after.row else None for row in range(len(after.rows))]
        entering = [(1, 1), *[(0, 1)] * (len(after.rows) - 1)]
        self._left = [
            _row_left(cells, end, values, cost) for cells, end, cost in zip(after.rows, ends, entering, strict=True)
        ]
        self._free = [_row_left(cells, None, values, (0, 0)) for cells in after.rows]
        # A cell that is in neither screen can't stay: it takes no less than a blank in its place.
        self._as_blank = bytes(value if value in values else BLANK for value in range(256))
        self._origins = list(_origins(len(after.rows)))
        self._known: dict[Rows, _Left] = {}

    def __call__(self, screen: Screen) -> int:
        if screen.rows not in self._known:
            self._known[screen.rows] = self._of_rows(screen.rows)
        entered, changed, missing = self._known[screen.rows]
        row, cells = screen.row, screen.rows[screen.row].translate(self._as_blank)
        here = self._left[row][_row_state(cells, screen.column, screen.insert)]
        return min(sum(entered) - entered[row] + here, changed) + 2 * _switches(missing, screen)

    def _of_rows(self, rows: Rows) -> _Left:
        """What case 1 takes in each row from outside, the better of the others, and what must be written."""
        rows = tuple(cells.translate(self._as_blank) for cells in rows)
        missing = list((self._wanted - Counter(b"".join(rows))).elements())
        entered = [left[cells, _OUTSIDE, False] for left, cells in zip(self._left, rows, strict=True)]
        sources = (*rows, b" " * len(rows[0]))
        free = [[left[cells, _OUTSIDE, False] for cells in sources] for left in self._free]
        moved = min(
            price + sum(free[row][origin] for row, origin in enumerate(origins)) for price, origins in self._origins
        )
        return entered, min(moved, 2 + len(missing)), missing


def _switches(missing: Sequence[int], screen: Screen) -> int:
    """How many mode switches at least it takes to write these cells."""
    reverse = {value >= REVERSE for value in missing}
    graphics = {not BLANK <= value & 0x7F <= 0x7E for value in missing if not BLANK <= value & 0x7F < 0x5E}
    return len(reverse - {screen.reverse}) + len(graphics - {screen.graphics})


def _origins(rows: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """From which row each row may come after codes that move rows, `rows` for a blank one, and what they cost."""
    for kept in range(rows):
        for old, new in product(combinations(range(rows), kept), repeat=2):
            origins = [rows] * rows
            for source, row in zip(old, new, strict=True):
                origins[row] = source
            all_up = all(source > row for source, row in zip(old, new, strict=True))
            yield rows - kept + (not all_up), tuple(origins)


_OUTSIDE = -1

_Entering = tuple[int, int]
"""What it takes to enter a row in its first column, and in others."""
_RowState = tuple[bytes, int, bool]
"""A row, the cursor's column or `_OUTSIDE`, and insert mode, which is False there."""
_Origins = dict[_RowState, list[tuple[int, _RowState]]]


@lru_cache(maxsize=64)
def _row_left(target: bytes, end: int | None, values: frozenset[int], entering: _Entering) -> dict[_RowState, int]:
    """The fewest bytes from each state of a row until it shows `target`, the cursor at `end` unless that is None.

    Only those are counted that are executed in the row, and those that enter it.
    """
    goal = (target, _OUTSIDE if end is None else end, False)
    left = {goal: 0}
    queue = [(0, goal)]
    origins = _row_origins(len(target), values, entering)
    while queue:
        cost, state = heappop(queue)
        if cost == left[state]:
            for length, origin in origins[state]:
                if cost + length < left.get(origin, cost + length + 1):
                    left[origin] = cost + length
                    heappush(queue, (cost + length, origin))
    return left


@lru_cache(maxsize=8)
def _row_origins(
    columns: int, values: frozenset[int], entering: _Entering
) -> dict[_RowState, list[tuple[int, _RowState]]]:
    origins: dict[_RowState, list[tuple[int, _RowState]]] = defaultdict(list)
    for cells in map(bytes, product(sorted(values), repeat=columns)):
        for column, insert in product(range(columns), (False, True)):
            origins[cells, column, insert].append((entering[column > 0], (cells, _OUTSIDE, False)))
            origins[cells, _OUTSIDE, False].append((0, (cells, column, insert)))
            for length, other in _row_next(cells, column, insert, values):
                origins[other].append((length, (cells, column, insert)))
    return origins


_IN_A_ROW = (b"\b", b"\x1bC", b"\x1bK", b"\x1bN", b"\x1bO", b"\x1b@", b"\x1bl")


def _row_next(cells: bytes, column: int, insert: bool, values: frozenset[int]) -> Iterator[tuple[int, _RowState]]:
    for code in _IN_A_ROW:
        (row,), _, after, _, _, mode = CODES[code](Screen((cells,), 0, column, insert=insert))
        yield len(code), (row, after, mode)
    for value in values:
        yield 1, _row_state(written(cells, column, insert, value), column + 1, insert)


def _row_state(cells: bytes, column: int, insert: bool) -> _RowState:
    """Behind the last column the cursor is as good as outside."""
    return (cells, column, insert) if column < len(cells) else (cells, _OUTSIDE, False)
