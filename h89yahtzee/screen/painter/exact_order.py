"""The cheapest order in which to paint a small change of the screen, found by a search of all promising orders.

An update is a step that changes a row. Updates are cut into pieces, each of which writes a few adjacent cells.
Erasures of a row's blank end are added as further pieces, each an alternative to writing blanks. The search is a
dynamic programme. A state of the search is the set of the pieces painted so far, with the cursor's place and modes;
the most promising state is examined first (A*). The lower bound of the cost of the unpainted pieces is their bytes,
a cursor motion to each of them, and a switch to each mode (reverse video, graphics) that they need. The pen is the
terminal's cursor with its modes; costs are in bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import count, pairwise
from math import inf
from operator import or_
from typing import NamedTuple, Protocol

from h89yahtzee.screen.painter.pen import MOST_REWRITTEN, CursorMotion, EncodedCell, EncodedRow, Pen, Place
from h89yahtzee.screen.painter.row_update import RowUpdate
from h89yahtzee.screen.termcap import Termcap

MOST_PIECES = 9
"""The cheapest order is searched only for changes of at most this many pieces (stretches of adjacent cells to
write)."""


class Piece(NamedTuple):
    """A step that changes a row, and two bit masks, in which bit n stands for step n of the list of pieces.

    `paints` has the bits of this step and of those steps that it makes superfluous. `waits_for` has the bits of the
    steps that must come before this step.
    """

    update: RowUpdate
    paints: int
    waits_for: int = 0


class Pieces:
    """Cuts changes of one terminal's screen into pieces, which are steps that write a few adjacent cells."""

    def __init__(self, caps: Termcap, blank: EncodedCell) -> None:
        self._caps = caps
        self._blank = blank
        self._corner = (caps.numbers["li"] - 1, caps.columns - 1)

    def cut(
        self,
        updates: Sequence[RowUpdate],
        old: Sequence[EncodedRow],
        new: Sequence[EncodedRow],
        start: Place | None,
        end: Place | None,
    ) -> list[Piece]:
        """Cut `updates`, steps that turn the rows `old` into `new`, into pieces; return [] if there are too many.

        The cursor begins at `start` (None: unknown) and ends at `end` (None: anywhere). At these two places a new
        piece begins, even between adjacent cells.
        """
        if len(updates) > MOST_PIECES:
            return []
        kept: list[RowUpdate] = []
        cells: list[Place] = []
        for row in sorted({update.row for update in updates}):
            of_row = [update for update in updates if update.row == row]
            changed = [(row, c) for c, (a, b) in enumerate(zip(old[row], new[row], strict=True)) if a is not b]
            if self._is_whole(of_row, changed[-1]):
                kept += of_row
            else:
                cells += changed
        written = [*self._written(cells, new, (start, end))]
        if not 0 < len(kept) + len(written) <= MOST_PIECES:
            return []
        pieces = [Piece(update, 1 << number) for number, update in enumerate([*written, *kept])]
        places = [start, *(update.end for update in written)]
        columns = {place[1] for place in places if place is not None}
        return [
            *pieces[: len(written)],
            *(_waiting(piece, pieces) for piece in pieces[len(written) :]),
            *self._erasures(pieces[: len(written)], new, columns),
        ]

    def _is_whole(self, updates: Sequence[RowUpdate], last: Place) -> bool:
        """Return whether the steps `updates`, which change one row, must be carried out as they are, not cut into
        pieces.

        This is so if a step shifts cells, or if an erasure must come before other steps. It is also so if the row's
        last changed cell, at the place `last`, is the last cell of the page, and writing it scrolls.
        """
        if last == self._corner and not self._caps.writes_corner:
            return True
        return any(update.comes_first or update.opening not in (b"", self._caps.get("ce")) for update in updates)

    def _written(
        self, cells: Sequence[Place], new: Sequence[EncodedRow], cuts: Sequence[Place | None]
    ) -> Iterator[RowUpdate]:
        """Yield updates that together write the cells at the places `cells`. Each update writes adjacent cells
        without a mode switch between them.

        A new update also begins at each of the places `cuts`, and where a row's text ends.
        """
        ends = {row: self._text_end(new[row]) for row in {row for row, _ in cells}}
        start = 0
        for number, ((row, column), after) in enumerate(pairwise([*cells, (-1, -1)]), 1):
            goes_on = after == (row, column + 1) and after[1] != ends[row] and after not in cuts
            if not goes_on or not _are_alike(*new[row][column : column + 2]):
                first = cells[start][1]
                yield RowUpdate(row, first, new[row][first : column + 1], self._caps.after_writing(row, column))
                start = number

    def _text_end(self, row: EncodedRow) -> int:
        end = len(row)
        while end and row[end - 1] is self._blank:
            end -= 1
        return end

    def _erasures(self, pieces: Sequence[Piece], new: Sequence[EncodedRow], columns: set[int]) -> Iterator[Piece]:
        """Yield pieces that erase the blank end of a row. They differ in the column from which they erase: one that
        the cursor may have reached anyway.

        These columns are the one after the row's text, those where a piece that writes blanks begins, and those of
        `columns` that are in the blank end. `columns` has the column where the cursor begins and those where pieces
        leave the cursor.
        """
        erase = self._caps.get("ce")
        if not erase:
            return
        for row in sorted({piece.update.row for piece in pieces}):
            end = self._text_end(new[row])
            blanks = [piece for piece in pieces if piece.update.row == row and piece.update.column >= end]
            starts = {piece.update.column for piece in blanks}
            for column in sorted(starts | {end} | columns):
                paints = sum(piece.paints for piece in blanks if piece.update.column >= column)
                if column >= end and paints:
                    yield Piece(RowUpdate(row, column, (), (row, column), erase), paints)


