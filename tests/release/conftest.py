"""The files of a release, made from a clean clone, once for all tests."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from tests.release.debians import NewDebian, debian_maker
from tests.release.releases import Release, make_release, need_index_of_uv


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder that the processes of xdist have in common."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


@pytest.fixture(scope="session")
def release(shared: Path) -> Release:
    need_index_of_uv()
    with (shared / "release.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = Release(shared / "release")
        if not made.root.exists():
            make_release(made)
        return made


@pytest.fixture
def new_debian(tmp_path: Path, shared: Path) -> NewDebian:
    return debian_maker(tmp_path, shared)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's directory with nothing in it."""
    home = tmp_path / "home"
    home.mkdir()
    return home
