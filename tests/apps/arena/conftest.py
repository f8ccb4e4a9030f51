"""The arena that the tests of this folder run their tournaments in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.arena.arenas import Arena


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path)
    yield arena
    arena.close()