def _are_alike(cell: EncodedCell, after: EncodedCell) -> bool:
    """Return whether the adjacent cells `cell` and `after` can be written one after the other without a mode
    switch."""
    return cell.reverse == after.reverse and (cell.graphics is None or after.graphics in (None, cell.graphics))


def _waiting(piece: Piece, pieces: Sequence[Piece]) -> Piece:
    """Return `piece` with `waits_for` set to the pieces of its row that must be painted earlier."""
    update = piece.update
    first = (
        other.paints
        for other in pieces
        if other.update.comes_first
        and other is not piece
        and other.update.row == update.row
        and update.column >= other.update.column
    )
    return piece._replace(waits_for=sum(first))


_MOST_TRIED = 1500
"""The most states that a search examines; this bounds the time of the search."""
_SWITCH, _ERASURE = 2, 2
"""The numbers of bytes of a mode switch and of an erasure on an H19; no terminal has shorter ones."""
_FREE = 0x20
"""The byte that the cursor writes when it moves, by writing, across a cell that is painted later: any character
would do there."""


class Step(NamedTuple):
    """An update (a change in a row), and `row`, the cells of that row that may be sent once more, unchanged, since
    that moves the cursor on to the update."""

    update: RowUpdate
    row: EncodedRow


class _State(NamedTuple):
    """A state of the search: the cursor's place and modes, and `painted`, the bit mask of the steps done. `painted`
    is `_DONE` once all steps are done and the cursor is also where it must be at the end."""

    painted: int
    place: Place | None
    reverse: bool
    graphics: bool


_DONE = -1


class _Path(NamedTuple):
    step: Step
    before: _Path | None


class _Left(NamedTuple):
    """A lower bound of the cost, in bytes, of the steps not done yet; it leaves out mode switches. `reverse` and
    `graphics` are the sets of values (True, False) that the two modes must take in these steps."""

    cost: float
    reverse: frozenset[bool]
    graphics: frozenset[bool]


class Trial(Protocol):
    """Codes for the terminal that are collected but not sent: they tell how much a step would cost (`cost`), and
    where and in which modes it would leave the cursor (`pen`)."""

    pen: Pen
    cost: float

    def draw(self, update: RowUpdate, row: EncodedRow) -> None: ...

    def move_over(self, place: Place, row: EncodedRow) -> None: ...


