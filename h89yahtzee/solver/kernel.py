"""The compiled kernel, called through ctypes; `backend` says what each function computes, `kernel.c` how.

It is built when the package is installed, where there is a compiler; `is_built` tells. Only the first call for a
column is slow: it hands over the column's tables.
"""

from __future__ import annotations

import ctypes
from array import array
from ctypes import POINTER, Structure, c_double, c_float, c_int, c_int8, c_int16, c_int32, c_int64, c_uint64
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import TypeVar

from h89yahtzee.solver.backend import Progress, silent
from h89yahtzee.solver.column import Column, State
from h89yahtzee.solver.distribution_layout import DistributionLayout

_MOST_FACES = 6
_MOST_ROWS = 15
_HOLDINGS = 2
_FEW_ROWS = 6
"""With so many rows or fewer there is too little to do for more than one thread."""

_Number = TypeVar("_Number", c_double, c_float, c_int8, c_int32)


class _Keeps(Structure):
    _fields_ = (
        ("faces", c_int32),
        ("keeps", c_int32),
        ("rolls", c_int32),
        ("rerolls", c_int32),
        ("plus", POINTER(c_int16)),
        ("less", POINTER(c_int16)),
        ("fewer", POINTER(c_int8)),
        ("chance", POINTER(c_double)),
        ("alike", c_int32 * _MOST_FACES),
    )


class _Rules(Structure):
    _fields_ = (
        ("rows", c_int32),
        ("bonus", c_int32),
        ("totals", c_int32),
        ("holdings", c_int32),
        ("yahtzee_row", c_int32),
        ("face", c_int32 * _MOST_ROWS),
        ("joker_score", c_int32 * _MOST_ROWS),
        ("is_forced", c_int32 * _HOLDINGS),
        ("is_joker", c_int32 * _HOLDINGS),
        ("is_spared", c_int32 * _HOLDINGS),
        ("extra", c_int32 * _HOLDINGS),
        ("score", POINTER(c_int32)),
    )


class _Layout(Structure):
    _fields_ = (
        ("width", c_int32),
        ("most_bins", c_int32),
        ("most_extras", c_int32),
        ("within", c_int32),
        ("first", POINTER(c_int32)),
        ("bins", POINTER(c_int32)),
        ("before", POINTER(c_float)),
        ("after", POINTER(c_float)),
    )


@cache
def _library() -> ctypes.CDLL | None:
    folder = Path(str(files(__package__)))
    built = (folder / f"_kernel{suffix}" for suffix in reversed(EXTENSION_SUFFIXES))
    path = next((path for path in built if path.exists()), None)
    try:
        return None if path is None else ctypes.CDLL(str(path))
    except OSError:
        return None


def is_built() -> bool:
    """Whether there is a kernel that this machine can load."""
    return _library() is not None


def _loaded() -> ctypes.CDLL:
    library = _library()
    assert library is not None, "asked of a kernel that is_built() denies"
    return library


def solve(column: Column, _progress: Progress = silent, threads: int = 0) -> array[float]:
    """With 0 threads there is one a processor. ValueError when the column is too large for the kernel."""
    values = array("d", bytes(8 * column.states))
    if not _loaded().solve(*_column(column), _pointer(c_double, values), c_int(threads)):
        raise ValueError("the kernel takes up to 15 rows, 5 dice with 6 faces and a bonus at 63")
    return values


def post(column: Column, values: array[float], state: State) -> array[float]:
    posts = array("d", bytes(8 * len(column.keeps.rolls)))
    to = _pointer(c_double, posts)
    is_done = _loaded().post(*_column(column), _pointer(c_double, values), *map(c_int, state), to)
    assert is_done
    return posts


def turn(column: Column, posts: array[float], lanes: int = 1) -> array[float]:
    values = array("d", bytes(8 * column.rerolls * len(column.keeps) * lanes))
    keeps = ctypes.byref(_keep_tables(column))
    _loaded().turn(keeps, c_int(lanes), _pointer(c_double, posts), _pointer(c_double, values))
    return values


def simulate(column: Column, values: array[float], games: int, seed: int, threads: int = 0) -> array[int]:
    """The final scores of many games of one player for the highest expected score.

    The dice are the kernel's own, a function of the seed (below 2**64) and the number of the game, whatever the
    number of threads. MemoryError when there is too little.
    """
    scores = array("i", bytes(4 * games))
    numbers, to = (c_int(games), c_uint64(seed), c_int(threads)), _pointer(c_int32, scores)
    is_done = _loaded().simulate(*_column(column), _pointer(c_double, values), *numbers, to)
    if not is_done:
        raise MemoryError
    return scores


@cache
def _keep_tables(column: Column) -> _Keeps:
    keeps = column.keeps
    return _Keeps(
        keeps.faces,
        len(keeps),
        len(keeps.rolls),
        column.rerolls,
        _padded(keeps.plus),
        _padded(keeps.less),
        (c_int8 * len(keeps.less))(*map(len, keeps.less)),
        (c_double * len(keeps.rolls))(*keeps.chances()),
        (c_int32 * _MOST_FACES)(*keeps.alike()),
    )


def _padded(neighbours: tuple[tuple[int, ...], ...]) -> ctypes.Array[c_int16]:
    rows = [(*row, *(0,) * (_MOST_FACES - len(row))) for row in neighbours]
    return (c_int16 * (_MOST_FACES * len(rows)))(*chain.from_iterable(rows))


