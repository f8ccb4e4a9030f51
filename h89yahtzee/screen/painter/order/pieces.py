"""The pieces of a small change: its row updates cut up, with other ways to blank the end of a row beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from h89yahtzee.screen.painter.encoded_cells import EncodedCell, EncodedRow
from h89yahtzee.screen.painter.pen import Place
from h89yahtzee.screen.painter.row_update import RowUpdate
from h89yahtzee.screen.termcap import Termcap

MOST_PIECES = 9
"""More are not tried in every order."""


class Piece(NamedTuple):
    """An update, the set of pieces that are done with once it is carried out, and the set that it waits for."""

    update: RowUpdate
    paints: int
    waits_for: int = 0


class Pieces:
    """Cuts up changes on one terminal."""

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
        """Pieces that turn `old` into `new` as `updates` do, and the cursor is at `start` before and at `end` then.

        None if they are many.
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
        """Whether updates of a row are left as they are: shifts, and what the last cell of the page needs."""
        if last == self._corner and not self._caps.writes_corner:
            return True
        return any(update.comes_first or update.opening not in (b"", self._caps.get("ce")) for update in updates)

    def _written(
        self, cells: Sequence[Place], new: Sequence[EncodedRow], cuts: Sequence[Place | None]
    ) -> Iterator[RowUpdate]:
        """The cells in runs of one attribute, none of which goes on over a place of `cuts`."""
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
        """Erasures of the blank end of a row, from each column in it where the cursor may come to be."""
        erase = self._caps.get("ce")
        for row in sorted({piece.update.row for piece in pieces}) if erase else ():
            end = self._text_end(new[row])
            blanks = [piece for piece in pieces if piece.update.row == row and piece.update.column >= end]
            starts = {piece.update.column for piece in blanks}
            for column in sorted(starts | {end} | columns):
                paints = sum(piece.paints for piece in blanks if piece.update.column >= column)
                if column >= end and paints:
                    yield Piece(RowUpdate(row, column, (), (row, column), erase), paints)


def _are_alike(cell: EncodedCell, after: EncodedCell) -> bool:
    """Whether both are written in the same modes."""
    return cell.reverse == after.reverse and (cell.graphics is None or after.graphics in (None, cell.graphics))


def _waiting(piece: Piece, pieces: Sequence[Piece]) -> Piece:
    """The piece with what comes first in its row to wait for."""
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