class ExactOrder:
    """Searches for the cheapest order of the steps `pieces`; the cursor goes from `pen` to `end` (None: anywhere).

    `rows` is the screen after painting. `drawing(pen)` returns an empty `Trial` that begins with `pen`.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        pen: Pen,
        end: Place | None,
        rows: Sequence[EncodedRow],
        motion: CursorMotion,
        drawing: Callable[[Pen], Trial],
    ) -> None:
        self._pieces = pieces
        self._pen = pen
        self._end = end
        self._rows = rows
        self._motion = motion
        self._drawing = drawing
        self._all = reduce(or_, (piece.paints for piece in pieces))
        self._places = [(piece.update.row, piece.update.column) for piece in pieces]
        self._moves: dict[tuple[Place | None, Place], float] = {}
        self._ways = [self._way(place) for place in self._places]
        self._before = [self._just_before(piece.update) for piece in pieces]
        self._steps: dict[tuple[object, ...], tuple[float, _State, Step]] = {}
        self._lefts: dict[int, _Left] = {}
        self._end_way = 0.0 if end is None else self._way(end)

    def cheapest(self, limit: float) -> list[Step]:
        """Return the steps of the cheapest order; [] if it costs `limit` bytes or more, or isn't found in time."""
        start = _State(0, self._pen.position, self._pen.reverse, self._pen.graphics)
        spent = {start: 0.0}
        tie = count()
        queue: list[tuple[float, int, _State, _Path | None]] = []
        if (least := self._at_least(start)) < limit:
            queue.append((least, 0, start, None))
        done: set[_State] = set()
        for _ in range(_MOST_TRIED):
            if not queue:
                break
            _, _, state, path = heappop(queue)
            if state.painted == _DONE:
                return _steps(path)
            if state in done:
                continue
            done.add(state)
            for price, other, step in self._next(state, limit - spent[state]):
                cost = spent[state] + price
                least = cost + self._at_least(other)
                if least < limit and cost < spent.get(other, inf):
                    spent[other] = cost
                    # Of states with equal costs the newest comes first, as it is nearest to the end of the search.
                    heappush(queue, (least, -next(tie), other, path if step is None else _Path(step, path)))
        return []

    def _next(self, state: _State, limit: float) -> Iterator[tuple[float, _State, Step | None]]:
        """Yield (cost, state, step) for each step that may come next; `state` is the state after the step.

        If all pieces are painted, only the cursor's motion to its last place is left: this is yielded with None as
        the step. A piece is left out if it would cost `limit` or more, together with everything that must follow
        it.
        """
        if state.painted == self._all:
            drawing = self._drawing(Pen(state.place, state.reverse, state.graphics, self._pen.saved))
            if self._end is not None:
                drawing.move_over(self._end, self._rows[self._end[0]])
            yield drawing.cost, state._replace(painted=_DONE), None
            return
        for number, piece in enumerate(self._pieces):
            if piece.paints & ~state.painted and not piece.waits_for & ~state.painted:
                painted = state.painted | piece.paints
                least = self._least_move(state.place, self._places[number]) + len(piece.update.cells)
                if least + self._left(painted).cost < limit:
                    cost, after, step = self._step(state, number)
                    yield cost, after._replace(painted=painted), step

    def _step(self, state: _State, number: int) -> tuple[float, _State, Step]:
        """Return the cost of carrying out piece `number` next, the state after it, and the step.

        In the state returned, `painted` is still 0; the caller must set it.
        """
        unpainted = self._before[number] & ~state.painted
        key = (state.place, state.reverse, state.graphics, number, unpainted)
        if key not in self._steps:
            update = self._pieces[number].update
            row = self._passed(update.row, unpainted, state.reverse)
            drawing = self._drawing(Pen(state.place, state.reverse, state.graphics, self._pen.saved))
            drawing.draw(update, row)
            pen = drawing.pen
            after = _State(0, pen.position, pen.reverse, pen.graphics)
            self._steps[key] = drawing.cost, after, Step(update, row)
        return self._steps[key]

    def _just_before(self, update: RowUpdate) -> int:
        """Return the bit mask of the steps that write cells a few columns to the left of `update`, in the same row:
        the cursor may rewrite these cells on its way to `update`."""
        others = (piece for piece in self._pieces if piece.update.cells and piece.update.row == update.row)
        return sum(
            piece.paints
            for piece in others
            if piece.update.column < update.column <= piece.update.column + len(piece.update.cells) + MOST_REWRITTEN
        )

    def _passed(self, row: int, unpainted: int, reverse: bool) -> EncodedRow:
        """Return row number `row` with the cells that the cursor may write when it moves by rewriting.

        These are the cells of the finished screen. But cells that a step in the bit mask `unpainted` will paint
        later may meanwhile show any character; they are given as `_FREE`, in reverse video if `reverse` is true.
        """
        if not unpainted:
            return self._rows[row]
        cells = list(self._rows[row])
        for piece in self._pieces:
            column, written = piece.update.column, piece.update.cells
            if piece.paints & unpainted and written and piece.update.row == row:
                cells[column : column + len(written)] = [EncodedCell(_FREE, None, reverse)] * len(written)
        return tuple(cells)

    def _at_least(self, state: _State) -> float:
        """Return a lower bound of the cost, in bytes, from `state` to the finished screen."""
        if state.painted == _DONE:
            return 0.0
        left = self._left(state.painted)
        switches = len(left.reverse - {state.reverse}) + len(left.graphics - {state.graphics})
        return left.cost + _SWITCH * switches

    def _left(self, painted: int) -> _Left:
        if painted not in self._lefts:
            self._lefts[painted] = self._find_left(painted)
        return self._lefts[painted]

    def _find_left(self, painted: int) -> _Left:
        erased = {piece.update.row: 0 for piece in self._pieces if piece.update.opening and piece.paints & ~painted}
        cost = self._end_way
        cells: list[EncodedCell] = []
        # One erasure, if not done yet, may take the place of all steps that write blanks in its row. So the bound
        # counts for these steps, all together, at most the cost of the erasure.
        for piece, way in zip(self._pieces, self._ways, strict=True):
            if piece.paints & ~painted and not piece.update.opening:
                if piece.update.row in erased and _is_blank(piece.update):
                    erased[piece.update.row] += len(piece.update.cells)
                else:
                    cost += way + len(piece.update.cells)
                    cells += piece.update.cells
        cost += sum(min(blanks, _ERASURE) for blanks in erased.values())
        reverse = frozenset(cell.reverse for cell in cells)
        return _Left(cost, reverse, frozenset(cell.graphics for cell in cells if cell.graphics is not None))

    def _way(self, place: Place) -> float:
        """Return a lower bound of the cost of a cursor motion to `place`, wherever the cursor may come from."""
        ends = (piece.update.end for piece, own in zip(self._pieces, self._places, strict=True) if own != place)
        return min(self._least_move(start, place) for start in (self._pen.position, *ends))

    def _least_move(self, start: Place | None, place: Place) -> float:
        """Return a lower bound of the cost of a cursor motion from `start` (None: unknown) to `place`."""
        if start == place:
            return 0.0
        if (start, place) not in self._moves:
            if start is None:
                least = self._motion.to(None, self._pen.saved, place).cost
            else:
                least = min(self._least_move(None, place), self._motion.at_least(start, place))
            self._moves[start, place] = least
        return self._moves[start, place]


def _is_blank(update: RowUpdate) -> bool:
    return all(cell.code == _FREE and not cell.reverse for cell in update.cells)


def _steps(path: _Path | None) -> list[Step]:
    steps = []
    while path is not None:
        steps.append(path.step)
        path = path.before
    return steps[::-1]
