"""A fixture that makes the keys of tournaments quick to compute, since tests draw many seeds."""

from collections.abc import Iterator

import pytest

from h89yahtzee.arena.tournament import schedule


@pytest.fixture(autouse=True)
def _quick_keys() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schedule, "_key", lambda seed: f"{seed}".encode())
        yield
