"""Games to play end to end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.games import Games


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    games = Games(tmp_path)
    yield games
    games.close()