@cache
def _rules(column: Column) -> _Rules:
    by_row = c_int32 * _MOST_ROWS
    by_holding = c_int32 * _HOLDINGS
    scores = tuple(chain.from_iterable(column.scores))
    return _Rules(
        column.rows,
        column.bonus,
        column.totals,
        column.holdings,
        column.yahtzee_row,
        by_row(*column.faces),
        by_row(*column.joker_scores),
        by_holding(*(extra.is_forced for extra in column.extras)),
        by_holding(*(extra.is_joker for extra in column.extras)),
        by_holding(*(extra.is_spared for extra in column.extras)),
        by_holding(*(extra.points for extra in column.extras)),
        (c_int32 * len(scores))(*scores),
    )


def lay_out(layout: DistributionLayout, size: int, start: int) -> int:
    lay_out = _loaded().lay_out
    lay_out.restype = c_int64
    return int(lay_out(*_column(layout.column), ctypes.byref(_layout(layout)), c_int(size), c_int64(start)))


def distribute(
    values: array[float], layout: DistributionLayout, size: int, before: array[float], after: array[float]
) -> None:
    filled = _layout(layout, before, after)
    threads = int(layout.most_open <= _FEW_ROWS)
    is_done = _loaded().distribute(
        *_column(layout.column), _pointer(c_double, values), ctypes.byref(filled), c_int(size), c_int(threads)
    )
    if not is_done:
        raise MemoryError


def reach(layout: DistributionLayout, score: int, size: int, before: array[float], after: array[float]) -> None:
    filled = _layout(layout, before, after)
    if not _loaded().reach(*_column(layout.column), ctypes.byref(filled), c_int(score), c_int(size), c_int(0)):
        raise MemoryError


def finals(
    layout: DistributionLayout, masses: array[float], states: array[int], leads: array[int], length: int
) -> array[float]:
    finals = array("d", bytes(8 * len(states) * length))
    _loaded().finals(
        ctypes.byref(_rules(layout.column)),
        ctypes.byref(_layout(layout, masses)),
        c_int(len(states)),
        _pointer(c_int32, states),
        _pointer(c_int32, leads),
        c_int(length),
        _pointer(c_double, finals),
    )
    return finals


def shares(count: int, rivals: int, length: int, finals: array[float], point: float) -> array[float]:
    shares = array("f", bytes(4 * count * length))
    sizes = c_int(count), c_int(rivals), c_int(length)
    if not _loaded().shares(*sizes, _pointer(c_double, finals), c_double(point), _pointer(c_float, shares)):
        raise ValueError("the kernel takes up to 16 rivals")
    return shares


def judge(
    layout: DistributionLayout, masses: array[float], states: array[int], length: int, worth: array[float]
) -> tuple[array[float], array[int]]:
    return _judge(layout.column, None, _layout(layout, masses), states, length, _pointer(c_float, worth))


def judge_points(column: Column, values: array[float], states: array[int]) -> tuple[array[float], array[int]]:
    """What each last roll is worth in points to come, best posted, and the row, both [rolls][states]."""
    return _judge(column, _pointer(c_double, values), None, states, 0, None)


def _judge(
    column: Column,
    values: ctypes._Pointer[c_double] | None,
    layout: _Layout | None,
    states: array[int],
    length: int,
    worth: ctypes._Pointer[c_float] | None,
) -> tuple[array[float], array[int]]:
    count = len(column.keeps.rolls) * len(states)
    posts, rows = array("d", bytes(8 * count)), array("b", bytes(count))
    is_done = _loaded().judge(
        *_column(column),
        values,
        None if layout is None else ctypes.byref(layout),
        c_int(len(states)),
        _pointer(c_int32, states),
        c_int(length),
        worth,
        _pointer(c_double, posts),
        _pointer(c_int8, rows),
    )
    assert is_done
    return posts, rows


def end_chances(
    column: Column,
    values: tuple[array[float] | None, array[float] | None],
    states: tuple[State, State],
    lead: int,
    most: int,
) -> array[float] | None:
    after = array("d", bytes(8 * column.rows * len(column.keeps.rolls)))
    tables = [POINTER(c_double)() if table is None else _pointer(c_double, table) for table in values]
    numbers = array("i", [number for state in states for number in state])
    is_done = _loaded().solve_end(
        *_column(column),
        (POINTER(c_double) * 2)(*tables),
        _pointer(c_int32, numbers),
        c_int(lead),
        c_int64(most),
        _pointer(c_double, after),
    )
    return after if is_done else None


def _column(column: Column) -> tuple[object, object]:
    return ctypes.byref(_rules(column)), ctypes.byref(_keep_tables(column))


def _layout(
    layout: DistributionLayout, before: array[float] | None = None, after: array[float] | None = None
) -> _Layout:
    return _Layout(
        layout.width,
        layout.most_bins,
        layout.most_extras,
        layout.within,
        _pointer(c_int32, layout.first),
        _pointer(c_int32, layout.bins),
        None if before is None else _pointer(c_float, before),
        None if after is None else _pointer(c_float, after),
    )


def _pointer(kind: type[_Number], numbers: array[float] | array[int]) -> ctypes._Pointer[_Number]:
    return ctypes.cast((kind * len(numbers)).from_buffer(numbers), POINTER(kind))
