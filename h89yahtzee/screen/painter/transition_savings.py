"""What it saves to paint one stroke right after another instead of addressing the cursor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from h89yahtzee.screen.painter.attributes import Ink, InkRow
from h89yahtzee.screen.painter.cursor_motion import Motion
from h89yahtzee.screen.painter.path_cover import Link
from h89yahtzee.screen.painter.pen import Pen, Position
from h89yahtzee.screen.painter.row_update import Stroke

START = -1
"""The node where the pen is; all others are the strokes by their numbers."""

_ROWS_DOWN = 3
"""How far a link leads down: a line feed costs a byte for each row, addressing four on an H19."""
_LEFT = 3
_RIGHT = 12
"""Columns that a link leads at most, with a tab among its means."""
_MOST = 5
"""The links from one stroke that are kept: further ones have not shortened any screen."""
_INDENTED = 20
"""The last column that a link to the beginning of a row below leads to."""


class Links:
    """The links between strokes of a screen that shows `rows` in the end, painted from `pen` on."""

    def __init__(self, strokes: Sequence[Stroke], pen: Pen, rows: Sequence[InkRow], motion: Motion) -> None:
        self._strokes = strokes
        self._pen = pen
        self._rows = rows
        self._motion = motion
        self._needs = [needs(stroke) for stroke in strokes]
        self._places = [(stroke.row, stroke.column) for stroke in strokes]
        self._alone = [motion.to(None, pen.saved, place).price for place in self._places]
        self._in_row: dict[int, list[int]] = defaultdict(list)
        for node, stroke in enumerate(strokes):
            self._in_row[stroke.row].append(node)

    def worth_while(self) -> Iterator[Link]:
        for tail in range(START, len(self._strokes)):
            place = self._pen.position if tail == START else _end(self._strokes[tail])
            if place is not None:
                yield from sorted(self._from(tail, place), reverse=True)[:_MOST]

    def _from(self, tail: int, place: Position) -> Iterator[Link]:
        last = None if tail == START else self._needs[tail][1]
        at_least = self._motion.at_least
        for head in self._near(place):
            alone, goal = self._alone[head], self._places[head]
            if head != tail and at_least(place, goal) < alone:
                first = self._needs[head][0]
                pen = self._pen if tail == START else self._leaving(place, last, first)
                price = self._motion.price_over(pen, goal, self._rows[goal[0]], first)
                if price < alone:
                    yield Link(alone - price, tail, head)

    def _near(self, place: Position) -> Iterator[int]:
        row, end = place
        for node in self._in_row.get(row - 1, ()):
            if -1 <= self._places[node][1] - end <= 1:
                yield node
        for below in range(_ROWS_DOWN + 1):
            for node in self._in_row.get(row + below, ()):
                column = self._places[node][1]
                if -_LEFT <= column - end <= _RIGHT or (below and column <= _INDENTED):
                    yield node

    def _leaving(self, place: Position, last: Ink | None, first: Ink | None) -> Pen:
        """The pen behind a stroke; modes that the stroke doesn't tell are what the next one would have."""
        reverse = last.reverse if last else first.reverse if first else False
        graphics = last.graphics if last else None
        if graphics is None:
            graphics = bool(first and first.graphics)
        return Pen(place, reverse, graphics, self._pen.saved)


def needs(stroke: Stroke) -> tuple[Ink | None, Ink | None]:
    """The modes in which a stroke begins and ends, as inks without a code; None where it writes nothing."""
    if not stroke.inks:
        return None, None
    modes = [ink.graphics for ink in stroke.inks if ink.graphics is not None]
    first, last = (modes[0], modes[-1]) if modes else (None, None)
    return Ink(0, first, stroke.inks[0].reverse), Ink(0, last, stroke.inks[-1].reverse)


def _end(stroke: Stroke) -> Position | None:
    return None if stroke.end is None else (stroke.row, stroke.end)
