"""The compiled backend of the solver (the kernel), called through ctypes; `Backend` says what its functions
compute, `kernel.c` how.

The kernel is built when the package is installed, if there is a C compiler. The first call for a column converts
the column's tables, which takes longer than the later calls.
"""

from __future__ import annotations

import ctypes
from array import array
from ctypes import POINTER, Structure, c_double, c_float, c_int8, c_int16, c_int32, c_int64, c_uint64
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import TypeVar

from h89yahtzee.solver.backend import DistributionLayout, Progress, silent
from h89yahtzee.solver.column import Column, State

_MOST_FACES = 6
_MOST_ROWS = 15
_HOLDINGS = 2
_OF_EXTRAS = ("is_forced", "is_joker", "is_spared", "points")
_FEW_ROWS = 6
"""The number of open rows up to which there is too little work for more than one thread."""

_Number = TypeVar("_Number", c_double, c_float, c_int8, c_int32)


def _ints(names: str) -> list[tuple[str, type[c_int32]]]:
    return [(name, c_int32) for name in names.split()]


class _Keeps(Structure):
    _fields_ = (
        *_ints("faces keeps rolls rerolls"),
        ("plus", POINTER(c_int16)),
        ("less", POINTER(c_int16)),
        ("fewer", POINTER(c_int8)),
        ("chance", POINTER(c_double)),
        ("alike", c_int32 * _MOST_FACES),
    )


class _Rules(Structure):
    _fields_ = (
        *_ints("rows bonus totals holdings yahtzee_row"),
        *((name, c_int32 * _MOST_ROWS) for name in ("face", "joker_score")),
        *((name, c_int32 * _HOLDINGS) for name in _OF_EXTRAS),
        ("score", POINTER(c_int32)),
    )


class _Layout(Structure):
    _fields_ = (
        *_ints("width most_bins most_extras within"),
        *((name, POINTER(c_int32)) for name in ("first", "bins")),
        *((name, POINTER(c_float)) for name in ("before", "after")),
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
    """Return whether there is a kernel that this machine can load."""
    return _library() is not None


def _loaded() -> ctypes.CDLL:
    library = _library()
    assert library is not None, "asked of a kernel that is_built() denies"
    return library  # ctypes passes Python's int to the library's functions as C's int


def solve(column: Column, _progress: Progress = silent, threads: int = 0) -> array[float]:
    """Return the expected further points of each state; with `threads` 0, one thread for each processor computes
    them. ValueError if the column is too large for the kernel."""
    values = array("d", bytes(8 * column.states))
    if not _loaded().solve(*_column(column), _pointer(c_double, values), threads):
        raise ValueError("the kernel takes up to 15 rows, 5 dice with 6 faces and a bonus at 63")
    return values


def post(column: Column, values: array[float], state: State) -> array[float]:
    posts = array("d", bytes(8 * len(column.keeps.rolls)))
    is_done = _loaded().post(*_column(column), _pointer(c_double, values), *state, _pointer(c_double, posts))
    assert is_done
    return posts


def posts_of(column: Column, values: array[float], states: array[int]) -> array[float]:
    return judge_points(column, values, states)[0]


def turn(column: Column, posts: array[float], lanes: int = 1) -> array[float]:
    values = array("d", bytes(8 * column.rerolls * len(column.keeps) * lanes))
    tables = _pointer(c_double, posts), _pointer(c_double, values)
    _loaded().turn(ctypes.byref(_keep_tables(column)), lanes, *tables)
    return values


def simulate(column: Column, values: array[float], games: int, seed: int, threads: int = 0) -> array[int]:
    """Return the final scores of many games of one player who plays for the highest expected score.

    The dice follow from the seed (below 2**64) and the number of the game; the number of threads makes no
    difference. MemoryError if there is too little memory.
    """
    scores = array("i", bytes(4 * games))
    tables = *_column(column), _pointer(c_double, values)
    if not _loaded().simulate(*tables, games, c_uint64(seed), threads, _pointer(c_int32, scores)):
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
        *(by_holding(*(getattr(extra, name) for extra in column.extras)) for name in _OF_EXTRAS),
        (c_int32 * len(scores))(*scores),
    )


def lay_out(layout: DistributionLayout, size: int, start: int) -> int:
    lay_out = _loaded().lay_out
    lay_out.restype = c_int64
    return int(lay_out(*_column(layout.column), ctypes.byref(_layout(layout)), size, c_int64(start)))


def distribute(
    values: array[float], layout: DistributionLayout, size: int, before: array[float], after: array[float]
) -> None:
    filled = _layout(layout, before, after)
    threads = 1 if layout.most_open <= _FEW_ROWS else 0  # 0: one for each processor
    tables = *_column(layout.column), _pointer(c_double, values), ctypes.byref(filled)
    if not _loaded().distribute(*tables, size, threads):
        raise MemoryError


def reach(layout: DistributionLayout, score: int, size: int, before: array[float], after: array[float]) -> None:
    filled = _layout(layout, before, after)
    if not _loaded().reach(*_column(layout.column), ctypes.byref(filled), score, size, 0):
        raise MemoryError


def finals(
    layout: DistributionLayout, masses: array[float], states: array[int], leads: array[int], length: int
) -> array[float]:
    finals = array("d", bytes(8 * len(states) * length))
    tables = ctypes.byref(_rules(layout.column)), ctypes.byref(_layout(layout, masses))
    cards = _pointer(c_int32, states), _pointer(c_int32, leads)
    _loaded().finals(*tables, len(states), *cards, length, _pointer(c_double, finals))
    return finals


def shares(count: int, rivals: int, length: int, finals: array[float], point: float) -> array[float]:
    shares = array("f", bytes(4 * count * length))
    tables = _pointer(c_double, finals), c_double(point), _pointer(c_float, shares)
    if not _loaded().shares(count, rivals, length, *tables):
        raise ValueError("the kernel takes up to 16 rivals")
    return shares


def judge(
    layout: DistributionLayout, masses: array[float], states: array[int], length: int, worth: array[float]
) -> tuple[array[float], array[int]]:
    return _judge(layout.column, None, _layout(layout, masses), states, length, _pointer(c_float, worth))


def judge_points(column: Column, values: array[float], states: array[int]) -> tuple[array[float], array[int]]:
    """Return the expected points of entering each last roll of a turn (the dice after the last re-roll) in its best
    row, and the number of this row, both [rolls][states]."""
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
    tables = *_column(column), values, None if layout is None else ctypes.byref(layout)
    judged = _pointer(c_double, posts), _pointer(c_int8, rows)
    is_done = _loaded().judge(*tables, len(states), _pointer(c_int32, states), length, worth, *judged)
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
    game = (POINTER(c_double) * 2)(*tables), _pointer(c_int32, numbers), lead, c_int64(most)
    return after if _loaded().solve_end(*_column(column), *game, _pointer(c_double, after)) else None


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
