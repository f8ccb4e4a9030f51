"""The pools that a worker keeps from one batch of a tournament to the next, so that their bots needn't start anew.

A pool is for one batch at a time; a worker with several threads has several. A pool that nobody plays with is
closed after a while, and with the process: the worker of a cluster doesn't know when a tournament is over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from multiprocessing.util import Finalize
from threading import Lock, Timer

from h89yahtzee.arena.pool.bot_pool import BotPool

_KEPT_FOR = 20.0
"""Seconds that a pool is kept while nobody plays with it."""
_FIRST = 100
"""The place among what multiprocessing does when a process ends: the pool's threads still run then."""

_kept: list[tuple[Hashable, BotPool, Timer]] = []
_lock = Lock()
os.register_at_fork(after_in_child=_kept.clear)


@contextmanager
def kept_pool(purpose: Hashable, make: Callable[[], BotPool]) -> Iterator[BotPool]:
    """A pool that was kept for this purpose, or a new one. One for another is closed, and any after an error."""
    pool = _taken(purpose) or make()
    try:
        yield pool
    except BaseException:
        pool.close()
        raise
    _keep(purpose, pool)


def close_kept_pools() -> None:
    """Close all pools that nobody plays with."""
    with _lock:
        closed = [*_kept]
        _kept.clear()
    for _, pool, end in closed:
        end.cancel()
        pool.close()


def _taken(purpose: Hashable) -> BotPool | None:
    with _lock:
        place = next((place for place, (other, *_) in enumerate(_kept) if other == purpose), None)
        _, pool, end = _kept.pop(place) if place is not None else (None, None, None)
    if end is None:
        close_kept_pools()
    else:
        end.cancel()
    return pool


def _keep(purpose: Hashable, pool: BotPool) -> None:
    _close_at_end_of(os.getpid())
    end = Timer(_KEPT_FOR, close_kept_pools)
    end.daemon = True
    with _lock:
        _kept.append((purpose, pool, end))
    end.start()


@cache
def _close_at_end_of(_process: int) -> None:
    """Have the pools closed when this process ends; what it may have said as its parent counts no more."""
    Finalize(None, close_kept_pools, exitpriority=_FIRST)
