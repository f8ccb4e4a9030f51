"""The workers that play a tournament's games: this process, others of this machine, or a cluster.

This file starts processes, and knows of dask.distributed, which is imported only if it is asked for.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, connection, parent_process
from pkgutil import resolve_name
from threading import Thread
from typing import ParamSpec, TypeVar

from h89yahtzee.arena.pool.kept_pool import close_kept_pools

_CONNECT_TIME = 10
"""Seconds that a cluster has to answer."""
_GRACE = 2.0
"""Seconds that a worker whose parent is gone has to end its bots."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Workers:
    """Where batches are played, how many at a time, and whether the workers begin as copies of this process."""

    executor: Executor
    number: int
    are_copies: bool = True


class _Here(Executor):
    """An executor that does at once, in this process, what it is asked for."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """A number of worker processes, which end with this one; a single worker is this process."""
    if number == 1:
        try:
            yield Workers(_Here(), 1)
        finally:
            close_kept_pools()
        return
    with ProcessPoolExecutor(number, initializer=_begin_work) as executor:
        try:
            yield Workers(executor, number)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()
            raise


@contextmanager
def cluster(address: str, version: str) -> Iterator[Workers]:
    """The workers of a dask.distributed cluster, with this version of the package and bots' interpreters.

    ImportError if dask.distributed isn't installed. OSError if there is no cluster with a worker, or if one has
    another version: it would end with its first batch, and dask would wait for others.
    """
    from distributed import Client

    _look_for(address)
    with Client(address, timeout=_CONNECT_TIME) as client:  # type: ignore[no-untyped-call]
        try:
            client.wait_for_workers(1, timeout=_CONNECT_TIME)
        except TimeoutError:
            raise ConnectionError(
                f"{address}: the cluster has no worker; expected one within {_CONNECT_TIME} s"
            ) from None
        found = client.run(resolve_name, "h89yahtzee:__version__", on_error="return")
        for worker, its_version in found.items():
            if its_version != version:
                raise ConnectionError(f"{worker}: expected a worker with h89yahtzee {version}, found {its_version}")
        yield Workers(client.get_executor(pure=False), sum(client.nthreads().values()), False)


def _look_for(address: str) -> None:
    """Raise at once if nobody is there: the client itself would try for long."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), _CONNECT_TIME).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"{address}: {error}") from None


def _begin_work() -> None:
    """Begin as a worker: leave ^C to the parent, and end the bots before ending."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(1)
