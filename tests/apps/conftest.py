"""Fixtures: games to play end to end, and a serial adapter."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.games import Games
from tests.apps.serial_adapter import SerialAdapter


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[SerialAdapter]:
    adapter = SerialAdapter(tmp_path / "ttyUSB-of-carol")
    yield adapter
    adapter.unplug()


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    games = Games(tmp_path)
    yield games
    games.close()
