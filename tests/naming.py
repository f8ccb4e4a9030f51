"""Names the row in the failure of a test that goes through many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def naming(*row: object) -> Iterator[None]:
    try:
        yield
    except AssertionError as error:
        error.add_note(f"in the row {', '.join(map(repr, row))}")
        raise
