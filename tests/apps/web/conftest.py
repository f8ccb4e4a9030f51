"""Fixtures that give each test a home directory of its own, as each browser has one."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from h89yahtzee.frontends.screen import seat_screen


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture(autouse=True)
def _done_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a press of DONE count at once, as if the person needed no time to look at the dice."""
    monkeypatch.setattr(seat_screen, "HASTE", 0.0)


@pytest.fixture(autouse=True)
def _databases_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close databases after a test, since a page never closes its journal and Python 3.13 would warn of that."""
    opened, real = list[sqlite3.Connection](), sqlite3.connect

    def connect(
        path: Path | str, timeout: float = 5.0, *, isolation_level: None = None, uri: bool = False
    ) -> sqlite3.Connection:
        opened.append(real(path, timeout=timeout, isolation_level=isolation_level, uri=uri))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", connect)
    yield
    for connection in opened:
        connection.close()
