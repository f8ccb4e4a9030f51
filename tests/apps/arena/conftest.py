"""The fixture `arena`: the command `yahtzee-arena` with a home folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.arena.arenas import Arena
from tests.arena.attempts import skip_without_filters


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    skip_without_filters()
    arena = Arena(tmp_path)
    yield arena
    arena.close()
