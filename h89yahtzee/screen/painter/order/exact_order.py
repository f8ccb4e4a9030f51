"""The cheapest order of a few pieces, found by trying all orders that can still be cheaper than one already known.

It is a dynamic programme over the sets of pieces that are painted, searched best first (A*): what is left takes its
bytes at least, a way to each piece, and a switch to each mode that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import count
from math import inf
from operator import or_
from typing import NamedTuple

from h89yahtzee.screen.painter.cursor_motion import MOST_REWRITTEN, CursorMotion
from h89yahtzee.screen.painter.drawing import Drawing
from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.order.pieces import Piece
from h89yahtzee.screen.painter.pen import Pen, Place, Rest
from h89yahtzee.screen.painter.row_update import RowUpdate

_MOST_TRIED = 1500
"""The most states that are looked at, which bounds the time."""
_SWITCH, _ERASURE = 2, 2
"""The fewest bytes that these take on any terminal are no fewer on an H19."""
_FREE = 0x20
"""What is written in passing over a cell that is wrong and still to be painted."""


class Step(NamedTuple):
    """An update, and what may be written on its row on the way to it."""

    update: RowUpdate
    row: EncodedRow


class _State(NamedTuple):
    """What is painted, and the pen; nothing is left to do where `painted` is `_DONE`."""

    painted: int
    place: Place | None
    reverse: bool
    graphics: bool


_DONE = -1


class _Path(NamedTuple):
    step: Step
    before: _Path | None


class _Left(NamedTuple):
    """The fewest bytes for the pieces that are left but for switches, and the modes that these need."""

    cost: float
    reverse: frozenset[bool]
    graphics: frozenset[bool]


class ExactOrder:
    """Orders pieces that are painted from `pen` on, after which it is left as `rest`; `rows` is shown then."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        pen: Pen,
        rest: Rest,
        rows: Sequence[EncodedRow],
        motion: CursorMotion,
        drawing: Callable[[Pen], Drawing],
    ) -> None:
        self._pieces = pieces
        self._pen = pen
        self._rest = rest
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
        self._end_way = 0.0 if rest.place is None else self._way(rest.place)

    def cheapest(self, limit: float) -> list[Step]:
        """The steps of the cheapest order; none if that costs `limit` or more, or too many were tried."""
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
                    heappush(queue, (least, -next(tie), other, path if step is None else _Path(step, path)))
        return []

    def _next(self, state: _State, limit: float) -> Iterator[tuple[float, _State, Step | None]]:
        """The states that follow, but for those that must cost `limit` or more in the end."""
        if state.painted == self._all:
            yield self._last_move(state), state._replace(painted=_DONE), None
            return
        for number, piece in enumerate(self._pieces):
            if piece.paints & ~state.painted and not piece.waits_for & ~state.painted:
                painted = state.painted | piece.paints
                least = self._least_move(state.place, self._places[number]) + len(piece.update.cells)
                if least + self._left(painted).cost < limit:
                    cost, after, step = self._step(state, number)
                    yield cost, after._replace(painted=painted), step

    def _last_move(self, state: _State) -> float:
        drawing = self._drawing(Pen(state.place, state.reverse, state.graphics, self._pen.saved))
        drawing.finish(self._rest, self._rows)
        return drawing.cost

    def _step(self, state: _State, number: int) -> tuple[float, _State, Step]:
        """What it costs to paint a piece next, and the state after it but for the set."""
        wrong = self._before[number] & ~state.painted
        key = (state.place, state.reverse, state.graphics, number, wrong)
        if key not in self._steps:
            update = self._pieces[number].update
            row = self._passed(update.row, wrong, state.reverse)
            drawing = self._drawing(Pen(state.place, state.reverse, state.graphics, self._pen.saved))
            drawing.draw(update, row)
            pen = drawing.pen
            after = _State(0, pen.position, pen.reverse, pen.graphics)
            self._steps[key] = drawing.cost, after, Step(update, row)
        return self._steps[key]

    def _just_before(self, update: RowUpdate) -> int:
        """The set of pieces that may be passed on the way to an update of the same row."""
        others = (piece for piece in self._pieces if piece.update.cells and piece.update.row == update.row)
        return sum(
            piece.paints
            for piece in others
            if piece.update.column < update.column <= piece.update.column + len(piece.update.cells) + MOST_REWRITTEN
        )

    def _passed(self, row: int, wrong: int, reverse: bool) -> EncodedRow:
        """A row with cells that may be anything where pieces are still to be painted."""
        cells = list(self._rows[row])
        for piece in self._pieces if wrong else ():
            column, written = piece.update.column, piece.update.cells
            if piece.paints & wrong and written and piece.update.row == row:
                cells[column : column + len(written)] = [EncodedCell(_FREE, None, reverse)] * len(written)
        return tuple(cells)

    def _at_least(self, state: _State) -> float:
        """No less than this is left to be paid from a state."""
        if state.painted == _DONE:
            return 0.0
        left, rest = self._left(state.painted), self._rest
        switches = _switches(state.reverse, left.reverse, rest.reverse)
        return left.cost + _SWITCH * (switches + _switches(state.graphics, left.graphics, rest.graphics))

    def _left(self, painted: int) -> _Left:
        if painted not in self._lefts:
            self._lefts[painted] = self._find_left(painted)
        return self._lefts[painted]

    def _find_left(self, painted: int) -> _Left:
        erased = {piece.update.row: 0 for piece in self._pieces if piece.update.opening and piece.paints & ~painted}
        cost = self._end_way
        cells: list[EncodedCell] = []
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
        """The least that the way to a place can cost, wherever it begins."""
        ends = (piece.update.end for piece, own in zip(self._pieces, self._places, strict=True) if own != place)
        return min(self._least_move(start, place) for start in (self._pen.position, *ends))

    def _least_move(self, start: Place | None, place: Place) -> float:
        """The least that the way from one place to another can cost."""
        if start == place:
            return 0.0
        if (start, place) not in self._moves:
            if start is None:
                least = self._motion.to(None, self._pen.saved, place).cost
            else:
                least = min(self._least_move(None, place), self._motion.at_least(start, place))
            self._moves[start, place] = least
        return self._moves[start, place]


def _switches(is_on: bool, needed: frozenset[bool], may_stay: bool) -> int:
    """The fewest switches of a mode until it has been on and off as needed, and is off unless it may stay on."""
    if may_stay:
        return len(needed - {is_on})
    return int(is_on) or 2 * (True in needed)


def _is_blank(update: RowUpdate) -> bool:
    return all(cell.code == _FREE and not cell.reverse for cell in update.cells)


def _steps(path: _Path | None) -> list[Step]:
    steps = []
    while path is not None:
        steps.append(path.step)
        path = path.before
    return steps[::-1]
